"""Counting the cards of a table against those that there are, and dealing the ones that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from games.cards import UNKNOWN, Card
from games.words import often


def too_many(cards: Sequence[Card], deck: Iterable[Card]) -> Iterator[str]:
    """Why these cards, some of them unknown, cannot all be of this deck."""
    whole = Counter(deck)
    for card, number in Counter(cards).items():
        if card is not UNKNOWN and number > whole[card]:
            has = f"has it {often(whole[card])}" if whole[card] else "has no such card"
            yield f"{card.code} is there {often(number)}, but the deck {has}."
    if len(cards) > whole.total():
        yield f"There are {len(cards)} cards, but the deck has only {whole.total()}."


def deal_unseen(places: Iterable[list[Card]], seen: Iterable[Card], deck: Iterable[Card], rng: Random) -> None:
    """Put a card of the deck that is not among the `seen` ones in place of each `?`."""
    unseen = Counter(deck)
    unseen.subtract(seen)
    cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
    rng.shuffle(cards)
    for place in places:
        for number, card in enumerate(place):
            if card is UNKNOWN:
                place[number] = cards.pop()

"""What keeps cards from being one meld, in words: the end of a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from games.cards import RANK_NAMES, SUIT_NAMES, Card, codes
from games.words import in_word, listed

Proper = Callable[[Sequence[Card]], bool]
"""Whether cards are a meld."""
MANY = 3
"""Of more missing cards nobody wants the list."""


def amiss(cards: Sequence[Card], proper: Proper) -> str:
    """Why these cards, as far as they are known, are no meld: two melds, a gap, the odd ones out."""
    for part, rest in _parted(cards):
        if part and rest and proper(part) and proper(rest):
            return f"they are two melds, {codes(part)} and {codes(rest)}, and melds are laid one at a time"
    suits, ranks = Counter(card.suit for card in cards), Counter(card.rank for card in cards)
    if len(suits) < 2:
        return gap(ranks)
    rank, same = ranks.most_common(1)[0]
    if 2 * same > len(cards):
        odd = [card for card in cards if card.rank != rank]
        return f"{_are(odd)} no {RANK_NAMES[rank]}" if odd else "a set has each suit once"
    suit, alike = suits.most_common(1)[0]
    if 2 * alike > len(cards):
        return f"{_are([card for card in cards if card.suit != suit])} not of the suit of the others"
    return f"they are of {in_word(len(suits))} suits and {in_word(len(ranks))} ranks"


def gap(ranks: Collection[int]) -> str:
    """Which ranks are missing between these of one suit, the ace low or high as it suits them."""
    if not ranks:
        return "nothing in it says which cards they are"
    high = [14 if rank == 1 else rank for rank in ranks]
    span = min(ranks, high, key=lambda ranks: max(ranks) - min(ranks))
    lacking = [RANK_NAMES[(rank - 1) % 13 + 1] for rank in range(min(span), max(span)) if rank not in span]
    if not lacking or len(lacking) > MANY:
        return "they do not follow one another"
    return f"the {listed(lacking)} {'is' if len(lacking) == 1 else 'are'} missing between them"


def goes_round(ranks: set[int]) -> bool:
    """Whether ranks of one suit follow one another through the ace, with cards on both sides of it."""
    return {1, 2, 13} <= ranks and len(ranks) < 13 and sum(rank % 13 + 1 not in ranks for rank in ranks) == 1


def _parted(cards: Sequence[Card]) -> Iterator[tuple[list[Card], list[Card]]]:
    """These cards in two parts: those of one suit and the others, those of one rank and the others."""
    for suit in SUIT_NAMES:
        yield [card for card in cards if card.suit == suit], [card for card in cards if card.suit != suit]
    for rank in {card.rank for card in cards}:
        yield [card for card in cards if card.rank == rank], [card for card in cards if card.rank != rank]


def _are(cards: Sequence[Card]) -> str:
    return f"{codes(cards)} {'is' if len(cards) == 1 else 'are'}"

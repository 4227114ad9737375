"""Sentences that explain why cards don't form a meld, for the end of an error message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from games.cards import RANK_NAMES, SINGULAR_SUIT_NAMES, SUIT_NAMES, Card, format_cards, get_plural_rank_name
from games.words import add_article, capitalize_first, join_words, spell_count, spell_number

Proper = Callable[[Sequence[Card]], bool]
"""A function that returns whether cards are a legal meld."""
MANY = 3
"""The maximum number of missing cards that a sentence lists."""


def explain_bad_meld(cards: Sequence[Card], proper: Proper, free: int = 0) -> str:
    """Return a sentence that says why these cards and `free` wild cards don't form a meld.

    The reason is, for example, that the cards are really two melds, or that a run has a gap. `proper` is a function
    that returns whether some cards form a meld.
    """
    for part, rest in _list_two_part_splits(cards) if not free else ():
        if part and rest and proper(part) and proper(rest):
            return f"{format_cards(part)} and {format_cards(rest)} are two separate melds"
    suits, ranks = Counter(card.suit for card in cards), Counter(card.rank for card in cards)
    if len(suits) < 2:
        return explain_gap(cards, free)
    rank, same = ranks.most_common(1)[0]
    if 2 * same > len(cards):
        odd = [card for card in cards if card.rank != rank]
        return (
            f"{_format_cards_are_not(odd)} {_name_ranks(rank, len(odd))}"
            if odd
            else "A set can’t have the same suit twice"
        )
    suit, alike = suits.most_common(1)[0]
    if 2 * alike > len(cards):
        odd = [card for card in cards if card.suit != suit]
        name = SUIT_NAMES[suit] if len(odd) > 1 else f"a {SINGULAR_SUIT_NAMES[suit]}"
        return f"{_format_cards_are_not(odd)} {name}"
    return f"They have {spell_number(len(suits))} suits and {spell_number(len(ranks))} ranks"


def explain_gap(cards: Sequence[Card], free: int = 0) -> str:
    """Return a sentence that says what these cards of one suit need to form a run, given `free` wild cards.

    The ace can be low or high.
    """
    if not cards:
        return "Nothing shows what the wild cards stand for"
    twice = next((card for card in cards if [other.rank for other in cards].count(card.rank) > 1), None)
    if twice is not None:
        return f"The {twice.face.name} appears twice"
    ranks = [card.rank for card in cards]
    high = [14 if rank == 1 else rank for rank in ranks]
    span = min(ranks, high, key=lambda ranks: max(ranks) - min(ranks))
    lacking = [RANK_NAMES[(rank - 1) % 13 + 1] for rank in range(min(span), max(span)) if rank not in span]
    if free < len(lacking) and free:
        wild = capitalize_first(spell_count(free, "wild card"))
        return f"{wild} can’t replace {spell_count(len(lacking), 'missing rank')}"
    if not lacking or free:
        return "A run can’t be that long"
    if len(lacking) > MANY:
        return "They aren’t consecutive"
    return f"The {join_words(lacking)} {'is' if len(lacking) == 1 else 'are'} missing"


def is_run_around_corner(ranks: set[int]) -> bool:
    """Return whether these ranks of one suit wrap around: K A 2, with cards on both sides of the ace."""
    return {1, 2, 13} <= ranks and len(ranks) < 13 and sum(rank % 13 + 1 not in ranks for rank in ranks) == 1


def _list_two_part_splits(cards: Sequence[Card]) -> Iterator[tuple[list[Card], list[Card]]]:
    """Yield pairs of lists: the cards of one suit and all others, for each suit, then the same by rank."""
    for suit in SUIT_NAMES:
        yield [card for card in cards if card.suit == suit], [card for card in cards if card.suit != suit]
    for rank in {card.rank for card in cards}:
        yield [card for card in cards if card.rank == rank], [card for card in cards if card.rank != rank]


def _format_cards_are_not(cards: Sequence[Card]) -> str:
    return f"{format_cards(cards)} {'isn’t' if len(cards) == 1 else 'aren’t'}"


def _name_ranks(rank: int, number: int) -> str:
    """Return the name of a rank, with an article if it's one card: “an ace”, “a king”, “sixes”."""
    if number > 1:
        return get_plural_rank_name(rank)
    return add_article(RANK_NAMES[rank])

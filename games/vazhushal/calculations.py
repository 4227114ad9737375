"""Calculations that show how the numbers in answers to questions are worked out."""

from __future__ import annotations

from collections import Counter

from games.cards import JOKER, PACK, RANKS, UNKNOWN
from games.engine.calculations import Calculation, explain_count, explain_deck_count, explain_sum, format_card_in_sum
from games.vazhushal.scoring import get_face_value, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.words import quote_cards


def explain_deck_size(state: VazhushalState, seat: int) -> Calculation:
    packs = state.options.get_deck_count(state.seats)
    return explain_deck_count(packs, len(state.deck) - packs * len(PACK))


def explain_number_of_rank(state: VazhushalState, seat: int, rank: str) -> Calculation:
    packs = state.options.get_deck_count(state.seats)
    number = sum(card.rank == ("*" + RANKS).index(rank) for card in state.deck)
    if number % packs:
        return explain_sum(("jokers for this table", number))
    return explain_sum(("in each deck", number // packs), times=packs)


def explain_number_of_doubles(state: VazhushalState, seat: int) -> Calculation:
    counts = Counter(card for card in state.hands[seat] if card is not UNKNOWN)
    jokers = counts.pop(JOKER, 0) // 2 if state.options.redeal_jokers_count else 0
    pairs = [f"twice `{card.code}`" for card, number in counts.items() if card is not JOKER and number > 1]
    return explain_count([*pairs, *["two jokers"] * jokers])


def list_points_of_melds(state: VazhushalState, seat: int) -> list[tuple[str, int]]:
    """Return a pair for each meld of a seat: the meld's cards as text, and its points.

    If the seat has no meld, the only pair is the word “melds” with 0 points.
    """
    parts = [(quote_cards(meld), sum(get_face_value(card.face) for card in meld)) for meld in state.melds[seat]]
    return parts or [("melds", 0)]


def explain_total(state: VazhushalState, seat: int) -> Calculation:
    hand = [(format_card_in_sum(card), -get_value_in_hand(state, card)) for card in state.hands[seat]]
    return explain_sum(*list_points_of_melds(state, seat), *hand)

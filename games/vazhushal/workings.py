"""Calculations that show how the numbers in answers come about."""

from __future__ import annotations

from collections import Counter

from games.cards import JOKER, PACK, RANKS, UNKNOWN
from games.engine.working import Calculation, count_deck, count_things, name_card, sum_parts
from games.vazhushal.scoring import face_value, hand_value
from games.vazhushal.state import VazhushalState
from games.words import quote_cards


def explain_deck_size(state: VazhushalState, seat: int) -> Calculation:
    packs = state.options.pack_count(state.seats)
    return count_deck(packs, len(state.deck) - packs * len(PACK))


def explain_rank_count(state: VazhushalState, seat: int, rank: str) -> Calculation:
    packs = state.options.pack_count(state.seats)
    number = sum(card.rank == ("*" + RANKS).index(rank) for card in state.deck)
    if number % packs:
        return sum_parts(("jokers for this table", number))
    return sum_parts(("in each pack", number // packs), times=packs)


def explain_doubles(state: VazhushalState, seat: int) -> Calculation:
    counts = Counter(card for card in state.hands[seat] if card is not UNKNOWN)
    jokers = counts.pop(JOKER, 0) // 2 if state.options.redeal_jokers_count else 0
    pairs = [f"twice `{card.code}`" for card, number in counts.items() if card is not JOKER and number > 1]
    return count_things([*pairs, *["two jokers"] * jokers])


def list_meld_values(state: VazhushalState, seat: int) -> list[tuple[str, int]]:
    """Return each meld of a seat with its points."""
    parts = [(quote_cards(meld), sum(face_value(card.face) for card in meld)) for meld in state.melds[seat]]
    return parts or [("melds", 0)]


def explain_total(state: VazhushalState, seat: int) -> Calculation:
    hand = [(name_card(card), -hand_value(state, card)) for card in state.hands[seat]]
    return sum_parts(*list_meld_values(state, seat), *hand)

"""Calculations that show how the numbers in answers come about."""

from __future__ import annotations

from collections import Counter

from games.cards import JOKER, PACK, RANKS, UNKNOWN
from games.engine.working import Working, counted, named, of_deck, summed
from games.vazhushal.scoring import face_value, hand_value
from games.vazhushal.state import VazhushalState
from games.words import quoted


def deck_counted(state: VazhushalState, seat: int) -> Working:
    packs = state.options.pack_count(state.seats)
    return of_deck(packs, len(state.pack) - packs * len(PACK))


def rank_counted(state: VazhushalState, seat: int, rank: str) -> Working:
    packs = state.options.pack_count(state.seats)
    number = sum(card.rank == ("*" + RANKS).index(rank) for card in state.pack)
    if number % packs:
        return summed(("jokers for this table", number))
    return summed(("in each pack", number // packs), times=packs)


def doubles_counted(state: VazhushalState, seat: int) -> Working:
    counts = Counter(card for card in state.hands[seat] if card is not UNKNOWN)
    jokers = counts.pop(JOKER, 0) // 2 if state.options.redeal_jokers_count else 0
    pairs = [f"twice `{card.code}`" for card, number in counts.items() if card is not JOKER and number > 1]
    return counted([*pairs, *["two jokers"] * jokers])


def melds_counted(state: VazhushalState, seat: int) -> list[tuple[str, int]]:
    """Return each meld of a seat with its points."""
    parts = [(quoted(meld), sum(face_value(card.face) for card in meld)) for meld in state.melds[seat]]
    return parts or [("melds", 0)]


def total_counted(state: VazhushalState, seat: int) -> Working:
    hand = [(named(card), -hand_value(state, card)) for card in state.hands[seat]]
    return summed(*melds_counted(state, seat), *hand)

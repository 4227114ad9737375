"""Helpers for the puzzles of Beggar My Neighbor: random stacks, and tables with face-up stacks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.beggar_my_neighbor.options import BeggarOptions
from games.beggar_my_neighbor.rules import RULES
from games.beggar_my_neighbor.state import ACE, JACK, BeggarState
from games.cards import PACK, Card, format_cards
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import Setup
from games.kit.puzzle_tools import PuzzleToolkit

POSING = PuzzleToolkit(RULES, BeggarOptions)
COURTS = [card for card in PACK if card.rank == ACE or card.rank >= JACK]
NUMBERS = [card for card in PACK if card not in COURTS]


def draw_random_cards(rng: Random, number: int, courts: int) -> list[Card]:
    """Return `number` cards in random order, `courts` of them aces and face cards."""
    cards = rng.sample(COURTS, courts) + rng.sample(NUMBERS, number - courts)
    rng.shuffle(cards)
    return cards


def draw_random_stacks(rng: Random, sizes: Sequence[int], courts: int) -> list[str]:
    """Return random stacks of these sizes, each as a string of card codes, with `courts` aces and face cards in all."""
    cards, found = draw_random_cards(rng, sum(sizes), courts), []
    for size in sizes:
        found.append(format_cards(cards[:size]))
        cards = cards[size:]
    return found


def load_face_up_table(setup: Setup, options: Options, **more: Any) -> BeggarState:
    """Return the state for a puzzle's setup, with all stacks face up.

    `more` has further keys of the position. Raises VoidPuzzle if these house rules don't allow the position.
    """
    position = {"open": True, "seats": len(setup["hands"]), "hands": setup["hands"], "match": {"dealer": 1}}
    return POSING.load_state({**position, **more}, options)


def name_seat(seat: int, seats: int = 2) -> str:
    return describe_seat(seat, seats)

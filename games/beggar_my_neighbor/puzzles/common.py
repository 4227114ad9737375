"""Shared by the puzzles of Beggar My Neighbor: random stacks, and tables on which they're face up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.beggar_my_neighbor.options import BeggarOptions
from games.beggar_my_neighbor.rules import RULES
from games.beggar_my_neighbor.state import ACE, JACK, BeggarState
from games.cards import PACK, Card, codes
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Setup
from games.kit.posing import Posing

POSING = Posing(RULES, BeggarOptions)
COURTS = [card for card in PACK if card.rank == ACE or card.rank >= JACK]
NUMBERS = [card for card in PACK if card not in COURTS]


def some_cards(rng: Random, number: int, courts: int) -> list[Card]:
    """Return `number` cards in random order, `courts` of them aces and face cards."""
    cards = rng.sample(COURTS, courts) + rng.sample(NUMBERS, number - courts)
    rng.shuffle(cards)
    return cards


def stacks(rng: Random, sizes: Sequence[int], courts: int) -> list[str]:
    """Return random stacks of these sizes as a position's texts, with `courts` aces and face cards altogether."""
    cards, found = some_cards(rng, sum(sizes), courts), []
    for size in sizes:
        found.append(codes(cards[:size]))
        cards = cards[size:]
    return found


def opened(setup: Setup, options: Options, **more: Any) -> BeggarState:
    """Return the table of a setup with all stacks face up. Raises Void if these house rules don't allow it."""
    position = {"open": True, "seats": len(setup["hands"]), "hands": setup["hands"], "match": {"dealer": 1}}
    return POSING.seated({**position, **more}, options)


def who(seat: int, seats: int = 2) -> str:
    return sits(seat, seats)

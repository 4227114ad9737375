"""Beggar My Neighbor: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import Case, Readings, is_other
from tests.games.refusals.table import shape

READINGS = Readings()


@READINGS.of("turn.alternate", "It’s {waited:seat}’s turn to flip.")
def in_turn(case: Case, waited: int) -> bool:
    return case.phase == "play" and not case.at["owed"] and is_other(case, waited)


@READINGS.of("penalty.pay-one-by-one", "Only {waited:seat} can flip until the penalty card is paid for.")
def pays(case: Case, waited: int) -> bool:
    return case.phase == "play" and case.at["owed"] > 0 and bool(case.cards("pile")) and is_other(case, waited)


@READINGS.of("pile.winner-leads", "A pile was taken, so {waited:seat} has to flip the first card of the next one.")
def leads(case: Case, waited: int) -> bool:
    fresh = case.at["piles"] > 0 and not case.cards("pile") and not case.at["owed"]
    return case.phase == "play" and fresh and is_other(case, waited)


@shape(READINGS, "the cards of each stack in any order")
def stacks(case: Case) -> bool:
    full = [sorted(hand.split()) for hand in case.at["hands"] if hand]
    return [sorted(group) for group in case.groups] != full

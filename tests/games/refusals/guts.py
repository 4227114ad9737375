"""Guts: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import Case, Readings, is_other

READINGS = Readings()


@READINGS.of("declare.order", "It’s {waited:seat}’s turn to declare.")
def comes_first(case: Case, waited: int) -> bool:
    declared = case.at["declared"]
    later = not declared[case.seat] and not declared[waited] and case.seat not in case.at["gone"]
    return case.phase == "declare" and case.rules["declare-mode"] == "sequential" and is_other(case, waited) and later


@READINGS.of("declare.in-or-out", "You’ve already said “{said:text}”, and you can’t change it.")
def has_said(case: Case, said: str) -> bool:
    return case.phase == "declare" and case.at["declared"][case.seat] == said


@READINGS.of("stake.credit", "You couldn’t pay the ante, so you’re out of the match.")
def is_out(case: Case) -> bool:
    return case.seat in case.at["gone"] and case.rules["short-stack"] == "table-stakes"


@READINGS.of(
    "stake.credit",
    "You have {chips:number} chips, so you can’t cover the pot of {pot:number}. You have to stay out.",
    "You have {chips:number} chip, so you can’t cover the pot of {pot:number}. You have to stay out.",
)
def cannot_cover(case: Case, pot: int, chips: int) -> bool:
    has = case.at["match"]["scores"][case.seat]
    must = case.rules["short-stack"] == "must-cover" and case.phase == "declare" and case.mine
    return must and case.move.verb == "in" and pot == case.at["pot"] and chips == has and has < pot


@READINGS.of(
    "stake.credit",
    "You owe {chips:number} chips, so you can’t cover the pot of {pot:number}. You have to stay out.",
    "You owe {chips:number} chip, so you can’t cover the pot of {pot:number}. You have to stay out.",
)
def owes(case: Case, pot: int, chips: int) -> bool:
    return chips > 0 and cannot_cover(case, pot, -chips)

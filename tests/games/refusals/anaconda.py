"""Anaconda: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import NUMBERS, Case, Readings, is_other, listed
from tests.games.refusals.table import shape

READINGS = Readings()
BETS = {"check", "call", "bet", "raise", "fold"}
GIVEN = {"3L-3RR": "33", "3L": "3", "3L-2L-1L": "321", "3L-2LL-1LLL": "321", "4L-3L-2L-1L": "4321", "2L+1R": "3"}


def due(case: Case) -> int:
    """Return the chips that the seat lacks to the highest total of the round."""
    return int(max(case.at["bets"]) - case.at["bets"][case.seat])


def chips(case: Case) -> int:
    return int(case.at["match"]["scores"][case.seat])


def instead(case: Case, told: str) -> bool:
    """Return whether just these verbs of betting have legal moves."""
    can = {move.verb for move in case.legal} & BETS
    return case.phase == "bet" and case.mine and {*listed(told.lower())} == can


@READINGS.of("stake.table", "You don’t have that many chips. You can bet a total of up to {most:number} in this round.")
def no_more_chips(case: Case, most: int) -> bool:
    return case.mine and most == case.at["bets"][case.seat] + chips(case) < (case.move.number or 0)


@READINGS.of("bet.order", "It’s {waited:seat}’s turn. Turns pass to the left.")
def another_bets(case: Case, waited: int) -> bool:
    return case.phase == "bet" and is_other(case, waited) and case.seat not in case.at["folded"]


@READINGS.of("bet.check", "You can’t check after a bet. {can:text}.")
def has_to_call(case: Case, can: str) -> bool:
    return case.move.verb == "check" and due(case) > 0 and instead(case, can)


@READINGS.of("bet.bet", "There’s already a bet in this round. {can:text}.")
def bet_already(case: Case, can: str) -> bool:
    return case.move.verb == "bet" and max(case.at["bets"]) > 0 and instead(case, can)


@READINGS.of("bet.call", "There’s nothing to call. {can:text}.")
def nothing_to_call(case: Case, can: str) -> bool:
    return case.move.verb == "call" and not due(case) and instead(case, can)


@READINGS.of("bet.raise", "Nobody has bet in this round yet. {can:text}.")
def nothing_to_raise(case: Case, can: str) -> bool:
    return case.move.verb == "raise" and not any(case.at["bets"]) and instead(case, can)


@READINGS.of("bet.fold", "You’ve folded, so you’re out of this hand.")
def has_folded(case: Case) -> bool:
    return case.phase in ("bet", "pass", "declare", "final") and case.seat in case.at["folded"]


@READINGS.of(
    "bet.fixed-limit",
    "A bet of {number:number} is outside the limits. You can only bet {low:number}.",
    "A bet of {number:number} is outside the limits. Bet anything from {low:number} to {high:number}.",
    "A raise to {number:number} is outside the limits. You can only raise to {low:number}.",
    "A raise to {number:number} is outside the limits. Raise to anything from {low:number} to {high:number}.",
)
def beyond_the_limit(case: Case, number: int, low: int, high: int | None = None) -> bool:
    totals = {move.number or 0 for move in case.legal if move.verb == case.move.verb}
    last = low if high is None else high
    return number == case.move.number and min(totals) == low and max(totals) == last and not low <= number <= last


@READINGS.of("bet.cap", "There are no more raises in this round. {can:text}.")
def capped(case: Case, can: str) -> bool:
    most = case.rules["max-raises"]
    alone = len([paid for seat, paid in enumerate(case.at["paid"]) if paid and seat not in case.at["folded"]]) == 2
    free = not most or case.rules["bet-structure"] in ("pot", "no-limit") or (case.rules["uncap-heads-up"] and alone)
    return instead(case, can) and not free and case.at["raised"] > most


@READINGS.of(
    "bet.all-in",
    "Your {has:number} chips don’t cover a raise. {can:text}.",
    "Your {has:number} chip doesn’t cover a raise. {can:text}.",
)
def all_in(case: Case, has: int, can: str) -> bool:
    return has == chips(case) <= due(case) and instead(case, can)


@READINGS.of("bet.short-all-in", "You’ve acted since the last full bet or raise, so you can’t raise now. {can:text}.")
def not_opened_again(case: Case, can: str) -> bool:
    return instead(case, can) and case.seat in case.at["acted"] and due(case) > 0


@READINGS.of("pass.choose-three", "Pass exactly {number:number} of your cards.")
def as_many_as(case: Case, number: int) -> bool:
    number_wanted = int(GIVEN[case.rules["pass-pattern"]][case.at["round"] - 1])
    return case.phase == "pass" and case.mine and number == number_wanted != sum(map(len, case.groups))


@READINGS.of("pass.simultaneous", "You’ve already chosen your cards for this pass. Wait for the others.")
def has_laid(case: Case) -> bool:
    return case.phase == "pass" and not case.mine and bool(case.at["chosen"][case.seat]) and bool(case.waiting)


@READINGS.of("declare.chip", "You’ve already declared, and you can’t change your declaration.")
def has_declared(case: Case) -> bool:
    return case.seat >= 0 and bool(case.at["declared"][case.seat])


@READINGS.of("declare.simultaneous", "It’s {waited:seat}’s turn to declare.")
def another_declares(case: Case, waited: int) -> bool:
    return case.phase == "declare" and case.rules["declare-mode"] == "spoken" and is_other(case, waited)


@READINGS.of("declare.one-way", "You can’t go both ways at this table. Choose high or low.")
def not_both(case: Case) -> bool:
    declared = not case.rules["high-only"] and case.rules["declare-mode"] != "cards-speak"
    return case.move.verb == "both" and case.rules["declare-both"] == "off" and declared


@READINGS.of(
    "final.discard-two",
    "Keep five of your seven cards. You picked {number:number}.",
    "Keep five of your seven cards. You picked none.",
)
def not_five(case: Case, number: int = 0) -> bool:
    return case.phase == "final" and case.mine and number == len(case.first) + len(case.named("hide")) != 5


@READINGS.of("final.commit", "You’ve already chosen your five cards, and you can’t change them.")
def five_lie(case: Case) -> bool:
    laid = case.at["chosen"][case.seat] if case.phase == "final" else case.at["thrown"][case.seat]
    return case.seat >= 0 and bool(laid)


@shape(READINGS, "a total after “{verb:text}”, such as “{again:text} 12”")
def no_total(case: Case, verb: str, again: str) -> bool:
    return verb == again == case.move.verb and case.move.number is None


@shape(READINGS, "the four cards to show, then “hide” and the card that stays face down")
def four_and_one(case: Case) -> bool:
    return len(case.named("hide")) != 1 or len(case.groups) != 1


@shape(READINGS, "{sizes:text}")
def in_groups(case: Case, sizes: str) -> bool:
    """“two cards, then “/” and one card”."""
    parts = [part.split()[0] for part in sizes.split(", then “/” and ")]
    return case.move.verb == "give" and parts != [NUMBERS[len(group)] for group in case.groups]

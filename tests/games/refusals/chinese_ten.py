"""Chinese Ten: its refusals, read a second time."""

from __future__ import annotations

import re
from collections import Counter

from tests.games.refusals.reading import RANKS, Case, Readings, is_other, rank
from tests.games.refusals.table import shape

READINGS = Readings()
TEN = 10


def matches(one: str, other: str) -> bool:
    """Return whether two cards match."""
    if rank(one) == 0 or rank(other) == 0 or rank(one) >= TEN or rank(other) >= TEN:
        return rank(one) == rank(other)
    return rank(one) + rank(other) == TEN


def partners(case: Case, card: str) -> list[str]:
    """The cards in the layout that a card matches."""
    return [other for other in case.cards("layout") if matches(card, other)]


def swept(case: Case, card: str) -> bool:
    """Return whether this card takes the whole of a triple."""
    return bool(case.at["triple"]) and RANKS[rank(card)] == case.at["triple"] and len(partners(case, card)) > 1


def worth(case: Case, card: str) -> int:
    """Return the points of a card."""
    red, value, seats = card[1:] in ("H", "D"), rank(card), case.seats
    if card == "*":
        return 10
    if case.rules["scoring"] == "black-frog":
        return 50 if card == "AS" else 0 if red or card == "AC" else min(value, TEN)
    if red:
        return 20 if value == 1 else 10 if value > 8 else value
    aces = {"AS": (30, "spade-ace-from"), "AC": (40, "club-ace-from")}
    points, least = aces.get(card, (0, "spade-ace-from"))
    return points if seats >= case.rules[least] else 0


def ways(case: Case, card: str) -> list[list[str]]:
    """Return the ways in which a card can capture."""
    cards = partners(case, card)
    if swept(case, card):
        return [cards]
    if cards and case.rules["capture-choice"] == "auto-best":
        return [[max(cards, key=lambda partner: worth(case, partner))]]
    return [[partner] for partner in cards]


def captor(case: Case) -> str:
    """The card that captures: that which is played, or the one from the stock."""
    return case.at["turned"] if case.move.verb in ("take", "leave") else case.first[0]


def taken(case: Case) -> list[str]:
    return case.first if case.move.verb == "take" else case.named("take") if case.move.verb == "play" else []


@READINGS.of("match.sum-to-ten", "{card:card} and {other:card} make {sum:number}. They need to make 10 to match.")
def makes(case: Case, card: str, other: str, sum: int) -> bool:
    below = max(rank(card), rank(other)) < TEN and min(rank(card), rank(other)) > 0
    return below and rank(card) + rank(other) == sum != TEN and card == captor(case) and other in taken(case)


@READINGS.of(
    "match.same-rank",
    "{card:card} matches only another {kind:rank}. {other:card} isn’t one.",
    "{card:card} matches only another joker. {other:card} isn’t one.",
)
def only_its_kind(case: Case, card: str, other: str, kind: int = 0) -> bool:
    tens = rank(card) == 0 or rank(card) >= TEN
    named = {card, other} <= {captor(case), *taken(case)}
    return tens and rank(card) == kind != rank(other) and named


@READINGS.of("match.pairs-only", "{card:card} and {others:cards} make 10 together, but only two cards can match.")
def three_cards(case: Case, card: str, others: list[str]) -> bool:
    values = [rank(other) for other in (card, *others)]
    return len(others) > 1 and sum(values) == TEN and min(values) > 0 and card == captor(case) and others == taken(case)


@READINGS.of("turn.order", "It’s {waited:seat}’s turn.")
def whole_turn(case: Case, waited: int) -> bool:
    return case.phase in ("play", "turn", "choose") and waited == case.turn and is_other(case, waited)


PARTS = {
    "You haven’t played a card yet. Play one from your hand": "play",
    "You’ve already played a card. Flip the top card of the stock": "turn",
    "You’ve already flipped the card from the stock. Choose what it captures": "choose",
}


@READINGS.of("turn.two-parts", "{why:text}.")
def part_of_the_turn(case: Case, why: str) -> bool:
    return case.mine and case.phase == PARTS.get(why) and not case.can(case.move.verb)


@READINGS.of("play.free-choice", "You have to play a card that can capture, such as {card:card}.")
def could_take(case: Case, card: str) -> bool:
    able = card in case.hand and bool(partners(case, card)) and not partners(case, captor(case))
    return case.rules["must-capture"] and case.phase == "play" and case.mine and able


@READINGS.of("capture.mandatory", "{card:card} matches, so you have to capture. Capture {which:text}.")
def has_to_capture(case: Case, card: str, which: str) -> bool:
    named_ways = [way.split() for way in re.split(", or | or |, ", which)]
    return (
        not case.rules["capture-optional"]
        and card == captor(case)
        and named_ways == ways(case, card)
        and not taken(case)
    )


@READINGS.of("capture.one-card", "You can capture only one card in the layout, not {number:number}.")
def one_at_a_time(case: Case, number: int) -> bool:
    return len(taken(case)) == number > 1 and not swept(case, captor(case))


@READINGS.of("capture.choice", "You don’t choose what to capture at this table. Capture {best:card}.")
def counts_most(case: Case, best: str) -> bool:
    return case.rules["capture-choice"] == "auto-best" and [[best]] == ways(case, captor(case)) != [taken(case)]


@READINGS.of("triple.sweep", "The fourth card of a triple’s rank captures all three. Capture {others:cards}.")
def takes_all_three(case: Case, others: list[str]) -> bool:
    card = captor(case)
    return swept(case, card) and Counter(others) == Counter(partners(case, card)) and len(others) == 3


@shape(READINGS, "a card in the layout")
def one_of_the_layout(case: Case) -> bool:
    return len(case.groups) != 1


@shape(READINGS, "cards in the layout")
def of_the_layout(case: Case) -> bool:
    return bool(Counter(taken(case)) - Counter(case.cards("layout")))

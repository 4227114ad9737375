"""Log lines for the events of Court Piece, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText

_ENDS = {
    "hand.majority": "{side:seats} win the hand by {most} tricks to {fewest}.",
    "playon.fifty-two": "{side:seats} take all 13 tricks and score {won:many court}.",
    "court.first-seven": "{side:seats} take the first seven tricks and score {won:many court}.",
    "revoke.false-claim": "{others:seats} lose the hand for a wrong claim. {side:seats} score one court.",
    "revoke.forfeit": "{others:seats} lose the hand for the revoke in trick {trick}. {side:seats} score one court.",
}


def _describe_result(event: Event) -> str:
    streak = " {side:seats} also score a court for {row} wins in a row." if event.facts["row"] else ""
    return _ENDS[event.facts["clause"]] + streak


def _describe_match(event: Event) -> str:
    if not event.facts["winners"]:
        return "The match is a draw: {most:many court} each."
    return "{winners:seats} win the match by {most} to {fewest}."


def _describe_claim(event: Event) -> str:
    claim = "{seat} claims that {other:seat} revoked in trick {trick}"
    return (
        f"{claim}, and is right." if event.facts["right"] else f"{claim}, but that player didn’t revoke in that trick."
    )


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals five cards to each player. It’s {caller:seat}’s turn to choose trump.",
    "redeal": "{seat} shows {cards} and asks for a redeal.",
    "trump": "{seat} chooses {suit} as trump.",
    "rest": "Each player gets eight more cards.",
    "play": "{seat} plays {cards}.",
    "trick": "{seat} wins trick {trick}.",
    "go-on": "{seat} wants to play on for all 13 tricks.",
    "stop": "{seat} stops after the first seven tricks.",
    "ends": "The hand is over. All four players confirm the result or claim a revoke.",
    "confirm": "{seat} confirms the result.",
    "correct": "{seat} takes back {old} and plays {cards} to trick {trick}.",
    "change": "{seat} takes back {old} and plays {cards}.",
    "keep": "{seat} keeps the same card.",
    "claim": _describe_claim,
    "result": _describe_result,
    "deal-on": "{seat} deals another hand.",
    "finish": "{seat} ends the match.",
    "match": _describe_match,
}
SHEET = DealScoreSheet(
    "Team",
    {"Tricks": "tricks", "Courts": "courts", "Total": "totals", "Streak": "tally"},
    ("{0} and {2}", "{1} and {3}"),
)

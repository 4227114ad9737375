"""Log lines for the events of Court Piece, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText

_ENDS = {
    "hand.majority": "{side:seats} win the hand by {most} tricks to {fewest}.",
    "playon.fifty-two": "{side:seats} take all thirteen tricks: {won:many court}.",
    "court.first-seven": "{side:seats} have the first seven tricks: {won:many court}.",
    "revoke.false-claim": "{others:seats} forfeit the hand for a wrong claim: one court to {side:seats}.",
    "revoke.forfeit": "{others:seats} forfeit the hand for the revoke in trick {trick}: one court to {side:seats}.",
}


def _describe_result(event: Event) -> str:
    row = " It is their win number {row} in a row: a court." if event.facts["row"] else ""
    return _ENDS[event.facts["clause"]] + row


def _describe_match(event: Event) -> str:
    if not event.facts["winners"]:
        return "The match is a draw: {most:many court} each."
    return "{winners:seats} win the match by {most} to {fewest}."


def _describe_claim(event: Event) -> str:
    said = "{seat} claims that {other:seat} failed to follow suit in trick {trick}"
    return (
        f"{said}, and is right."
        if event.facts["right"]
        else f"{said}. There was no revoke by that player in that trick."
    )


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals five cards to each; {caller:seat} calls trumps.",
    "redeal": "{seat} shows {cards} and has the cards dealt anew.",
    "trump": "{seat} calls {suit} trumps.",
    "rest": "The other eight cards are dealt to each.",
    "play": "{seat} plays {cards}.",
    "trick": "{seat} takes trick {trick}.",
    "go-on": "{seat} wants to play on for all thirteen tricks.",
    "stop": "{seat} is content with the first seven tricks.",
    "ends": "No more cards are played. All four confirm the result, or claim a revoke.",
    "confirm": "{seat} confirms the result.",
    "correct": "{seat} takes {old} back and plays {cards} to trick {trick}.",
    "change": "{seat} takes {old} back and plays {cards}.",
    "keep": "{seat} leaves the card as it is.",
    "claim": _describe_claim,
    "result": _describe_result,
    "deal-on": "{seat} deals another hand.",
    "finish": "{seat} ends the match.",
    "match": _describe_match,
}
SHEET = DealScoreSheet(
    "Side",
    {"Tricks": "tricks", "Courts": "courts", "In all": "totals", "Hands in a row": "tally"},
    ("{0} and {2}", "{1} and {3}"),
)

"""The log lines of Chinese Ten: a sentence for each kind of event, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import join_words


def _describe_result(event: Event) -> str:
    """Return the log line for the end of a deal. Raises KeyError if the points are missing, as in some positions."""
    winners, points = event.facts["winners"], event.facts["points"]
    if len(winners) > 1:
        return f"{{winners:seats}} share the win with {max(points)} points each."
    most = points[winners[0]]
    others = join_words([str(number) for seat, number in enumerate(points) if seat != winners[0]])
    redder = ", with more red cards" if points.count(most) > 1 else ""
    return f"{{winners:seats}} wins with {most} points to {others}{redder}."


def _describe_match(event: Event) -> str:
    shared = len(event.facts["winners"]) > 1
    return "{winners:seats} share the match with {most} points." if shared else "{winners:seats} wins the match."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {each:many card} each. The layout is {cards}.",
    "redeal": "The layout is {cards}, so {seat} redeals.",
    "four": "{seat} captures {cards} before the first turn.",
    "play": "{seat} plays {cards}.",
    "capture": "{seat} plays {cards} and captures {taken}.",
    "turn": "{seat} flips {cards}.",
    "open": "{seat} flips {cards}.",
    "catch": "{seat} flips {cards} and captures {taken}.",
    "take": "{seat} captures {taken}.",
    "leave": "{seat} leaves {cards} on the table.",
    "result": _describe_result,
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Cards": "cards", "Points": "points", "Total": "totals"})

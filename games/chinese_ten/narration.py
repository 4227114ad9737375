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
    others = join_words([str(own) for seat, own in enumerate(points) if seat != winners[0]])
    redder = ", with more red cards" if points.count(most) > 1 else ""
    return f"{{winners:seats}} wins with {most} points to {others}{redder}."


def _describe_match(event: Event) -> str:
    shared = len(event.facts["winners"]) > 1
    return "{winners:seats} share the match with {most} points." if shared else "{winners:seats} wins the match."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {each:many card} each and lays {cards} on the table.",
    "redeal": "{seat} lays {cards} on the table and deals anew.",
    "four": "{seat} takes {cards} before the first turn.",
    "play": "{seat} plays {cards}.",
    "capture": "{seat} plays {cards} and takes {taken}.",
    "turn": "{seat} turns up {cards}.",
    "open": "{seat} turns up {cards}.",
    "catch": "{seat} turns up {cards} and takes {taken}.",
    "take": "{seat} takes {taken}.",
    "leave": "{seat} leaves {cards} on the table.",
    "result": _describe_result,
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Cards": "cards", "Points": "points", "In all": "totals"})

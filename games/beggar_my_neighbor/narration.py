"""Log lines of Beggar My Neighbor: the sentence for each event."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText

_ENDS = {
    "end.all-52": "{winners:seats} wins with all the cards, after {turned} cards.",
    "end.cannot-play": "{winners:seats} wins after {turned} cards: there is none left to answer with.",
    "end.both-empty": "{winners:seats} wins after {turned} cards, with the last card of all.",
    "end.length-limit": "{winners:seats} wins with the most cards, after {turned}.",
    "end.cycle-draw": "{winners:seats} wins with the most cards: the game goes round in a circle.",
}
_DRAWS = {
    "end.length-limit": "A draw: several players have as many cards, after {turned}.",
    "end.cycle-draw": "A draw: after {turned} cards the game goes round in a circle, and would never end.",
}


def _describe_turn(event: Event) -> str:
    owes = "; {payer:seat} owes {owed:many card}." if "owed" in event.facts else "."
    return "{seat} turns {cards}" + owes


def _describe_result(event: Event) -> str:
    return (_ENDS if event.facts["winners"] else _DRAWS)[event.facts["clause"]]


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals all the cards; {first:seat} turns the first.",
    "turn": _describe_turn,
    "trick": "{seat} takes the pile, {number:many card}.",
    "mix": "The pile is shuffled and goes under the stack of {seat}.",
    "circle": "The game has begun to go round in a circle.",
    "stir": "Each stack is shuffled, and play goes on.",
    "result": _describe_result,
}
SHEET = DealScoreSheet("Player", {"Cards": "held"})

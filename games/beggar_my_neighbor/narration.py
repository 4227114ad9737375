"""Log lines of Beggar My Neighbor: the sentence for each event."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText

_ENDS = {
    "end.all-52": "{winners:seats} wins the whole deck after {turned} cards.",
    "end.cannot-play": "{winners:seats} wins after {turned} cards, because the other player has none left to flip.",
    "end.both-empty": "{winners:seats} wins after {turned} cards, with the very last card.",
    "end.length-limit": "{winners:seats} wins with the most cards, after {turned} cards.",
    "end.cycle-draw": "{winners:seats} wins with the most cards, because the game is repeating itself.",
}
_DRAWS = {
    "end.length-limit": "The game is a draw: after {turned} cards, several players have the most.",
    "end.cycle-draw": "The game is a draw: after {turned} cards, it’s repeating itself and would never end.",
}


def _describe_turn(event: Event) -> str:
    owes = ". {payer:seat} owes {owed:many card}." if "owed" in event.facts else "."
    return "{seat} flips {cards}" + owes


def _describe_result(event: Event) -> str:
    return (_ENDS if event.facts["winners"] else _DRAWS)[event.facts["clause"]]


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals all the cards. {first:seat} flips first.",
    "turn": _describe_turn,
    "trick": "{seat} takes the pile, {number:many card}.",
    "mix": "The pile is shuffled and goes under {seat}’s stack.",
    "circle": "The game has started to repeat itself.",
    "stir": "Each stack is shuffled, and play continues.",
    "result": _describe_result,
}
SHEET = DealScoreSheet("Player", {"Cards": "held"})

"""Log lines for the events of Commune, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText

_ANSWERS = {"call": "You call. The others don’t know yet.", "let-pass": "You don’t call. The others don’t know yet."}
_ENDS = {
    "declare.must-be-higher": "{loser:seat} declared {hand}, which isn’t higher than {before}, and loses a token.",
    "call.caller-loses": "{hand:capital} %s there. {loser:seat} loses a token.",
    "call.declarer-loses": "{hand:capital} %sn’t there. {loser:seat} loses a token.",
}


def _describe_result(event: Event) -> str:
    """Return the log line for the result of a hand, with “is” or “are” after the name of the declared hand.

    Examples are “Four aces are there …” and “Four high is there …”. If the name contains a comma, the line has another
    comma after the name.
    """
    hand, text = event.facts["hand"], _ENDS[event.facts["clause"]]
    is_there = "are" if hand.startswith(("three ", "four ", "five ")) and not hand.endswith(" high") else "is"
    return text.replace(" %s", f"{',' * (',' in hand)} {is_there}")


def _describe_shown_cards(event: Event) -> str:
    hands = "; ".join(f"{{{seat}}} has {held}" for seat, held in enumerate(event.facts["hands"]) if held)
    return f"All cards are shown. {hands}."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals. {first:seat} declares first.",
    "declare": "{seat} declares {hand}.",
    "answer": lambda event: _ANSWERS.get(event.facts.get("answer", ""), "{seat} has answered."),
    "passed": "Nobody calls. {turn:seat} declares.",
    "call": "{seat} calls {hand}, declared by {declarer:seat}.",
    "shown": _describe_shown_cards,
    "result": _describe_result,
    "out": "{seat} has no tokens left and is out.",
    "match": "{seat} is the last player with a token and wins the match.",
}
SHEET = DealScoreSheet("Player", {"Cards": "cards", "Tokens left": "tokens", "Cards next hand": "next"})

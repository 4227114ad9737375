"""How what happens in Lórum is told."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.event import Event
from games.engine.telling import Sheet, Telling

_ENDS = {
    "pay.four-takers": "All four took something and pay into the pot.",
    "pay.three-takers": "{clean:seats} alone took nothing, and is paid by the others.",
    "pay.two-takers": "{clean:seats} took nothing and share what the others pay.",
    "ape.stop": "{takers:seats} has the king of hearts.",
    "train.end": "The Train has come to {total}.",
    "quart.end": "{winners:seats} is out, and is paid for what the others hold.",
    "domino.end": "{winners:seats} is out and takes the pot of {pot}.",
}


def _result(event: Event) -> str:
    if event.facts["clause"] == "pay.one-taker":
        return "{takers:seats} took everything" + (
            ", and is paid by all." if event.facts["reward"] else " and pays it into the pot."
        )
    return _ENDS[event.facts["clause"]]


def _play(event: Event) -> str:
    return "{seat} plays {cards}: {total}." if "total" in event.facts else "{seat} plays {cards}."


def _match(event: Event) -> str:
    alone = len(event.facts["winners"]) == 1
    return f"{{winners:seats}} {'wins' if alone else 'win'} the match with {{most:many chip}}."


TELLING: Mapping[str, Telling] = {
    "deal": "{seat} deals {title}.",
    "void": "{seat} has nothing but hearts: the cards are dealt again.",
    "play": _play,
    "turn-up": "{seat} turns up {cards}.",
    "trick": "{seat} takes trick {trick}.",
    "own": "Nobody followed: everybody takes their own card.",
    "mark": "{seat} reaches {mark} and pays {paid:many chip}.",
    "closed": "The sequence is finished, and {seat} opens the next.",
    "pass": lambda event: "{seat} passes and pays {paid:many chip}." if event.facts["paid"] else "{seat} passes.",
    "result": _result,
    "match": _match,
}
SHEET = Sheet("Player", {"Units": "units", "Chips": "change", "Now": "chips"})

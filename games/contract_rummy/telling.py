"""How what happens in Contract Rummy is told."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import UNKNOWN
from games.engine.event import Event
from games.engine.telling import Sheet, Telling


def _swap(event: Event) -> str:
    freed = len(event.facts["owners"])
    return "{seat} puts {cards} in the place of " + ("a joker." if freed == 1 else f"{freed} jokers.")


def _match(event: Event) -> str:
    return "{winners:seats} wins the match." if len(event.facts["winners"]) == 1 else "{winners:seats} share the match."


_ENDS = {
    "out.empty-hand": "{winners:seats} is out and wins the hand.",
    "stock.dead": "There is no card left to draw, so the hand ends and everybody counts.",
}
TELLING: Mapping[str, Telling] = {
    "deal": "{seat} deals {cards_each} cards to each. The contract is {contract}.",
    "turned-up": "{cards} is turned up.",
    "upcard": "{seat} takes the upcard, {cards}.",
    "decline": "{seat} leaves the upcard.",
    "stock": lambda event: f"{{seat}} draws{' {cards}' if set(event.cards) - {UNKNOWN} else ''} from the stock.",
    "reshuffle": "The discard pile is shuffled into a new stock; the upcard stays.",
    "answer": "",
    "window": "Nobody asks for {cards}.",
    "may-i": lambda event: "May I? {seat} takes {cards}." + (" {also:seats} asked too." if event.facts["also"] else ""),
    "listen": "{seat} wants to be asked again.",
    "contract": lambda event: (
        f"{{seat}} lays the {'whole hand' if event.facts['whole'] else 'contract'}: {{melds:groups}}."
    ),
    "meld": "{seat} lays {cards}.",
    "layoff": "{seat} adds {cards}, which makes {meld}.",
    "swap": _swap,
    "discard": "{seat} discards {cards}.",
    "result": lambda event: _ENDS[event.facts["clause"]],
    "tie": "{level:seats} are level, so the last hand is played again.",
    "match": _match,
}
SHEET = Sheet("Player", {"Cards left": "left", "Points": "points", "In all": "totals"})

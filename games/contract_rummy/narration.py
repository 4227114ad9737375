"""Log lines for the events of Contract Rummy, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import UNKNOWN, format_cards, list_missing_cards, parse_cards
from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import join_words


def _describe_layoff(event: Event) -> str:
    owner, before = event.facts["owner"], list_missing_cards(parse_cards(event.facts["meld"]), event.cards)
    whose = "" if owner == event.seat else f" in front of {{{owner}}}"
    return f"{{seat}} adds {{cards}} to {format_cards(before)}{whose}."


def _describe_swap(event: Event) -> str:
    jokers = ["a joker" if owner == event.seat else f"{{{owner}}}’s joker" for owner in event.facts["owners"]]
    return f"{{seat}} puts {{cards}} in the place of {join_words(jokers)}."


def _describe_match(event: Event) -> str:
    return "{winners:seats} wins the match." if len(event.facts["winners"]) == 1 else "{winners:seats} share the match."


_ENDS = {
    "out.empty-hand": "{winners:seats} is out and wins the hand.",
    "stock.dead": "Nobody is out, and the hand cannot go on: everybody counts.",
}
NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {cards_each} cards to each. The contract is {contract}.",
    "turned-up": "{cards} is turned up.",
    "upcard": "{seat} takes {cards} from the discard pile.",
    "decline": "{seat} leaves {cards}.",
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
    "layoff": _describe_layoff,
    "swap": _describe_swap,
    "discard": "{seat} discards {cards}.",
    "result": lambda event: _ENDS[event.facts["clause"]],
    "tie": "{level:seats} are level, so the last hand is played again.",
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Cards left": "left", "Points": "points", "In all": "totals"})

"""Log lines for the events of Contract Rummy, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import UNKNOWN, format_cards, list_missing_cards, parse_cards
from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import join_words


def _describe_layoff(event: Event) -> str:
    owner, before = event.facts["owner"], list_missing_cards(parse_cards(event.facts["meld"]), event.cards)
    whose = "" if owner == event.seat else f"{{{owner}}}’s meld of "
    return f"{{seat}} lays off {{cards}} on {whose}{format_cards(before)}."


def _describe_swap(event: Event) -> str:
    jokers = ["a joker" if owner == event.seat else f"{{{owner}}}’s joker" for owner in event.facts["owners"]]
    return f"{{seat}} swaps {{cards}} for {join_words(jokers)}."


def _describe_match(event: Event) -> str:
    if len(event.facts["winners"]) == 1:
        return "{winners:seats} wins the match."
    return "{winners:seats} tie for the lowest total and share the win."


_ENDS = {
    "out.empty-hand": "{winners:seats} goes out and wins the hand.",
    "stock.dead": "The hand can’t continue, and nobody has gone out. Everyone scores.",
}
NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {cards_each} cards to each player. The contract is {contract}.",
    "turned-up": "{cards} is the first upcard.",
    "upcard": "{seat} takes {cards} from the discard pile.",
    "decline": "{seat} leaves {cards}.",
    "stock": lambda event: f"{{seat}} draws{' {cards}' if set(event.cards) - {UNKNOWN} else ''} from the stock.",
    "reshuffle": "The discard pile is shuffled into a new stock. The upcard stays.",
    "answer": "",
    "window": "Nobody asks for {cards}.",
    "may-i": lambda event: (
        "{seat} asks “May I?” and takes {cards}." + (" {also:seats} asked too." if event.facts["also"] else "")
    ),
    "listen": "{seat} can be asked about the upcard again.",
    "contract": lambda event: (
        f"{{seat}} melds the {'whole hand' if event.facts['whole'] else 'contract'}: {{melds:groups}}."
    ),
    "meld": "{seat} melds {cards}.",
    "layoff": _describe_layoff,
    "swap": _describe_swap,
    "discard": "{seat} discards {cards}.",
    "result": lambda event: _ENDS[event.facts["clause"]],
    "tie": "{level:seats} tie for the lowest total, so everyone plays the last hand again.",
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Cards left": "left", "Points": "points", "Total": "totals"})

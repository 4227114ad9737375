"""Log lines for the events of Vazhushal, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import format_cards, list_missing_cards, parse_cards
from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import spell_count


def _describe_no_pure_sequence(event: Event) -> str:
    fate = "it goes back into the stock" if event.seat is None else "{seat} takes it"
    return f"Nobody was dealt a pure sequence, so {fate}."


def _describe_stock_draw(event: Event) -> str:
    card, last = " {cards}" if event.cards else "", ", the last card of it" if event.facts["last"] else ""
    return f"{{seat}} draws{card} from the stock{last}."


def _describe_wipe(event: Event) -> str:
    taken = parse_cards(event.facts["taken"])
    rest = list_missing_cards(taken, [card.base for card in event.cards])
    number = "" if len(taken) == 1 else f"{spell_count(len(taken), 'card')} down to "
    wiped = f"{{seat}} wipes {number}{taken[0].code}"
    if not rest:
        return f"{wiped} and lays {{cards}}."
    return f"{wiped}, lays {{cards}} and takes {format_cards(rest)} into the hand."


def _describe_layoff(event: Event) -> str:
    return (
        f"{{seat}} adds {{cards}} to {format_cards(list_missing_cards(parse_cards(event.facts['meld']), event.cards))}."
    )


def _describe_result(event: Event) -> str:
    winners = event.facts["winners"]
    if event.facts["clause"] == "out.definition":
        return "{winners:seats} is out and wins the hand."
    if not winners:
        return "Nobody wins this hand: the best scores are equal."
    return "{winners:seats} wins the hand." if len(winners) == 1 else "{winners:seats} share the hand."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {cards_each} cards to each.",
    "throw-in": "{seat} shows {doubles} doubles: all cards are thrown in and dealt anew.",
    "keep": "{seat} could have thrown the cards in and plays on.",
    "negative": "The negative joker is {cards}.",
    "starter": "{cards} begins the line.",
    "nobody-pure": _describe_no_pure_sequence,
    "stock": _describe_stock_draw,
    "wipe": _describe_wipe,
    "take": "{seat} takes the whole line with its wild starter: {cards}.",
    "meld": lambda event: (
        "{seat} lays {cards} before drawing." if event.facts["before_drawing"] else "{seat} lays {cards}."
    ),
    "layoff": _describe_layoff,
    "rearrange": "{seat} rearranges to {melds:groups}.",
    "discard": "{seat} discards {cards}.",
    "face-down": "{seat} lays the last card face down.",
    "overflow": "The line is full: {cards} goes under the stock.",
    "exhausted": lambda event: (
        "{turns} turns are enough: this hand ends and the cards are counted."
        if event.facts
        else "The stock has run out: this hand ends and the cards are counted."
    ),
    "done": "{seat} lays nothing more.",
    "result": _describe_result,
    "match": "{seat} wins the match.",
}
SHEET = DealScoreSheet("Player", {"Melds": "melds", "In hand": "hand", "Points": "points"})

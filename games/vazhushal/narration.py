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
    card, last = " {cards}" if event.cards else "", ". It was the last card" if event.facts["last"] else ""
    return f"{{seat}} draws{card} from the stock{last}."


def _describe_wipe(event: Event) -> str:
    taken = parse_cards(event.facts["taken"])
    rest = list_missing_cards(taken, [card.base for card in event.cards])
    number = "" if len(taken) == 1 else f"{spell_count(len(taken), 'card')} down to "
    wiped = f"{{seat}} wipes {number}{taken[0].code}"
    if not rest:
        return f"{wiped} and melds {{cards}}."
    return f"{wiped}, melds {{cards}}, and takes {format_cards(rest)}."


def _describe_layoff(event: Event) -> str:
    former = list_missing_cards(parse_cards(event.facts["meld"]), event.cards)
    return f"{{seat}} lays off {{cards}} on {format_cards(former)}."


def _describe_result(event: Event) -> str:
    winners = event.facts["winners"]
    if event.facts["clause"] == "out.definition":
        return "{winners:seats} goes out and wins the hand."
    if not winners:
        return "The hand is a tie. Nobody wins it."
    return "{winners:seats} wins the hand." if len(winners) == 1 else "{winners:seats} share the hand."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {cards_each} cards to each player.",
    "throw-in": "{seat} shows {doubles} doubles, so all hands are redealt.",
    "keep": "{seat} keeps this hand.",
    "negative": "The negative joker is {cards}.",
    "starter": "{cards} starts the line.",
    "nobody-pure": _describe_no_pure_sequence,
    "stock": _describe_stock_draw,
    "wipe": _describe_wipe,
    "take": "{seat} takes the whole line, including the wild starter: {cards}.",
    "meld": lambda event: (
        "{seat} melds {cards} before drawing." if event.facts["before_drawing"] else "{seat} melds {cards}."
    ),
    "layoff": _describe_layoff,
    "rearrange": "{seat} rearranges to {melds:groups}.",
    "discard": "{seat} discards {cards}.",
    "face-down": "{seat} discards the last card face down.",
    "overflow": "The line is full: {cards} goes under the stock.",
    "exhausted": lambda event: (
        "This hand ends after {turns} turns. The cards are scored."
        if event.facts
        else "The stock has run out. This hand ends, and the cards are scored."
    ),
    "done": "{seat} finishes.",
    "result": _describe_result,
    "match": "{seat} wins the match.",
}
SHEET = DealScoreSheet("Player", {"Melds": "melds", "In hand": "hand", "Points": "points"})

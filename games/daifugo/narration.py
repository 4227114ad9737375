"""Log lines for the events of Daifugo, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.daifugo.legality import SUITS_SAID
from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import join_words


def _describe_gift(event: Event) -> str:
    cards = "{cards}" if event.cards else "{number:many card}"
    return f"{{seat}} gives {{to:seat}} {cards}."


def _describe_giving_back(event: Event) -> str:
    return (
        "{seat} gives {cards} back to {to:seat}."
        if event.cards
        else "{seat} gives {number:many card} back to {to:seat}."
    )


def _describe_suit_lock(event: Event) -> str:
    suits = join_words([SUITS_SAID[suit] for suit in dict.fromkeys(event.facts["suits"])])
    step = ", one rank at a time" if event.facts["stepped"] else ""
    return f"The round is locked to {suits}{step}."


def _describe_result(event: Event) -> str:
    if "daifugo" not in event.facts:
        return "{winners:seats} is Daifugo." if event.facts["winners"] else "The hand is over."
    return "{daifugo:seat} is Daifugo, and {destitute:seat} is Destitute."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals.",
    "lead": "{seat} leads.",
    "tribute": _describe_gift,
    "return": _describe_giving_back,
    "play": "{seat} plays {cards}.",
    "pass": "{seat} passes.",
    "revolution": "Revolution! The order of ranks is reversed.",
    "back": "The jack reverses the order until the round ends.",
    "turned": "The direction of play is reversed.",
    "lock": _describe_suit_lock,
    "give": lambda event: "{seat} gives {to:seat} {cards}." if event.cards else "{seat} gives {to:seat} a card.",
    "throw": "{seat} discards {cards}.",
    "keep": "{seat} keeps all cards.",
    "out": "{seat} is out as {title}.",
    "foul": "{seat} is out with a foul, as {title}.",
    "fall": "{seat} falls from Daifugo to {title}.",
    "trick": "{seat} leads a new round.",
    "another": "{seat} deals another hand.",
    "enough": "{seat} ends the match.",
    "session": "{seat} wins the match.",
    "result": _describe_result,
}
SHEET = DealScoreSheet("Player", {"Place": "places", "Title": "titles"})

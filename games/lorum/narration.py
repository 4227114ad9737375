"""Log lines for the events of Lórum, and the columns of its score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.event import Event, Facts
from games.engine.narration import DealScoreSheet, EventText
from games.words import spell_count


def _describe_four_takers(facts: Facts) -> str:
    return f"All four took something and pay {_format_chips(-sum(facts['change']))} into the pot."


def _describe_three_takers(facts: Facts) -> str:
    return f"Only {{clean:seats}} took nothing. The others pay {_format_chips(facts['change'][facts['clean'][0]])}."


def _describe_two_takers(facts: Facts) -> str:
    first, second = (facts["change"][seat] for seat in facts["clean"])
    shares = (
        f"{_format_chips(first)} each" if first == second else f"{_format_chips(first)} and {_format_chips(second)}"
    )
    return f"{{clean:seats}} took nothing and get {shares} from the others."


def _describe_one_taker(facts: Facts) -> str:
    moved = facts["change"][facts["takers"][0]]
    if facts["reward"]:
        return f"{{takers:seats}} took everything. The others pay {_format_chips(moved)} for it."
    return f"{{takers:seats}} took everything and pays {_format_chips(-moved)} into the pot."


def _describe_ape_caught(facts: Facts) -> str:
    return f"{{takers:seats}} took the king of hearts and pays {_format_chips(-facts['change'][facts['takers'][0]])}."


def _describe_player_out(facts: Facts) -> str:
    return (
        f"{{winners:seats}} is out. The others pay {_format_chips(max(facts['change']))} for the cards they have left."
    )


_ENDS: Mapping[str, Callable[[Facts], str]] = {
    "pay.four-takers": _describe_four_takers,
    "pay.three-takers": _describe_three_takers,
    "pay.two-takers": _describe_two_takers,
    "pay.one-taker": _describe_one_taker,
    "ape.stop": _describe_ape_caught,
    "train.end": lambda facts: "The Train ends at {total}. Nobody can reach another mark.",
    "quart.end": _describe_player_out,
    "domino.end": lambda facts: "{winners:seats} is out and takes the pot of {pot}.",
}


def _format_chips(number: int) -> str:
    return spell_count(number, "chip")


def _describe_result(event: Event) -> str:
    return _ENDS[event.facts["clause"]](event.facts)


def _describe_match(event: Event) -> str:
    alone = len(event.facts["winners"]) == 1
    return f"{{winners:seats}} {'wins' if alone else 'win'} the match with {{most:many chip}}."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {title}.",
    "void": "{seat} was dealt only hearts. All hands are redealt.",
    "play": lambda event: (
        "{seat} plays {cards}. The total is {total}." if "total" in event.facts else "{seat} plays {cards}."
    ),
    "turn-up": "{seat} flips {cards}.",
    "trick": "{seat} takes trick {trick}.",
    "own": "Nobody followed suit. Each player puts their own card on their pile.",
    "mark": "{seat} reaches {mark} and pays {paid:many chip}.",
    "closed": "The sequence is finished. It’s {seat}’s turn to start the next.",
    "pass": lambda event: "{seat} passes and pays {paid:many chip}." if event.facts["paid"] else "{seat} passes.",
    "result": _describe_result,
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Units": "units", "Chips": "change", "Total": "chips"})

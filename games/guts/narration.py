"""The log lines of Guts: a sentence for each kind of event, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.event import Event, Facts
from games.engine.narration import DealScoreSheet, EventText
from games.words import spell_count

_SECRET = {
    "in": "You are in. The others do not know yet.",
    "out": "You are out. The others do not know yet.",
}


def _format_chips(number: int) -> str:
    return spell_count(number, "chip")


def _describe_deal(event: Event) -> str:
    pot = f"All put in {_format_chips(event.facts['ante'])}: the" if event.facts["anted"] else "The"
    first = "All declare at once." if event.facts["secret"] else "{first:seat} declares first."
    return f"{{seat}} deals. {pot} pot is {{pot}}. {first}"


def _describe_reveal(event: Event) -> str:
    ins = event.facts["ins"]
    if not ins:
        return "All show what they chose: nobody is in."
    return f"All show what they chose: {{ins:seats}} {'is' if len(ins) == 1 else 'are'} in."


def _describe_shown_hands(event: Event) -> str:
    hands = event.facts["hands"]
    return f"{'; '.join(f'{{{seat}}} shows {hands[seat]}' for seat in event.facts['order'])}."


def _describe_payments(facts: Facts) -> str:
    """Return a sentence on who pays how much, or "" if no player pays."""
    payers, paid = facts["payers"], facts["paid"]
    if not payers:
        return ""
    if len(payers) == 1:
        return f" {{payers:seats}} pays {paid[0]}."
    if len(set(paid)) == 1:
        return f" {{payers:seats}} pay {paid[0]} each."
    return f" {', '.join(f'{{{seat}}} pays {number}' for seat, number in zip(payers, paid, strict=True))}."


def _describe_winning_hand(facts: Facts) -> str:
    """Return the end of a result's sentence: the winning hand, and who pays."""
    return f" with {facts['hands'][facts['winners'][0]]}.{_describe_payments(facts)}"


def _describe_all_out(facts: Facts) -> str:
    if not facts["payers"]:
        return "Nobody is in: the pot of {before} stays." if facts["next"] else "Nobody is in."
    return f"Nobody is in, and the best hand pays.{_describe_payments(facts)}"


_ENDS: Mapping[str, Callable[[Facts], str]] = {
    "pot.all-out": _describe_all_out,
    "showdown.ghost": lambda facts: f"The ghost has {{ghost}}, which nobody in can match.{_describe_payments(facts)}",
    "showdown.lone-in": lambda facts: "{winners:seats} takes {share:many chip} alone.",
    "showdown.winner-takes-pot": lambda facts: (
        f"{{winners:seats}} takes {{share:many chip}}{_describe_winning_hand(facts)}"
    ),
    "showdown.tie-splits": lambda facts: (
        f"{{winners:seats}} share the pot, {{share:many chip}} each,{_describe_winning_hand(facts)}"
    ),
}


def _describe_result(event: Event) -> str:
    return _ENDS[event.facts["clause"]](event.facts)


def _describe_match(event: Event) -> str:
    facts = event.facts
    shared = "The match has lasted long enough, and the pot is shared out. " if facts["why"] == "hands" else ""
    broke = "Nobody is left who could ante against another. " if facts["why"] == "broke" else ""
    alone = len(facts["winners"]) == 1
    return f"{shared}{broke}{{winners:seats}} {'wins' if alone else 'win'} the match with {{most:many chip}}."


NARRATION: Mapping[str, EventText] = {
    "deal": _describe_deal,
    "gone": "{seat} cannot ante and is out of the match.",
    "in": "{seat} is in.",
    "out": "{seat} is out.",
    "secret": lambda event: _SECRET.get(event.facts.get("said", ""), "{seat} has decided."),
    "at-once": _describe_reveal,
    "ghost": "The ghost has {cards}.",
    "shown": _describe_shown_hands,
    "result": _describe_result,
    "round": "Round {round} of {of} is over.",
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Said": "said", "Hand": "hands", "Chips": "change", "Now": "chips"})

"""The log lines of Guts: a sentence for each kind of event, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.event import Event, Facts
from games.engine.narration import DealScoreSheet, EventText
from games.words import spell_count

_SECRET = {
    "in": "You’re in. The others don’t know yet.",
    "out": "You’re out. The others don’t know yet.",
}


def _format_chips(number: int) -> str:
    return spell_count(number, "chip")


def _describe_deal(event: Event) -> str:
    antes = f" Everyone antes {_format_chips(event.facts['ante'])}." if event.facts["anted"] else ""
    first = "Everyone declares at the same time." if event.facts["secret"] else "{first:seat} declares first."
    return f"{{seat}} deals.{antes} The pot is {{pot}}. {first}"


def _describe_reveal(event: Event) -> str:
    ins = event.facts["ins"]
    if not ins:
        return "All declarations are shown. Nobody is in."
    return f"All declarations are shown. {{ins:seats}} {'is' if len(ins) == 1 else 'are'} in."


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


def _describe_winning_hand(facts: Facts, each: bool = False) -> str:
    """Return the end of a sentence about who wins, such as “ with a pair of kings.”, and what follows it.

    If `each` is true, a sentence says how many chips each winner gets. If anyone pays, the last sentence says who and
    how much.
    """
    share = " That’s {share:many chip} each." if each else ""
    return f" with {facts['hands'][facts['winners'][0]]}.{share}{_describe_payments(facts)}"


def _describe_all_out(facts: Facts) -> str:
    if not facts["payers"]:
        return "Nobody is in, so the pot of {before} stays." if facts["next"] else "Nobody is in."
    return f"Nobody is in, and the best hand pays.{_describe_payments(facts)}"


_ENDS: Mapping[str, Callable[[Facts], str]] = {
    "pot.all-out": _describe_all_out,
    "showdown.ghost": lambda facts: f"The ghost wins with {{ghost}}.{_describe_payments(facts)}",
    "showdown.lone-in": lambda facts: "{winners:seats} is the only player in and wins {share:many chip}.",
    "showdown.winner-takes-pot": lambda facts: (
        f"{{winners:seats}} wins {{share:many chip}}{_describe_winning_hand(facts)}"
    ),
    "showdown.tie-splits": lambda facts: f"{{winners:seats}} share the pot{_describe_winning_hand(facts, each=True)}",
}


def _describe_result(event: Event) -> str:
    return _ENDS[event.facts["clause"]](event.facts)


def _describe_match(event: Event) -> str:
    facts = event.facts
    shared = "That was the last hand, so the pot is shared. " if facts["why"] == "hands" else ""
    broke = "Fewer than two players can ante. " if facts["why"] == "broke" else ""
    alone = len(facts["winners"]) == 1
    return f"{shared}{broke}{{winners:seats}} {'wins' if alone else 'win'} the match with {{most:many chip}}."


NARRATION: Mapping[str, EventText] = {
    "deal": _describe_deal,
    "gone": "{seat} can’t ante and is out of the match.",
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
SHEET = DealScoreSheet("Player", {"Declared": "said", "Hand": "hands", "Chips": "change", "Now": "chips"})

"""The log lines of Anaconda: a sentence for each kind of event, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.anaconda.hand_stages import BOTH, HIGH, LOW
from games.anaconda.scoring import LOWS
from games.engine.event import Event, Facts
from games.engine.narration import DealScoreSheet, EventText
from games.kit import betting
from games.kit.poker import HIGH as HIGH_RANKING
from games.words import capitalize_first, join_words, spell_count


def _describe_deal(event: Event) -> str:
    left = event.facts["pot"]
    carried = f" The pot already has {spell_count(left, 'chip')} from earlier hands." if left else ""
    return f"{{seat}} deals hand {{number}}.{carried}"


def _describe_declaration(event: Event) -> str:
    way = event.facts["way"]
    return f"{{seat}} goes {'both ways' if way == BOTH else way}."


def _describe_pass(event: Event) -> str:
    what = "{cards}" if event.cards else "{number:many card}"
    return f"{{seat}} passes {what} to {{taker:seat}}."


def _describe_reveal(event: Event) -> str:
    """Return the log line for a revealed hand.

    It names the hand as a high hand, as a low hand, or as both, depending on the way the hand goes.
    """
    low, way = LOWS[event.facts["low"]], event.facts["way"]
    names = {
        HIGH: HIGH_RANKING.name_hand(HIGH_RANKING.compute_hand_key(event.cards)),
        LOW: low.name_hand(low.compute_hand_key(event.cards)),
    }
    ways = [f"{names[goal]} for {goal}" for goal in (HIGH, LOW) if way in (goal, BOTH)]
    return f"{{seat}} reveals {{cards}}: {names[HIGH] if way == HIGH else join_words(ways)}."


def _describe_pot_split(event: Event) -> str:
    facts = event.facts
    parts = [f"{chips} to {{{seat}}}{_describe_won_half(facts, seat)}" for seat, chips in facts["gains"]]
    shares = f"goes to {{{facts['gains'][0][0]}}}" if len(parts) == 1 else f"is divided: {join_words(parts)}"
    rest = facts["rest"]
    left = (
        f". {capitalize_first(spell_count(rest, 'chip'))} {'stays' if rest == 1 else 'stay'} on the table"
        if rest
        else ""
    )
    return f"{{name}} of {{chips}} {shares}{left}."


def _describe_won_half(facts: Facts, seat: int) -> str:
    """Return the end of a sentence that says which half of a pot a seat wins, such as “ for high”.

    `facts` belong to the event that reports the division of the pot. If the whole pot went to the same seats, the
    result is "".
    """
    if facts["whole"]:
        return ""
    return " for " + " and ".join(way for way in ("high", "low") if seat in facts[way])


def _describe_result(event: Event) -> str:
    if event.facts["clause"] == "bet.last-one":
        return "Everyone else folds, so {winners:seats} wins the pot of {pot}."
    winnings = [f"{{{seat}}} wins {chips}" for seat, chips in enumerate(event.facts["won"]) if chips]
    return f"{join_words(winnings)}." if winnings else "Nobody wins anything. The chips stay on the table."


def _describe_match(event: Event) -> str:
    alone = len(event.facts["winners"]) == 1
    return f"{{winners:seats}} {'wins' if alone else 'win'} the match with {{most:many chip}}."


NARRATION: Mapping[str, EventText] = {
    **betting.NARRATION,
    "deal": _describe_deal,
    "lay": "{seat} chooses cards to pass.",
    "pass": _describe_pass,
    "hide": "{seat} declares in secret.",
    "declare": _describe_declaration,
    "choose": "{seat} chooses five cards.",
    "show": "{seat} shows {cards}.",
    "reveal": _describe_reveal,
    "split": _describe_pot_split,
    "result": _describe_result,
    "match": _describe_match,
}
SHEET = DealScoreSheet("Player", {"Won": "won", "Change": "change", "Chips": "chips"})

"""The log lines of Mille: a sentence for each kind of event, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import UNKNOWN
from games.engine.event import Event
from games.engine.narration import DealScoreSheet, EventText
from games.words import spell_count


def _describe_pile_taking(event: Event) -> str:
    """Return the log line for taking the pile, with the number of cards that go into the hand."""
    rest = event.facts["rest"]
    more = f" and takes the rest of the pile, {spell_count(rest, 'card')}" if rest else ""
    return f"{{seat}} melds {{cards}}{more}."


def _describe_discard(event: Event) -> str:
    left = event.facts["left"]
    return "{seat} discards {cards}" + (f" and has {spell_count(left, 'card')} left." if left else ".")


def _describe_result(event: Event) -> str:
    facts = event.facts
    if "points" not in facts:
        return "The hand is over."
    first, last = (f"{{{seat}}} scores {own}{', a chapeau' * (own < 0)}" for seat, own in enumerate(facts["points"]))
    ended = "The hand ends because there’s no card to draw." if facts["out"] is None else "{out:seat} goes out."
    return f"{ended} {first}{',' * (facts['points'][0] < 0)} and {last}."


_SKUNKS = ("", " It’s a skunk.", " It’s a double skunk.")


def _describe_match(event: Event) -> str:
    return f"{{seat}} wins the match.{_SKUNKS[event.facts['skunk']]} {{loser:seat}} pays {{pay}}."


NARRATION: Mapping[str, EventText] = {
    "deal": "{seat} deals {cards_each} cards to each player.",
    "turned-up": "{cards} is flipped.",
    "stock": lambda event: f"{{seat}} draws{' {cards}' if set(event.cards) - {UNKNOWN} else ''} from the stock.",
    "reshuffle": "The pile is shuffled into a new stock. The upcard stays.",
    "leave": "There’s no card to draw, and {seat} leaves the pile.",
    "pile": _describe_pile_taking,
    "starter": "{seat} takes {cards}, which was flipped after the deal.",
    "meld": "{seat} melds {cards}.",
    "add": "{seat} lays off {cards} on the {rank}.",
    "discard": _describe_discard,
    "result": _describe_result,
    "match": _describe_match,
}
SHEET = DealScoreSheet(
    "Player", {"Melds": "melds", "In hand": "hand", "Asterisks": "marks", "Points": "points", "Total": "totals"}
)

"""Places of a table that look the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.cards import UNKNOWN, Card
from games.engine.state import State
from games.engine.view import Field, Zone


def hand_zone(owner: int, cards: Sequence[Card], seat: int | None, marked: tuple[str, ...] = ()) -> Zone:
    """A hand as `seat` sees it: a fan for its owner, and where all of it is known; to others a pile of backs."""
    layout = "fan" if owner == seat or UNKNOWN not in cards else "pile"
    return Zone(f"hand-{owner}", layout, "Hand", tuple(card.code for card in cards), owner, marked=marked)


def one_card(label: str) -> Callable[[State, int], tuple[Field, ...]]:
    """The fields of a verb that takes one card of the hand."""
    return lambda state, seat: (Field("cards", "card", label, (f"hand-{seat}",), 1, 1),)

"""Helpers for positions in lessons and examples: they add tricks that a position omits, and mirror positions."""

from __future__ import annotations

from typing import Any

from games.court_piece.state import HAND, SEATS
from games.engine.view import Position


def add_default_tricks(position: Position) -> Position:
    """Return a position with its finished tricks filled in if it omits them, or else as it is.

    The number of tricks follows from the number of cards in the hands. Two seats take the tricks alternately: the seat
    that leads now, which takes the last one, and the seat with the next number.
    """
    if "tricks" in position or position.get("phase", "play") not in ("play", "change"):
        return position
    laid = len(position.get("trick", "").split())
    leader = position.get("leader", (position.get("turn", 0) - laid) % SEATS)
    hands = enumerate(position.get("hands", []))
    held = [len(hand.split()) + ((seat - leader) % SEATS < laid) for seat, hand in hands if hand]
    number = HAND - max(held, default=HAND)
    return {**position, "tricks": [str((leader + (number - place) % 2) % SEATS) for place in range(1, number + 1)]}


def mirror_position(position: Position) -> Position:
    """Return the position with seats 1 and 3 swapped, so that the order of play is reversed."""
    return {key: _mirror_position_value(key, value) for key, value in position.items()}


def _mirror_position_value(key: str, value: Any) -> Any:
    if key in ("turn", "leader", "dealer"):
        return -value % SEATS
    if key in ("asked", "changing", "confirmed"):
        return [-seat % SEATS for seat in value]
    if key in ("hands", "known"):
        return [[*value, "", "", ""][-seat % SEATS] for seat in range(SEATS)]
    if key == "tricks":
        return [f"{-int(text[0]) % SEATS}{text[1:]}" for text in value]
    return mirror_position(value) if key == "match" else value

"""Errors in the editors for puzzles and lessons."""

from __future__ import annotations

from games.errors import RulesError


class BadChange(RulesError):
    """Raised for a change of a draft that isn't possible."""


class ChangedElsewhere(BadChange):
    """Raised if another request has changed the draft since this change was prepared."""

    def __init__(self) -> None:
        super().__init__("This was just changed in another tab or by someone else. Try again.")

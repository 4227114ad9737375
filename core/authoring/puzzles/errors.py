"""Errors of the editors of puzzles and lessons."""

from __future__ import annotations

from games.errors import RulesError


class BadChange(RulesError):
    """A change of a draft that can't be made."""


class ChangedElsewhere(BadChange):
    """A change that was prepared for a draft, but the draft has changed since."""

    def __init__(self) -> None:
        super().__init__("This was changed elsewhere at the same time. Try again.")

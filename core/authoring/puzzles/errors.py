"""What goes wrong while somebody builds."""

from __future__ import annotations

from games.errors import HouseError


class BadChange(HouseError):
    """A change that cannot be made."""


class ChangedElsewhere(BadChange):
    """A change that was worked out for a draft that's another one by now."""

    def __init__(self) -> None:
        super().__init__("This was changed elsewhere at the same moment. Try again.")

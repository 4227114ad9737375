"""What goes wrong while somebody builds."""

from __future__ import annotations

from games.errors import HouseError


class BadChange(HouseError):
    """A change that cannot be made."""

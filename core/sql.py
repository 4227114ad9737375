"""What is asked in plain SQL."""

from __future__ import annotations

from collections.abc import Collection


def places(values: Collection[object]) -> str:
    """As many places for values, as they stand in brackets after IN."""
    return ", ".join(["%s"] * len(values))

"""What the rules refuse, by kind: text that says nothing, and a position that cannot be."""

from __future__ import annotations


class HouseError(ValueError):
    """Anything that the rules refuse; its text is a sentence for the reader."""


class BadText(HouseError):
    """Text that names no card, move, position, record or option.

    `what` is the fault, `where` the piece of text at fault, `wanted` what should stand there.
    """

    def __init__(self, what: str, where: object, wanted: str = "") -> None:
        self.what = what
        self.where = str(where)[:80]
        self.wanted = wanted
        super().__init__(f"“{self.where}”: {what}." + (f" Wanted: {wanted}." if wanted else ""))


class BadPosition(HouseError):
    """A position that no deal could reach: a card twice, too many cards, a meld that is none."""

"""The base errors of the engine: for broken rules, text that can't be parsed, and impossible positions."""

from __future__ import annotations


class RulesError(ValueError):
    """Base class of the errors for illegal moves, text that can't be parsed, impossible positions, and bad options.

    The message is a sentence for the reader.
    """


class BadText(RulesError):
    """Raised for text that isn't a card, move, position, record, or option.

    `what` is the fault, such as “not a card”. `where` is the faulty part of the text, and `wanted` what is expected
    instead.
    """

    def __init__(self, what: str, where: object, wanted: str = "") -> None:
        self.what = what
        self.where = str(where)[:80]
        self.wanted = wanted
        fault = f"isn’t {what.removeprefix('not ')}" if what.startswith("not ") else f"is {what}"
        super().__init__(f"“{self.where}” {fault}." + (f" Expected: {wanted}." if wanted else ""))


class BadPosition(RulesError):
    """Raised for a position that no deal could reach: a card twice, too many cards, an invalid meld."""

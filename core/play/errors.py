"""Errors for actions at a table, other than illegal moves.

Each has a code for API clients and a sentence for people.
"""

from __future__ import annotations

from django.urls import reverse

from games.engine.move import Move
from games.errors import RulesError
from variants.not_found import ExplainedNotFound


class TableError(RulesError):
    """Raised if an action isn't possible at this table now. `status` is the HTTP status of the response."""

    code = "table.refused"
    status = 409


class StaleVersion(TableError):
    """Raised if the table has changed since the version that a request is based on, such as by another player's move.

    The request has no effect. `version` is the table's current version.
    """

    code = "table.stale"
    said = "The table has changed. Here’s how it looks now."

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(self.said)


class VersionAhead(StaleVersion):
    """Raised if the request's version is higher than the table's, for example after a backup was restored."""

    said = "The table isn’t that far along yet. Here’s how it looks now."


class NotPlaying(TableError):
    """Raised for an action at the wrong time: seats are empty, a deal isn't over, or the match is over."""

    code = "table.not-playing"


class TooLateToUndo(TableError):
    """Raised if the last move can't be undone, because it has revealed something or another player has moved since."""

    code = "table.too-late"


class SeatTaken(TableError):
    """Raised if a person or bot can't take a seat at a table, for example because someone else has it."""

    code = "table.seat-taken"


class Forbidden(TableError):
    """Raised for an action at a table if this person doesn't have permission."""

    code = "table.forbidden"
    status = 403


class BadSeats(TableError):
    """Raised for a choice of players that isn't possible at a table, such as one person in two seats."""

    code = "table.bad-seats"
    status = 422


class TooManyTables(TableError):
    """Raised if this person has reached the maximum number of unfinished tables."""

    code = "table.too-many"


class UnplayableMatch(ExplainedNotFound):
    """Raised if the current code can't replay a match: a rule was fixed since then, or an option was removed."""

    def __init__(self, code: str) -> None:
        super().__init__(
            "We’ve fixed a rule since this match began, and some of its moves are now illegal. It can’t continue.",
            ("Leave table", reverse("play:leave", args=[code])),
            ("Back to Play", reverse("play:lobby")),
        )


class AmbiguousMove(RulesError):
    """Raised for a move with a wild card that can stand for several cards.

    `readings` has the possible moves, likeliest first.
    """

    code = "table.unclear"
    status = 422

    def __init__(self, readings: list[Move]) -> None:
        self.readings = readings
        super().__init__("A wild card in this move can stand for several cards. Choose one.")

"""What a table refuses apart from the rules of the game; each has a code for programs and a sentence for people."""

from __future__ import annotations

from django.urls import reverse

from games.engine.move import Move
from games.errors import HouseError
from variants.not_found import NotHere


class TableError(HouseError):
    """Something that cannot be done at this table now. `status` is the one to answer with."""

    code = "table.refused"
    status = 409


class Stale(TableError):
    """Somebody moved in the meantime; nothing has changed. `version` is the table's now."""

    code = "table.stale"
    said = "The table has moved on since; here is how it stands now."

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(self.said)


class Ahead(Stale):
    """The table has not come to such a version; it may have been brought back from a copy."""

    said = "The table has not come so far yet; here is how it stands now."


class NotPlaying(TableError):
    """It is not the time for it: seats are empty, a deal or the match is not over yet."""

    code = "table.not-playing"


class TooLate(TableError):
    """The last move stands: somebody has seen something by it, or has moved since."""

    code = "table.too-late"


class SeatTaken(TableError):
    """The seat is not free, or this person may not sit there."""

    code = "table.seat-taken"


class Forbidden(TableError):
    """Not for this person to do."""

    code = "table.forbidden"
    status = 403


class BadSeats(TableError):
    """Seats that this game, or this house, cannot fill."""

    code = "table.bad-seats"
    status = 422


class Unreadable(NotHere):
    """The rules no longer allow what was played at a table: one was mended since, or an option is gone."""

    def __init__(self, code: str) -> None:
        super().__init__(
            "A rule was mended since this match began, by which it cannot have been played like this. It cannot go on.",
            ("Leave the table", reverse("play:leave", args=[code])),
            ("Back to the lobby", reverse("play:lobby")),
        )


class Unclear(HouseError):
    """A wild card of the move can stand for several cards; `readings` are the moves it may mean, likeliest first."""

    code = "table.unclear"
    status = 422

    def __init__(self, readings: list[Move]) -> None:
        self.readings = readings
        super().__init__("A wild card in this move can stand for several cards: say which one you mean.")

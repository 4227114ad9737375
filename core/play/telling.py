"""The log of a match: each line with the names that were at the table then, and a bot that stood in named as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.play.models import Move, Sitter, Table
from core.tables import fill, told
from games.engine.event import Event


class Log:
    """What the moves of a match told a seat (None: a bystander); `names` are those of who sits there now."""

    def __init__(self, table: Table, seat: int | None, names: Sequence[str]) -> None:
        self.table, self.seat, self.names = table, seat, names
        changed = table.version > len(table.board.events)  # a change of seats is a version without a move
        self.before = list(table.sitters.select_related("person__user").order_by("until")) if changed else []
        self.plain = not (changed or table.patience)

    def latest(self, most: int) -> list[str]:
        """The last lines, newest first."""
        return [*self._taken_back(), *self._lines(self.table.board.events[-most:])[::-1]][:most]

    def whole(self) -> list[str]:
        """All lines, oldest first."""
        return self._lines(self.table.board.events)

    def _taken_back(self) -> list[str]:
        """That the last thing that happened was a move taken back: it is told until something else happens."""
        table = self.table
        if not table.rewound or table.rewound != table.version:
            return []
        return [fill(f"{{{table.rewound_by}}} takes the last move back.", self.names, self.seat)]

    def _lines(self, last: Sequence[list[Event]]) -> list[str]:
        """What the last moves told."""
        rows = zip(self._made(len(last)), last, strict=True)
        return [line for made, events in rows for line in self.told(*made, events)]

    def told(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[str]:
        """What one move told."""
        names, own = list(self.names), True
        for one in self._before(number):
            names[one.number] = one.called
            own = own and one.number != self.seat
        if by == Move.By.STAND_IN:
            mine = own and mover == self.seat
            names[mover] = "Your stand-in" if mine else f"{names[mover]}’s stand-in"
            own = own and not mine
        return told(self.table.played, events, self.seat, names, own)

    def _before(self, number: int) -> Iterable[Sitter]:
        """Whoever sat at a seat when this move was made, and sits there no more."""
        return {one.number: one for one in reversed(self.before) if number < one.until}.values()

    def _made(self, last: int) -> list[tuple[int, int, str]]:
        """Number, seat and maker of the last so many moves; where nothing hangs on it, nobody is asked."""
        if self.plain or not last:
            return [(0, 0, "")] * last
        moves = self.table.moves.filter(number__lte=self.table.version).order_by("-number")
        return list(moves.values_list("number", "seat", "by")[:last])[::-1]

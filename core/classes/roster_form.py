"""The form in which names are pasted: what it says, what is to be asked about it, and what comes of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.classes.enrolment import free_logins, no_room, room_in
from core.classes.models import LONGEST_NAME, MOST_PUPILS, Classroom
from core.classes.roster import (
    LEAVE,
    LONGEST_LIST,
    MOST_LINES,
    TAKE,
    Line,
    Row,
    lines_of,
    print_of,
    read,
    rows,
    sheet_of,
    taken,
    tidy,
)
from core.classes.spreadsheets import Sheet


@dataclass(frozen=True)
class Place:
    """A line of the list, and what a pupil of that name gets."""

    row: Row
    login: str

    @property
    def line(self) -> Line:
        return self.row.line

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What may be answered where something is asked: value, words, and whether it was chosen."""
        words = (
            {TAKE: "Both", LEAVE: "Only one"} if self.line.asks == "twice" else {LEAVE: "Leave out", TAKE: "Take it"}
        )
        usual = "" if self.line.asks == "twice" else LEAVE
        return [(value, said, value == (self.row.answer or usual)) for value, said in words.items()]


class Pasted:
    """What was sent, for a class that is made (`classroom` None) or one that more pupils come into."""

    def __init__(self, sent: Mapping[str, str], classroom: Classroom | None = None) -> None:
        self.sent, self.classroom = sent, classroom
        self.name = tidy(sent.get("name", ""))
        self.text = sent.get("names", "")
        self.seed = sent.get("seed", "")[:32] or secrets.token_hex(8)

    @cached_property
    def too_many(self) -> str:
        """Why the list is not even read, if it is that long."""
        if len(self.text) > LONGEST_LIST:
            return f"This list is too long. It can have {LONGEST_LIST:,} characters. Nothing of it was changed."
        lines = len(lines_of(self.text))
        said = f"This list has {lines:,} lines, and a class has up to {MOST_PUPILS} pupils. Nothing of it was changed."
        return said if lines > MOST_LINES else ""

    @cached_property
    def sheet(self) -> Sheet:
        """The columns of the list, if it comes from a spreadsheet."""
        return sheet_of("" if self.too_many else self.text, self.sent)

    @cached_property
    def lines(self) -> list[Line]:
        known = self.classroom.pupils.values_list("name", flat=True) if self.classroom else ()
        return [] if self.too_many else read(self.text, known, self.sheet)

    @cached_property
    def rows(self) -> list[Row]:
        return rows(self.lines, self.sent)

    @cached_property
    def names(self) -> list[str]:
        """The names of those who become pupils."""
        return taken(self.rows)

    @cached_property
    def places(self) -> list[Place]:
        """What comes of each line."""
        logins = iter(free_logins(self.names, self.seed) if not self.crowded else [])
        return [Place(row, next(logins, "") if row.taken else "") for row in self.rows]

    @property
    def print(self) -> str:
        return print_of(self.lines)

    @property
    def left_out(self) -> int:
        return sum(not row.taken and not row.open for row in self.rows)

    @property
    def open(self) -> list[Row]:
        """The lines about which something must be said first."""
        return [row for row in self.rows if row.open]

    @cached_property
    def crowded(self) -> str:
        """Why so many do not fit in."""
        return no_room(self.classroom, len(self.names)) if len(self.names) > room_in(self.classroom) else ""

    @property
    def name_problem(self) -> str:
        if self.classroom:
            return ""
        if not self.name:
            return "Give the class a name, such as 7b."
        return f"Up to {LONGEST_NAME} letters, please." if len(self.name) > LONGEST_NAME else ""

    @property
    def problem(self) -> str:
        """Why the list cannot be taken as it is."""
        if said := self.too_many or self.sheet.problem or self.crowded:
            return said
        if not (self.names or self.open) and (self.classroom or self.lines):
            return "There is no name in this list."
        if self.open:
            return f"{self.open[0].line.name} stands here more than once. Say below whether that is one pupil or two."
        return "" if self.seen else "The list has changed. Look at what each will get, then press the button again."

    @property
    def seen(self) -> bool:
        """Whether what comes of the list was shown as it is now; of no list, there is nothing to be shown."""
        return not self.lines or self.sent.get("seen") == self.print

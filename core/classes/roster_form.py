"""The form for a pasted list of students: its lines, questions for the teacher, and the students to add."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.classes.enrollment import explain_class_size_exceeded, generate_free_usernames, get_remaining_capacity
from core.classes.models import LONGEST_NAME, MOST_STUDENTS, Classroom
from core.classes.roster import (
    LEAVE,
    LONGEST_LIST,
    MOST_LINES,
    TAKE,
    RosterLine,
    RosterLineDecision,
    build_line_decisions,
    clean_text,
    compute_fingerprint,
    list_accepted_names,
    list_numbered_lines,
    parse_roster,
    parse_sheet,
)
from core.classes.spreadsheets import Sheet


@dataclass(frozen=True)
class PreviewRow:
    """A row in the preview of a pasted list: a line with the teacher's decision, and the student's future username.

    `login` (the username) is "" if no student is added for this line, or if the students don't all fit in the class.
    """

    row: RosterLineDecision
    login: str

    @property
    def line(self) -> RosterLine:
        return self.row.line

    @property
    def decision_choices(self) -> list[tuple[str, str, bool]]:
        """The teacher's choices for a line that needs a decision: value, label, and whether it's selected."""
        words = {TAKE: "Both", LEAVE: "Only one"} if self.line.asks == "twice" else {LEAVE: "Leave out", TAKE: "Keep"}
        usual = "" if self.line.asks == "twice" else LEAVE
        return [(value, said, value == (self.row.answer or usual)) for value, said in words.items()]


class PastedRoster:
    """A submitted form with a pasted list of students, for a new class or for more students of a class.

    `classroom` is None for a new class. `sent` is the form's data.
    """

    def __init__(self, sent: Mapping[str, str], classroom: Classroom | None = None) -> None:
        self.sent, self.classroom = sent, classroom
        self.name = clean_text(sent.get("name", ""))
        self.text = sent.get("names", "")
        self.seed = sent.get("seed", "")[:32] or secrets.token_hex(8)

    @cached_property
    def size_problem(self) -> str:
        """The reason why the list is too long to be parsed, or "" if it isn't."""
        if len(self.text) > LONGEST_LIST:
            return f"This list is too long, so nothing was changed. It can have at most {LONGEST_LIST:,} characters."
        lines = len(list_numbered_lines(self.text))
        problem = f"This list has {lines:,} lines, but a class can have at most {MOST_STUDENTS} students."
        return f"{problem} Nothing was changed." if lines > MOST_LINES else ""

    @cached_property
    def sheet(self) -> Sheet:
        """The pasted list as rows and columns. If it wasn't pasted from a spreadsheet, each row has one cell."""
        return parse_sheet("" if self.size_problem else self.text, self.sent)

    @cached_property
    def lines(self) -> list[RosterLine]:
        known = self.classroom.students.values_list("name", flat=True) if self.classroom else ()
        return [] if self.size_problem else parse_roster(self.text, known, self.sheet)

    @cached_property
    def line_decisions(self) -> list[RosterLineDecision]:
        return build_line_decisions(self.lines, self.sent)

    @cached_property
    def names(self) -> list[str]:
        """The names in the lines that the teacher has accepted or that need no decision. They become students."""
        return list_accepted_names(self.line_decisions)

    @cached_property
    def preview_rows(self) -> list[PreviewRow]:
        """The rows of the preview, which shows the teacher what happens with each line of the list."""
        logins = iter(generate_free_usernames(self.names, self.seed) if not self.class_capacity_problem else [])
        return [PreviewRow(row, next(logins, "") if row.is_accepted else "") for row in self.line_decisions]

    @property
    def fingerprint(self) -> str:
        return compute_fingerprint(self.lines)

    @property
    def left_out_count(self) -> int:
        return sum(not row.is_accepted and not row.is_undecided for row in self.line_decisions)

    @property
    def undecided_rows(self) -> list[RosterLineDecision]:
        """The lines that still need a decision by the teacher."""
        return [row for row in self.line_decisions if row.is_undecided]

    @cached_property
    def class_capacity_problem(self) -> str:
        """The reason why the students don't all fit in the class, or "" if they do."""
        return (
            explain_class_size_exceeded(self.classroom, len(self.names))
            if len(self.names) > get_remaining_capacity(self.classroom)
            else ""
        )

    @property
    def name_problem(self) -> str:
        if self.classroom:
            return ""
        if not self.name:
            return "Give the class a name, such as 7b."
        return f"A name can have at most {LONGEST_NAME} characters." if len(self.name) > LONGEST_NAME else ""

    @property
    def roster_problem(self) -> str:
        """The reason why the list can't be accepted as it is, or "" if it can."""
        if said := self.size_problem or self.sheet.column_role_problem or self.class_capacity_problem:
            return said
        if not (self.names or self.undecided_rows) and (self.classroom or self.lines):
            return "This list has no names."
        if self.undecided_rows:
            return (
                f"{self.undecided_rows[0].line.name} is on the list more than once. Say below whether "
                "that’s one student or two."
            )
        return "" if self.has_seen_preview else "The list has changed. Check the preview, and press the button again."

    @property
    def has_seen_preview(self) -> bool:
        """Whether the teacher has seen the preview of the list as it is now. It's True for an empty list.

        The form has the fingerprint (a hash) of the list that the last preview showed.
        """
        return not self.lines or self.sent.get("seen") == self.fingerprint

"""Rows pasted from a spreadsheet: finds the columns with parts of names, and whether the first row has headings.

Numbers, bullets, and quotation marks have already been removed from the cells, by `core.classes.roster`.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.http.untrusted_text import normalize_for_comparison

FIRST, LAST, FULL, SKIP = "first", "last", "full", "skip"
ROLES = {FIRST: "First name", LAST: "Last name", FULL: "Full name", SKIP: "Skip"}
MOST_COLUMNS = 20
"""The maximum number of columns. Further columns are skipped."""
SAMPLES = 3
LONGEST_SAMPLE = 24
ALIKE = 3
"""If a column has at least this many cells and they're all equal, it doesn't count as names. It may be the class."""

_HEADINGS = {
    FIRST: """first name, first names, firstname, given name, given names, forename, forenames, vorname, vornamen,
        rufname, prénom, prénoms, prenom, nombre, nombres, nome, voornaam, fornavn, förnamn, etunimi, imię, jméno,
        keresztnév, utónév, prenume, adı, имя, ім’я, όνομα, 名, tên""",
    LAST: """last name, last names, lastname, surname, surnames, family name, nachname, nachnamen, familienname, zuname,
        nom, nom de famille, apellido, apellidos, cognome, sobrenome, apelido, achternaam, efternavn, etternavn,
        efternamn, sukunimi, nazwisko, příjmení, vezetéknév, nume, prezime, soyadı, фамилия, прізвище, επώνυμο, họ,
        姓""",
    FULL: """name, names, full name, fullname, student, students, student name, pupil, pupils, pupil name, schüler,
        schülerin, schüler/in, schülername, élève, élèves, nom et prénom, alumno, alumna, nombre completo, naam,
        leerling, navn, namn, nimi, uczeń, név, фио, имя и фамилия, 氏名, 名前, 姓名, 이름""",
}
_ROLE_OF = {
    normalize_for_comparison(" ".join(heading.split())): role
    for role, text in _HEADINGS.items()
    for heading in text.split(",")
}
_LAST_NAME_FIRST = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
"""The first words of the Unicode names of letters in scripts in which the last name comes first."""


def find_column_role(heading: str) -> str:
    """Return the role of a column with this heading, such as “Last name”, or "" if the heading is unknown.

    The role says what the column has: first names (FIRST), last names (LAST), full names (FULL), or no names (SKIP).
    """
    return _ROLE_OF.get(normalize_for_comparison(heading.strip(" .:*")).replace("_", " "), "")


@dataclass(frozen=True)
class Column:
    """A column of a pasted list: its form field, number (from 0), heading, a few of its cells, and its role.

    The role says what the column has: FIRST (first names), LAST, FULL, SKIP (no names), or "" if that's unknown.
    """

    field: str
    number: int
    heading: str
    samples: tuple[str, ...]
    role: str

    @property
    def role_choices(self) -> list[tuple[str, str, bool]]:
        """The roles to choose from for this column: value, label, and whether it's the column's current role."""
        return [(role, words, role == self.role) for role, words in ROLES.items()]


class Sheet:
    """A pasted list as rows of cells, with the teacher's answers about its columns.

    The teacher is asked whether the first row has headings, and which columns have which part of the names. Until
    there's an answer, it's guessed from the headings and the cells. If a guess about the columns would be unsafe, it
    isn't made, and the teacher has to answer.
    """

    def __init__(self, rows: Sequence[Sequence[str]], answers: Mapping[str, str]) -> None:
        self.rows = [row[:MOST_COLUMNS] for row in rows]
        self.answers = answers
        self.key = hashlib.sha256("\t".join(self.rows[0] if self.rows else ()).encode()).hexdigest()[:8]
        """The suffix of this sheet's form fields, so that answers about a different list don't count for this one."""

    @property
    def heading_field(self) -> str:
        """The name of the form field for the question whether the first row has headings."""
        return f"heading-{self.key}"

    def _get_field_name(self, number: int) -> str:
        return f"column-{number}-{self.key}"

    @property
    def has_multiple_columns(self) -> bool:
        return max(map(len, self.rows), default=0) > 1

    @cached_property
    def has_guessed_heading(self) -> bool:
        """Whether a cell of the first row is a known heading."""
        return bool(self.rows) and any(map(find_column_role, self.rows[0]))

    @cached_property
    def has_heading(self) -> bool:
        said = self.answers.get(self.heading_field, "")
        return said == "yes" if said in ("yes", "no") else self.has_guessed_heading

    @property
    def has_heading_question(self) -> bool:
        """Whether the teacher is asked if the first row has headings."""
        return self.has_multiple_columns or self.has_guessed_heading

    @cached_property
    def columns(self) -> list[Column]:
        """The columns of the sheet, or [] if every row has just one cell."""
        if not self.has_multiple_columns:
            return []
        body = self.rows[self.has_heading :]
        numbers = range(max(map(len, self.rows)))
        headings = [_get_cell(self.rows[0], number) if self.has_heading else "" for number in numbers]
        cells = [[cell for row in body if (cell := _get_cell(row, number))] for number in numbers]
        roles = _guess_column_roles(headings, cells)
        return [
            Column(
                self._get_field_name(number),
                number,
                headings[number],
                tuple(cell[:LONGEST_SAMPLE] for cell in cells[number][:SAMPLES]),
                said if (said := self.answers.get(self._get_field_name(number), "")) in ROLES else roles[number],
            )
            for number in numbers
        ]

    @property
    def column_role_problem(self) -> str:
        """The reason why names can't be read from the columns yet, or "" if they can."""
        roles = [column.role for column in self.columns]
        if "" in roles:
            return "Choose what each column is: first name, last name, full name, or skip."
        if roles.count(FULL) > 1 or (FULL in roles and {FIRST, LAST} & set(roles)):
            return "Choose one column with full names, or columns with first and last names."
        if roles and set(roles) == {SKIP} and any(map(_has_letters, self.rows[self.has_heading :])):
            return "Choose the column with the names."
        return ""

    def get_student_name(self, row: Sequence[str]) -> str:
        """Return the name in a row, with the first and last name in the order that is usual in the name's script."""
        parts = {
            role: " ".join(_get_cell(row, column.number) for column in self.columns if column.role == role)
            for role in (FULL, FIRST, LAST)
        }
        last_first = unicodedata.name(parts[LAST].strip()[:1] or "?", "").startswith(_LAST_NAME_FIRST)
        order = (FULL, LAST, FIRST) if last_first else (FULL, FIRST, LAST)
        return " ".join(" ".join(parts[role] for role in order).split())


def _guess_column_roles(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """Guess what each column has: FIRST (first names), LAST, FULL, or SKIP (no names). It's "" if that's unclear.

    `headings` has the heading of each column, and `cells` has the cells of each column.
    """
    roles = [
        find_column_role(heading) or ("" if _can_be_name_column(column) else SKIP)
        for heading, column in zip(headings, cells, strict=True)
    ]
    if FULL in roles and {FIRST, LAST} & set(roles):  # "Name" beside "Vorname" is the last name
        roles = [LAST if role == FULL and LAST not in roles else role for role in roles]
    if roles.count("") == 1 and set(roles) <= {"", SKIP}:
        return [role or FULL for role in roles]
    return [role or SKIP for role in roles] if FULL in roles else roles


def _can_be_name_column(cells: Sequence[str]) -> bool:
    """Return whether the cells of a column could be names: words, and not all the same."""
    return any(map(_is_name, cells)) and not (len(cells) >= ALIKE and len(set(cells)) == 1)


def _is_name(cell: str) -> bool:
    """Return whether a cell could be a name.

    A single letter can be one only in scripts where it's a syllable or word.
    """
    letters = [letter for letter in cell if letter.isalpha()]
    is_word = len(letters) > 1 or any(unicodedata.category(letter) == "Lo" for letter in letters)
    return is_word and "@" not in cell and not any(map(str.isdecimal, cell))


def _has_letters(row: Sequence[str]) -> bool:
    return any(letter.isalpha() for cell in row for letter in cell)


def _get_cell(row: Sequence[str], number: int) -> str:
    return row[number] if number < len(row) else ""

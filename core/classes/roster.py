"""Parses pasted lists of students' names, and generates usernames and display names. Makes no queries."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random

from core.classes.models import LONGEST_NAME, MOST_STUDENTS
from core.classes.spreadsheets import Sheet
from core.http.untrusted_text import normalize_for_comparison

MOST_LINES = 3 * MOST_STUDENTS
"""The maximum number of lines in a list."""
LONGEST_LINE = 600
LONGEST_LIST = MOST_LINES * LONGEST_LINE
TWICE, ODD = "twice", "odd"
TAKE, LEAVE = "take", "leave"

NUMBERING = re.compile(r"\s*(?:\(?\d{1,4}\s*[.):]+|\d{1,4}\s)?\s*(?:[-*•◦▪·–—]+|\+(?=\s))?\s*")
MARKS_OF_NAMES = set(" '’ʼ`´-‐‑.,()/&·\u200c\u200d")
JOINERS = "\u200c\u200d"
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk"}
"""Unicode categories that aren't in any name: control characters, symbols, and unassigned characters."""


@dataclass(frozen=True)
class RosterLine:
    """A line of a pasted list of students, with the student's name.

    If the line can't be used, `refused` says why. `asks` is TWICE for a name that is already in the class or on an
    earlier line, and ODD for a name with unusual characters. In both cases, the teacher decides whether to add the
    name. Without a decision, an ODD line is left out. `nth` is 2 or more for a name that occurs again.
    """

    number: int
    name: str
    refused: str = ""
    asks: str = ""
    nth: int = 1

    @property
    def decision_field_name(self) -> str:
        """The name of the form field for the decision about this line. It doesn't depend on the line's number."""
        return f"{self.asks}-{hashlib.sha256(f'{self.name}/{self.nth}'.encode()).hexdigest()[:10]}"


@dataclass(frozen=True)
class RosterLineDecision:
    """A line of a pasted list of students, and the teacher's decision about it.

    `answer` is TAKE, LEAVE, or "" for no decision.
    """

    line: RosterLine
    answer: str

    @property
    def is_accepted(self) -> bool:
        return not self.line.refused and (not self.line.asks or self.answer == TAKE)

    @property
    def is_undecided(self) -> bool:
        return self.line.asks == TWICE and not self.answer


# -- reading -----------------------------------------------------------------------------------------------------------


def list_numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the nonblank lines of a text, as pairs of a line's number, starting from 1, and the line."""
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def parse_sheet(text: str, answers: Mapping[str, str] | None = None) -> Sheet:
    """Parse a pasted list of students as rows of cells.

    `answers` is the form's data, with the teacher's decisions about the columns, such as which of them has the last
    name.
    """
    return Sheet([_split_cells(line) for _, line in list_numbered_lines(text)], answers or {})


def parse_roster(text: str, known: Iterable[str] = (), sheet: Sheet | None = None) -> list[RosterLine]:
    """Parse a pasted list of students. Return a `RosterLine` with the student's name for each nonblank line.

    `known` are names that are already in the class. `sheet` is the same list as rows of cells, with the teacher's
    decisions about the columns. Returns [] if the teacher first has to decide which columns have the names.
    """
    sheet = sheet or parse_sheet(text)
    if sheet.column_role_problem:
        return []
    seen = {normalize_for_comparison(name): 1 for name in known}
    found = []
    for place, ((number, written), cells) in enumerate(zip(list_numbered_lines(text), sheet.rows, strict=True)):
        line = parse_roster_line(
            sheet.get_student_name(cells) if sheet.has_multiple_columns else written, number, written
        )
        if sheet.has_heading and place == 0:
            line = RosterLine(number, clean_text(written)[:LONGEST_NAME], refused="These are headings.")
        if not line.refused:
            nth = seen[normalize_for_comparison(line.name)] = seen.get(normalize_for_comparison(line.name), 0) + 1
            asks = line.asks or (TWICE if nth > 1 else "")
            line = RosterLine(number, line.name, asks=asks, nth=nth)
        found.append(line)
    return found


def parse_roster_line(text: str, number: int = 1, written: str = "") -> RosterLine:
    """Parse one line of a pasted list of students, whose number is `number`.

    Numbers and bullets are removed from the name, and "Surname, First" is reordered. If `text` is only the cells with
    the name, `written` is the whole line.
    """
    written = written or text
    if len(written) > LONGEST_LINE:
        return RosterLine(
            number, f"{clean_text(written[:LONGEST_NAME])} …", refused="This line is too long for a name."
        )
    name = _put_first_name_first(_clean_cell(text))
    if not any(unicodedata.category(letter)[0] == "L" for letter in name):
        return RosterLine(number, name or clean_text(written) or "…", refused="This line has no name.")
    if len(name) > LONGEST_NAME:
        return RosterLine(number, name, refused=f"A name can have at most {LONGEST_NAME} characters.")
    return RosterLine(number, name, asks="" if all(map(_is_name_character, name)) else ODD)


def list_namesake_positions(names: Iterable[str], known: Iterable[str] = ()) -> list[int]:
    """Return the indexes of names that occur earlier in the list or in `known`, ignoring case and character width."""
    seen, places = set(map(normalize_for_comparison, known)), []
    for place, name in enumerate(map(normalize_for_comparison, names)):
        if name in seen:
            places.append(place)
        seen.add(name)
    return places


def build_line_decisions(lines: Iterable[RosterLine], answers: Mapping[str, str]) -> list[RosterLineDecision]:
    """Return each line with the teacher's decision about it. `answers` is the form's data."""
    return [RosterLineDecision(line, answers.get(line.decision_field_name, "") if line.asks else "") for line in lines]


def list_accepted_names(found: Iterable[RosterLineDecision]) -> list[str]:
    """Return the names of the students to add: those in lines that the teacher has accepted or that need no decision.

    `found` has each line of the pasted list with the teacher's decision.
    """
    return [row.line.name for row in found if row.is_accepted]


def compute_fingerprint(lines: Iterable[RosterLine]) -> str:
    """Return a short hash of a pasted list's lines. It changes when a name or an error in the list changes.

    The preview's form sends it back. That shows whether the teacher has seen a preview of the list as it is now.
    """
    return hashlib.sha256("\n".join(f"{line.name}/{line.refused}" for line in lines).encode()).hexdigest()[:16]


def clean_text(text: str) -> str:
    """Return the text on one line, without invisible characters and symbols, cut off at `LONGEST_LINE`."""
    return " ".join(_remove_invisible(text[:LONGEST_LINE].replace("\t", " ")).split())


def _remove_invisible(text: str) -> str:
    """Return a text without invisible characters and symbols."""
    whole = unicodedata.normalize("NFC", text)
    return "".join(one for one in whole if one in JOINERS or one == "\t" or unicodedata.category(one) not in UNSEEN)


def _split_cells(line: str) -> list[str]:
    """Split a spreadsheet row into cells. Returns a single empty cell if the row is too long."""
    cells = line.split("\t") if len(line) <= LONGEST_LINE else [""]
    return [name if any(map(str.isalpha, name := _clean_cell(cell))) else clean_text(cell) for cell in cells]


def _clean_cell(text: str) -> str:
    """Remove numbers, bullets, and quotation marks from a cell's text."""
    return NUMBERING.sub("", _remove_invisible(text), count=1).strip().strip('"“”').strip()


def _put_first_name_first(name: str) -> str:
    """Return a name with the first name first, if it was written as "Surname, First"."""
    surname, comma, first = name.partition(",")
    return " ".join(f"{first} {surname}".split() if comma else name.split()).strip(JOINERS)


def _is_name_character(letter: str) -> bool:
    """Return whether a character can be part of a name."""
    return unicodedata.category(letter)[0] in "LMN" or letter in MARKS_OF_NAMES


# -- usernames ---------------------------------------------------------------------------------------------------------

SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
LONGEST_START = 12
NEUTRAL = "student"
CONSONANTS, DIGITS = "bcdfghjkmnpqrstvwxz", "23456789"
"""Characters for the suffixes of usernames: no vowels, so that they never form words, and no lookalikes."""


def generate_usernames(names: Iterable[str], seed: str, taken: Container[str] = ()) -> list[str]:
    """Generate a username for each name: the first name and three random characters.

    They're all different, and none is in `taken`. The same seed gives a name the same username unless it's taken.
    """
    found: dict[str, None] = {}
    for name in names:
        tries = (
            f"{_get_username_prefix(name)}.{_pick_username_suffix(Random(f'{seed}/{name}/{nth}'), 3 + nth // 4)}"
            for nth in count()
        )
        found[next(login for login in tries if login not in found and login not in taken)] = None
    return [*found]


def _get_username_prefix(name: str) -> str:
    """Return the first name in ASCII letters, or `NEUTRAL` if it's in a different script."""
    first = re.split(r"[\s\-‐‑.(/]", re.sub("['’‘ʼ]", "", name).strip())[0].lower()
    plain = unicodedata.normalize("NFKD", "".join(SPELLED.get(letter, letter) for letter in first))
    letters = [letter for letter in plain if unicodedata.category(letter)[0] != "M"]
    if len(letters) < 2 or not all(letter.isascii() and letter.isalnum() for letter in letters):
        return NEUTRAL
    return "".join(letters)[:LONGEST_START]


def _pick_username_suffix(rng: Random, number: int) -> str:
    """Return random characters for the end of a username. `number` says how many."""
    return "".join(rng.choice(DIGITS if place % 2 else CONSONANTS) for place in range(number))


# -- display names -----------------------------------------------------------------------------------------------------

WORDS = """
    Acorn Alder Amber Aspen Aster Badger Balsam Barley Basil Bay Beaver Beech Birch Bison Bramble Briar Brook Cedar
    Cherry Chestnut Cinder Clover Cobalt Comet Coral Cricket Crocus Curlew Cypress Dahlia Daisy Delta Dingo Dove Dune
    Elder Elm Ember Falcon Fennel Fern Finch Fjord Flax Flint Foxglove Garnet Gecko Ginger Glacier Gorse Granite Hare
    Harbour Hawk Hazel Heath Heron Holly Ibis Indigo Iris Ivy Jade Jasper Juniper Kestrel Kite Koala Lagoon Larch Lark
    Laurel Lemur Lilac Linden Lotus Lynx Maple Marigold Marten Meadow Mint Moss Myrtle Nettle Newt Nutmeg Oak Ocelot
    Olive Onyx Opal Orchid Osprey Otter Owl Panda Pebble Pepper Petrel Pine Plover Plum Poplar Poppy Puffin Quail Quartz
    Quince Raven Reed River Robin Rook Rowan Saffron Sage Sorrel Sparrow Spruce Starling Stoat Swan Swift Teal Thistle
    Thrush Thyme Topaz Tulip Tundra Violet Walnut Willow Wren Yarrow Yew Zinnia
"""
TABLE_NAMES = tuple(WORDS.split())


def pick_display_names(number: int, rng: Random, used: Iterable[str] = ()) -> list[str]:
    """Pick random display names for students. Names in `used` are avoided as long as there are others."""
    gone = set(used)
    free = [name for name in TABLE_NAMES if name not in gone]
    rng.shuffle(free)
    more = (f"{rng.choice(TABLE_NAMES)} {rng.randrange(2, 1000)}" for _ in range(number - len(free)))
    return [*free[:number], *more]

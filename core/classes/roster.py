"""What a pasted list of names says, and the names that pupils go by. Nothing here asks the database."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random

from core.classes.models import LONGEST_NAME, MOST_PUPILS
from core.classes.spreadsheets import Sheet
from core.http.outside_text import fold_text

MOST_LINES = 3 * MOST_PUPILS
"""A list with more lines than this is not read."""
LONGEST_LINE = 600
LONGEST_LIST = MOST_LINES * LONGEST_LINE
TWICE, ODD = "twice", "odd"
TAKE, LEAVE = "take", "leave"

NUMBERING = re.compile(r"\s*(?:\(?\d{1,4}\s*[.):]+|\d{1,4}\s)?\s*(?:[-*•◦▪·–—]+|\+(?=\s))?\s*")
MARKS_OF_NAMES = set(" '’ʼ`´-‐‑.,()/&·\u200c\u200d")
JOINERS = "\u200c\u200d"
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk"}
"""Kinds of characters that nobody has in a name: control characters, pictures, what is not assigned."""


@dataclass(frozen=True)
class Line:
    """A line of a list and the name in it.

    `refused` says why there is none. `asks` is TWICE for a name that stood there before and ODD for something that does
    not look like a name; then the teacher says what becomes of it, and an odd one is left out if they do not.
    """

    number: int
    name: str
    refused: str = ""
    asks: str = ""
    nth: int = 1

    @property
    def key(self) -> str:
        """What the answer to its question is called in a form; it stays the same when other lines come and go."""
        return f"{self.asks}-{hashlib.sha256(f'{self.name}/{self.nth}'.encode()).hexdigest()[:10]}"


@dataclass(frozen=True)
class Row:
    """A line with what was answered about it: `taken` or not, or, with `open`, still to be said."""

    line: Line
    answer: str

    @property
    def taken(self) -> bool:
        return not self.line.refused and (not self.line.asks or self.answer == TAKE)

    @property
    def open(self) -> bool:
        return self.line.asks == TWICE and not self.answer


# -- reading -----------------------------------------------------------------------------------------------------------


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines in which anything stands, with their numbers from 1."""
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def sheet_of(text: str, answers: Mapping[str, str] | None = None) -> Sheet:
    """Return the rows of a pasted list, with what was answered about their columns."""
    return Sheet([_cells(line) for _, line in lines_of(text)], answers or {})


def read(text: str, known: Iterable[str] = (), sheet: Sheet | None = None) -> list[Line]:
    """The names in a pasted list, one to a line; those in `known` are there already. Blank lines say nothing.

    `sheet` is the same list with answers about its columns; while they are open, no names are in it.
    """
    sheet = sheet or sheet_of(text)
    if sheet.problem:
        return []
    seen = {fold_text(name): 1 for name in known}
    found = []
    for place, ((number, written), cells) in enumerate(zip(lines_of(text), sheet.rows, strict=True)):
        line = read_line(sheet.name_in(cells) if sheet.has_columns else written, number, written)
        if sheet.has_heading and place == 0:
            line = Line(number, tidy(written)[:LONGEST_NAME], refused="These are headings.")
        if not line.refused:
            nth = seen[fold_text(line.name)] = seen.get(fold_text(line.name), 0) + 1
            asks = line.asks or (TWICE if nth > 1 else "")
            line = Line(number, line.name, asks=asks, nth=nth)
        found.append(line)
    return found


def read_line(text: str, number: int = 1, written: str = "") -> Line:
    """The name in one line: without number and bullet, and "Surname, First" turned round. `written` is the whole line
    where the name is only a part of it.
    """
    written = written or text
    if len(written) > LONGEST_LINE:
        return Line(number, f"{tidy(written[:LONGEST_NAME])} …", refused="This line is too long for a name.")
    name = _turned(_cell(text))
    if not any(unicodedata.category(letter)[0] == "L" for letter in name):
        return Line(number, name or tidy(written) or "…", refused="There is no name in this line.")
    if len(name) > LONGEST_NAME:
        return Line(number, name, refused=f"A name has up to {LONGEST_NAME} letters.")
    return Line(number, name, asks="" if all(map(_in_names, name)) else ODD)


def find_namesakes(names: Iterable[str], known: Iterable[str] = ()) -> list[int]:
    """Return the places of names that stand before them, or in `known`, however they're written."""
    seen, places = set(map(fold_text, known)), []
    for place, name in enumerate(map(fold_text, names)):
        if name in seen:
            places.append(place)
        seen.add(name)
    return places


def rows(lines: Iterable[Line], answers: Mapping[str, str]) -> list[Row]:
    """The lines with what the teacher has answered about them."""
    return [Row(line, answers.get(line.key, "") if line.asks else "") for line in lines]


def taken(found: Iterable[Row]) -> list[str]:
    """The names that become pupils."""
    return [row.line.name for row in found if row.taken]


def print_of(lines: Iterable[Line]) -> str:
    """A short mark of a list, by which one tells whether it has changed."""
    return hashlib.sha256("\n".join(f"{line.name}/{line.refused}" for line in lines).encode()).hexdigest()[:16]


def tidy(text: str) -> str:
    """A text on one line, without what nobody sees and without pictures; of a very long one, the beginning."""
    return " ".join(_bare(text[:LONGEST_LINE].replace("\t", " ")).split())


def _bare(text: str) -> str:
    whole = unicodedata.normalize("NFC", text)
    return "".join(one for one in whole if one in JOINERS or one == "\t" or unicodedata.category(one) not in UNSEEN)


def _cells(line: str) -> list[str]:
    """The cells of a row of a spreadsheet; a row that is too long for names has one that is empty."""
    cells = line.split("\t") if len(line) <= LONGEST_LINE else [""]
    return [name if any(map(str.isalpha, name := _cell(cell))) else tidy(cell) for cell in cells]


def _cell(text: str) -> str:
    """Return what is written, without number, bullet and quotation marks around it."""
    return NUMBERING.sub("", _bare(text), count=1).strip().strip('"“”').strip()


def _turned(name: str) -> str:
    surname, comma, first = name.partition(",")
    return " ".join(f"{first} {surname}".split() if comma else name.split()).strip(JOINERS)


def _in_names(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or letter in MARKS_OF_NAMES


# -- login names -------------------------------------------------------------------------------------------------------

SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
LONGEST_START = 12
NEUTRAL = "pupil"
CONSONANTS, DIGITS = "bcdfghjkmnpqrstvwxz", "23456789"
"""No vowels, so that chance never spells a word, and nothing that is misread."""


def login_names(names: Iterable[str], seed: str, taken: Container[str] = ()) -> list[str]:
    """A login name for each name, all different and none of those `taken`: the first name and three signs.

    By the same seed a name is always given the same one, unless it is taken.
    """
    found: dict[str, None] = {}
    for name in names:
        tries = (f"{_start(name)}.{_signs(Random(f'{seed}/{name}/{nth}'), 3 + nth // 4)}" for nth in count())
        found[next(login for login in tries if login not in found and login not in taken)] = None
    return [*found]


def _start(name: str) -> str:
    """The first name in plain letters; something neutral for a name in another script."""
    first = re.split(r"[\s\-‐‑.(/]", re.sub("['’‘ʼ]", "", name).strip())[0].lower()
    plain = unicodedata.normalize("NFKD", "".join(SPELLED.get(letter, letter) for letter in first))
    letters = [letter for letter in plain if unicodedata.category(letter)[0] != "M"]
    if len(letters) < 2 or not all(letter.isascii() and letter.isalnum() for letter in letters):
        return NEUTRAL
    return "".join(letters)[:LONGEST_START]


def _signs(rng: Random, number: int) -> str:
    return "".join(rng.choice(DIGITS if place % 2 else CONSONANTS) for place in range(number))


# -- names at the table ------------------------------------------------------------------------------------------------

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


def table_names(number: int, rng: Random, used: Iterable[str] = ()) -> list[str]:
    """So many names for others to see, none of those `used` as long as there are any left."""
    gone = set(used)
    free = [name for name in TABLE_NAMES if name not in gone]
    rng.shuffle(free)
    more = (f"{rng.choice(TABLE_NAMES)} {rng.randrange(2, 1000)}" for _ in range(number - len(free)))
    return [*free[:number], *more]

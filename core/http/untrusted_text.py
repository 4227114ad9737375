"""Checks untrusted text: its characters and its size. Also normalizes names for comparison.

Each parser of such text has one guarded entry point with its own limit: `core.http.strict_json` for JSON,
`core.http.strict_toml` for TOML, `core.rendering.markdown` for Markdown, `core.classes.roster` for pasted lists, and
`games.engine.move` and `games.engine.state_parts` for moves and positions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from django.http import parse_cookie

T = TypeVar("T")

LONGEST_ADDRESS = 8_192
"""The maximum number of characters in a path with its query string."""
LONGEST_COOKIES = 16_384
MOST_ESCAPES = 200
"""The maximum number of backslashes in cookies. Python's parser takes time that grows with their square."""
LONGEST_NAME = 320
"""The maximum number of characters in a name, login, or code to compare: the length of the longest email address."""
MOST_DIGITS = 9

_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters other than white space, and halves of surrogate pairs.

PostgreSQL can't store U+0000, UTF-8 can't encode half of a pair, and the others are invisible.
"""


class InvalidText(ValueError):
    """Raised for text that the site doesn't accept. The message is a sentence for the sender."""


def check_characters(*texts: str) -> None:
    """Check that texts can be stored and shown. Raises InvalidText, naming the first bad character."""
    if match := _UNSTORABLE.search("\n".join(texts)):
        raise InvalidText(f"The text has a character that can’t be stored: U+{ord(match[0]):04X}.")


def check_path_and_headers(address: str, cookies: str, headers: Iterable[str] = ()) -> None:
    """Check a request's path with its query string, its cookies, and other headers. Raises InvalidText."""
    if len(address) > LONGEST_ADDRESS:
        raise InvalidText(f"The address is too long. It can have at most {LONGEST_ADDRESS:,} characters.")
    if len(cookies) > LONGEST_COOKIES or cookies.count("\\") > MOST_ESCAPES:
        raise InvalidText("The cookies are too long. Clear this site’s cookies.")
    check_characters(address, *headers)
    if "\\" in cookies:  # a cookie can spell any character: "\000"
        check_characters(*parse_cookie(cookies).values())


def normalize_for_comparison(text: str) -> str:
    """Normalize a name, login, or code for comparison: case-folded, and in Unicode form NFKC.

    Text that is too long is returned unchanged, because normalizing takes time that grows with the square of the
    length.
    """
    if len(text) > LONGEST_NAME:
        return text
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def parse_number(text: str | None, usual: T) -> int | T:
    """Return the whole number in a text of plain digits, or `usual` for any other text."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else usual

"""Text from outside: which characters and sizes the site takes, and how two texts compare.

Each parser of such text has one guarded entry, with a limit of its own: `core.http.strict_json` for JSON,
`core.http.strict_toml` for TOML, `core.rendering.markdown` for Markdown, `core.classes.roster` for pasted lists, and
`games.engine.move` and `games.engine.parts` for moves and positions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from django.http import parse_cookie

T = TypeVar("T")

LONGEST_ADDRESS = 8_192
"""Characters of a path with its query."""
LONGEST_COOKIES = 16_384
MOST_ESCAPES = 200
"""Backslashes in cookies: Python takes time that grows with their square."""
LONGEST_NAME = 320
"""Characters of a name, login or code that are compared; the longest email address has so many."""
MOST_DIGITS = 9

_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters other than white space, and halves of surrogate pairs: PostgreSQL takes no U+0000, UTF-8 no half
of a pair, and nobody can see the others.
"""


class UnreadableText(ValueError):
    """Text that the site doesn't take; its own text is a sentence for whoever sent it."""


def check_characters(*texts: str) -> None:
    """Check that texts can be stored and shown. Raises UnreadableText with the character that can't."""
    if match := _UNSTORABLE.search("\n".join(texts)):
        raise UnreadableText(f"The text has a character that can't be stored: U+{ord(match[0]):04X}.")


def check_head(address: str, cookies: str, headers: Iterable[str] = ()) -> None:
    """Check the head of a request: its path with the query, its cookies, and other headers. Raises UnreadableText."""
    if len(address) > LONGEST_ADDRESS:
        raise UnreadableText(f"The address is too long. It can have {LONGEST_ADDRESS:,} characters.")
    if len(cookies) > LONGEST_COOKIES or cookies.count("\\") > MOST_ESCAPES:
        raise UnreadableText("The cookies are too long. Clear the cookies of this site.")
    check_characters(address, *headers)
    if "\\" in cookies:  # a cookie can spell any character: "\000"
        check_characters(*parse_cookie(cookies).values())


def fold_text(text: str) -> str:
    """Return a name, login or code as it's compared: without compatibility forms such as full-width letters, or case.

    Text that's too long to be one stays as it is: to normalize takes time that grows with the square.
    """
    if len(text) > LONGEST_NAME:
        return text
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def parse_number(text: str | None, usual: T) -> int | T:
    """Return the whole number from 0 that a text says in plain digits, or `usual` if it says none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else usual

"""Parses untrusted TOML, after checking its lengths, nesting, and strings.

`tomllib` takes time and memory that grow with the square of a key's length, and has no limit on size.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from core.http.untrusted_text import InvalidText, check_characters

LONGEST = 120_000
"""The maximum number of characters."""
MOST_LINES = 6_000
LONGEST_STRING = 2_000
LONGEST_COMMENT = 1_000
LONGEST_WORD = 200
"""The maximum number of characters between two punctuation marks: the length of a number or a part of a key."""
MOST_DOTS = 8
"""The maximum number of dots in a key."""
MOST_DEPTH = 16
MOST_TABLES = 300
MOST_VALUES = 6_000

_SIGN = re.compile(r"[\"'#\[\]{}=.,\n]")
_BASIC = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_LITERAL = re.compile(r"'[^'\n]*'")


class InvalidToml(InvalidText):
    """Raised for text that isn't TOML, or TOML that the site doesn't accept. The message has the line number."""


def parse_toml(text: str) -> dict[str, Any]:
    """Parse untrusted TOML. Raises InvalidToml."""
    if len(text) > LONGEST:
        raise InvalidToml(f"This file is too long. It can have at most {LONGEST:,} characters.")
    _check_shape(text)
    try:
        parsed = tomllib.loads(text)
        check_characters(*_walk_strings(parsed))
    except tomllib.TOMLDecodeError as error:
        raise InvalidToml(f"This isn’t TOML: {error}.") from None
    except InvalidText as error:  # TOML can spell any character: "\u0000"
        raise InvalidToml(str(error)) from None
    except ValueError:  # only a whole number so long that Python doesn't read it
        raise InvalidToml("A number has too many digits.") from None
    return parsed


def _check_shape(text: str) -> None:
    """Check the text in one pass before it's parsed. Raises InvalidToml.

    Limits the numbers of lines, tables, and values, the lengths of words and strings, the dots in a key, and the depth
    of brackets. Also checks that each string ends.
    """
    if text.count("\n") > MOST_LINES:
        raise InvalidToml(f"This file is too long. It can have at most {MOST_LINES:,} lines.")
    at = depth = dots = tables = values = 0
    begins_line = True
    while match := _SIGN.search(text, at):
        start, sign = match.start(), match[0]
        gap, at = text[at:start].strip(), start + 1
        if len(gap) > LONGEST_WORD:
            raise _build_error(text, start, f"this word or number has more than {LONGEST_WORD} characters")
        begins_line = begins_line and not gap
        if sign in "\"'":
            at = _find_string_end(text, start)
        elif sign == "#":
            at = _find_comment_end(text, start)
        elif sign == ".":
            dots += 1
        else:
            dots = 0
            values += sign in "=,"
            depth += (sign in "[{") - (sign in "]}")
            tables += sign == "[" and depth == 1 and begins_line
        begins_line = sign == "\n"
        if dots > MOST_DOTS:
            raise _build_error(text, start, f"this key has more than {MOST_DOTS} dots")
        if not 0 <= depth <= MOST_DEPTH:
            too_deep = f"these brackets are nested more than {MOST_DEPTH} levels deep"
            said = too_deep if depth > 0 else "this closing bracket has no opening bracket"
            raise _build_error(text, start, said)
        if tables > MOST_TABLES or values > MOST_VALUES:
            said = f"{MOST_TABLES:,} tables" if tables > MOST_TABLES else f"{MOST_VALUES:,} values"
            raise _build_error(text, start, f"this file has more than {said}")
    if len(text[at:].strip()) > LONGEST_WORD:
        raise _build_error(text, len(text), f"this word or number has more than {LONGEST_WORD} characters")


def _find_string_end(text: str, start: int) -> int:
    """Return the index after the string that begins at `start`. Raises InvalidToml if it doesn't end or is too long."""
    quotes = text[start : start + 3]
    if quotes in ('"""', "'''"):
        end = text.find(quotes, start + 3)
        while quotes == '"""' and start < end <= start + LONGEST_STRING and _is_escaped(text, end):
            end = text.find(quotes, end + 1)
        end = end + 3 if end > 0 else 0
        for _ in range(2):  # quotes at the end of the text itself
            end += end > 0 and text[end : end + 1] == quotes[0]
    else:
        match = (_BASIC if quotes[0] == '"' else _LITERAL).match(text, start)
        end = match.end() if match else 0
    if not end:
        raise _build_error(text, start, "this string has no closing quotation mark")
    if end - start > LONGEST_STRING:
        raise _build_error(text, start, f"this string has more than {LONGEST_STRING:,} characters")
    return end


def _is_escaped(text: str, at: int) -> bool:
    """Return whether an odd number of backslashes comes just before this index."""
    before = text[max(0, at - LONGEST_STRING) : at]
    return bool((len(before) - len(before.rstrip("\\"))) % 2)


def _find_comment_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if end - start > LONGEST_COMMENT:
        raise _build_error(text, start, f"this comment has more than {LONGEST_COMMENT:,} characters")
    return end


def _build_error(text: str, at: int, said: str) -> InvalidToml:
    return InvalidToml(f"Line {text.count(chr(10), 0, at) + 1}: {said}.")


def _walk_strings(value: Any) -> Iterator[str]:
    """Yield all strings in a parsed value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _walk_strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk_strings(inner)

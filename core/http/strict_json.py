"""Parses untrusted JSON, limited in size and depth, without duplicate keys, and with text that can be stored."""

from __future__ import annotations

import json
from collections import Counter
from math import isfinite
from typing import Any

from core.http.untrusted_text import InvalidText, check_characters

MOST_DEPTH = 24
LONGEST = 256 * 1024
"""The maximum number of characters."""
MOST_VALUES = 20_000
"""The maximum number of commas and opening brackets, which is about the number of values."""


class InvalidJson(InvalidText):
    """Raised for JSON that the site doesn't accept. The message is a sentence for the sender."""


class MalformedJson(InvalidJson):
    """Raised for text that isn't JSON at all."""


class _NonFiniteNumber(ValueError):
    """Raised for a number that JSON doesn't have, such as NaN or infinity."""


def parse_json(text: bytes | str) -> Any:
    """Parse untrusted JSON. Raises MalformedJson or InvalidJson."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")  # `loads` would take UTF-16 as well, and halves of a pair as they are
        _check_size(text)
        found = json.loads(
            text, parse_float=_parse_float, parse_constant=_reject_number, object_pairs_hook=_build_object
        )
    except RecursionError:
        raise _build_depth_error() from None
    except UnicodeDecodeError:
        raise MalformedJson("JSON must be in UTF-8, but this text isn’t.") from None
    except (json.JSONDecodeError, _NonFiniteNumber) as error:
        raise MalformedJson(f"This isn’t JSON: {error}."[:300]) from None
    except InvalidJson:
        raise
    except ValueError:  # only a whole number so long that Python does not read it
        raise InvalidJson("A number has too many digits.") from None
    if _needs_value_check(text):
        _check_value(found)
    return found


def _check_size(text: str) -> None:
    if len(text) > LONGEST:
        raise InvalidJson(f"This JSON is too long. It can have at most {LONGEST:,} characters.")
    if text.count(",") + text.count("[") + text.count("{") > MOST_VALUES:
        raise InvalidJson(f"There are too many values in this JSON. It can have at most about {MOST_VALUES:,}.")


def _needs_value_check(text: str) -> bool:
    """Return whether the parsed value must be checked, because the text has escapes or might be nested deeply."""
    return "\\" in text or "\x7f" in text or text.count("[") + text.count("{") > MOST_DEPTH


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        _check_text(twice)
        raise InvalidJson(f"The key “{twice[:40]}” is in the same object twice. Use each key only once.")
    return found


def _parse_float(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _reject_number(text[:40])


def _reject_number(text: str) -> Any:
    raise _NonFiniteNumber(f"{text} isn’t a JSON number")


def _build_depth_error() -> InvalidJson:
    return InvalidJson(f"This JSON is nested too deeply. It can have at most {MOST_DEPTH} levels.")


def _check_value(found: Any) -> None:
    """Check that a parsed value isn't nested too deeply, and that its text can be stored. Raises InvalidJson."""
    level: list[Any] = [found]
    for _ in range(MOST_DEPTH + 1):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                _check_text(value)
        if not inner:
            return
        level = inner
    raise _build_depth_error()


def _check_text(text: str) -> None:
    try:
        check_characters(text)
    except InvalidText as error:
        raise InvalidJson(str(error)) from None

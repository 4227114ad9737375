"""How a number comes about, read back from the sentence that says it."""

from __future__ import annotations

import re

from games.engine.calculations import MINUS

_NUMBER = re.compile(r"\d+")
_CARDS = re.compile(r"`[^`]*`")
_EQUATION = re.compile(r"(?P<sum>.+?)(?: (?P<sign>[×÷]) (?P<factor>\d+))? = (?P<number>[−\d]+)(?:, rounded down)?")
_TERM = re.compile(rf"(?:^|(?<= ))(?P<sign>[+{MINUS}])? ?(?P<words>.*?)(?= [+{MINUS}] |$)")


def number_of(sentence: str) -> int | None:
    """The number at which a working arrives, by its parts; None if they do not come to what it says."""
    text = sentence.strip().removesuffix(".")
    if text == "There are none":
        return 0
    equation = _EQUATION.fullmatch(text)
    if equation:
        found = sum(map(_worth, re.split(rf" (?=[+{MINUS}] )", equation["sum"].strip("()"))))
        factor = int(equation["factor"] or 1)
        found = found // factor if equation["sign"] == "÷" else found * factor
        return found if found == _whole(equation["number"]) else None
    words, _, number = text.rpartition(": ")
    return _whole(number) if words and _is_whole(number) else None


def things_of(sentence: str) -> int | None:
    """The number of the things that are counted, if it counts things: cards in a row, or parts with commas between."""
    words, _, _ = sentence.removesuffix(".").rpartition(": ")
    if re.fullmatch(r"`[^`]+`", words):
        return len(words.split())
    return len(re.split(r", (?:and )?| and ", words)) if words else None


def _worth(term: str) -> int:
    """Return what one part of a sum adds."""
    numbers = _NUMBER.findall(_CARDS.sub("", term))
    return (-1 if term.startswith(MINUS) else 1) * int(numbers[-1])


def _is_whole(text: str) -> bool:
    return re.fullmatch(rf"{MINUS}?\d+", text) is not None


def _whole(text: str) -> int:
    return int(text.replace(MINUS, "-"))

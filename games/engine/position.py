"""Reading positions: JSON from anywhere, refused with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.state import Match, Result
from games.errors import BadText


class Reader:
    """Reads the keys of a position. Everything raises BadText naming the key and the value."""

    def __init__(self, position: Mapping[str, Any], keys: Sequence[str]) -> None:
        if not isinstance(position, Mapping):
            raise BadText("not a position", position, "a JSON object")
        for key in position:
            if key not in keys:
                raise BadText("not a key of a position", key, ", ".join(keys))
        self._position = position

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self._position.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadText(f"not a value of “{key}”", value, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._position.get(key, False)
        if not isinstance(value, bool):
            raise BadText(f"not a value of “{key}”", value, "true or false")
        return value

    def text(self, key: str, default: str) -> str:
        """A text of cards."""
        value = self._position.get(key, default)
        if not isinstance(value, str) or len(value) > 1000:
            raise BadText(f"not a value of “{key}”", value, "a text of cards")
        return value

    def one_of(self, key: str, default: str, values: tuple[str, ...]) -> str:
        """One of some words."""
        value = self._position.get(key, default)
        if value not in values:
            raise BadText(f"not a value of “{key}”", value, ", ".join(value or "“”" for value in values))
        return str(value)

    def seats(self, key: str, seats: int) -> tuple[int, ...]:
        """A list of seats."""
        value = self._position.get(key, [])
        if not isinstance(value, list) or not all(type(seat) is int and 0 <= seat < seats for seat in value):
            raise BadText(f"not a value of “{key}”", value, "a list of seats")
        return tuple(value)

    def texts(self, key: str, seats: int, missing: str) -> list[str] | None:
        """A text of cards for each seat, `missing` for the last ones left out; None if the key is."""
        value = self._position.get(key)
        if value is None:
            return None
        if (
            not isinstance(value, list)
            or len(value) > seats
            or not all(isinstance(text, str) and len(text) < 1000 for text in value)
        ):
            raise BadText(f"not a value of “{key}”", value, f"a text of cards for each of {seats} seats")
        return [*value, *[missing] * (seats - len(value))]

    def lists(self, key: str, seats: int) -> list[list[str]]:
        """A list of texts for each seat."""
        value = self._position.get(key, [])
        if (
            not isinstance(value, list)
            or len(value) > seats
            or not all(isinstance(own, list) and len(own) < 60 for own in value)
        ):
            raise BadText(f"not a value of “{key}”", value, f"a list of melds for each of {seats} seats")
        return [*value, *[[]] * (seats - len(value))]

    def list_of_texts(self, key: str, most: int) -> list[str]:
        """A list of so many texts at most."""
        value = self._position.get(key, [])
        short = isinstance(value, list) and len(value) <= most
        if not short or not all(isinstance(text, str) and len(text) < 1000 for text in value):
            raise BadText(f"not a value of “{key}”", value, f"a list of {most} texts at most")
        return list(value)

    def pairs(self, key: str, most: int) -> list[tuple[int, int]]:
        """A list of so many pairs of whole numbers at most."""
        value = self._position.get(key, [])
        if not isinstance(value, list) or len(value) > most:
            raise BadText(f"not a value of “{key}”", value, f"a list of {most} pairs at most")
        for pair in value:
            if not isinstance(pair, list) or len(pair) != 2 or not all(type(one) is int for one in pair):
                raise BadText(f"not a value of “{key}”", pair, "a pair of whole numbers")
        return [(one, other) for one, other in value]

    def match(self, match: Match, seats: int, dealer: int | None = None) -> None:
        """Fills in the `match` of a position; `dealer` deals if it does not say who."""
        usual = seats - 1 if dealer is None else dealer
        value = self._position.get("match", {})
        if not isinstance(value, Mapping):
            raise BadText("not a value of “match”", value, "an object")
        inner = Reader(value, ("dealer", "deals", "scores", "winners", "over", "results"))
        given = value.get("dealer", usual)
        match.dealer = None if given is None else inner.number("dealer", usual, 0, seats - 1)
        match.deals = inner.number("deals", 0, 0, 10_000)
        scores = value.get("scores", [0] * seats)
        if not isinstance(scores, list) or len(scores) != seats or not all(type(score) is int for score in scores):
            raise BadText("not a value of “scores”", scores, f"{seats} whole numbers")
        match.scores = scores[:]
        match.winners = inner.seats("winners", seats)
        match.over = inner.flag("over")
        results = value.get("results", [])
        if not isinstance(results, list) or len(results) > 10_000:
            raise BadText("not a value of “results”", results, "a list")
        try:
            match.results = [
                Result(
                    str(one["sentence"]),
                    str(one["clause"]),
                    tuple(int(seat) for seat in one["winners"]),
                    None if one["scores"] is None else tuple(int(score) for score in one["scores"]),
                    tuple(tuple(str(cell) for cell in row) for row in one["rows"]),
                    tuple(str(head) for head in one.get("heads", ())),
                )
                for one in results
            ]
        except (KeyError, TypeError, ValueError, OverflowError):
            raise BadText("not a value of “results”", results, "results of deals") from None

"""English for readers: numbers of things, lists in a sentence, and cards among words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card, codes

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_word(number: int) -> str:
    """A number as a sentence has it: “no”, “three”, “12”, “-3”."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def many(number: int, thing: str) -> str:
    """So many things, in a sentence: “no cards”, “one card”, “three cards”, “12 cards”."""
    return f"{in_word(number)} {thing if number == 1 else f'{thing}s'}"


def figure(number: int, thing: str) -> str:
    """So many things, at a glance: “0 cards”, “1 card”, “3 cards”."""
    return f"{number} {thing if number == 1 else f'{thing}s'}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence with commas and a last word between them."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """The text with a capital at its start, and all else as it is."""
    return text[:1].upper() + text[1:]


def quoted(cards: Iterable[Card]) -> str:
    """Cards as text that is drawn as cards."""
    return f"`{codes(cards)}`"

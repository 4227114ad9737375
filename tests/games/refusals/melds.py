"""Reasons why cards don’t make a meld, read a second time: by trying what their wild cards can be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product

from tests.games.refusals.reading import CODE, RANKS, Case, Check, base, listed, named, rank, suit

SUITS = "CDHS"
CARDS = rf"{CODE}(?: {CODE})*"
PACK = [RANKS[value] + letter for letter in SUITS for value in range(1, 14)]
Proper = Callable[[Case, Sequence[str]], bool]
"""Whether cards, each as its face, are a meld."""
Wild = Callable[[Case], Collection[str]]
"""The cards that are wild."""


def are_run(cards: Sequence[str], least: int, most: int) -> bool:
    """Whether these faces are of one suit and follow one another, the ace low or high, in a run of such a length."""
    ranks = sorted(map(rank, cards))
    if not least <= len(cards) <= most or len({*map(suit, cards)}) != 1 or 0 in ranks:
        return False
    high = sorted(ranks[ranks.count(1) :] + [14] * ranks.count(1))
    both = [*ranks[:1], *ranks[2:], 14] if ranks.count(1) == 2 else ranks
    return any(numbers == list(range(numbers[0], numbers[0] + len(numbers))) for numbers in (ranks, high, both))


def are_free(card: str, wilds: Collection[str], bare: bool = False) -> bool:
    """Whether a card may be any: a bare joker, or a wild card that is left open; or that is `bare`, where those are."""
    return card == "*" or (card.endswith("=?") and base(card) in wilds) or (bare and card in wilds)


def known(cards: Sequence[str], wilds: Collection[str], bare: bool = False) -> list[str]:
    """The faces of the cards that say what they are."""
    return [card.partition("=")[2] or card for card in cards if not are_free(card, wilds, bare)]


def runs_with(faces: Sequence[str], free: int, least: int, most: int) -> Iterator[list[str]]:
    """Yield the runs of these faces and `free` more cards."""
    size = len(faces) + free
    for letter, low in product(SUITS, range(1, 15)):
        window = [RANKS[(low + place - 1) % 13 + 1] + letter for place in range(size)]
        if low + size <= 15 and are_run(window, least, most) and not Counter(faces) - Counter(window):
            yield window


def why_none(proper: Proper, wilds: Wild, *, suits_matter: bool, least: int, most: int) -> Check:
    """A check of why cards don’t make a meld, a bare wild card taken for itself or not."""

    def check(case: Case, cards: list[str], why: str) -> bool:
        return any(as_read(case, cards, why, bare) for bare in (False, True))

    def as_read(case: Case, cards: list[str], why: str, bare: bool) -> bool:
        wild = wilds(case)
        faces, free = known(cards, wild, bare), sum(are_free(card, wild, bare) for card in cards)
        ranks, suits = Counter(map(rank, faces)), Counter(map(suit, faces))
        if why == "Nothing shows what the wild cards stand for":
            return not faces
        if why == "A set can’t have the same suit twice":
            return suits_matter and len(ranks) == 1 and max(suits.values()) > 1
        if why == "They aren’t consecutive":
            return len(suits) == 1 and not any(runs_with(faces, free, 1, 14))
        if why == "A run can’t be that long":
            return len(suits) == 1 and len(cards) > most
        for pattern, reading in _PATTERNS:
            if match := re.fullmatch(pattern, why):
                return reading(faces, free, **match.groupdict())
        if match := re.fullmatch(rf"({CARDS}) and ({CARDS}) are two separate melds", why):
            first, other = (match[place].split() for place in (1, 2))
            return sorted([*first, *other]) == sorted(cards) and proper(case, first) and proper(case, other)
        expected, odd = _odd(why)
        if not expected or Counter(expected) - Counter(cards) or any(are_free(card, wild, bare) for card in expected):
            return False
        rest = known([*(Counter(cards) - Counter(expected)).elements()], wild, bare)
        if letter := _suit_named(odd):
            return {*map(suit, rest)} == {letter} and all(suit(card) != letter for card in expected)
        value = _rank_named(odd.removeprefix("a ").removeprefix("an "))
        return (
            bool(rest) and all(rank(card) == value for card in rest) and all(rank(card) != value for card in expected)
        )

    return check


def _odd(why: str) -> tuple[list[str], str]:
    """“`7H` isn’t an eight”: the cards, and what they are not."""
    match = re.fullmatch(rf"({CARDS}) (?:isn’t|aren’t) (.+)", why)
    return (match[1].split(), match[2]) if match else ([], "")


def _missing(faces: list[str], free: int, names: str) -> bool:
    one_suit = len({*map(suit, faces)}) == 1 and len({*map(rank, faces)}) == len(faces)
    return one_suit and not free and _gaps(faces) == [*map(_rank_named, listed(names))]


def _too_few_wild(faces: list[str], free: int, gaps: str, wild: str) -> bool:
    one_suit = len({*map(suit, faces)}) == 1 and len({*map(rank, faces)}) == len(faces)
    return one_suit and len(_gaps(faces)) == _number(gaps) > free == _number(wild.lower())


def _twice(faces: list[str], free: int, name: str) -> bool:
    return len({*map(suit, faces)}) == 1 and faces.count(named(name)) > 1


def _of_many(faces: list[str], free: int, suits: str, ranks: str) -> bool:
    return (_number(suits), _number(ranks)) == (len({*map(suit, faces)}), len({*map(rank, faces)}))


_PATTERNS: tuple[tuple[str, Callable[..., bool]], ...] = (
    (r"The (?P<name>\w+ of \w+) appears twice", _twice),
    (r"The (?P<names>.+) (?:is|are) missing", _missing),
    (r"(?P<wild>\w+) wild cards? can’t replace (?P<gaps>\w+) missing ranks", _too_few_wild),
    (r"They have (?P<suits>\w+) suits and (?P<ranks>\w+) ranks", _of_many),
)


def _gaps(faces: Sequence[str]) -> list[int]:
    """The ranks that are missing between cards of one suit, the ace low or high as leaves fewer."""
    ranks = {*map(rank, faces)}
    high = {14 if number == 1 else number for number in ranks}
    gaps = [[number for number in range(min(those), max(those)) if number not in those] for those in (ranks, high)]
    return [(number - 1) % 13 + 1 for number in min(gaps, key=len)]


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "11", "12", "13", "14")
_NAMES = ("", "ace", *_WORDS[2:11], "jack", "queen", "king")


def _number(word: str) -> int:
    return _WORDS.index(word)


def _suit_named(name: str) -> str:
    """The letter of a suit in “a heart” or “hearts”, or "" for other words."""
    name = name.removeprefix("a ")
    return next(
        (word[0].upper() for word in ("clubs", "diamonds", "hearts", "spades") if name in (word, word[:-1])), ""
    )


def _rank_named(name: str) -> int:
    return _NAMES.index("six" if name == "sixes" else name if name in _NAMES else name.removesuffix("s"))

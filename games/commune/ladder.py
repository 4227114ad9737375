"""The ladder: every hand that can be declared, from the lowest to the highest, and its words.

Ranks are numbers from 2 to 14, the ace. A declaration is written as a kind and its ranks, `pair kings` or
`full-house eights threes`; under house rules that name suits a flush carries its suit, `flush queen hearts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.cards import RANKS, SUIT_NAMES, Card
from games.commune.options import CommuneOptions

ACE = 14
SINGLE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLURAL = tuple(f"{name}es" if name == "six" else f"{name}s" for name in SINGLE)
RANK_OF = {name: value for names in (SINGLE, PLURAL) for value, name in enumerate(names, 2)}
"""The value of a rank by its name: “king” and “kings” are 13."""
SUIT_OF = {name: suit for suit, name in SUIT_NAMES.items()}

KINDS = {
    "high": "high card",
    "pair": "pair",
    "two-pair": "two pair",
    "trips": "three of a kind",
    "straight": "straight",
    "flush": "flush",
    "full-house": "full house",
    "quads": "four of a kind",
    "straight-flush": "straight flush",
    "five": "five of a kind",
}
"""The kinds of hand from low to high, as a declaration begins, and what each is called."""


def a_kind(kind: str) -> str:
    """Return what a kind of hand is called where one of it is meant: “a flush”, “two pair”."""
    return KINDS[kind] if KINDS[kind].startswith(("two ", "three ", "four ", "five ")) else f"a {KINDS[kind]}"


CLAUSE_OF = {
    "high": "ladder.high",
    "pair": "ladder.pair",
    "two-pair": "ladder.two-pair",
    "trips": "ladder.trips",
    "straight": "ladder.straight",
    "flush": "ladder.flush",
    "full-house": "ladder.full-house",
    "quads": "ladder.quads",
    "straight-flush": "ladder.straight-flush",
    "five": "ladder.five",
}
SIZES = {"high": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5}
"""How many cards of one rank a kind takes, where that is all it takes."""
TOPPED = ("straight", "flush", "straight-flush")
"""The kinds that are named by their top card."""
TWO_RANKS = ("two-pair", "full-house")


class Declaration(NamedTuple):
    """A hand that is named: its kind, its ranks as they are named, and the suit where one is."""

    kind: str
    ranks: tuple[int, ...]
    suit: str = ""

    @property
    def words(self) -> str:
        """The ranks, and the suit, as a move says them: “kings sixes”."""
        names = SINGLE if self.kind in TOPPED or self.kind == "high" else PLURAL
        return " ".join([*(names[rank - 2] for rank in self.ranks), *([SUIT_NAMES[self.suit]] if self.suit else [])])

    def __str__(self) -> str:
        return f"{self.kind} {self.words}"

    @property
    def spoken(self) -> str:
        """The declaration as a player says it: “eights full of threes”."""
        return _say(self)


@lru_cache(maxsize=1024)
def _say(hand: Declaration) -> str:
    return _SPOKEN[hand.kind].format(
        *(SINGLE[rank - 2] for rank in hand.ranks),
        **{f"many{place}": PLURAL[rank - 2] for place, rank in enumerate(hand.ranks)},
        suit=f" in {SUIT_NAMES[hand.suit]}" if hand.suit else "",
    )


_SPOKEN = {
    "high": "{0} high",
    "pair": "a pair of {many0}",
    "two-pair": "two pair, {many0} and {many1}",
    "trips": "three {many0}",
    "straight": "a straight to the {0}",
    "flush": "a flush to the {0}{suit}",
    "full-house": "a full house, {many0} full of {many1}",
    "quads": "four {many0}",
    "straight-flush": "a straight flush to the {0}",
    "five": "five {many0}",
}


def pictured(hand: Declaration) -> tuple[str, ...]:
    """The cards of a declaration as codes: ranks alone where any suit will do, `-` for a card that is not named."""
    letters = [RANKS[rank % 13 - 1] for rank in hand.ranks]
    if hand.kind in SIZES:
        return tuple(letters * SIZES[hand.kind])
    if hand.kind == "two-pair":
        return (*letters[:1] * 2, *letters[1:] * 2)
    if hand.kind == "full-house":
        return (*letters[:1] * 3, *letters[1:] * 2)
    if hand.kind == "flush":
        return (letters[0] + hand.suit, *["-"] * 4)
    return tuple(RANKS[rank % 13 - 1] for rank in straight_ranks(hand.ranks[0]))


class Ladder:
    """The declarations of some house rules in order. Rulebook: the clauses `ladder.…`, declare.all-ranks.

    `steps` are in order; `index` gives the place of each. A flush with a suit stands where the flush without one does.
    """

    def __init__(self, lowest: int, flushes: bool, five: bool) -> None:
        kinds = [kind for kind in KINDS if (flushes or "flush" not in kind) and (five or kind != "five")]
        self.kinds = tuple(kinds)
        self.lowest = lowest
        self.steps = tuple(Declaration(kind, ranks) for kind in kinds for ranks in ranks_of(kind, lowest))
        self._index = {step: place for place, step in enumerate(self.steps)}
        self.first = {kind: self.index(next(self.of(kind))) for kind in kinds}
        self.end = {kind: self.first[kind] + sum(1 for _ in self.of(kind)) for kind in kinds}

    def __len__(self) -> int:
        return len(self.steps)

    def index(self, declaration: Declaration) -> int:
        """The place of a declaration, from 0. Raises KeyError if it is not on the ladder."""
        return self._index[declaration._replace(suit="") if declaration.suit else declaration]

    def has(self, declaration: Declaration) -> bool:
        """Return whether the declaration, its suit apart, is on the ladder."""
        return declaration._replace(suit="") in self._index

    def of(self, kind: str) -> Iterator[Declaration]:
        """The declarations of a kind, in order."""
        return (step for step in self.steps if step.kind == kind)

    def bottom(self, kind: str) -> int:
        """The lowest rank that a kind of one rank, or of a top card, can be named with."""
        return self.steps[self.first[kind]].ranks[0]

    @property
    def top(self) -> int:
        """The place of the highest declaration."""
        return len(self.steps) - 1


def ranks_of(kind: str, lowest: int) -> Iterator[tuple[int, ...]]:
    """The ranks that a kind may be named with, in the order of the ladder."""
    ranks = range(lowest, ACE + 1)
    if kind == "two-pair":
        yield from ((high, low) for high in ranks for low in range(lowest, high))
    elif kind == "full-house":
        yield from ((three, two) for three in ranks for two in ranks if two != three)
    elif kind == "flush":
        yield from ((top,) for top in range(lowest + 5, ACE + 1))
    elif kind in TOPPED:
        yield from ((top,) for top in range(5 if lowest == 2 else lowest + 4, ACE + 1))
    else:
        yield from ((rank,) for rank in ranks)


@lru_cache(maxsize=16)
def _ladder(lowest: int, flushes: bool, five: bool) -> Ladder:
    return Ladder(lowest, flushes, five)


def ladder_of(options: CommuneOptions) -> Ladder:
    """The ladder of these house rules."""
    return _ladder(options.lowest, options.flushes, options.five_of_a_kind)


def value_of(card: Card) -> int:
    """The rank of a card from 2 to 14, the ace; 0 for a joker or an unknown card."""
    return ACE if card.rank == 1 else card.rank


def straight_ranks(top: int) -> list[int]:
    """The five ranks of a straight from its lowest, the ace below the two in a five-high one."""
    return [ACE if rank == 1 else rank for rank in range(top - 4, top + 1)]


def read_words(kind: str, words: Sequence[str]) -> tuple[tuple[int, ...], str, list[str]]:
    """The ranks and the suit that words name, and the words that name neither.

    The pairs of two pair may be named in either order; they are put in the ladder's.
    """
    ranks = [RANK_OF[word] for word in words if word in RANK_OF]
    suits = [SUIT_OF[word] for word in words if word in SUIT_OF]
    rest = [word for word in words if word not in RANK_OF and word not in SUIT_OF]
    if kind == "two-pair":
        ranks.sort(reverse=True)
    return tuple(ranks), suits[0] if suits else "", [*rest, *(SUIT_NAMES[suit] for suit in suits[1:])]


def read_declaration(text: str) -> Declaration | None:
    """The declaration of a text such as `pair kings`, or None if it names none."""
    kind, *words = text.split() or [""]
    if kind not in KINDS:
        return None
    ranks, suit, rest = read_words(kind, words)
    return None if rest or len(ranks) != (2 if kind in TWO_RANKS else 1) else Declaration(kind, ranks, suit)

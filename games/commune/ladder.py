"""The ladder of Commune: all hands that can be declared, in order, and how they're written.

Ranks are numbers from 2 to 14 (the ace). A declaration is written as a kind and its ranks: `pair kings` or `full-house
eights threes`. Under house rules that name suits, a flush has its suit too: `flush queen hearts`.
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
"""The number of a rank by its name: “king” and “kings” are 13."""
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
"""The kinds of hand from low to high: the word that starts a declaration, and the name in sentences."""


def name_kind_with_article(kind: str) -> str:
    """Return the name of a kind of hand, with an article if it takes one: “a flush”, but “two pair”."""
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
"""The clause of the rulebook for each kind of hand."""
SIZES = {"high": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5}
"""The number of cards in each kind of hand whose cards all have the same rank."""
TOPPED = ("straight", "flush", "straight-flush")
"""Kinds of hands that are named by their top card."""
TWO_RANKS = ("two-pair", "full-house")
"""Kinds of hands that are named by two ranks."""


class Declaration(NamedTuple):
    """A declared hand: its kind, the ranks that name it, and its suit if one is named."""

    kind: str
    ranks: tuple[int, ...]
    suit: str = ""

    @property
    def rank_and_suit_words(self) -> str:
        """The ranks, and the suit if there is one, as a move writes them: “kings sixes”."""
        names = SINGLE if self.kind in TOPPED or self.kind == "high" else PLURAL
        return " ".join([*(names[rank - 2] for rank in self.ranks), *([SUIT_NAMES[self.suit]] if self.suit else [])])

    def __str__(self) -> str:
        return f"{self.kind} {self.rank_and_suit_words}"

    @property
    def spoken_name(self) -> str:
        """The declaration as a player says it: “a full house, eights full of threes”."""
        return _format_spoken_name(self)


@lru_cache(maxsize=1024)
def _format_spoken_name(hand: Declaration) -> str:
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


def list_declaration_card_codes(hand: Declaration) -> tuple[str, ...]:
    """Return the codes of the cards that illustrate a declaration.

    A code is a rank alone where any suit will do, and `-` for a card that isn't named.
    """
    letters = [RANKS[rank % 13 - 1] for rank in hand.ranks]
    if hand.kind in SIZES:
        return tuple(letters * SIZES[hand.kind])
    if hand.kind == "two-pair":
        return (*letters[:1] * 2, *letters[1:] * 2)
    if hand.kind == "full-house":
        return (*letters[:1] * 3, *letters[1:] * 2)
    if hand.kind == "flush":
        return (letters[0] + hand.suit, *["-"] * 4)
    return tuple(RANKS[rank % 13 - 1] for rank in list_straight_ranks(hand.ranks[0]))


class Ladder:
    """All hands that can be declared under some house rules, from the lowest to the highest.

    `steps` has the hands as declarations, and `index` gives the place of each. A flush with a suit has the place of the
    flush without one. `first` has the first place of each kind of hand, and `end` the place after its last one.

    Rulebook: the clauses `ladder.…`, declare.all-ranks.
    """

    def __init__(self, lowest: int, flushes: bool, five: bool) -> None:
        kinds = [kind for kind in KINDS if (flushes or "flush" not in kind) and (five or kind != "five")]
        self.kinds = tuple(kinds)
        self.lowest = lowest
        self.steps = tuple(Declaration(kind, ranks) for kind in kinds for ranks in list_ranks_of_kind(kind, lowest))
        self._index = {step: place for place, step in enumerate(self.steps)}
        self.first = {kind: self.index(next(self.list_declarations_of_kind(kind))) for kind in kinds}
        self.end = {kind: self.first[kind] + sum(1 for _ in self.list_declarations_of_kind(kind)) for kind in kinds}

    def __len__(self) -> int:
        return len(self.steps)

    def index(self, declaration: Declaration) -> int:
        """Return the place of a declaration on the ladder, from 0 for the lowest. Raises KeyError if it has none."""
        return self._index[declaration._replace(suit="") if declaration.suit else declaration]

    def has_declaration(self, declaration: Declaration) -> bool:
        """Return whether a declaration is on the ladder, no matter which suit it names."""
        return declaration._replace(suit="") in self._index

    def list_declarations_of_kind(self, kind: str) -> Iterator[Declaration]:
        """Return an iterator over the declarations of a kind, in order."""
        return (step for step in self.steps if step.kind == kind)

    def get_lowest_rank(self, kind: str) -> int:
        """Return the lowest rank that can name a hand of this kind, by its only rank or by its top card."""
        return self.steps[self.first[kind]].ranks[0]

    @property
    def top_place(self) -> int:
        """The place of the highest declaration on the ladder. Places are counted from 0."""
        return len(self.steps) - 1


def list_ranks_of_kind(kind: str, lowest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ranks by which a kind of hand can be declared, each time as a tuple, in the order of the ladder.

    `lowest` is the lowest rank that can be declared.
    """
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
def _build_ladder(lowest: int, flushes: bool, five: bool) -> Ladder:
    return Ladder(lowest, flushes, five)


def get_ladder(options: CommuneOptions) -> Ladder:
    """Return the ladder (all hands that can be declared, in order) under these house rules."""
    return _build_ladder(options.lowest_rank, options.flushes, options.five_of_a_kind)


def get_rank_value(card: Card) -> int:
    """Return the rank of a card from 2 to 14 (the ace), or 0 for a joker or an unknown card."""
    return ACE if card.rank == 1 else card.rank


def list_straight_ranks(top: int) -> list[int]:
    """Return the five ranks of a straight from its lowest; in a five-high straight the ace comes first."""
    return [ACE if rank == 1 else rank for rank in range(top - 4, top + 1)]


def parse_declaration_words(kind: str, words: Sequence[str]) -> tuple[tuple[int, ...], str, list[str]]:
    """Parse the words after a kind of hand. Returns the ranks, the suit, and the words that are neither.

    The ranks of two pair can come in either order, and are returned from high to low.
    """
    ranks = [RANK_OF[word] for word in words if word in RANK_OF]
    suits = [SUIT_OF[word] for word in words if word in SUIT_OF]
    rest = [word for word in words if word not in RANK_OF and word not in SUIT_OF]
    if kind == "two-pair":
        ranks.sort(reverse=True)
    return tuple(ranks), suits[0] if suits else "", [*rest, *(SUIT_NAMES[suit] for suit in suits[1:])]


def parse_declaration(text: str) -> Declaration | None:
    """Parse a declaration such as `pair kings`; return None if the text isn't one."""
    kind, *words = text.split() or [""]
    if kind not in KINDS:
        return None
    ranks, suit, rest = parse_declaration_words(kind, words)
    return None if rest or len(ranks) != (2 if kind in TWO_RANKS else 1) else Declaration(kind, ranks, suit)

"""Readings of refusals: the words become values, and a function checks them at this table.

A game's module has a `Readings` with a pattern for each sentence that a clause can say:

    @READINGS.of("trick.follow-suit", "You still hold {suit:suit}, and {led:suit} were led.")
    def follows(case: Case, suit: str, led: str) -> bool: ...

A sentence without a pattern is *unread*, which is as bad as one that is not so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from games.cards import RANK_NAMES, SUIT_NAMES
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import State

CODE = r"(?:\*|[A2-9TJQK][CDHS])(?:=(?:[A2-9TJQK][CDHS]|\?))?"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = {name: letter for letter, name in SUIT_NAMES.items()}
_RANKS = {name: rank for rank, name in enumerate(RANK_NAMES)}
_RANKS |= {"six" if name == "six" else name: rank for name, rank in _RANKS.items()}
_PLURALS = {f"{name}es" if name == "six" else f"{name}s": rank for name, rank in _RANKS.items() if name}
RANKS = "?A23456789TJQK"
"""The letter of each rank, by its number."""

_KINDS = {
    "cards": rf"{CODE}(?: {CODE})*",
    "card": CODE,
    "number": r"-?\d+|" + "|".join([*NUMBERS, *map(str.capitalize, NUMBERS)]),
    "suit": "|".join(_SUITS),
    "rank": "|".join(sorted(filter(None, [*_PLURALS, *_RANKS]), key=len, reverse=True)),
    "name": rf"(?:{'|'.join(filter(None, RANK_NAMES))}) of (?:{'|'.join(_SUITS)})|joker",
    "seat": r"seat \d+|the dealer|you",
    "text": r".+?",
}
_SLOT = re.compile(r"\{(\w+):(\w+)\}")


def base(code: str) -> str:
    """The card that really lies there."""
    return code.partition("=")[0]


def face(code: str) -> str:
    """The card for which it stands."""
    return code.partition("=")[2] or code


def rank(code: str) -> int:
    """The rank of a card's face: 1 to 13, 0 for a joker or what is left open."""
    return max(RANKS.find(face(code)[0]), 0)


def suit(code: str) -> str:
    """The suit of a card's face, or ""."""
    return face(code)[1:2]


def lacking(wanted: Iterable[str], have: Iterable[str]) -> Counter[str]:
    """The cards of `wanted` that `have` does not hold, copies counted."""
    return Counter(wanted) - Counter(have)


class Case:
    """A refused move at a table, as plain data."""

    def __init__(self, game: Game[Any], state: State, seat: int, move: Move) -> None:
        self.game, self.state, self.seat, self.move = game, state, seat, move

    @cached_property
    def at(self) -> Mapping[str, Any]:
        """The whole position."""
        return self.game.build_position(self.state)

    @cached_property
    def seen(self) -> Mapping[str, Any]:
        """The position as the seat knows it."""
        return self.game.build_position(self.state, self.seat if 0 <= self.seat < self.seats else None, whole=False)

    @cached_property
    def rules(self) -> Mapping[str, Any]:
        """The house rules by public name."""
        return {
            option.name: self.state.options.get_option_value(option.name) for option in self.game.options.list_options()
        }

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def phase(self) -> str:
        return str(self.at["phase"])

    @property
    def turn(self) -> int:
        return int(self.at["turn"])

    @property
    def waiting(self) -> tuple[int, ...]:
        return tuple(self.state.waiting)

    @property
    def mine(self) -> bool:
        """Whether the table waits for this seat."""
        return self.seat in self.waiting

    @cached_property
    def hand(self) -> list[str]:
        """The cards of the seat, those that are hidden too."""
        return self.hand_of(self.seat)

    def hand_of(self, seat: int) -> list[str]:
        hands = self.at.get("hands", [])
        return hands[seat].split() if 0 <= seat < len(hands) else []

    def cards(self, key: str) -> list[str]:
        """The cards of a part of the table."""
        return str(self.at[key]).split()

    @cached_property
    def groups(self) -> list[list[str]]:
        """The groups of the move's cards."""
        return [[card.code for card in group] for group in self.move.groups]

    @property
    def first(self) -> list[str]:
        """The first group, or none."""
        return self.groups[0] if self.groups else []

    @cached_property
    def laid(self) -> list[str]:
        """All cards of the move."""
        return [card.code for card in self.move.all_cards]

    def named(self, name: str) -> list[str]:
        """The cards behind a name in the move."""
        return [card.code for card in self.move.get_cards_by_name(name)]

    @cached_property
    def melds(self) -> list[list[list[str]]]:
        """The melds of each seat."""
        return [[str(meld).split() for meld in melds] for melds in self.at["melds"]]

    @property
    def own_melds(self) -> list[list[str]]:
        return self.melds[self.seat] if 0 <= self.seat < self.seats else []

    @cached_property
    def legal(self) -> list[Move]:
        """Legal moves of the seat, those of some verbs by example."""
        return self.game.list_moves(self.state, self.seat) if self.state.can_move(self.seat) else []

    def can(self, verb: str) -> bool:
        """Return whether the seat has a legal move of this verb."""
        return any(move.verb == verb for move in self.legal)

    @property
    def for_now(self) -> bool:
        """Whether the verb of the move is one of this moment and this seat."""
        verb = self.game.verbs.get(self.move.verb)
        return verb is not None and verb.is_possible(self.state, self.seat)


Check = Callable[..., bool]


class Readings:
    """The sentences of some clauses, each with a check."""

    def __init__(self) -> None:
        self.known: dict[str, list[tuple[re.Pattern[str], dict[str, str], Check]]] = {}

    def of(self, clause: str, *sentences: str) -> Callable[[Check], Check]:
        """Say how these sentences of a clause are checked."""

        def keep(check: Check) -> Check:
            for sentence in sentences:
                pattern, kinds = _compiled(sentence)
                self.known.setdefault(clause, []).append((pattern, kinds, check))
            return check

        return keep

    def read(self, case: Case, violation: Violation) -> str:
        """“true”, “false” or “unread”; true if one of the readings that fit is."""
        fitting = [
            (match.groupdict(), kinds, check)
            for pattern, kinds, check in self.known.get(violation.clause.id, ())
            if (match := pattern.fullmatch(violation.sentence))
        ]
        for texts, kinds, check in fitting:
            if check(case, **{name: _value(case, kinds[name], text) for name, text in texts.items()}):
                return "true"
        return "false" if fitting else "unread"


@lru_cache(maxsize=2000)
def _compiled(sentence: str) -> tuple[re.Pattern[str], dict[str, str]]:
    kinds = dict(_SLOT.findall(sentence))
    parts, end = [], 0
    for slot in _SLOT.finditer(sentence):
        parts += [re.escape(sentence[end : slot.start()]), f"(?P<{slot[1]}>{_KINDS[slot[2]]})"]
        end = slot.end()
    return re.compile("".join([*parts, re.escape(sentence[end:])]), re.DOTALL), kinds


def _value(case: Case, kind: str, text: str) -> Any:
    if kind == "cards":
        return text.split()
    if kind == "number":
        return NUMBERS.index(text.lower()) if text.lower() in NUMBERS else int(text)
    if kind == "suit":
        return _SUITS[text]
    if kind == "rank":
        return _PLURALS[text] if text in _PLURALS else _RANKS[text]
    if kind == "name":
        return named(text)
    if kind == "seat":
        return seat(case, text)
    return text


def named(text: str) -> str:
    """The code of a card by its name."""
    if text == "joker":
        return "*"
    rank_name, _, suit_name = text.partition(" of ")
    return RANKS[_RANKS[rank_name]] + _SUITS[suit_name]


def seat(case: Case, text: str) -> int:
    """The seat that words mean."""
    return case.seat if text == "you" else -1 if text == "the dealer" else int(text.removeprefix("seat "))


def listed(text: str) -> list[str]:
    """The parts of a list in words."""
    return [part for part in re.split(r", (?:and |or )?| and | or ", text) if part]


def is_other(case: Case, waited: int) -> bool:
    """Return whether the table waits for another seat, and for that one."""
    return not case.mine and waited in case.waiting and waited != case.seat


def ranks_of(cards: Sequence[str]) -> list[int]:
    return [rank(card) for card in cards]

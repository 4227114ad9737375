"""What the makers of puzzles need of any game: states under house rules, headings, clauses, refusals and ratings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from games.cards import Card
from games.engine.asking import moves_of
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Setup, Unproven, Void, rule_hint
from games.engine.state import State
from games.engine.view import Position
from games.engine.work import spend
from games.errors import HouseError

S = TypeVar("S", bound=State)
H = TypeVar("H", bound=Options)
TRIES = 200
"""So many positions a maker looks at before it gives up."""
DRAWING = 1000
"""The steps of dealing a hand and playing it on, if nothing counts them."""


class Posing(Generic[S, H]):
    """A game with its options, as its puzzles ask for it."""

    def __init__(self, rules: Game[S], options: type[H]) -> None:
        self.rules = rules
        self.options = options

    def rules_of(self, options: Options) -> H:
        """The house rules as those of this game."""
        assert isinstance(options, self.options)
        return options

    def seated(self, position: Mapping[str, Any], options: Options) -> S:
        """The state of a position under these house rules. Raises Void if there can be no such state."""
        try:
            return self.rules.load({**position, "options": options.changed()})
        except HouseError as refused:
            raise Void(f"This position cannot be under these house rules. {refused}") from None

    def moves(self, lines: Iterable[str]) -> list[Move]:
        """The moves of some lines of text. Raises BadText, also for a move that no player of this game ever makes."""
        return moves_of(self.rules, lines)

    def shown(self, state: S) -> Position:
        """What seat 0 may see."""
        return self.rules.view(state, 0).position

    def hidden(self, state: S) -> Position:
        """The same as a setup keeps it: the house rules are left out."""
        return {key: value for key, value in self.shown(state).items() if key != "options"}

    def title(self, clause: str) -> str:
        """The heading of a clause in the rulebook."""
        return self.rules.rulebook.title_of(clause)

    def rule_hint(self, clause: str) -> str:
        """The second of four hints: which rule to think of."""
        return rule_hint(self.rules, clause)

    def unique(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Ids of clauses of this game without repetition, the first mention first."""
        return within(clauses, self.rules.clauses)


def until_found(
    draw: Callable[[], Setup | None],
    tries: int = TRIES,
    lacking: str = "Under these house rules nothing like it came up.",
    steps: int = 0,
) -> Setup:
    """The first setup that can be posed: random ones are drawn, and None and what is void or unproven passed over.

    Each takes so many `steps` beside those that it counts itself. Raises Void with what was `lacking` if none comes up
    in so many tries.
    """
    for _ in range(tries):
        spend(steps)
        with suppress(Void, Unproven):
            setup = draw()
            if setup is not None:
                return setup
    raise Void(lacking)


def within(clauses: Iterable[str], allowed: Container[str]) -> tuple[str, ...]:
    """Clause ids without repetition, those that are among the allowed ones: that a theme trains, say."""
    return tuple(id for id in dict.fromkeys(clauses) if id in allowed)


def clause_ids(text: str) -> tuple[str, ...]:
    """The clause ids of a text."""
    return tuple(text.split())


def card_options(cards: Iterable[Card]) -> tuple[Option, ...]:
    """Each of some cards as an answer, by its code."""
    return tuple(Option(card.code, f"The {card.name}", card.code) for card in cards)


def clamp(rating: float) -> int:
    """A guess at a puzzle's difficulty, within reason."""
    return int(max(800, min(2400, rating)))

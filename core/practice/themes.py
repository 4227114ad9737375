"""Which kinds of puzzle ask something under which house rules, and how hard they are for whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import games
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme, Unproven, Void
from games.engine.work import untimed

TRIES = 3
"""A maker that finds a puzzle at all finds it at once: it looks at many positions itself."""


def available_themes(game: Game[Any], options: Options) -> list[Theme]:
    """The kinds of puzzle that ask something under these house rules, in the order of the game."""
    return [theme for theme in game.themes if sample(theme, options)]


def look_through() -> None:
    """Find out what every game asks by the book, so that nobody's first request has to."""
    for game in games.all_games().values():
        available_themes(game, game.options())


@lru_cache(maxsize=4096)
def sampled(theme: Theme, options: Options) -> tuple[Setup, Puzzle] | None:
    """A setup of this kind under these house rules, and its puzzle, always the same ones; None if it asks nothing."""
    rng = Random(theme.slug)
    with nullcontext() if options.changed() else untimed():
        for _ in range(TRIES):
            try:
                setup = theme.make(rng, options)
                return setup, theme.pose(setup, options)
            except (Void, Unproven):
                continue
    return None


def sample(theme: Theme, options: Options) -> Puzzle | None:
    """A puzzle of this kind under these house rules, always the same one; None if it asks nothing."""
    found = sampled(theme, options)
    return found and found[1]


def difficulty(theme: Theme, options: Options) -> int:
    """Return how hard a kind of puzzle is under these house rules, as a rating, by one of them."""
    found = sample(theme, options)
    return found.rating if found else 0


NEAR = 150.0
"""A puzzle is hard enough, and easy enough, if its rating is no farther from what it should be."""


@dataclass(frozen=True)
class Reach:
    """What somebody is ready for: the clauses that they have met (any if None), and how hard a puzzle is to be.

    `known` are the looks of the puzzles that they had. Somebody who `is_new` to puzzles gets those of the lessons they
    have done, if any can be made.
    """

    met: frozenset[str] | None
    aim: float
    known: frozenset[str] = frozenset()
    is_new: bool = False

    def missing(self, clauses: Iterable[str]) -> int:
        """Return how many of these clauses they have not met yet."""
        return 0 if self.met is None else len(set(clauses) - self.met)

    def unknown(self, theme: Theme, options: Options) -> int:
        """Return how many clauses that they have not met a puzzle of this kind is about, by one of them."""
        found = sample(theme, options)
        clauses = found.clauses if found else theme.clauses
        aimed = self.met and theme.aim and not self.met.isdisjoint(theme.clauses)
        return len(clauses) - 1 if aimed else self.missing(clauses)

    def within(self, theme: Theme, options: Options) -> bool:
        """Return whether they know what a kind of puzzle is about, all but one clause at most."""
        return self.unknown(theme, options) <= 1

    def fitting(self, themes: Sequence[Theme], options: Options) -> list[Theme]:
        """Of these kinds those that fit best, by what they are about and how hard they are: a third, three at least.

        For somebody new, none is left that is about more unknown clauses than another.
        """

        def off(theme: Theme) -> tuple[int, float]:
            return self.unknown(theme, options), abs(difficulty(theme, options) - self.aim)

        best = sorted(themes, key=off)[: max(3, len(themes) // 3)]
        return [theme for theme in best if off(theme)[0] == off(best[0])[0]] if self.is_new else best

    def is_too_new(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is about more than the lessons of somebody new."""
        return self.is_new and self.missing(puzzle.clauses) > 0

    def fits(self, puzzle: Puzzle) -> bool:
        """Return whether no better puzzle need be looked for."""
        missing, harder = self.off(puzzle)
        return not missing and harder <= NEAR

    def off(self, puzzle: Puzzle) -> tuple[int, float]:
        """Return how far a puzzle is from what fits; less is better."""
        return self.missing(puzzle.clauses), abs(puzzle.rating - self.aim)

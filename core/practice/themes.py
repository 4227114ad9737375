"""The kinds of puzzles that are possible under some house rules, and how well they fit what a person knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import games
from core.practice.levels import IDEAL_RATINGS, RATINGS, Level, compute_level, has_much_to_see
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle
from games.engine.work_limits import suspend_deadline

TRIES = 3
"""The number of tries to generate a sample puzzle.

A generator that finds puzzles at all finds a puzzle at once, since the generator itself tries many positions.
"""


def list_available_themes(game: Game[Any], options: Options) -> list[PuzzleTheme]:
    """Return the kinds of puzzles that are possible under these house rules, in the order of the game."""
    return [theme for theme in game.puzzle_themes if find_sample_puzzle(theme, options)]


def cache_sample_puzzles() -> None:
    """Cache the sample puzzles of all games under the standard rules, so that no first request waits for them."""
    for game in games.all_games().values():
        list_available_themes(game, game.options())


@lru_cache(maxsize=4096)
def find_sample_setup_and_puzzle(theme: PuzzleTheme, options: Options) -> tuple[Setup, Puzzle] | None:
    """Return a setup of this kind under these house rules, and its puzzle; None if there is none.

    The setup and the puzzle are always the same.
    """
    rng = Random(theme.slug)
    with nullcontext() if options.list_nonstandard_values() else suspend_deadline():
        for _ in range(TRIES):
            try:
                setup = theme.make(rng, options)
                return setup, theme.pose(setup, options)
            except (VoidPuzzle, Unproven):
                continue
    return None


def find_sample_puzzle(theme: PuzzleTheme, options: Options) -> Puzzle | None:
    """Return a puzzle of this kind under these house rules, always the same one; None if there is none."""
    found = find_sample_setup_and_puzzle(theme, options)
    return found and found[1]


def get_difficulty(theme: PuzzleTheme, options: Options) -> int:
    """Return the difficulty of a kind of puzzle under these house rules: the rating of its sample puzzle.

    Return 0 if there is no sample puzzle.
    """
    found = find_sample_puzzle(theme, options)
    return found.rating if found else 0


def list_themes_of_level(themes: Iterable[PuzzleTheme], options: Options, level: Level | None) -> list[PuzzleTheme]:
    """Return the kinds of puzzles whose sample puzzle has this level; all of them if it's None."""
    samples = ((theme, find_sample_puzzle(theme, options)) for theme in themes)
    return [theme for theme, posed in samples if not level or (posed and compute_level(posed.rating, posed) is level)]


NEAR = 150.0
"""The largest difference between a puzzle's rating and the ideal one at which the puzzle still fits."""


@dataclass(frozen=True)
class SolverReadiness:
    """The clauses that a person has met (None: all), and the ideal rating (`aim`) of a puzzle for this person.

    `known` are the values of `look` of the puzzles that the person has had. A person who `is_new` to puzzles gets
    puzzles about lessons that this person has done, if possible.
    """

    met: frozenset[str] | None
    aim: float
    known: frozenset[str] = frozenset()
    is_new: bool = False
    level: Level | None = None
    """The level that the person has chosen; None for any level."""

    @classmethod
    def at_level(cls, readiness: SolverReadiness, level: Level | None) -> SolverReadiness:
        """Return the readiness of a person who has chosen this level; None for any level."""
        return replace(readiness, level=level, aim=IDEAL_RATINGS[level]) if level else readiness

    def is_off_level(self, rating: float, posed: Puzzle) -> bool:
        """Return whether a puzzle has another level than the chosen one, or shows a beginner too much."""
        if self.level:
            return compute_level(rating, posed) is not self.level
        return self.aim < RATINGS[Level.EASY].stop and has_much_to_see(posed)

    def count_unseen_clauses(self, clauses: Iterable[str]) -> int:
        """Return how many of these clauses the person hasn't met yet."""
        return 0 if self.met is None else len(set(clauses) - self.met)

    def count_unseen_clauses_in_theme(self, theme: PuzzleTheme, options: Options) -> int:
        """Return the number of clauses in the sample puzzle of a kind that the person hasn't met.

        If the kind can aim at a clause that the person has met, all clauses of the sample puzzle except one count as
        not met.
        """
        found = find_sample_puzzle(theme, options)
        clauses = found.clauses if found else theme.clauses
        aimed = self.met and theme.aim and not self.met.isdisjoint(theme.clauses)
        return len(clauses) - 1 if aimed else self.count_unseen_clauses(clauses)

    def is_ready_for_theme(self, theme: PuzzleTheme, options: Options) -> bool:
        """Return whether the person has met all clauses, or all but one, that a kind of puzzle is about."""
        return self.count_unseen_clauses_in_theme(theme, options) <= 1

    def select_themes(self, themes: Sequence[PuzzleTheme], options: Options) -> list[PuzzleTheme]:
        """Return the kinds that fit best by clauses and difficulty: a third of them, but at least three.

        For a person who is new to puzzles, return only the kinds among these with the fewest clauses not met yet.
        """

        def measure_theme_distance(theme: PuzzleTheme) -> tuple[int, float]:
            return self.count_unseen_clauses_in_theme(theme, options), abs(get_difficulty(theme, options) - self.aim)

        best = sorted(themes, key=measure_theme_distance)[: max(3, len(themes) // 3)]
        return (
            [theme for theme in best if measure_theme_distance(theme)[0] == measure_theme_distance(best[0])[0]]
            if self.is_new
            else best
        )

    def is_too_advanced_for_newcomer(self, puzzle: Puzzle) -> bool:
        """Return whether the person is new to puzzles, and a puzzle is about clauses that the person hasn't met."""
        return self.is_new and self.count_unseen_clauses(puzzle.clauses) > 0

    def is_unfit(self, puzzle: Puzzle) -> bool:
        """Return whether it's worth looking for another puzzle, since this one is too advanced or has another level."""
        return self.is_too_advanced_for_newcomer(puzzle) or self.is_off_level(puzzle.rating, puzzle)

    def is_good_fit(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle fits so well that no better one is needed."""
        is_off_level, missing, harder = self.measure_distance_from_ideal(puzzle)
        return not is_off_level and not missing and harder <= NEAR

    def measure_distance_from_ideal(self, puzzle: Puzzle) -> tuple[bool, int, float]:
        """Return a puzzle's distance from the ideal.

        It's whether the level is another, then the number of clauses not met, then the rating difference.
        """
        is_off_level = self.is_off_level(puzzle.rating, puzzle)
        return is_off_level, self.count_unseen_clauses(puzzle.clauses), abs(puzzle.rating - self.aim)

"""The puzzle themes that are possible under given house rules, and how well they fit what a person knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import games
from core.practice.levels import IDEAL_RATINGS, RATINGS, Level, compute_level, is_table_crowded
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle
from games.engine.work_limits import suspend_deadline

TRIES = 3
"""The number of tries for generating a sample puzzle.

If a generator can find puzzles at all, it finds one right away, because it tries many positions itself.
"""


def list_available_themes(game: Game[Any], options: Options) -> list[PuzzleTheme]:
    """Return the puzzle themes that are possible under these house rules, in the game's order."""
    return [theme for theme in game.puzzle_themes if find_sample_puzzle(theme, options)]


def cache_sample_puzzles() -> None:
    """Cache the sample puzzles of all games under the standard rules, so that no first request has to wait for them."""
    for game in games.all_games().values():
        list_available_themes(game, game.options())


@lru_cache(maxsize=4096)
def find_sample_setup_and_puzzle(theme: PuzzleTheme, options: Options) -> tuple[Setup, Puzzle] | None:
    """Return a sample puzzle of this theme (type of puzzle) under these house rules, and its setup.

    The setup is the JSON from which the puzzle was built. The results are always the same. Returns None if the theme
    has no puzzles under these rules.
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
    """Return a sample puzzle of this theme under these house rules. It's always the same.

    Returns None if the theme has no puzzles under these rules.
    """
    found = find_sample_setup_and_puzzle(theme, options)
    return found and found[1]


def get_difficulty(theme: PuzzleTheme, options: Options) -> int:
    """Return a theme's difficulty under these house rules, which is the rating of its sample puzzle.

    Returns 0 if there is no sample puzzle.
    """
    found = find_sample_puzzle(theme, options)
    return found.rating if found else 0


def list_themes_of_level(themes: Iterable[PuzzleTheme], options: Options, level: Level | None) -> list[PuzzleTheme]:
    """Return the themes whose sample puzzle has this level, or all themes if the level is None."""
    samples = ((theme, find_sample_puzzle(theme, options)) for theme in themes)
    return [theme for theme, posed in samples if not level or (posed and compute_level(posed.rating, posed) is level)]


NEAR = 150.0
"""The maximum difference between a puzzle's rating and the ideal rating for the puzzle to be a good fit."""


@dataclass(frozen=True)
class LearnerReadiness:
    """The puzzles that a person is ready for: about which rules of a game, and with which rating.

    `met` are the ids of the rules (clauses) that the person has met in lessons, or None if all rules count as met.
    `aim` is the ideal rating of a puzzle for this person. `known` has hashes of how the person's last puzzles looked
    (`Puzzle.look`). A person who `is_new` to puzzles gets puzzles about lessons that they've taken, if possible.
    """

    met: frozenset[str] | None
    aim: float
    known: frozenset[str] = frozenset()
    is_new: bool = False
    level: Level | None = None
    """The level that the person has chosen, or None for any level."""

    @classmethod
    def at_level(cls, readiness: LearnerReadiness, level: Level | None) -> LearnerReadiness:
        """Return this readiness with the level that the person has chosen, and the ideal rating for this level.

        If `level` is None, returns `readiness` unchanged.
        """
        return replace(readiness, level=level, aim=IDEAL_RATINGS[level]) if level else readiness

    def is_off_level(self, rating: float, posed: Puzzle) -> bool:
        """Return whether a puzzle doesn't have the level that the person has chosen.

        If they haven't chosen one, return whether the puzzle shows too much for a beginner, although the person should
        get easy puzzles. `posed` is the puzzle as the engine built it.
        """
        if self.level:
            return compute_level(rating, posed) is not self.level
        return self.aim < RATINGS[Level.EASY].stop and is_table_crowded(posed)

    def count_unseen_clauses(self, clauses: Iterable[str]) -> int:
        """Return how many of these clauses of the rulebook the person hasn't met in lessons yet."""
        return 0 if self.met is None else len(set(clauses) - self.met)

    def count_unseen_clauses_in_theme(self, theme: PuzzleTheme, options: Options) -> int:
        """Return how many unfamiliar clauses (rules that the person hasn't met) a theme's puzzles probably have.

        It's usually the number of such clauses in the theme's sample puzzle. But some themes can make puzzles about a
        chosen clause. If the person has met any of such a theme's clauses, it's the number of all clauses in the sample
        minus one: a puzzle about the clause that they've met might have other clauses than the sample.
        """
        found = find_sample_puzzle(theme, options)
        clauses = found.clauses if found else theme.clauses
        aimed = self.met and theme.aim and not self.met.isdisjoint(theme.clauses)
        return len(clauses) - 1 if aimed else self.count_unseen_clauses(clauses)

    def is_ready_for_theme(self, theme: PuzzleTheme, options: Options) -> bool:
        """Return whether the theme's puzzles probably have at most one clause that the person hasn't met."""
        return self.count_unseen_clauses_in_theme(theme, options) <= 1

    def select_themes(self, themes: Sequence[PuzzleTheme], options: Options) -> list[PuzzleTheme]:
        """Return the themes (types of puzzles) that fit the person best: one third of them, but at least three.

        They fit well if they have few clauses of the rulebook that the person hasn't met, and a suitable difficulty.
        For a person who is new to puzzles, only those with the fewest such clauses are returned.
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
        """Return whether the person is new to puzzles and the puzzle is about clauses that they haven't met."""
        return self.is_new and self.count_unseen_clauses(puzzle.clauses) > 0

    def is_unfit(self, puzzle: Puzzle) -> bool:
        """Return whether to look for a different puzzle, because this one is too advanced or has the wrong level."""
        return self.is_too_advanced_for_newcomer(puzzle) or self.is_off_level(puzzle.rating, puzzle)

    def is_good_fit(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle fits the person so well that there's no need to look for a better one."""
        is_off_level, missing, harder = self.measure_distance_from_ideal(puzzle)
        return not is_off_level and not missing and harder <= NEAR

    def measure_distance_from_ideal(self, puzzle: Puzzle) -> tuple[bool, int, float]:
        """Return how far a puzzle is from the ideal one for this person, as a sort key.

        It's a tuple of whether the level is wrong, the number of clauses that the person hasn't met, and the rating
        difference.
        """
        is_off_level = self.is_off_level(puzzle.rating, puzzle)
        return is_off_level, self.count_unseen_clauses(puzzle.clauses), abs(puzzle.rating - self.aim)

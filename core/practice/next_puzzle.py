"""Chooses a person's next puzzle: about rules that they've met in lessons, and easy ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import Http404

from core.learn.models import StepDone
from core.people.models import Person
from core.practice.attempt_contexts import get_default_context
from core.practice.glicko import FIRST_ANSWERS, Strength
from core.practice.levels import Level
from core.practice.models import Attempt, Puzzle, Rating
from core.practice.themes import LearnerReadiness
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme

REMEMBERED = 500
"""The number of a person's latest puzzles in a game that aren't repeated."""


def compute_readiness(person: Person | None, game: Game[Any]) -> LearnerReadiness:
    """Return which puzzles a person is ready for: about which clauses of the rulebook, and with which rating.

    The person will almost certainly solve puzzles with this rating. It starts low and rises as the person's own rating
    gets more certain. A person who hasn't taken any lessons might know the game already, so all clauses count as met.
    `person` is None for a new visitor.
    """
    done = set(StepDone.objects.done_by(person, game.slug).values_list("step", flat=True))
    met = frozenset(
        clause for lesson in game.lessons for step in lesson.steps if step.id in done for clause in step.clauses
    )
    rating = Rating.objects.filter(person=person, game=game.slug).first() if person else None
    strength = rating.glicko_strength if rating else Strength()
    return LearnerReadiness(met or None, strength.rating - 2 * strength.deviation)


def generate_next_puzzle(
    person: Person | None,
    game: Game[Any],
    options: Options,
    theme: str = "",
    clause: str = "",
    level: Level | None = None,
) -> Puzzle:
    """Generate a puzzle that fits this person. Raises NoPuzzlePossible.

    It's of this theme ("" for any), about this clause ("" for any), and if possible at this level (None for any).
    """
    is_new = person is None or Attempt.objects.rated(person, game.slug).count() < FIRST_ANSWERS
    reach = replace(compute_readiness(person, game), known=list_seen_puzzle_digests(person, game), is_new=is_new)
    return Puzzle.generate_puzzle(game, options, theme, clause, reach=LearnerReadiness.at_level(reach, level))


def find_puzzle_in_collection(
    person: Person | None, game: Game[Any], options: Options, themes: Iterable[PuzzleTheme], readiness: LearnerReadiness
) -> Puzzle | None:
    """Return the puzzle in the site's own collection that fits a person best, or None if there is no such puzzle.

    It has one of these themes, was made for these house rules, and doesn't look like one that the person has had. The
    person may solve it on their own. `readiness` says which puzzles fit.
    """
    puzzles = Puzzle.objects.in_site_collection(game.slug).filter(
        digest=options.digest(), theme__in=[theme.slug for theme in themes]
    )
    if person:
        attempts = Attempt.objects.filter(person=person, puzzle__game=game.slug)
        looks = attempts.exclude(puzzle__look="").values("puzzle__look")
        puzzles = puzzles.exclude(pk__in=attempts.values("puzzle")).exclude(look__in=looks)
    rows = puzzles.values_list("pk", "clauses", "rating")
    for pk, _, _ in sorted(
        rows, key=lambda row: (readiness.count_unseen_clauses(row[1]), abs(row[2] - readiness.aim), row[0])
    ):
        puzzle = Puzzle.objects.get(pk=pk)
        if not puzzle.can_be_asked or readiness.is_off_level(puzzle.rating, puzzle.engine_puzzle):
            continue
        if _is_free_to_solve(person, puzzle):
            return puzzle
    return None


def _is_free_to_solve(person: Person | None, puzzle: Puzzle) -> bool:
    """Return whether a person may solve a puzzle in their own practice now.

    They may not if it's a daily puzzle, if they have it as an assignment, or if they can't open it at all.
    """
    try:
        return not get_default_context(person, puzzle).code
    except Http404:
        return False


def list_seen_puzzle_digests(person: Person | None, game: Game[Any]) -> frozenset[str]:
    """Return hashes of how a person's last puzzles in a game look, so that similar puzzles can be avoided.

    They're the values of `Puzzle.look` of up to `REMEMBERED` puzzles. Puzzles that look the same have the same value.
    """
    attempts = Attempt.objects.filter(person=person, puzzle__game=game.slug) if person else Attempt.objects.none()
    return frozenset(attempts.order_by("-pk").values_list("puzzle__look", flat=True)[:REMEMBERED])

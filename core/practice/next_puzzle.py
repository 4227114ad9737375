"""In which order puzzles come: what somebody has learned of first, and the easy ones first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.learn.models import StepDone
from core.people.models import Person
from core.practice.glicko import FIRST_ANSWERS, Strength
from core.practice.models import Attempt, Puzzle, Rating
from core.practice.themes import Reach
from games.engine.game import Game
from games.engine.options import Options

REMEMBERED = 500
"""So many of their last puzzles of a game somebody does not meet again."""


def reach_of(person: Person | None, game: Game[Any]) -> Reach:
    """Return what this person (None: nobody yet) is ready for.

    A puzzle is to be as hard as they are sure to manage, so it begins easy and becomes harder as more is known of them.
    Whoever has taken no lesson may know the game: then nothing counts as unknown.
    """
    done = set(StepDone.objects.of(person, game.slug).values_list("step", flat=True))
    met = frozenset(
        clause for lesson in game.lessons for step in lesson.steps if step.id in done for clause in step.clauses
    )
    rating = Rating.objects.filter(person=person, game=game.slug).first() if person else None
    strength = rating.strength if rating else Strength()
    return Reach(met or None, strength.rating - 2 * strength.deviation)


def next_puzzle(person: Person | None, game: Game[Any], options: Options, theme: str = "", clause: str = "") -> Puzzle:
    """Make a puzzle for this person: of a kind or of any, about one clause or about any. Raises NothingToAsk."""
    is_new = person is None or Attempt.objects.rated(person, game.slug).count() < FIRST_ANSWERS
    reach = replace(reach_of(person, game), known=_had(person, game), is_new=is_new)
    return Puzzle.fresh(game, options, theme, clause, reach=reach)


def _had(person: Person | None, game: Game[Any]) -> frozenset[str]:
    """Return how the last puzzles looked that this person had of a game."""
    attempts = Attempt.objects.filter(person=person, puzzle__game=game.slug) if person else Attempt.objects.none()
    return frozenset(attempts.order_by("-pk").values_list("puzzle__look", flat=True)[:REMEMBERED])

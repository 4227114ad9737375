"""Maintains stored puzzles: fills the site's own collection, verifies it under other rules, deletes old ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from math import inf
from time import monotonic
from typing import Any

from django.db.models import Exists, OuterRef
from django.dispatch import receiver
from django.utils import timezone

from core.http.deleted_rows import delete_with_retries
from core.practice.models import Answer, NoPuzzlePossible, Puzzle, derive_code_from_name
from core.practice.themes import list_available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme
from games.engine.work_limits import WorkExceeded
from games.errors import RulesError
from variants.services import Consequence, get_site_rules
from variants.signals import rules_changed, rules_compared

PER_THEME = 4
KEPT_UNTRIED = timedelta(days=2)
AT_A_TIME = 2.0
"""Seconds after which a task doesn't start another puzzle, so that a worker can shut down."""
PATIENCE = 1.0
"""The time limit, in seconds, for verifying puzzles in a preview. The background task verifies the others."""

CHANGES = {"other answer": "has a different answer", "void": "no longer applies", "unproven": "isn’t verified"}


def fill_site_collection(game: Game[Any], until: float = inf) -> int:
    """Generate the missing puzzles in the site's own collection, under the site's house rules. Return their number.

    Stops at the monotonic time `until`. Puzzles that were generated under other house rules are removed from the
    collection.
    """
    options = get_site_rules(game).options
    names = {
        derive_code_from_name(name): (name, theme)
        for theme in list_available_themes(game, options)
        for number in range(1, PER_THEME + 1)
        for name in [_build_puzzle_seed(game, options, theme, number)]
    }
    Puzzle.objects.in_site_collection(game.slug).exclude(digest=options.digest()).update(kept=False)
    there = Puzzle.objects.filter(code__in=names)
    there.filter(kept=False).update(kept=True)
    made = 0
    for code in names.keys() - set(there.values_list("code", flat=True)):
        name, theme = names[code]
        with suppress(NoPuzzlePossible):
            Puzzle.generate_puzzle(game, options, theme.slug, name=name, kept=True)
            made += 1
        if monotonic() > until:
            break
    return made


def _build_puzzle_seed(game: Game[Any], options: Options, theme: PuzzleTheme, number: int) -> str:
    """Return a name for a puzzle in the site's own collection, which seeds the generator.

    A puzzle that is generated with the same name is always the same. `number` counts the theme's puzzles.
    """
    rules = [options.digest()] if options.list_nonstandard_values() else []
    return "/".join([game.slug, *rules, theme.slug, str(number)])


def delete_untried_puzzles() -> int:
    """Delete generated puzzles that are a few days old and that nobody tried. Return their number."""
    old = Puzzle.objects.unused_before(timezone.now() - KEPT_UNTRIED)
    number = old.count()
    delete_with_retries(old.delete)
    return number


@receiver(rules_changed)
def prove_statuses(sender: Any, game: Game[Any], options: Options, **kwargs: Any) -> None:
    """Check which puzzles in the site's own collection have the same answer under these house rules.

    Stores a status for each puzzle, such as `holds` if the answer is still right. Receives the signal `rules_changed`,
    which is sent when house rules are used for the first time or the game has a new version.
    """
    for puzzle in Puzzle.objects.in_site_collection(game.slug):
        puzzle.get_status_under_rules(options)


def store_missed_clauses(until: float = inf) -> bool:
    """Find and store the missed clauses of answers that don't have them yet. Return whether such answers are left.

    A missed clause is a rule that the solver doesn't seem to know, judging by a wrong answer. Earlier versions of the
    site didn't store these clauses. With each puzzle's question, this also stores which clauses make each answer option
    right or wrong. After the monotonic time `until`, no further puzzle is started.
    """
    waiting = Answer.objects.filter(missed__isnull=True)
    for puzzle in Puzzle.objects.filter(Exists(waiting.filter(puzzle=OuterRef("pk")))).iterator():
        with suppress(RulesError, WorkExceeded):
            puzzle.store_clauses_by_option()
        answers = list(waiting.filter(puzzle=puzzle))
        for answer in answers:
            answer.missed = _find_missed_clauses(puzzle, answer)
        Answer.objects.bulk_update(answers, ["missed"])
        if monotonic() > until:
            break
    return waiting.exists()


def _find_missed_clauses(puzzle: Puzzle, answer: Answer) -> list[str]:
    """Return the clauses that a wrong answer missed.

    Returns [] if the answer is now right or can't be judged under the current rules.
    """
    try:
        verdict = puzzle.judge_answer(answer.given)
    except (RulesError, WorkExceeded):
        return []
    return [] if verdict.right else list(verdict.missed)


@receiver(rules_compared)
def list_puzzles_affected_by_rules(
    sender: Any, game: Game[Any], before: Options, after: Options, **kwargs: Any
) -> Iterator[Consequence]:
    """Yield a `Consequence` for each puzzle in the site's own collection whose answer a change of house rules affects.

    It says what happens to the puzzle: for example, a different answer becomes right, or the question can no longer be
    asked. `before` and `after` are the old and the new house rules. Receives the signal `rules_compared`. After
    `PATIENCE` seconds, puzzles that haven't been verified under the new rules are left out.
    """
    until = monotonic() + PATIENCE
    for puzzle in Puzzle.objects.in_site_collection(game.slug):
        proven = {one.digest: one.status for one in puzzle.statuses.filter(version=game.version)}
        if monotonic() > until and after.digest() not in proven:
            continue
        was, will = puzzle.get_status_under_rules(before), puzzle.get_status_under_rules(after)
        if will != was or (will == "other answer" and before.digest() != after.digest()):
            change = CHANGES.get(will, "has its original answer again")
            yield Consequence(
                "puzzle", f"“{puzzle.engine_theme.title}” {puzzle.code}", change, puzzle.get_absolute_url()
            )

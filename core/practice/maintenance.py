"""Looking after the puzzles: the house's own collection, their status under other rules, and those nobody wanted."""

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

import games
from core.http.deleted_rows import retry_deletion
from core.practice.models import Answer, NothingToAsk, Puzzle, code_of
from core.practice.themes import available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Theme
from games.engine.work import OutOfWork
from games.errors import HouseError
from variants.services import Consequence, site_rules
from variants.signals import rules_changed, rules_compared

PER_THEME = 4
KEPT_UNTRIED = timedelta(days=2)
AT_A_TIME = 2.0
"""Seconds that it goes on making puzzles at a stretch: a worker that is told to end finishes what it is doing."""
PATIENCE = 1.0
"""Seconds that a preview spends on proving puzzles; the background work proves the others."""

CHANGES = {"other answer": "has another answer", "void": "asks nothing any more", "unproven": "is unproven"}


def collect(game: Game[Any], until: float = inf) -> int:
    """Make what is lacking of the collection, by the rules that hold for everybody who has chosen nothing else, as long
    as there is time, and return how many that were. What was collected by other rules is let go.
    """
    options = site_rules(game).options
    names = {
        code_of(name): (name, theme)
        for theme in available_themes(game, options)
        for number in range(1, PER_THEME + 1)
        for name in [_name(game, options, theme, number)]
    }
    Puzzle.objects.collection(game.slug).exclude(digest=options.digest()).update(kept=False)
    there = Puzzle.objects.filter(code__in=names)
    there.filter(kept=False).update(kept=True)
    made = 0
    for code in names.keys() - set(there.values_list("code", flat=True)):
        name, theme = names[code]
        with suppress(NothingToAsk):
            Puzzle.fresh(game, options, theme.slug, name=name, kept=True)
            made += 1
        if monotonic() > until:
            break
    return made


def _name(game: Game[Any], options: Options, theme: Theme, number: int) -> str:
    """Return what a puzzle of the collection is made from, so that it is always the same one."""
    rules = [options.digest()] if options.changed() else []
    return "/".join([game.slug, *rules, theme.slug, str(number)])


def forget() -> int:
    """Drop the puzzles that were made and never tried."""
    old = Puzzle.objects.forgotten(timezone.now() - KEPT_UNTRIED)
    number = old.count()
    retry_deletion(old.delete)
    return number


@receiver(rules_changed)
def prove(sender: Any, game: Game[Any], options: Options, **kwargs: Any) -> None:
    """Prove the status of the collection's puzzles under these house rules."""
    for puzzle in Puzzle.objects.collection(game.slug):
        puzzle.status_under(options)


def explain(until: float = inf) -> bool:
    """Find out which clauses wrong answers of earlier versions missed; return whether some are left.

    Each question is proven once, and what comes of it is kept with the question and with the answers.
    """
    waiting = Answer.objects.filter(missed__isnull=True)
    for puzzle in Puzzle.objects.filter(Exists(waiting.filter(puzzle=OuterRef("pk")))).iterator():
        with suppress(HouseError, OutOfWork):
            puzzle.name_clauses()
        answers = list(waiting.filter(puzzle=puzzle))
        for answer in answers:
            answer.missed = _missed(puzzle, answer)
        Answer.objects.bulk_update(answers, ["missed"])
        if monotonic() > until:
            break
    return waiting.exists()


def _missed(puzzle: Puzzle, answer: Answer) -> list[str]:
    """Return the clauses that a wrong answer missed; none where the rules see it otherwise now."""
    try:
        verdict = puzzle.judge(answer.given)
    except (HouseError, OutOfWork):
        return []
    return [] if verdict.right else list(verdict.missed)


def maintain() -> bool:
    """All of it, for all games, for a while; whether it is worth going on at once."""
    until = monotonic() + AT_A_TIME
    made = [collect(game, until) for game in games.all_games().values()]
    forget()
    return explain(until) or (any(made) and monotonic() > until)


@receiver(rules_compared)
def changed_puzzles(
    sender: Any, game: Game[Any], before: Options, after: Options, **kwargs: Any
) -> Iterator[Consequence]:
    """The puzzles of the collection whose answer is not the same before and after."""
    until = monotonic() + PATIENCE
    for puzzle in Puzzle.objects.collection(game.slug):
        proven = {one.digest: one.status for one in puzzle.statuses.filter(version=game.version)}
        if monotonic() > until and after.digest() not in proven:
            continue
        was, will = puzzle.status_under(before), puzzle.status_under(after)
        if will != was or (will == "other answer" and before.digest() != after.digest()):
            change = CHANGES.get(will, "has its own answer again")
            yield Consequence("puzzle", f"“{puzzle.kind.title}” {puzzle.code}", change, puzzle.get_absolute_url())

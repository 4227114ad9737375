"""Timed runs, in which a person solves one puzzle after another: the next puzzle, the end, and the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from math import ceil
from random import Random
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

import games
from core.http.time_zone import get_local_date
from core.learn.lesson_assignments import ASKED
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import AttemptContext, AttemptContextProvider, attempt_contexts
from core.practice.models import RUN_CODE, RUN_GRACE, RUN_WRONG_ANSWERS, Attempt, NoPuzzlePossible, Puzzle, Run
from core.practice.next_puzzle import compute_readiness, find_puzzle_in_collection, list_seen_puzzle_digests
from core.practice.themes import find_sample_puzzle, list_available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme

FIRST_RATING = 800
"""The ideal rating of the first puzzle of a run."""
RATING_STEP = 50
"""The difference between the ideal ratings of one puzzle in a run and the next."""


@dataclass(frozen=True)
class RunProgress:
    """A timed run with its attempts, in the order in which the puzzles were asked."""

    run: Run
    attempts: list[Attempt]

    @property
    def query_string(self) -> str:
        """The query string of the URLs of the run's puzzles."""
        return f"?{ASKED}={self.run.code}"

    @property
    def answered(self) -> list[Attempt]:
        """The attempts of the run that have an answer."""
        return [attempt for attempt in self.attempts if attempt.tries]

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(attempt.solved for attempt in self.answered)

    @property
    def wrong(self) -> int:
        """The number of wrong answers."""
        return len(self.answered) - self.right

    @property
    def current(self) -> Attempt | None:
        """The attempt at the run's current puzzle, or None if every puzzle so far is answered."""
        return next((attempt for attempt in self.attempts if not attempt.tries), None)

    @property
    def open_puzzle(self) -> Puzzle | None:
        """The puzzle of the run that can be answered now, or None if there is none or the run is over."""
        return self.current.puzzle if self.current and not self.is_over else None

    @property
    def last(self) -> Attempt | None:
        """The last answered attempt, or None before the first answer."""
        return self.answered[-1] if self.answered else None

    @property
    def seconds_left(self) -> int:
        """The seconds until the end of the run's time, rounded up."""
        return max(0, ceil((self.run.end - timezone.now()).total_seconds()))

    @property
    def clock(self) -> str:
        """The time left, such as “2:05”."""
        minutes, seconds = divmod(self.seconds_left, 60)
        return f"{minutes}:{seconds:02}"

    @property
    def is_over(self) -> bool:
        """Whether the run has ended, because its time is up or there were too many wrong answers."""
        return self.wrong >= RUN_WRONG_ANSWERS or timezone.now() >= self.run.end

    def explain_why_closed(self, moment: datetime) -> str:
        """Return the reason why the run doesn't accept an answer at this moment, or "" if it does."""
        if self.wrong >= RUN_WRONG_ANSWERS:
            return "This run ended after three wrong answers."
        return "Time’s up, so this answer doesn’t count." if moment > self.run.end + RUN_GRACE else ""


def load_progress(run: Run) -> RunProgress:
    """Load the attempts of a timed run, and return its progress."""
    attempts = Attempt.objects.filter(person=run.person_id, occasion=run.code).select_related("puzzle").order_by("pk")
    return RunProgress(run, list(attempts))


def ask_next_puzzle(progress: RunProgress, get_rules: Callable[[Game[Any]], Options]) -> Attempt | None:
    """Return the attempt at the next puzzle of a timed run, or None if no puzzle is left.

    If a puzzle was asked and isn't answered yet, it's the attempt at that one. `get_rules` returns the house rules for
    a game.
    """
    if progress.current:
        return progress.current
    run, number = progress.run, len(progress.attempts)
    for game in _list_games_in_turn(run, number):
        puzzle = _find_or_generate_puzzle(run.person, game, get_rules(game), number)
        if puzzle:
            return Attempt.objects.get_or_create(person=run.person, puzzle=puzzle, occasion=run.code)[0]
    return None


class BestScores(NamedTuple):
    """The highest numbers of right answers in a timed run: the person's best, and the best of all people this week."""

    best: int
    best_this_week: int


def find_best_scores(person: Person, game: str, zone: tzinfo) -> BestScores:
    """Return the best scores in timed runs in a game or, if `game` is empty, in runs over all games.

    The week starts on Monday in this time zone.
    """
    today = get_local_date(timezone.now(), zone)
    monday = datetime.combine(today - timedelta(days=today.weekday()), time(), zone).astimezone(UTC)
    runs = Run.objects.filter(game=game)
    return BestScores(runs.filter(person=person).get_best_score(), runs.filter(started__gte=monday).get_best_score())


def _list_games_in_turn(run: Run, number: int) -> list[Game[Any]]:
    """Return the games for a puzzle of a timed run, in order of preference. `number` is the puzzle's number in the run.

    In a run over all games, the games take turns.
    """
    if run.game:
        return [games.get(run.game)]
    listed = [game for game in games.all_games().values() if game.puzzle_themes]
    start = (run.pk + number) % len(listed)
    return listed[start:] + listed[:start]


def _find_or_generate_puzzle(person: Person, game: Game[Any], options: Options, number: int) -> Puzzle | None:
    """Return a puzzle for a timed run that the person hasn't had, or None if there's nothing to ask.

    `number` is the puzzle's number in the run. Puzzles with a higher number are harder.
    """
    themes = [theme for theme in list_available_themes(game, options) if _is_quick(theme, options)]
    if not themes:
        return None
    readiness = replace(compute_readiness(person, game), aim=FIRST_RATING + RATING_STEP * number)
    puzzle = find_puzzle_in_collection(person, game, options, themes, readiness)
    if puzzle:
        return puzzle
    readiness = replace(readiness, known=list_seen_puzzle_digests(person, game))
    theme = Random(number).choice(readiness.select_themes(themes, options))
    try:
        return Puzzle.generate_puzzle(game, options, theme.slug, reach=readiness)
    except NoPuzzlePossible:
        return None


def _is_quick(theme: PuzzleTheme, options: Options) -> bool:
    """Return whether puzzles of this theme are answered directly, so that they fit in a timed run.

    The others are answered with moves.
    """
    sample = find_sample_puzzle(theme, options)
    return sample is not None and sample.form != "play"


@attempt_contexts.register
class RunContextProvider(AttemptContextProvider):
    """Provides attempt contexts for puzzles in timed runs, which accept one answer and allow no hints."""

    def find_attempt_context(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the context of the reader's timed run with this code.

        Returns None if there's no such run, or if it hasn't asked this puzzle.
        """
        person = get_person(request)
        if not person or not code.startswith(RUN_CODE):
            return None
        run = Run.objects.filter(person=person, code=code).first()
        progress = run and load_progress(run)
        if not progress or all(attempt.puzzle_id != puzzle.pk for attempt in progress.attempts):
            return None
        return build_attempt_context(progress)


def build_attempt_context(progress: RunProgress) -> AttemptContext:
    """Build the attempt context for the puzzles of a timed run, which says whether answers are accepted now."""
    run, closed = progress.run, progress.explain_why_closed(timezone.now())
    home = reverse("practice:game", args=[run.game]) if run.game else reverse("practice:home")
    return AttemptContext(
        code=run.code,
        title="3-minute run",
        back=run.get_absolute_url() if closed else home,
        onwards=run.get_absolute_url(),
        ending="Your result" if closed else "Back to the run",
        tries=1,
        closed=closed,
        hints=False,
        run=progress,
    )

"""The daily puzzle: the game and level of each day, and the puzzles, which are generated days in advance.

Everyone gets the same puzzle, under the standard rules. It depends only on the date, except that puzzles aren't
repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from math import inf
from operator import itemgetter
from time import monotonic
from typing import Any

from django.utils import timezone

import games
from core.http.time_zone import get_local_date
from core.practice.attempt_contexts import FIRST_ZONE
from core.practice.levels import IDEAL_RATINGS, RATINGS, Level
from core.practice.models import DailyPuzzle, NoPuzzlePossible, Puzzle
from core.practice.themes import LearnerReadiness, get_difficulty, list_available_themes
from games.engine.game import Game
from games.engine.work_limits import WorkExceeded, suspend_deadline

LEVEL_BY_WEEKDAY = (Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.EASY, Level.HARD, Level.MEDIUM, Level.HARD)
"""The levels from Monday to Sunday."""
DAYS_AHEAD = 7
LAST_ZONE = timezone.get_fixed_timezone(-12 * 60)
"""The time zone in which each day begins last."""
TRIES = 12
"""The maximum number of puzzles to generate in search of one that suits the day."""


def get_daily_game(day: date) -> Game[Any]:
    """Return the game of the daily puzzle on this day. The games take turns."""
    listed = list(games.all_games().values())
    return listed[day.toordinal() % len(listed)]


def get_daily_level(day: date) -> Level:
    """Return the level of the daily puzzle on this day. It depends on the weekday."""
    return LEVEL_BY_WEEKDAY[day.weekday()]


def build_readiness(game: Game[Any], level: Level) -> LearnerReadiness:
    """Return which rules a person who solves daily puzzles of this level is assumed to know.

    At the easy level, these are the clauses of the rulebook that are taught in the first half of the lessons, and in
    all lessons that are needed to play. At the other levels, it's all clauses. The result also has the level's ideal
    rating of a puzzle.
    """
    if level is not Level.EASY:
        return LearnerReadiness(None, IDEAL_RATINGS[level])
    half = (len(game.lessons) + 1) // 2
    taught = (
        lesson.list_taught_clauses() for number, lesson in enumerate(game.lessons) if lesson.is_needed or number < half
    )
    return LearnerReadiness(frozenset().union(*taught), IDEAL_RATINGS[level], is_new=True)


def _generate_candidates(day: date) -> Iterator[Puzzle]:
    """Yield up to `TRIES` puzzles that could be the daily puzzle on this day. They're always the same.

    The day's game has several themes (types of puzzles), which take turns. If some of them have the day's level, only
    these are used.
    """
    game, level = get_daily_game(day), get_daily_level(day)
    options, readiness = game.options(), build_readiness(game, level)
    available = list_available_themes(game, options)
    themes = [theme for theme in available if get_difficulty(theme, options) in RATINGS[level]] or available
    turn = day.toordinal() // len(games.all_games())
    for number in range(TRIES):
        theme, name = themes[(turn + number) % len(themes)], f"daily/{day}/{number}"
        with suppress(NoPuzzlePossible, WorkExceeded):
            yield Puzzle.generate_puzzle(game, options, theme.slug, reach=readiness, name=name)


def _generate_puzzle_for_day(day: date) -> Puzzle:
    """Generate the daily puzzle for a day. It doesn't look like that of any other day. Raises NoPuzzlePossible.

    It's the first candidate that has the day's level and is only about rules that its solver is assumed to know. If
    there is no such candidate, one with the right level is preferred, and then one with as few unknown rules as
    possible.
    """
    level, candidates = get_daily_level(day), []
    readiness = build_readiness(get_daily_game(day), level)
    others = Puzzle.objects.filter(daily__isnull=False).exclude(daily__date=day)
    for puzzle in _generate_candidates(day):
        if others.filter(game=puzzle.game, look=puzzle.look).exists():
            continue
        distance = (puzzle.level is not level, readiness.count_unseen_clauses(puzzle.clauses))
        if distance == (False, 0):
            return puzzle
        candidates.append((distance, puzzle))
    if not candidates:
        raise NoPuzzlePossible(f"No puzzle for {day} was found.")
    return min(candidates, key=itemgetter(0))[1]


def get_or_generate_daily_puzzle(day: date) -> DailyPuzzle:
    """Return the daily puzzle of a day. If it's missing, generate and save it. Raises NoPuzzlePossible."""
    daily = DailyPuzzle.objects.select_related("puzzle").filter(date=day).first()
    if daily:
        return daily
    with suspend_deadline():
        puzzle = _generate_puzzle_for_day(day)
    return DailyPuzzle.objects.get_or_create(date=day, defaults={"puzzle": puzzle, "level": puzzle.level})[0]


def get_first_day() -> date | None:
    """Return the day of the first daily puzzle, or None if there is none yet."""
    return DailyPuzzle.objects.order_by("date").values_list("date", flat=True).first()


def find_daily_puzzle(day: date, today: date) -> DailyPuzzle | None:
    """Return the daily puzzle of a day, for a reader whose date is `today`. If it's missing, generate it.

    Returns None for a day after `today` or before the first daily puzzle. Raises NoPuzzlePossible.
    """
    if day > today or (day < today and day < (get_first_day() or today)):
        return None
    return get_or_generate_daily_puzzle(day)


def list_days_to_prepare(moment: datetime) -> list[date]:
    """Return the dates that need a puzzle: all dates that are today somewhere in the world, and `DAYS_AHEAD` more."""
    first = get_local_date(moment, LAST_ZONE)
    number = (get_local_date(moment, FIRST_ZONE) - first).days + DAYS_AHEAD + 1
    return [first + timedelta(days=ahead) for ahead in range(number)]


def prepare_daily_puzzles(until: float = inf) -> bool:
    """Generate the missing daily puzzles for the coming days. Return whether any are still missing.

    Doesn't start another puzzle after the monotonic time `until`.
    """
    days = list_days_to_prepare(timezone.now())
    prepared = set(DailyPuzzle.objects.filter(date__in=days).values_list("date", flat=True))
    missing = [day for day in days if day not in prepared]
    for number, day in enumerate(missing, 1):
        with suppress(NoPuzzlePossible):
            get_or_generate_daily_puzzle(day)
        if monotonic() > until:
            return number < len(missing)
    return False

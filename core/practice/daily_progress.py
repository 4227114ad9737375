"""A person's daily puzzles: the streak, the last seven days, the archive, and the text to share."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple

from django.db.models import Count, F
from django.utils import timezone

from core.http.time_zone import get_local_date, get_time_zone
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import DAILY, DAILY_TRIES
from core.practice.daily import get_daily_game, get_daily_level
from core.practice.models import Answer, Attempt, DailyPuzzle
from games.engine.game import Game

DAY = timedelta(days=1)
FORGIVEN_EVERY = 7
"""A missed day doesn't break a streak unless another day was missed within this many days, including both."""
TRY_NAMES = ("first", "second", "third")
SQUARES = {"right": "🟩", "helped": "🟨", "wrong": "🟥"}
"""The square for each try: right, right after a hint, or wrong."""


# -- days in a row -----------------------------------------------------------------------------------------------------


class Streak(NamedTuple):
    """A person's streak of solved daily puzzles.

    `length` is its number of days, and `best` that of the person's longest streak ever.
    """

    length: int
    best: int


def compute_streak(solved: Set[date], last: date) -> Streak:
    """Return the streak on the day `last`, given all days that were solved in time.

    A streak ends with the second missed day within seven days. A missed day doesn't count toward its length.
    """
    length = best = 0
    missed: date | None = None
    day = min(solved, default=last)
    while day <= last:
        if day in solved:
            length += 1
            best = max(best, length)
        elif length and missed and (day - missed).days < FORGIVEN_EVERY:
            length, missed = 0, None
        elif length:
            missed = day
        day += DAY
    return Streak(length, best)


def list_days_solved_in_time(person: Person | None) -> set[date]:
    """Return the days whose puzzle a person solved on the same day, in their own time zone."""
    answers = Answer.objects.filter(person=person, occasion=DAILY, right=True) if person else Answer.objects.none()
    return set(answers.filter(day=F("puzzle__daily__date")).values_list("puzzle__daily__date", flat=True))


@dataclass(frozen=True)
class WeekDay:
    """One of the last seven days, with the person's result in its daily puzzle.

    `sign` is “solved”, “missed”, or “” for a day that isn't over yet.
    """

    date: date
    sign: str
    is_today: bool


@dataclass(frozen=True)
class DailyStreak:
    """A person's streak of solved daily puzzles, and their results in the last seven days. Today is the last one."""

    length: int
    best: int
    week: list[WeekDay]


def build_streak(person: Person | None, today: date, attempt: Attempt | None) -> DailyStreak:
    """Return a person's streak of solved daily puzzles, with the last seven days.

    `attempt` is their attempt at today's puzzle, or None. Today doesn't count before this attempt is finished.
    """
    solved = list_days_solved_in_time(person)
    is_over = today in solved or is_finished(attempt)
    streak = compute_streak(solved, max(today if is_over else today - DAY, max(solved, default=date.min)))
    days = [today - DAY * ago for ago in range(6, -1, -1)]
    week = [
        WeekDay(day, "solved" if day in solved else "missed" if day < today or is_over else "", day == today)
        for day in days
    ]
    return DailyStreak(streak.length, streak.best, week)


# -- attempts and results ----------------------------------------------------------------------------------------------


def find_daily_attempt(person: Person | None, daily: DailyPuzzle | None) -> Attempt | None:
    """Return a person's attempt at a daily puzzle, or None."""
    if person is None or daily is None:
        return None
    return Attempt.objects.filter(person=person, puzzle=daily.puzzle_id, occasion=DAILY).first()


def is_finished(attempt: Attempt | None) -> bool:
    """Return whether an attempt at a daily puzzle accepts no more answers."""
    return attempt is not None and (attempt.solved or attempt.tries >= DAILY_TRIES)


def describe_result(attempt: Attempt) -> str:
    """Return the result of a finished attempt at a daily puzzle in words: “Solved on the second try”."""
    return f"Solved on the {TRY_NAMES[attempt.tries - 1]} try" if attempt.solved else "Not solved this time"


class ResultShare(NamedTuple):
    """One possible result of a daily puzzle, and the number and percentage of people who had it."""

    label: str
    number: int
    percent: int


def count_results(daily: DailyPuzzle) -> tuple[int, list[ResultShare]]:
    """Return the number of people who have finished a daily puzzle, and a list of how many had each result."""
    attempts = Attempt.objects.filter(puzzle=daily.puzzle_id, occasion=DAILY)
    rows = attempts.values_list("solved", "tries").annotate(Count("pk"))
    people = {(solved, tries): number for solved, tries, number in rows}
    labels = ("1st try", "2nd try", "3rd try", "Not solved")
    numbers = [people.get((True, tries), 0) for tries in range(1, DAILY_TRIES + 1)]
    numbers.append(people.get((False, DAILY_TRIES), 0))
    total = sum(numbers)
    return total, [
        ResultShare(label, number, round(100 * number / total) if total else 0)
        for label, number in zip(labels, numbers, strict=True)
    ]


def list_squares(answers: Iterable[Answer]) -> list[str]:
    """Return the result of each answer for the share text: “right”, “helped” (right after a hint), or “wrong”.

    These are the keys of `SQUARES`, which has a colored square for each.
    """
    return [("helped" if answer.hints else "right") if answer.right else "wrong" for answer in answers]


def build_share_text(daily: DailyPuzzle, attempt: Attempt, squares: Iterable[str], days_in_row: int, url: str) -> str:
    """Build the text with which a person shares their result in a daily puzzle.

    It has a colored square for each of `squares`, as returned by `list_squares`, but doesn't reveal the question or
    answer.
    """
    parts = [
        "House Rules daily",
        f"{daily.date:%b} {daily.date.day}",
        daily.puzzle.engine_game.title,
        f"{describe_result(attempt).lower()} {''.join(SQUARES[square] for square in squares)}",
        *([f"{days_in_row} days in a row"] if days_in_row > 1 else []),
    ]
    return f"{' · '.join(parts)}\n{url}"


def measure_time_to_next_day(moment: datetime, zone: tzinfo) -> tuple[int, int]:
    """Return the hours and minutes until midnight in the reader's time zone."""
    midnight = datetime.combine(get_local_date(moment, zone) + DAY, time(), zone)
    minutes = max(1, int((midnight.timestamp() - moment.timestamp()) // 60))
    return divmod(minutes, 60)


# -- today's card ------------------------------------------------------------------------------------------------------


def get_today(request: HttpRequest) -> date:
    """Return today's date in the reader's time zone."""
    return get_local_date(timezone.now(), get_time_zone(request))


def get_game_and_level(day: date, daily: DailyPuzzle | None) -> tuple[Game[Any], str]:
    """Return the game of a day's puzzle, and the name of its level.

    `daily` is the day's puzzle. If it's None, because it isn't generated yet, the game and level are those planned for
    the day.
    """
    if daily is None:
        return get_daily_game(day), get_daily_level(day).label
    return daily.puzzle.engine_game, daily.get_level_display()


def build_daily_card(request: HttpRequest) -> dict[str, Any]:
    """Build the template context for a box about today's puzzle, which is shown on other pages.

    If the puzzle is missing, it isn't generated.
    """
    person, today = get_person(request), get_today(request)
    daily = DailyPuzzle.objects.select_related("puzzle").filter(date=today).first()
    attempt = find_daily_attempt(person, daily)
    game, level = get_game_and_level(today, daily)
    return {
        "date": today,
        "game": game,
        "level": level,
        "title": daily.puzzle.engine_theme.title if daily else "",
        "people": count_results(daily)[0] if daily else 0,
        "attempt": attempt,
        "result": describe_result(attempt) if attempt and is_finished(attempt) else "",
        "streak": build_streak(person, today, attempt),
    }


# -- the archive -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArchiveDay:
    """A day in the archive of daily puzzles, with the person's result.

    `sign` is “solved”, “late”, “missed”, “begun”, or “” if the person hasn't tried the puzzle.
    """

    date: date
    game: Game[Any]
    level: str
    sign: str


def list_archive_days(person: Person | None, first: date, last: date) -> list[ArchiveDay]:
    """Return the days from `first` to `last` for the archive of daily puzzles, newest first, with a person's results.

    A puzzle that was solved on a later day is “late”.
    """
    rows = {row.date: row for row in DailyPuzzle.objects.filter(date__range=(first, last)).select_related("puzzle")}
    in_time = list_days_solved_in_time(person)
    attempts = {
        attempt.puzzle_id: attempt
        for attempt in Attempt.objects.filter(
            person=person, occasion=DAILY, puzzle__in=[row.puzzle_id for row in rows.values()], tries__gt=0
        )
        if person
    }
    days = [last - DAY * ago for ago in range((last - first).days + 1)]
    archive = []
    for day in days:
        row = rows.get(day)
        attempt = attempts.get(row.puzzle_id) if row else None
        sign = ""
        if attempt:
            late = "solved" if day in in_time else "late"
            sign = late if attempt.solved else "missed" if is_finished(attempt) else "begun"
        archive.append(ArchiveDay(day, *get_game_and_level(day, row), sign))
    return archive

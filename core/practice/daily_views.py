"""Pages for daily puzzles: today's, those of earlier days, and the archive."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.http.time_zone import get_time_zone
from core.people import get_person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import DAILY
from core.practice.daily import find_daily_puzzle, get_first_day
from core.practice.daily_progress import (
    build_share_text,
    build_streak,
    count_results,
    describe_result,
    find_daily_attempt,
    get_today,
    is_finished,
    list_archive_days,
    list_squares,
    measure_time_to_next_day,
)
from core.practice.models import Answer, Attempt, DailyPuzzle, NoPuzzlePossible
from core.practice.puzzle_context import build_puzzle_context, list_option_cards
from core.practice.puzzle_session import PuzzleSession


@require_safe
@never_cache
def show_today(request: HttpRequest) -> HttpResponse:
    """Show the reader's result for today's puzzle, or redirect to the puzzle if they haven't finished it."""
    return show_day(request, get_today(request))


@require_safe
@never_cache
def show_day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the reader's result for a day's puzzle, or redirect to the puzzle if they haven't finished it."""
    person, today = get_person(request), get_today(request)
    try:
        daily = find_daily_puzzle(day, today)
    except NoPuzzlePossible:
        daily = None
    if daily is None or not daily.puzzle.can_be_asked:
        raise Http404("There’s no puzzle for this day.")
    attempt = find_daily_attempt(person, daily)
    if attempt is None or not is_finished(attempt):
        return redirect(daily.puzzle_url)
    return render(request, "practice/daily.html", _build_result_context(request, daily, attempt, today))


def _build_result_context(request: HttpRequest, daily: DailyPuzzle, attempt: Attempt, today: date) -> dict[str, Any]:
    answers = list(Answer.objects.filter(person=attempt.person, puzzle=daily.puzzle, occasion=DAILY).order_by("number"))
    today_attempt = (
        attempt
        if daily.date == today
        else find_daily_attempt(attempt.person, DailyPuzzle.objects.filter(date=today).first())
    )
    streak, squares = build_streak(attempt.person, today, today_attempt), list_squares(answers)
    is_in_time = any(answer.right and answer.day == daily.date for answer in answers)
    url = request.build_absolute_uri(daily.get_absolute_url())
    days_in_row = streak.length if daily.date == today and is_in_time else 0
    seconds = [answer.seconds for answer in answers]
    people, results = count_results(daily)
    hours, minutes = measure_time_to_next_day(timezone.now(), get_time_zone(request))
    shown = build_puzzle_context(daily.puzzle, PuzzleSession.from_moves(daily.puzzle, []), None, None)
    return {
        "active": "practice",
        "game": daily.puzzle.engine_game,
        "puzzle": daily.puzzle,
        "posed": daily.puzzle.engine_puzzle,
        "rows": shown["rows"],
        "line": list_option_cards(shown["rows"]),
        "daily": daily,
        "is_today": daily.date == today,
        "is_late": attempt.solved and not is_in_time,
        "attempt": attempt,
        "result": describe_result(attempt),
        "seconds": sum(seconds) if None not in seconds else None,
        "squares": squares,
        "people": people,
        "results": results,
        "own_result": attempt.tries - 1 if attempt.solved else len(results) - 1,
        "streak": streak,
        "hours": hours,
        "minutes": minutes,
        "share_url": url,
        "share_text": build_share_text(daily, attempt, squares, days_in_row, url),
    }


@require_safe
@never_cache
def show_archive(request: HttpRequest) -> HttpResponse:
    """Show the days of a month (`?month=2026-11`, or the current one) with the reader's results."""
    today = get_today(request)
    first = min(get_first_day() or today, today)
    start = _parse_month(request.GET.get("month", ""), first, today)
    end = start.replace(day=monthrange(start.year, start.month)[1])
    days = list_archive_days(get_person(request), max(start, first), min(end, today))
    counts = Counter(day.sign for day in days)
    context = {
        "active": "practice",
        "month": start,
        "months": _list_months(first, today),
        "days": days,
        "today": today,
        "solved": counts["solved"] + counts["late"],
        "missed": counts["missed"],
        "untried": counts[""] + counts["begun"],
    }
    return render(request, "practice/daily_archive.html", context)


def _parse_month(text: str, first: date, today: date) -> date:
    """Parse a month such as “2026-11”. Return its first day, or that of the current month if the text is empty.

    Raises Http404 for a month without daily puzzles.
    """
    try:
        month = date.fromisoformat(f"{text}-01") if text else today.replace(day=1)
    except ValueError:
        month = date.max
    if not first.replace(day=1) <= month <= today:
        raise Http404("There are no daily puzzles this month.")
    return month


def _list_months(first: date, today: date) -> list[date]:
    """Return the first day of each month from the month of `first` to the month of `today`, the latest month first."""
    last = today.year * 12 + today.month - 1
    return [date(number // 12, number % 12 + 1, 1) for number in range(last, first.year * 12 + first.month - 2, -1)]

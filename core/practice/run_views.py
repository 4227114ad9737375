"""Pages of timed runs: the start, the next puzzle, and the result."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import games
from core.http.time_zone import get_local_date, get_time_zone
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.practice.models import Run
from core.practice.runs import RunProgress, ask_next_puzzle, load_progress


@require_POST
def start_run(request: HttpRequest) -> HttpResponse:
    """Start a run in the game that the form names, or in all games, and redirect to it."""
    slug = request.POST.get("game", "")
    if slug and slug not in games.all_games():
        raise Http404("There is no such game.")
    return redirect(Run.objects.create(person=get_or_create_person(request), game=slug, started=timezone.now()))


@require_safe
@never_cache
def show_run(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the next puzzle of the reader's run, or show the result if the run is over."""
    person = get_person(request)
    run = get_object_or_404(Run.objects.select_related("person"), code=code, person=person) if person else None
    if run is None:
        raise Http404("There is no such run.")
    progress = load_progress(run)
    attempt = None if progress.is_over else ask_next_puzzle(request, progress)
    if attempt:
        return redirect(f"{attempt.puzzle.get_absolute_url()}{progress.query_string}")
    return _render_result(request, progress)


def _render_result(request: HttpRequest, progress: RunProgress) -> HttpResponse:
    run = progress.run
    runs = Run.objects.filter(game=run.game)
    context = {
        "active": "practice",
        "run": run,
        "game": games.get(run.game) if run.game else None,
        "progress": progress,
        "best": runs.filter(person=run.person).get_best_score(),
        "best_this_week": runs.filter(started__gte=_get_start_of_week(request)).get_best_score(),
    }
    return render(request, "practice/run.html", context)


def _get_start_of_week(request: HttpRequest) -> datetime:
    """Return the beginning of the reader's current week, which starts on Monday."""
    zone = get_time_zone(request)
    today = get_local_date(timezone.now(), zone)
    return datetime.combine(today - timedelta(days=today.weekday()), time(), zone).astimezone(UTC)

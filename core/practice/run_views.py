"""Pages for timed runs: the start, the next puzzle, and the result."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import games
from core.http.time_zone import get_time_zone
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.practice.models import Run
from core.practice.runs import RunProgress, ask_next_puzzle, find_best_scores, load_progress
from variants.services import get_rules_in_force


@require_POST
def start_run(request: HttpRequest) -> HttpResponse:
    """Start a timed run in the submitted game, or in all games, and redirect to it."""
    slug = request.POST.get("game", "")
    if slug and slug not in games.all_games():
        raise Http404("That game doesn’t exist.")
    return redirect(Run.objects.create(person=get_or_create_person(request), game=slug, started=timezone.now()))


@require_safe
@never_cache
def show_run(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the next puzzle of the reader's timed run, or show the result if the run is over."""
    person = get_person(request)
    run = get_object_or_404(Run.objects.select_related("person"), code=code, person=person) if person else None
    if run is None:
        raise Http404("That run doesn’t exist.")
    progress = load_progress(run)
    attempt = (
        None if progress.is_over else ask_next_puzzle(progress, lambda game: get_rules_in_force(request, game).options)
    )
    if attempt:
        return redirect(f"{attempt.puzzle.get_absolute_url()}{progress.query_string}")
    return _render_result(request, progress)


def _render_result(request: HttpRequest, progress: RunProgress) -> HttpResponse:
    run = progress.run
    scores = find_best_scores(run.person, run.game, get_time_zone(request))
    context = {
        "active": "practice",
        "run": run,
        "game": games.get(run.game) if run.game else None,
        "progress": progress,
        "best": scores.best,
        "best_this_week": scores.best_this_week,
    }
    return render(request, "practice/run.html", context)

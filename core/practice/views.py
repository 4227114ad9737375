"""Pages for puzzles: the choice of a puzzle by theme, a single puzzle, and reviews of clauses."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.http.decorators import require_form
from core.http.htmx import MORPH, is_resent_request
from core.http.time_zone import get_local_date, get_time_zone
from core.learn.lesson_assignments import ASKED
from core.learn.models import StepDone
from core.people import get_or_create_person, get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import (
    AttemptContext,
    collect_codes_with_hidden_results,
    find_puzzle_credit,
    get_attempt_context,
    list_published_puzzles,
)
from core.practice.daily_progress import build_daily_card
from core.practice.glicko import Strength
from core.practice.levels import Level, parse_level
from core.practice.models import NO_LONGER, Answer, Attempt, NoPuzzlePossible, Puzzle, Rating, Review, ReviewPlan
from core.practice.next_puzzle import compute_readiness, find_puzzle_in_collection, generate_next_puzzle
from core.practice.puzzle_context import (
    build_puzzle_context,
    explain_unfinished_answer,
    make_move_or_explain,
    parse_submitted_answer,
)
from core.practice.puzzle_pictures import list_puzzle_cards, list_theme_cards
from core.practice.puzzle_session import PuzzleSession
from core.practice.rating_graph import build_rating_graph
from core.practice.themes import LearnerReadiness, get_difficulty, list_available_themes, list_themes_of_level
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme, Verdict
from games.errors import RulesError
from variants.not_found import ExplainedNotFound, explain_how_to_restore_clauses
from variants.services import RulesInForce, get_rules_in_force

MOST_CARDS_IN_TILE = 3


@require_safe
@never_cache
def show_home(request: HttpRequest) -> HttpResponse:
    """Show the practice page for the game in which the reader last did a puzzle.

    If the reader has done none, it's the game in which they last did a lesson step, or else the first game with
    puzzles. If only one game has puzzles, redirects to this game's practice page.
    """
    shelf = _list_games_with_puzzles()
    if len(shelf) == 1:
        return redirect("practice:game", shelf[0].slug)
    return _render_game_practice(request, _choose_game(get_person(request), shelf), is_home=True)


@require_safe
@never_cache
def show_game_practice(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show the practice page of a game: the next puzzle, the themes, the rating, and the due reviews."""
    return _render_game_practice(request, game, is_home=False)


def _list_games_with_puzzles() -> list[Game[Any]]:
    return [game for game in games.all_games().values() if game.puzzle_themes]


def _choose_game(person: Person | None, shelf: list[Game[Any]]) -> Game[Any]:
    """Return the game in which a person did a puzzle last or, if they've done none, a lesson step.

    Returns the first game of `shelf`, the games with puzzles, if they've done neither or if that game has no puzzles.
    """
    slugs: list[str] = []
    if person:
        attempts = Attempt.objects.filter(person=person).order_by("-pk").values_list("puzzle__game", flat=True)
        slugs = list(attempts[:1]) or list(
            StepDone.objects.filter(person=person).order_by("-pk").values_list("game", flat=True)[:1]
        )
    return next((game for game in shelf if game.slug in slugs), shelf[0])


def _render_game_practice(request: HttpRequest, game: Game[Any], is_home: bool) -> HttpResponse:
    """Render the practice page of a game: the next puzzle, the themes, the rating, and the due reviews."""
    person, rules = get_person(request), get_rules_in_force(request, game)
    tried = Attempt.objects.none()
    if person:
        tried = Attempt.objects.filter(person=person, puzzle__game=game.slug, tries__gt=0)
        tried = tried.exclude(occasion__in=collect_codes_with_hidden_results(person))
    counts = {
        row["puzzle__theme"]: row
        for row in tried.values("puzzle__theme").annotate(
            all=Count("pk"), right=Count("pk", filter=Q(right_at_once=True))
        )
    }
    level, zone = parse_level(request.GET.get("level", "")), get_time_zone(request)
    reach = LearnerReadiness.at_level(compute_readiness(person, game), level)
    themes = list_themes_of_level(list_available_themes(game, rules.options), rules.options, level)
    reviews = list(Review.objects.for_game(person, game.slug))
    next_puzzle = find_puzzle_in_collection(person, game, rules.options, themes, reach)
    graph = build_rating_graph(person, game.slug, zone)
    context = {
        "active": "practice",
        "is_home": is_home,
        "level": level,
        "levels": Level,
        "game": game,
        "rules": rules,
        "games": [(listed, _list_showcase_cards(listed)) for listed in _list_games_with_puzzles()],
        "next_puzzle": next_puzzle,
        "next_cards": list_puzzle_cards(next_puzzle) if next_puzzle else (),
        "shelves": _group_themes_by_readiness(reach, game, themes, rules.options, counts),
        "rating": Rating.objects.filter(person=person, game=game.slug).first() if person else None,
        "graph": graph,
        "daily": None if graph else build_daily_card(request),
        "plan": person and ReviewPlan.objects.filter(person=person, game=game.slug).first(),
        "due": [one for one in reviews if one.is_due(zone)],
        "next_review": _format_next_review(reviews, zone),
        "listed": list_published_puzzles(game.slug),
    }
    return render(request, "practice/game.html", context)


def _list_showcase_cards(game: Game[Any]) -> list[str]:
    """Return the first cards of the picture that represents a game, or [] if the game has no picture."""
    return game.showcase[1].split()[:MOST_CARDS_IN_TILE] if game.showcase else []


def _format_next_review(reviews: list[Review], zone: tzinfo) -> str:
    """Return the day of the next review after today in words, or "" if there is none."""
    today = get_local_date(timezone.now(), zone)
    day = min((day for one in reviews if (day := one.get_due_day(zone)) > today), default=None)
    if day is None:
        return ""
    return "tomorrow" if (day - today).days == 1 else f"on {date_format(day, 'F j')}"


class ThemeTile(NamedTuple):
    """A puzzle theme on the practice page, with the reader's results, and cards as a picture."""

    theme: PuzzleTheme
    results: dict[str, Any] | None
    cards: tuple[str, ...]


def _group_themes_by_readiness(
    reach: LearnerReadiness, game: Game[Any], themes: list[PuzzleTheme], options: Options, counts: dict[str, Any]
) -> list[tuple[str, list[ThemeTile]]]:
    """Return the puzzle themes in two groups, each with its heading: to solve now, and to solve after more lessons.

    `reach` says for which themes the person is ready. In a group, easy themes come first. An empty group is left out.
    `counts` has the numbers of the person's puzzles and of those whose first answer was right, by theme slug.
    """
    themes = sorted(themes, key=lambda theme: get_difficulty(theme, options))
    now, later = (
        [
            ThemeTile(theme, counts.get(theme.slug), list_theme_cards(game, theme, options))
            for theme in themes
            if reach.is_ready_for_theme(theme, options) is is_now
        ]
        for is_now in (True, False)
    )
    easiest_first = f"{game.title} puzzles, easiest first"
    heads = (easiest_first, "After more lessons") if now else ("", easiest_first)
    return [(head, tiles) for head, tiles in zip(heads, (now, later), strict=True) if tiles]


@require_POST
def create_puzzle(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Generate a puzzle under the current house rules, and redirect to it."""
    theme, level = request.POST.get("theme", ""), parse_level(request.POST.get("level", ""))
    try:
        options = get_rules_in_force(request, game).options
        puzzle = generate_next_puzzle(get_person(request), game, options, theme, level=level)
    except NoPuzzlePossible:
        messages.info(request, _explain_why_no_puzzle(game, get_rules_in_force(request, game), theme))
        return redirect("practice:game", game.slug)
    return redirect(_get_puzzle_url(puzzle, theme, level or ""))


def _explain_why_no_puzzle(game: Game[Any], rules: RulesInForce, slug: str) -> str:
    """Return a text that says why there's no puzzle of the theme with this slug under these house rules.

    If no theme has this slug, it says that there are no puzzles at all.
    """
    theme = next((one for one in game.puzzle_themes if one.slug == slug), None)
    if theme is None:
        return "There are no puzzles under these house rules."
    why = explain_how_to_restore_clauses(game, rules.options, theme.clauses)
    nothing = f"There are no “{theme.title}” puzzles under {rules.title}."
    return " ".join(filter(None, [nothing, why, "Here are the other puzzles."]))


@require_POST
def start_review(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Generate a puzzle about the most overdue clause, and redirect to it."""
    options, zone = get_rules_in_force(request, game).options, get_time_zone(request)
    reviews = Review.objects.for_game(get_person(request), game.slug)
    for item in [one for one in reviews if one.is_due(zone)][:8]:
        try:
            puzzle = generate_next_puzzle(get_person(request), game, options, clause=item.clause)
        except NoPuzzlePossible:
            continue
        return redirect(f"{puzzle.get_absolute_url()}?review={item.clause}")
    messages.info(request, "No rules are due for review today.")
    return redirect("practice:game", game.slug)


@require_POST
def switch_reviews(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Turn the reader's reviews of a game's clauses on or off."""
    person = get_or_create_person(request)
    if request.POST.get("review") == "on":
        ReviewPlan.objects.get_or_create(person=person, game=game.slug)
        messages.success(request, "Review is on. Your answers decide what you review, and when.")
    else:
        ReviewPlan.objects.filter(person=person, game=game.slug).delete()
        messages.success(request, "Review is off.")
    return redirect("practice:game", game.slug)


@require_form
@never_cache
def reset_rating(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Ask for confirmation, then delete the reader's rating in a game."""
    person = get_person(request)
    rating = Rating.objects.filter(person=person, game=game.slug).first() if person else None
    if person is None or rating is None:
        messages.info(request, "You don’t have a rating in this game yet.")
        return redirect("practice:game", game.slug)
    if request.method == "POST":
        Rating.reset_rating(person, game.slug)
        messages.success(request, "Your next answer starts a new rating.")
        return redirect("practice:game", game.slug)
    context = {
        "active": "practice",
        "title": f"Start your {game.title} rating over?",
        "lost": [
            f"Your rating of {round(rating.rating)}. Your next answer starts a new one at {round(Strength().rating)}.",
            "The rating changes of your earlier answers.",
        ],
        "stays": [
            "Your answers to puzzles, and how many were correct. A puzzle that you’ve answered isn’t rated again.",
            "Your reviews, your classes’ results, and your course.",
            "Your ratings in other games.",
        ],
        "back": reverse("practice:game", args=[game.slug]),
    }
    return render(request, "start_over.html", context)


# -- one puzzle ------------------------------------------------------------------------------------


@require_safe
@never_cache
def show_puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Show a puzzle. If it's assigned to the reader, redirect to its URL in the assignment."""
    found = _get_puzzle(code)
    occasion = get_attempt_context(request, found)
    if occasion.code and occasion.url_code != request.GET.get(ASKED):
        return redirect(found.get_absolute_url() + occasion.query_string)
    return _render_page(request, found)


@require_POST
def submit_answer(request: HttpRequest, code: str) -> HttpResponse:
    """Judge and save an answer, and show the result.

    In a puzzle that is answered with moves, the moves are the answer.
    """
    found = _get_puzzle(code)
    tries, occasion = PuzzleSession.from_request(request, found), get_attempt_context(request, found)
    given = parse_submitted_answer(request.POST, found, tries)
    try:
        verdict, attempt = found.submit_answer(
            get_or_create_person(request), given, _parse_shown_time(request), occasion, get_time_zone(request)
        )
    except RulesError as refused:
        unfinished = explain_unfinished_answer(found.engine_puzzle, given)
        problem = "" if unfinished else str(refused)
        return _render_page(request, found, given=given, problem=problem, unfinished=unfinished, status=422)
    if occasion.run:
        return redirect(occasion.onwards)
    return _render_page(request, found, verdict=verdict, attempt=attempt, given=given)


@require_POST
def make_move(request: HttpRequest, code: str) -> HttpResponse:
    """Make the solver's move in a puzzle that is answered with moves, and show the puzzle after it.

    If the move is illegal or its text can't be understood, shows the reason instead.
    """
    found = _get_puzzle(code)
    if found.engine_puzzle.form != "play":
        raise Http404("This puzzle has no moves to make.")
    tries = PuzzleSession.from_request(request, found)
    if is_resent_request(request, tries.move_texts):
        return _render_page(request, found)
    refused = make_move_or_explain(tries, request.POST.get("move", ""))
    if refused:
        return _render_notice(request, found, refused)
    tries.store_moves(request)
    return _render_page(request, found)


@require_POST
def undo_move(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last move on a puzzle's table, and show the puzzle. If the request was sent again, nothing is undone."""
    found = _get_puzzle(code)
    lines = PuzzleSession.from_request(request, found).move_texts
    if not is_resent_request(request, lines):
        PuzzleSession(found, lines[:-1]).store_moves(request)
    return _render_page(request, found)


@require_POST
def show_next_hint(request: HttpRequest, code: str) -> HttpResponse:
    """Show the next hint. Answers given after it aren't rated."""
    found = _get_puzzle(code)
    occasion = get_attempt_context(request, found)
    if not occasion.hints:
        return _render_page(request, found, problem="Hints aren’t available for this puzzle.", status=422)
    if not occasion.counts:
        return _render_page(request, found, attempt=Attempt(puzzle=found, hints=len(found.engine_puzzle.hints)))
    asked, hints = _find_attempt(get_person(request), found, occasion), found.engine_puzzle.hints
    seen = hints[: asked.hints] if asked else ()
    if is_resent_request(request, seen):
        return _render_page(request, found, attempt=asked)
    attempt = Attempt.record_hint(get_or_create_person(request), found, min(len(seen) + 1, len(hints)), occasion.code)
    return _render_page(request, found, attempt=attempt)


def _find_attempt(person: Person | None, puzzle: Puzzle, occasion: AttemptContext) -> Attempt | None:
    """Return a person's attempt at a puzzle in the attempt context `occasion`, such as an assignment, or None."""
    if person is None:
        return None
    return Attempt.objects.filter(person=person, puzzle=puzzle, occasion=occasion.code).first()


def _get_puzzle(code: str) -> Puzzle:
    """Return the puzzle with this code. Raises Http404, or ExplainedNotFound if the puzzle can no longer be asked."""
    found = get_object_or_404(Puzzle.objects.select_related("daily"), code=code)
    if not found.can_be_asked:
        raise ExplainedNotFound(NO_LONGER, ("Other puzzles", reverse("practice:game", args=[found.game])))
    return found


def _parse_shown_time(request: HttpRequest) -> datetime | None:
    """Return the time when the question was shown according to the form, or None if the form doesn't say."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(int(request.POST.get("shown", "")), UTC)
    return None


def _get_puzzle_url(puzzle: Puzzle, theme: str, level: str = "") -> str:
    """Return the URL of a puzzle that also has the theme and level for the next one."""
    query = urlencode({name: value for name, value in (("theme", theme), ("level", level)) if value})
    return f"{puzzle.get_absolute_url()}?{query}" if query else puzzle.get_absolute_url()


def _render_page(
    request: HttpRequest,
    puzzle: Puzzle,
    *,
    verdict: Verdict | None = None,
    attempt: Attempt | None = None,
    given: Any = None,
    problem: str = "",
    unfinished: str = "",
    status: int = 200,
) -> HttpResponse:
    person, occasion = get_person(request), get_attempt_context(request, puzzle)
    attempt = attempt or _find_attempt(person, puzzle, occasion)
    ended = attempt is not None and occasion.is_closed_to_more_answers(attempt.tries, attempt.solved)
    if attempt and attempt.tries and ended and verdict is None:
        given = Answer.objects.filter(person=person, puzzle=puzzle, occasion=occasion.code).latest("number").given
        verdict = puzzle.judge_answer(given)
    posed = puzzle.engine_puzzle
    tries = PuzzleSession.from_request(request, puzzle)
    rules = get_rules_in_force(request, puzzle.engine_game)
    tried = attempt.tries if attempt else 0
    told = verdict is None or occasion.can_reveal_right_answer(tried, verdict.right)
    review = _find_review(person, puzzle, request.GET.get("review") or request.POST.get("review", ""))
    move_url = reverse("practice:move", args=[puzzle.code]) + occasion.query_string
    context: dict[str, Any] = {
        **build_puzzle_context(puzzle, tries, given, verdict, told=told, move_url=move_url),
        "active": "practice",
        "rules": rules,
        "status": puzzle.get_status_under_rules(rules.options),
        "attempt": attempt,
        "occasion": occasion,
        "note": find_puzzle_credit(request, puzzle),
        "ended": ended,
        "problem": problem,
        "unfinished": unfinished,
        "hints": posed.hints[: attempt.hints] if attempt else (),
        "more_hints": occasion.hints and len(posed.hints) > (attempt.hints if attempt else 0),
        "theme": request.GET.get("theme") or request.POST.get("theme", ""),
        "level": request.GET.get("level") or request.POST.get("level", ""),
        "shown": request.POST.get("shown") or int(time.time()),
        "review": review,
        "review_reason": review.explain_why_due(get_time_zone(request)) if review else "",
    }
    if request.htmx and request.method == "POST":
        response = render(request, "practice/puzzle_part.html", context, status=422 if problem or unfinished else 200)
        return retarget(reswap(response, MORPH), "#puzzle")
    return render(request, "practice/puzzle.html", context, status=status)


def _find_review(person: Any, puzzle: Puzzle, clause: str) -> Review | None:
    if not clause or person is None:
        return None
    return Review.objects.filter(person=person, game=puzzle.game, clause=clause).first()


def _render_notice(request: HttpRequest, puzzle: Puzzle, context: dict[str, Any]) -> HttpResponse:
    if request.htmx:
        return render(request, "learn/notice.html", context, status=422)
    return render(request, "practice/notice_page.html", {**context, "puzzle": puzzle}, status=422)

"""The builder, where a puzzle is put together in small changes, and the pages of published puzzles."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.authoring.puzzles import editing
from core.authoring.puzzles import proofs as proofs_module
from core.authoring.puzzles.builder_choices import (
    GAP,
    build_position_editor_context,
    list_fact_choices,
    list_goal_choices,
    list_rule_set_choices,
    replace_placeholders,
)
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.embed_views import build_share_options
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.importing import import_puzzle_from_text
from core.authoring.puzzles.issues import list_issues
from core.authoring.puzzles.models import BuiltPuzzle, Proof, PuzzleVersion, Report, TooManyWorks, Visibility
from core.authoring.puzzles.proof_queue import find_queue_place, hash_address
from core.authoring.puzzles.publishing import create_trial_puzzle, get_draft, has_proven_answers, publish_built_puzzle
from core.authoring.puzzles.publishing_warnings import list_publishing_warnings
from core.http.decorators import require_form
from core.http.error_views import too_many_requests
from core.http.htmx import MORPH
from core.http.idempotency import idempotent
from core.http.responses import build_json_download
from core.people import get_browser_key, get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import get_attempt_context
from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from games.cards import UNKNOWN
from games.engine.clause import quote_card_codes
from games.engine.custom_questions import MOST_CHOICES
from games.engine.facts_and_goals import parse_moves
from games.engine.puzzle import Puzzle as Posed
from games.engine.puzzle import Unproven
from games.engine.view import Screen
from games.errors import RulesError
from variants.allauth_internals import consume_rate_limit
from variants.not_found import ExplainedNotFound
from variants.services import get_rules_in_force

ADDRESS = re.compile(r"/practice/puzzle/(\w+)")
"""The URL path of a puzzle's page, with its code."""
PROOFS = "60/h/ip"
REPORTS = "10/h/key,60/h/ip"
"""Rate limits for reports. The limit per IP address is high because a whole school can share one."""
TABS = {"ask": "Ask", "explain": "Explain", "publish": "Publish", "history": "History"}


@require_safe
@never_cache
def list_puzzles(request: HttpRequest) -> HttpResponse:
    """Show the user's puzzles."""
    person = get_person(request)
    items = person.builtpuzzles.prefetch_related(*BuiltPuzzle.listed_with) if person else []
    return render(request, "workshop/shelf.html", {"active": "teach", "items": items})


@require_form
@never_cache
@idempotent
def create_puzzle(request: HttpRequest) -> HttpResponse:
    """Show the form for a new puzzle, or create one (POST): an empty puzzle, or one from a pasted file or position."""
    if request.method != "POST":
        return _render_new_page(request)
    try:
        item = _create_puzzle_from_form(request)
    except RulesError as refused:
        return _render_new_page(request, str(refused), status=422)
    return redirect(item.editor_url)


def _render_new_page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"active": "teach", "shelf": games.all_games().values(), "problem": problem, "sent": request.POST}
    return render(request, "workshop/new.html", context, status=status)


def _create_puzzle_from_form(request: HttpRequest) -> BuiltPuzzle:
    """Create the puzzle that the form asks for. Raises RulesError."""
    text = request.POST.get("file", "").strip()
    if text:
        return import_puzzle_from_text(get_or_create_person(request), text)
    game = games.all_games().get(request.POST.get("game", ""))
    if game is None:
        raise BadChange("Choose a game.")
    options = get_rules_in_force(request, game).options
    seats = game.get_usual_seat_count(options)
    return BuiltPuzzle.create_for(get_or_create_person(request), game.slug, build_blank_content(game, options, seats))


def _get_own_puzzle(request: HttpRequest, code: str) -> BuiltPuzzle:
    """Return the user's puzzle with this code. Raises Http404 if it doesn't exist or isn't the user's."""
    return BuiltPuzzle.get_own_work(get_person(request), code)


# -- the builder -----------------------------------------------------------------------------------


@require_safe
@never_cache
def show_puzzle_builder(request: HttpRequest, code: str) -> HttpResponse:
    """Show the builder, the page where the user edits the draft of a puzzle."""
    return _render_builder(request, _get_own_puzzle(request, code))


@require_POST
def change_draft(request: HttpRequest, code: str) -> HttpResponse:
    """Apply a change to the draft, undo or redo one, or restore a draft from the history."""
    item, problem, status = editing.apply_form_change(
        request, _get_own_puzzle(request, code), lambda item: _build_change_function(item, request)
    )
    return _render_builder(request, item, problem=problem, status=status)


def _build_change_function(item: BuiltPuzzle, request: HttpRequest) -> Callable[[BuiltPuzzle], None]:
    """Return a function that applies the change in the form to a puzzle's title, visibility, proof, or draft.

    A change of the draft is computed right away, and raises RulesError if it's impossible.
    """
    sent, do = request.POST, request.POST.get("do", "")
    if do == "prove":
        return lambda item: _request_proof(item, request)
    if do == "stop-proof":
        return proofs_module.stop_proofs
    if do == "title":
        return lambda item: item.save_draft(item.draft, " ".join(sent.get("title", "").split())[:80])
    if do == "visibility" and sent.get("visibility") in Visibility.values:
        return lambda item: _set_visibility(item, sent["visibility"])
    content = get_draft(item).apply_change(_replace_url_with_position(sent)).content
    return lambda item: item.save_draft(content)


def _request_proof(item: BuiltPuzzle, request: HttpRequest) -> None:
    if not consume_rate_limit(request, app="workshop", action="prove", config={"prove": PROOFS}):
        raise BadChange("You’ve requested too many verifications from this network. Wait a moment.")
    proofs_module.request_proof(item, get_draft(item), hash_address(request))


def _set_visibility(item: BuiltPuzzle, visibility: str) -> None:
    item.visibility = visibility
    item.save(update_fields=["visibility"])


def _replace_url_with_position(sent: QueryDict) -> dict[str, str]:
    """Return the form's values, with the URL of a puzzle in them replaced by the puzzle's position.

    Raises BadChange if there's no puzzle with a position at that URL.
    """
    found = {name: str(value) for name, value in sent.items()}
    if found.get("do") == "start" and (address := ADDRESS.search(found.get("text", ""))):
        puzzle = Puzzle.objects.filter(code=address[1], built=None).first()
        built = PuzzleVersion.objects.filter(puzzle__code=address[1]).exclude(item__visibility=Visibility.CLASS).first()
        puzzle = built.puzzle if built else puzzle
        if puzzle is None or not puzzle.engine_puzzle.position:
            raise BadChange("There’s no puzzle with a table at that address.")
        found["text"] = json.dumps({**puzzle.engine_puzzle.position, "options": puzzle.options})
    return found


@require_safe
@never_cache
def show_proof_progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show the progress of the long proof (the verification of the draft in the background)."""
    item = _get_own_puzzle(request, code)
    latest = get_draft(item).long_proof
    return render(request, "workshop/proof.html", {"item": item, "proof": latest, "place": find_queue_place(latest)})


@require_POST
def try_draft(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect the author to a page where they can solve the draft as a puzzle. No answer is stored."""
    item = _get_own_puzzle(request, code)
    try:
        puzzle = create_trial_puzzle(item)
    except RulesError as refused:
        return _render_builder(request, item, problem=f"You can’t preview it yet. {refused}", status=422)
    return redirect(f"{puzzle.get_absolute_url()}?for={item.code}")


@require_POST
def publish_puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Publish the draft as the next version of the puzzle."""
    item = _get_own_puzzle(request, code)
    try:
        version = publish_built_puzzle(item, request.POST.get("title"), request.POST.get("visibility"))
    except RulesError as refused:
        return _render_builder(request, item, problem=str(refused), status=422)
    verified = (
        "Its answers are verified." if version.proven else "Its answers aren’t verified, and solvers will see that."
    )
    messages.success(request, f"Version {version.number} is published. {verified}")
    return redirect(f"{item.editor_url}?tab=publish")


@require_POST
@idempotent
def withdraw_or_delete_puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw a published puzzle, or republish a withdrawn one. Delete one that was never published."""
    item = _get_own_puzzle(request, code)
    is_kept = editing.withdraw_or_delete(request, item, "Nobody’s answers are lost.")
    return redirect(item.editor_url) if is_kept else redirect("workshop:shelf")


@require_POST
@idempotent
def copy_puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Create a copy of a puzzle."""
    item = _get_own_puzzle(request, code)
    try:
        made = BuiltPuzzle.create_for(
            get_or_create_person(request), item.game, item.draft, item.title, f"a copy of {item.code}"
        )
    except TooManyWorks as full:
        return _render_builder(request, item, problem=str(full), status=422)
    return redirect(made.editor_url)


@require_safe
@never_cache
def download_file(request: HttpRequest, code: str) -> HttpResponse:
    """Download the draft as a file that can be imported."""
    item = _get_own_puzzle(request, code)
    return build_json_download(f"puzzle-{item.code}", {"title": item.title, "draft": item.draft})


@require_safe
@never_cache
def show_printable_puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Show a page to print, with the puzzle and, optionally, the answers."""
    item = _get_own_puzzle(request, code)
    try:
        posed = get_draft(item).engine_puzzle
    except RulesError as refused:
        return _render_builder(request, item, problem=f"There’s nothing to print yet. {refused}", status=422)
    context = {
        "item": item,
        "posed": posed,
        "answers": bool(request.GET.get("answers")),
        "rows": _list_answer_option_rows(posed),
    }
    context |= _build_printed_table_context(get_draft(item), posed)
    return render(request, "workshop/print.html", context)


def _list_answer_option_rows(posed: Posed) -> list[dict[str, Any]]:
    """Return a dict for each of a puzzle's answer options: the option, whether it's right, and the reason."""
    key = posed.key if isinstance(posed.key, list) else [posed.key]
    return [
        {"option": option, "right": option.id in key, "reason": posed.reasons.get(option.id, "")}
        for option in posed.options
    ]


def _build_printed_table_context(draft: PuzzleDraft, posed: Posed) -> dict[str, Any]:
    """Build the template context for printing the table of a draft, with the cards that the solver sees.

    `posed` is the puzzle that was built from the draft.
    """
    puzzle = Puzzle(
        game=draft.game.slug,
        theme=posed.theme,
        setup={},
        options=draft.house_rules.dump_values_to_store(),
        asked=posed.to_json(),
    )
    tries = PuzzleSession(puzzle, [])
    laid = (
        _list_printed_zones(tries.build_screen(playing=False, answered=False), tries.seat_names) if tries.table else ()
    )
    return {"laid": list(laid)}


def _list_printed_zones(screen: Screen, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the zones with cards on a printed table, each with its owner and whether all cards are face down."""
    for zone in screen.zones:
        if zone.cards:
            whose = "" if zone.owner in (None, screen.seat) else names[zone.owner]
            yield {"zone": zone, "whose": whose, "closed": set(zone.cards) == {UNKNOWN.code}}


# -- public pages ----------------------------------------------------------------------------------


@require_safe
def redirect_to_newest_version(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the newest version of a puzzle."""
    found = get_object_or_404(BuiltPuzzle, code=code)
    newest = found.newest_version
    if newest is None:
        if get_person(request) == found.owner:
            return redirect(found.editor_url)
        raise ExplainedNotFound("This puzzle isn’t published yet.", ("Other puzzles", reverse("practice:home")))
    return redirect(newest.puzzle)


@require_form
@never_cache
@idempotent
def report_error(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for reporting an error in a published puzzle, or save the report (POST).

    The answer is checked again, and the result is saved with the report. A reader who can't open the puzzle can't
    report it either.
    """
    version = get_object_or_404(PuzzleVersion.objects.select_related("puzzle", "item"), puzzle__code=code)
    occasion = get_attempt_context(request, version.puzzle)
    if request.method == "POST":
        limit, browser = {"report": REPORTS}, get_browser_key(request)
        if not consume_rate_limit(request, app="workshop", action="report", config=limit, key=browser):
            return too_many_requests(request, minutes=60)
        checked = _recheck_answer(version)
        Report.objects.create(version=version, text=request.POST.get("text", "")[:2000], checked=checked)
        messages.success(request, f"Thank you. The author and the site’s admins will look at it. {checked}")
        return redirect(version.puzzle.get_absolute_url() + occasion.query_string)
    context = {"version": version, "puzzle_url": version.puzzle.get_absolute_url() + occasion.query_string}
    return render(request, "workshop/report.html", context)


def _recheck_answer(version: PuzzleVersion) -> str:
    """Solve a version's puzzle again under the current rules, and return the result as a sentence for the reader.

    It says whether the stored answer is still right.
    """
    puzzle = version.puzzle
    try:
        now = puzzle.engine_theme.pose(puzzle.setup, puzzle.house_rules)
    except Unproven:
        return "Verifying the answer took too long, so the earlier result stays."
    except (RulesError, KeyError) as refused:
        return f"The current rules no longer allow this question. {refused}"
    if now.key == puzzle.engine_puzzle.key:
        return "We just checked again, and the answer is the same."
    return "We just checked again and got a different answer than the one saved with this puzzle."


# -- the page --------------------------------------------------------------------------------------


def _render_builder(request: HttpRequest, item: BuiltPuzzle, *, problem: str = "", status: int = 200) -> HttpResponse:
    draft = get_draft(item)
    tab = request.POST.get("tab") or request.GET.get("tab", "ask")
    versions = list(item.versions.select_related("puzzle"))
    context: dict[str, Any] = {
        "active": "teach",
        "item": item,
        "draft": draft,
        "game": draft.game,
        "problem": problem,
        "typed": editing.get_refused_card_text(request, status),
        "tab": tab if tab in TABS else "ask",
        "tabs": TABS,
        **build_position_editor_context(draft),
        "kinds": draft.question_kinds,
        "theme": draft.theme,
        "checks": [*list_issues(draft, item.title), *list_publishing_warnings(item, draft, versions)],
        "versions": versions,
        "newest": item.newest_version,
        "rule_sets": list_rule_set_choices(get_person(request), draft.game, draft.house_rules),
        "visibilities": Visibility.choices,
        "proven": has_proven_answers(draft),
        "share": build_share_options(request, item),
        "proof": draft.long_proof,
        "place": find_queue_place(draft.long_proof),
    }
    if any(not one.seen and not one.is_unfinished for one in draft.proofs.values()):
        item.proofs.exclude(state__in=Proof.UNDER_WAY).update(seen=True)
    context["mistakes"] = sum(check.mistake for check in context["checks"])
    context["wrong"] = sum(check.mistake and not check.next for check in context["checks"])
    context["warnings"] = len(context["checks"]) - context["mistakes"]
    with suppress(RulesError):
        context |= {"posed": draft.engine_puzzle, "rows": _list_answer_option_rows(draft.engine_puzzle)}
        context["comments"] = [
            {**row, "key": key, "own": draft["comments"].get(key, "")}
            for row in context["rows"]
            if not row["right"] and (key := draft.get_comment_key(row["option"].id))
        ]
    context |= _build_question_context(draft)
    if request.htmx and request.method == "POST":
        answer = render(request, "workshop/builder_part.html", context, status=200)
        return retarget(reswap(answer, MORPH), "#builder")
    return render(request, "workshop/builder.html", context, status=status)


def _build_question_context(draft: PuzzleDraft) -> dict[str, Any]:
    """Build the template context for the part of the builder's form that depends on the kind of question."""
    game = draft.game
    kind = draft["kind"]
    if kind in ("own-allowed", "own-rule"):
        chosen = draft["moves"] if kind == "own-allowed" else [draft["move"]]
        offered = [one for one in draft.move_proposals if kind == "own-allowed" or one.refused]
        return {"proposals": [{"move": one, "chosen": one.text in chosen} for one in offered]}
    if kind == "own-fact":
        facts = list_fact_choices(game, draft["seats"])
        return {"facts": facts, "ready": [one for one in facts if GAP not in one[1]]}
    if kind == "own-goal":
        line, after = draft["solution"], draft.play_moves(draft["solution"])
        can = [one for one in draft.propose_moves(after) if not one.refused] if after else []
        way = [quote_card_codes(game.describe_move(move)) for move in parse_moves(game, line)] if after else line
        return {
            "goals": list_goal_choices(game),
            "way": way,
            "can": can,
            "reached": draft.list_reached_goals(line),
            "asked": [draft["goal"]],
        }
    if kind == "own-choice":
        rows = [*draft["choices"], *[{}] * MOST_CHOICES][: max(4, len(draft["choices"]) + 1)]
        proofs = [(one.name, replace_placeholders(one.question)) for one in game.all_facts.values()]
        return {"choices": rows[:MOST_CHOICES], "facts": proofs}
    return {}

"""Views for the lobby, tables and seats, spectators, and the replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.http.decorators import require_form
from core.http.htmx import MORPH, is_part_requested, render_page_or_part
from core.http.idempotency import idempotent
from core.http.responses import mark_as_download
from core.http.untrusted_text import parse_number
from core.people import get_or_create_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.play import autoplay, forecasts, moves
from core.play import replay as replay_module
from core.play import seating as table_seating
from core.play.coach_advice import (
    can_review_deal,
    can_review_hand,
    compute_advice,
    find_coach_opinion,
    is_coached_by_default,
)
from core.play.errors import AmbiguousMove, Forbidden, StaleVersion, TableError
from core.play.forms import NewTableForm, list_bot_descriptions
from core.play.hand_review import HandReview, find_cached_review, review_hand, review_last_hand
from core.play.lobby_context import build_lobby_context
from core.play.models import Seat, Table
from core.play.opponents import get_chosen_level, remember_chosen_level
from core.play.seating import create_table, get_default_seating
from core.play.table_context import (
    TableViewer,
    build_spectator_context,
    build_table_context,
    get_default_display_pace,
    get_rules_url,
    get_table_url,
    get_viewer,
)
from core.play.table_info import list_players
from core.rendering.table_context import (
    build_legal_moves_context,
    build_screen_context,
    fill_in_names,
)
from core.rendering.table_context import list_legal_moves as allowed_moves
from games.engine.clause import IllegalMove
from games.engine.forecast import NOBODY
from games.engine.game import Game
from games.errors import RulesError
from variants.services import NoSuchRules, RulesInForce, get_rules_by_digest, get_rules_in_force

TABLE, CUSTOM_TABLE = "play/table.html", "play/custom_table.html"


# -- the lobby ---------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby: the reader's tables, and every game to play.

    With `?game=`, show the form for a table of that game instead. With `?friends`, a new table waits for people instead
    of bots.
    """
    if "game" in request.GET:
        game = _get_game(request.GET["game"])
        context = _build_custom_table_context(request, game, _build_new_table_form(request, game))
        return render(request, CUSTOM_TABLE, context)
    return render(request, "play/lobby.html", build_lobby_context(request))


@require_POST
@idempotent
def create_table_from_form(request: HttpRequest) -> HttpResponse:
    """Create a table with the seats, house rules, and pace that were chosen in the form, and redirect to it."""
    game = _get_game(request.POST.get("game"))
    form = _build_new_table_form(request, game, request.POST)
    if not form.is_valid():
        return render(request, CUSTOM_TABLE, _build_custom_table_context(request, game, form), status=422)
    names = ("pace", "patience", "forced_moves", "coached")
    settings = {name: form.cleaned_data[name] for name in names if name in form.cleaned_data}
    return _create_table_and_redirect(request, game, form.options, form.seating, **settings)


@require_POST
@idempotent
def play_now(request: HttpRequest) -> HttpResponse:
    """Create a table under the current house rules, with one click.

    The other seats go to bots of the level chosen now or last, or to people (`level=link`).
    """
    game = _get_game(request.POST.get("game"))
    options = _get_rules_shown_in_form(request, game).options
    if not game.automatic_player_levels:
        raise Http404("This game doesn’t have bots.")
    level = request.POST.get("level") or get_chosen_level(request)
    remember_chosen_level(request, level)
    seating = get_default_seating(game, options, level)
    return _create_table_and_redirect(
        request, game, options, seating, coached=is_coached_by_default(request.person, game)
    )


def _build_new_table_form(request: HttpRequest, game: Game[Any], data: Any = None) -> NewTableForm:
    return NewTableForm(
        game, _get_rules_shown_in_form(request, game), data, new=is_coached_by_default(request.person, game)
    )


def _get_rules_shown_in_form(request: HttpRequest, game: Game[Any]) -> RulesInForce:
    """Return the house rules that the page with the form showed, or the current ones if the request doesn't say.

    The reader might have changed the current rules in another tab.
    """
    if (digest := request.POST.get("shown", "")).isalnum():
        with suppress(NoSuchRules):
            return RulesInForce(game, *get_rules_by_digest(game, digest, request.person), "link")
    return get_rules_in_force(request, game)


def _create_table_and_redirect(
    request: HttpRequest, game: Game[Any], options: Any, seating: list[str], **settings: Any
) -> HttpResponse:
    person = get_or_create_person(request)
    _save_player_name(request, person)
    try:
        table_seating.check_table_limit(person)
        return redirect(create_table(person, game, options, seating, **settings))
    except RulesError as refused:
        messages.error(request, str(refused))
        return redirect("play:lobby")


def _build_custom_table_context(request: HttpRequest, game: Game[Any], form: NewTableForm) -> dict[str, Any]:
    return {
        "active": "play",
        "game": game,
        "all_games": games.all_games().values(),
        "rules": get_rules_in_force(request, game),
        "form": form,
        "levels": list_bot_descriptions(game),
    }


# -- the table ---------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table to people who can see it. Tell everyone else that it's private."""
    seen = get_viewer(request, _get_table(code))
    if not seen.can_view:
        return _render_private_table_page(request, seen.table)
    return render(request, TABLE, {**build_table_context(request, seen), "pace": get_default_display_pace(seen)})


@require_safe
@never_cache
def board_part(request: HttpRequest, code: str) -> HttpResponse:
    """Return the table's board as HTML. The page loads it when its live stream reports a change.

    With `?after=`, the version that the page shows now, it's the board after the next move. That way, the page can show
    moves one by one.
    """
    return _render_board(
        request, _get_viewer(request, code).advance_to_next_move(parse_number(request.GET.get("after"), None))
    )


@require_POST
def make_move(request: HttpRequest, code: str) -> HttpResponse:
    """Make the reader's move. Status 422 means that it's illegal, and 409 that others have moved in the meantime."""
    seen, place = _get_own_seat(request, code)
    text = next(filter(str.strip, request.POST.getlist("move")), "")  # without script an empty field comes along
    try:
        moves.play_move(seen.table, place.number, text, _parse_version(request))
    except IllegalMove as refused:
        show_url = f"{get_table_url('allowed', code)}?{urlencode([('mark', '1'), ('move', text)])}"
        return _render_refusal(request, seen, violation=refused.violation, show_url=show_url)
    except AmbiguousMove as unclear:
        return _render_refusal(request, seen, readings=unclear.readings[:12])
    except StaleVersion as stale:
        return _render_board(request, seen.reload_table(), status=409, said=str(stale))
    except RulesError as refused:
        return _render_refusal(request, seen, said=str(refused))
    return _respond_to_successful_action(request, seen)


@require_POST
def undo_move(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the reader's last move at a table, if that's still possible.

    Responds with the changed board or a redirect to the table. If it's no longer possible, the response says why.
    """
    seen, place = _get_own_seat(request, code)
    return _change_table_and_respond(
        request, seen, lambda: moves.undo_move(seen.table, place.number, _parse_version(request))
    )


@require_POST
def begin_next_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Start the next deal of a match, and respond with the changed board or a redirect to the table.

    If the deal can't be started, the response says why.
    """
    seen, _ = _get_own_seat(request, code)
    return _change_table_and_respond(request, seen, lambda: moves.begin_next_deal(seen.table, _parse_version(request)))


@require_POST
def control_autoplay(request: HttpRequest, code: str) -> HttpResponse:
    """Change how cards flip automatically at a table (autoplay), or flip a single card, as `how` in the form says.

    Responds with the changed board or a redirect to the table. If nothing can be flipped that way, the response says
    why.
    """
    seen = _get_viewer(request, code)
    if seen.own_seat is None and not seen.is_owner:
        raise PermissionDenied("You don’t have a seat at this table.")
    how = request.POST.get("how", "")
    return _change_table_and_respond(
        request, seen, lambda: autoplay.set_autoplay(seen.table, how, _parse_version(request))
    )


@require_POST
def save_player_forecast(request: HttpRequest, code: str) -> HttpResponse:
    """Save the reader's forecast of what will happen next, in a game without decisions."""
    seen, place = _get_own_seat(request, code)
    said = request.POST.get("said", "")
    named = NOBODY if said == str(NOBODY) else parse_number(said, None)
    answer = seen.table.seats if named is None else named
    return _change_table_and_respond(
        request, seen, lambda: forecasts.save_forecast(seen.table, place, answer, _parse_version(request))
    )


@require_safe
@never_cache
def show_legal_moves(request: HttpRequest, code: str) -> HttpResponse:
    """Render the legal moves in words or, with `?mark`, the table with the cards of legal moves marked.

    With `?move=`, the marked table repeats why that move is illegal.
    """
    seen, place = _get_own_seat(request, code)
    game, board = seen.table.engine_game, seen.table.board
    state, seat = board.state, place.number
    if "mark" in request.GET:
        return _render_board(request, seen, **build_legal_moves_context(board, seat, request.GET.get("move", "")))
    context = {
        "table": seen.table,
        "groups": allowed_moves(game, state, seat, seen.player_names),
        "rules_url": reverse("play:rules", args=[code]),
        "game": game,
    }
    return render_page_or_part(request, "play/allowed.html", "list", context)


@require_safe
@never_cache
def show_last_trick(request: HttpRequest, code: str) -> HttpResponse:
    """Return the last trick as HTML: its cards, and the players who played them.

    If the reader can't look at the last trick now, the list of cards is empty.
    """
    seen = _get_viewer(request, code)
    game, names = seen.table.engine_game, seen.player_names
    zone = game.load_position(seen.table.board.build_view(seen.seat).position).last_trick
    laid = zip(zone.cards, zone.seats, strict=True) if zone else ()
    context = {
        "table": seen.table,
        "game": game,
        "title": zone.label if zone else "",
        "laid": [("You" if seat == seen.seat else names[seat], card) for card, seat in laid],
        "taken": fill_in_names(zone.note, names, seen.seat) if zone else "",
    }
    return render_page_or_part(request, "play/last.html", "trick", context)


@require_safe
def redirect_to_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the rulebook under the table's house rules.

    If the link has an anchor of a clause, the browser keeps it.
    """
    return redirect(get_rules_url(request, _get_viewer(request, code).table))


@require_safe
@never_cache
def show_hint(request: HttpRequest, code: str) -> HttpResponse:
    """Render a hint. Its level ranges from `?rung=1` (an idea) to 4 (the move)."""
    seen, place = _get_own_seat(request, code)
    table, game, state = seen.table, seen.table.engine_game, seen.table.board.state
    if not game.decides:
        raise Http404("This game doesn’t have hints.")
    number = min(max(parse_number(request.GET.get("rung"), 1), 1), 4)
    context = {"table": table, "game": game, "rules_url": reverse("play:rules", args=[code]), "rung": number}
    if place.number in state.waiting:
        advice = game.build_hint(table.board.build_view(place.number))
        context |= {"hint": advice, "clause": game.rulebook.get_clause_title(advice.clause), "next": number + 1}
        context["move"] = game.describe_move(advice.move)
    return render_page_or_part(request, "play/hint.html", "hint", context)


@require_safe
@never_cache
def show_coach_advice(request: HttpRequest, code: str) -> HttpResponse:
    """Render the coach's advice on the reader's last move, or respond with 204 if there is none."""
    seen, place = _get_own_seat(request, code)
    found = find_coach_opinion(seen.table, seen.places, place.number)
    if found is None:  # not anymore: the next hand might have begun since the page was rendered
        return HttpResponse(status=204)
    advice = found.advice if found.thought else compute_advice(seen.table, place.number, found.number)
    if advice is None:
        return HttpResponse(status=204)
    context = {"table": seen.table, "game": seen.table.engine_game, "advice": advice}
    return render_page_or_part(
        request, "play/advice.html", "advice", {**context, "rules_url": reverse("play:rules", args=[code])}
    )


@require_safe
@never_cache
def show_hand_review(request: HttpRequest, code: str) -> HttpResponse:
    """Render the coach's review of the reader's last hand, once the hand is over."""
    seen, place = _get_own_seat(request, code)
    if not can_review_hand(seen.table, seen.places, place.number):
        return HttpResponse(status=204)
    context = {"table": seen.table, "game": seen.table.engine_game, "code": seen.table.code}
    context["rules_url"] = reverse("play:rules", args=[code])
    context["review"] = review_last_hand(seen.table, place.number)
    return render_page_or_part(request, "play/hand_review.html", "review", context)


@require_POST
def switch_coach(request: HttpRequest, code: str) -> HttpResponse:
    """Turn the coach for the first hands on if the form has the field `on`, otherwise off. Redirects to the table."""
    seen, _ = _get_own_seat(request, code)
    Table.objects.filter(pk=seen.table.pk).update(coached=bool(request.POST.get("on")))
    return redirect(seen.table)


# -- seats -------------------------------------------------------------------------------------------------------------


@require_form
@never_cache
def join_table(request: HttpRequest, invite: str) -> HttpResponse:
    """Show the table and the players of an invitation (GET), or take a seat (POST)."""
    found = get_object_or_404(Table, invite=invite)
    if request.method == "POST":
        person = get_or_create_person(request)
        _save_player_name(request, person)
        try:
            table_seating.sit_down(found, person, parse_number(request.POST.get("seat"), None))
        except TableError as refused:
            return render(
                request, "play/join.html", _build_join_context(request, found, said=str(refused)), status=refused.status
            )
        return redirect(found)
    if found.find_seat(request.person):
        return redirect(found)
    return render(request, "play/join.html", _build_join_context(request, found))


def _build_join_context(request: HttpRequest, found: Table, said: str = "") -> dict[str, Any]:
    sitting = list_players(get_viewer(request, found))
    return {
        "active": "play",
        "table": found,
        "game": found.engine_game,
        "players": sitting,
        "free": [player for player in sitting if player.free] if found.by_link and not found.is_over else [],
        "rules_url": get_rules_url(request, found),
        "said": said,
    }


@require_form
@never_cache
def leave_table(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether the reader wants to leave (GET), or leave (POST). A repeated POST does nothing."""
    seen = _get_viewer(request, code)
    if seen.own_seat is None and (request.method != "POST" or not seen.former_seat):
        raise PermissionDenied("You don’t have a seat at this table.")
    if request.method != "POST":
        return render(
            request, "play/leave.html", {"active": "play", "table": seen.table, "game": seen.table.engine_game}
        )
    with suppress(Forbidden):  # the form was sent twice
        table_seating.leave_table(seen.table, request.person)
    messages.info(request, "You’ve left the table. You can come back as long as nobody takes your seat.")
    return redirect("play:lobby")


@require_POST
def return_to_table(request: HttpRequest, code: str) -> HttpResponse:
    """Put the user back in their former seat, or in a free one if they had none here and can join."""
    found = _get_viewer(request, code).table
    try:
        table_seating.sit_down(found, request.person)
    except TableError as refused:
        messages.error(request, str(refused))
    return redirect(found)


@require_POST
def seat_bot(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Give the seat with this number to a bot of the chosen level.

    Only the table's owner can do this. The seat has to be free or a bot's, or its player has to be away.
    """
    seen = _get_viewer(request, code)
    level = request.POST.get("level", "")
    return _change_table_and_respond(
        request, seen, lambda: table_seating.seat_bot(seen.table, request.person, number, level)
    )


@require_POST
def switch_spectator_link(request: HttpRequest, code: str) -> HttpResponse:
    """Create the table's link for spectators if the form has the field `on`, otherwise delete it.

    Redirects to the table, with an error message if the reader doesn't own it.
    """
    found = _get_viewer(request, code).table
    try:
        table_seating.set_spectator_link(found, request.person, bool(request.POST.get("on")))
    except TableError as refused:
        messages.error(request, str(refused))
    return redirect(found)


@require_POST
def play_again(request: HttpRequest, code: str) -> HttpResponse:
    """Create or join a table for another match with the same players, and redirect to it.

    If the reader can't have a rematch, redirects to the old table with an error message.
    """
    found = _get_viewer(request, code).table
    try:
        return redirect(table_seating.play_again(found, request.person))
    except TableError as refused:
        messages.error(request, str(refused))
        return redirect(found)


# -- spectators --------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def watch_table(request: HttpRequest, link: str) -> HttpResponse:
    """Show a table to a spectator by link, without any hand. Redirect the table's players to their own page."""
    found = _get_watched_table(link)
    if get_viewer(request, found).can_view:
        return redirect(found)
    context = build_spectator_context(request, found)
    return render(request, TABLE, {**context, "pace": get_default_display_pace(get_viewer(request, found))})


@require_safe
@never_cache
def watch_board(request: HttpRequest, link: str) -> HttpResponse:
    """Return the table's board as HTML for a spectator. The page loads it when its live stream reports a change.

    With `?after=`, the version that the page shows now, it's the board after the next move.
    """
    return _render_board_part(
        request,
        build_spectator_context(request, _get_watched_table(link), parse_number(request.GET.get("after"), None)),
    )


def _get_watched_table(link: str) -> Table:
    return get_object_or_404(Table.objects.with_spectator_code(link))


# -- replay ------------------------------------------------------------------------------------------------------------


@require_safe
def redirect_to_replay_start(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the start of the replay of a match."""
    return redirect("play:replay", _get_viewer(request, code).table.code, 0)


@require_safe
@never_cache
def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the match after its first `number` moves, as the reader's seat saw it.

    With `?all`, it shows all cards if that's already allowed.
    """
    seen = _get_viewer(request, code)
    found, names, seat = seen.table, seen.player_names, seen.seat
    then = replay_module.load_replay_moment(found, number)
    if then.number != number:
        return redirect("play:replay", code, then.number)
    all_cards = "all" in request.GET and then.finished
    context = {
        "active": "play",
        "table": found,
        "then": then,
        "steps": _list_replay_links(then),
        "all_cards": all_cards,
        "lines": then.list_log_lines(seat, names),
        "mover": names[then.move.seat] if then.move and then.move.seat >= 0 else "",
        "deals": list(enumerate(replay_module.list_deal_starts(found), 1)),
        "query": "?all" if all_cards else "",
        "position": json.dumps(then.board.build_view(0).position) if seat == 0 else "",
        **_build_coach_marks_context(seen, then, find_cached_review),
        **build_screen_context(
            found.engine_game,
            then.build_screen(seat, all_cards),
            names,
            seat,
            rules_url=reverse("play:rules", args=[code]),
            is_turn_shared=then.board.state.is_turn_shared,
        ),
    }
    return render_page_or_part(request, "play/replay.html", "part", context)


@require_safe
@never_cache
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """Download the record of a finished match, or what the reader's seat knows if it isn't finished."""
    seen = _get_viewer(request, code)
    found, whole = seen.table, seen.table.is_over
    answer = JsonResponse(
        replay_module.build_finished_match_record(found)
        if whole
        else replay_module.build_seat_view_json(found, seen.seat)
    )
    return mark_as_download(f"{found.game}-{found.code}{'' if whole else '-so-far'}.json", answer)


# -- helpers ----------------------------------------------------------------------------------------------------------


def _get_game(slug: str | None) -> Game[Any]:
    """Return the game with this slug, or the first game if the slug is empty. Raises Http404."""
    if not slug:
        return next(iter(games.all_games().values()))
    try:
        return games.get(slug)
    except games.NoSuchGame as missing:
        raise Http404(str(missing)) from missing


def _save_player_name(request: HttpRequest, person: Person) -> None:
    """Save the name from the form if the person doesn't have one yet."""
    name = " ".join(request.POST.get("name", "").split())[:40]
    if name and not person.name:
        person.name = name
        person.save(update_fields=["name"])


def _get_table(code: str) -> Table:
    try:
        return Table.objects.get(code=code)
    except Table.DoesNotExist as missing:
        raise Http404("That table doesn’t exist.") from missing


def _get_viewer(request: HttpRequest, code: str) -> TableViewer:
    """Return the reader as the viewer of a table. Raises Http404 if they can't see it."""
    seen = get_viewer(request, _get_table(code))
    if not seen.can_view:
        raise Http404("That table doesn’t exist.")
    return seen


@require_safe
@never_cache
def show_replay_marks(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the coach's marks on the reader's moves in one hand of a replay.

    It's the hand whose cards are on the table after the first `number` moves.
    """
    seen, _ = _get_own_seat(request, code)
    then = replay_module.load_replay_moment(seen.table, number)
    context = {"table": seen.table, "game": seen.table.engine_game, "then": then}
    context |= _build_coach_marks_context(seen, then, review_hand)
    return render_page_or_part(request, "play/replay_marks.html", "marks", context)


def _build_coach_marks_context(
    seen: TableViewer, then: replay_module.ReplayMoment, find_review: Callable[[Table, int, int], HandReview | None]
) -> dict[str, Any]:
    """Build the template context for the coach's marks on the reader's moves in one hand of a replay.

    `seen` is the reader's view of the table, and `then` is the moment of the replay, which is in this hand.
    `find_review` is a function that gets the table, the reader's seat, and the deal's number. If it returns None, the
    context says that the coach can be asked for a review. The context is {} if the coach can't review the hand.
    """
    deal = replay_module.count_earlier_deals(then.board)
    if not can_review_deal(seen.table, seen.places, seen.seat, deal):
        return {}
    assert seen.seat is not None
    review = find_review(seen.table, seen.seat, deal)
    return {
        "can_ask_coach": review is None,
        "reviewed": review.moves if review else (),
        "reviewed_here": next((move for move in review.moves if move.number == then.number), None) if review else None,
        "rules_url": reverse("play:rules", args=[seen.table.code]),
    }


def _list_replay_links(then: replay_module.ReplayMoment) -> list[tuple[str, str, str, str, int | None]]:
    """Return the replay's buttons as tuples of id, `rel` attribute, keyboard shortcut, label, and target.

    `then` is the moment of the match that the page shows. The target is the number of moves at the moment that the
    button leads to. None disables the button.
    """
    begun, goes_on = then.number > 0, then.number < then.last
    return [
        ("replay-first", "", "", "First", 0 if begun else None),
        ("replay-back", "prev", "b", "Back", then.previous_move_number if begun else None),
        ("replay-on", "next", "n", "Next", then.next_move_number if goes_on else None),
        ("replay-last", "", "", "Last", then.last if goes_on else None),
    ]


def _get_own_seat(request: HttpRequest, code: str) -> tuple[TableViewer, Seat]:
    """Return the reader as the viewer of a table, and the reader's seat.

    Raises Http404 if the reader can't see the table, and PermissionDenied if they have no seat.
    """
    seen = _get_viewer(request, code)
    if seen.own_seat is None:
        raise PermissionDenied("You don’t have a seat at this table.")
    return seen, seen.own_seat


def _render_private_table_page(request: HttpRequest, found: Table) -> HttpResponse:
    """Render the page for people who can't see the table `found`.

    It has a link to a free seat if the match hasn't started and the seats are open to anyone with the link.
    """
    waits = Table.objects.joinable_by_link().filter(pk=found.pk, status=Table.Status.OPEN).exists()
    context = {"active": "play", "game": found.engine_game, "invite": found.invite if waits else ""}
    return render(request, "play/private.html", context, status=403)


def _parse_version(request: HttpRequest) -> int:
    """Return the version of the table that the page showed when the form was sent, or -1 if the form doesn't say."""
    version = parse_number(request.POST.get("version"), None)
    return -1 if version is None else version


def _change_table_and_respond(request: HttpRequest, seen: TableViewer, change: Callable[[], object]) -> HttpResponse:
    """Call `change`, which changes the table, and respond with the new board or a redirect to the table.

    If `change` raises a TableError, respond with the board, the error message, and the error's status. `seen` is the
    reader's view of the table before the change.
    """
    try:
        change()
    except TableError as refused:
        return _render_board(request, seen.reload_table(), status=refused.status, said=str(refused))
    return _respond_to_successful_action(request, seen.reload_table())


def _respond_to_successful_action(request: HttpRequest, seen: TableViewer) -> HttpResponse:
    """Build the response to a successful action at a table: the new board for htmx, or a redirect to the table.

    `seen` is the reader's view of the changed table.
    """
    return _render_board(request, seen) if request.htmx else redirect(seen.table)


def _render_board(request: HttpRequest, seen: TableViewer, status: int = 200, **more: Any) -> HttpResponse:
    return _render_board_part(request, build_table_context(request, seen, **more), status)


def _render_board_part(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    answer = render_page_or_part(request, TABLE, "board", {**context, "part": is_part_requested(request)}, status)
    return reswap(retarget(answer, "#board"), MORPH) if request.htmx else answer


def _render_refusal(request: HttpRequest, seen: TableViewer, **why: Any) -> HttpResponse:
    """Build the response to a move that failed, with status 422. The response says why the move failed.

    For htmx, it's only this message, so that the chosen cards stay chosen. Otherwise, it's the whole page. `seen` is
    the reader's view of the table. `why` has the keyword arguments of `build_table_context` that explain the failure:
    the broken rule, the moves that the text can mean, or a message.
    """
    context = build_table_context(request, seen, **why)
    if is_part_requested(request):
        return render_page_or_part(request, TABLE, "notice", context, status=422)
    return render(request, TABLE, context, status=422)

"""The lobby, the table, sitting down and leaving, the replay."""

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
from core.http.htmx import MORPH, page_or_part, wants_part
from core.http.idempotency import idempotent
from core.http.outside_text import parse_number
from core.http.responses import kept_as
from core.people import get_or_create_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.play import forecasts, moves, turns
from core.play import replay as replay_module
from core.play import seating as table_seating
from core.play.coach import coaching, is_new, think
from core.play.errors import Forbidden, Stale, TableError, Unclear
from core.play.forms import NewTable, about_bots
from core.play.models import Seat, Table
from core.play.seating import create_table, usual_seating
from core.play.table_context import (
    TableViewer,
    address,
    rules_address,
    table_context,
    usual_pace,
    viewer_of,
    watch_context,
)
from core.play.table_info import players
from core.rendering.table_context import allowed as allowed_moves
from core.rendering.table_context import fill_names, isolated, legal_context, screen_context
from games.engine.clause import IllegalMove
from games.engine.forecast import NOBODY
from games.engine.game import Game
from games.errors import HouseError
from variants.services import InForce, NoSuchRules, find, rules_in_force

MOST_TABLES = 40
TABLE = "play/table.html"


# -- the lobby ---------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Your tables, and everything to set up a new one."""
    game = _game(request.GET.get("game"))
    return render(request, "play/lobby.html", _lobby(request, game, _form(request, game)))


@require_POST
@idempotent
def new(request: HttpRequest) -> HttpResponse:
    """Set up a table as the form says."""
    game = _game(request.POST.get("game"))
    form = _form(request, game, request.POST)
    if not form.is_valid():
        return render(request, "play/lobby.html", _lobby(request, game, form), status=422)
    names = ("pace", "patience", "forced_moves", "coached")
    settings = {name: form.cleaned_data[name] for name in names if name in form.cleaned_data}
    return _set_up(request, game, form.options, form.seating, **settings)


@require_POST
@idempotent
def now(request: HttpRequest) -> HttpResponse:
    """One click: a table with bots, by the house rules in force."""
    game = _game(request.POST.get("game"))
    options = _shown(request, game).options
    if not game.by_themselves:
        raise Http404("This game has no bots.")
    return _set_up(request, game, options, usual_seating(game, options), coached=is_new(request.person, game))


def _form(request: HttpRequest, game: Game[Any], data: Any = None) -> NewTable:
    return NewTable(game, _shown(request, game), data, new=is_new(request.person, game))


def _shown(request: HttpRequest, game: Game[Any]) -> InForce:
    """The house rules of which the page with the form told, or those in force: they may have changed in another tab."""
    if (digest := request.POST.get("shown", "")).isalnum():
        with suppress(NoSuchRules):
            return InForce(game, *find(game, digest, request.person), "link")
    return rules_in_force(request, game)


def _set_up(request: HttpRequest, game: Game[Any], options: Any, seating: list[str], **settings: Any) -> HttpResponse:
    person = get_or_create_person(request)
    _take_name(request, person)
    if Table.objects.under_way().filter(owner=person).count() >= MOST_TABLES:
        messages.error(request, "You have set up very many tables that are not finished. Finish some first.")
        return redirect("play:lobby")
    try:
        return redirect(create_table(person, game, options, seating, **settings))
    except HouseError as refused:
        messages.error(request, str(refused))
        return redirect("play:lobby")


def _lobby(request: HttpRequest, game: Game[Any], form: NewTable) -> dict[str, Any]:
    found = Table.objects.visible_to(request.person).select_related("owner")
    rows = [_row(request, table) for table in found[:60]]
    return {
        "active": "play",
        "game": game,
        "all_games": games.all_games().values(),
        "rules": rules_in_force(request, game),
        "form": form,
        "levels": about_bots(game),
        "under_way": [row for row in rows if not row["table"].over],
        "finished": [row for row in rows if row["table"].over][:12],
    }


def _row(request: HttpRequest, table: Table) -> dict[str, Any]:
    places = table.sitting()
    own = next((place for place in places if place.person_id == request.person.pk), None)
    others = [isolated(name) for place, name in zip(places, table.names(places), strict=True) if place is not own]
    waited = table.status == Table.Status.PLAYING and own is not None and own.number in table.waits_for
    return {"table": table, "title": table.played.title, "others": others, "place": own, "your_turn": waited}


# -- the table ---------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table, for those who have to do with it. Everybody else reads that it is private."""
    seen = viewer_of(request, _table(code))
    if not seen.allowed:
        return _private(request, seen.table)
    return render(request, TABLE, {**table_context(request, seen), "pace": usual_pace(seen)})


@require_safe
@never_cache
def board(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it is now, for a page that was told that it has changed; or what came next `?after=` a version."""
    return _board(request, _known(request, code).after(parse_number(request.GET.get("after"), None)))


@require_POST
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Make a move. 422 says why it is refused, 409 shows what happened in the meantime."""
    seen, place = _own_seat(request, code)
    text = next(filter(str.strip, request.POST.getlist("move")), "")  # without script an empty field comes along
    try:
        moves.play(seen.table, place.number, text, _version(request))
    except IllegalMove as refused:
        show_url = f"{address('allowed', code)}?{urlencode([('mark', '1'), ('move', text)])}"
        return _refused(request, seen, violation=refused.violation, show_url=show_url)
    except Unclear as unclear:
        return _refused(request, seen, readings=unclear.readings[:12])
    except Stale as stale:
        return _board(request, seen.again(), status=409, said=str(stale))
    except HouseError as refused:
        return _refused(request, seen, said=str(refused))
    return _done(request, seen)


@require_POST
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the last move."""
    seen, place = _own_seat(request, code)
    return _changed(request, seen, lambda: moves.take_back(seen.table, place.number, _version(request)))


@require_POST
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Have the next hand dealt."""
    seen, _ = _own_seat(request, code)
    return _changed(request, seen, lambda: moves.deal(seen.table, _version(request)))


@require_POST
def turning(request: HttpRequest, code: str) -> HttpResponse:
    """Let the table turn by itself, stop it, or have it turn one card."""
    seen = _known(request, code)
    if seen.place is None and not seen.owner:
        raise PermissionDenied("You do not sit at this table.")
    how = request.POST.get("how", "")
    return _changed(request, seen, lambda: turns.set_turning(seen.table, how, _version(request)))


@require_POST
def forecast(request: HttpRequest, code: str) -> HttpResponse:
    """Say what will happen next; what then happens is the answer."""
    seen, place = _own_seat(request, code)
    said = request.POST.get("said", "")
    named = NOBODY if said == str(NOBODY) else parse_number(said, None)
    answer = seen.table.seats if named is None else named
    return _changed(request, seen, lambda: forecasts.say(seen.table, place, answer, _version(request)))


@require_safe
@never_cache
def allowed(request: HttpRequest, code: str) -> HttpResponse:
    """What may I do? The legal moves in words, or (`?mark`) the table with the cards of legal moves marked.

    Beside the marks it says again why a `?move=` is refused.
    """
    seen, place = _own_seat(request, code)
    game, board = seen.table.played, seen.table.board
    state, seat = board.state, place.number
    if "mark" in request.GET:
        return _board(request, seen, **legal_context(board, seat, request.GET.get("move", "")))
    context = {
        "table": seen.table,
        "groups": allowed_moves(game, state, seat),
        "rules_url": reverse("play:rules", args=[code]),
        "game": game,
    }
    return page_or_part(request, "play/allowed.html", "list", context)


@require_safe
@never_cache
def last(request: HttpRequest, code: str) -> HttpResponse:
    """The last trick, as long as it is remembered."""
    seen = _known(request, code)
    game, names = seen.table.played, seen.names
    zone = game.load(seen.table.board.view(seen.seat).position).last_trick
    laid = zip(zone.cards, zone.seats, strict=True) if zone else ()
    context = {
        "table": seen.table,
        "game": game,
        "title": zone.label if zone else "",
        "laid": [("You" if seat == seen.seat else names[seat], card) for card, seat in laid],
        "taken": fill_names(zone.note, names, seen.seat) if zone else "",
    }
    return page_or_part(request, "play/last.html", "trick", context)


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the rulebook under the table's house rules; the browser adds the clause."""
    return redirect(rules_address(request, _known(request, code).table))


@require_safe
@never_cache
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """A hint, `?rung=1` (an idea) to 4 (the move)."""
    seen, place = _own_seat(request, code)
    table, game, state = seen.table, seen.table.played, seen.table.board.state
    if not game.decides:
        raise Http404("This game gives no hints.")
    number = min(max(parse_number(request.GET.get("rung"), 1), 1), 4)
    context = {"table": table, "game": game, "rules_url": reverse("play:rules", args=[code]), "rung": number}
    if place.number in state.waiting:
        advice = game.hint(table.board.view(place.number))
        context |= {"hint": advice, "clause": game.rulebook.title_of(advice.clause), "next": number + 1}
        context["move"] = game.in_words(advice.move)
    return page_or_part(request, "play/hint.html", "hint", context)


@require_safe
@never_cache
def coach(request: HttpRequest, code: str) -> HttpResponse:
    """What a coach says of one's last move; 204 if nothing."""
    seen, place = _own_seat(request, code)
    found = coaching(seen.table, seen.places, place.number)
    if found is None:  # no more: the next hand may have begun since the page asked
        return HttpResponse(status=204)
    advice = found.advice if found.thought else think(seen.table, place.number, found.number)
    if advice is None:
        return HttpResponse(status=204)
    context = {"table": seen.table, "game": seen.table.played, "advice": advice}
    return page_or_part(
        request, "play/advice.html", "advice", {**context, "rules_url": reverse("play:rules", args=[code])}
    )


@require_POST
def let_coach(request: HttpRequest, code: str) -> HttpResponse:
    """Have a coach look on in the first hand (`on`), or go on without one."""
    seen, _ = _own_seat(request, code)
    Table.objects.filter(pk=seen.table.pk).update(coached=bool(request.POST.get("on")))
    return redirect(seen.table)


# -- seats -------------------------------------------------------------------------------------------------------------


@require_form
@never_cache
def join(request: HttpRequest, invite: str) -> HttpResponse:
    """Where an invitation leads: look who is there, and sit down."""
    found = get_object_or_404(Table, invite=invite)
    if request.method == "POST":
        person = get_or_create_person(request)
        _take_name(request, person)
        try:
            table_seating.sit_down(found, person, parse_number(request.POST.get("seat"), None))
        except TableError as refused:
            return render(request, "play/join.html", _join(request, found, said=str(refused)), status=refused.status)
        return redirect(found)
    if found.seat_of(request.person):
        return redirect(found)
    return render(request, "play/join.html", _join(request, found))


def _join(request: HttpRequest, found: Table, said: str = "") -> dict[str, Any]:
    sitting = players(viewer_of(request, found))
    return {
        "active": "play",
        "table": found,
        "game": found.played,
        "players": sitting,
        "free": [player for player in sitting if player.free] if found.by_link and not found.over else [],
        "rules_url": rules_address(request, found),
        "said": said,
    }


@require_form
@never_cache
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Stand up, if that is what was meant; the seat stays free for a while. Whoever has left already has left."""
    seen = _known(request, code)
    if seen.place is None and (request.method != "POST" or not seen.former):
        raise PermissionDenied("You do not sit at this table.")
    if request.method != "POST":
        return render(request, "play/leave.html", {"active": "play", "table": seen.table, "game": seen.table.played})
    with suppress(Forbidden):  # the same was sent twice
        table_seating.leave(seen.table, request.person)
    messages.info(request, "You have left the table. Your seat is free; you can come back as long as nobody takes it.")
    return redirect("play:lobby")


@require_POST
def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down again where you sat, or at your own table."""
    found = _known(request, code).table
    try:
        table_seating.sit_down(found, request.person)
    except TableError as refused:
        messages.error(request, str(refused))
    return redirect(found)


@require_POST
def put_bot(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Let a bot take a seat."""
    seen = _known(request, code)
    level = request.POST.get("level", "")
    return _changed(request, seen, lambda: table_seating.put_bot(seen.table, request.person, number, level))


@require_POST
def let_watch(request: HttpRequest, code: str) -> HttpResponse:
    """Let whoever has a link look on (`on`), or nobody any more."""
    found = _known(request, code).table
    try:
        table_seating.let_watch(found, request.person, bool(request.POST.get("on")))
    except TableError as refused:
        messages.error(request, str(refused))
    return redirect(found)


@require_POST
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The same table once more."""
    found = _known(request, code).table
    try:
        return redirect(table_seating.play_again(found, request.person))
    except TableError as refused:
        messages.error(request, str(refused))
        return redirect(found)


# -- looking on --------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def watch(request: HttpRequest, link: str) -> HttpResponse:
    """A table for whoever has the link: what everybody who sits there sees, and nobody's cards."""
    found = _looked_on(link)
    if viewer_of(request, found).allowed:
        return redirect(found)
    context = watch_context(request, found)
    return render(request, TABLE, {**context, "pace": usual_pace(viewer_of(request, found))})


@require_safe
@never_cache
def watch_board(request: HttpRequest, link: str) -> HttpResponse:
    """The same as it is now, for a page that was told that it has changed."""
    return _part(request, watch_context(request, _looked_on(link), parse_number(request.GET.get("after"), None)))


def _looked_on(link: str) -> Table:
    return get_object_or_404(Table.objects.with_spectator_code(link))


# -- afterwards --------------------------------------------------------------------------------------------------------


@require_safe
def replay_start(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the first moment of the replay."""
    return redirect("play:replay", _known(request, code).table.code, 0)


@require_safe
@never_cache
def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The match after its first so many moves, from your seat; with `?all` every card, where the deal is over."""
    seen = _known(request, code)
    found, names, seat = seen.table, seen.names, seen.seat
    then = replay_module.moment(found, number)
    if then.number != number:
        return redirect("play:replay", code, then.number)
    all_cards = "all" in request.GET and then.finished
    context = {
        "active": "play",
        "table": found,
        "then": then,
        "steps": _steps(then),
        "all_cards": all_cards,
        "lines": then.lines(seat, names),
        "mover": names[then.move.seat] if then.move and then.move.seat >= 0 else "",
        "deals": list(enumerate(replay_module.starts(found), 1)),
        "query": "?all" if all_cards else "",
        "position": json.dumps(then.board.view(0).position) if seat == 0 else "",
        **screen_context(
            found.played,
            then.screen(seat, all_cards),
            names,
            seat,
            rules_url=reverse("play:rules", args=[code]),
        ),
    }
    return page_or_part(request, "play/replay.html", "part", context)


@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole record once the match is over; before that, what your seat knows."""
    seen = _known(request, code)
    found, whole = seen.table, seen.table.over
    answer = JsonResponse(replay_module.whole_record(found) if whole else replay_module.own_view(found, seen.seat))
    return kept_as(f"{found.game}-{found.code}{'' if whole else '-so-far'}.json", answer)


# -- pieces ------------------------------------------------------------------------------------------------------------


def _game(slug: str | None) -> Game[Any]:
    """The game of this slug, or the first there is."""
    if not slug:
        return next(iter(games.all_games().values()))
    try:
        return games.get(slug)
    except games.NoSuchGame as missing:
        raise Http404(str(missing)) from missing


def _take_name(request: HttpRequest, person: Person) -> None:
    """Somebody who has no name yet may have given one with the form."""
    name = " ".join(request.POST.get("name", "").split())[:40]
    if name and not person.name:
        person.name = name
        person.save(update_fields=["name"])


def _table(code: str) -> Table:
    try:
        return Table.objects.get(code=code)
    except Table.DoesNotExist as missing:
        raise Http404("There is no such table.") from missing


def _known(request: HttpRequest, code: str) -> TableViewer:
    """A look at a table that the visitor has to do with; for all others there is none."""
    seen = viewer_of(request, _table(code))
    if not seen.allowed:
        raise Http404("There is no such table.")
    return seen


def _steps(then: replay_module.Moment) -> list[tuple[str, str, str, str, int | None]]:
    """The ways through a match: id, relation, key and name of each, and where it leads (None: nowhere from here)."""
    begun, goes_on = then.number > 0, then.number < then.last
    return [
        ("replay-first", "", "", "First", 0 if begun else None),
        ("replay-back", "prev", "b", "Back", then.before if begun else None),
        ("replay-on", "next", "n", "Next", then.after if goes_on else None),
        ("replay-last", "", "", "Last", then.last if goes_on else None),
    ]


def _own_seat(request: HttpRequest, code: str) -> tuple[TableViewer, Seat]:
    """The table and the seat at which the visitor sits. 404 for strangers, 403 for those who only look on."""
    seen = _known(request, code)
    if seen.place is None:
        raise PermissionDenied("You do not sit at this table.")
    return seen, seen.place


def _private(request: HttpRequest, found: Table) -> HttpResponse:
    """Before the match begins, whoever was sent the address may find the way to a free seat; afterwards nobody."""
    waits = Table.objects.open_to_link().filter(pk=found.pk, status=Table.Status.OPEN).exists()
    context = {"active": "play", "game": found.played, "invite": found.invite if waits else ""}
    return render(request, "play/private.html", context, status=403)


def _version(request: HttpRequest) -> int:
    """The version that the page showed; a form without one is treated as very old."""
    version = parse_number(request.POST.get("version"), None)
    return -1 if version is None else version


def _changed(request: HttpRequest, seen: TableViewer, change: Callable[[], object]) -> HttpResponse:
    """Change something at a table, and show it as it is then; or why it stays as it is."""
    try:
        change()
    except TableError as refused:
        return _board(request, seen.again(), status=refused.status, said=str(refused))
    return _done(request, seen.again())


def _done(request: HttpRequest, seen: TableViewer) -> HttpResponse:
    """After something was done: the new table, or the way to it."""
    return _board(request, seen) if request.htmx else redirect(seen.table)


def _board(request: HttpRequest, seen: TableViewer, status: int = 200, **more: Any) -> HttpResponse:
    return _part(request, table_context(request, seen, **more), status)


def _part(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    answer = page_or_part(request, TABLE, "board", {**context, "part": wants_part(request)}, status)
    return reswap(retarget(answer, "#board"), MORPH) if request.htmx else answer


def _refused(request: HttpRequest, seen: TableViewer, **why: Any) -> HttpResponse:
    """Why nothing was played: a notice beside the cards that stay chosen, or the page with it."""
    context = table_context(request, seen, **why)
    if wants_part(request):
        return page_or_part(request, TABLE, "notice", context, status=422)
    return render(request, TABLE, context, status=422)

"""The pages for playing: for players, for strangers, with invalid input, and with the wrong method."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.people.models import Person
from core.play.models import Move, Table
from core.play.moves import play_move
from core.play.seating import create_table
from core.rendering.table_context import build_legal_card_marks
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.record import parse_record
from tests.play.conftest import each_game
from variants import services

TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
"""Against forged requests, new each time."""
pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]
Finish = Callable[[Table], Table]


def url(table: Table, rest: str = "") -> str:
    return table.get_absolute_url() + rest


def a_legal_move(table: Table, seat: int) -> str:
    table.refresh_from_db()
    return str(table.engine_game.draw_random_move(table.board.state, seat, Random(3)))


def to_anna(table: Table) -> bool:
    return table.waits_for == [0]


# -- the lobby ---------------------------------------------------------------------------------------------------------


def test_the_lobby_opens_for_somebody_who_was_never_here(stranger: Client, game: Game[Any]) -> None:
    page = stranger.get("/play/", {"game": game.slug})
    assert page.status_code == 200
    assert game.title in page.text
    assert not Person.objects.exists(), "looking leaves no trace"


def test_the_lobby_lists_your_tables_and_nobody_elses(
    shared: Table, as_anna: Client, as_ben: Client, stranger: Client
) -> None:
    for client, seen in ((as_anna, True), (as_ben, True), (stranger, False)):
        assert (url(shared) in client.get("/play/").text) is seen


def test_the_lobby_says_where_it_is_your_turn(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    assert "Your turn" in as_anna.get("/play/").text


def test_the_lobby_knows_no_game_of_that_name(stranger: Client) -> None:
    assert stranger.get("/play/?game=tarock").status_code == 404


def test_one_click_to_a_table_without_an_account(stranger: Client, game: Game[Any], woken: list[Any]) -> None:
    page = stranger.post("/play/now/", {"game": game.slug}, follow=True)
    assert page.status_code == 200
    table = Table.objects.get()
    assert table.owner == table.list_seats()[0].person
    assert {place.bot for place in table.list_seats()[1:]} == {"steady"}
    assert page.redirect_chain[-1][0] == url(table)


def test_a_table_says_its_rules_by_the_name_that_the_house_gives_them(stranger: Client, woken: list[Any]) -> None:
    game = games.get("chinese-ten")
    services.set_site_default_rules(
        game, services.save_rules(game, game.options({"match": "deals"}), "Aunt Zoé’s", site=True)
    )
    page = stranger.post("/play/now/", {"game": game.slug}, follow=True).text
    assert page.count("Aunt Zoé’s") == 2, "once in the bar, once on the sheet"
    services.set_site_default_rules(game, None)
    assert "Aunt Zoé’s" in stranger.get(url(Table.objects.get())).text


@pytest.mark.parametrize("way", ["new", "now"])
def test_a_table_is_set_up_by_the_rules_that_the_page_showed(stranger: Client, woken: list[Any], way: str) -> None:
    """Different rules may have been chosen in another tab since."""
    game = games.get("guts")
    page = stranger.get(f"/play/?game={game.slug}")
    shown = {"game": game.slug, "shown": page.context["form"].in_force.digest}
    assert page.text.count(f'name="shown" value="{shown["shown"]}"') == 2
    services.set_site_default_rules(game, services.save_rules(game, game.options({"ante": 2}), "Two", site=True))
    stranger.post(f"/play/{way}/", {**shown, "rules": "in-force", "pace": "brisk", "seat-1": "me", "seat-2": "steady"})
    assert Table.objects.get().house_rules == game.options()


def test_a_table_of_ones_own_making(as_anna: Client, anna: User, game: Game[Any], woken: list[Any]) -> None:
    seats = ["me", "learner", *["link"] * (game.seats[0] - 1)][: game.seats[-1]]
    fields = {f"seat-{number}": who for number, who in enumerate(seats, 1)}
    sent = {"game": game.slug, "rules": "in-force", "pace": "calm", "forced_moves": "on", **fields}
    page = as_anna.post("/play/new/", sent, follow=True)
    table = Table.objects.get()
    assert page.status_code == 200
    assert [place.bot or place.is_free or place.person for place in table.list_seats()][:2] == [anna.person, "learner"]
    waits = "link" in seats
    assert (table.pace, table.forced_moves, table.status) == ("calm", True, "open" if waits else "playing")
    assert (table.invite in page.text) == waits


@each_game
def test_a_table_by_a_named_set_of_rules(as_anna: Client, game: Game[Any], woken: list[Any]) -> None:
    for preset in game.options.presets:
        options = game.options(preset.values)
        if options == game.options():
            continue  # that is what is in force
        seats = game.list_seat_counts(options)[0]
        fields = {f"seat-{number}": "steady" for number in range(1, seats + 1)}
        as_anna.post("/play/new/", {"game": game.slug, "rules": preset.name, "pace": "brisk", **fields})
        assert Table.objects.latest("created").house_rules == options


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat-1": "me", "seat-2": "me"},
        {"seat-1": "me"},
        {"seat-1": "me", "seat-2": "wizard"},
        {"seat-1": "me", "seat-2": "steady", "rules": "mine"},
        {"seat-1": "me", "seat-2": "steady", "pace": "light"},
        {"seat-1": "me", "seat-2": "steady", "pace": ""},
        {},
    ],
)
def test_a_table_that_cannot_be_is_refused(as_anna: Client, game: Game[Any], wrong: dict[str, str]) -> None:
    page = as_anna.post("/play/new/", {"game": game.slug, "rules": "in-force", "pace": "brisk", **wrong})
    assert page.status_code == 422
    assert not Table.objects.exists()


@pytest.mark.slow
def test_nobody_sets_up_tables_without_end(as_anna: Client, game: Game[Any], woken: list[Any]) -> None:
    for _ in range(42):
        as_anna.post("/play/now/", {"game": game.slug})
    assert Table.objects.count() == 40


@pytest.mark.parametrize("path", ["/play/new/", "/play/now/"])
def test_tables_are_set_up_by_post(as_anna: Client, path: str) -> None:
    assert as_anna.get(path).status_code == 405


# -- the table ---------------------------------------------------------------------------------------------------------


@each_game
def test_a_player_sees_the_table(solo: Table, as_anna: Client) -> None:
    page = as_anna.get(url(solo))
    assert page.status_code == 200
    assert page.headers["Cache-Control"].count("no-store")
    assert 'hx-history="false"' in page.text
    assert f"/live/table/{solo.code}/" in page.text
    for name in solo.list_player_names()[1:]:
        assert name in page.text


def test_htmx_gets_the_part(solo: Table, as_anna: Client, htmx: dict[str, str]) -> None:
    part = as_anna.get(url(solo, "board/"), headers=htmx)
    assert part.status_code == 200
    assert part.headers["HX-Retarget"] == "#board"
    assert "HX-Request" in part.headers["Vary"]
    assert "<html" not in part.text
    for place in ("board", "table", "players", "told", "seal"):
        assert part.text.count(f'id="{place}"') == 1


@each_game
def test_a_colleague_sees_her_own_hand_only(shared: Table, as_anna: Client, as_ben: Client) -> None:
    state = shared.board.state
    for client, own, other in ((as_anna, 0, 1), (as_ben, 1, 0)):
        page = client.get(url(shared)).text
        assert f'data-zone="hand-{own}"' in page
        assert f'data-zone="hand-{other}" data-code="?"' in page or f'data-zone="hand-{other}"' not in page
    assert state.seats == shared.seats


@pytest.mark.parametrize("rest", ["board/", "allowed/", "hint/", "record.json", "replay/", "replay/1/"])
def test_a_stranger_sees_nothing(solo: Table, stranger: Client, as_ben: Client, rest: str) -> None:
    for client in (stranger, as_ben):
        assert client.get(url(solo, rest)).status_code == 404


def test_a_stranger_reads_that_the_table_is_private(solo: Table, stranger: Client, as_ben: Client) -> None:
    for client in (stranger, as_ben):
        page = client.get(url(solo))
        assert page.status_code == 403
        assert "private" in page.text
        assert solo.invite not in page.text
        assert "data-code" not in page.text


def test_a_stranger_finds_a_free_seat_before_the_match_begins(
    game: Game[Any], anna: User, stranger: Client, woken: list[Any]
) -> None:
    seating = ["me", "link", *["steady"] * (game.seats[0] - 2)]
    table = create_table(anna.person, game, game.options(), seating)
    assert table.invite in stranger.get(url(table)).text
    stranger.post(f"/play/join/{table.invite}/", {"seat": "1", "name": "  Zoe  Zett "})
    assert table.list_player_names()[1] == "Zoe Zett"
    assert stranger.get(url(table)).status_code == 200


def test_there_is_no_such_table(as_anna: Client) -> None:
    for path in ("/play/nosuchtable/", "/play/nosuchtable/board/", "/play/join/nosuchinvite/"):
        assert as_anna.get(path).status_code == 404


def test_whoever_set_up_a_table_of_bots_looks_on(
    game: Game[Any], anna: User, as_anna: Client, woken: list[Any]
) -> None:
    table = create_table(anna.person, game, game.options(), ["steady"] * game.seats[0])
    page = as_anna.get(url(table))
    assert page.status_code == 200
    assert "You’re watching." in page.text
    assert "<form" not in page.text.split('id="table"')[1].split("</section>")[0]
    assert as_anna.post(url(table, "move/"), {"move": "stock", "version": "2"}).status_code == 403


# -- moving ------------------------------------------------------------------------------------------------------------


def test_a_move_is_made(solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    sent = {"move": a_legal_move(solo, 0), "version": solo.version}
    answer = as_anna.post(url(solo, "move/"), sent, headers=htmx)
    assert answer.status_code == 200
    assert solo.moves.filter(number__gt=sent["version"], seat=0).count() == 1
    solo.refresh_from_db()
    assert f'data-version="{solo.version}"' in answer.text


def test_a_move_without_script_leads_back_to_the_table(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    sent = {"move": ["", a_legal_move(solo, 0)], "version": solo.version}
    answer = as_anna.post(url(solo, "move/"), sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, url(solo))


@each_game
def test_a_refused_move_names_the_clause(solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    unheld = "discard KC after KC KC KC KC KC"
    refused = solo.board.find_violation(0, unheld)
    assert refused is not None
    sent = {"move": unheld, "version": solo.version}
    part = as_anna.post(url(solo, "move/"), sent, headers=htmx)
    whole = as_anna.post(url(solo, "move/"), sent)
    for answer in (part, whole):
        assert answer.status_code == 422
        assert f"#{refused.violation.clause.id}" in answer.text
    assert 'id="table"' not in part.text
    assert 'id="table"' in whole.text


def test_the_same_click_twice_moves_once(solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    sent = {"move": a_legal_move(solo, 0), "version": solo.version}
    first = as_anna.post(url(solo, "move/"), sent, headers=htmx)
    second = as_anna.post(url(solo, "move/"), sent, headers=htmx)
    assert (first.status_code, second.status_code) == (200, 200)
    assert "has moved on" not in second.text
    assert solo.moves.filter(number__gt=sent["version"], by=Move.MoverKind.PERSON).count() == 1
    solo.refresh_from_db()
    assert f'data-version="{solo.version}"' in second.text, "it shows how the table stands now"


@pytest.mark.parametrize("version", ["", "0", "-3", "x", "9" * 30, "²"])
def test_a_move_for_no_version_that_is_now(solo: Table, as_anna: Client, play_on: PlayOn, version: str) -> None:
    play_on(solo, until=to_anna)
    before = solo.version
    sent = {"move": a_legal_move(solo, 0), "version": version}
    assert as_anna.post(url(solo, "move/"), sent).status_code == 409
    assert Table.objects.get(pk=solo.pk).version == before


@pytest.mark.parametrize(
    "text", ["", "   ", "discard", "discard 1Z", "🂡", "discard " + "KC " * 500, "<b>x</b>", "dealer 1"]
)
def test_nonsense_is_no_move(solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn, text: str) -> None:
    play_on(solo, until=to_anna)
    before = solo.version
    answer = as_anna.post(url(solo, "move/"), {"move": text, "version": before}, headers=htmx)
    assert answer.status_code == 422
    assert "<b>x</b>" not in answer.text
    assert Table.objects.get(pk=solo.pk).version == before


def test_readings_are_asked_about(
    solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(solo, until=to_anna)
    found = [solo.engine_game.parse_move(text) for text in ("meld *=3C 4C 5C", "meld 4C 5C *=6C")]
    monkeypatch.setattr(type(solo.engine_game), "list_move_readings", lambda self, state, seat, move: found)
    answer = as_anna.post(url(solo, "move/"), {"move": "meld *=? 4C 5C", "version": solo.version}, headers=htmx)
    assert answer.status_code == 422
    for move in found:
        assert f'value="{move}"' in answer.text


def test_others_do_not_move_for_you(shared: Table, as_ben: Client, stranger: Client, play_on: PlayOn) -> None:
    play_on(shared, until=to_anna)
    sent = {"move": a_legal_move(shared, 0), "version": shared.version}
    assert as_ben.post(url(shared, "move/"), sent).status_code == 422
    assert stranger.post(url(shared, "move/"), sent).status_code == 404
    assert Table.objects.get(pk=shared.pk).version == sent["version"]


def test_a_forged_request_is_refused(solo: Table, anna: User, play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    sent = {"move": a_legal_move(solo, 0), "version": solo.version}
    assert client.post(url(solo, "move/"), sent).status_code == 403


@pytest.mark.parametrize("rest", ["move/", "deal/", "return/", "again/", "seat/1/bot/", "onlookers/"])
def test_what_changes_something_is_a_post(solo: Table, as_anna: Client, rest: str) -> None:
    assert as_anna.get(url(solo, rest)).status_code == 405


@pytest.mark.parametrize("rest", ["", "board/", "allowed/", "hint/", "replay/", "replay/1/", "record.json"])
def test_what_shows_something_is_a_get(solo: Table, as_anna: Client, rest: str) -> None:
    assert as_anna.post(url(solo, rest)).status_code == 405


@pytest.mark.slow
@each_game
def test_the_next_hand_is_dealt_once(
    solo: Table, as_anna: Client, as_ben: Client, htmx: dict[str, str], play_on: PlayOn
) -> None:
    play_on(solo, until=lambda table: table.is_between_deals)
    assert "Deal next hand" in as_anna.get(url(solo)).text
    sent = {"version": solo.version}
    assert as_ben.post(url(solo, "deal/"), sent).status_code == 404
    answers = [as_anna.post(url(solo, "deal/"), sent, headers=htmx).status_code for _ in range(2)]
    assert answers == [200, 200]
    solo.refresh_from_db()
    assert solo.board.state.match.deals == 1
    assert not solo.is_between_deals


# -- help --------------------------------------------------------------------------------------------------------------


@each_game
def test_what_may_i_do(solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn) -> None:
    play_on(solo, until=to_anna)
    for headers in ({}, htmx):
        page = as_anna.get(url(solo, "allowed/"), headers=headers)
        assert page.status_code == 200
        moves = solo.engine_game.list_moves(solo.board.state, 0)
        for clause in {solo.engine_game.verbs[move.verb].clause for move in moves}:
            assert f"#{clause}" in page.text
    marked = as_anna.get(url(solo, "allowed/?mark=1"), headers=htmx)
    assert marked.headers["HX-Retarget"] == "#board"


@each_game
def test_legal_moves_are_shown_beside_the_refusal(
    solo: Table, as_anna: Client, htmx: dict[str, str], play_on: PlayOn
) -> None:
    play_on(solo, until=to_anna)
    sent = {"move": "discard KC after KC KC KC KC KC", "version": solo.version}
    refused = as_anna.post(url(solo, "move/"), sent, headers=htmx).text
    sentence = re.search(r"Illegal move\. </span>(.*?)\n", refused, re.DOTALL)
    address = re.search(r'id="show-legal" href="([^"]+)"', refused)
    assert sentence
    assert address
    for headers in ({}, htmx):
        shown = as_anna.get(unescape(address[1]), headers=headers)
        assert shown.status_code == 200
        assert sentence[1] in shown.text
        assert 'id="table"' in shown.text
        assert 'id="show-legal"' not in shown.text
        marked = {
            code
            for code in build_legal_card_marks(solo.engine_game, solo.board.state, 0)
            if f'data-code="{code}"' in shown.text
        }
        assert shown.text.count('data-mark="legal"') >= len(marked)


def test_nothing_may_be_done_out_of_turn(shared: Table, as_ben: Client, play_on: PlayOn) -> None:
    play_on(shared, until=to_anna)
    assert "someone else’s turn" in as_ben.get(url(shared, "allowed/")).text


@pytest.mark.parametrize("rung", ["", "1", "2", "3", "4", "9", "x", "-1", "²", "9" * 40])
def test_hints_come_rung_by_rung(
    solo: Table, as_anna: Client, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch, rung: str
) -> None:
    play_on(solo, until=to_anna)
    game = solo.engine_game
    move = game.list_moves(solo.board.state, 0)[0]
    advice = Hint("An idea.", next(iter(game.clauses)), "Those cards.", move)
    monkeypatch.setattr(type(game), "build_hint", lambda self, view: advice)
    page = as_anna.get(url(solo, "hint/"), {"rung": rung} if rung else {})
    number = {"2": 2, "3": 3, "4": 4, "9": 4}.get(rung, 1)
    assert page.status_code == 200
    shown = ["An idea." in page.text, f"#{advice.clause}" in page.text, "Those cards." in page.text]
    assert shown == [number == rung for rung in (1, 2, 3)]
    assert ("Next hint" in page.text) == (number < 4)


@pytest.mark.parametrize("slug", ["court-piece", "lorum"])
def test_the_card_that_wins_the_trick_has_a_ring(anna: User, as_anna: Client, rng: Random, slug: str) -> None:
    game = games.get(slug)
    table = create_table(anna.person, game, game.options(), ["me", *["steady"] * 3])
    for size in (2, 3, 1):
        while len((state := table.board.state).trick) != size:
            seat = rng.choice(table.waits_for)
            play_move(table, seat, str(game.draw_random_move(state, seat, rng)), table.version)
            table.refresh_from_db()
        winner = state.get_trick_winner(state.leader, state.trick)
        card = state.trick[state.list_trick_players(len(state.tricks)).index(winner)]
        page = as_anna.get(url(table)).text
        assert [tag for tag in re.findall(r"<[^>]+>", page) if 'data-mark="winning"' in tag and card.code in tag]
        assert page.count('data-mark="winning"') == 1


# -- seats -------------------------------------------------------------------------------------------------------------


@each_game
def test_an_invitation_shows_who_plays_and_no_card(
    game: Game[Any], anna: User, ben: User, stranger: Client, as_anna: Client, woken: list[Any]
) -> None:
    seating = ["me", "link", *["steady"] * max(1, game.seats[0] - 2)][: game.seats[-1]]
    table = create_table(anna.person, game, game.options(), seating)
    page = stranger.get(f"/play/join/{table.invite}/")
    assert page.status_code == 200
    assert "anna" in page.text
    assert "data-code" not in page.text
    assert not Table.objects.filter(places__person__user=None, places__person__isnull=False).exists(), (
        "a look is no seat"
    )
    assert as_anna.get(f"/play/join/{table.invite}/").status_code == 302, "who sits there already goes to the table"


@pytest.mark.parametrize("seat", ["0", "99", "x", "", "-1"])
def test_a_seat_that_is_not_free(game: Game[Any], anna: User, stranger: Client, woken: list[Any], seat: str) -> None:
    seating = ["me", "link", *["steady"] * max(0, game.seats[0] - 2)]
    table = create_table(anna.person, game, game.options(), seating)
    answer = stranger.post(f"/play/join/{table.invite}/", {"seat": seat})
    free = seat in ("x", "", "-1")
    assert answer.status_code == (302 if free else 409), "without a number it is the first free seat"


@pytest.mark.slow
def test_leave_come_back_and_let_a_bot_sit(shared: Table, as_anna: Client, as_ben: Client, stranger: Client) -> None:
    assert stranger.post(url(shared, "leave/")).status_code == stranger.get(url(shared, "leave/")).status_code == 404
    asked = as_ben.get(url(shared, "leave/"))
    assert "Leave this table?" in asked.text
    assert shared.places.get(number=1).person, "who only asks has not left"
    for _ in range(2):  # sent again, since the first answer was lost
        assert as_ben.post(url(shared, "leave/")).url == "/play/"
    assert as_ben.get(url(shared, "leave/")).status_code == 403
    page = as_ben.get(url(shared))
    assert page.status_code == 200
    assert 'data-zone="hand-1"' not in page.text, "who has left sees no hand"
    assert "Return to your seat" in page.text
    assert as_ben.post(url(shared, "seat/1/bot/"), {"level": "steady"}).status_code == 403
    assert as_anna.post(url(shared, "seat/1/bot/"), {"level": "steady"}).status_code == 302
    assert shared.places.get(number=1).bot == "steady"
    as_ben.post(url(shared, "return/"))
    assert shared.places.get(number=1).bot == ""


def test_strangers_do_not_return(shared: Table, stranger: Client) -> None:
    for rest in ("return/", "again/", "seat/1/bot/", "onlookers/"):
        assert stranger.post(url(shared, rest)).status_code == 404


@pytest.mark.slow
def test_the_same_table_again_by_a_click(shared: Table, as_anna: Client, as_ben: Client, finish: Finish) -> None:
    finish(shared)
    assert "Play again" in as_anna.get(url(shared)).text
    first = as_anna.post(url(shared, "again/")).headers["Location"]
    assert "Next match" in as_ben.get(url(shared)).text
    assert as_ben.post(url(shared, "again/")).headers["Location"] == first
    assert as_ben.get(first).status_code == 200


# -- afterwards --------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.slow
def test_the_replay_goes_through_every_move(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.board.state.match.deals > 0)
    last = solo.moves.count()
    for number in {0, 1, 2, last // 2, last}:
        page = as_anna.get(url(solo, f"replay/{number}/"))
        assert page.status_code == 200
        assert f"Move {number} of {last}" in page.text
    assert as_anna.get(url(solo, f"replay/{last + 5}/")).headers["Location"] == url(solo, f"replay/{last}/")
    assert as_anna.get(url(solo, "replay/")).headers["Location"] == url(solo, "replay/0/")


@pytest.mark.slow
@each_game
def test_bots_give_their_reasons_when_all_cards_may_be_seen(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.moves.filter(seat__gt=0).exists())
    if solo.board.state.match.deals:
        return  # so short a deal is over with its first moves
    move = solo.moves.filter(seat__gt=0).first()
    Move.objects.filter(pk=move.pk).update(by=Move.MoverKind.BOT, reason="I hold the ace.")
    place = solo.moves.filter(number__lte=move.number).count()
    before = as_anna.get(url(solo, f"replay/{place}/?all")).text
    assert "I hold the ace." not in before
    assert f"when this {'match' if solo.engine_game.mucks else 'hand'} is over" in before
    play_on(solo, until=lambda table: table.revealed_deal_count > 0)
    assert "I hold the ace." in as_anna.get(url(solo, f"replay/{place}/")).text


@each_game
@pytest.mark.slow
def test_all_cards_are_shown_when_the_deal_may_be_opened(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.version > 2)
    every, own = (TOKEN.sub("", as_anna.get(url(solo, f"replay/3/{query}")).text) for query in ("?all", ""))
    assert every == own
    play_on(solo, until=lambda table: table.revealed_deal_count > 0)
    shown, own = as_anna.get(url(solo, "replay/3/?all")).text, as_anna.get(url(solo, "replay/3/")).text
    assert "Only what I saw" in shown
    assert "Show all cards" in own
    board = solo.replay_first_moves(3)
    game = solo.engine_game
    hidden = game.build_position(board.state) != game.build_position(board.state, 0, whole=False)
    assert (shown.count('role="img"') > own.count('role="img"')) is hidden


@each_game
@pytest.mark.slow
def test_the_record_goes_home(solo: Table, as_anna: Client, play_on: PlayOn, finish: Finish) -> None:
    play_on(solo, until=lambda table: table.version > 12)
    sofar = as_anna.get(url(solo, "record.json"))
    assert sofar.json()["position"] == solo.board.build_view(0).position
    assert "moves" not in sofar.json()
    finish(solo)
    whole = as_anna.get(url(solo, "record.json"))
    assert "attachment" in whole.headers["Content-Disposition"]
    assert parse_record(whole.json()).moves == solo.build_record().moves
    solo.refresh_from_db()
    match = solo.board.state.match
    assert whole.json()["results"] == [result.to_json() for result in match.results]
    assert (whole.json()["scores"], whole.json()["winners"]) == (match.scores, list(match.winners))
    assert len(whole.json()["deals"]) == solo.shuffles.filter(number__isnull=False).count()


@pytest.mark.slow
def test_the_seal_is_on_the_page(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    sealed = solo.shuffles.get()
    page = as_anna.get(url(solo)).text
    assert sealed.digest in page
    assert sealed.salt not in page
    play_on(solo, until=lambda table: table.is_between_deals or table.is_over)
    page = as_anna.get(url(solo)).text
    assert (sealed.salt in page) is (solo.revealed_deal_count > 0)
    coming = solo.find_next_shuffle()
    if coming:
        assert coming.digest in page
        assert coming.salt not in page
        assert coming.text not in page


# -- for those who look after the site ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_admin_finds_tables_and_changes_no_move(solo: Table, admin: Client) -> None:
    assert solo.code in admin.get("/admin/play/table/", {"q": "anna"}).text
    assert admin.get(f"/admin/play/table/{solo.pk}/change/").status_code == 200
    move = solo.moves.first()
    assert admin.get("/admin/play/move/", {"q": solo.code}).status_code == 200
    page = admin.get(f"/admin/play/move/{move.pk}/change/")
    assert "_save" not in page.text
    assert admin.post(f"/admin/play/move/{move.pk}/change/", {"text": "stock"}).status_code == 403
    assert admin.post(f"/admin/play/move/{move.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin.get("/admin/play/move/add/").status_code == 403


@pytest.mark.slow
def test_every_game_can_be_played(stranger: Client, woken: list[Any]) -> None:
    for slug in games.all_games():
        assert stranger.post("/play/now/", {"game": slug}, follow=True).status_code == 200

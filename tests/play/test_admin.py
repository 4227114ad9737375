"""Admin pages of tables: who is awaited and why, closing, and deleting, but never a card of a running match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

import games
from core.people.models import Person
from core.play import bots, moves, seating, tasks
from core.play.errors import NotPlaying
from core.play.models import Move, Table
from core.play.seating import create_table

pytestmark = pytest.mark.django_db
TABLES, MOVES = "/admin/play/table/", "/admin/play/move/"
Finish = Callable[[Table], Table]
one_game = pytest.mark.parametrize("game", [next(iter(games.all_games()))], indirect=True)


def pages(table: Table) -> list[str]:
    """Return every page that shows something about this table's moves."""
    own = [
        f"{MOVES}{pk}/{page}/" for pk in table.moves.values_list("pk", flat=True)[:4] for page in ("change", "history")
    ]
    lists = [MOVES, f"{MOVES}?table__id__exact={table.pk}", f"{MOVES}?q={table.code}", f"{MOVES}?by=dealer"]
    of_table = [f"{TABLES}{table.pk}/{page}/" for page in ("change", "history", "delete")]
    return [*lists, *own, TABLES, *of_table, "/admin/"]


def secrets_of(table: Table) -> list[str]:
    """Return what nobody can read before the match is over: moves with cards, and bots' reasons."""
    deal = dealt(table).text
    return [deal[:30], " ".join(deal.split()[1:5]), table.salt, table.invite, "I hold the"]


def dealt(table: Table) -> Move:
    """Return the move that has the dealt cards."""
    return max(table.moves.filter(by=Move.MoverKind.DEALER), key=lambda move: len(move.text))


@pytest.mark.slow
def test_no_page_shows_a_card_before_the_match_is_over(solo: Table, admin: Client, finish: Finish) -> None:
    solo.moves.update(reason="I hold the king.")
    for page in pages(solo):
        text = admin.get(page).text
        assert not [secret for secret in secrets_of(solo) if secret in text], page
    finish(solo)
    deal = dealt(solo)
    assert deal.text[:30] in admin.get(f"{MOVES}{deal.pk}/change/").text
    assert "I hold the king." in admin.get(f"{MOVES}{deal.pk}/change/").text


@one_game
def test_no_card_is_found_by_searching_or_filtering(solo: Table, admin: Client) -> None:
    deal = dealt(solo).text
    assert "0 moves" in admin.get(MOVES, {"q": deal[:30]}).text
    for address, value in (
        (f"{MOVES}?text__contains=", deal[:12]),
        (f"{MOVES}?reason__contains=", "hold"),
        (f"{MOVES}?table__moves__text__contains=", deal[:12]),
        (f"{MOVES}?table__salt__startswith=", solo.salt[:1]),
        (f"{TABLES}?salt__startswith=", solo.salt[:1]),
        (f"{TABLES}?invite__startswith=", solo.invite[:1]),
        (f"{TABLES}?moves__text__contains=", deal[:12]),
        (f"{TABLES}?shuffles__text__contains=", deal[:12]),
    ):
        assert admin.get(address + value).status_code == 400, address


@one_game
def test_deleting_a_table_is_told_in_numbers_and_takes_everything_along(solo: Table, admin: Client) -> None:
    address = f"{TABLES}{solo.pk}/delete/"
    asked = admin.get(address).text
    assert f"Moves: {solo.moves.count()}" in asked
    assert str(solo.moves.first()) not in asked
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not Table.objects.exists()
    assert not Move.objects.exists()
    assert bots.play_bot_turn(solo.pk, solo.version) is None


@one_game
def test_deleting_people_does_not_show_what_they_play(solo: Table, anna: User, admin: Client) -> None:
    for page in (f"/admin/people/person/{anna.person.pk}/delete/", f"/admin/auth/user/{anna.pk}/delete/"):
        text = admin.get(page).text
        assert not [secret for secret in secrets_of(solo) if secret in text]


# -- kept waiting ------------------------------------------------------------------------------------------------------


@pytest.fixture
def found(admin: Client) -> Callable[[str], list[Table]]:
    def list_of(kept: str) -> list[Table]:
        return list(admin.get(TABLES, {"kept": kept}).context["cl"].result_list)

    return list_of


def waiting(admin: Client) -> str:
    return str(admin.get(TABLES).text)


def late(table: Table, **ago: int) -> None:
    when = timezone.now() - timedelta(**ago)
    Table.objects.filter(pk=table.pk).update(changed=when, bot_due=when if table.bot_due else None)


@one_game
def test_a_late_bot_is_found_and_named(shared: Table, admin: Client, found: Any) -> None:
    bot = shared.places.exclude(bot="").first()
    if bot is None:
        return  # two play this game
    now = timezone.now()
    Table.objects.filter(pk=shared.pk).update(waits_for=[bot.number], bot_due=now, changed=now)
    shared.refresh_from_db()
    assert found("bot") == []
    late(shared, minutes=3)
    assert found("bot") == [shared]
    assert found("person") == []
    assert f"{bot.name} (steady bot), for 3\xa0minutes" in waiting(admin)


@one_game
def test_a_person_who_keeps_the_others_waiting_is_found_and_named(shared: Table, admin: Client, found: Any) -> None:
    Table.objects.filter(pk=shared.pk).update(waits_for=[1], bot_due=None)
    shared.refresh_from_db()
    late(shared, hours=3)
    assert found("person") == []
    late(shared, days=3)
    assert found("person") == [shared]
    assert "ben (person), for 3\xa0days" in waiting(admin)


def test_a_table_that_never_filled_is_found(anna: User, admin: Client, found: Any) -> None:
    game = next(iter(games.all_games().values()))
    table = create_table(anna.person, game, game.options(), ["me"] + ["link"] * (game.seats[0] - 1))
    assert found("open") == []
    late(table, days=3)
    assert found("open") == [table]
    assert "free seat" in waiting(admin)


@one_game
def test_what_went_wrong_is_said_without_its_words_and_until_the_next_move(
    solo: Table, admin: Client, found: Any, monkeypatch: pytest.MonkeyPatch, play_on: Any
) -> None:
    def fail(*given: Any) -> None:
        raise ValueError("There is no KH in this hand.")

    with monkeypatch.context() as broken:
        broken.setattr(bots, "play_bot_turn", fail)
        with pytest.raises(ValueError, match="KH"):
            tasks.bot_turn(solo.pk, solo.version)
    assert found("trouble") == [solo]
    text = waiting(admin)
    assert "ValueError in tests/play/test_admin.py:" in text
    assert "KH in this hand" not in text
    version = solo.version
    play_on(solo, until=lambda table: table.version > version)
    assert found("trouble") == []


@one_game
def test_one_broken_table_does_not_keep_others_from_going_on(
    solo: Table, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = solo.engine_game
    other = create_table(anna.person, game, game.options(), ["me"] + ["steady"] * (solo.seats - 1))
    now = timezone.now() - timedelta(hours=1)
    Table.objects.update(patience=Table.Patience.SECONDS, changed=now, bot_due=None, waits_for=[0])
    done: list[Table] = []

    def stand_in(table: Table) -> None:
        if table == solo:
            raise ValueError
        done.append(table)

    monkeypatch.setattr(bots, "play_for_absent_players", stand_in)
    Table.objects.filter(pk=solo.pk).update(changed=now - timedelta(hours=1))
    tasks.move_for_absent_players()
    assert done == [other]
    solo.refresh_from_db()
    assert solo.trouble.startswith("ValueError")


# -- closing -----------------------------------------------------------------------------------------------------------


def close(admin: Client, table: Table, **more: str) -> Any:
    return admin.post(TABLES, {"action": "close_tables", "_selected_action": [table.pk], **more})


@pytest.mark.slow
def test_a_table_is_closed_after_a_question_and_nobody_plays_on(
    shared: Table, admin: Client, as_anna: Client, rng: Random
) -> None:
    asked = close(admin, shared)
    assert shared.code in asked.text
    assert "can’t undo this" in asked.text
    shared.refresh_from_db()
    assert not shared.is_over
    assert close(admin, shared, sure="yes").status_code == 302
    shared.refresh_from_db()
    assert (shared.is_over, shared.closed, shared.waits_for, shared.bot_due) == (True, True, [], None)
    assert "closed early" in waiting(admin)
    address = shared.get_absolute_url()
    assert "This table closed before the match ended" in as_anna.get(address).text
    state = shared.board.state
    move = str(shared.engine_game.draw_random_move(state, state.waiting[0], rng))
    with pytest.raises(NotPlaying, match="closed"):
        moves.play_move(shared, state.waiting[0], move)
    with pytest.raises(NotPlaying, match="closed"):
        moves.begin_next_deal(shared)
    for page in ("board/", "replay/1/?all", "record.json"):
        assert as_anna.get(address + page).status_code == 200, page
    assert as_anna.post(f"{address}again/").status_code == 302


@pytest.mark.slow
def test_a_table_that_never_began_can_be_closed_too(anna: User, admin: Client, as_anna: Client) -> None:
    for game in games.all_games().values():
        table = create_table(anna.person, game, game.options(), ["me"] + ["link"] * (game.seats[0] - 1))
        close(admin, table, sure="yes")
        page = as_anna.get(table.get_absolute_url()).text
        assert "This table closed before the match ended" in page
        assert "hand-end-felt" not in page
        assert as_anna.get(f"/play/join/{table.invite}/").status_code in (200, 302)


@one_game
def test_only_those_who_may_change_tables_close_them(shared: Table, client_of: Any) -> None:
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_table"))
    client: Client = client_of(looker)
    assert shared.code in client.get(TABLES).text
    close(client, shared, sure="yes")
    assert client.post(f"{TABLES}{shared.pk}/delete/", {"post": "yes"}).status_code == 403
    shared.refresh_from_db()
    assert not shared.is_over


# -- people who are gone -----------------------------------------------------------------------------------------------


@one_game
def test_a_match_ends_when_the_last_person_is_deleted(solo: Table, anna: User) -> None:
    anna.person.delete_with_all_data()
    solo.refresh_from_db()
    assert (solo.is_over, solo.closed, solo.owner) == (True, True, None)
    assert not any(place.person_id or place.left_id for place in solo.list_seats())


@one_game
def test_the_others_play_on_when_one_is_deleted_and_look_after_the_table(
    shared: Table, anna: User, ben: User, as_ben: Client
) -> None:
    anna.person.delete_with_all_data()
    shared.refresh_from_db()
    assert not shared.is_over
    assert shared.owner == ben.person
    assert shared.list_seats()[0].is_free
    seating.seat_bot(shared, ben.person, 0, "steady")
    assert as_ben.get(shared.get_absolute_url()).status_code == 200


@one_game
def test_a_match_that_its_rules_no_longer_replay_keeps_nobody(shared: Table, as_anna: Client) -> None:
    """For example, it started before a rule was fixed, so nobody can continue it."""
    Move.objects.create(table=shared, number=shared.version + 1, seat=0, text="no such move")
    Table.objects.filter(pk=shared.pk).update(version=shared.version + 1)
    page = as_anna.get(shared.get_absolute_url())
    assert page.status_code == 404
    assert "We’ve fixed a rule since" in page.text
    assert f"{shared.get_absolute_url()}leave/" in page.text
    as_anna.post("/me/delete/", {"sure": "yes"})
    assert not Person.objects.filter(name="anna").exists()
    shared.refresh_from_db()
    assert shared.closed


@one_game
def test_an_account_deleted_in_the_admin_ends_its_tables_too(solo: Table, anna: User, admin: Client) -> None:
    assert admin.post(f"/admin/auth/user/{anna.pk}/delete/", {"post": "yes"}).status_code == 302
    solo.refresh_from_db()
    assert solo.closed


@one_game
def test_abandoned_tables_are_removed_after_the_stated_time(shared: Table, solo: Table, settings: Any) -> None:
    settings.KEEP_TABLES_DAYS = 10
    late(shared, days=9)
    late(solo, days=11)
    assert tasks.delete_abandoned_tables() == 1
    assert list(Table.objects.all()) == [shared]


@pytest.mark.slow
@one_game
def test_a_finished_match_stays_as_long_as_somebody_may_open_it(
    solo: Table, anna: User, finish: Finish, settings: Any
) -> None:
    finish(solo)
    late(solo, days=settings.KEEP_TABLES_DAYS + 1)
    assert tasks.delete_abandoned_tables() == 0
    anna.person.delete_with_all_data()
    late(solo, days=settings.KEEP_TABLES_DAYS - 1)
    assert tasks.delete_abandoned_tables() == 0
    late(solo, days=settings.KEEP_TABLES_DAYS + 1)
    assert tasks.delete_abandoned_tables() == 1

"""Everyone who can see a table can follow its changes, and nobody else can."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.live.topics import LiveRequest, find_topic
from core.people import get_user_person
from core.play import moves, seating
from core.play.live_topics import AccountTopic, SpectatorTopic, TableTopic
from core.play.models import Table
from core.play.seating import close_table
from tests.games.wandering import move_of
from tests.play.conftest import each_game

pytestmark = pytest.mark.django_db


def asks(client: Client, table: Table, **more: Any) -> LiveRequest:
    return LiveRequest(
        **{"session_key": client.session.session_key, "authorization": None, "ident": table.code, **more}
    )


def test_tables_can_be_watched() -> None:
    assert isinstance(find_topic("table"), TableTopic)


def test_players_watch_their_table(shared: Table, as_anna: Client, as_ben: Client) -> None:
    assert TableTopic().can_watch(asks(as_anna, shared))
    assert TableTopic().can_watch(asks(as_ben, shared))


def test_who_has_left_still_watches(shared: Table, as_ben: Client, ben: User) -> None:
    seating.leave_table(shared, ben.person)
    assert TableTopic().can_watch(asks(as_ben, shared))


def test_strangers_do_not(solo: Table, as_ben: Client, stranger: Client) -> None:
    assert not TableTopic().can_watch(asks(as_ben, solo))
    assert not TableTopic().can_watch(asks(stranger, solo))


@pytest.mark.parametrize("forged", [None, "", "forged", "x" * 200, "\x00"])
def test_a_forged_session_sees_nothing(solo: Table, stranger: Client, forged: str | None) -> None:
    assert not TableTopic().can_watch(asks(stranger, solo, session_key=forged))


def test_a_table_that_is_not_there(solo: Table, as_anna: Client) -> None:
    assert not TableTopic().can_watch(asks(as_anna, solo, ident="nosuchtable"))
    assert TableTopic().get_versions(["nosuchtable"]) == {}


def test_every_change_is_a_new_version(shared: Table, ben: User) -> None:
    before = TableTopic().get_versions([shared.code])[shared.code]
    seating.leave_table(shared, ben.person)
    after = TableTopic().get_versions([shared.code])[shared.code]
    assert after > before


# -- an account -------------------------------------------------------------------------------------------------------


def _told(user: User) -> list[tuple[str, str]]:
    return [(one.event, str(one.data["table"])) for one in AccountTopic().list_news(user.person.code)]


def test_everybody_watches_their_own_account(as_anna: Client, stranger: Client, anna: User, ben: User) -> None:
    def own(client: Client, person: Any) -> bool:
        return AccountTopic().can_watch(LiveRequest(client.session.session_key, None, person.code))

    assert own(as_anna, anna.person)
    assert not own(as_anna, ben.person)
    assert not own(stranger, anna.person)


def test_a_turn_is_told_to_whoever_has_it(shared: Table, anna: User, ben: User, rng: Random) -> None:
    """From the first move to the tenth, players are notified of their own turns, with nothing that shows a card."""
    for _ in range(10):
        for user in (anna, ben):
            place = shared.find_seat(user.person)
            assert place
            waits = place.number in shared.waits_for
            assert _told(user) == ([("turn", shared.code)] if waits else [])
            for news in AccountTopic().list_news(user.person.code):
                assert news.data == {
                    "table": shared.code,
                    "game": shared.game,
                    "version": shared.version,
                    "page": shared.get_absolute_url(),
                    "seat": place.number,
                }
        before, seat = AccountTopic().get_versions([anna.person.code, ben.person.code]), shared.waits_for[0]
        moves.play_move(shared, seat, str(move_of(shared.engine_game, shared.board.state, seat, rng)))
        after = AccountTopic().get_versions([anna.person.code, ben.person.code])
        assert all(before[code] != after[code] for code in before)
        if shared.is_between_deals or shared.is_over:
            break


def test_the_next_deal_waits_for_all_who_sit(shared: Table, anna: User, ben: User) -> None:
    Table.objects.update(waits_for=[], bot_due=None)
    assert _told(anna) == _told(ben) == [("deal", shared.code)]


def test_a_match_that_goes_on_is_an_invitation(shared: Table, anna: User, ben: User) -> None:
    before = AccountTopic().get_versions([ben.person.code])
    again = seating.play_again(shared, anna.person)
    assert AccountTopic().get_versions([ben.person.code]) != before
    assert ("invitation", again.code) in _told(ben)
    assert ("invitation", again.code) not in _told(anna)
    invite = next(one.data["invite"] for one in AccountTopic().list_news(ben.person.code) if one.event == "invitation")
    assert Table.objects.get(invite=invite) == again
    seating.sit_down(again, ben.person)
    assert ("invitation", again.code) not in _told(ben)


def test_nobody_else_is_told_anything(shared: Table, client_of: Any) -> None:
    other = User.objects.create_user("cleo")
    assert AccountTopic().list_news(get_user_person(other).code) == AccountTopic().list_news("nobody") == []
    assert AccountTopic().get_versions([other.person.code, "nobody"]).keys() == {other.person.code}


# -- looking on --------------------------------------------------------------------------------------------------------


@pytest.fixture
def watched(shared: Table, anna: User) -> Table:
    """Anna's table with spectators allowed."""
    seating.set_spectator_link(shared, anna.person, True)
    shared.refresh_from_db()
    return shared


def looks_on(table: Table, link: str | None) -> bool:
    return SpectatorTopic().can_watch(LiveRequest(None, None, link or "none"))


def test_nobody_looks_on_unless_the_owner_wishes(shared: Table, anna: User, as_ben: Client, stranger: Client) -> None:
    assert shared.watch is None
    address = shared.get_absolute_url()
    assert as_ben.post(f"{address}onlookers/", {"on": "yes"}).status_code == 302
    shared.refresh_from_db()
    assert shared.watch is None
    assert "Allow spectators" in client_page(anna, address)
    assert "Allow spectators" not in as_ben.get(address).text
    for link in ("None", "none", shared.code, shared.invite):
        assert stranger.get(f"/play/watch/{link}/").status_code == 404


def client_page(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return client.get(address).text


@each_game
def test_whoever_has_the_link_sees_the_table_and_no_hand(
    watched: Table, as_anna: Client, as_ben: Client, stranger: Client, htmx: dict[str, str], rng: Random
) -> None:
    address = f"/play/watch/{watched.watch}/"
    page = stranger.get(address)
    assert page.status_code == 200
    assert "You’re watching." in page.text
    assert f"/live/watch/{watched.watch}/" in page.text
    for secret in (watched.code, watched.invite, "<form", 'role="button"'):
        assert secret not in page.text.split("<main")[1], secret
    part = stranger.get(f"{address}board/", headers=htmx)
    assert 'id="board"' in part.text
    assert address in as_anna.get(watched.get_absolute_url()).text
    assert address in as_ben.get(watched.get_absolute_url()).text
    assert as_anna.get(address).headers["Location"] == watched.get_absolute_url()
    for path in ("move/", "deal/", "leave/", "onlookers/"):
        assert stranger.post(f"{address}{path}").status_code == 404
        assert stranger.post(watched.get_absolute_url() + path).status_code == 404


def test_the_stream_follows_the_link(watched: Table, rng: Random) -> None:
    link = watched.watch
    assert link
    assert looks_on(watched, link)
    assert not looks_on(watched, watched.code)
    before = SpectatorTopic().get_versions([link, "other"])
    assert before == {link: watched.version}
    seat = watched.waits_for[0]
    moves.play_move(watched, seat, str(move_of(watched.engine_game, watched.board.state, seat, rng)))
    assert SpectatorTopic().get_versions([link])[link] > before[link]


def test_a_link_is_good_until_looking_on_ends(watched: Table, anna: User, stranger: Client) -> None:
    first = watched.watch
    seating.set_spectator_link(watched, anna.person, False)
    watched.refresh_from_db()
    assert not looks_on(watched, first)
    assert SpectatorTopic().get_versions([str(first)]) == {}
    assert stranger.get(f"/play/watch/{first}/").status_code == 404
    seating.set_spectator_link(watched, anna.person, True)
    watched.refresh_from_db()
    assert watched.watch
    assert watched.watch != first


def test_nobody_looks_on_at_a_closed_table(watched: Table, anna: User, as_anna: Client, stranger: Client) -> None:
    link = watched.watch
    close_table(watched)
    assert not looks_on(watched, link)
    assert stranger.get(f"/play/watch/{link}/").status_code == 404
    assert stranger.get(f"/play/watch/{link}/board/").status_code == 404
    seating.set_spectator_link(watched, anna.person, True)
    watched.refresh_from_db()
    assert watched.watch is None
    assert "onlookers/" not in as_anna.get(watched.get_absolute_url()).text


@pytest.mark.slow
@each_game
def test_those_who_look_on_see_the_end(watched: Table, stranger: Client, finish: Callable[[Table], Table]) -> None:
    finish(watched)
    page = stranger.get(f"/play/watch/{watched.watch}/")
    assert page.status_code == 200
    assert "result-head" in page.text
    assert "again/" not in page.text

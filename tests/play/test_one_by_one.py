"""Others' moves one at a time, and the last trick: what the page requests at its own pace."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from core.play import table_context
from core.play.models import Table
from tests.play.conftest import each_game

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]
HTMX = {"HX-Request": "true"}


def board(client: Client, table: Table, **asked: int) -> str:
    answer = client.get(f"{table.get_absolute_url()}board/", asked, headers=HTMX)
    assert answer.status_code == 200
    return answer.text


def version_of(page: str) -> int:
    found = re.search(r' data-version="(\d+)"', page)
    assert found
    return int(found[1])


def cards_of(page: str) -> list[str]:
    return re.findall(r'id="([^"]+)" data-zone', page)


@each_game
@pytest.mark.slow
def test_each_version_is_shown_as_it_was(shared: Table, as_anna: Client, play_on: PlayOn) -> None:
    """A later request gets what was shown at the time, with a way to continue but no clock."""
    first = shared.version
    then = {}
    for _ in range(4):
        before = shared.version
        play_on(shared, until=lambda table, before=before: table.version > before)
        then[shared.version] = board(as_anna, shared)
    Table.objects.filter(pk=shared.pk).update(patience=30)
    assert version_of(board(as_anna, shared)) == shared.version
    for before, number in zip([first, *then], then, strict=False):
        page = board(as_anna, shared, after=before)
        if number == version_of(page):  # else the dealer's moves came in between
            assert cards_of(page) == cards_of(then[number])
            assert ("data-yours" in page) == ("data-yours" in then[number])
        assert ("data-clock" in page) <= (version_of(page) == shared.version)


@pytest.mark.slow
def test_one_move_comes_after_the_other(shared: Table, as_anna: Client, play_on: PlayOn) -> None:
    first = shared.version
    play_on(shared, until=lambda table: table.version >= first + 5)
    seen, asked = [], first
    while asked < shared.version:
        asked = version_of(board(as_anna, shared, after=asked))
        seen.append(asked)
    assert seen == list(range(first + 1, shared.version + 1))


@pytest.mark.repeated
def test_whoever_is_far_behind_sees_the_table_as_it_is(
    shared: Table, as_anna: Client, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_context, "BEHIND", 4)
    first = shared.version
    play_on(shared, until=lambda table: table.version > first + 4)
    assert version_of(board(as_anna, shared, after=first)) == shared.version
    assert version_of(board(as_anna, shared, after=shared.version)) == shared.version
    assert version_of(board(as_anna, shared, after=shared.version + 9)) == shared.version


@pytest.mark.repeated
@each_game
def test_nobody_sees_more_of_what_was_before(shared: Table, as_anna: Client, as_ben: Client, play_on: PlayOn) -> None:
    first = shared.version
    play_on(shared, until=lambda table: table.version >= first + 3)
    for client, other in ((as_anna, 1), (as_ben, 0)):
        page = board(client, shared, after=shared.version - 2)
        assert not re.search(rf'data-zone="hand-{other}"[^>]*data-code="[^?]', page)
    assert Client().get(f"{shared.get_absolute_url()}board/", {"after": first}).status_code == 404


@pytest.mark.repeated
@each_game
def test_the_last_trick_can_be_looked_at(shared: Table, as_anna: Client, play_on: PlayOn) -> None:
    address = f"{shared.get_absolute_url()}last/"
    assert "No tricks yet." in as_anna.get(address).text
    if all(zone.layout != "trick" for zone in shared.board.build_screen(0).zones):
        assert "Last trick" not in as_anna.get(shared.get_absolute_url()).text
        return
    play_on(shared, until=lambda table: table.board.state.last_trick is not None)
    zone = shared.board.state.last_trick
    assert zone
    page = as_anna.get(address, headers=HTMX).text
    assert page.count('class="mini') == len(zone.cards) == shared.seats
    assert "You" in page
    assert "Taken by" in page
    assert Client().get(address).status_code == 404


@pytest.mark.slow
def test_a_first_match_is_shown_gently(solo: Table, as_anna: Client, finish: Callable[[Table], Table]) -> None:
    def usual() -> str:
        return as_anna.get(solo.get_absolute_url()).text.partition('data-usual-pace="')[2].partition('"')[0]

    assert usual() == "gentle"
    finish(solo)
    assert usual() == "steady"
    Table.objects.filter(pk=solo.pk).update(pace=Table.Pace.AT_ONCE)
    assert usual() == "at-once"

"""The lobby: a table with chosen opponents in one tap, waiting tables, friends, and custom tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.play.models import Table
from core.play.player_names import NAMESAKES, pick_bot_names
from core.play.seating import create_table
from variants import services

pytestmark = pytest.mark.django_db

EVERY_GAME = list(games.all_games().values())


def chosen(page: Any) -> str:
    """Return the opponents that the lobby has selected, as the value of the radio button."""
    before, mark, _ = page.text.partition('" checked')
    assert mark
    return str(before.rpartition('value="')[2])


def others(table: Table) -> list[str]:
    return [place.bot for place in table.list_seats() if not place.person_id]


def test_every_game_is_one_tap_away(stranger: Client) -> None:
    page = stranger.get("/play/").text
    for game in EVERY_GAME:
        assert f'<button class="game-tile" name="game" value="{game.slug}">' in page
    assert page.count('<form class="lobby" method="post" action="/play/now/">') == 1
    for name in ("Mira", "Ravi", "Odile"):
        assert f"<b>{name}</b>" in page


@pytest.mark.parametrize("level", NAMESAKES)
def test_a_tap_sits_you_down_with_the_opponents_you_picked(stranger: Client, woken: list[Any], level: str) -> None:
    for game in (games.get("court-piece"), games.get("guts")):
        stranger.post("/play/now/", {"game": game.slug, "level": level})
        table = Table.objects.latest("created")
        assert table.game == game.slug
        assert set(others(table)) == {level}
        assert NAMESAKES[level] in table.list_player_names(), "the face on the lobby sits at the table"


def test_the_opponents_are_remembered(stranger: Client, woken: list[Any]) -> None:
    assert chosen(stranger.get("/play/")) == "steady"
    stranger.post("/play/now/", {"game": "guts", "level": "strong"})
    assert chosen(stranger.get("/play/")) == "strong"
    stranger.post("/play/now/", {"game": "guts"})
    assert set(others(Table.objects.latest("created"))) == {"strong"}, "also from a page that doesn’t ask"


@pytest.mark.parametrize("level", ["wizard", "", "me", "itself"])
def test_no_other_opponents_are_let_in(stranger: Client, woken: list[Any], level: str) -> None:
    stranger.post("/play/now/", {"game": "guts", "level": level})
    assert set(others(Table.objects.get())) == {"steady"}
    assert chosen(stranger.get("/play/")) == "steady"


def test_where_nobody_decides_the_opponents_do_not_matter(stranger: Client, woken: list[Any]) -> None:
    game = next(game for game in EVERY_GAME if not game.decides)
    stranger.post("/play/now/", {"game": game.slug, "level": "strong"})
    assert set(others(Table.objects.get())) == {"itself"}


def test_a_tile_plays_by_the_house_rules_in_force(as_anna: Client, anna: User, woken: list[Any]) -> None:
    game = games.get("guts")
    options = game.options({"ante": 2})
    services.save_preferred_rules(anna.person, services.save_rules(game, options, person=anna.person))
    as_anna.post("/play/now/", {"game": "guts", "level": "learner"})
    assert Table.objects.get().house_rules == options


def test_friends_come_by_link(stranger: Client, woken: list[Any]) -> None:
    page = stranger.get("/play/?friends").text
    assert '<input type="hidden" name="level" value="link">' in page
    assert 'type="radio"' not in page
    table_page = stranger.post("/play/now/", {"game": "court-piece", "level": "link", "name": "Zoe"}, follow=True)
    table = Table.objects.get()
    assert [place.is_free for place in table.list_seats()] == [False, True, True, True]
    assert table.invite in table_page.text
    assert table.list_player_names()[0] == "Zoe"
    assert chosen(stranger.get("/play/")) == "steady", "friends are no strength to remember"


def test_the_form_for_a_custom_table_is_a_page_of_its_own(stranger: Client) -> None:
    lobby = stranger.get("/play/").text
    assert 'href="/play/?friends"' in lobby
    assert f'href="/play/?game={EVERY_GAME[0].slug}"' in lobby
    assert "seat-2" not in lobby
    assert 'name="seat-2"' in stranger.get(f"/play/?game={EVERY_GAME[0].slug}").text


def test_the_table_that_waits_for_you_stands_first(as_anna: Client, anna: User, woken: list[Any]) -> None:
    game = games.get("guts")
    first, second = (create_table(anna.person, game, game.options(), ["me", "steady", "strong"]) for _ in range(2))
    Table.objects.filter(pk=first.pk).update(waits_for=[0])
    Table.objects.filter(pk=second.pk).update(waits_for=[1])
    page = as_anna.get("/play/")
    assert [row["table"] for row in page.context["under_way"]] == [first, second]
    assert "Your turn in Guts" in page.text
    assert "1 more table" in page.text


def test_each_level_has_its_own_name_and_nobody_elses() -> None:
    for _ in range(20):
        names = pick_bot_names(["steady"] * 9 + ["strong"])
        assert len(set(names)) == 10
        assert (names[0], names[-1]) == ("Ravi", "Odile")
        assert "Mira" not in names
    assert pick_bot_names(["learner"], ["Ravi", "Mira"])[0] not in NAMESAKES.values()

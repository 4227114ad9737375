"""The result of a hand on the felt: who won, what each player won or lost, and which cards were shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from core.play.hand_end import list_player_results
from core.play.models import Table
from games.engine.state import DealResult
from games.engine.view import Screen, SeatNote, Zone

PlayOn = Callable[..., Table]
NAMES = {0: "Anna", 1: "Ben", 2: "Mira"}
NOTES = (
    SeatNote(0, note="2 cards · in", score="102 chips"),
    SeatNote(1, note="3 cards · +12", score="-5 chips"),
    SeatNote(2, note="out"),
)


def screen(*zones: Zone, seat: int | None = 1) -> Screen:
    return Screen(seat, zones, NOTES)


def test_the_viewer_is_first_and_the_others_follow_clockwise() -> None:
    result = DealResult("showdown.lone-in", (1,), (-1, 3, -2))
    results = list_player_results(screen(), result, (1,), NAMES)
    assert [player.name for player in results] == ["Ben", "Mira", "Anna"]
    assert [player.is_viewer for player in results] == [True, False, False]
    assert [player.gained for player in results] == ["+3", "-2", "-1"]
    assert [player.has_won for player in results] == [True, False, False]
    watched = list_player_results(screen(seat=None), result, (1,), NAMES)
    assert [(player.name, player.is_viewer) for player in watched] == [("Anna", False), ("Ben", False), ("Mira", False)]


def test_the_score_comes_before_what_else_a_plate_says() -> None:
    results = list_player_results(screen(seat=0), DealResult("", ()), (), NAMES)
    assert [player.notes for player in results] == [("102 chips", "in"), ("-5 chips",), ("out",)]
    plates = (SeatNote(0, note="1 card · \N{MINUS SIGN}10", score="89 chips"),)
    (only,) = list_player_results(Screen(0, (), plates), DealResult("", ()), (), NAMES)
    assert only.notes == ("89 chips",)


def test_where_most_players_win_nobody_is_marked() -> None:
    results = list_player_results(screen(), DealResult("", (0, 1), (0, 0, -1)), (0, 1), NAMES)
    assert not any(player.has_won for player in results)
    assert [player.gained for player in results] == ["", "-1", ""]


def test_a_small_hand_that_was_shown_is_beside_its_player() -> None:
    zones = (
        Zone("hand-0", "fan", "", ("7S", "KC"), 0),
        Zone("hand-1", "fan", "", ("AS",), 1),
        Zone("hand-2", "fan", "", ("2S", "?"), 2),
    )
    shown = {player.name: player.cards for player in list_player_results(screen(*zones), DealResult("", ()), (), NAMES)}
    assert shown == {"Anna": ("7S", "KC"), "Ben": (), "Mira": ()}
    large = Zone("hand-0", "fan", "", ("2S", "3S", "4S", "5S", "6S", "7S"), 0)
    assert not any(player.cards for player in list_player_results(screen(large), DealResult("", ()), (), NAMES))


def test_chips_are_counted_as_on_the_score_sheet() -> None:
    """In Guts, what a player antes isn't a change that the hand brought."""
    result = DealResult("showdown.lone-in", (1,), (-1, 2, -1), {"change": [0, 3, 0]})
    assert [player.gained for player in list_player_results(screen(), result, (1,), NAMES)] == ["+3", "", ""]


@pytest.mark.django_db
def test_a_finished_review_is_part_of_the_page(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    """A page that is loaded again while nothing has happened doesn't wait for the coach again."""
    url = solo.get_absolute_url()
    play_on(solo, until=lambda table: table.is_between_deals)
    assert "The coach is looking at your moves" in as_anna.get(url).text
    review = as_anna.get(f"{url}review/", headers={"hx-request": "true"}).text
    page = as_anna.get(f"{url}board/", headers={"hx-request": "true"}).text
    assert "The coach is looking at your moves" not in page
    assert " ".join(review.split()) in " ".join(page.split())


@pytest.mark.django_db
def test_the_felt_has_the_result_once_the_hand_is_over(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    url = solo.get_absolute_url()
    assert "hand-end-felt" not in as_anna.get(url).text
    play_on(solo, until=lambda table: table.is_between_deals)
    page = as_anna.get(url)
    assert page.context["count"].sentence
    felt = page.text.partition("hand-end-felt")[2].partition("</details>")[0]
    assert '<details class="hand-end" id="hand-end" open>' in page.text
    for player in page.context["results"]:
        assert (f">{player.name}</b>" in felt) is not player.is_viewer
    assert "The coach is looking at your moves." in felt


@pytest.mark.django_db
def test_the_bar_counts_the_hands_and_the_table_does_not(solo: Table, as_anna: Client) -> None:
    count = dict(solo.board.build_screen(0).facts).get("Hand")  # Guts counts rounds
    bar, _, felt = as_anna.get(solo.get_absolute_url()).text.partition('id="table"')
    assert f'<span class="bar-hand">Hand {count}</span>' in bar or count is None
    assert "<dt>Hand</dt>" not in felt

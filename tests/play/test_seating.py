"""Joining by link, leaving, coming back, bots that take over, and playing again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.authoring.lessons.models import Lesson
from core.authoring.lessons.publishing import get_draft
from core.authoring.puzzles.importing import parse_puzzle_file
from core.authoring.puzzles.models import BuiltPuzzle
from core.people.models import Person
from core.play import seating as table_seating
from core.play.errors import BadSeats, Forbidden, SeatTaken, TooManyTables
from core.play.forms import NewTableForm
from core.play.models import Move, Seat, Shuffle, Table, export_person_tables
from core.play.seating import create_table, get_default_seating
from games.engine.game import Game
from games.engine.options import BadOption, Options
from tests.racing import at_once
from variants.services import RulesInForce, save_preferred_rules, save_rules

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]
Finish = Callable[[Table], Table]
ASK_FOR_ANOTHER_REASON = {
    "core/learn/game_filter.py",  # which games a number of people can play
    "variants/forms.py",  # whether anybody can play by these rules
    "variants/titles.py",  # what each option keeps some numbers of players from
}


@pytest.fixture
def carl(db: None) -> Person:
    return Person.objects.create(name="Carl")


def seats_of(game: Game[Any], *seating: str) -> list[str]:
    """Return these players with as many bots as the game needs besides them."""
    return [*seating, *["steady"] * (game.seats[0] - len(seating))]


# -- setting up --------------------------------------------------------------------------------------------------------


def test_a_table_with_all_seats_filled_begins(solo: Table, anna: User, django_assert_num_queries: Any) -> None:
    assert solo.status == Table.Status.PLAYING
    assert solo.version > 0
    with django_assert_num_queries(1):
        assert [place.person for place in solo.list_seats()] == [anna.person] + [None] * (solo.seats - 1)


def test_a_table_with_free_seats_waits(game: Game[Any], anna: User) -> None:
    table = create_table(anna.person, game, game.options(), seats_of(game, "me", "link"))
    assert table.status == Table.Status.OPEN
    assert table.moves.count() == 0
    assert list(Table.objects.joinable_by_link()) == [table]


def test_a_login_name_is_for_nobody_else(game: Game[Any], ben: User, as_anna: Client) -> None:
    """At a table, people see more about each other than anywhere else."""
    ben.username, ben.person.name = "born-1999", ""
    ben.save()
    ben.person.save()
    table = create_table(ben.person, game, game.options(), seats_of(game, "me", "link"))
    as_anna.post(f"/play/join/{table.invite}/")
    for page in ("", "board/", "last/", "record.json"):
        assert "born" not in as_anna.get(f"/play/{table.code}/{page}").text
    assert "Guest" in as_anna.get(f"/play/{table.code}/").text


@pytest.mark.parametrize("seating", [["me", "me"], ["me", "champion"], ["link", "x" * 100], ["me", "Steady"]])
def test_seats_that_cannot_be_filled(game: Game[Any], anna: User, seating: list[str]) -> None:
    with pytest.raises(BadSeats):
        create_table(anna.person, game, game.options(), seats_of(game, *seating))
    assert not Table.objects.exists()


def test_nobody_cannot_sit_down(game: Game[Any]) -> None:
    with pytest.raises(BadSeats):
        create_table(None, game, game.options(), seats_of(game, "me", "steady"))


def test_too_many_and_too_few(game: Game[Any], anna: User) -> None:
    for number in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadOption):
            create_table(anna.person, game, game.options(), ["steady"] * number)


EVERY_PRESET = [(game, preset.name) for game in games.all_games().values() for preset in game.options.presets]


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, ids=str)
def test_as_many_sit_down_as_usually_do(game: Game[Any], preset: str) -> None:
    options = game.options.load_preset(preset)
    usual = game.get_usual_seat_count(options)
    assert usual == (game.usual_seats or usual)
    assert usual in game.list_seat_counts(options)
    assert len(get_default_seating(game, options)) == usual
    form = NewTableForm(game, RulesInForce(game, options, None, "book"))
    assert len([place for place in form.seat_fields if place.initial]) == usual


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_one_click_seats_as_many_as_usually_do(game: Game[Any], as_anna: Client) -> None:
    as_anna.post("/play/now/", {"game": game.slug})
    assert Table.objects.get().seats == game.get_usual_seat_count(game.options())
    [listed] = [entry for entry in as_anna.get("/api/v1/games/").json()["results"] if entry["slug"] == game.slug]
    assert listed["usual_seats"] == game.get_usual_seat_count(game.options())


def test_no_page_decides_by_itself_how_many_sit_down() -> None:
    """Each way to a new table asks the game, so that a changed default applies everywhere."""
    own = re.compile(r"seats\[0\]|in game\.seats\b|\.usual_seats\b|default_seat_count|\.(find_)?conflicts\(")
    files = [*Path("core").rglob("*.py"), *Path("variants").rglob("*.py")]
    offenders = {str(path) for path in files if own.search(path.read_text(encoding="utf-8"))}
    assert offenders <= ASK_FOR_ANOTHER_REASON


def forbidding_rules(game: Game[Any]) -> Iterator[Options]:
    """Return rules that differ from the standard in one option and don't allow the usual number of players."""
    usual = {game.default_seat_count, game.get_usual_seat_count(game.options())}
    for option in game.options.list_options():
        for value in option.list_values_to_try():
            allowed = [
                seats for seats in game.seats if not game.options.list_option_problems({option.name: value}, seats)
            ]
            if allowed and not usual <= {*allowed}:
                yield game.options({option.name: value})


FORBIDDING = [(game, options) for game in games.all_games().values() for options in forbidding_rules(game)]
assert {game.slug for game, _ in FORBIDDING} >= {"guts"}


@pytest.mark.parametrize(("game", "options"), FORBIDDING, ids=str)
def test_lessons_and_puzzles_begin_with_as_many_as_may_play(
    game: Game[Any], options: Options, anna: User, as_anna: Client
) -> None:
    save_preferred_rules(anna.person, save_rules(game, options, "Ours", anna.person))
    for place in ("lessons", "puzzles"):
        page = as_anna.post(f"/teach/{place}/new/", {"game": game.slug}, follow=True)
        assert page.status_code == 200, place
    lesson, puzzle = get_draft(Lesson.objects.get()), BuiltPuzzle.objects.get().draft
    for table in (lesson.get_position_draft(0).content, puzzle):
        assert game.options.load_saved_options(table["options"]) == options
        assert table["seats"] == game.get_usual_seat_count(options)
    assert not [mistake for mistake in lesson.mistakes if mistake.key == "position"]


@pytest.mark.parametrize(("game", "options"), FORBIDDING, ids=str)
def test_a_file_that_names_no_seats_is_read_by_its_own_rules(game: Game[Any], options: Options) -> None:
    draft = {"game": game.slug, "options": options.dump_values_to_store()}
    assert parse_puzzle_file({"draft": draft}).draft["seats"] == game.get_usual_seat_count(options)


@pytest.mark.parametrize(("game", "options"), FORBIDDING, ids=str)
def test_a_lesson_opens_when_its_rules_no_longer_allow_its_players(
    game: Game[Any], options: Options, as_anna: Client
) -> None:
    as_anna.post("/teach/lessons/new/", {"game": game.slug})
    lesson = Lesson.objects.get()
    change = {"do": "options", "options": json.dumps(options.dump_values_to_store())}
    assert as_anna.post(f"/teach/lesson/{lesson.code}/change/", change).status_code == 200
    lesson.refresh_from_db()
    assert get_draft(lesson).house_rules == options
    assert as_anna.get(lesson.editor_url).status_code == 200
    assert get_draft(lesson).get_position_draft(0)["seats"] == game.get_usual_seat_count(options)


def test_a_lesson_has_no_rules_by_which_nobody_can_play(as_anna: Client) -> None:
    as_anna.post("/teach/lessons/new/", {"game": "guts"})
    lesson = Lesson.objects.get()
    change = {"do": "options", "options": json.dumps({"pot-max": 2, "ante": 2})}
    assert as_anna.post(f"/teach/lesson/{lesson.code}/change/", change).status_code == 422
    assert as_anna.get(lesson.editor_url).status_code == 200


def test_bots_have_different_names(game: Game[Any], anna: User) -> None:
    most = game.list_seat_counts(game.options())[-1]
    table = create_table(anna.person, game, game.options(), ["steady"] * most)
    assert len(set(table.list_player_names())) == most


def test_players_of_the_same_name_are_told_apart(shared: Table) -> None:
    Person.objects.update(name="Sam")
    assert shared.list_player_names()[:2] == ["Sam", "Sam 2"]


def test_house_rules_of_a_table_keep_their_address(game: Game[Any], anna: User, as_anna: Any) -> None:
    option = game.options.list_options()[0]
    other = next(value for value in option.list_values() if value != option.default)
    options = game.options({option.name: other})
    table = create_table(anna.person, game, options, ["steady"] * game.seats[0])
    assert table.rules == options.digest()
    assert table.house_rules == options
    assert as_anna.get(f"/rules/{game.slug}/{table.rules}/").status_code == 200


# -- sitting down ------------------------------------------------------------------------------------------------------


def test_the_match_begins_when_the_last_seat_is_taken(shared: Table, ben: User) -> None:
    assert shared.status == Table.Status.PLAYING
    assert shared.find_seat(ben.person).number == 1


def test_sitting_down_twice_is_sitting_down_once(shared: Table, ben: User) -> None:
    before = shared.find_seat(ben.person)
    assert table_seating.sit_down(shared, ben.person) == before
    assert table_seating.sit_down(shared, ben.person, 0) == before
    assert Seat.objects.filter(table=shared, person=ben.person).count() == 1


def test_a_full_table_has_no_seat(shared: Table, carl: Person) -> None:
    with pytest.raises(SeatTaken):
        table_seating.sit_down(shared, carl)
    with pytest.raises(SeatTaken):
        table_seating.sit_down(shared, carl, 0)


def test_seats_may_be_kept_from_links(game: Game[Any], anna: User, ben: User) -> None:
    table = create_table(anna.person, game, game.options(), seats_of(game, "link", "steady"), by_link=False)
    with pytest.raises(Forbidden):
        table_seating.sit_down(table, ben.person)
    assert table_seating.sit_down(table, anna.person).number == 0


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_seat_one_gets_it(game: Game[Any], anna: User, ben: User, carl: Person) -> None:
    table = create_table(anna.person, game, game.options(), seats_of(game, "me", "link"))
    sit = [partial(table_seating.sit_down, Table.objects.get(pk=table.pk), person) for person in (ben.person, carl)]
    outcome = at_once(*sit, refused=SeatTaken)
    table.refresh_from_db()
    assert sum(isinstance(one, SeatTaken) for one in outcome) == 1
    assert table.status == Table.Status.PLAYING
    assert Shuffle.objects.filter(table=table, number__isnull=False).count() == 1


# -- leaving and coming back -------------------------------------------------------------------------------------------


def test_a_seat_that_was_left_waits_for_its_player(shared: Table, ben: User) -> None:
    before = shared.version
    table_seating.leave_table(shared, ben.person)
    shared.refresh_from_db()
    assert shared.version > before, "whoever watches hears of it"
    assert shared.find_seat(ben.person) is None
    assert shared.status == Table.Status.PLAYING
    assert table_seating.sit_down(shared, ben.person).number == 1
    assert ben.person in [place.person for place in shared.list_seats()]


def test_who_does_not_sit_cannot_leave(shared: Table, carl: Person) -> None:
    with pytest.raises(Forbidden):
        table_seating.leave_table(shared, carl)


def test_somebody_else_takes_over_a_seat(shared: Table, ben: User, carl: Person) -> None:
    table_seating.leave_table(shared, ben.person)
    assert table_seating.sit_down(shared, carl).number == 1
    with pytest.raises(SeatTaken):
        table_seating.sit_down(shared, ben.person)


@pytest.mark.parametrize("next_one", ["person", "bot"])
def test_whoever_takes_over_a_seat_inherits_nothing_that_was_said_there(
    shared: Table, anna: User, ben: User, carl: Person, next_one: str
) -> None:
    """Everything about a seat is reset for a new player, except its place, its player, and who can come back."""
    own = {"id", "table", "number", "person", "bot", "name", "left"}
    kept = [field for field in Seat._meta.concrete_fields if field.name not in own]
    used = {"forecasts": [["a question", 0, 1]], "stood_in": True}
    assert {field.name for field in kept} == set(used), "say what a seat in use keeps of its player"
    shared.places.filter(number=1).update(**used)
    table_seating.leave_table(shared, ben.person)
    shared.places.filter(number=1).update(**used)  # as it may have stayed in an older row
    if next_one == "bot":
        table_seating.seat_bot(shared, anna.person, 1, "learner")
    else:
        table_seating.sit_down(shared, carl)
    taken = shared.places.get(number=1)
    assert {field.name: getattr(taken, field.name) for field in kept} == {
        field.name: field.get_default() for field in kept
    }


def test_who_has_seen_a_hand_takes_no_other(shared: Table, anna: User, ben: User) -> None:
    table_seating.leave_table(shared, anna.person)
    table_seating.leave_table(shared, ben.person)
    with pytest.raises(SeatTaken):
        table_seating.sit_down(shared, ben.person, 0)
    assert table_seating.sit_down(shared, ben.person).number == 1


def test_who_has_seen_a_hand_takes_no_other_after_a_third_has_sat_there(
    shared: Table, anna: User, ben: User, carl: Person
) -> None:
    table_seating.leave_table(shared, ben.person)
    table_seating.sit_down(shared, carl)
    table_seating.leave_table(shared, carl)
    table_seating.leave_table(shared, anna.person)
    with pytest.raises(SeatTaken):
        table_seating.sit_down(shared, ben.person, 0)
    assert table_seating.sit_down(shared, ben.person).number == 1


def test_a_bot_takes_over_a_seat_and_gives_it_back(shared: Table, anna: User, ben: User) -> None:
    table_seating.leave_table(shared, ben.person)
    place = table_seating.seat_bot(shared, anna.person, 1, "learner")
    assert (place.bot, place.person) == ("learner", None)
    assert table_seating.sit_down(shared, ben.person).number == 1
    assert shared.places.get(number=1).bot == ""


def test_a_bot_that_takes_over_is_waited_for(shared: Table, anna: User, ben: User, play_on: PlayOn) -> None:
    play_on(shared, until=lambda table: table.waits_for == [1])
    table_seating.leave_table(shared, ben.person)
    shared.refresh_from_db()
    assert shared.bot_due is None
    table_seating.seat_bot(shared, anna.person, 1, "steady")
    shared.refresh_from_db()
    assert shared.bot_due is not None


def test_bots_are_put_by_whoever_set_up_the_table(shared: Table, anna: User, ben: User) -> None:
    table_seating.leave_table(shared, ben.person)
    for person in (ben.person, None):
        with pytest.raises(Forbidden):
            table_seating.seat_bot(shared, person, 1, "steady")
    for level in ("link", "me", "grandmaster", ""):
        with pytest.raises(BadSeats):
            table_seating.seat_bot(shared, anna.person, 1, level)
    with pytest.raises(SeatTaken):
        table_seating.seat_bot(shared, anna.person, 77, "steady")


def test_a_bot_does_not_push_a_player_aside(shared: Table, anna: User, play_on: PlayOn) -> None:
    play_on(shared, until=lambda table: table.waits_for == [1])
    with pytest.raises(SeatTaken):
        table_seating.seat_bot(shared, anna.person, 1, "steady")


def test_a_bot_takes_over_from_somebody_who_keeps_the_table_waiting(
    shared: Table, anna: User, ben: User, play_on: PlayOn
) -> None:
    play_on(shared, until=lambda table: table.waits_for == [1])
    Table.objects.update(changed=timezone.now() - timedelta(minutes=5))
    table_seating.seat_bot(shared, anna.person, 1, "steady")
    assert shared.places.get(number=1).left == ben.person
    assert table_seating.sit_down(shared, ben.person).number == 1, "and may come back"


@pytest.mark.slow
def test_when_all_people_have_gone_bots_go_on_alone(solo: Table, anna: User, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.is_between_deals)
    table_seating.seat_bot(solo, anna.person, 1, "steady")
    table_seating.leave_table(solo, anna.person)
    solo.refresh_from_db()
    assert not solo.is_between_deals


# -- again -------------------------------------------------------------------------------------------------------------


@pytest.mark.repeated
def test_the_same_table_again(shared: Table, anna: User, ben: User, finish: Finish) -> None:
    finish(shared)
    following = table_seating.play_again(shared, ben.person)
    assert following.find_seat(ben.person).number == 1
    assert following.options == shared.options
    assert [place.bot for place in following.list_seats()] == [place.bot for place in shared.list_seats()]
    assert table_seating.play_again(shared, ben.person) == following, "a second click leads to the same table"
    assert table_seating.play_again(shared, anna.person) == following
    assert following.find_seat(anna.person).number == 0
    following.refresh_from_db()
    assert following.status == Table.Status.PLAYING


@pytest.mark.slow
def test_a_rematch_is_one_table_more_of_those_that_one_may_have(
    shared: Table, anna: User, ben: User, as_anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_seating, "MOST_TABLES", 2)
    following = table_seating.play_again(shared, anna.person)
    with pytest.raises(TooManyTables):
        table_seating.play_again(following, anna.person)
    for path in (f"/play/{following.code}/again/", "/play/now/"):
        page = as_anna.post(path, {"game": shared.game}, follow=True)
        assert "2 unfinished tables" in page.text
    assert Table.objects.count() == 2
    assert table_seating.play_again(shared, anna.person) == following, "what is there already is gone to all the same"
    assert table_seating.play_again(shared, ben.person) == following


@pytest.mark.repeated
def test_only_players_play_again(shared: Table, carl: Person, finish: Finish) -> None:
    finish(shared)
    with pytest.raises(Forbidden):
        table_seating.play_again(shared, carl)


# -- people ------------------------------------------------------------------------------------------------------------


def test_a_visitor_who_gets_an_account_keeps_the_seat(shared: Table, anna: User, carl: Person) -> None:
    table = create_table(carl, shared.engine_game, shared.house_rules, seats_of(shared.engine_game, "me", "steady"))
    carl.merge_into(anna.person)
    table.refresh_from_db()
    assert table.owner == anna.person
    assert table.find_seat(anna.person).number == 0


def test_two_seats_of_one_person_become_one(shared: Table, anna: User, ben: User) -> None:
    ben.person.merge_into(anna.person)
    assert shared.find_seat(anna.person).number == 0
    assert shared.places.get(number=1).is_free


def test_who_asks_to_be_forgotten_leaves_a_free_seat(shared: Table, ben: User) -> None:
    ben.person.delete_with_all_data()
    assert shared.places.get(number=1).is_free
    assert shared.list_player_names()


@pytest.mark.slow
def test_what_is_kept_of_a_person_can_be_taken_away(solo: Table, anna: User, ben: User, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.is_between_deals)
    kept = export_person_tables(anna.person)
    assert [one["table"] for one in kept] == [solo.code]
    assert kept[0]["moves"]
    assert export_person_tables(ben.person) == []


def test_what_is_taken_away_has_the_moves_of_ones_own_time_at_a_seat_alone(
    shared: Table, ben: User, carl: Person, play_on: PlayOn
) -> None:
    def moved(times: int) -> Callable[[Table], bool]:
        return lambda table: table.moves.filter(seat=1, by=Move.MoverKind.PERSON).count() >= times or table.is_over

    def texts() -> list[str]:
        return [
            *shared.moves.filter(seat=1, by=Move.MoverKind.PERSON).order_by("number").values_list("text", flat=True)
        ]

    play_on(shared, until=moved(1))
    bens = texts()
    table_seating.leave_table(shared, ben.person)
    table_seating.sit_down(shared, carl)
    play_on(shared, until=moved(len(bens) + 2))
    [former], [present] = export_person_tables(ben.person), export_person_tables(carl)
    assert (former["moves"], former["left"]) == (bens, True)
    assert (present["moves"], present["left"]) == (texts()[len(bens) :], False)

"""The daily puzzle: one a day, the same for everyone, prepared in advance, and counted by the reader's calendar."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

import games
from core.api.models import SCOPES, Token
from core.authoring.collections import editing
from core.classes import enrollment
from core.people.models import Person
from core.practice import daily, maintenance, tasks
from core.practice.attempt_contexts import AttemptContext, AttemptContextProvider, attempt_contexts
from core.practice.daily_progress import compute_streak, measure_time_to_next_day
from core.practice.models import Answer, Attempt, DailyPuzzle, Puzzle, Rating
from tests.conftest import PASSWORD
from tests.racing import at_once

AUCKLAND, LOS_ANGELES = "Pacific/Auckland", "America/Los_Angeles"
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock: `at(moment)`."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_clock(NOON)
    return set_clock


def make(day: date = TODAY) -> DailyPuzzle:
    return daily.get_or_generate_daily_puzzle(day)


def answer(client: Client, row: DailyPuzzle, *, right: bool = True) -> Any:
    """Send an answer to the puzzle of a day; each wrong one is another."""
    url = f"{row.puzzle.get_absolute_url()}answer/?for=daily"
    return client.post(url, build_form(row, right), follow=True)


def build_form(row: DailyPuzzle, right: bool) -> dict[str, Any]:
    posed, key = row.puzzle.engine_puzzle, row.puzzle.engine_puzzle.key
    if posed.form == "number":
        return {"answer": key if right else int(key) + 1}
    if posed.form == "match":
        chosen = key if right else dict.fromkeys(key, next(iter(dict(posed.labels))))
        return {f"answer-{id}": label for id, label in chosen.items()}
    if posed.form == "tick":
        others = [option.id for option in posed.options if option.id not in key]
        return {"answer": list(key) if right else others[:1] or list(key)[1:]}
    rights = key if isinstance(key, (list, tuple)) else [key]
    wrong = next(option.id for option in posed.options if option.id not in rights)
    return {"answer": rights[0] if right else wrong}


def find_easy_answer_day(day: date = TODAY) -> date:
    """Return the first day from `day` on whose puzzle is answered by one choice."""
    return next(
        later for later in (day + DAY * ahead for ahead in range(30)) if make(later).puzzle.engine_puzzle.form == "one"
    )


# -- which puzzle a day has --------------------------------------------------------------------------------------------


def test_games_take_turns_and_two_fixed_weekdays_are_easy() -> None:
    days = [TODAY + DAY * ahead for ahead in range(400)]
    names = [daily.get_daily_game(day).slug for day in days]
    assert all(len(set(names[start : start + 11])) == len(games.all_games()) for start in range(389))
    easy = {day.weekday() for day in days if daily.get_daily_level(day) is daily.Level.EASY}
    assert len(easy) >= 2
    assert all(daily.get_daily_level(day) is daily.Level.EASY for day in days if day.weekday() in easy)
    for slug in games.all_games():
        levels = {daily.get_daily_level(day) for day in days if daily.get_daily_game(day).slug == slug}
        assert levels == set(daily.Level), slug


@pytest.mark.slow
def test_a_puzzle_is_of_its_level_and_no_two_are_alike(db: None) -> None:
    """For each game and weekday over 11 weeks, one in three; all of them are checked by `daily_year`."""
    rows = [make(TODAY + DAY * ahead) for ahead in range(0, 77, 3)]
    assert len({row.puzzle.look for row in rows}) == len(rows)
    assert len({row.puzzle.game for row in rows}) == len(games.all_games())
    for row in rows:
        assert row.level == daily.get_daily_level(row.date)
        assert row.puzzle.level == row.level
        posed = row.puzzle.engine_theme.pose(row.puzzle.setup, row.puzzle.house_rules)
        assert posed.key == row.puzzle.engine_puzzle.key


def test_an_easy_puzzle_is_about_what_the_first_lessons_teach(db: None) -> None:
    row = make(date(2026, 11, 30))
    lessons = row.puzzle.engine_game.lessons
    first = [lesson for number, lesson in enumerate(lessons) if lesson.is_needed or number < (len(lessons) + 1) // 2]
    assert set(row.puzzle.clauses) <= {clause for lesson in first for step in lesson.steps for clause in step.clauses}
    assert row.puzzle.rating <= 1100


def test_a_day_has_the_same_puzzle_whenever_and_wherever_it_is_generated(db: None) -> None:
    first = make()
    code, question = first.puzzle.code, first.puzzle.asked
    first.delete()
    Puzzle.objects.all().delete()
    again = make()
    assert (again.puzzle.code, again.puzzle.asked) == (code, question)


def test_a_puzzle_like_that_of_an_earlier_day_is_passed_over(db: None) -> None:
    row = make()
    look, code = row.puzzle.look, row.puzzle.code
    DailyPuzzle.objects.all().delete()
    other = Puzzle.objects.create(
        code="another", game=row.puzzle.game, theme="any", setup={}, digest="x", look=look, rating=1000
    )
    DailyPuzzle.objects.create(date=TODAY - 11 * DAY, puzzle=other, level="easy")
    assert make().puzzle.look != look
    assert make().puzzle.code != code


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_the_same_puzzle() -> None:
    first, second = at_once(lambda: make().puzzle.code, lambda: make().puzzle.code)
    assert first == second
    assert DailyPuzzle.objects.count() == 1


# -- prepared in advance -----------------------------------------------------------------------------------------------


def test_days_are_prepared_before_they_begin_anywhere(db: None, at: Any, eager: None) -> None:
    tasks.prepare_daily_puzzles.delay()
    days = set(DailyPuzzle.objects.values_list("date", flat=True))
    anywhere = {NOON.astimezone(ZoneInfo(zone)).date() for zone in ("Etc/GMT+12", "Pacific/Kiritimati")}
    assert days >= {day + DAY * ahead for day in anywhere for ahead in range(4)}
    codes = set(DailyPuzzle.objects.values_list("puzzle__code", flat=True))
    tasks.prepare_daily_puzzles.delay()
    assert set(DailyPuzzle.objects.values_list("puzzle__code", flat=True)) == codes


def test_preparing_stops_in_time_and_says_whether_days_are_left(db: None, at: Any) -> None:
    assert daily.prepare_daily_puzzles(until=0.0)
    assert DailyPuzzle.objects.count() == 1
    while daily.prepare_daily_puzzles(until=0.0):
        pass
    assert DailyPuzzle.objects.count() == len(daily.list_days_to_prepare(NOON))


@pytest.mark.slow
def test_a_worker_that_was_away_leaves_no_day_without_a_puzzle(stranger: Client, at: Any, db: None) -> None:
    """The days in between are generated when somebody asks for them."""
    make(TODAY - 30 * DAY)
    led = stranger.get("/practice/daily/")
    assert led.status_code == 302
    assert led.url == f"{DailyPuzzle.objects.get(date=TODAY).puzzle.get_absolute_url()}?for=daily"
    assert stranger.get(f"/practice/daily/{TODAY - 3 * DAY}/").status_code == 302
    assert stranger.get(f"/practice/daily/{TODAY - 31 * DAY}/").status_code == 404
    assert DailyPuzzle.objects.count() == 3


def test_a_daily_puzzle_is_never_cleared_away(db: None, at: Any) -> None:
    code = make().puzzle.code
    Puzzle.objects.update(made=NOON - timedelta(days=90))
    maintenance.delete_untried_puzzles()
    assert set(Puzzle.objects.values_list("code", flat=True)) == {code}


# -- days and time zones -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hour", "zone", "ahead"), [(12, AUCKLAND, 1), (12, "", 0), (5, LOS_ANGELES, -1)])
def test_the_day_is_the_readers(stranger: Client, at: Any, hour: int, zone: str, ahead: int, db: None) -> None:
    at(NOON.replace(hour=hour))
    stranger.cookies["time_zone"] = zone
    day = TODAY + DAY * ahead
    stranger.get("/practice/daily/")
    assert DailyPuzzle.objects.get().date == day
    assert stranger.get(f"/practice/daily/{day}/").status_code == 302
    assert stranger.get(f"/practice/daily/{day + DAY}/").status_code == 404


@pytest.mark.parametrize("path", ["", "?for=daily", "answer/", "answer/?for=daily", "hint/", "hint/?for=daily"])
def test_a_puzzle_is_closed_until_its_day_begins_for_the_reader(stranger: Client, at: Any, path: str) -> None:
    row = make(TODAY + DAY)
    url = row.puzzle.get_absolute_url() + path
    send = stranger.post if "/?" in path or path.endswith("/") else stranger.get
    for zone, is_open in (("", False), (LOS_ANGELES, False), (AUCKLAND, True)):
        stranger.cookies["time_zone"] = zone
        assert (send(url).status_code == 404) is not is_open, zone


@pytest.mark.parametrize("text", ["2026-13-01", "2026-02-30", "20261129", "0000-01-01", "today", "9999-12-31"])
def test_what_is_no_day_or_far_away_is_not_found(stranger: Client, at: Any, text: str, db: None) -> None:
    make(TODAY)
    assert stranger.get(f"/practice/daily/{text}/").status_code == 404


@given(minutes=st.integers(0, 3 * 24 * 60), zone=st.sampled_from([AUCKLAND, LOS_ANGELES, "UTC", "Asia/Kathmandu"]))
def test_the_time_to_the_next_puzzle_ends_at_midnight(minutes: int, zone: str) -> None:
    """The last of these days in Los Angeles has 25 hours, and others have 24."""
    now, reader = datetime(2026, 10, 30, tzinfo=UTC) + timedelta(minutes=minutes), ZoneInfo(zone)
    hours, rest = measure_time_to_next_day(now, reader)
    then = now + timedelta(hours=hours, minutes=rest)
    assert 0 <= hours <= 25
    assert then.astimezone(reader).date() == now.astimezone(reader).date() + DAY
    assert (then - timedelta(minutes=1)).astimezone(reader).date() == now.astimezone(reader).date()


# -- days in a row -----------------------------------------------------------------------------------------------------

ENDED = re.compile("S+(?:MS{6,})*MS{0,5}M")
"""A streak of solved days (S) that has ended: two of its missed days (M) have fewer than six solved days between."""


def streaks_by_pattern(days: str) -> tuple[int, int]:
    """Return the present streak and the best one, read off the days as a text."""
    lengths = []
    rest = days.lstrip("M")
    while ended := ENDED.match(rest):
        lengths.append(ended[0].count("S"))
        rest = rest[ended.end() :].lstrip("M")
    return rest.count("S"), max([*lengths, rest.count("S")])


@given(st.text("SM", max_size=60) | st.text("SSSSSM", max_size=60))
def test_a_streak_forgives_one_missed_day_a_week(days: str) -> None:
    solved = {TODAY + DAY * number for number, sign in enumerate(days) if sign == "S"}
    assert compute_streak(solved, TODAY + DAY * (len(days) - 1)) == streaks_by_pattern(days)


@pytest.mark.parametrize(
    ("days", "length"),
    [("", 0), ("S", 1), ("SSM", 2), ("SSMS", 3), ("SSMM", 0), ("SMSSSSSM", 0), ("SMSSSSSSM", 7), ("SMSSSSSSMM", 0)],
)
def test_a_streak_ends_with_the_second_missed_day_within_seven(days: str, length: int) -> None:
    solved = {TODAY + DAY * number for number, sign in enumerate(days) if sign == "S"}
    assert compute_streak(solved, TODAY + DAY * (len(days) - 1)).length == length


def test_days_in_a_row_are_counted_by_the_calendar_of_each_answer(as_anna: Client, at: Any) -> None:
    """From New Zealand to California, where the second day begins 21 hours later."""
    for moment, zone in (
        (NOON - DAY, AUCKLAND),  # the 29th there
        (NOON + timedelta(hours=20), LOS_ANGELES),  # the 30th there
        (
            NOON + timedelta(hours=43, minutes=50),
            LOS_ANGELES,
        ),  # the 30th still
    ):
        at(moment)
        as_anna.cookies["time_zone"] = zone
        day = moment.astimezone(ZoneInfo(zone)).date()
        if not Attempt.objects.filter(puzzle__daily__date=day).exists():
            answer(as_anna, make(day))
    assert "2 days in a row" in as_anna.get("/").text
    assert sorted(Answer.objects.values_list("day", flat=True)) == [TODAY, TODAY + DAY]


def test_a_puzzle_solved_on_a_later_day_does_not_count(as_anna: Client, at: Any) -> None:
    row = make(TODAY - DAY)
    answer(as_anna, row)
    page = as_anna.get(f"/practice/daily/{TODAY - DAY}/").text
    assert "Solved on the first try" in page
    assert "on a later day" in page
    assert "No streak yet" in page
    assert "days in a row" not in page
    assert "Solved later" in as_anna.get("/practice/daily/archive/").text


# -- answers and results -----------------------------------------------------------------------------------------------


def test_a_visitor_solves_it_on_the_ordinary_puzzle_page(stranger: Client, at: Any, db: None) -> None:
    row = make()
    page = stranger.get("/practice/daily/", follow=True)
    assert page.redirect_chain[-1][0] == row.puzzle_url
    assert "try 1 of 3" in page.text
    assert "Daily, Nov 29: hard, standard rules" in page.text
    done = answer(stranger, row).text
    assert f'href="/practice/daily/{TODAY}/"' in done
    assert "See your result" in done
    result = stranger.get("/practice/daily/").text
    assert "Solved on the first try" in result
    assert "1 person so far" in result
    assert not Rating.objects.exists()


def test_nobody_gets_the_answer_before_the_last_try(as_anna: Client, at: Any) -> None:
    row = make(find_easy_answer_day())
    at(datetime.combine(row.date, NOON.timetz()))
    why = row.puzzle.engine_puzzle.why
    for tries in (1, 2):
        page = answer(as_anna, row, right=False).text
        assert "See your result" not in page
        assert 'badge good">correct' not in page
        assert as_anna.get(f"/practice/daily/{row.date}/").url == row.puzzle_url
        assert Attempt.objects.get().tries == tries
    assert "See your result" in answer(as_anna, row, right=False).text
    page = as_anna.get(f"/practice/daily/{row.date}/").text
    assert "Not solved this time" in page
    assert "🟥🟥🟥" in page
    assert answer(as_anna, row).status_code == 422, "no fourth try"
    assert why


def test_a_daily_puzzle_is_answered_for_the_day_alone(as_anna: Client, at: Any) -> None:
    """Its own page leads there, and neither own practice nor a program gets its answer out of it."""
    row = make()
    assert as_anna.get(row.puzzle.get_absolute_url()).url == row.puzzle_url
    as_anna.post(f"{row.puzzle.get_absolute_url()}answer/", build_form(row, right=False))
    assert Attempt.objects.get().occasion == "daily"


def test_a_student_solves_it_where_a_teacher_assigned_it(
    as_anna: Client, at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day's page doesn't tell what an assignment hides."""
    row = make()

    class Assigned(AttemptContextProvider):
        def find_attempt_context(self, *args: Any) -> AttemptContext:
            return AttemptContext("given", tells=False)

        def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> AttemptContext:
            return AttemptContext("given", tells=False)

    monkeypatch.setattr(attempt_contexts, "providers", [Assigned()])
    assert as_anna.get("/practice/daily/", follow=True).redirect_chain[-1][0].endswith("?for=given")
    answer(as_anna, row)
    assert Attempt.objects.get().occasion == "given"


def test_it_is_neither_collected_nor_assigned(as_anna: Client, anna: User, at: Any) -> None:
    """In a class or a collection, the answer would be shown elsewhere than on the day's page."""
    code = make().puzzle.code
    with pytest.raises(editing.CollectionError, match="daily puzzle"):
        editing.parse_entry(code, anna.person)
    classroom = enrollment.create_class(anna.person, "7b", ["Zoe"], "seed")
    sent = {"game": "court-piece", "title": "Any", "puzzles": code}
    page = as_anna.post(reverse("classes:give", args=[classroom.code]), sent)
    assert "is a daily puzzle" in page.text


def test_a_hint_shows_in_the_row(as_anna: Client, at: Any) -> None:
    row = make()
    as_anna.post(f"{row.puzzle.get_absolute_url()}hint/?for=daily")
    answer(as_anna, row)
    page = as_anna.get("/practice/daily/").text
    assert "🟨" in page
    assert "1 hint" in page


@pytest.mark.slow
def test_the_text_to_share_gives_nothing_away(as_anna: Client, at: Any) -> None:
    for ago in (4, 3, 1):
        at(NOON - DAY * ago)
        answer(as_anna, make(TODAY - DAY * ago))
    at(NOON)
    row = make()
    answer(as_anna, row, right=False)
    answer(as_anna, row)
    response = as_anna.get("/practice/daily/")
    text = response.context["share_text"]
    assert text.splitlines() == [
        "House Rules daily · Nov 29 · Court Piece · solved on the second try 🟥🟩 · 4 days in a row",
        f"http://testserver/practice/daily/{TODAY}/",
    ]
    assert f'data-copy="{text}"' in response.text
    posed = row.puzzle.engine_puzzle
    for secret in (
        posed.question,
        posed.why,
        row.puzzle.theme,
        row.puzzle.code,
        *(option.text for option in posed.options),
    ):
        assert secret not in text


def test_results_of_everyone_are_only_numbers(as_anna: Client, as_ben: Client, client_of: Any, at: Any) -> None:
    row = make()
    answer(as_anna, row)
    answer(as_ben, row, right=False)
    answer(as_ben, row)
    answer(client_of(None), row, right=False)  # isn't finished
    page = as_anna.get("/practice/daily/")
    assert [(share.number, share.percent) for share in page.context["results"]] == [(1, 50), (1, 50), (0, 0), (0, 0)]
    assert "2 people so far" in page.text
    assert "ben" not in page.text


def test_the_archive_says_what_was_solved_missed_and_not_tried(as_anna: Client, at: Any) -> None:
    first = make(date(2026, 10, 30))
    lost, open_day = make(TODAY - 2 * DAY), make(TODAY)
    answer(as_anna, first)
    for _ in range(3):
        answer(as_anna, lost, right=False)
    page = as_anna.get("/practice/daily/archive/")
    signs = {day.date: day.sign for day in page.context["days"]}
    assert len(signs) == 29, "November until today"
    assert {day for day, sign in signs.items() if sign} == {lost.date}
    assert (signs[lost.date], signs[open_day.date]) == ("missed", "")
    assert "1 missed" in page.text
    october = as_anna.get("/practice/daily/archive/?month=2026-10")
    assert [day.sign for day in october.context["days"]] == ["", "late"]
    for month in ("2026-09", "2026-12", "2026-13", "soon", "2026-1"):
        assert as_anna.get(f"/practice/daily/archive/?month={month}").status_code == 404, month


def test_home_and_practice_lead_there_with_one_tap(as_anna: Client, at: Any, db: None) -> None:
    for page in ("/", "/practice/"):
        assert 'href="/practice/daily/"' in as_anna.get(page).text, page
    assert not DailyPuzzle.objects.exists(), "nobody waits for a puzzle on the home page"
    row = make()
    assert row.puzzle.engine_theme.title in as_anna.get("/").text
    assert row.puzzle.engine_puzzle.question not in as_anna.get("/").text
    answer(as_anna, row)
    assert "See your result" in as_anna.get("/").text


@pytest.mark.slow
def test_the_card_costs_few_queries(as_anna: Client, at: Any, anna: User) -> None:
    for ago in range(3, -1, -1):
        at(NOON - DAY * ago)
        answer(as_anna, make(TODAY - DAY * ago))
    with CaptureQueriesContext(connection) as captured:
        as_anna.get("/")
    tables = [query["sql"] for query in captured if "practice_" in query["sql"]]
    others = ("practice_review", '"practice_attempt"."rated") ORDER BY')
    daily = [sql for sql in tables if not any(part in sql for part in others)]
    assert len(daily) <= 4, "reviews and the rating have cards of their own"


# -- whose it is -------------------------------------------------------------------------------------------------------


def test_what_a_visitor_solved_comes_along_into_an_account(stranger: Client, at: Any, db: None) -> None:
    for ago in (1, 0):
        at(NOON - DAY * ago)
        answer(stranger, make(TODAY - DAY * ago))
    stranger.post("/account/signup/", {"username": "clara.1999", "password1": "queen of spades", "name": "Clara"})
    assert Person.objects.get().user is not None
    assert "2 days in a row" in stranger.get("/practice/daily/").text


def test_days_of_a_visitor_and_of_an_account_are_joined(stranger: Client, as_anna: Client, anna: User, at: Any) -> None:
    """On a day that both have tried, the account's attempt stays."""
    at(NOON - DAY)
    answer(as_anna, make(TODAY - DAY))
    at(NOON)
    answer(stranger, make())
    stranger.post("/account/login/", {"login": "anna", "password": PASSWORD, "bring": "on"})
    assert Attempt.objects.filter(person=anna.person, occasion="daily").count() == 2
    assert "2 days in a row" in as_anna.get("/practice/daily/").text


def test_a_persons_days_are_in_the_export_and_go_with_the_account(as_anna: Client, anna: User, at: Any) -> None:
    row = make()
    answer(as_anna, row, right=False)
    exported = json.loads(json.dumps(anna.person.export_stored_data()))["practice"]
    assert exported["answers"][0] | {"day": str(TODAY), "occasion": "daily", "missed": None} == exported["answers"][0]
    answer(as_anna, row)
    exported = anna.person.export_stored_data()["practice"]
    assert (exported["attempts"][0]["tries"], exported["attempts"][0]["solved"]) == (2, True)
    anna.person.delete_with_all_data()
    assert not Attempt.objects.exists()
    assert set(Answer.objects.values_list("person", flat=True)) == {None}
    assert DailyPuzzle.objects.count() == 1


# -- programs ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def program(anna: User) -> Client:
    token = Token.create_with_secret(anna, "Any", SCOPES, 7)[1]
    return Client(headers={"Authorization": f"Token {token}"})


def test_a_program_reads_the_puzzle_of_a_day(program: Client, at: Any) -> None:
    body = program.get("/api/v1/puzzles/daily/").json()
    row = DailyPuzzle.objects.get()
    assert (body["date"], body["level"], body["page"]) == (str(TODAY), row.level, f"/practice/daily/{TODAY}/")
    assert body["puzzle"]["code"] == row.puzzle.code
    assert row.puzzle.engine_puzzle.why not in json.dumps(body)
    assert "key" not in body["puzzle"]
    earlier = program.get(f"/api/v1/puzzles/daily/?date={TODAY - DAY}")
    assert earlier.status_code == 404
    ahead = program.get("/api/v1/puzzles/daily/?time_zone=Pacific/Auckland").json()
    assert ahead["date"] == str(TODAY + DAY)


@pytest.mark.parametrize("query", ["date=2026-11-30", "date=2027-01-01", f"date=2026-11-30&time_zone={LOS_ANGELES}"])
def test_a_program_gets_no_day_that_has_not_begun(program: Client, at: Any, query: str) -> None:
    make(TODAY + DAY)
    assert program.get(f"/api/v1/puzzles/daily/?{query}").status_code == 404


@pytest.mark.parametrize("query", ["date=soon", "date=2026-02-30", "date=20261129", "date="])
def test_a_program_is_told_what_a_date_is(program: Client, at: Any, query: str) -> None:
    assert program.get(f"/api/v1/puzzles/daily/?{query}").status_code == 422


def test_a_program_neither_answers_nor_gets_hints(program: Client, at: Any) -> None:
    row = make()
    for path, body in (("attempts", {"answer": row.puzzle.engine_puzzle.key}), ("hints", {})):
        url = f"/api/v1/puzzles/{row.puzzle.code}/{path}/"
        assert program.post(url, body, content_type="application/json").status_code == 409
    assert not Attempt.objects.exists()


def test_a_program_cannot_open_the_puzzle_of_a_day_that_has_begun_nowhere(program: Client, at: Any) -> None:
    for ahead, status in ((1, 200), (2, 404)):  # at noon in London, tomorrow has begun in Kiribati
        code = make(TODAY + DAY * ahead).puzzle.code
        assert program.get(f"/api/v1/puzzles/{code}/").status_code == status

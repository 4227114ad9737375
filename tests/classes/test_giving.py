"""What teachers give: one press is enough, what cannot be is refused by name, and nobody else gets in."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles.models import BuiltPuzzle, Visibility
from core.classes import assignment_form, assignment_puzzles, tasks
from core.classes.models import Assignment, AssignmentItem, Classroom, ClassRules, Teacher
from core.people import get_user_person
from core.practice import themes
from core.practice.models import Answer, NoPuzzlePossible, Puzzle
from games.engine.work_limits import limit_processor_time
from tests.classes.conftest import GAME, School
from tests.racing import at_once
from variants import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("eager")]
HOUR = timedelta(hours=1)
USUAL = {"game": GAME.slug, "title": "Friday", "fresh": "3", "same": "yes", "tries": "2", "tells": "now", "hints": "on"}


def form(school: School, **values: Any) -> dict[str, Any]:
    """Return what the form sends, with other values here and there."""
    sent = USUAL | {"rules": GAME.options().digest()} | values
    return {name: value for name, value in sent.items() if value is not None}


def give(school: School, **values: Any) -> Any:
    return school.clients["Anna"].post(school.url("give/"), form(school, **values))


def asked(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


# -- one press -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_press_is_enough(school: School) -> None:
    page = school.clients["Anna"].get(school.url("give/"))
    shown = page.context["form"]
    sent = {name: shown[name].value() for name in shown.fields}
    sent["due"] = shown.fields["due"].prepare_value(sent["due"])
    answer = school.clients["Anna"].post(
        school.url("give/"),
        {name: value for name, value in sent.items() if value is not None} | {"rules": next(iter(shown.by))},
    )
    given = Assignment.objects.get()
    assert answer.url == given.get_absolute_url()
    tasks.make_assignment_puzzles(given.pk)  # what there was no time for while somebody waited
    assert (given.fresh, given.items.count(), given.tries, given.tells, given.hints) == (12, 12, 2, True, True)
    assert "three students get 12 puzzles under the standard rules" in page.text.lower()


@pytest.mark.slow
def test_house_rules_keep_the_name_that_the_site_gives_them(school: School) -> None:
    rules = services.save_rules(GAME, GAME.options({"rounds": 5}), "Aunt Zoé’s", site=True)
    services.set_site_default_rules(GAME, rules)
    page = school.clients["Anna"].get(school.url(f"give/?game={GAME.slug}")).text
    assert "Class rules: Aunt Zoé’s<" in page
    assert "under Aunt Zoé’s, whatever their own rules are" in page
    give(school, rules=rules.digest)
    assert ">Aunt Zoé’s</a>" in school.clients["Anna"].get(Assignment.objects.get().get_absolute_url()).text


def test_the_page_says_what_would_come_of_the_choice(school: School) -> None:
    slug = GAME.lessons[0].slug
    asked = {"lessons": [slug], "fresh": "2"}
    assert (
        "Three students get one lesson and two puzzles"
        in school.clients["Anna"].get(school.url("give/"), form(school, **asked)).text
    )
    assert not Assignment.objects.exists()


@pytest.mark.slow
def test_the_game_decides_what_is_offered(school: School) -> None:
    themes.cache_sample_puzzles()  # as a site does at its start, outside of the time that a request has
    for game in games.all_games().values():
        page = school.clients["Anna"].get(school.url("give/"), {"game": game.slug})
        offered = {id for _, entries in page.context["form"].sections for id, _ in entries}
        assert offered <= set(game.clauses)
        assert page.context["game"] is game


def test_rules_come_from_the_class_and_stay_as_they_were(school: School) -> None:
    preset = GAME.options.load_preset(GAME.options.presets[-1].name)
    own = ClassRules.objects.create(
        classroom=school.classroom, game=GAME.slug, options=preset.list_nonstandard_values()
    )
    first = next(iter(school.clients["Anna"].get(school.url("give/"), {"game": GAME.slug}).context["form"].by))
    assert first == preset.digest()
    give(school, rules=first)
    own.delete()
    given = Assignment.objects.get()
    assert given.house_rules == preset
    assert {item.puzzle.digest for item in given.items.all() if item.puzzle} == {first}


def test_puzzles_lessons_and_fresh_ones_come_together(school: School) -> None:
    known = Puzzle.generate_puzzle(GAME, GAME.options(), name="known")
    lines = f"https://house.example{known.get_absolute_url()}?theme=x\n{known.code}\n\n"
    give(school, puzzles=lines, lessons=[GAME.lessons[0].slug], fresh="2")
    kinds = [item.lesson or item.puzzle == known for item in Assignment.objects.get().items.all()]
    assert kinds == [GAME.lessons[0].slug, True, False, False]


def test_ones_own_puzzles_can_be_ticked(school: School, anna: User) -> None:
    """The newest version of each, but none that was taken back."""
    old, mine, gone = (Puzzle.generate_puzzle(GAME, GAME.options(), name=name) for name in ("old", "mine", "gone"))
    item, other = (
        BuiltPuzzle.objects.create(owner=anna.person, game=GAME.slug, title=title) for title in ("Mine", "Gone")
    )
    item.publish(old, proven=True)
    item.publish(mine, proven=True)
    other.publish(gone, proven=True)
    BuiltPuzzle.objects.filter(pk=other.pk).update(withdrawn=timezone.now())
    assert [puzzle for _, puzzle in assignment_form.list_own_puzzles(anna.person, GAME)] == [mine]
    assert assignment_form.list_own_puzzles(None, GAME) == []
    give(school, own=[mine.code], fresh="")
    item = Assignment.objects.get().items.get()
    assert (item.puzzle, item.title) == (mine, "Mine")
    form = assignment_form.AssignmentForm(school.classroom, anna.person, GAME, None, [mine.code])
    assert (form["title"].value(), form["fresh"].value(), form["own"].value()) == ("Mine", None, [mine.code])
    assert "1 puzzle" in form.describe_assignment(3) or "one puzzle" in form.describe_assignment(3)


@pytest.mark.slow
def test_it_begins_with_the_game_that_its_teacher_was_busy_with(school: School, anna: User) -> None:
    def begins() -> str:
        return str(school.clients["Anna"].get(school.url("give/")).context["game"].slug)

    others = [game for game in games.all_games().values() if game.slug != GAME.slug]
    assert begins() == next(iter(games.all_games()))
    item = BuiltPuzzle.objects.create(owner=anna.person, game=others[1].slug, title="Mine")
    item.publish(Puzzle.generate_puzzle(GAME, GAME.options(), name="mine"), proven=True)
    assert begins() == others[1].slug
    school.give()
    assert begins() == GAME.slug
    lesson = Lesson.objects.create(owner=anna.person, game=others[2].slug, title="Mine")
    lesson.publish(engine=1)
    assert begins() == others[2].slug


def test_a_test_whose_answers_stand_open_elsewhere_is_named(school: School, anna: User) -> None:
    mine = Puzzle.generate_puzzle(GAME, GAME.options(), name="mine")
    item = BuiltPuzzle.objects.create(owner=anna.person, game=GAME.slug, title="Mine")
    item.publish(mine, proven=True)
    due = f"{timezone.now() + timedelta(days=1):%Y-%m-%dT%H:%M}"

    def says(**values: Any) -> str:
        sent = form(school, own=[mine.code], fresh="", **values)
        return str(school.clients["Anna"].get(school.url("give/"), sent).context["says"])

    assert "Anyone with the link" in says(tells="later", due=due)
    assert "whoever" not in says(due=due)
    BuiltPuzzle.objects.update(visibility=Visibility.CLASS)
    assert "whoever" not in says(tells="later", due=due)


@pytest.mark.slow
def test_clauses_come_equally_often(school: School) -> None:
    clauses = [id for _, entries in assignment_puzzles.list_askable_clauses(GAME, GAME.options()) for id, _ in entries][
        :3
    ]
    give(school, fresh="6", clauses=clauses)
    items = Assignment.objects.get().items.order_by("place")
    for number, item in enumerate(items):
        assert item.puzzle is not None
        assert clauses[number % 3] in item.puzzle.clauses


def test_moments_go_by_the_teachers_clock(school: School) -> None:
    day = (timezone.now() + timedelta(days=3)).date()
    give(school, due=f"{day}T16:00", zone="Asia/Kolkata")
    due = Assignment.objects.get().due
    assert due == datetime(day.year, day.month, day.day, 10, 30, tzinfo=UTC)


# -- refusals ------------------------------------------------------------------------------------------------------

SOON = f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"
LATER = f"{timezone.now() + timedelta(days=4):%Y-%m-%dT%H:%M}"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"fresh": ""}, "Choose what to assign: new puzzles, a lesson"),
        ({"fresh": "41"}, "less than or equal to 40"),
        ({"fresh": "-1"}, "greater than or equal to 0"),
        ({"title": " "}, "This field is required"),
        ({"title": "x" * 61}, "at most 60"),
        ({"puzzles": "nonsense!"}, "There’s no puzzle with the link or code “nonsense!”"),
        ({"rules": "none"}, "Select a valid choice"),
        ({"clauses": ["no.such"]}, "Select a valid choice"),
        ({"lessons": ["no-such"]}, "Select a valid choice"),
        ({"due": "tomorrow"}, "Enter a date and time"),
        ({"due": "2020-01-01T10:00"}, "in the past"),
        ({"opens": "2020-01-01T10:00", "due": "2020-01-02T10:00"}, "in the past"),
        ({"due": "9999-12-31T23:59", "zone": "America/Los_Angeles"}, "must be from 2000 to 2999"),
        ({"opens": "0001-01-01T00:00", "zone": "Pacific/Kiritimati"}, "must be from 2000 to 2999"),
        ({"opens": LATER, "due": SOON}, "due date must be after the opening date"),
        ({"tells": "later"}, "Set a due date"),
        ({"tries": "9"}, "Select a valid choice"),
        ({"pass_at": "101"}, "less than or equal to 100"),
    ],
)
def test_what_cannot_be_given_is_refused_by_name_and_nothing_is_lost(
    school: School, values: dict[str, Any], said: str
) -> None:
    page = give(school, **({"title": "My own title"} | values))
    assert page.status_code == 422
    assert said in page.text
    assert page.context["form"].data["fresh"] == values.get("fresh", "3")
    assert not Assignment.objects.exists()
    assert not AssignmentItem.objects.exists()


def test_a_puzzle_of_another_game_is_refused(school: School) -> None:
    other = games.get("daifugo")
    puzzle = Puzzle.generate_puzzle(other, other.options(), name="other")
    page = give(school, puzzles=puzzle.code)
    assert f"is a puzzle for {other.title}" in page.text


def test_more_clauses_than_puzzles_are_refused(school: School) -> None:
    clauses = [id for _, entries in assignment_puzzles.list_askable_clauses(GAME, GAME.options()) for id, _ in entries][
        :4
    ]
    assert "4 rules are selected" in give(school, clauses=clauses).text


def test_a_clause_about_which_nothing_can_be_asked_is_named(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    clause = assignment_puzzles.list_askable_clauses(GAME, GAME.options())[0][1][0][0]

    def nothing(*asked: Any, **more: Any) -> Any:
        raise NoPuzzlePossible

    monkeypatch.setattr(Puzzle, "generate_puzzle", nothing)
    page = give(school, clauses=[clause])
    assert page.status_code == 422
    assert f"There are no puzzles about “{GAME.rulebook.get_clause_title(clause)}”" in page.text
    assert not Assignment.objects.exists()


def test_nothing_is_given_to_a_class_that_has_ended(school: School) -> None:
    school.classroom.archived = timezone.now()
    school.classroom.save()
    assert give(school).status_code == 422


# -- making --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_takes_long_is_made_in_the_background(
    school: School, monkeypatch: pytest.MonkeyPatch, eager: None
) -> None:
    monkeypatch.setattr(assignment_puzzles, "PATIENCE", -1.0)
    monkeypatch.setattr(tasks.make_assignment_puzzles, "delay", lambda *given: None)
    monkeypatch.setattr(assignment_puzzles.generate_missing_puzzles, "__defaults__", (None, -1.0))
    give(school)
    given = Assignment.objects.get()
    assert not given.items.exists()
    assert "preparing 3 more puzzles" in school.clients["Anna"].get(given.get_absolute_url()).text
    assert "aren’t ready yet" in school.clients["Ben"].get(school.own_url(f"do/{given.code}/")).text
    monkeypatch.undo()
    for _ in range(2):
        tasks.make_assignment_puzzles(given.pk)
    assert given.items.count() == 3


def test_a_request_that_may_search_no_longer_leaves_the_rest(school: School) -> None:
    given = school.give(fresh=0)
    given.fresh = 3
    with limit_processor_time(0.0):
        assert not assignment_puzzles.generate_missing_puzzles(given)
    assert assignment_puzzles.generate_missing_puzzles(given)


def test_a_students_own_are_made_in_the_background_too(school: School) -> None:
    given, ben, clara = school.give(same=False), school.students["Ben"], school.students["Clara"]
    tasks.make_assignment_puzzles(given.pk, ben.pk)
    tasks.make_assignment_puzzles(given.pk)
    tasks.make_assignment_puzzles(given.pk, 10**6)
    assert (given.items.filter(student=ben).count(), given.items.exclude(student=ben).count()) == (3, 0)
    assert "Start" in school.clients["Clara"].get(school.own_url()).text
    assert not given.items.filter(student=clara).exists()


def test_the_same_name_makes_the_same_puzzles(school: School) -> None:
    given = school.give()
    before = list(given.items.values_list("place", "puzzle__code"))
    given.items.all().delete()
    assignment_puzzles.generate_missing_puzzles(given)
    assert list(given.items.values_list("place", "puzzle__code")) == before


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_each_puzzle_once(school: School) -> None:
    given, student = school.give(same=False), school.students["Ben"]
    assert all(at_once(*[lambda: assignment_puzzles.generate_missing_puzzles(given, student, patience=60)] * 4))
    places = Counter(given.items.filter(student=student).values_list("place", flat=True))
    assert (len(places), set(places.values())) == (3, {1})


# -- afterwards ----------------------------------------------------------------------------------------------------


def change(school: School, given: Assignment, **values: Any) -> Any:
    sent = {"title": given.title, "opens": "", "due": LATER, "tells": "now"} | values
    return school.clients["Anna"].post(school.url(f"given/{given.code}/change/"), sent)


def test_title_times_and_telling_can_be_changed(school: School) -> None:
    given = school.give()
    assert change(school, given, title="Monday", tells="later").status_code == 302
    given.refresh_from_db()
    assert (given.title, given.tells, f"{given.due:%Y-%m-%dT%H:%M}") == ("Monday", False, LATER)


@pytest.mark.parametrize("values", [{"title": ""}, {"opens": LATER, "due": SOON}, {"tells": "later", "due": ""}])
def test_a_change_that_cannot_be_is_refused(school: School, values: dict[str, str]) -> None:
    given = school.give()
    assert change(school, given, **values).status_code == 422
    assert Assignment.objects.get().title == "Homework"


def test_it_is_taken_back_while_nobody_has_answered(school: School) -> None:
    given = school.give()
    school.clients["Anna"].post(school.url(f"given/{given.code}/withdraw/"))
    assert not Assignment.objects.exists()


@pytest.mark.slow
def test_it_is_closed_once_somebody_has(school: School) -> None:
    given = school.give()
    puzzle = given.items.first().puzzle
    school.answer("Ben", given, puzzle, right=True)
    school.clients["Anna"].post(school.url(f"given/{given.code}/withdraw/"))
    given.refresh_from_db()
    assert given.due
    assert given.due <= timezone.now()
    assert Answer.objects.count() == 1
    assert school.answer("Clara", given, puzzle, right=True).status_code == 422


# -- who -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_only_teachers_of_the_class_get_in(school: School, stranger: Client, client_of: Any, admin: Client) -> None:
    other = User.objects.create_user("colleague")
    theirs = Classroom.objects.create(name="8a")
    Teacher.objects.create(classroom=theirs, person=get_user_person(other))
    given = school.give()
    gets = ["", "give/", f"given/{given.code}/", f"given/{given.code}/csv/", f"given/{given.code}/change/"]
    gets.append(f"student/{school.students['Ben'].pk}/")
    posts = ["give/", f"given/{given.code}/change/", f"given/{given.code}/withdraw/"]
    for client in (stranger, admin, school.clients["Ben"], client_of(other)):
        assert {client.get(school.url(path)).status_code for path in gets} == {404}
        assert {client.post(school.url(path), form(school)).status_code for path in posts} == {404}
    assert {school.clients["Anna"].get(school.url(path)).status_code for path in gets} == {200}
    assert Assignment.objects.count() == 1


def test_what_is_of_another_class_is_not_found_in_ones_own(school: School, anna: User) -> None:
    theirs = Classroom.objects.create(name="8a")
    Teacher.objects.create(classroom=theirs, person=get_user_person(anna))
    given = school.give()
    for path in (f"given/{given.code}/", f"student/{school.students['Ben'].pk}/"):
        assert school.clients["Anna"].get(f"/teach/class/{theirs.code}/{path}").status_code == 404


@pytest.mark.slow
def test_giving_takes_no_more_queries_for_a_large_class(school: School) -> None:
    few = asked(school.clients["Anna"], school.url("give/"))
    for number in range(10):
        school.join(f"More{number}")
        school.give(title=f"More {number}")
    assert asked(school.clients["Anna"], school.url("give/")) == few


def test_looking_writes_nothing(school: School) -> None:
    given = school.give(same=False)
    for path in (
        "",
        "give/",
        f"given/{given.code}/",
        f"given/{given.code}/csv/",
        f"student/{school.students['Ben'].pk}/",
    ):
        with CaptureQueriesContext(connection) as queries:
            school.clients["Anna"].get(school.url(path))
        written = [one["sql"] for one in queries if one["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
        assert not written

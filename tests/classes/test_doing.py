"""What students do with what they were given: the way through it, what is told when, and no way around it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from core.api.models import Token
from core.classes import enrollment
from core.classes.models import Assignment, AssignmentItem, Classroom
from core.learn.course import get_course
from core.learn.models import StepDone
from core.people import get_user_person
from core.practice.models import Answer, Attempt, Puzzle, Rating, ReviewPlan
from tests.classes.conftest import GAME, School, answer_to, send

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def puzzles(assignment: Assignment) -> list[Puzzle]:
    return [item.puzzle for item in assignment.items.select_related("puzzle") if item.puzzle]


def later(assignment: Assignment) -> None:
    """It was due an hour ago."""
    Assignment.objects.filter(pk=assignment.pk).update(due=timezone.now() - HOUR)


# -- the way through -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_student_goes_from_one_puzzle_to_the_next_and_to_the_end(school: School) -> None:
    given, ben = school.give(), school.clients["Ben"]
    url, seen = school.own_url(f"do/{given.code}/"), []
    for puzzle in puzzles(given):
        there = ben.get(url)
        assert there.url == f"{puzzle.get_absolute_url()}?for={given.code}"
        page = ben.get(there.url).text
        assert "Homework" in page
        answered = school.answer("Ben", given, puzzle, right=True).text
        url = school.own_url(f"do/{given.code}/") + f"?after={given.items.get(puzzle=puzzle).place}"
        assert url.replace("&", "&amp;") in answered
        seen.append(there.url)
    assert len(set(seen)) == 3
    assert "All 3 done" in ben.get(url).text
    assert "3 of 3 done" in ben.get(school.own_url()).text


def test_a_wrong_answer_with_tries_left_does_not_hold_anybody_up(school: School) -> None:
    given, ben = school.give(tries=2), school.clients["Ben"]
    first, second, _ = puzzles(given)
    page = school.answer("Ben", given, first, right=False).text
    assert "Try again" in page
    place = given.items.get(puzzle=first).place
    assert second.code in ben.get(school.own_url(f"do/{given.code}/?after={place}")).url


def test_it_is_not_rated_and_changes_no_puzzle(school: School) -> None:
    given = school.give()
    for puzzle in puzzles(given):
        school.answer("Ben", given, puzzle, right=True)
    assert Answer.objects.filter(occasion=given.code).count() == 3
    assert not Rating.objects.exists()
    assert not Attempt.objects.filter(rated=True).exists()


def test_so_many_tries_are_taken_and_no_more(school: School) -> None:
    given = school.give(tries=2)
    puzzle = puzzles(given)[0]
    for _ in range(3):
        answered = school.answer("Ben", given, puzzle, right=False)
    assert answered.status_code == 422
    assert Answer.objects.filter(occasion=given.code).count() == 2


@pytest.mark.parametrize("moved", [{"due": timezone.now() - HOUR}, {"opens": timezone.now() + HOUR}])
def test_nothing_is_taken_before_it_opens_or_when_it_was_due(school: School, moved: dict[str, Any]) -> None:
    given = school.give()
    Assignment.objects.filter(pk=given.pk).update(**moved)
    page = school.answer("Ben", given, puzzles(given)[0], right=True)
    assert (page.status_code, page.text.count('class="notice')) == (422, 1), "why, once"
    assert not Answer.objects.exists()


def test_nothing_is_taken_of_a_class_that_has_ended(school: School) -> None:
    given = school.give()
    school.answer("Ben", given, puzzles(given)[0], right=True)
    school.classroom.archived = timezone.now()
    school.classroom.save()
    assert school.answer("Ben", given, puzzles(given)[1], right=True).status_code == 422
    page = school.clients["Ben"].get(school.own_url()).text
    assert "has ended" in page
    assert "1 of 3 done" in page


def test_what_is_not_open_yet_is_not_told_of(school: School) -> None:
    given = school.give(opens=timezone.now() + HOUR, title="A surprise")
    ben = school.clients["Ben"]
    assert "A surprise" not in ben.get(school.own_url()).text
    assert ben.get(school.own_url(f"do/{given.code}/")).status_code == 404


@pytest.mark.parametrize(
    ("slug", "theme"),
    [
        ("vazhushal", "legal-wipes"),
        ("court-piece", "who-wins"),
        ("guts", "next-pot"),
        ("daifugo", "the-titles"),
        ("contract-rummy", "go-out"),
        ("commune", "what-is-so"),
    ],
)
def test_whoever_may_try_again_hears_nothing_of_what_is_right(school: School, slug: str, theme: str) -> None:
    game = games.get(slug)
    puzzle = Puzzle.generate_puzzle(game, game.options(), theme=theme, name="to try again")
    posed, secret = puzzle.engine_puzzle, "This is so."
    right = posed.reasons if posed.form == "match" else [id for id in posed.reasons if id in posed.key]
    puzzle.asked |= {"why": secret, "hints": [secret], "reasons": {**posed.reasons, **dict.fromkeys(right, secret)}}
    puzzle.save()
    given = school.give(fresh=0, tries=2)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    ben, url = school.clients["Ben"], f"{puzzle.get_absolute_url()}?for={given.code}"
    before, first, second = ben.get(url).text, *(school.answer("Ben", given, puzzle, False).text for _ in range(2))
    for sign in (secret, "The answer is ", "badge", "clause-link"):
        assert sign not in first
    assert secret in second
    assert "You can ask for a hint" in first
    if posed.bare:
        assert table_of(first) == table_of(before)
        assert table_of(first) != table_of(second)
    end = ben.get(school.own_url(f"do/{given.code}/?end")).text
    assert "Review these rules" in end


def test_the_file_of_oneself_names_no_clauses_before_the_last_try(school: School) -> None:
    given = school.give(tries=2)
    puzzle = puzzles(given)[0]
    for named in (False, True):
        school.answer("Ben", given, puzzle, right=False)
        kept = json.loads(school.clients["Ben"].get("/me/data.json").content)["practice"]["answers"]
        assert [(bool(row["missed"]), row["right"]) for row in kept] == [(named, False)] * len(kept)


def table_of(page: str) -> str:
    """The table of a puzzle's page."""
    return page[page.index('class="frame-table"') : page.index('class="frame-ask"')]


def test_no_hints_where_none_are_given(school: School) -> None:
    given = school.give(hints=False)
    puzzle, ben = puzzles(given)[0], school.clients["Ben"]
    page = ben.get(f"{puzzle.get_absolute_url()}?for={given.code}").text
    assert "puzzle-hint" not in page
    assert ben.post(f"{puzzle.get_absolute_url()}hint/?for={given.code}").status_code == 422
    assert ben.post(f"{puzzle.get_absolute_url()}hint/").status_code == 422


def test_lessons_are_done_when_all_their_steps_are(school: School) -> None:
    given, ben = school.give(fresh=0), school.clients["Ben"]
    slug, places = next(iter(get_course(GAME, GAME.options()).items()))
    AssignmentItem.objects.create(assignment=given, place=0, lesson=slug)
    assert f"/course/{slug}/" in ben.get(school.own_url(f"do/{given.code}/")).url
    for place in places:
        StepDone.objects.create(person=school.students["Ben"].person, game=GAME.slug, step=place.id)
    assert "All 1 done" in ben.get(school.own_url(f"do/{given.code}/")).text


def test_the_end_names_what_helps(school: School) -> None:
    given = school.give(tries=1)
    for puzzle in puzzles(given):
        school.answer("Ben", given, puzzle, right=False)
    page = school.clients["Ben"].get(school.own_url(f"do/{given.code}/")).text
    missed = Answer.objects.first().missed[0]
    assert "3 incorrect" in page
    assert f"#{missed}" in page


def test_it_stands_on_the_students_own_page(school: School) -> None:
    school.give(title="For Friday")
    assert "For Friday" in school.clients["Ben"].get("/me/").text
    assert "For Friday" not in school.clients["Anna"].get("/me/").text


# -- puzzles of one's own ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_student_gets_puzzles_of_their_own_once(school: School) -> None:
    given = school.give(same=False)
    url = school.own_url(f"do/{given.code}/")
    for name in ("Ben", "Clara"):
        assert "made just for you" in school.clients[name].get(url).text
        assert not given.items.filter(student=school.students[name]).exists()
        for _ in range(2):
            school.clients[name].post(url)
    theirs = [
        set(given.items.filter(student=school.students[name]).values_list("puzzle", flat=True))
        for name in ("Ben", "Clara")
    ]
    assert [len(one) for one in theirs] == [3, 3]
    assert not theirs[0] & theirs[1]


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("begun", [False, True])
def test_one_press_on_the_homework_leads_to_a_puzzle(school: School, same: bool, begun: bool) -> None:
    """Also where the puzzles are still to be made for the student: that press makes them."""
    given, ben = school.give(same=same), school.clients["Ben"]
    address = school.own_url(f"do/{given.code}/")
    if begun:
        ben.post(address)
        school.answer("Ben", given, puzzles(given)[0], right=True)
    page = ben.get(school.own_url()).text
    assert ("Continue" if begun else "Start") in page
    press = ben.post if f'action="{address}"' in page else ben.get
    assert f'"{address}"' in page
    led = press(address, follow=True)
    assert led.request["PATH_INFO"] in [puzzle.get_absolute_url() for puzzle in puzzles(given)]


def test_a_puzzle_of_another_students_own_is_not_theirs(school: School) -> None:
    given = school.give(same=False)
    school.clients["Ben"].post(school.own_url(f"do/{given.code}/"))
    puzzle = puzzles(given)[0]
    assert school.clients["Ben"].get(f"{puzzle.get_absolute_url()}?for={given.code}").status_code == 200
    assert school.clients["Clara"].get(f"{puzzle.get_absolute_url()}?for={given.code}").status_code == 404


def test_whoever_is_put_into_another_class_has_nothing_more_to_do_in_the_first(school: School) -> None:
    """Its pages are not there for them any more, so nothing may lead there; the puzzles stay a secret."""
    given = school.give(same=False, tells=False, due=timezone.now() + HOUR)
    school.clients["Ben"].post(school.own_url(f"do/{given.code}/"))
    puzzle = puzzles(given)[0]
    enrollment.move_student(school.students["Ben"], Classroom.objects.create(name="8a"))
    assert school.answer("Ben", given, puzzle, right=True).status_code == 404
    assert school.clients["Ben"].get(puzzle.get_absolute_url()).status_code == 404
    assert not Answer.objects.exists()


# -- told later ----------------------------------------------------------------------------------------------------


@pytest.fixture
def secret(school: School) -> Assignment:
    """Answers are told after it is due, and each puzzle is answered once."""
    return school.give(tells=False, tries=1, due=timezone.now() + HOUR)


def told(page: str) -> list[str]:
    """Return what in a page tells how it went."""
    signs = ("Incorrect", "Correct<", "badge good", "badge bad", "correct on first try", "incorrect", "✕", "✓")
    return [sign for sign in signs if sign in page]


@pytest.mark.slow
def test_what_is_told_later_stands_in_no_page_before(school: School, secret: Assignment) -> None:
    ben, (right, wrong, _) = school.clients["Ben"], puzzles(secret)
    ReviewPlan.objects.create(person=school.students["Ben"].person, game=GAME.slug)
    for puzzle, how in ((right, True), (wrong, False)):
        page = school.answer("Ben", secret, puzzle, right=how).text
        assert "Answer saved" in page
        assert not told(page)
        assert not told(ben.get(f"{puzzle.get_absolute_url()}?for={secret.code}").text)
    for url in (school.own_url(), school.own_url(f"do/{secret.code}/?end"), "/me/"):
        assert not told(ben.get(url).text), url
    practice = ben.get(f"/practice/{GAME.slug}/")
    assert "at once" not in practice.text
    assert not practice.context["due"]
    kept = json.loads(ben.get("/me/data.json").content)["practice"]
    assert {row["right"] for row in kept["answers"]} == {None}
    assert {row["solved"] for row in kept["attempts"]} == {None}


@pytest.mark.parametrize(
    "gone", [enrollment.remove_student, lambda student: enrollment.move_student(student, Classroom.objects.create())]
)
def test_whoever_leaves_is_told_later_too(school: School, secret: Assignment, gone: Any) -> None:
    puzzle = puzzles(secret)[0]
    school.answer("Ben", secret, puzzle, right=False)
    gone(school.students["Ben"])
    kept = json.loads(school.clients["Ben"].get("/me/data.json").content)["practice"]
    assert [row["right"] for row in kept["answers"]] == [None]
    assert [row["solved"] for row in kept["attempts"]] == [None]


def test_it_is_told_afterwards(school: School, secret: Assignment) -> None:
    puzzle = puzzles(secret)[0]
    school.answer("Ben", secret, puzzle, right=False)
    later(secret)
    ben = school.clients["Ben"]
    assert told(ben.get(f"{puzzle.get_absolute_url()}?for={secret.code}").text)
    assert "1 incorrect" in ben.get(school.own_url(f"do/{secret.code}/")).text
    kept = json.loads(ben.get("/me/data.json").content)["practice"]
    assert [row["right"] for row in kept["answers"]] == [False]


def test_the_plain_address_leads_to_the_assignment_while_it_runs(school: School, secret: Assignment) -> None:
    ben, puzzle = school.clients["Ben"], puzzles(secret)[0]
    assert ben.get(puzzle.get_absolute_url()).url == f"{puzzle.get_absolute_url()}?for={secret.code}"
    page = send(ben, puzzle, right=True).text
    assert not told(page)
    assert Answer.objects.get().occasion == secret.code
    later(secret)
    assert ben.get(puzzle.get_absolute_url()).status_code == 200


def test_nobody_else_finds_out_what_is_right_while_it_runs(
    school: School, secret: Assignment, stranger: Client, admin: Client
) -> None:
    puzzle = puzzles(secret)[0]
    for client in (stranger, admin):
        assert client.get(puzzle.get_absolute_url()).status_code == 404
        assert send(client, puzzle, right=True).status_code == 404
    assert school.clients["Anna"].get(puzzle.get_absolute_url()).status_code == 200
    later(secret)
    assert stranger.get(puzzle.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("who", ["Ben", "somebody else"])
def test_nobody_gives_a_puzzle_of_it_to_a_class_of_their_own(school: School, secret: Assignment, who: str) -> None:
    """There it would have hints, and any number of answers."""
    user = User.objects.create_user("stranger")
    client, person = Client(), get_user_person(user)
    client.force_login(user)
    if who in school.students:
        client, person = school.clients[who], school.students[who].person
    own = enrollment.create_class(person, "My own", ["Zoe"], "seed")
    sent = {"game": GAME.slug, "title": "Mine", "rules": GAME.options().digest(), "tries": "0", "tells": "now"}
    sent |= {"same": "yes", "hints": "on", "fresh": "0", "puzzles": puzzles(secret)[0].code}
    page = client.post(f"/teach/class/{own.code}/give/", sent)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"puzzles"}
    assert not own.assignments.exists()


def test_a_puzzle_that_all_may_know_stays_open_to_others(school: School, stranger: Client) -> None:
    known = Puzzle.generate_puzzle(GAME, GAME.options(), name="known to all")
    given = school.give(fresh=0, tells=False, due=timezone.now() + HOUR)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=known)
    assert stranger.get(known.get_absolute_url()).status_code == 200
    assert school.clients["Ben"].get(known.get_absolute_url()).status_code == 302


def test_programs_get_no_key_of_it_either(school: School, secret: Assignment, ben: User, stranger: Client) -> None:
    puzzle = puzzles(secret)[0]
    _, key = Token.create_with_secret(ben, "Ben’s", ["practice"], 7)
    headers = {"Authorization": f"Token {key}"}
    for path, sent in (("attempts", {"answer": answer_to(puzzle, True)}), ("hints", {})):
        url = f"/api/v1/puzzles/{puzzle.code}/{path}/"
        answer = stranger.post(url, sent, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "puzzle.given"), answer.content
    assert not Answer.objects.exists()
    school.answer("Ben", secret, puzzle, right=True)
    listed = stranger.get("/api/v1/attempts/", headers=headers)
    assert listed.json()["results"] == []


def test_a_given_puzzle_that_nobody_has_tried_is_not_forgotten(school: School) -> None:
    school.give()
    other = Puzzle.generate_puzzle(GAME, GAME.options(), name="nobody’s")
    assert list(Puzzle.objects.unused_before(timezone.now() + HOUR)) == [other]


# -- who, and how many queries -------------------------------------------------------------------------------------


def test_only_students_of_the_class_get_in(school: School, stranger: Client, client_of: Any) -> None:
    given = school.give()
    other = client_of(User.objects.create_user("other"))
    for url in (school.own_url(), school.own_url(f"do/{given.code}/")):
        for client in (stranger, other, school.clients["Anna"]):
            assert client.get(url).status_code == 404
        assert school.clients["Ben"].get(url).status_code in (200, 302)
    assert school.clients["Ben"].get(school.own_url("do/nothing/")).status_code == 404


def test_more_to_do_takes_no_more_queries(school: School) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert school.clients["Ben"].get(school.own_url()).status_code == 200
        return len(queries)

    school.give(fresh=2)
    few = asked()
    for number in range(4):
        school.give(fresh=6, title=f"More {number}", same=bool(number % 2))
    school.classroom.assignments.filter(title="More 0").update(due=timezone.now())
    assert asked() == few


# -- lessons by the class's rules ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_lesson_is_taken_by_the_rules_of_the_assignment_and_they_do_not_stick(school: School) -> None:
    preset = next(
        one
        for one in map(GAME.options.load_preset, [one.name for one in GAME.options.presets])
        if one.list_nonstandard_values()
    )
    given, ben = school.give(fresh=0, options=preset.list_nonstandard_values()), school.clients["Ben"]
    slug = next(iter(get_course(GAME, preset)))
    AssignmentItem.objects.create(assignment=given, place=0, lesson=slug)
    page = ben.get(school.own_url(f"do/{given.code}/"), follow=True)
    query = f"?for={given.code}"
    assert page.context["rules"].options == preset
    assert page.context["urls"]["onward"].endswith(query)
    for place in get_course(GAME, preset)[slug]:
        StepDone.objects.create(person=school.students["Ben"].person, game=GAME.slug, step=place.id)
    end = ben.get(f"/games/{GAME.slug}/course/{slug}/done/{query}")
    assert school.own_url(f"do/{given.code}/") in end.text
    rules = ben.get(f"/games/{GAME.slug}/rules/?rules={preset.digest()}&once")
    assert rules.context["rules"].options == preset
    assert ben.get(f"/games/{GAME.slug}/rules/").context["rules"].options == GAME.options()
    assert "rules" not in ben.session


def test_nobody_else_takes_a_lesson_for_an_assignment(school: School, stranger: Client) -> None:
    given = school.give()
    slug = next(iter(get_course(GAME, GAME.options())))
    for client in (stranger, school.clients["Anna"]):
        assert client.get(f"/games/{GAME.slug}/course/{slug}/?for={given.code}").status_code == 404

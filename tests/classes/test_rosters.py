"""Who is in a class: pasted names, slips, a teacher's pages, and who may see them."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import games
from core.classes import co_teachers, enrollment
from core.classes.models import (
    MOST_STUDENTS,
    MOST_TEACHERS,
    Assignment,
    Classroom,
    ClassRules,
    Student,
    Teacher,
    get_rules_for_new_assignment,
    hash_code,
)
from core.classes.roster import (
    LEAVE,
    TAKE,
    build_line_decisions,
    compute_fingerprint,
    generate_usernames,
    list_accepted_names,
    parse_roster,
    pick_display_names,
)
from core.people import get_user_person
from core.people.models import Person
from core.practice.models import Answer, Puzzle

pytestmark = pytest.mark.django_db
GAME = next(iter(games.all_games().values()))
NEW = "/teach/class/new/"
NAMES = ["Amélie Dubois", "Ben Okafor", "Клара Иванова"]


@pytest.fixture
def classroom(anna: User) -> Classroom:
    """Anna's class 7b, with three students."""
    return enrollment.create_class(anna.person, "7b", NAMES, "seed")


def sent(text: str, **more: str) -> dict[str, str]:
    """The form of a new class, for which the teacher has looked at what comes of it."""
    return {
        "name": "7b",
        "names": text,
        "seed": "s",
        "seen": compute_fingerprint(parse_roster(text)),
        "make": "1",
        **more,
    }


def at(name: str, classroom: Classroom, *more: Any) -> str:
    return reverse(f"classes:{name}", args=[classroom.code, *more])


# -- reading names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Amélie Dubois", "Amélie Dubois"),
        ("  1. Amélie   Dubois ", "Amélie Dubois"),
        ("12) Ben", "Ben"),
        ("3\tBen Okafor\t7b", "Ben Okafor"),
        ("Ben Okafor\tben@example.org", "Ben Okafor"),
        ("- Ben", "Ben"),
        ("-Ben", "Ben"),
        ("• Ben", "Ben"),
        ("Dubois, Amélie", "Amélie Dubois"),
        ('"de Vries, Anouk"', "Anouk de Vries"),
        ("Anne-Marie O’Neil", "Anne-Marie O’Neil"),
        ("Ame\u0301lie", "Amélie"),
        ("🎉 Rosa", "Rosa"),
        ("Ro\u202esa\x00\x07", "Rosa"),
        ("李小龙", "李小龙"),
        ("محمد", "محمد"),
    ],
)
def test_a_name_is_found_in_its_line(line: str, name: str) -> None:
    [found] = parse_roster(line)
    assert (found.name, found.refused, found.asks) == (name, "", "")


@pytest.mark.parametrize("line", ["12345", "---", "🎉🎉", "1\t2\t3", "x" * 61, "y" * 1000, ",,,", "\u202e\u200b"])
def test_what_is_no_name_is_left_out_and_said_at_its_line(line: str) -> None:
    found = parse_roster(f"Ben\n\n{line}\nAnna")[1]
    assert found.refused
    assert found.number == 3


@pytest.mark.parametrize("line", ["=cmd|calc", "<script>alert(1)</script>", "@SUM(A1)", "+Anna", "a@example.org"])
def test_what_hardly_is_a_name_is_taken_only_if_the_teacher_says_so(line: str) -> None:
    lines = parse_roster(line)
    assert list_accepted_names(build_line_decisions(lines, {})) == []
    assert list_accepted_names(build_line_decisions(lines, {lines[0].decision_field_name: TAKE})) == [line]


def test_of_two_students_of_one_name_the_teacher_says_whether_they_are_one() -> None:
    lines = parse_roster("Ben Okafor\nAnna\nBEN  OKAFOR")
    first, _, second = build_line_decisions(lines, {})
    assert (first.is_undecided, second.is_undecided) == (False, True)
    assert len(list_accepted_names(build_line_decisions(lines, {second.line.decision_field_name: TAKE}))) == 3
    assert len(list_accepted_names(build_line_decisions(lines, {second.line.decision_field_name: LEAVE}))) == 2


def test_an_answer_holds_while_other_lines_come_and_go() -> None:
    assert (
        parse_roster("Ben\nBen")[1].decision_field_name == parse_roster("Anna\n\nBen\nCleo\nBen")[3].decision_field_name
    )


def test_login_names_are_short_plain_and_all_different() -> None:
    names = [
        "Amélie Dubois",
        "Ben",
        "Ben",
        "Клара Иванова",
        "李小龙",
        "Elif Yıldız",
        "Łukasz",
        "Maximiliana-Josefina",
        "X Y",
        "O'Brien",
        "N’Golo Diarra",
    ]
    found = generate_usernames(names, "seed")
    assert len(set(found)) == len(names)
    assert all(login.isascii() and login == login.lower() and len(login) <= 20 for login in found)
    starts = [login.partition(".")[0] for login in found]
    plain = ["amelie", "ben", "ben", "student", "student", "elif", "lukasz", "maximiliana", "student"]
    assert starts == [*plain, "obrien", "ngolo"]


@pytest.mark.slow
def test_a_login_name_that_is_taken_is_not_given_again() -> None:
    first = generate_usernames(["Ben"] * 500, "seed")
    assert len(set(first)) == 500
    assert not set(first) & set(generate_usernames(["Ben"] * 100, "seed", set(first)))


def test_names_for_the_table_differ_within_a_class() -> None:
    assert len(set(pick_display_names(100, Random(1)))) == 100
    assert not set(pick_display_names(20, Random(1), ["Otter"])) & {"Otter"}
    assert len(pick_display_names(200, Random(1))) == 200


# -- making a class ----------------------------------------------------------------------------------------------------


def test_a_visitor_reads_what_it_is_and_is_asked_to_sign_in(stranger: Client) -> None:
    page = stranger.get("/teach/")
    assert page.status_code == 200
    assert f"/account/login/?next={NEW}" in page.text
    assert stranger.get(NEW).status_code == 302
    assert not stranger.post(NEW, sent("Ben")).url.startswith("/teach/")
    assert not Person.objects.exists()


def test_a_class_is_made_of_a_pasted_list(as_anna: Client, anna: User) -> None:
    made = as_anna.post(NEW, sent("1. Amélie Dubois\nOkafor, Ben\n\nКлара Иванова"))
    classroom = Classroom.objects.get()
    assert made.url == at("slips", classroom)
    assert [*classroom.teachers.all()] == [anna.person]
    assert {student.name for student in classroom.students.all()} == {"Amélie Dubois", "Ben Okafor", "Клара Иванова"}
    for student in classroom.students.select_related("person__user"):
        assert student.made_here
        assert not student.key
        assert not student.person.user.has_usable_password()
        assert student.person.name
        assert student.person.name not in student.name
        assert student.person.display_name != student.person.user.username


def test_what_each_gets_is_shown_before_and_given_then(as_anna: Client) -> None:
    look = as_anna.post(NEW, {"name": "7b", "names": "Ben\nAnna", "seed": "s"})
    assert look.status_code == 200
    assert not Classroom.objects.exists()
    as_anna.post(NEW, sent("Ben\nAnna"))
    for user in User.objects.filter(person__student_of__isnull=False):
        assert user.username in look.text


def test_a_part_is_drawn_while_somebody_types(as_anna: Client, htmx: dict[str, str]) -> None:
    part = as_anna.post(NEW, {"name": "", "names": "Ben\nBen", "seed": "s"}, headers=htmx)
    assert part.status_code == 200
    assert "<html" not in part.text
    assert "Two students?" in part.text


def test_a_list_that_was_not_looked_at_is_shown_first(as_anna: Client) -> None:
    answer = as_anna.post(NEW, sent("Ben") | {"names": "Ben\nAnna"})
    assert answer.status_code == 422
    assert "The list has changed" in answer.text
    assert not Classroom.objects.exists()


def test_what_is_refused_loses_nothing_and_changes_nothing(as_anna: Client) -> None:
    for form in (sent("Ben\nBen"), sent("12345"), sent("Ben", name=" "), sent("Ben", name="x" * 61)):
        answer = as_anna.post(NEW, form)
        assert answer.status_code == 422
        assert form["names"] in answer.text
    assert not Classroom.objects.exists()
    assert User.objects.count() == 1


def test_both_of_two_get_a_place(as_anna: Client) -> None:
    key = parse_roster("Ben\nBen")[1].decision_field_name
    assert as_anna.post(NEW, sent("Ben\nBen", **{key: TAKE})).status_code == 302
    assert Student.objects.filter(name="Ben").count() == 2


def test_a_class_may_begin_without_students(as_anna: Client) -> None:
    made = as_anna.post(NEW, sent(""))
    assert made.url == Classroom.objects.get().get_absolute_url()


@pytest.mark.parametrize("text", ["a" * 1_000_000, "Ben Okafor\n" * 90_000, "1" * 1_000_000, "\n" * 1_000_000])
def test_a_megabyte_is_answered_at_once(as_anna: Client, text: str) -> None:
    started = time.process_time()
    answer = as_anna.post(NEW, sent(text) if len(text.split()) < 10 else {"name": "7b", "names": text, "make": "1"})
    assert answer.status_code in (302, 422)
    assert time.process_time() - started < 3
    assert Student.objects.count() == 0


def test_ten_thousand_lines_are_too_many_and_none_is_lost(as_anna: Client) -> None:
    text = "\n".join(f"Student {number} Test" for number in range(10_000))
    answer = as_anna.post(NEW, {"name": "7b", "names": text, "make": "1"})
    assert answer.status_code == 422
    assert "10,000 lines" in answer.text
    assert "at most 100 students" in answer.text
    assert "Student 9999 Test" in answer.text
    assert not Classroom.objects.exists()


def test_more_than_a_hundred_are_refused(as_anna: Client) -> None:
    text = "\n".join(f"Student{number} Test" for number in range(101))
    answer = as_anna.post(NEW, sent(text))
    assert answer.status_code == 422
    assert "at most 100 students, not 101" in answer.text


def test_a_class_of_a_hundred_is_made(as_anna: Client) -> None:
    assert as_anna.post(NEW, sent("\n".join(f"Student{number} Test" for number in range(100)))).status_code == 302
    assert Student.objects.count() == MOST_STUDENTS
    assert len(set(Person.objects.filter(student_of__isnull=False).values_list("name", flat=True))) == MOST_STUDENTS


def test_names_that_look_like_code_are_text(as_anna: Client) -> None:
    names = ["<script>alert(1)</script>", '=HYPERLINK("x")', "{{ x }}"]
    text = "\n".join(names)
    as_anna.post(NEW, sent(text, **{line.decision_field_name: TAKE for line in parse_roster(text)}))
    classroom = Classroom.objects.get()
    page = as_anna.get(classroom.get_absolute_url()).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    taken_along = as_anna.get(at("download", classroom)).json()
    assert {student["name"] for student in taken_along["students"]} == set(names)


def test_more_students_come_in(as_anna: Client, classroom: Classroom) -> None:
    known = classroom.students.values_list("name", flat=True)
    answer = as_anna.post(
        at("add", classroom),
        sent("Diego Ruiz\nBen Okafor", seen=compute_fingerprint(parse_roster("Diego Ruiz\nBen Okafor", known))),
    )
    assert answer.status_code == 422
    assert "This name is on the list twice" in answer.text
    assert as_anna.post(at("add", classroom), sent("Diego Ruiz")).status_code == 302
    assert classroom.students.count() == 4


def test_a_class_is_never_overfull(as_anna: Client, classroom: Classroom) -> None:
    enrollment.enroll_students(classroom, [f"P{number}" for number in range(96)], "s")
    answer = as_anna.post(at("add", classroom), sent("Eda\nFay"))
    assert answer.status_code == 422
    assert "has room for 1 more" in answer.text
    with pytest.raises(enrollment.ClassroomError):
        enrollment.enroll_students(classroom, ["Eda", "Fay"], "s")
    assert classroom.students.count() == 99


def test_a_form_that_is_sent_twice_makes_one_class_and_takes_students_in_once(as_anna: Client) -> None:
    urls = {as_anna.post(NEW, sent("Ben\nAnna")).url for _ in range(2)}
    assert len(urls) == 1
    classroom = Classroom.objects.get()
    for _ in range(2):
        enrollment.enroll_students(classroom, ["Zoe", "Zoe"], "another")
    assert classroom.students.count() == 4


def test_a_teacher_does_not_make_classes_without_end(as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrollment, "MOST_CLASSES", 1)
    assert as_anna.post(NEW, sent("")).status_code == 302
    assert as_anna.post(NEW, sent("Ben", seed="another")).status_code == 422
    assert Classroom.objects.count() == 1


# -- slips -------------------------------------------------------------------------------------------------------------


def test_slips_are_shown_once_and_kept_as_hashes(as_anna: Client, classroom: Classroom) -> None:
    student = classroom.students.first()
    assert student
    page = as_anna.post(at("slips", classroom), {"student": [student.pk], "once": "one"})
    assert "no-store" in page["Cache-Control"]
    [[slip]] = page.context["sheets"]
    code = slip["code"].replace(" ", "")
    assert len(code) == 10
    student.refresh_from_db()
    assert student.key == hash_code(code)
    assert code not in json.dumps([*as_anna.session.items()])
    assert as_anna.post(at("slips", classroom), {"student": [student.pk], "once": "one"}).status_code == 302
    student.refresh_from_db()
    assert student.key == hash_code(code)


def test_ten_slips_go_on_a_sheet(as_anna: Client, classroom: Classroom) -> None:
    enrollment.enroll_students(classroom, [f"P{number}" for number in range(20)], "s")
    page = as_anna.post(at("slips", classroom), {"student": [*classroom.students.values_list("pk", flat=True)]})
    assert [len(sheet) for sheet in page.context["sheets"]] == [10, 10, 3]


def test_slips_are_for_students_of_the_class_alone(as_anna: Client, classroom: Classroom, ben: User) -> None:
    other = enrollment.create_class(ben.person, "8a", ["Zoe"], "s").students.get()
    own = enrollment.join_with_account(classroom, ben.person, "Ben")
    for sent_students in ([other.pk], [own.pk], ["x"], ["9" * 50], []):
        assert as_anna.post(at("slips", classroom), {"student": sent_students}).status_code == 422
    assert not Student.objects.exclude(key="").exists()


# -- one student -------------------------------------------------------------------------------------------------------


def test_a_student_is_renamed(as_anna: Client, classroom: Classroom) -> None:
    student = classroom.students.get(name="Ben Okafor")
    assert as_anna.post(at("rename_student", classroom, student.pk), {"name": "Okafor, Benjamin"}).status_code == 302
    student.refresh_from_db()
    assert student.name == "Benjamin Okafor"
    refused = as_anna.post(at("rename_student", classroom, student.pk), {"name": "12345"})
    assert refused.status_code == 422
    assert "12345" in refused.text


def test_a_student_moves_to_another_class_of_the_teacher(
    as_anna: Client, anna: User, ben: User, classroom: Classroom
) -> None:
    student = classroom.students.get(name="Ben Okafor")
    other = enrollment.create_class(anna.person, "7c", [], "s")
    strange = enrollment.create_class(ben.person, "8a", [], "s")
    assert as_anna.post(at("move_student", classroom, student.pk), {"to": strange.code}).status_code == 404
    assert as_anna.post(at("move_student", classroom, student.pk), {"to": other.code}).url == other.get_absolute_url()
    student.refresh_from_db()
    assert student.classroom == other
    enrollment.enroll_students(classroom, [f"P{number}" for number in range(98)], "s")
    assert as_anna.post(at("move_student", other, student.pk), {"to": classroom.code}).status_code == 422


def test_a_student_who_is_taken_out_leaves_answers_without_a_name(as_anna: Client, classroom: Classroom) -> None:
    student = classroom.students.get(name="Ben Okafor")
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    puzzle.submit_answer(student.person, puzzle.engine_puzzle.key)
    assert as_anna.post(at("remove_student", classroom, student.pk)).status_code == 422
    assert as_anna.post(at("remove_student", classroom, student.pk), {"sure": "1"}).status_code == 302
    assert not User.objects.filter(pk=student.person.user_id).exists()
    assert not Person.objects.filter(pk=student.person_id).exists()
    assert Answer.objects.get().person is None


def test_an_account_that_was_brought_along_stays(as_anna: Client, classroom: Classroom, ben: User) -> None:
    student = enrollment.join_with_account(classroom, ben.person, "Ben")
    as_anna.post(at("remove_student", classroom, student.pk), {"sure": "1"})
    assert not ben.person.student_of.exists()
    assert User.objects.filter(pk=ben.pk).exists()


def test_an_account_that_serves_another_class_stays(as_anna: Client, classroom: Classroom, ben: User) -> None:
    student = classroom.students.get(name="Ben Okafor")
    enrollment.join_with_account(enrollment.create_class(ben.person, "8a", [], "s"), student.person, "Ben")
    as_anna.post(at("remove_student", classroom, student.pk), {"sure": "1"})
    assert student.person.student_of.count() == 1


def test_a_login_name_is_never_what_others_see(classroom: Classroom, client_of: Callable[[User], Client]) -> None:
    user = classroom.students.get(name="Ben Okafor").person.user
    assert user
    client_of(user).post("/me/", {"name": ""})
    person = Person.objects.get(user=user)
    assert person.name
    assert user.username not in person.display_name
    client_of(user).post("/me/", {"name": "Benny"})
    assert Person.objects.get(user=user).display_name == "Benny"


# -- the class ---------------------------------------------------------------------------------------------------------


def test_a_class_is_renamed_and_gets_a_new_code(as_anna: Client, classroom: Classroom) -> None:
    before = classroom.joining
    as_anna.post(at("rename", classroom), {"name": " 7b  maths "})
    as_anna.post(at("renew", classroom))
    classroom.refresh_from_db()
    assert classroom.name == "7b maths"
    assert classroom.joining != before
    for name in ("", "x" * 61):
        assert as_anna.post(at("rename", classroom), {"name": name}).status_code == 422


def test_an_archived_class_is_only_looked_at(as_anna: Client, classroom: Classroom) -> None:
    as_anna.post(at("archive", classroom), {"away": "1"})
    student = classroom.students.first()
    assert student
    before = [*Student.objects.values()], [*Classroom.objects.values()]
    changes = [at(name, classroom) for name in ("add", "slips", "rules", "rename", "renew")]
    changes += [at(name, classroom, student.pk) for name in ("rename_student", "move_student")]
    for address in changes:
        answer = as_anna.post(address, {"name": "X", "names": "Zoe", "make": "1", "student": student.pk})
        assert (answer.status_code, answer.url) == (302, classroom.get_absolute_url())
    assert before == ([*Student.objects.values()], [*Classroom.objects.values()])
    for name in ("class", "settings", "download"):
        assert as_anna.get(at(name, classroom)).status_code == 200
    assert "Archived" in as_anna.get("/teach/").text
    as_anna.post(at("archive", classroom), {"away": "0"})
    assert as_anna.post(at("rename", classroom), {"name": "8b"}).url == at("settings", classroom)


def test_everything_goes_home_as_a_file(as_anna: Client, anna: User, classroom: Classroom) -> None:
    student = classroom.students.get(name="Ben Okafor")
    given = Assignment.objects.create(classroom=classroom, by=anna.person, title="First", game=GAME.slug)
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    given.items.create(place=1, puzzle=puzzle)
    for person in (student.person, None):
        Answer.objects.create(
            person=person,
            puzzle=puzzle,
            occasion=given.code,
            number=1,
            given="x",
            right=True,
            rules="x",
            version=1,
            hints=0,
        )
    answer = as_anna.get(at("download", classroom))
    assert "attachment" in answer["Content-Disposition"]
    found = answer.json()
    assert found["class"]["name"] == "7b"
    assert {one["name"] for one in found["students"]} == set(NAMES)
    assert found["assignments"][0]["items"][0]["puzzle"] == puzzle.code
    assert [one["student"] for one in found["answers"]] == [student.pk, None]
    assert as_anna.get("/me/data.json").json()["classes"]["taught"][0]["class"]["name"] == "7b"


def test_a_class_has_house_rules_of_its_own(as_anna: Client, anna: User, classroom: Classroom) -> None:
    options = GAME.options.load_preset(GAME.options.presets[-1].name)
    field = f"rules-{GAME.slug}"
    assert as_anna.post(at("rules", classroom), {field: options.digest()}).status_code == 302
    assert get_rules_for_new_assignment(classroom, GAME, anna.person) == options
    assert f'value="{options.digest()}" selected' in as_anna.get(at("rules", classroom)).text
    assert as_anna.post(at("rules", classroom), {field: "nonsense"}).status_code == 422
    assert ClassRules.objects.count() == 1
    as_anna.post(at("rules", classroom), {field: ""})
    assert not ClassRules.objects.exists()


# -- several teachers --------------------------------------------------------------------------------------------------


def test_a_colleague_comes_in_by_invitation_once(
    as_anna: Client, as_ben: Client, anna: User, ben: User, classroom: Classroom
) -> None:
    address = as_anna.get(at("settings", classroom)).context["invite"].partition("testserver")[2]
    assert Client().get(address).status_code == 200
    assert Client().post(address).status_code == 200
    assert as_ben.get(address).status_code == 200
    assert classroom.teachers.count() == 1
    for _ in range(2):  # sent again, since the first answer was lost
        assert as_ben.post(address, {"csrfmiddlewaretoken": "a"}).url == classroom.get_absolute_url()
    assert set(classroom.teachers.all()) == {anna.person, ben.person}
    assert as_ben.get(at("class", classroom)).status_code == 200
    assert as_ben.get(address).status_code == 404
    assert as_ben.get(address.replace(address[-9:-1], "AAAAAAAA")).status_code == 404


def test_a_student_does_not_become_a_teacher_of_the_class(as_ben: Client, ben: User, classroom: Classroom) -> None:
    enrollment.join_with_account(classroom, ben.person, "Ben")
    address = reverse("classes:invitation", args=[co_teachers.create_invitation(classroom)])
    assert as_ben.post(address).status_code == 422
    assert classroom.teachers.count() == 1


def test_a_class_has_so_many_teachers_at_most(as_ben: Client, classroom: Classroom) -> None:
    for number in range(MOST_TEACHERS - 1):
        person = get_user_person(User.objects.create_user(f"teacher{number}"))
        Teacher.objects.create(classroom=classroom, person=person)
    assert (
        as_ben.post(reverse("classes:invitation", args=[co_teachers.create_invitation(classroom)])).status_code == 422
    )


def test_the_last_teacher_stays(as_anna: Client, as_ben: Client, anna: User, ben: User, classroom: Classroom) -> None:
    assert as_anna.post(at("leave", classroom)).status_code == 422
    Teacher.objects.create(classroom=classroom, person=ben.person)
    assert as_anna.post(at("leave", classroom)).url == "/teach/"
    assert as_anna.get(at("class", classroom)).status_code == 404
    assert as_ben.post(at("leave", classroom)).status_code == 422


def test_with_the_last_teacher_a_class_goes_and_who_has_joined_stays(
    anna: User, ben: User, classroom: Classroom
) -> None:
    joined = classroom.students.get(name="Ben Okafor")
    Student.objects.filter(pk=joined.pk).update(joined=timezone.now())
    shared = enrollment.create_class(anna.person, "7c", ["Zoe"], "s")
    Teacher.objects.create(classroom=shared, person=ben.person)
    anna.person.delete_with_all_data()
    assert [*Classroom.objects.all()] == [shared]
    assert set(Person.objects.values_list("pk", flat=True)) == {
        ben.person.pk,
        joined.person_id,
        shared.students.get().person_id,
    }
    assert not User.objects.filter(username="anna").exists()


def test_what_a_visitor_teaches_and_attends_comes_along(anna: User, ben: User, classroom: Classroom) -> None:
    visitor = Person.objects.create()
    attended = enrollment.create_class(ben.person, "8a", [], "s")
    Student.objects.create(classroom=attended, person=visitor, name="Anna")
    Teacher.objects.create(classroom=classroom, person=visitor)
    visitor.merge_into(anna.person)
    assert attended.students.get().person == anna.person
    assert [*classroom.teachers.all()] == [anna.person]


def test_a_student_who_deletes_the_account_leaves_the_class(
    classroom: Classroom, client_of: Callable[[User], Client]
) -> None:
    student = classroom.students.get(name="Ben Okafor")
    assert student.person.user
    client_of(student.person.user).post("/me/delete/", {"sure": "on"})
    assert classroom.students.count() == 2


# -- who may see it ----------------------------------------------------------------------------------------------------


def pages(classroom: Classroom) -> list[str]:
    student = classroom.students.first()
    assert student
    names = ["class", "add", "slips", "rules", "download", "settings", "rename", "renew", "archive", "leave"]
    return [at(name, classroom) for name in names] + [
        at(name, classroom, student.pk) for name in ["enrolled", "rename_student", "move_student", "remove_student"]
    ]


@pytest.mark.slow
def test_nobody_but_its_teachers_learns_that_a_class_exists(
    classroom: Classroom, as_ben: Client, ben: User, stranger: Client, client_of: Callable[[User], Client]
) -> None:
    enrollment.create_class(ben.person, "8a", ["Zoe"], "s")
    student = classroom.students.first()
    assert student
    assert student.person.user
    before = [*Student.objects.values()], [*Classroom.objects.values()]
    for client in (as_ben, stranger, client_of(student.person.user)):
        for address in pages(classroom):
            sent_along = {"name": "X", "names": "Zoe", "sure": "1", "away": "1", "student": student.pk, "make": "1"}
            statuses = client.get(address).status_code, client.post(address, sent_along).status_code
            assert set(statuses) <= {404, 405}, address
            assert 404 in statuses
    assert before == ([*Student.objects.values()], [*Classroom.objects.values()])


def test_a_student_of_another_class_is_not_found_here(as_anna: Client, anna: User, classroom: Classroom) -> None:
    other = enrollment.create_class(anna.person, "7c", ["Zoe"], "s").students.get()
    assert as_anna.get(at("enrolled", classroom, other.pk)).status_code == 404
    assert as_anna.post(at("remove_student", classroom, other.pk), {"sure": "1"}).status_code == 404


def test_looking_writes_nothing(as_anna: Client, classroom: Classroom) -> None:
    for address in (*pages(classroom), "/teach/", NEW, "/join/", f"/join/{classroom.joining}/"):
        with CaptureQueriesContext(connection) as queries:
            as_anna.get(address)
        wrote = [one["sql"] for one in queries if one["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
        assert not [sql for sql in wrote if "django_session" not in sql], address


@pytest.mark.slow
def test_pages_ask_the_database_as_often_for_sixty_students_as_for_five(as_anna: Client, classroom: Classroom) -> None:
    def asked() -> list[int]:
        found = []
        for name in ("class", "slips", "rules", "download", "settings", "add"):
            with CaptureQueriesContext(connection) as queries:
                assert as_anna.get(at(name, classroom)).status_code == 200
            found.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            as_anna.get("/teach/")
        with CaptureQueriesContext(connection) as printed:
            as_anna.post(at("slips", classroom), {"student": [*classroom.students.values_list("pk", flat=True)]})
        return [*found, len(queries), len(printed)]

    enrollment.enroll_students(classroom, ["Eda", "Fay"], "s")
    asked()
    few = asked()
    enrollment.enroll_students(classroom, [f"Student{number}" for number in range(55)], "s")
    assert few == asked()


def test_who_looks_after_the_site_sees_no_names_of_students(admin: Client, classroom: Classroom) -> None:
    student = classroom.students.get(name="Ben Okafor")
    for page in ("", f"{student.pk}/change/"):
        assert "Okafor" not in admin.get(f"/admin/classes/student/{page}").text
    assert admin.get("/admin/classes/student/?q=Okafor").context["cl"].result_count == 0

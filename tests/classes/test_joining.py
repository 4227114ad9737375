"""Students come in: with a slip, with the code of a class, and never by guessing."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from core.classes import co_teachers, code_throttle, enrollment
from core.classes.models import Classroom, Student, Teacher
from core.people.models import Person
from tests import racing
from tests.classes.conftest import School
from tests.conftest import PASSWORD

CHOSEN = "maple syrup 9"
SCHOOL, ELSEWHERE = "192.0.2.1", "192.0.2.2"
NAMES = ["Amélie Dubois", "Ben Okafor"]


def a_class(teacher: User, names: list[str] = NAMES) -> Classroom:
    return enrollment.create_class(teacher.person, "7b", names, "seed")


@pytest.fixture
def classroom(anna: User) -> Classroom:
    """Anna's class 7b, with two students."""
    return a_class(anna)


@pytest.fixture
def slip(classroom: Classroom) -> str:
    """The code of Amélie's slip."""
    return slip_of(classroom.students.get(name="Amélie Dubois"))


def slip_of(student: Student) -> str:
    [slip] = enrollment.create_slips(student.classroom, [student.pk])
    return slip.code


def signed_in(client: Client) -> str:
    return str(client.get("/me/").context["user"])


# -- with a slip -------------------------------------------------------------------------------------------------------


def test_a_slip_is_typed_a_password_chosen_and_one_is_in(stranger: Client, slip: str, classroom: Classroom) -> None:
    led = stranger.post("/join/", {"code": f" {slip[:5].upper()}-{slip[5:]} "})
    assert led.url == f"/join/{slip}/"
    page = stranger.get(led.url).text
    for said in ("7b", "Amélie Dubois", "amelie."):
        assert said in page
    assert "Okafor" not in page
    joined = stranger.post(led.url, {"password": CHOSEN})
    assert joined.status_code == 302
    student = classroom.students.get(name="Amélie Dubois")
    assert (student.key, bool(student.joined)) == ("", True)
    assert student.person.user
    assert signed_in(stranger) == student.person.user.username


def test_next_time_login_name_and_password_are_enough(stranger: Client, slip: str, classroom: Classroom) -> None:
    stranger.post(f"/join/{slip}/", {"password": CHOSEN})
    user = classroom.students.get(name="Amélie Dubois").person.user
    assert user
    again = Client()
    assert again.post("/account/login/", {"login": user.username, "password": CHOSEN}).status_code == 302
    assert signed_in(again) == user.username


def test_looking_at_a_slip_does_not_use_it(stranger: Client, slip: str) -> None:
    for _ in range(3):
        assert stranger.get(f"/join/{slip}/").status_code == 200
    assert Client().post(f"/join/{slip}/", {"password": CHOSEN}).status_code == 302


def test_a_code_works_once(slip: str) -> None:
    assert Client().post(f"/join/{slip}/", {"password": CHOSEN}).status_code == 302
    thief = Client()
    assert thief.get(f"/join/{slip}/").status_code == 404
    assert thief.post(f"/join/{slip}/", {"password": "another one 7"}).status_code == 404
    assert thief.post("/join/", {"code": slip}).status_code == 422
    assert "_auth_user_id" not in thief.session


def test_a_code_that_somebody_else_has_just_used_is_refused_in_words(slip: str) -> None:
    enrollment.set_password_with_slip(slip, CHOSEN)
    with pytest.raises(enrollment.ClassroomError, match="already used"):
        enrollment.set_password_with_slip(slip, "another one 7")


def test_a_weak_password_is_refused_and_the_code_still_works(stranger: Client, slip: str) -> None:
    for weak in ("", "short", "12345678"):
        assert stranger.post(f"/join/{slip}/", {"password": weak}).status_code == 422
    assert stranger.post(f"/join/{slip}/", {"password": CHOSEN}).status_code == 302


def test_a_new_slip_ends_the_one_before(stranger: Client, slip: str, classroom: Classroom) -> None:
    other = slip_of(classroom.students.get(name="Amélie Dubois"))
    assert stranger.get(f"/join/{slip}/").status_code == 404
    assert stranger.get(f"/join/{other}/").status_code == 200


def test_the_old_password_holds_until_the_new_code_is_used(slip: str, classroom: Classroom) -> None:
    before, after = Client(), Client()
    before.post(f"/join/{slip}/", {"password": CHOSEN})
    student = classroom.students.get(name="Amélie Dubois")
    other = slip_of(student)
    assert student.person.user
    assert signed_in(before) == student.person.user.username
    after.post(f"/join/{other}/", {"password": "another one 7"})
    assert signed_in(before) == "AnonymousUser"
    again = Client().post("/account/login/", {"login": student.person.user.username, "password": CHOSEN})
    assert again.status_code == 200
    assert signed_in(after) == student.person.user.username


def test_what_a_visitor_did_in_this_browser_is_not_taken_along(
    stranger: Client, slip: str, classroom: Classroom
) -> None:
    stranger.post("/me/", {"name": "Somebody else"})
    stranger.post(f"/join/{slip}/", {"password": CHOSEN})
    assert classroom.students.get(name="Amélie Dubois").person.name != "Somebody else"
    assert Person.objects.get(name="Somebody else").user is None


def test_who_sends_a_slip_again_is_in(slip: str, classroom: Classroom) -> None:
    """Its answer was lost; with another password, or from another page, it has been used."""
    form = {"password": CHOSEN, "csrfmiddlewaretoken": "a"}
    others = {"password": "another one 7"}, {"csrfmiddlewaretoken": "b"}
    for sent, status in ((form, 302), (form, 302), *((form | other, 404) for other in others)):
        browser = Client()
        assert browser.post(f"/join/{slip}/", sent).status_code == status
        assert (signed_in(browser) != "AnonymousUser") is (status == 302)


def test_who_is_signed_in_is_told_that_a_slip_is_for_another_account(as_ben: Client, slip: str) -> None:
    assert "You’re signed in as ben" in as_ben.get(f"/join/{slip}/").text
    as_ben.post(f"/join/{slip}/", {"password": CHOSEN})
    assert signed_in(as_ben).startswith("amelie.")
    assert User.objects.get(username="ben").check_password(PASSWORD)


# -- with the code of a class ------------------------------------------------------------------------------------------


def test_a_visitor_joins_with_a_name_and_gets_a_login_name(stranger: Client, classroom: Classroom) -> None:
    address = stranger.post("/join/", {"code": classroom.joining.upper()}).url
    assert "Okafor" not in stranger.get(address).text
    joined = stranger.post(address, {"name": "Zoé Late", "password": CHOSEN}, follow=True)
    student = classroom.students.get(name="Zoé Late")
    assert student.made_here
    assert student.joined
    assert student.person.user
    assert student.person.user.username.startswith("zoe.")
    assert student.person.user.username in joined.text
    assert signed_in(stranger) == student.person.user.username
    assert student.person.user.check_password(CHOSEN)


@pytest.mark.slow
def test_who_presses_twice_is_in_once(classroom: Classroom) -> None:
    """Or sends it again, since the answer was lost; another page with the same name is somebody else's."""
    for number, (page, password) in enumerate((("a", ""), ("b", CHOSEN), ("c", CHOSEN)), 1):
        form = {"name": "Zoé Late", "password": password, "csrfmiddlewaretoken": page}
        browsers = Client(), Client()
        assert [one.post(f"/join/{classroom.joining}/", form).status_code for one in browsers] == [302, 302]
        assert len({signed_in(one) for one in browsers}) == 1
        assert classroom.students.filter(name="Zoé Late").count() == number


def test_without_a_password_this_browser_is_enough(stranger: Client, classroom: Classroom) -> None:
    stranger.post(f"/join/{classroom.joining}/", {"name": "Zoé"})
    user = classroom.students.get(name="Zoé").person.user
    assert user
    assert not user.has_usable_password()
    assert signed_in(stranger) == user.username


def test_somebody_with_an_account_joins_with_it(as_ben: Client, ben: User, classroom: Classroom) -> None:
    for _ in range(2):
        assert as_ben.post(f"/join/{classroom.joining}/", {"name": "Benjamin Adler"}).status_code == 302
    student = classroom.students.get(person=ben.person)
    assert (student.name, student.made_here) == ("Benjamin Adler", False)
    assert User.objects.get(pk=ben.pk).check_password(PASSWORD)


def test_a_teacher_is_led_back_to_the_class(as_anna: Client, classroom: Classroom) -> None:
    assert as_anna.post(f"/join/{classroom.joining}/", {"name": "Anna"}).url == classroom.get_absolute_url()
    assert classroom.students.count() == 2


@pytest.mark.parametrize("name", ["", "12345", "<b>x</b>", "x" * 61, "🎉"])
def test_a_name_that_is_none_is_refused(stranger: Client, classroom: Classroom, name: str) -> None:
    answer = stranger.post(f"/join/{classroom.joining}/", {"name": name, "password": CHOSEN})
    assert answer.status_code == 422
    assert classroom.students.count() == 2
    assert User.objects.count() == 3


def test_a_full_class_says_so(stranger: Client, as_ben: Client, classroom: Classroom) -> None:
    enrollment.enroll_students(classroom, [f"P{number}" for number in range(98)], "s")
    for client in (stranger, as_ben):
        answer = client.post(f"/join/{classroom.joining}/", {"name": "Zoé"})
        assert answer.status_code == 422
        assert "7b is full" in answer.text
    assert classroom.students.count() == 100


def test_nobody_joins_an_archived_class(stranger: Client, slip: str, classroom: Classroom) -> None:
    Classroom.objects.update(archived=timezone.now())
    for code, form in ((slip, {"password": CHOSEN}), (classroom.joining, {"name": "Zoé"})):
        assert "is archived" in stranger.get(f"/join/{code}/").text
        answer = stranger.post(f"/join/{code}/", form)
        assert answer.status_code == 422
        assert "is archived" in answer.text
    assert not Student.objects.exclude(joined=None).exists()


@pytest.mark.parametrize("name", ["", "Anna K."])
def test_a_teacher_without_a_name_is_no_guest(
    stranger: Client, as_anna: Client, anna: User, classroom: Classroom, name: str
) -> None:
    Person.objects.filter(user=anna).update(name=name)
    for client, address in (
        (stranger, f"/join/{classroom.joining}/"),
        (as_anna, f"{classroom.get_absolute_url()}settings/"),
    ):
        page = client.get(address)
        assert page.status_code == 200
        assert name in page.text
        assert "Guest" not in page.text


def test_an_old_joining_code_leads_nowhere(stranger: Client, classroom: Classroom) -> None:
    old = classroom.joining
    enrollment.renew_class_code(classroom)
    assert stranger.get(f"/join/{old}/").status_code == 404
    assert stranger.get(f"/join/{classroom.joining}/").status_code == 200


# -- wrong codes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["", " ", "abc", "aaaaaa", "aaaaaaaaaa", "x" * 10_000, "<script>", "ååååååå"])
def test_a_wrong_code_is_said_and_stays_in_the_field(stranger: Client, classroom: Classroom, code: str) -> None:
    answer = stranger.post("/join/", {"code": code})
    assert answer.status_code == 422
    assert "No class or slip has this code" in answer.text
    assert "<script>" not in answer.text.replace("<script src", "")


def guess(client: Client, number: int, first: str = "guess") -> list[int]:
    """Send so many different wrong codes, and return what was answered."""
    return [client.post("/join/", {"code": f"{first}{at}"}).status_code for at in range(number)]


@pytest.mark.slow
def test_who_guesses_codes_waits_and_nobody_beside_them(classroom: Classroom, slip: str) -> None:
    """However long one browser goes on, the class behind its address comes in."""
    school = Client(REMOTE_ADDR=SCHOOL)
    school.get("/join/")
    limit = code_throttle.WRONG_CODES_OF_ONE
    assert guess(school, limit + 200) == [422] * limit + [429] * 200
    assert school.get("/join/nothing/").status_code == 429
    assert school.get(f"/join/{classroom.joining}/").status_code == 429
    assert school.get(f"/join/{slip}/").status_code == 200
    for nth in range(40):
        beside = Client(REMOTE_ADDR=SCHOOL)
        assert beside.post("/join/", {"code": "wrong"}).status_code == 422
        assert beside.post(f"/join/{classroom.joining}/", {"name": f"Zoe{nth}"}).status_code == 302
    assert school.post(f"/join/{slip}/", {"password": CHOSEN}).status_code == 302


def test_who_takes_a_new_browser_for_each_guess_is_stopped(settings: Any, classroom: Classroom, slip: str) -> None:
    settings.WRONG_CODES = 5
    guesses = [guess(Client(REMOTE_ADDR=SCHOOL), 1, f"guess{nth}")[0] for nth in range(6)]
    assert guesses == [422] * 5 + [429]
    school, elsewhere = Client(REMOTE_ADDR=SCHOOL), Client(REMOTE_ADDR=ELSEWHERE)
    assert school.get(f"/join/{classroom.joining}/").status_code == 429
    assert elsewhere.get(f"/join/{classroom.joining}/").status_code == 200
    assert school.post(f"/join/{slip}/", {"password": CHOSEN}).status_code == 302


def test_a_class_that_has_begun_to_come_in_goes_on(settings: Any, classroom: Classroom) -> None:
    """The code that was right at an address stays so there, and one wrong code counts once for all who type it."""
    settings.WRONG_CODES = 5
    for _ in range(10):
        assert Client(REMOTE_ADDR=SCHOOL).post("/join/", {"code": "misread"}).status_code == 422
    assert Client(REMOTE_ADDR=SCHOOL).post("/join/", {"code": classroom.joining}).status_code == 302
    for nth in range(8):
        guess(Client(REMOTE_ADDR=SCHOOL), 1, f"guess{nth}")
    assert Client(REMOTE_ADDR=SCHOOL).get(f"/join/{a_class_code(classroom)}/").status_code == 429
    assert Client(REMOTE_ADDR=SCHOOL).get(f"/join/{classroom.joining}/").status_code == 200


def a_class_code(beside: Classroom) -> str:
    """The code of another class."""
    return Classroom.objects.create(name=f"beside {beside.name}").joining


def test_no_limit_for_an_address_leaves_that_for_a_browser(settings: Any, classroom: Classroom) -> None:
    settings.WRONG_CODES = 0
    school = Client(REMOTE_ADDR=SCHOOL)
    school.get("/join/")
    assert guess(school, code_throttle.WRONG_CODES_OF_ONE + 1)[-2:] == [422, 429]
    assert Client(REMOTE_ADDR=SCHOOL).get(f"/join/{classroom.joining}/").status_code == 200


@pytest.mark.slow
def test_a_class_of_a_hundred_joins_and_signs_in_from_one_address(anna: User) -> None:
    classroom = a_class(anna, [f"Student{number} Test" for number in range(100)])
    slips = enrollment.create_slips(classroom, classroom.students.values_list("pk", flat=True))
    for slip in slips:
        client = Client(REMOTE_ADDR=SCHOOL)
        assert client.post("/join/", {"code": f"{slip.code}x"}).status_code == 422
        assert client.post("/join/", {"code": slip.code}).status_code == 302
        assert client.post(f"/join/{slip.code}/", {"password": CHOSEN}).status_code == 302
    assert not classroom.students.filter(joined=None).exists()
    for slip in slips:
        assert slip.student.person.user
        form = {"login": slip.student.person.user.username, "password": CHOSEN}
        assert Client(REMOTE_ADDR=SCHOOL).post("/account/login/", form).status_code == 302


# -- at the same moment ------------------------------------------------------------------------------------------------


at_once = partial(racing.at_once, refused=enrollment.ClassroomError)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_a_slip_at_once_one_gets_in(anna: User) -> None:
    code = slip_of(a_class(anna).students.get(name="Ben Okafor"))
    answers = at_once(*[lambda nth=nth: enrollment.set_password_with_slip(code, f"{CHOSEN}{nth}") for nth in range(4)])
    assert sum(isinstance(one, enrollment.ClassroomError) for one in answers) == 3


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_taken_once(anna: User) -> None:
    classroom = a_class(anna, [f"P{number}" for number in range(98)])
    joins = [
        lambda nth=nth: enrollment.join_with_new_account(classroom, f"Zoe{nth}", "", f"s{nth}") for nth in range(4)
    ]
    answers = at_once(*joins)
    assert sum(isinstance(one, enrollment.ClassroomError) for one in answers) == 2
    assert classroom.students.count() == 100


@pytest.mark.django_db(transaction=True)
def test_one_account_joins_once(anna: User, ben: User) -> None:
    classroom = a_class(anna)
    at_once(*[lambda: enrollment.join_with_account(classroom, ben.person, "Ben")] * 4)
    assert classroom.students.filter(person=ben.person).count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_is_taken_out_while_joining_is_out(anna: User) -> None:
    classroom = a_class(anna)
    student = classroom.students.get(name="Ben Okafor")
    code = slip_of(student)
    at_once(lambda: enrollment.set_password_with_slip(code, CHOSEN), *[lambda: enrollment.remove_student(student)] * 2)
    assert not classroom.students.filter(name="Ben Okafor").exists()
    assert not Person.objects.filter(pk=student.person_id).exists()


@pytest.mark.django_db(transaction=True)
def test_a_student_moves_to_one_class_alone(anna: User) -> None:
    student = a_class(anna).students.get(name="Ben Okafor")
    others = [enrollment.create_class(anna.person, name, [], name) for name in ("7c", "7d")]
    answers = at_once(*[lambda one=one: enrollment.move_student(student, one) for one in others])
    assert sum(isinstance(one, enrollment.ClassroomError) for one in answers) == 1
    assert Student.objects.filter(person=student.person_id).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_classes_made_at_once_share_no_login_name(anna: User, ben: User) -> None:
    at_once(*[lambda one=one: enrollment.create_class(one.person, "7b", NAMES, "seed") for one in (anna, ben)])
    assert Student.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_of_two_teachers_who_leave_at_once_one_stays(anna: User, ben: User) -> None:
    classroom = a_class(anna)
    Teacher.objects.create(classroom=classroom, person=ben.person)
    at_once(*[lambda one=one: co_teachers.leave_class(classroom, one.person) for one in (anna, ben)])
    assert classroom.teachers.count() == 1


@pytest.mark.parametrize("address", ["auth/user", "people/person"])
def test_an_admin_is_told_which_classes_go_with_a_teacher(
    classroom: Classroom, anna: User, ben: User, admin: Client, address: str
) -> None:
    """They do not hang on her, but nobody else teaches them."""
    pk = anna.pk if address == "auth/user" else anna.person.pk

    def told() -> str:
        page = admin.get(f"/admin/{address}/{pk}/delete/").text
        return " ".join(page.partition("<h2>Summary</h2>")[2].split())

    assert "<li>Classrooms: 1</li>" in told()
    assert "<li>Students: 2</li>" in told()
    Teacher.objects.create(classroom=classroom, person=ben.person)
    assert "Classrooms" not in told()
    Teacher.objects.filter(person=ben.person).delete()
    admin.post(f"/admin/{address}/{pk}/delete/", {"post": "yes"})
    assert not Classroom.objects.exists()
    assert not Student.objects.exists()


def test_a_class_is_closed_when_all_who_teach_it_are_deleted_at_once(
    classroom: Classroom, anna: User, ben: User, admin: Client
) -> None:
    Teacher.objects.create(classroom=classroom, person=ben.person)
    chosen = {"action": "delete_selected", "_selected_action": [anna.pk, ben.pk]}
    assert "<li>Classrooms: 1</li>" in admin.post("/admin/auth/user/", chosen).text
    admin.post("/admin/auth/user/", {**chosen, "post": "yes"})
    assert not Classroom.objects.exists()
    assert not User.objects.exclude(username="admin").exists()


def test_a_student_was_here_yesterday_by_the_calendar_of_the_teacher(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here at 10 PM in New York, which is the next day in UTC, and looked for five hours later."""
    ben = school.students["Ben"]
    ben.person.seen = datetime(2026, 3, 6, 3, tzinfo=UTC)
    ben.person.save()
    ben.joined = ben.person.seen
    ben.save()
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 6, 8, tzinfo=UTC))
    for zone, day in (("America/New_York", "yesterday"), ("UTC", "today")):
        school.clients["Anna"].cookies["time_zone"] = zone
        assert f"<dd>{day}</dd>" in school.clients["Anna"].get(school.url(f"roster/{ben.pk}/")).text
        assert f'<td class="muted">{day}</td>' in school.clients["Anna"].get(school.url()).text

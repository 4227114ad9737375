"""The pages of lessons that people write: whose they are, who takes them, and what is kept of that."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.authoring.lessons import models, publishing
from core.authoring.lessons.models import Lesson, LessonVersion
from core.classes import progress
from core.classes.models import Assignment, Classroom, Student, Teacher
from core.learn.models import StepDone
from core.people import get_user_person
from games.engine.course import read_course
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db
GAME = games.get("guts")
TAUGHT = GAME.lessons[0]


@pytest.fixture
def lesson(as_anna: Client) -> Lesson:
    """Anna's copy of the first lesson of the course."""
    as_anna.post("/teach/lessons/new/", {"game": f"{GAME.slug}/{TAUGHT.slug}"})
    return Lesson.objects.get()


def change(client: Client, lesson: Lesson, **sent: str) -> Any:
    answer = client.post(f"/teach/lesson/{lesson.code}/change/", sent, headers=HTMX)
    lesson.refresh_from_db()
    return answer


def publish(client: Client, lesson: Lesson) -> LessonVersion:
    answer = client.post(f"/teach/lesson/{lesson.code}/publish/", {"visibility": "link"})
    assert answer.status_code == 302, answer.text
    return lesson.versions.latest("number")


@pytest.fixture
def version(as_anna: Client, lesson: Lesson) -> LessonVersion:
    return publish(as_anna, lesson)


def take(client: Client, slug: str, query: str = "") -> None:
    """Do the first step of a lesson."""
    first = client.get(f"/games/{GAME.slug}/course/{slug}/{query}").headers["Location"].partition("?")[0]
    for text in TAUGHT.steps[0].solution:
        answer = client.post(f"{first}move/{query}", {"move": text}, headers=HTMX)
        assert answer.status_code == 200, answer.text


@pytest.mark.slow
def test_a_copy_is_published_and_taken(as_anna: Client, as_ben: Client, ben: User, version: LessonVersion) -> None:
    page = as_ben.get(version.lesson.get_absolute_url(), follow=True)
    assert TAUGHT.title in page.text
    assert "Lesson by <bdi>anna</bdi>" in page.text
    take(as_ben, version.slug)
    done = StepDone.objects.get(person=get_user_person(ben))
    assert done.step == f"{version.slug}-{TAUGHT.steps[0].id}"
    assert as_ben.get(f"/games/{GAME.slug}/course/{version.slug}/done/").status_code == 200
    assert as_ben.get(f"/games/{GAME.slug}/course/{version.slug}/read/").status_code == 200


def test_a_version_does_not_change(as_anna: Client, as_ben: Client, lesson: Lesson, version: LessonVersion) -> None:
    change(as_anna, lesson, do="step", at="0", text="Something else.")
    second = publish(as_anna, lesson)
    old = as_ben.get(f"/games/{GAME.slug}/course/{version.slug}/", follow=True).text
    assert "Something else." not in old
    assert "A newer version is available" in old
    assert "Something else." in as_ben.get(lesson.get_absolute_url(), follow=True).text
    assert (second.number, second.engine) == (2, GAME.version)


def test_what_is_as_it_was_makes_no_version(as_anna: Client, lesson: Lesson, version: LessonVersion) -> None:
    answer = as_anna.post(f"/teach/lesson/{lesson.code}/publish/")
    assert answer.status_code == 422
    assert "Nothing has changed since version 1" in answer.text


def test_who_may_open_it_changes_without_a_new_version(as_anna: Client, lesson: Lesson, version: LessonVersion) -> None:
    answer = as_anna.post(f"/teach/lesson/{lesson.code}/publish/", {"visibility": "public"}, follow=True)
    assert "Version 1 is published" in answer.text
    lesson.refresh_from_db()
    assert (lesson.visibility, lesson.versions.count()) == ("public", 1)


def test_what_does_not_hold_is_not_published(as_anna: Client, lesson: Lesson) -> None:
    answer = change(as_anna, lesson, do="step", at="0", solution="dance")
    assert "> error<" in " ".join(answer.text.split())
    answer = as_anna.post(f"/teach/lesson/{lesson.code}/publish/")
    assert answer.status_code == 422
    assert "This can’t be published yet" in answer.text
    assert not LessonVersion.objects.exists()


def test_a_trial_is_for_its_maker_and_keeps_nothing(as_anna: Client, as_ben: Client, lesson: Lesson) -> None:
    slug = f"{lesson.code}-draft"
    assert "Preview: nothing is saved" in as_anna.get(f"/games/{GAME.slug}/course/{slug}/", follow=True).text
    take(as_anna, slug)
    assert not StepDone.objects.exists()
    assert as_ben.get(f"/games/{GAME.slug}/course/{slug}/").status_code == 404
    assert Client().get(f"/games/{GAME.slug}/course/{slug}/").status_code == 404


@pytest.mark.parametrize("rest", ["", "file.toml"])
def test_a_draft_is_its_makers(as_ben: Client, lesson: Lesson, rest: str) -> None:
    for client in (as_ben, Client()):
        assert client.get(f"/teach/lesson/{lesson.code}/{rest}").status_code == 404
        for act in ("change", "publish", "withdraw", "copy"):
            assert client.post(f"/teach/lesson/{lesson.code}/{act}/", {"do": "remove"}).status_code == 404
    assert Client().get(lesson.get_absolute_url()).status_code == 404


def test_taken_back_means_gone_but_for_those_who_were_given_it(
    as_anna: Client, as_ben: Client, anna: User, ben: User, lesson: Lesson, version: LessonVersion
) -> None:
    given = give(as_anna, anna, ben, version)
    as_anna.post(f"/teach/lesson/{lesson.code}/withdraw/")
    gone = as_ben.get(f"/games/{GAME.slug}/course/{version.slug}/", follow=True)
    assert gone.status_code == 404
    assert "unpublished this lesson" in gone.text
    take(as_ben, version.slug, f"?for={given.code}")
    assert as_anna.get(given.get_absolute_url()).status_code == 200
    as_anna.post(f"/teach/lesson/{lesson.code}/withdraw/", {"again": "yes"})
    assert as_ben.get(f"/games/{GAME.slug}/course/{version.slug}/", follow=True).status_code == 200


def give(client: Client, teacher: User, student: User, version: LessonVersion) -> Assignment:
    classroom = Classroom.objects.create(name="7b")
    Teacher.objects.create(classroom=classroom, person=get_user_person(teacher))
    Student.objects.create(classroom=classroom, person=get_user_person(student), name="Ben")
    page = client.get(f"/teach/class/{classroom.code}/give/?game={GAME.slug}&lesson={version.slug}").text
    assert "gets one lesson under" in page
    sent = {
        "game": GAME.slug,
        "lessons": version.slug,
        "title": "A lesson",
        "tries": "2",
        "tells": "now",
        "same": "yes",
    }
    rules = GAME.options().digest()
    answer = client.post(f"/teach/class/{classroom.code}/give/", {**sent, "rules": rules})
    assert answer.status_code == 302, answer.text
    return Assignment.objects.get()


@pytest.mark.slow
def test_a_class_is_given_it_and_how_far_students_are_is_seen(
    as_anna: Client, as_ben: Client, anna: User, ben: User, version: LessonVersion
) -> None:
    given = give(as_anna, anna, ben, version)
    take(as_ben, version.slug, f"?for={given.code}")
    student = given.classroom.students.get()
    [part] = progress.get_progress(student, given).parts
    assert (part.title, part.count, part.of) == (version.title, 1, len(version.draft["steps"]))
    for step in version.draft["steps"]:
        StepDone.mark_step_done(student.person, GAME, GAME.options(), f"{version.slug}-{step['id']}")
    assert version.title in as_anna.get(f"{given.get_absolute_url()}?view=puzzles").text
    assert progress.get_progress(student, given).is_assignment_finished


@pytest.mark.slow
def test_every_change_can_be_undone(as_anna: Client, lesson: Lesson) -> None:
    before = lesson.draft
    change(as_anna, lesson, do="remove", at="0")
    change(as_anna, lesson, do="title", title="Another")
    assert len(lesson.draft["steps"]) == len(before["steps"]) - 1
    change(as_anna, lesson, do="undo")
    change(as_anna, lesson, do="undo")
    assert (lesson.draft, lesson.title) == (before, TAUGHT.title)
    change(as_anna, lesson, do="redo")
    assert len(lesson.draft["steps"]) == len(before["steps"]) - 1
    assert "Restore" in as_anna.get(f"/teach/lesson/{lesson.code}/?tab=history").text
    change(as_anna, lesson, do="back-to", number="0")
    assert lesson.draft == before


def test_two_who_change_it_are_told(as_anna: Client, lesson: Lesson) -> None:
    change(as_anna, lesson, do="double", at="0")
    answer = change(as_anna, lesson, do="double", at="0", step="0")
    assert "was just changed in another tab" in answer.text
    assert len(lesson.draft["steps"]) == len(TAUGHT.list_valid_steps(GAME, GAME.options())) + 2


def test_a_step_that_is_added_again_is_added_once_and_opened(as_anna: Client, lesson: Lesson) -> None:
    for _ in range(2):
        answer = change(as_anna, lesson, do="add", kind="show", at="0", step="0", once="a1")
        seen = answer.context["at"], len(answer.context["rows"]), "elsewhere" in answer.text
        assert seen == (1, len(TAUGHT.steps) + 1, False)


@pytest.mark.slow
def test_a_refused_change_changes_nothing_and_is_said(as_anna: Client, lesson: Lesson) -> None:
    before = lesson.draft
    for sent in (
        {"do": "take-in", "file": "title = 1"},
        {"do": "dance"},
        {"do": "put", "card": "99"},
        {"do": "teach", "clause": "<script>"},
        {"do": "remove", "at": "99"},
        {"do": "step", "at": "0", "text": "x" * 10_000},
        {"do": "back-to", "number": "7"},
    ):
        answer = change(as_anna, lesson, **sent)
        assert 'role="alert"' in answer.text, sent
        assert lesson.draft == before
    assert "title = 1" in change(as_anna, lesson, do="take-in", file="title = 1", tab="file").text


def test_a_course_of_ones_own_is_a_course_such_as_the_games_have(
    as_anna: Client, as_ben: Client, lesson: Lesson, tmp_path: Path
) -> None:
    for taught in GAME.lessons[1:3]:
        as_anna.post("/teach/lessons/new/", {"game": f"{GAME.slug}/{taught.slug}"})
    as_anna.post(f"/teach/lesson/{lesson.code}/copy/")
    answer = as_anna.get(f"/teach/lessons/{GAME.slug}/course.zip")
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
    course = read_course(GAME, tmp_path / "lessons")
    assert [one.title for one in course] == [taught.title for taught in (*GAME.lessons[:3], TAUGHT)]
    assert as_ben.get(f"/teach/lessons/{GAME.slug}/course.zip").status_code == 404


def test_a_file_comes_out_and_goes_in(as_anna: Client, lesson: Lesson) -> None:
    text = as_anna.get(f"/teach/lesson/{lesson.code}/file.toml").content.decode()
    answer = as_anna.post("/teach/lessons/new/", {"game": GAME.slug, "file": text})
    assert answer.status_code == 302
    read = Lesson.objects.latest("pk")
    assert (read.title, read.draft) == (lesson.title, lesson.draft)
    refused = as_anna.post("/teach/lessons/new/", {"game": GAME.slug, "file": text.replace("kind", "kund", 1)})
    assert refused.status_code == 422
    assert "kund" in refused.text


def test_a_lesson_for_everybody_stands_on_the_page_of_the_course(as_anna: Client, lesson: Lesson) -> None:
    as_anna.post(f"/teach/lesson/{lesson.code}/publish/", {"visibility": "public"})
    assert lesson.get_absolute_url() in Client().get(f"/games/{GAME.slug}/course/").text
    as_anna.post(f"/teach/lesson/{lesson.code}/withdraw/")
    assert lesson.get_absolute_url() not in Client().get(f"/games/{GAME.slug}/course/").text


def test_a_draft_that_was_never_published_is_deleted(as_anna: Client, lesson: Lesson) -> None:
    as_anna.post(f"/teach/lesson/{lesson.code}/withdraw/")
    assert not Lesson.objects.exists()


def test_one_keeps_so_many(as_anna: Client, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models.Lesson, "most", 1)
    assert as_anna.post("/teach/lessons/new/", {"game": GAME.slug}).status_code == 422
    assert as_anna.post(f"/teach/lesson/{lesson.code}/copy/").status_code == 422
    assert Lesson.objects.count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in games.all_games().values() if game.lessons])
def test_every_step_of_every_course_can_be_opened(as_anna: Client, slug: str) -> None:
    """The editor draws whatever the site's own lessons have, on every tab."""
    game = games.get(slug)
    kinds: dict[str, tuple[str, int]] = {}
    for taught in game.lessons:
        for at, step in enumerate(taught.list_valid_steps(game, game.options())):
            kinds.setdefault(step.kind, (taught.slug, at))
    for taught_slug, at in kinds.values():
        url = as_anna.post("/teach/lessons/new/", {"game": f"{slug}/{taught_slug}"}).headers["Location"]
        for tab in ("step", "file", "history", "publish"):
            page = as_anna.get(f"{url}?at={at}&tab={tab}")
            assert page.status_code == 200
            assert "No problems" in page.text


def test_whoever_reads_a_lesson_can_make_one_of_their_own_of_it(
    client: Client, as_anna: Client, version: LessonVersion
) -> None:
    of_site = f"/games/{GAME.slug}/course/{TAUGHT.slug}/read/"
    link = f"/teach/lessons/new/?of={GAME.slug}/{TAUGHT.slug}"
    assert link in client.get(of_site).text
    assert f'value="{GAME.slug}/{TAUGHT.slug}" selected' in " ".join(client.get(link).text.split())
    assert "?of=" not in client.get(f"/games/{GAME.slug}/course/{version.slug}/read/").text


def test_a_version_of_which_nothing_holds_any_more_says_so(client: Client, version: LessonVersion) -> None:
    gone = {**version.draft, "steps": [{**version.draft["steps"][0], "solution": ["dance"]}]}
    LessonVersion.objects.filter(pk=version.pk).update(draft=gone)
    publishing.list_version_steps.cache_clear()
    answer = client.get(f"/games/{GAME.slug}/course/{version.slug}/", follow=True)
    assert answer.status_code == 404
    assert "That lesson doesn’t exist" in answer.text

"""Lessons in collections: one's own, others' and the site's, among puzzles, for readers and for classes."""

from __future__ import annotations

import io
import tomllib
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.authoring.collections import editing
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.lessons.models import Lesson, LessonVersion
from core.authoring.lessons.publishing import list_version_steps, publish_version
from core.classes import enrollment
from core.classes.models import Assignment
from core.learn.models import StepDone
from core.people.models import Person
from core.practice.models import Puzzle

pytestmark = pytest.mark.django_db
GAME = games.get("vazhushal")
FIRST, SECOND = GAME.lessons[:2]
RUMMY = games.get("contract-rummy")


def written(user: User, title: str, of: str = SECOND.slug) -> LessonVersion:
    """A lesson of somebody's, published."""
    draft = build_draft_from_course_lesson(GAME, of, GAME.options())
    return again(Lesson.create_for(user.person, GAME.slug, draft.content, title))


def again(lesson: Lesson) -> LessonVersion:
    """The next version of a lesson, with another first sentence."""
    lesson.draft["steps"][0]["text"] = f"This is version {lesson.versions.count() + 1}."
    lesson.save()
    return publish_version(lesson)


@pytest.fixture
def puzzle() -> Puzzle:
    return Puzzle.generate_puzzle(GAME, GAME.options(), name="one")


@pytest.fixture
def own(anna: User) -> LessonVersion:
    return written(anna, "Wipes again")


@pytest.fixture
def collection(anna: User, own: LessonVersion, puzzle: Puzzle) -> Collection:
    """Anna's: a lesson of the site, one of hers, and a puzzle."""
    made = editing.create_collection(anna.person, "From the beginning")
    for one in (
        CollectionEntry(game=GAME.slug, lesson=FIRST.slug),
        CollectionEntry(written=own),
        CollectionEntry(puzzle=puzzle),
    ):
        editing.add_entry(made, one)
    return made


def titles(collection: Collection) -> list[str]:
    return [one.title for one in editing.list_entries(collection)]


def add(client: Client, collection: Collection, thing: str) -> Any:
    return client.post(f"/teach/collection/{collection.code}/add/", {"thing": thing})


def do_all(person: Person, ids: list[str]) -> None:
    for id in ids:
        StepDone.mark_step_done(person, GAME, GAME.options(), id)


# -- putting together ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "thing",
    [
        "{game}/{slug}",
        "/games/{game}/course/{slug}/",
        "http://testserver/games/{game}/course/{slug}/read/?once",
        "/games/{game}/course/{slug}/{step}/",
    ],
)
def test_a_lesson_of_the_site_comes_in_by_any_of_its_pages(as_anna: Client, anna: User, thing: str) -> None:
    made = editing.create_collection(anna.person, "Any")
    add(as_anna, made, thing.format(game=GAME.slug, slug=FIRST.slug, step=FIRST.steps[0].id))
    assert titles(made) == [FIRST.title]


@pytest.mark.parametrize("thing", ["{code}", "/lesson/{code}/", "{game}/{slug}", "/games/{game}/course/{slug}/done/"])
def test_what_others_have_written_comes_in_too(as_anna: Client, anna: User, ben: User, thing: str) -> None:
    made, theirs = editing.create_collection(anna.person, "Any"), written(ben, "Ben’s")
    add(as_anna, made, thing.format(game=GAME.slug, code=theirs.lesson.code, slug=theirs.slug))
    assert titles(made) == ["Ben’s"]


@pytest.mark.repeated
@pytest.mark.parametrize(
    "thing",
    ["vazhushal/nothing", "nothing/wipe", "/games/vazhushal/course/", "/lesson/nothing/", "//[", "a-1"],
)
def test_what_is_no_lesson_is_said_so(as_anna: Client, collection: Collection, thing: str) -> None:
    answer = add(as_anna, collection, thing)
    assert answer.status_code == 422
    assert "Paste the link to a puzzle or lesson" in answer.text
    assert len(titles(collection)) == 3


@pytest.mark.slow
def test_a_draft_is_not_collected(as_anna: Client, anna: User, collection: Collection) -> None:
    draft = Lesson.create_for(
        anna.person, GAME.slug, build_draft_from_course_lesson(GAME, FIRST.slug, GAME.options()).content, "A draft"
    )
    for thing in (draft.code, f"/games/{GAME.slug}/course/{draft.code}-draft/"):
        assert add(as_anna, collection, thing).status_code == 422
    assert as_anna.get(f"/teach/collections/?put={draft.code}").status_code == 404


@pytest.mark.slow
def test_ones_own_are_offered_until_they_are_in_it(as_anna: Client, anna: User, collection: Collection) -> None:
    page = as_anna.get(f"/teach/collection/{collection.code}/").text
    assert "One of yours" not in page
    other = written(anna, "Another")
    name = f"{GAME.slug}/{other.slug}"
    assert f'value="{name}"' in as_anna.get(f"/teach/collection/{collection.code}/").text
    assert name in as_anna.get(f"/teach/collections/?put={other.lesson.code}").text
    assert f"?put={other.lesson.code}" in as_anna.get("/teach/lessons/").text
    add(as_anna, collection, name)
    assert titles(collection)[-1] == "Another"
    assert "One of yours" not in as_anna.get(f"/teach/collection/{collection.code}/").text


def test_the_same_lesson_twice_is_refused_in_whichever_version(
    as_anna: Client, collection: Collection, own: LessonVersion
) -> None:
    newer = again(own.lesson)
    for thing in (f"{GAME.slug}/{FIRST.slug}", own.lesson.code, f"{GAME.slug}/{newer.slug}"):
        assert "already" in add(as_anna, collection, thing).text
    assert len(titles(collection)) == 3


def test_a_newer_version_is_offered_and_taken(as_anna: Client, collection: Collection, own: LessonVersion) -> None:
    entry = editing.list_entries(collection)[1]
    renew = f"/teach/collection/{collection.code}/entry/{entry.pk}/renew/"
    assert as_anna.post(renew).status_code == 422
    newer = again(own.lesson)
    assert "Update to version 2" in as_anna.get(f"/teach/collection/{collection.code}/").text
    as_anna.post(renew)
    assert editing.list_entries(collection)[1].written == newer


def test_a_lesson_that_was_taken_back_is_marked_and_refused(
    as_anna: Client, collection: Collection, own: LessonVersion
) -> None:
    Lesson.objects.update(withdrawn=timezone.now())
    assert "unpublished, so nobody can see it" in as_anna.get(f"/teach/collection/{collection.code}/").text
    other = editing.create_collection(collection.owner, "Other")
    assert "unpublished this lesson" in add(as_anna, other, own.lesson.code).text


def test_ones_own_lessons_are_taken_along_as_a_course_in_their_order(
    as_anna: Client, as_ben: Client, anna: User, ben: User, collection: Collection
) -> None:
    for one in (written(ben, "Ben’s"), written(anna, "Before all", FIRST.slug)):
        editing.add_entry(collection, CollectionEntry(written=one))
    editing.move_entry(editing.list_entries(collection)[-1], up=True)
    for _ in range(4):
        editing.move_entry(next(one for one in editing.list_entries(collection) if one.title == "Before all"), up=True)
    address = f"/teach/collection/{collection.code}/{GAME.slug}/course.zip"
    packed = zipfile.ZipFile(io.BytesIO(as_anna.get(address).content))
    course = tomllib.loads(packed.read("lessons/course.toml").decode())
    assert course["lessons"] == ["before-all", "wipes-again"]
    assert as_ben.get(address).status_code == 404
    assert as_anna.get(f"/teach/collection/{collection.code}/{RUMMY.slug}/course.zip").status_code == 404


# -- going through it ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reader_goes_from_lesson_to_lesson_to_puzzle(
    as_ben: Client, ben: User, collection: Collection, own: LessonVersion, puzzle: Puzzle
) -> None:
    address, query = collection.get_absolute_url(), f"?for={collection.code}"
    assert "0 of 3 done" in as_ben.get(address).text
    lesson = f"/games/{GAME.slug}/course/{FIRST.slug}/"
    assert as_ben.get(f"{address}next/").url == lesson + query
    step = as_ben.get(lesson + query).url
    assert step.endswith(query)
    assert query in as_ben.get(step).text
    do_all(ben.person, [one.id for one in FIRST.steps])
    end = as_ben.get(f"{lesson}done/{query}").text
    assert f"{address}next/?after=1" in end
    assert "Continue “From the beginning”" in end
    assert as_ben.get(f"{address}next/?after=1").url == f"/games/{GAME.slug}/course/{own.slug}/{query}"
    do_all(ben.person, [one.id for one in list_version_steps(own.pk, own.slug)])
    assert f"{address}next/?after=2" in as_ben.get(f"/games/{GAME.slug}/course/{own.slug}/done/{query}").text
    assert as_ben.get(f"{address}next/?after=2").url == puzzle.get_absolute_url() + query
    assert "2 of 3 done" in as_ben.get(address).text


def test_its_pages_lead_to_neighbours_in_the_course(as_ben: Client, anna: User) -> None:
    """From the first step of the second lesson one goes back into the first, which is not in the collection."""
    made = editing.create_collection(anna.person, "Second")
    editing.add_entry(made, CollectionEntry(game=GAME.slug, lesson=SECOND.slug))
    query = f"?for={made.code}"
    page = as_ben.get(f"/games/{GAME.slug}/course/{SECOND.slug}/{SECOND.steps[0].id}/{query}")
    before = f"/games/{GAME.slug}/course/{FIRST.slug}/{FIRST.steps[-1].id}/{query}"
    assert before in page.text
    assert as_ben.get(before).status_code == 200


def test_a_lesson_is_taken_by_ones_own_rules(as_ben: Client, anna: User) -> None:
    """Or is left out, where these have no such lesson."""
    made = editing.create_collection(anna.person, "Rummy")
    lost = "all-or-nothing"
    editing.add_entry(made, CollectionEntry(game=RUMMY.slug, lesson=lost))
    assert "0 of 1 done" in as_ben.get(made.get_absolute_url()).text
    as_ben.get(f"/games/{RUMMY.slug}/?rules={RUMMY.options.load_preset('shanghai').digest()}")
    assert "1 item isn’t shown here" in as_ben.get(made.get_absolute_url()).text


def test_a_collection_opens_no_lesson_that_was_taken_back(
    as_ben: Client, collection: Collection, own: LessonVersion
) -> None:
    Lesson.objects.update(withdrawn=timezone.now())
    assert "1 item isn’t shown here" in as_ben.get(collection.get_absolute_url()).text
    gone = as_ben.get(f"/games/{GAME.slug}/course/{own.slug}/?for={collection.code}")
    assert gone.status_code == 404
    assert "unpublished this lesson" in gone.text


def test_a_lesson_that_the_course_has_lost_is_left_out(as_anna: Client, collection: Collection) -> None:
    CollectionEntry.objects.filter(lesson=FIRST.slug).update(lesson="gone")
    assert "lesson no longer exists" in as_anna.get(f"/teach/collection/{collection.code}/").text
    assert "1 item isn’t shown here" in as_anna.get(collection.get_absolute_url()).text


@pytest.mark.slow
def test_its_pages_ask_no_more_often_for_more_lessons(
    as_anna: Client, anna: User, collection: Collection, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        editing.add_entry(collection, CollectionEntry(written=written(anna, f"More {number}", FIRST.slug)))
    for lesson in GAME.lessons[2:]:
        editing.add_entry(collection, CollectionEntry(game=GAME.slug, lesson=lesson.slug))
    for address in (f"/teach/collection/{collection.code}/", collection.get_absolute_url()):
        as_anna.get(address)
        with django_assert_max_num_queries(16):
            as_anna.get(address)


# -- giving ----------------------------------------------------------------------------------------


def give(client: Client, anna: User, collection: Collection, **more: str) -> Any:
    classroom = enrollment.create_class(anna.person, "7b", [], "seed")
    page = client.get(f"/teach/class/{classroom.code}/give/?game={GAME.slug}&collection={collection.code}")
    form = page.context["form"]
    sent = {"game": GAME.slug, "title": form.initial["title"], "collections": form.initial["collections"]}
    sent |= {"rules": form.chosen_house_rules.digest(), "same": "yes", "tries": "2", "tells": "now"} | more
    return page, client.post(f"/teach/class/{classroom.code}/give/", sent)


@pytest.mark.slow
def test_it_is_given_in_its_order(
    as_anna: Client, anna: User, collection: Collection, own: LessonVersion, puzzle: Puzzle
) -> None:
    editing.move_entry(editing.list_entries(collection)[-1], up=True)
    page, answer = give(as_anna, anna, collection)
    assert "From the beginning, 2 lessons and 1 puzzle" in page.text
    assert "two lessons and one puzzle" in page.context["says"]
    assert answer.status_code == 302, answer.text
    items = Assignment.objects.get().items.order_by("place")
    assert [one.puzzle or one.lesson for one in items] == [FIRST.slug, puzzle, own.slug]


def test_what_is_ticked_besides_is_given_once(as_anna: Client, anna: User, collection: Collection) -> None:
    _, answer = give(as_anna, anna, collection, lessons=FIRST.slug)
    assert answer.status_code == 302, answer.text
    assert Assignment.objects.get().items.count() == 3

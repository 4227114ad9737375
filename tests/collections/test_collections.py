"""Collections: how they are put together and given, whose they are, and the way of a reader through them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.authoring.collections import editing as kept
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Visibility
from core.classes import enrollment
from core.classes.models import Assignment
from core.practice.models import Answer, Puzzle
from games.engine.puzzle import AnswerOption
from games.engine.puzzle import Puzzle as Posed
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db
GAME = games.get("court-piece")
OTHER = games.get("commune")
OPTIONS = (AnswerOption("a", "this"), AnswerOption("b", "that"), AnswerOption("c", "neither"))


def asked(title: str, right: str = "a", game: Any = GAME) -> Puzzle:
    """A question with one answer."""
    posed = Posed("one", f"{title}?", {}, right, (), "So it is.", options=OPTIONS, theme="own-choice")
    return Puzzle.save_question_as_puzzle(game, game.options(), {}, posed, name=f"{game.slug} {title} {right}")


def published(user: User, title: str, right: str = "a", game: Any = GAME) -> BuiltPuzzle:
    """A puzzle of somebody's, in its first version."""
    item = BuiltPuzzle.objects.create(
        owner=user.person, game=game.slug, title=title, draft=build_blank_content(game, game.options(), 4)
    )
    item.publish(asked(title, right, game), proven=True)
    return item


def newest(item: BuiltPuzzle) -> Puzzle:
    assert item.newest_version
    return item.newest_version.puzzle


@pytest.fixture
def items(anna: User) -> list[BuiltPuzzle]:
    return [published(anna, title, right) for title, right in (("One", "a"), ("Two", "b"), ("Three", "c"))]


@pytest.fixture
def collection(anna: User, items: list[BuiltPuzzle]) -> Collection:
    """Anna's, with three of her puzzles."""
    made = kept.create_collection(anna.person, "First tricks")
    for item in items:
        put(made, newest(item))
    return made


def put(collection: Collection, puzzle: Puzzle) -> None:
    kept.add_entry(collection, CollectionEntry(puzzle=puzzle))


def at(collection: Collection, more: str = "") -> str:
    return f"/teach/collection/{collection.code}/{more}"


def add(client: Client, collection: Collection, text: str, **more: Any) -> Any:
    return client.post(at(collection, "add/"), {"thing": text}, **more)


def titles(collection: Collection) -> list[str]:
    return [one.title for one in kept.list_entries(collection)]


def entry(collection: Collection, title: str) -> CollectionEntry:
    return next(one for one in kept.list_entries(collection) if one.title == title)


def solve(client: Client, puzzle: Puzzle, answer: Any = None, query: str = "") -> Any:
    sent = {"answer": puzzle.engine_puzzle.key if answer is None else answer}
    return client.post(f"{puzzle.get_absolute_url()}answer/{query}", sent)


# -- putting together ------------------------------------------------------------------------------


def test_a_collection_is_begun_filled_and_renamed(as_anna: Client, items: list[BuiltPuzzle]) -> None:
    begun = as_anna.post("/teach/collections/", {"title": "  First   tricks "}, follow=True)
    collection = Collection.objects.get()
    assert begun.redirect_chain == [(at(collection), 302)]
    assert "This collection is empty" in begun.text
    for item in items:
        assert add(as_anna, collection, newest(item).code).status_code == 302
    assert titles(collection) == ["One", "Two", "Three"]
    as_anna.post(at(collection, "rename/"), {"title": "Second tricks"})
    page = as_anna.get("/teach/collections/").text
    assert "Second tricks" in page
    assert "3 items" in page


@pytest.mark.parametrize(
    ("title", "said"), [(" ", "Give the collection a title"), ("x" * 81, "A title can have at most 80 characters")]
)
def test_a_title_is_needed_and_short(as_anna: Client, collection: Collection, title: str, said: str) -> None:
    for path in ("/teach/collections/", at(collection, "rename/")):
        answer = as_anna.post(path, {"title": title})
        assert answer.status_code == 422
        assert said in answer.text
    assert Collection.objects.get().title == "First tricks"


def test_visitors_without_an_account_have_collections_too(stranger: Client) -> None:
    stranger.post("/teach/collections/", {"title": "Mine"})
    assert stranger.get(at(Collection.objects.get())).status_code == 200


def test_a_puzzle_of_the_list_is_put_into_a_collection(as_anna: Client, anna: User, collection: Collection) -> None:
    item = published(anna, "Four")
    assert f"/teach/collections/?put={item.code}" in as_anna.get("/teach/puzzles/").text
    page = as_anna.get(f"/teach/collections/?put={item.code}").text
    assert at(collection, "add/") in page
    assert newest(item).code in page
    add(as_anna, collection, newest(item).code)
    assert titles(collection)[-1] == "Four"
    as_anna.post(f"/teach/collections/?put={item.code}", {"title": "Another"})
    assert titles(Collection.objects.get(title="Another")) == ["Four"]


def test_only_ones_own_puzzle_is_put_by_its_builder(as_ben: Client, items: list[BuiltPuzzle]) -> None:
    assert as_ben.get(f"/teach/collections/?put={items[0].code}").status_code == 404


@pytest.mark.parametrize(
    "address", ["{puzzle}", "http://testserver/practice/puzzle/{puzzle}/?for=x", "/puzzle/{item}/", "/embed/{puzzle}/"]
)
def test_any_puzzle_comes_in_by_its_address(as_anna: Client, ben: User, collection: Collection, address: str) -> None:
    item = published(ben, "Ben’s")
    add(as_anna, collection, address.format(puzzle=newest(item).code, item=item.code))
    assert titles(collection)[-1] == "Ben’s"


def test_the_houses_own_puzzles_come_in_too(as_anna: Client, collection: Collection) -> None:
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    add(as_anna, collection, puzzle.code)
    assert titles(collection)[-1] == puzzle.engine_theme.title
    assert not Puzzle.objects.unused_before(timezone.now()).filter(pk=puzzle.pk).exists()


@pytest.mark.parametrize("text", ["", "nonsense!", "https://example.org/", "abcdefgh22"])
def test_what_is_no_puzzle_is_said_so(as_anna: Client, collection: Collection, text: str) -> None:
    answer = add(as_anna, collection, text)
    assert answer.status_code == 422
    assert "Paste the link to a puzzle or lesson" in answer.text
    assert len(titles(collection)) == 3


def test_what_one_may_not_see_is_not_collected(as_anna: Client, ben: User, collection: Collection) -> None:
    item = published(ben, "Ben’s")
    BuiltPuzzle.objects.filter(pk=item.pk).update(visibility=Visibility.CLASS)
    assert "Paste the link to a puzzle or lesson" in add(as_anna, collection, newest(item).code).text
    BuiltPuzzle.objects.filter(pk=item.pk).update(visibility=Visibility.LINK, withdrawn=timezone.now())
    assert "unpublished this puzzle" in add(as_anna, collection, newest(item).code).text
    assert len(titles(collection)) == 3


def test_the_same_puzzle_twice_is_refused(as_anna: Client, collection: Collection, items: list[BuiltPuzzle]) -> None:
    answer = add(as_anna, collection, newest(items[1]).code)
    assert answer.status_code == 422
    assert "“Two” is already in “First tricks”. You can add each item only once." in answer.text
    items[1].publish(asked("Two", "c"), proven=True)
    assert "already" in add(as_anna, collection, newest(items[1]).code).text
    assert len(titles(collection)) == 3


def test_there_is_room_for_so_many(as_anna: Client, collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_ENTRIES", 3)
    monkeypatch.setattr(kept, "MOST_COLLECTIONS", 1)
    assert "already has 3 items" in add(as_anna, collection, asked("Four").code).text
    for path in ("/teach/collections/", at(collection, "copy/")):
        answer = as_anna.post(path, {"title": "Another"})
        assert answer.status_code == 422
        assert "You already have 1 collections" in answer.text
    assert Collection.objects.count() == 1


@pytest.mark.slow
def test_puzzles_change_their_order(as_anna: Client, collection: Collection) -> None:
    """Once, however often the same is sent: its answer may have been lost."""

    def moved(title: str, way: str) -> list[str]:
        found = entry(collection, title)
        for _ in range(2):
            as_anna.post(at(collection, f"entry/{found.pk}/move/"), {"way": way, "at": found.number})
        return titles(collection)

    assert moved("Three", "up") == ["One", "Three", "Two"]
    assert moved("One", "down") == ["Three", "One", "Two"]
    assert moved("Three", "up") == ["Three", "One", "Two"]
    assert moved("Two", "down") == ["Three", "One", "Two"]
    as_anna.post(at(collection, f"entry/{entry(collection, 'One').pk}/remove/"))
    assert moved("Two", "up") == ["Two", "Three"]


def test_htmx_gets_the_part_that_changes(as_anna: Client, collection: Collection) -> None:
    answer = add(as_anna, collection, asked("Four").code, headers=HTMX)
    assert answer["HX-Retarget"] == "#collection"
    assert "<main" not in answer.text
    assert "Paste the link to a puzzle or lesson" in add(as_anna, collection, "none", headers=HTMX).text


def test_a_newer_version_is_offered_and_taken(
    as_anna: Client, collection: Collection, items: list[BuiltPuzzle]
) -> None:
    old = newest(items[0])
    assert "Update to version" not in as_anna.get(at(collection)).text
    renew = at(collection, f"entry/{entry(collection, 'One').pk}/renew/")
    assert as_anna.post(renew).status_code == 422
    items[0].publish(asked("One", "b"), proven=True)
    assert "Update to version 2" in as_anna.get(at(collection)).text
    assert kept.list_entries(collection)[0].puzzle == old
    as_anna.post(renew)
    assert kept.list_entries(collection)[0].puzzle == newest(items[0])
    assert len(titles(collection)) == 3


def test_a_copy_has_the_same_puzzles(as_anna: Client, collection: Collection) -> None:
    as_anna.post(at(collection, "copy/"))
    made = Collection.objects.latest("pk")
    assert (made.title, titles(made)) == ("A copy of First tricks", titles(collection))
    as_anna.post(at(made, f"entry/{kept.list_entries(made)[0].pk}/remove/"))
    assert (len(titles(made)), len(titles(collection))) == (2, 3)


def test_a_deleted_collection_leaves_its_puzzles(as_anna: Client, collection: Collection) -> None:
    assert "was deleted" in as_anna.post(at(collection, "delete/"), follow=True).text
    assert not CollectionEntry.objects.exists()
    assert Puzzle.objects.count() == 3


def test_others_do_not_come_near_it(as_ben: Client, stranger: Client, collection: Collection) -> None:
    one = kept.list_entries(collection)[0].pk
    paths = ["rename/", "delete/", "copy/", "add/", *(f"entry/{one}/{do}/" for do in ("move", "remove", "renew"))]
    for client in (as_ben, stranger):
        assert client.get(at(collection)).status_code == 404
        for path in paths:
            assert client.post(at(collection, path), {"title": "x", "way": "down"}).status_code == 404
        assert "First tricks" not in client.get("/teach/collections/").text
    assert titles(collection) == ["One", "Two", "Three"]


def test_a_puzzle_of_another_collection_is_not_reached_by_ones_own(
    as_ben: Client, ben: User, collection: Collection
) -> None:
    own, one = kept.create_collection(ben.person, "Mine"), kept.list_entries(collection)[0].pk
    for do in ("move", "remove", "renew"):
        assert "no longer in this collection" in as_ben.post(at(own, f"entry/{one}/{do}/")).text
    assert len(titles(collection)) == 3


def test_what_changes_something_is_posted(as_anna: Client, collection: Collection) -> None:
    assert as_anna.get(at(collection, "delete/")).status_code == 405


# -- what is said of it ----------------------------------------------------------------------------


def test_the_first_choice_is_not_always_right(as_anna: Client, anna: User) -> None:
    made = kept.create_collection(anna.person, "Firsts")
    said = "The first choice is always correct in this collection"
    put(made, newest(published(anna, "One")))
    assert said not in as_anna.get(at(made)).text
    put(made, newest(published(anna, "Two")))
    assert said in as_anna.get(at(made)).text
    put(made, newest(published(anna, "Three", "b")))
    assert said not in as_anna.get(at(made)).text


def test_what_solvers_do_not_get_is_marked(as_anna: Client, collection: Collection, items: list[BuiltPuzzle]) -> None:
    BuiltPuzzle.objects.filter(pk=items[0].pk).update(withdrawn=timezone.now())
    BuiltPuzzle.objects.filter(pk=items[1].pk).update(visibility=Visibility.CLASS)
    page = as_anna.get(at(collection)).text
    assert "unpublished, so nobody can see it" in page
    assert "for classes only" in page


# -- solving ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reader_goes_through_it(as_ben: Client, collection: Collection, items: list[BuiltPuzzle]) -> None:
    address, query = collection.get_absolute_url(), f"?for={collection.code}"
    first, second, third = (newest(item) for item in items)
    page = as_ben.get(address).text
    assert "Collection by <bdi>anna</bdi>" in page
    assert "Start" in page
    assert as_ben.get(f"{address}next/").url == first.get_absolute_url() + query
    asking = as_ben.get(first.get_absolute_url() + query).text
    assert "First tricks" in asking
    assert f"answer/{query}" in asking
    answered = solve(as_ben, first, query=query).text
    assert f"{address}next/?after=1" in answered
    assert "Continue" in answered
    assert as_ben.get(f"{address}next/?after=1").url == second.get_absolute_url() + query
    wrong, again = (solve(as_ben, second, "a", query).text for _ in range(2))
    assert f'href="{second.get_absolute_url()}{query}" autofocus>Try again' in wrong
    assert ["badge" in page for page in (wrong, again)] == [False, True], "what is right is told at the second try"
    assert as_ben.get(f"{address}next/?after=2").url == third.get_absolute_url() + query
    solve(as_ben, third, query=query)
    assert as_ben.get(f"{address}next/?after=3").url == address
    page = as_ben.get(address).text
    assert "2 of 3 done" in page
    assert as_ben.get(f"{address}next/").url == second.get_absolute_url() + query
    solve(as_ben, second, query=query)
    assert "All done." in as_ben.get(address).text


def test_its_answers_are_ones_own_practice(as_ben: Client, collection: Collection, items: list[BuiltPuzzle]) -> None:
    answered = solve(as_ben, newest(items[0]), query=f"?for={collection.code}").text
    assert "Your rating" in answered
    assert Answer.objects.get().occasion == ""
    solve(as_ben, newest(items[1]))
    assert "2 of 3 done" in as_ben.get(collection.get_absolute_url()).text


def test_a_stranger_reads_it_and_leaves_no_trace(stranger: Client, collection: Collection) -> None:
    assert "0 of 3 done" in stranger.get(collection.get_absolute_url()).text
    assert stranger.get(f"{collection.get_absolute_url()}next/?after=x").status_code == 302
    assert not stranger.cookies


def test_what_is_not_for_a_reader_is_left_out(
    as_anna: Client, as_ben: Client, collection: Collection, items: list[BuiltPuzzle]
) -> None:
    BuiltPuzzle.objects.filter(pk=items[0].pk).update(withdrawn=timezone.now())
    BuiltPuzzle.objects.filter(pk=items[1].pk).update(visibility=Visibility.CLASS)
    address = collection.get_absolute_url()
    page = as_ben.get(address).text
    assert "2 items aren’t shown here" in page
    assert "0 of 1 done" in page
    assert as_ben.get(f"{address}next/").url.startswith(newest(items[2]).get_absolute_url())
    assert "1 item isn’t shown here" in as_anna.get(address).text
    for item in items[:2]:
        assert as_ben.get(f"{newest(item).get_absolute_url()}?for={collection.code}").status_code == 404


def test_a_puzzle_that_was_taken_out_leads_back(
    as_ben: Client, collection: Collection, items: list[BuiltPuzzle]
) -> None:
    kept.remove_entry(entry(collection, "Two"))
    gone = as_ben.get(f"{newest(items[1]).get_absolute_url()}?for={collection.code}")
    assert gone.status_code == 404
    assert collection.get_absolute_url() in gone.text


def test_no_such_collection(stranger: Client, items: list[BuiltPuzzle]) -> None:
    assert stranger.get("/collection/nothing/").status_code == 404
    assert stranger.get(f"{newest(items[0]).get_absolute_url()}?for=nothing").status_code == 404


def test_its_pages_ask_no_more_often_for_more_built_puzzles(
    as_anna: Client, anna: User, collection: Collection, django_assert_max_num_queries: Any
) -> None:
    for number in range(10):
        put(collection, newest(published(anna, f"More {number}")))
    for address in (at(collection), collection.get_absolute_url()):
        with django_assert_max_num_queries(14):
            as_anna.get(address)


# -- giving ----------------------------------------------------------------------------------------


@pytest.fixture
def given(as_anna: Client, anna: User, ben: User, collection: Collection) -> Assignment:
    """The collection, given to Anna's class, in which Ben is."""
    classroom = enrollment.create_class(anna.person, "7b", [], "seed")
    enrollment.join_with_account(classroom, ben.person, "Ben")
    page = as_anna.get(f"/teach/class/{classroom.code}/give/?game={GAME.slug}&collection={collection.code}")
    form = page.context["form"]
    assert "First tricks, 3 puzzles" in page.text
    assert "three puzzles" in page.context["says"]
    sent = {"game": GAME.slug, "title": form.initial["title"], "collections": form.initial["collections"]}
    sent |= {"rules": form.chosen_house_rules.digest(), "same": "yes", "tries": "2", "tells": "now"}
    answer = as_anna.post(f"/teach/class/{classroom.code}/give/", sent)
    assert answer.status_code == 302, answer.text
    return Assignment.objects.get()


def test_its_puzzles_are_given_in_order(given: Assignment, items: list[BuiltPuzzle]) -> None:
    assert given.title == "First tricks"
    assigned = given.items.order_by("place")
    assert [(one.title, one.puzzle) for one in assigned] == [(item.title, newest(item)) for item in items]


def test_a_student_solves_it_where_it_was_given(
    as_ben: Client, ben: User, given: Assignment, collection: Collection
) -> None:
    puzzle = given.items.get(place=0).puzzle
    assert puzzle
    went = as_ben.get(f"{puzzle.get_absolute_url()}?for={collection.code}")
    assert went.url == f"{puzzle.get_absolute_url()}?for={given.code}"
    solve(as_ben, puzzle, query=f"?for={collection.code}")
    assert Answer.objects.get().occasion == given.code
    own = kept.create_collection(ben.person, "Mine")
    assert "part of your assignment" in add(as_ben, own, puzzle.code).text


def test_only_what_can_be_given_is(
    as_anna: Client, anna: User, ben: User, collection: Collection, items: list[BuiltPuzzle]
) -> None:
    put(collection, newest(published(anna, "Elsewhere", game=OTHER)))
    BuiltPuzzle.objects.filter(pk=items[0].pk).update(withdrawn=timezone.now())
    BuiltPuzzle.objects.filter(pk=items[1].pk).update(visibility=Visibility.CLASS)
    put(collection, asked("The house’s"))
    theirs = published(ben, "Ben’s")
    put(collection, newest(theirs))
    BuiltPuzzle.objects.filter(pk=theirs.pk).update(visibility=Visibility.CLASS)
    [(_, entries)] = kept.list_assignable_collections(anna.person, GAME)
    assert [one.title for one in entries] == ["Two", "Three", entries[2].puzzle.engine_theme.title]
    page = as_anna.get(at(collection)).text
    assert "Assign 3 Court Piece items" in page
    assert "Assign 1 Commune item<" in page


def test_nobody_gives_others_collections(anna: User, ben: User, collection: Collection) -> None:
    assert kept.list_assignable_collections(ben.person, GAME) == kept.list_assignable_collections(None, GAME) == []


# -- whose it is -----------------------------------------------------------------------------------


def test_collections_come_along_into_an_account(stranger: Client, anna: User) -> None:
    stranger.post("/teach/collections/", {"title": "Mine"})
    collection = Collection.objects.get()
    collection.owner.merge_into(anna.person)
    assert Collection.objects.get().owner == anna.person


def test_collections_are_told_and_taken_along(as_anna: Client, anna: User, collection: Collection) -> None:
    assert "1 collection" in anna.person.list_data_descriptions()
    [told] = as_anna.get("/me/data.json").json()["collections"]
    assert (told["title"], len(told["entries"])) == ("First tricks", 3)


def test_they_go_with_their_maker(anna: User, collection: Collection, stranger: Client) -> None:
    anna.person.delete_with_all_data()
    assert stranger.get(collection.get_absolute_url()).status_code == 404
    assert Puzzle.objects.count() == 3

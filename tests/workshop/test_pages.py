"""The builder's pages: whose they are, what is kept of a draft, and what a version promises."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.authoring.puzzles import models, views
from core.authoring.puzzles.models import BuiltPuzzle, PuzzleVersion, Report, Visibility
from core.classes import enrollment
from core.classes.models import Assignment, AssignmentItem
from core.play.seating import create_table
from core.practice.models import Answer, Attempt, Puzzle
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db
GAME = games.get("court-piece")


@pytest.fixture
def item(as_anna: Client, anna: User) -> BuiltPuzzle:
    """Anna's puzzle: the seven of hearts was led, and she holds a heart and a king."""
    as_anna.post("/teach/puzzles/new/", {"game": GAME.slug})
    item = BuiltPuzzle.objects.get()
    for sent in (
        {"do": "put", "card": "7h kd"},
        {"do": "fill", "place": "trick"},
        {"do": "put", "card": "ah"},
        {"do": "say", "key": "leader", "value": "3"},
        {"do": "move", "move": "play 7H"},
        {"do": "move", "move": "play KD"},
    ):
        assert change(as_anna, item, **sent).status_code == 200
    item.refresh_from_db()
    return item


def change(client: Client, item: BuiltPuzzle, **sent: str) -> Any:
    return client.post(f"/teach/puzzle/{item.code}/change/", sent, headers=HTMX)


@pytest.fixture
def version(as_anna: Client, item: BuiltPuzzle) -> PuzzleVersion:
    assert as_anna.post(f"/teach/puzzle/{item.code}/publish/", {"title": "Follow"}).status_code == 302
    return PuzzleVersion.objects.get()


def solve(client: Client, puzzle: Puzzle, right: bool = True) -> Any:
    ids = [option.id for option in puzzle.engine_puzzle.options]
    answer = puzzle.engine_puzzle.key if right else [id for id in ids if id not in puzzle.engine_puzzle.key]
    return client.post(f"/practice/puzzle/{puzzle.code}/answer/", {"answer": answer})


@pytest.mark.slow
def test_a_puzzle_is_built_published_and_solved(as_ben: Client, version: PuzzleVersion) -> None:
    assert version.proven
    page = as_ben.get(version.item.get_absolute_url(), follow=True)
    assert "Follow, by anna" in " ".join(page.text.split())
    assert "Correct" in solve(as_ben, version.puzzle).text
    assert "Incorrect" in solve(as_ben, version.puzzle, right=False).text
    assert Answer.objects.count() == 2


@pytest.mark.slow
def test_a_version_does_not_change(as_anna: Client, as_ben: Client, item: BuiltPuzzle, version: PuzzleVersion) -> None:
    """Neither when its maker goes on, nor when the game's rules are written anew."""
    before = version.puzzle.asked
    change(as_anna, item, do="move", move="play KD")
    change(as_anna, item, do="move", move="play KD")
    change(as_anna, item, do="words", question="What now?")
    as_anna.post(f"/teach/puzzle/{item.code}/publish/")
    assert PuzzleVersion.objects.count() == 2
    version.puzzle.refresh_from_db()
    assert version.puzzle.asked == before
    old = as_ben.get(version.puzzle.get_absolute_url()).text
    assert "newer version" in old
    assert "What now?" not in old
    assert "What now?" in as_ben.get(item.get_absolute_url(), follow=True).text
    Puzzle.objects.filter(pk=version.puzzle.pk).update(theme="gone")
    assert "Correct" in solve(as_ben, Puzzle.objects.get(pk=version.puzzle.pk)).text


@pytest.mark.slow
def test_what_is_as_it_was_makes_no_version(as_anna: Client, item: BuiltPuzzle, version: PuzzleVersion) -> None:
    answer = as_anna.post(f"/teach/puzzle/{item.code}/publish/")
    assert answer.status_code == 422
    assert "Nothing has changed since version 1" in answer.text
    assert PuzzleVersion.objects.count() == 1


@pytest.mark.slow
def test_who_may_open_it_changes_without_a_new_version(
    as_anna: Client, item: BuiltPuzzle, version: PuzzleVersion
) -> None:
    answer = as_anna.post(f"/teach/puzzle/{item.code}/publish/", {"visibility": "public"}, follow=True)
    assert "Version 1 is published" in answer.text
    item.refresh_from_db()
    assert (item.visibility, item.versions.count()) == ("public", 1)


@pytest.mark.slow
def test_what_is_amiss_is_not_published(as_anna: Client, item: BuiltPuzzle) -> None:
    change(as_anna, item, do="move", move="play KD")
    answer = as_anna.post(f"/teach/puzzle/{item.code}/publish/")
    assert answer.status_code == 422
    assert not PuzzleVersion.objects.exists()
    assert not Puzzle.objects.exists()


@pytest.mark.slow
def test_trying_keeps_nothing(as_anna: Client, item: BuiltPuzzle) -> None:
    page = as_anna.post(f"/teach/puzzle/{item.code}/try/", follow=True)
    assert "Preview" in page.text
    puzzle = Puzzle.objects.get()
    for right in (False, True):
        ids = [option.id for option in puzzle.engine_puzzle.options]
        chosen = [id for id in ids if (id in puzzle.engine_puzzle.key) is right]
        sent = as_anna.post(f"/practice/puzzle/{puzzle.code}/answer/?for={item.code}", {"answer": chosen})
        assert ("Incorrect" in sent.text) is not right
    assert as_anna.post(f"/practice/puzzle/{puzzle.code}/hint/?for={item.code}").status_code == 200
    assert not Answer.objects.exists()
    assert not Attempt.objects.exists()


def test_only_what_is_built_is_tried(as_anna: Client, item: BuiltPuzzle) -> None:
    """Or a student with a draft of their own could look up what is right in a test, and nobody would know."""
    other = Puzzle.generate_puzzle(item.engine_game, item.engine_game.options(), name="of a test")
    url = f"/practice/puzzle/{other.code}/"
    assert as_anna.get(f"{url}?for={item.code}").status_code == 404
    for what in ("answer", "move", "undo", "hint"):
        assert as_anna.post(f"{url}{what}/?for={item.code}", {"answer": "a", "move": "stock"}).status_code == 404


@pytest.mark.slow
def test_nobody_else_comes_near_a_draft(as_ben: Client, stranger: Client, item: BuiltPuzzle) -> None:
    before = BuiltPuzzle.objects.values().get()
    for client in (as_ben, stranger):
        for page in ("", "file.json", "print/"):
            assert client.get(f"/teach/puzzle/{item.code}/{page}").status_code == 404
        for page in ("change/", "publish/", "withdraw/", "copy/", "try/"):
            assert client.post(f"/teach/puzzle/{item.code}/{page}", {"do": "title", "title": "x"}).status_code == 404
        assert client.get(f"/puzzle/{item.code}/").status_code == 404
        assert client.get("/teach/puzzles/").text.count(item.code) == 0
    assert BuiltPuzzle.objects.values().get() == before


@pytest.mark.slow
def test_changes_are_taken_back_and_made_again(as_anna: Client, item: BuiltPuzzle) -> None:
    def moves() -> Any:
        item.refresh_from_db()
        return item.draft["moves"]

    change(as_anna, item, do="undo")
    assert moves() == ["play 7H"]
    change(as_anna, item, do="undo")
    assert moves() == []
    change(as_anna, item, do="redo")
    change(as_anna, item, do="redo")
    change(as_anna, item, do="redo")
    assert moves() == ["play 7H", "play KD"]
    change(as_anna, item, do="undo")
    change(as_anna, item, do="title", title="Another way")
    change(as_anna, item, do="redo")
    assert (moves(), item.title) == (["play 7H"], "Another way")
    for _ in range(20):
        change(as_anna, item, do="undo")
    assert item.draft != moves()
    assert item.draft["said"] == {}


@pytest.mark.slow
def test_a_page_from_before_is_told_and_loses_nothing(as_anna: Client, item: BuiltPuzzle) -> None:
    old = str(item.step)
    change(as_anna, item, step=old, do="title", title="First")
    answer = change(as_anna, item, step=old, do="words", question="Second")
    assert "just changed in another tab" in answer.text
    item.refresh_from_db()
    assert (item.title, item.draft["question"]) == ("First", "Second")


@pytest.mark.slow
def test_a_change_that_is_sent_again_is_made_once(as_anna: Client, item: BuiltPuzzle) -> None:
    """Its answer was lost on the way: whether it was made, its page cannot know."""
    put = {"do": "put", "card": "9h", "step": str(item.step), "once": "a1"}
    for sent in (put, put):
        answer = change(as_anna, item, **sent)
        assert (answer.status_code, "left in the deck" in answer.text, "elsewhere" in answer.text) == (
            200,
            False,
            False,
        )
    step = item.step
    item.refresh_from_db()
    assert item.step == step + 1
    for _ in range(2):  # by a page without scripts
        change(as_anna, item, do="take", place="hands.0", at="0", csrfmiddlewaretoken="a")
    step = item.step
    item.refresh_from_db()
    assert item.step == step + 1
    back = {"do": "undo", "step": str(item.step), "once": "a2"}
    for sent in (back, back):
        change(as_anna, item, **sent)
    item.refresh_from_db()
    assert item.step == step


@pytest.mark.slow
def test_what_is_refused_stays_in_its_field(as_anna: Client, item: BuiltPuzzle) -> None:
    answer = change(as_anna, item, do="put", card="7h 99")
    assert 'value="7h 99"' in answer.text
    assert "isn’t a card" in answer.text


@pytest.mark.slow
def test_a_puzzle_that_was_taken_back_says_so(
    as_anna: Client, as_ben: Client, item: BuiltPuzzle, version: PuzzleVersion
) -> None:
    solve(as_ben, version.puzzle)
    for _ in range(2):  # sent again, since the first answer was lost, it is not given out again
        as_anna.post(f"/teach/puzzle/{item.code}/withdraw/")
    gone = as_ben.get(version.puzzle.get_absolute_url())
    assert gone.status_code == 404
    assert "unpublished this puzzle" in gone.text
    assert Answer.objects.count() == 1
    builder = as_anna.get(f"/teach/puzzle/{item.code}/?tab=publish").text
    assert 'name="again"' in builder
    assert "Assign to a class" not in builder
    as_anna.post(f"/teach/puzzle/{item.code}/withdraw/", {"again": "yes"})
    assert as_ben.get(version.puzzle.get_absolute_url()).status_code == 200


@pytest.mark.slow
def test_a_draft_that_was_never_published_is_gone(as_anna: Client, item: BuiltPuzzle) -> None:
    assert "You can’t restore the draft" in as_anna.get(f"/teach/puzzle/{item.code}/?tab=publish").text
    as_anna.post(f"/teach/puzzle/{item.code}/withdraw/")
    assert not BuiltPuzzle.objects.exists()


@pytest.mark.slow
def test_what_is_for_classes_is_for_nobody_else(
    as_anna: Client, as_ben: Client, item: BuiltPuzzle, version: PuzzleVersion
) -> None:
    change(as_anna, item, do="visibility", visibility=Visibility.CLASS)
    url = version.puzzle.get_absolute_url()
    assert as_ben.get(url).status_code == 404
    assert as_anna.get(url).status_code == 200
    assert as_ben.get(f"/puzzle/{item.code}/report/").status_code == 404


@pytest.mark.slow
def test_what_is_for_everybody_is_listed(
    as_anna: Client, as_ben: Client, item: BuiltPuzzle, version: PuzzleVersion
) -> None:
    shelf = f"/practice/{GAME.slug}/"
    assert "Made by other players" not in as_ben.get(shelf).text
    change(as_anna, item, do="visibility", visibility=Visibility.PUBLIC)
    assert item.get_absolute_url() in as_ben.get(shelf).text
    as_anna.post(f"/teach/puzzle/{item.code}/withdraw/")
    assert "Made by other players" not in as_ben.get(shelf).text


@pytest.mark.slow
def test_a_file_makes_the_same_puzzle(as_anna: Client, as_ben: Client, ben: User, item: BuiltPuzzle) -> None:
    text = as_anna.get(f"/teach/puzzle/{item.code}/file.json").text
    as_ben.post("/teach/puzzles/new/", {"file": text})
    theirs = BuiltPuzzle.objects.get(owner=ben.person)
    assert theirs.draft == item.draft
    copy = as_ben.get(f"/teach/puzzle/{theirs.code}/file.json").text
    assert json.loads(copy) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        "{}",
        '{"game": "poker"}',
        '{"game": "court-piece", "hands": ["99"]}',
        '{"draft": {"game": "court-piece", "seats": "four"}}',
        '{"draft": {"game": "court-piece", "kind": "boom"}}',
        '{"draft": {"game": "court-piece", "moves": [1]}}',
        '{"draft": {"game": "court-piece", "choices": [{"right": true}]}}',
        '{"draft": {"game": "court-piece", "options": {"x": 1}}}',
        '{"draft": []}',
        "[" * 100_000,
        '{"game": "vazhushal", "trick": "7H"}',
        '{"draft": {"game": "court-piece", "said": {"x": 1}}}',
        "x" * 1_000_000,
        '{"draft": {"game": "court-piece", "seats": %s}}' % ("9" * 5000),
        '{"draft": {"game": "court-piece", "choices": [{"text": "A", "more": 1e999}]}}',
        '{"draft": {"game": "court-piece", "choices": [{"text": "A", "more": NaN}]}}',
        '{"draft": {"game": "court-piece", "question": "\\ud800"}}',
    ],
)
def test_a_file_with_a_mistake_is_refused_and_not_lost(as_anna: Client, text: str) -> None:
    answer = as_anna.post("/teach/puzzles/new/", {"file": text})
    assert answer.status_code in (302, 422)
    if answer.status_code == 422:
        assert text[:40].replace('"', "&quot;")[:10] in answer.text
        assert not BuiltPuzzle.objects.exists()
    else:
        assert as_anna.get(answer["Location"]).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("text", ["no JSON", "[" * 100_000, "9" * 5000, '{"turn": 1e999}'])
def test_what_is_no_position_is_refused(as_anna: Client, item: BuiltPuzzle, text: str) -> None:
    for sent in ({"do": "start", "text": text}, {"do": "options", "options": text}):
        assert change(as_anna, item, **sent).status_code == 200
    before = item.draft
    item.refresh_from_db()
    assert item.draft == before


@pytest.mark.parametrize("hands", [["AS 11H"], ["AS", "zz"], [["zz"]], "AS 11H", 7])
def test_what_is_no_card_in_a_file_is_said_and_can_be_put_right(as_anna: Client, hands: Any) -> None:
    file = {"draft": {"game": "court-piece", "said": {"hands": hands}}}
    begun = as_anna.post("/teach/puzzles/new/", {"file": json.dumps(file)}, follow=True)
    assert begun.status_code == 200
    assert "11H" not in str(hands) or "11H" in begun.text
    item = BuiltPuzzle.objects.get()
    changed = change(as_anna, item, do="put", card="7h")
    assert "7H" in changed.text


def test_what_is_no_list_in_a_file_is_said(as_anna: Client) -> None:
    file = {"draft": {"game": "mille", "said": {"marks": 7}}}
    begun = as_anna.post("/teach/puzzles/new/", {"file": json.dumps(file)}, follow=True)
    assert (begun.status_code, "“7” isn’t a valid value for “marks”" in begun.text) == (200, True)


@pytest.mark.slow
def test_a_table_is_taken_from_elsewhere(as_anna: Client, item: BuiltPuzzle) -> None:
    """From a kind of puzzle, a puzzle's address, a step of the course, and a moment of a match."""
    other = Puzzle.generate_puzzle(GAME, GAME.options(), theme="which-cards")
    theirs = other.engine_puzzle.position["hands"][0]
    change(as_anna, item, do="start", text=f"https://example.org{other.get_absolute_url()}")
    item.refresh_from_db()
    assert item.draft["said"]["hands"][0] == theirs
    assert "no puzzle with a table" in change(as_anna, item, do="start", text="/practice/puzzle/nothing").text
    for lesson in GAME.lessons:
        for step in lesson.steps[::4]:
            assert change(as_anna, item, do="another", theme=f"step:{step.id}").status_code == 200
    table = create_table(item.owner, GAME, GAME.options(), ["me", *["steady"] * 3])
    page = as_anna.get(f"/play/{table.code}/replay/{table.moves.count()}/")
    begun = as_anna.post("/teach/puzzles/new/", {"file": page.context["position"]}, follow=True)
    assert begun.status_code == 200
    made = BuiltPuzzle.objects.exclude(pk=item.pk).get()
    assert made.draft["said"]["hands"][0] == table.board.build_view(0).position["hands"][0]


@pytest.mark.slow
def test_there_is_room_for_so_many(as_anna: Client, item: BuiltPuzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models.BuiltPuzzle, "most", 1)
    for answer in (
        as_anna.post("/teach/puzzles/new/", {"game": GAME.slug}),
        as_anna.post(f"/teach/puzzle/{item.code}/copy/"),
    ):
        assert answer.status_code == 422
        assert "Delete drafts" in answer.text
    assert BuiltPuzzle.objects.count() == 1


@pytest.mark.slow
def test_a_draft_does_not_grow_for_ever(as_anna: Client, item: BuiltPuzzle) -> None:
    for at in range(0, 100, 10):
        answer = change(as_anna, item, do="words", **{f"comment.{more}": "x" * 499 for more in range(at, at + 10)})
        if "This puzzle is too large" in answer.text:
            break
    else:
        pytest.fail("it grew")
    item.refresh_from_db()
    assert len(json.dumps(item.draft)) < 41_000


@pytest.mark.slow
def test_a_report_says_what_the_rules_say_now(as_ben: Client, version: PuzzleVersion) -> None:
    page = f"/puzzle/{version.puzzle.code}/report/"
    assert "the answer is the same" in as_ben.post(page, {"text": "I may play the king."}, follow=True).text
    report = Report.objects.get()
    assert report.version == version
    assert "the answer is the same" in report.checked


@pytest.mark.slow
def test_opening_the_page_of_a_report_proves_nothing(
    as_ben: Client, version: PuzzleVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    proofs: list[PuzzleVersion] = []
    monkeypatch.setattr(views, "_recheck_answer", lambda version: proofs.append(version) or "Checked.")
    page = f"/puzzle/{version.puzzle.code}/report/"
    assert [as_ben.get(page).status_code, as_ben.head(page).status_code, len(proofs)] == [200, 200, 0]
    as_ben.post(page, {"text": "Wrong."})
    assert len(proofs) == 1


@pytest.mark.slow
@pytest.mark.parametrize("why", ["for classes", "unpublished"])
def test_only_who_can_open_a_puzzle_can_report_it(
    as_anna: Client, as_ben: Client, stranger: Client, version: PuzzleVersion, why: str
) -> None:
    """Others get what the puzzle's own page gives them, and learn nothing of it."""
    if why == "for classes":
        BuiltPuzzle.objects.update(visibility=Visibility.CLASS)
    else:
        BuiltPuzzle.objects.update(withdrawn=timezone.now())
    puzzle = version.puzzle.get_absolute_url()
    page = f"/puzzle/{version.puzzle.code}/report/"
    for client in (as_ben, stranger):
        for answer in (client.get(page), client.post(page, {"text": "Wrong."})):
            assert answer.status_code == client.get(puzzle).status_code == 404
            assert version.title not in answer.text
    assert as_anna.get(page).status_code == as_anna.get(puzzle).status_code
    assert not Report.objects.exists()


@pytest.mark.slow
def test_who_was_given_a_puzzle_for_classes_can_report_it(
    as_ben: Client, anna: User, ben: User, version: PuzzleVersion
) -> None:
    BuiltPuzzle.objects.update(visibility=Visibility.CLASS)
    classroom = enrollment.create_class(anna.person, "7b", [], "seed")
    enrollment.join_with_account(classroom, ben.person, "Ben")
    due = timezone.now() + timedelta(days=2)
    given = Assignment.objects.create(classroom=classroom, title="Homework", game=GAME.slug, by=anna.person, due=due)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=version.puzzle)
    page = as_ben.get(f"{version.puzzle.get_absolute_url()}?for={given.code}")
    assert page.status_code == 200
    link = page.context["note"].report
    assert as_ben.get(link).status_code == 200
    back = as_ben.post(link, {"text": "Wrong."}, follow=True)
    assert back.status_code == 200
    assert "Thank you." in back.text
    assert Report.objects.count() == 1


@pytest.mark.slow
def test_a_sheet_has_answers_only_if_asked(as_anna: Client, item: BuiltPuzzle) -> None:
    assert "✓ correct" not in as_anna.get(f"/teach/puzzle/{item.code}/print/").text
    assert "✓ correct" in as_anna.get(f"/teach/puzzle/{item.code}/print/?answers=1").text


@pytest.mark.slow
def test_a_sheet_says_whose_closed_hand_it_is_and_draws_no_backs(as_anna: Client, item: BuiltPuzzle) -> None:
    sheet = as_anna.get(f"/teach/puzzle/{item.code}/print/").text
    assert "Hand of the player opposite you: 13 cards, face down" in sheet
    assert "card back" not in sheet


@pytest.mark.slow
@pytest.mark.parametrize("game", [*games.all_games()])
def test_every_game_has_a_builder(as_anna: Client, game: str) -> None:
    page = as_anna.post("/teach/puzzles/new/", {"game": game}, follow=True)
    item = BuiltPuzzle.objects.get()
    assert page.status_code == 200
    for kind in games.get(game).question_kinds:
        answer = change(as_anna, item, do="kind", kind=kind)
        assert answer.status_code == 200
        assert "Mistake" not in answer.text or "Next." in answer.text
    facts = change(as_anna, item, do="kind", kind="own-fact").context["facts"]
    assert facts
    builder = as_anna.get(f"/teach/puzzle/{item.code}/").text
    assert all(f'value="{name}"' in builder for name, _ in facts)
    goals = change(as_anna, item, do="kind", kind="own-goal")
    assert 'value="moved"' in goals.text
    for tab in ("ask", "explain", "publish"):
        assert as_anna.get(f"/teach/puzzle/{item.code}/?tab={tab}").status_code == 200


def test_a_visitor_may_build_and_takes_it_along(stranger: Client) -> None:
    stranger.post("/teach/puzzles/new/", {"game": GAME.slug})
    item = BuiltPuzzle.objects.get()
    stranger.post("/account/signup/", {"username": "clara", "password1": "queen of spades"})
    assert stranger.get(f"/teach/puzzle/{item.code}/").status_code == 200


@pytest.mark.slow
def test_an_earlier_draft_comes_back(as_anna: Client, item: BuiltPuzzle) -> None:
    before = item.draft
    change(as_anna, item, do="words", question="What now?")
    change(as_anna, item, do="clear", place="trick")
    assert "Restore" in as_anna.get(f"/teach/puzzle/{item.code}/?tab=history").text
    change(as_anna, item, do="back-to", number=str(item.step))
    item.refresh_from_db()
    assert item.draft == before
    for number in ("-1", "99", "9" * 60, "x", ""):
        assert 'role="alert"' in change(as_anna, item, do="back-to", number=number).text


@pytest.mark.slow
def test_the_same_puzzle_of_somebody_else_is_named(as_anna: Client, as_ben: Client, version: PuzzleVersion) -> None:
    """If everybody may see it, whatever it is called."""
    taken = as_anna.get(f"/teach/puzzle/{version.item.code}/file.json").text
    as_ben.post("/teach/puzzles/new/", {"file": taken})
    again = BuiltPuzzle.objects.latest("pk")
    address = f"/teach/puzzle/{again.code}/"
    assert "This puzzle already exists" not in as_ben.get(address).text
    BuiltPuzzle.objects.filter(pk=version.item.pk).update(visibility=Visibility.PUBLIC)
    page = as_ben.get(address).text
    assert "This puzzle already exists: “Follow”, by anna." in page
    assert version.puzzle.get_absolute_url() in page
    assert "This puzzle already exists" not in as_anna.get(f"/teach/puzzle/{version.item.code}/").text
    change(as_ben, again, do="move", move="play KD")
    assert "This puzzle already exists" not in as_ben.get(address).text


@pytest.mark.slow
def test_whoever_goes_on_hears_which_class_has_it_to_do(as_anna: Client, anna: User, version: PuzzleVersion) -> None:
    classroom = enrollment.create_class(anna.person, "7b", ["Zoe"], "seed")
    given = Assignment.objects.create(classroom=classroom, title="Homework", game=GAME.slug, by=anna.person)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=version.puzzle)
    address = f"/teach/puzzle/{version.item.code}/"
    assert "This puzzle is assigned to 7b. The class keeps its version" in as_anna.get(address).text
    Assignment.objects.update(due=timezone.now() + timedelta(days=2))
    assert "This puzzle is assigned to 7b until" in as_anna.get(address).text
    Assignment.objects.update(due=timezone.now() - timedelta(days=2))
    assert "This puzzle is assigned to" not in as_anna.get(address).text


@pytest.mark.slow
def test_one_address_reports_so_often(as_ben: Client, version: PuzzleVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "REPORTS", "9/h/key,2/h/ip")
    page = f"/puzzle/{version.puzzle.code}/report/"
    assert [as_ben.post(page, {"text": "Wrong."}).status_code for _ in range(3)] == [302, 302, 429]
    assert Report.objects.count() == 2
    assert as_ben.get(page).status_code == 200


@pytest.mark.slow
def test_who_reports_too_often_stops_nobody_beside_them(
    as_ben: Client, stranger: Client, version: PuzzleVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "REPORTS", "2/h/key,4/h/ip")
    page = f"/puzzle/{version.puzzle.code}/report/"
    assert [as_ben.post(page, {"text": "Wrong."}).status_code for _ in range(9)] == [302, 302] + [429] * 7
    assert stranger.post(page, {"text": "Wrong."}).status_code == 302


@pytest.mark.slow
def test_a_character_that_is_none_is_refused(as_anna: Client, item: BuiltPuzzle) -> None:
    """PostgreSQL keeps no text that has it."""
    before, title = item.draft, item.title
    for sent in (
        {"do": "words", "question": "A\0B"},
        {"do": "title", "title": "A\0B"},
        {"do": "title", "title": "T", "once": "A\0B"},
        {"do": "words", "comment.\0": "x"},
    ):
        assert "U+0000" in change(as_anna, item, **sent).text
    assert "U+0000" in as_anna.post(f"/teach/puzzle/{item.code}/publish/", {"title": "A\0B"}).text
    file = json.dumps({"title": "x", "draft": {**before, "question": "A\0B"}})
    assert "U+0000" in as_anna.post("/teach/puzzles/new/", {"file": file}).text
    item.refresh_from_db()
    assert (item.draft, item.title, BuiltPuzzle.objects.count()) == (before, title, 1)

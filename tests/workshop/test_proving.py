"""Long proofs: asked for, watched, stopped, lost and found again, and what is published with one."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from celery.worker import state as worker
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.authoring.puzzles import proofs, tasks
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Proof, PuzzleVersion
from core.practice.themes import find_sample_setup_and_puzzle
from games.chinese_ten.puzzles.common import play_random_turns
from games.engine import puzzle as engine
from games.engine.puzzle import Puzzle
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db
GAME = games.get("chinese-ten")
KIND = next(theme for theme in GAME.puzzles if theme.slug == "last-turns")
State = Proof.State


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A page may try next to nothing, and the worker is woken in vain: the messages to it."""
    messages: list[str] = []
    monkeypatch.setattr(engine, "PROOF", 1_000)
    monkeypatch.setattr(proofs, "TOLD", timedelta(0))
    monkeypatch.setattr(tasks.run_next_long_proof, "delay", lambda: messages.append("prove"))
    return messages


def lying(anna: User, position: dict[str, Any], title: str = "The end") -> BuiltPuzzle:
    draft = PuzzleDraft(build_blank_content(GAME, GAME.options(), 2), "code")
    draft.set_position(position)
    return BuiltPuzzle.create_for(anna.person, GAME.slug, {**draft.content, "kind": KIND.slug}, title)


@pytest.fixture(scope="module")
def by_the_book() -> tuple[dict[str, Any], Puzzle]:
    """The position and the puzzle of last turns by the standard rules, found before pages may try next to nothing."""
    sample = find_sample_setup_and_puzzle(KIND, GAME.options())
    assert sample
    return sample[0]["position"], sample[1]


@pytest.fixture
def item(as_anna: Client, anna: User, by_the_book: tuple[dict[str, Any], Puzzle]) -> BuiltPuzzle:
    """A table whose last turns take longer to verify than a page may."""
    return lying(anna, by_the_book[0])


def change(client: Client, item: BuiltPuzzle, **sent: str) -> str:
    return str(client.post(f"/teach/puzzle/{item.code}/change/", sent, headers=HTMX).text)


def publish(client: Client, item: BuiltPuzzle) -> Any:
    return client.post(f"/teach/puzzle/{item.code}/publish/", {"title": "The end"})


@pytest.fixture
def proof(as_anna: Client, item: BuiltPuzzle) -> Proof:
    change(as_anna, item, do="prove")
    return Proof.objects.get()


@pytest.mark.slow
def test_what_a_page_cannot_prove_is_proven_published_and_solved(
    as_anna: Client,
    as_ben: Client,
    item: BuiltPuzzle,
    sent: list[str],
    django_capture_on_commit_callbacks: Any,
    by_the_book: tuple[dict[str, Any], Puzzle],
) -> None:
    assert "Verify in the background" in as_anna.get(item.editor_url).text
    with django_capture_on_commit_callbacks(execute=True):
        page = change(as_anna, item, do="prove")
    assert "Verifying the answer" in page
    assert publish(as_anna, item).status_code == 422
    assert sent == ["prove"]
    proofs.run_next_proof()
    assert Proof.objects.get().state == State.PROVEN
    assert "answer verified" in as_anna.get("/teach/").text
    assert "✓ Verified" in as_anna.get(f"{item.editor_url}?tab=publish").text
    assert "answer verified" not in as_anna.get("/teach/").text
    assert publish(as_anna, item).status_code == 302
    version = PuzzleVersion.objects.get()
    assert (version.proven, version.puzzle.engine_puzzle.key) == (True, by_the_book[1].key)
    for option in version.puzzle.engine_puzzle.options:
        right = option.id == version.puzzle.engine_puzzle.key
        answered = as_ben.post(f"{version.puzzle.get_absolute_url()}answer/", {"answer": option.id}).text
        assert ("Incorrect" not in answered) is right
    reported = as_ben.post(f"/puzzle/{version.puzzle.code}/report/", {"text": "Wrong."}, follow=True)
    assert "took too long" in reported.text


def test_how_far_it_is_can_be_watched(as_anna: Client, item: BuiltPuzzle, proof: Proof) -> None:
    watched = f"/teach/puzzle/{item.code}/proof/"
    assert "number 1 in line" in as_anna.get(watched, headers=HTMX).text
    Proof.objects.update(state=State.WORKING)
    proof.state = State.WORKING
    proofs.ProofProgressMonitor(proof)(12_345_678)
    assert "12 million of at most" in as_anna.get(watched, headers=HTMX).text
    Proof.objects.update(state=State.UNPROVEN)
    assert 'hx-trigger="load"' in as_anna.get(watched, headers=HTMX).text


def test_it_can_be_stopped(as_anna: Client, item: BuiltPuzzle, proof: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    once = proofs.ProofProgressMonitor.__call__

    def stopped_meanwhile(watch: proofs.ProofProgressMonitor, steps: int) -> None:
        change(as_anna, item, do="stop-proof")
        once(watch, steps)

    monkeypatch.setattr(proofs.ProofProgressMonitor, "__call__", stopped_meanwhile)
    proofs.run_next_proof()
    assert not Proof.objects.exists()
    assert "Verify in the background" in as_anna.get(item.editor_url).text


def test_a_worker_that_leaves_hands_it_on(proof: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as leaving:
        leaving.setattr(worker, "should_stop", 0)
        proofs.run_next_proof()
    proof.refresh_from_db()
    assert (proof.state, proof.tries) == (State.WAITING, 0)
    proofs.run_next_proof()
    proof.refresh_from_db()
    assert proof.state == State.PROVEN


def test_one_whose_worker_was_lost_is_begun_anew_but_not_for_ever(proof: Proof, sent: list[str]) -> None:
    for _ in range(proofs.TRIES):
        Proof.objects.update(state=State.WORKING, tries=proof.tries, silent=proofs.LOST - 20)
        proofs.recover_lost_proofs(20)
        assert sent.pop() == "prove"
        proof.refresh_from_db()
        assert proof.state == State.WAITING
        proof.tries += 1
    Proof.objects.update(tries=proof.tries)
    proofs.run_next_proof()
    proof.refresh_from_db()
    assert proof.state == State.UNPROVEN


def test_a_second_message_does_nothing(proof: Proof) -> None:
    Proof.objects.update(state=State.WORKING)
    proofs.run_next_proof()
    proof.refresh_from_db()
    assert proof.tries == 0


def test_what_is_not_proven_then_may_take_an_hour_or_be_marked_by_hand(
    as_anna: Client, item: BuiltPuzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Proof, "AT_FIRST", 1)
    monkeypatch.setattr(Proof, "AT_MOST", 2)
    change(as_anna, item, do="prove")
    proofs.run_next_proof()
    assert "Try for an hour" in as_anna.get(item.editor_url).text
    assert publish(as_anna, item).status_code == 422
    change(as_anna, item, do="prove")
    again = Proof.objects.get()
    assert (again.state, again.times) == (State.WAITING, 2)
    Proof.objects.update(state=State.UNPROVEN, times=10_000)
    page = as_anna.get(item.editor_url).text
    assert "Try for an hour" not in page
    assert "Mark answers by hand" in page
    assert "You write the answers and mark the correct ones." in change(as_anna, item, do="kind", kind="own-choice")


def test_that_there_is_no_one_answer_may_take_long_to_see(as_anna: Client, anna: User) -> None:
    state = play_random_turns(Random(11), GAME.options(), 2, 16)
    assert state is not None
    item = lying(anna, GAME.build_position(state))
    change(as_anna, item, do="prove")
    proof = Proof.objects.get()
    proofs.run_next_proof()
    proof.refresh_from_db()
    assert proof.state == State.VOID
    assert proof.said in as_anna.get(item.editor_url).text


@pytest.mark.slow
def test_a_change_of_the_table_asks_something_else_and_undo_brings_the_proof_back(
    as_anna: Client, item: BuiltPuzzle, proof: Proof
) -> None:
    proofs.run_next_proof()
    assert "a while to verify" not in as_anna.get(item.editor_url).text
    assert "a while to verify" not in change(as_anna, item, do="words", question="And now?")
    rows = item.draft["said"]["hands"]
    last = len(rows[0].split()) - 1
    gone = change(as_anna, item, do="take", place="hands.0", at=str(last))
    assert "✓ Verified" not in gone
    change(as_anna, item, do="undo")
    assert "✓ Verified" in as_anna.get(f"{item.editor_url}?tab=publish").text


def test_what_tells_every_card_needs_every_card(
    as_anna: Client, anna: User, by_the_book: tuple[dict[str, Any], Puzzle]
) -> None:
    position = by_the_book[0]
    own, other = position["hands"]
    item = lying(anna, {**position, "hands": [own, " ".join(["?"] * len(other.split()))]})
    assert "none can be face down" in as_anna.get(item.editor_url).text


def test_nobody_else_sees_how_far_it_is(as_ben: Client, proof: Proof) -> None:
    assert as_ben.get(f"/teach/puzzle/{proof.item.code}/proof/").status_code == 404


@pytest.mark.parametrize(
    ("silent", "lost"), [(proofs.LOST - 21, False), (proofs.LOST - 20, True)], ids=["just within its time", "over it"]
)
def test_a_worker_is_believed_to_be_gone_after_a_minute_without_a_word(
    proof: Proof, sent: list[str], silent: int, lost: bool
) -> None:
    Proof.objects.update(state=State.WORKING, silent=silent)
    proofs.recover_lost_proofs(20)
    proof.refresh_from_db()
    assert (proof.state, sent) == ((State.WAITING, ["prove"]) if lost else (State.WORKING, []))


@pytest.mark.parametrize("hours", [-1, 1], ids=["back", "forward"])
def test_a_clock_that_is_set_takes_no_proof_from_its_worker(
    proof: Proof, sent: list[str], monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    Proof.objects.update(state=State.WORKING)
    proof.state = State.WORKING
    for step in range(9):  # three minutes, in which the worker tells how far it is
        now = timezone.now() + (timedelta(hours=hours) if step > 3 else timedelta())
        with monkeypatch.context() as clock:
            clock.setattr(timezone, "now", lambda now=now: now)
            proofs.ProofProgressMonitor(proof)(step)
            proofs.recover_lost_proofs(20)
    proof.refresh_from_db()
    assert (proof.state, proof.steps, sent) == (State.WORKING, 8, [])


def test_while_a_proof_is_worked_on_the_sweep_sends_nothing(
    as_anna: Client,
    anna: User,
    proof: Proof,
    sent: list[str],
    by_the_book: tuple[dict[str, Any], Puzzle],
) -> None:
    """However many wait. Without a worker, it sends one message at a time; with nothing to prove, none."""
    for number in range(3):
        change(as_anna, lying(anna, by_the_book[0], f"{number}"), do="prove")
    proofs.recover_lost_proofs(20)
    assert sent == ["prove"]
    Proof.objects.filter(pk=proof.pk).update(state=State.WORKING)
    for _ in range(9):
        Proof.objects.update(silent=0)
        proofs.recover_lost_proofs(20)
    assert sent == ["prove"]
    Proof.objects.all().delete()
    proofs.recover_lost_proofs(20)
    assert sent == ["prove"]


@pytest.mark.slow
def test_a_worker_goes_on_by_itself_until_none_waits(
    as_anna: Client,
    anna: User,
    proof: Proof,
    sent: list[str],
    by_the_book: tuple[dict[str, Any], Puzzle],
) -> None:
    change(as_anna, lying(anna, by_the_book[0], "Another"), do="prove")
    for messages in (1, 1, 1):
        proofs.run_next_proof()
        assert len(sent) == messages
    assert set(Proof.objects.values_list("state", flat=True)) == {State.PROVEN}

"""What a draft asks is proven once, kept with it until it asks something else, and never takes more than its bound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.authoring.puzzles import issues
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.issues import CHECKED, NOT_ALL_TRIED, list_issues
from core.authoring.puzzles.models import BuiltPuzzle
from games.engine import puzzle as engine
from games.engine.common_puzzles import load_state_for_solver
from games.engine.custom_questions import KINDS
from games.engine.game import Game
from games.engine.puzzle import PROOF, Unproven
from games.engine.work_limits import WorkAllowance
from games.errors import RulesError
from games.kit.rummy import JUDGING
from tests.conftest import HTMX

GAMES = [*games.all_games().values()]
LORUM = games.get("lorum")
UNCOUNTED = 1_000
"""The moves that the rules may judge for one look at a draft beside those that are steps of a search."""


def asking(game: Game[Any], kind: str) -> PuzzleDraft | None:
    """A draft that asks something of this kind; None if none came up."""
    draft = PuzzleDraft(build_blank_content(game, game.options(), game.usual_seats or game.seats[0]), "code")
    for _ in range(5):
        with suppress(BadChange):
            found = draft.apply_change({"do": "another", "theme": "" if kind in game.question_kinds else kind})
            if kind not in game.question_kinds:
                return found if found["kind"] == kind else None
            return with_question(found.apply_change({"do": "kind", "kind": kind}), kind)
    return None


def asking_which_rule(game: Game[Any]) -> PuzzleDraft | None:
    """A draft that asks which rule forbids a move, at a table where one does; None if the game has no such puzzle."""
    theme = next((theme for theme in game.puzzle_themes if theme.slug == "which-rule"), None)
    if theme is None:
        return None
    setup = theme.make(Random(1), game.options())
    state = load_state_for_solver(game, setup, game.options())
    draft = PuzzleDraft(build_blank_content(game, game.options(), state.seats), "code")
    draft.set_position(game.build_position(state))
    return draft.apply_change({"do": "kind", "kind": "own-rule"}).apply_change({"do": "move", "move": setup["move"]})


def with_question(draft: PuzzleDraft, kind: str) -> PuzzleDraft:
    """The draft with something to ask. Raises BadChange where its table has nothing."""
    moves = {bool(one.refused): one.text for one in draft.move_proposals}
    if kind == "own-allowed":
        return draft.apply_change({"do": "some"})
    if kind == "own-fact":
        return draft.apply_change({"do": "fact", "fact": "waiting"})
    if kind == "own-choice":
        return draft.apply_change(
            {"do": "choices", "text.0": "a", "right.0": "on", "text.1": "b", "question": "Which?"}
        )
    refused = kind == "own-rule"
    if refused not in moves:
        raise BadChange("No such move.")
    if refused:
        return draft.apply_change({"do": "move", "move": moves[True]})
    reached = draft.list_reached_goals([moves[False]])
    if not reached:
        raise BadChange("Nothing is reached.")
    return draft.apply_change({"do": "solve", "move": moves[False]}).apply_change({"do": "goal", "goal": reached[0][0]})


# -- a bound for each kind -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_one_look_at_a_draft_takes_a_bounded_number_of_steps(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every kind of question. What a process reads once of its examples is read before."""
    judged = 0
    unwatched = Game._list_violations

    def watched(self: Game[Any], *asked: Any) -> Any:
        nonlocal judged
        judged += 1
        return unwatched(self, *asked)

    monkeypatch.setattr(Game, "_list_violations", watched)
    seen = set()
    for kind in [*game.question_kinds, *(theme.slug for theme in game.puzzles)]:
        draft = asking_which_rule(game) if kind == "own-rule" else asking(game, kind)
        if draft is None:
            continue
        assert kind != "own-rule" or draft.engine_puzzle.key
        with suppress(RulesError):
            assert draft.engine_puzzle
        judged, again = 0, PuzzleDraft(draft.content, "code")
        with WorkAllowance(10 * (PROOF + CHECKED)) as work:
            assert list_issues(again, "") is not None
        assert work.spent_steps <= PROOF + CHECKED, kind
        assert judged <= UNCOUNTED + work.spent_steps / JUDGING, kind
        seen.add(kind)
    may_be_missing = {"own-goal", "own-allowed"} | (set() if asking_which_rule(game) else {"own-rule"})
    assert seen >= {kind.slug for kind in KINDS} - may_be_missing


# -- proven once ---------------------------------------------------------------------------------------------------


@pytest.fixture
def item(as_anna: Client, anna: User) -> BuiltPuzzle:
    """A puzzle of Anna's that asks which rule forbids a move."""
    draft = asking(LORUM, "own-rule")
    assert draft
    return BuiltPuzzle.create_for(anna.person, LORUM.slug, draft.content, "Which?")


@pytest.fixture
def proven(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is proven of drafts, and checked, from here on."""
    done: list[str] = []
    prove, check = PuzzleDraft.prove_puzzle_now, issues._try_other_deals_and_rules

    def proving(self: PuzzleDraft) -> Any:
        done.append("proof")
        return prove(self)

    def checking(*asked: Any) -> Any:
        with monkeypatch.context() as own:
            own.setattr(PuzzleDraft, "prove_puzzle_now", prove)
            done.append("checks")
            return check(*asked)

    monkeypatch.setattr(PuzzleDraft, "prove_puzzle_now", proving)
    monkeypatch.setattr(issues, "_try_other_deals_and_rules", checking)
    return done


def change(client: Client, item: BuiltPuzzle, **sent: str) -> Any:
    answer = client.post(f"/teach/puzzle/{item.code}/change/", sent, headers=HTMX)
    assert answer.status_code == 200
    return answer


@pytest.mark.slow
@pytest.mark.django_db
def test_what_a_draft_asks_is_proven_once_however_often_one_looks(
    as_anna: Client, item: BuiltPuzzle, proven: list[str]
) -> None:
    for tab in ("ask", "explain", "publish", "history"):
        assert as_anna.get(f"{item.editor_url}?tab={tab}").status_code == 200
    assert proven == ["proof", "checks"]
    change(as_anna, item, do="title", title="Which rule?")
    change(as_anna, item, do="words", **{"question": "And which rule is it?", "hint.0": "Think!"})
    assert as_anna.get(f"/teach/puzzle/{item.code}/print/").status_code == 200
    assert as_anna.post(f"/teach/puzzle/{item.code}/publish/", {"title": "Which rule?"}).status_code == 302
    assert proven == ["proof", "checks"], "words change nothing of what is asked"


@pytest.mark.slow
@pytest.mark.django_db
def test_another_question_is_proven_anew(as_anna: Client, item: BuiltPuzzle, proven: list[str]) -> None:
    as_anna.get(item.editor_url)
    before = proven.copy()
    change(as_anna, item, do="kind", kind="own-fact")
    change(as_anna, item, do="fact", fact="waiting")
    assert proven[: len(before)] == before
    assert proven.count("proof") > 1
    item.refresh_from_db()
    assert item.results["asks"] == PuzzleDraft(item.draft, item.code).question_digest


@pytest.mark.slow
@pytest.mark.django_db
def test_a_new_version_of_the_rules_is_asked_again(
    as_anna: Client, item: BuiltPuzzle, proven: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    as_anna.get(item.editor_url)
    monkeypatch.setattr(type(LORUM), "version", LORUM.version + 1)
    as_anna.get(item.editor_url)
    assert proven == ["proof", "checks"] * 2


@pytest.mark.django_db
def test_what_was_kept_is_what_is_found_out(as_anna: Client, item: BuiltPuzzle) -> None:
    as_anna.get(item.editor_url)
    item.refresh_from_db()
    fresh = PuzzleDraft(item.draft, item.code)
    pages = [as_anna.get(item.editor_url).context for _ in range(2)]
    assert [page["posed"] for page in pages] == [fresh.engine_puzzle] * 2
    own = [one.sentence for one in list_issues(fresh, item.title)]
    assert all([one.sentence for one in page["checks"]] == own for page in pages)


@pytest.mark.parametrize("status", ["other answer", "void"])
def test_presets_are_named_in_the_games_order_however_they_are_kept(status: str) -> None:
    """PostgreSQL keeps the shortest name first."""
    draft = PuzzleDraft(build_blank_content(LORUM, LORUM.options(), 4), "code")
    presets = LORUM.options.presets
    statuses = {preset.name: status for preset in reversed(presets)}
    [issue] = issues._warn_of_affected_presets(draft, statuses)
    assert re.findall("“(.*?)”", issue.sentence) == [preset.title for preset in presets]


# -- when a bound is reached ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
def test_a_page_says_when_not_everything_could_be_tried(
    as_anna: Client, item: BuiltPuzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "too many to try them all" not in as_anna.get(item.editor_url).text
    BuiltPuzzle.objects.update(results={})
    monkeypatch.setattr(issues, "CHECKED", 600)
    for _ in range(2):
        page = as_anna.get(item.editor_url)
        assert NOT_ALL_TRIED in page.text
        assert page.context["mistakes"] == 0


def test_a_deal_that_cannot_be_proven_is_passed_over_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """As known, unproven, and with another answer: what comes after the unproven one is still found."""
    draft = asking(LORUM, "own-rule")
    assert draft
    keys = iter(["a", Unproven("Too many."), "b"])

    def key(*_: Any) -> str:
        found = next(keys)
        if isinstance(found, Unproven):
            raise found
        return found

    monkeypatch.setattr(PuzzleDraft, "compute_right_answer", key)
    checks = issues._try_other_deals_and_rules(draft, draft.engine_puzzle)
    assert checks["deal"]
    assert checks["cut"]


@pytest.mark.django_db
def test_a_page_says_when_a_proof_takes_too_long(as_anna: Client, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = asking(games.get("chinese-ten"), "last-turns")
    assert draft
    item = BuiltPuzzle.create_for(anna.person, "chinese-ten", draft.content)
    monkeypatch.setattr(engine, "PROOF", 1_000)
    for _ in range(2):
        assert "take a while to verify" in as_anna.get(item.editor_url).text
    assert BuiltPuzzle.objects.get().results["proof"] == {"unproven": True}

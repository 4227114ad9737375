"""Timed runs: the server's clock, three wrong answers, each answer once, and nobody else's run."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.people.models import Person
from core.practice import maintenance
from core.practice.attempt_contexts import AttemptContext, AttemptContextProvider, attempt_contexts
from core.practice.models import Answer, Attempt, Puzzle, Rating, Run
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, PuzzleTheme, Setup
from games.engine.puzzle import Puzzle as Posed

GAME = games.get("vazhushal")
START = datetime(2026, 11, 25, 12, tzinfo=UTC)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def _pose(setup: Setup, options: Options) -> Posed:
    rows = tuple(AnswerOption(str(number), f"the {number}") for number in range(4))
    question = f"Which is {setup['number']}?"
    return Posed(
        setup["form"],
        question,
        {},
        "0",
        ("draw.stock",),
        "Because it is.",
        options=rows,
        hints=("Think.",),
        rating=setup["rating"],
    )


def _build_theme(slug: str, rating: int, form: str = "one") -> PuzzleTheme:
    """A stand-in for a real kind: 500 puzzles, which look different."""

    def make(rng: Random, options: Options) -> Setup:
        return {"number": rng.randrange(500), "rating": rating, "form": form}

    return PuzzleTheme(slug, slug.title(), "Find it.", ("draw.stock",), make, _pose)


@pytest.fixture(autouse=True)
def themes(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = (_build_theme("hard", 1600), _build_theme("easy", 800), _build_theme("moves", 700, "play"))
    monkeypatch.setattr(GAME, "puzzle_themes", listed)


@pytest.fixture(autouse=True)
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Sets the clock: `at(2 * MINUTE)` after the start."""

    def set_clock(passed: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: START + passed)

    set_clock(timedelta())
    return set_clock


def start(client: Client, game: str = GAME.slug) -> Run:
    """Start a run and open its first puzzle."""
    url = client.post("/practice/runs/", {"game": game}).url
    client.get(url)
    return Run.objects.latest("pk")


def find_current_puzzle(run: Run) -> Puzzle:
    return Attempt.objects.get(occasion=run.code, tries=0).puzzle


def answer(client: Client, run: Run, given: str = "0", puzzle: Puzzle | None = None) -> Any:
    """Answer the puzzle of a run: “0” is right. Return the page that comes next."""
    puzzle = puzzle or find_current_puzzle(run)
    return client.post(f"{puzzle.get_absolute_url()}answer/?for={run.code}", {"answer": given}, follow=True)


def count_answers(run: Run) -> tuple[int, int]:
    """Return how many right and wrong answers a run has stored."""
    answers = Answer.objects.filter(occasion=run.code)
    return answers.filter(right=True).count(), answers.filter(right=False).count()


def test_a_stranger_is_asked_one_puzzle_after_another(stranger: Client) -> None:
    run = start(stranger)
    first = find_current_puzzle(run)
    page = answer(stranger, run)
    assert find_current_puzzle(run) != first
    assert page.redirect_chain[-1][0] == f"{find_current_puzzle(run).get_absolute_url()}?for={run.code}"
    assert "<b>1</b> correct" in page.content.decode()
    assert "3:00" in page.content.decode()
    assert "Hint" not in page.content.decode()


def test_the_page_says_how_much_time_is_left(as_anna: Client, at: Any) -> None:
    run = start(as_anna)
    at(MINUTE + 55 * SECOND)
    assert "1:05" in as_anna.get(run.get_absolute_url(), follow=True).content.decode()


def test_opening_the_run_again_asks_the_same_puzzle(as_anna: Client) -> None:
    run = start(as_anna)
    urls = {as_anna.get(run.get_absolute_url()).url for _ in range(3)}
    assert urls == {f"{find_current_puzzle(run).get_absolute_url()}?for={run.code}"}


@pytest.mark.parametrize(("late", "counts"), [(timedelta(), 1), (2 * SECOND, 1), (4 * SECOND, 0), (MINUTE, 0)])
def test_an_answer_counts_until_shortly_after_the_end(as_anna: Client, at: Any, late: timedelta, counts: int) -> None:
    run = start(as_anna)
    at(3 * MINUTE + late)
    page = answer(as_anna, run)
    assert count_answers(run) == (counts, 0)
    if not counts:
        assert page.status_code == 422
        assert "Time’s up, so this answer doesn’t count." in page.content.decode()
        assert f'href="{run.get_absolute_url()}"' in page.content.decode()


def test_nothing_is_asked_after_the_end(as_anna: Client, at: Any) -> None:
    run = start(as_anna)
    answer(as_anna, run)
    at(3 * MINUTE)
    page = as_anna.get(run.get_absolute_url())
    assert page.status_code == 200
    assert page.context["progress"].right == 1
    assert Attempt.objects.filter(occasion=run.code).count() == 2


def test_three_wrong_answers_end_the_run(as_anna: Client) -> None:
    run = start(as_anna)
    for number in ("1", "0", "2"):
        answer(as_anna, run, number)
    page = answer(as_anna, run, "3")
    assert page.redirect_chain[-1][0] == run.get_absolute_url()
    assert "Three wrong answers" in page.content.decode()
    assert count_answers(run) == (1, 3)
    assert not Attempt.objects.filter(occasion=run.code, tries=0).exists()


def test_an_answer_counts_once(as_anna: Client) -> None:
    run = start(as_anna)
    puzzle = find_current_puzzle(run)
    answer(as_anna, run, "0", puzzle)
    for number in ("0", "1"):
        answer(as_anna, run, number, puzzle)
    assert count_answers(run) == (1, 0)


def test_a_wrong_answer_is_not_made_good(as_anna: Client) -> None:
    run = start(as_anna)
    puzzle = find_current_puzzle(run)
    answer(as_anna, run, "1", puzzle)
    assert answer(as_anna, run, "0", puzzle).status_code == 422
    assert count_answers(run) == (0, 1)


def test_nobody_opens_or_answers_another_persons_run(as_anna: Client, as_ben: Client, stranger: Client) -> None:
    run = start(as_anna)
    puzzle = find_current_puzzle(run)
    for other in (as_ben, stranger):
        assert other.get(run.get_absolute_url()).status_code == 404
        assert other.get(f"{puzzle.get_absolute_url()}?for={run.code}").status_code == 404
        assert answer(other, run, "0", puzzle).status_code == 404
    assert count_answers(run) == (0, 0)


def test_a_puzzle_that_the_run_has_not_asked_does_not_count(as_anna: Client) -> None:
    run = start(as_anna)
    other = Puzzle.generate_puzzle(GAME, GAME.options(), "hard", name="other")
    assert answer(as_anna, run, "0", other).status_code == 404
    assert count_answers(run) == (0, 0)


@pytest.mark.parametrize("code", ["run-", "run-nothing", "run-" + "0" * 200, "0", "run-%00", "run-%F0%9F%82%A1"])
def test_a_run_that_does_not_exist_is_not_found(as_anna: Client, code: str) -> None:
    puzzle = find_current_puzzle(start(as_anna))
    for url in (f"/practice/runs/{code}/", f"{puzzle.get_absolute_url()}?for={code}"):
        assert as_anna.get(url).status_code == (400 if "%00" in code else 404)


@pytest.mark.parametrize("game", ["nothing", "x" * 5000, "\x00", "../vazhushal"])
def test_a_run_in_an_unknown_game_does_not_start(as_anna: Client, game: str) -> None:
    assert as_anna.post("/practice/runs/", {"game": game}).status_code in (400, 404)
    assert as_anna.get("/practice/runs/").status_code == 405
    assert not Run.objects.exists()


def test_a_run_is_not_rated_and_neither_are_its_puzzles_later(as_anna: Client) -> None:
    run = start(as_anna)
    puzzle = find_current_puzzle(run)
    answer(as_anna, run, "1")
    page = as_anna.post(f"{puzzle.get_absolute_url()}answer/", {"answer": "0"}).content.decode()
    assert "only your first answer counts" in page
    assert not Rating.objects.exists()


@pytest.mark.slow
def test_puzzles_come_from_the_collection_the_easy_ones_first(as_anna: Client) -> None:
    maintenance.fill_site_collection(GAME)
    run = start(as_anna)
    while Attempt.objects.filter(occasion=run.code).count() < 6:
        answer(as_anna, run)
    puzzles = [attempt.puzzle for attempt in Attempt.objects.filter(occasion=run.code).order_by("pk")]
    assert all(puzzle.kept for puzzle in puzzles)
    assert [puzzle.theme for puzzle in puzzles] == 4 * ["easy"] + 2 * ["hard"]


@pytest.mark.slow
def test_no_puzzle_comes_twice_and_a_new_one_is_made_when_the_collection_is_used_up(as_anna: Client) -> None:
    maintenance.fill_site_collection(GAME)
    for _ in range(2):
        run = start(as_anna)
        for _ in range(5):
            answer(as_anna, run)
    puzzles = Puzzle.objects.filter(attempts__person__isnull=False)
    assert Attempt.objects.count() == 12
    assert puzzles.values("look").distinct().count() == 12


@pytest.mark.slow
def test_a_puzzle_that_takes_several_moves_is_not_asked(as_anna: Client) -> None:
    maintenance.fill_site_collection(GAME)
    run = start(as_anna)
    for _ in range(12):
        answer(as_anna, run)
    assert not Attempt.objects.filter(puzzle__theme="moves").exists()


def test_a_run_never_asks_what_a_class_has_to_do(as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    maintenance.fill_site_collection(GAME)
    held = Puzzle.objects.filter(theme="easy").values_list("pk", flat=True)

    class Assigned(AttemptContextProvider):
        def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
            return AttemptContext("given", tells=False) if puzzle.pk in held else None

    monkeypatch.setattr(attempt_contexts, "providers", [*attempt_contexts, Assigned()])
    assert find_current_puzzle(start(as_anna)).pk not in held


def test_a_run_follows_the_house_rules_in_force(as_anna: Client) -> None:
    maintenance.fill_site_collection(GAME)
    options = GAME.options.load_preset(GAME.options.presets[-1].name)
    as_anna.get(f"/practice/{GAME.slug}/?rules={options.digest()}")
    assert find_current_puzzle(start(as_anna)).digest == options.digest()


def test_a_run_through_all_games_takes_them_in_turn(as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games.get("guts"), "puzzle_themes", (_build_theme("easy", 800),))
    for game in games.all_games().values():
        if game.slug not in ("guts", GAME.slug):
            monkeypatch.setattr(game, "puzzle_themes", ())
    run = start(as_anna, "")
    answer(as_anna, run)
    assert {attempt.puzzle.game for attempt in Attempt.objects.all()} == {"guts", GAME.slug}


def test_a_game_without_anything_to_ask_says_so(as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "puzzle_themes", ())
    run = start(as_anna)
    assert "No more puzzles" in as_anna.get(run.get_absolute_url()).content.decode()


@pytest.mark.slow
def test_the_result_shows_your_best_and_the_best_of_the_week(as_anna: Client, as_ben: Client, at: Any) -> None:
    """Nobody's name is shown: the best of the week is only a number."""
    at(timedelta(days=-7))
    long_ago = start(as_ben)
    for _ in range(4):
        answer(as_ben, long_ago)
    at(timedelta())
    other = start(as_ben, "guts")
    earlier, run = start(as_ben), start(as_anna)
    for client, chosen, number in ((as_ben, earlier, 3), (as_anna, run, 2)):
        for _ in range(number):
            answer(client, chosen)
    assert other.game == "guts"
    at(3 * MINUTE)
    page = as_anna.get(run.get_absolute_url())
    assert (page.context["progress"].right, page.context["best"], page.context["best_this_week"]) == (2, 2, 3)
    assert "ben" not in page.content.decode().split("<main")[1]
    assert as_ben.get(earlier.get_absolute_url()).context["best"] == 4


def test_the_result_lists_each_puzzle_with_its_explanation(as_anna: Client, at: Any) -> None:
    run = start(as_anna)
    puzzle = find_current_puzzle(run)
    answer(as_anna, run, "1")
    left = find_current_puzzle(run)
    at(3 * MINUTE)
    page = as_anna.get(run.get_absolute_url()).content.decode()
    url = f"{puzzle.get_absolute_url()}?for={run.code}"
    assert f'href="{url}"' in page
    assert "Because it is." in as_anna.get(url).content.decode()
    assert f'href="{left.get_absolute_url()}"' in page
    assert as_anna.get(left.get_absolute_url()).status_code == 200


def test_runs_move_with_a_visitor_who_signs_in(stranger: Client, anna: User) -> None:
    run = start(stranger)
    run.person.merge_into(anna.person)
    assert [own.code for own in anna.person.runs.all()] == [run.code]
    assert Attempt.objects.get(person=anna.person).occasion == run.code


def test_runs_are_in_the_export_and_go_with_the_person(as_anna: Client, anna: User) -> None:
    run = start(as_anna)
    answer(as_anna, run)
    exported = json.loads(json.dumps(anna.person.export_stored_data()))["practice"]
    assert exported["runs"] == [{"code": run.code, "game": GAME.slug, "started": "2026-11-25T12:00:00Z"}]
    assert {row["occasion"] for row in exported["answers"]} == {run.code}
    anna.delete()
    Person.objects.filter(pk=run.person_id).delete()
    assert not Run.objects.exists()

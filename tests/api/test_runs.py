"""Timed runs in the API: the server's clock counts, each answer counts once, and each person sees only their own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.practice.models import Attempt, Puzzle, Rating, Run
from tests.api.conftest import Program

GAME = "vazhushal"


@pytest.fixture
def run(annas: Program) -> dict[str, Any]:
    started: dict[str, Any] = annas.post("runs/", {"game": GAME}).json()
    return started


def wrong_answer(puzzle: Puzzle) -> Any:
    """Return a wrong answer in the form that the puzzle expects."""
    posed = puzzle.engine_puzzle
    ids, labels = [option.id for option in posed.options], [value for value, _ in posed.labels]
    if posed.form == "tick":
        return [] if posed.key else ids
    if posed.form == "match":
        return {id: next(label for label in labels if label != posed.key[id]) for id in ids}
    return next(value for value in [*ids, "0", "1"] if value != str(posed.key))


def answer(program: Program, run: dict[str, Any], right: bool = True, **headers: str) -> Any:
    """Answer a run's current puzzle."""
    puzzle = Puzzle.objects.get(code=run["puzzle"]["code"])
    reply = puzzle.engine_puzzle.key if right else wrong_answer(puzzle)
    return program.post(f"runs/{run['code']}/answers/", {"puzzle": puzzle.code, "answer": reply}, **headers)


def test_a_run_asks_one_puzzle_after_the_other(annas: Program, run: dict[str, Any]) -> None:
    assert (run["game"], run["right"], run["wrong"], run["over"]) == (GAME, 0, 0, False)
    assert 170 < run["seconds_left"] <= 180
    assert "key" not in run["puzzle"]
    first = answer(annas, run).json()
    assert first["right"]
    assert (first["run"]["right"], first["run"]["wrong"]) == (1, 0)
    assert first["run"]["puzzle"]["code"] != run["puzzle"]["code"]
    assert annas.get(f"runs/{run['code']}/").json()["puzzle"] == first["run"]["puzzle"]
    assert not answer(annas, first["run"], right=False).json()["right"]
    assert annas.get(f"runs/{run['code']}/").json()["wrong"] == 1
    assert not Rating.objects.exists()


def test_three_wrong_answers_end_it(annas: Program, run: dict[str, Any]) -> None:
    current = run
    for _ in range(3):
        current = answer(annas, current, right=False).json()["run"]
    assert (current["over"], current["puzzle"]) == (True, None)
    refused = answer(annas, run)
    assert (refused.status_code, refused.json()["code"]) == (409, "run.refused")
    assert refused.json()["detail"] == "This run ended after three wrong answers."


@pytest.mark.parametrize(("seconds", "status"), [(179, 200), (182, 200), (184, 409)])
def test_the_clock_is_the_servers(annas: Program, run: dict[str, Any], seconds: int, status: int) -> None:
    """An answer that was on its way when time ran out still counts, as on the page."""
    Run.objects.update(started=timezone.now() - timedelta(seconds=seconds))
    sent = answer(annas, run)
    assert sent.status_code == status
    assert annas.get(f"runs/{run['code']}/").json()["right"] == (status == 200)
    assert annas.get(f"runs/{run['code']}/").json()["puzzle"] is None or seconds < 180


def test_each_puzzle_takes_one_answer(annas: Program, run: dict[str, Any]) -> None:
    assert answer(annas, run, right=False).status_code == 200
    again = answer(annas, run)
    assert (again.status_code, again.json()["detail"]) == (409, "The run is on a different puzzle now.")
    assert annas.get(f"runs/{run['code']}/").json()["right"] == 0


def test_an_answer_that_is_sent_again_with_its_key_counts_once(annas: Program, run: dict[str, Any]) -> None:
    first, second = (answer(annas, run, idempotency_key="first").json() for _ in range(2))
    assert first == second
    assert Attempt.objects.filter(occasion=run["code"], tries__gt=0).count() == 1


def test_nobody_else_sees_or_answers_it(bens: Program, strangers: Program, run: dict[str, Any]) -> None:
    assert bens.get(f"runs/{run['code']}/").status_code == 404
    assert answer(bens, run).status_code == 404
    assert strangers.get(f"runs/{run['code']}/").status_code == 401
    assert strangers.post("runs/", {}).status_code == 401
    assert not Attempt.objects.filter(tries__gt=0).exists()


@pytest.mark.slow
def test_best_scores_name_nobody(annas: Program, bens: Program, run: dict[str, Any]) -> None:
    answer(annas, answer(annas, run).json()["run"])
    answer(bens, bens.post("runs/", {"game": GAME}).json())
    assert annas.get(f"runs/best/?game={GAME}").json() == {"game": GAME, "best": 2, "best_this_week": 2}
    assert bens.get(f"runs/best/?game={GAME}").json() == {"game": GAME, "best": 1, "best_this_week": 2}
    assert bens.get("runs/best/").json() == {"game": "", "best": 0, "best_this_week": 0}
    Run.objects.update(started=timezone.now() - timedelta(days=8))
    assert bens.get(f"runs/best/?game={GAME}").json()["best_this_week"] == 0


def test_a_run_goes_through_all_games(annas: Program) -> None:
    run = annas.post("runs/", {}).json()
    assert run["game"] == ""
    games = [run["puzzle"]["game"]]
    games.append(answer(annas, run).json()["run"]["puzzle"]["game"])
    assert games[0] != games[1]


@pytest.mark.parametrize("game", ["chess", "x" * 30])
def test_a_game_that_is_not_there(annas: Program, game: str) -> None:
    assert annas.post("runs/", {"game": game}).status_code == 404
    assert annas.get(f"runs/best/?game={game}").status_code == 404
    assert not Run.objects.exists()


def test_starting_runs_has_the_limit_of_making_things(annas: Program, settings: Any) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "make": 1}
    assert annas.post("runs/", {"game": GAME}).status_code == 201
    assert annas.post("runs/", {"game": GAME}).status_code == 429

"""Puzzles, the course, house rules, and the user's own data in the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from core.learn.models import StepDone
from core.practice.models import Attempt, Puzzle
from games.engine.game import Game
from tests.api.conftest import Program
from variants.models import RuleSet


@pytest.fixture
def puzzle(annas: Program, game: Game[Any]) -> dict[str, Any]:
    made: dict[str, Any] = annas.post("puzzles/", {"game": game.slug, "theme": game.puzzle_themes[0].slug}).json()
    return made


def test_a_puzzle_is_made_without_its_key(annas: Program, puzzle: dict[str, Any]) -> None:
    shown = annas.get(f"puzzles/{puzzle['code']}/").json()
    assert shown == puzzle
    assert not {"key", "clauses", "reasons", "why"} & shown.keys()


def test_a_right_answer(annas: Program, puzzle: dict[str, Any]) -> None:
    key = Puzzle.objects.get(code=puzzle["code"]).engine_puzzle.key
    verdict = annas.post(f"puzzles/{puzzle['code']}/attempts/", {"answer": key}).json()
    assert verdict["right"]
    assert verdict["attempt"]["rated"]
    assert [one["puzzle"] for one in annas.get("attempts/").json()["results"]] == [puzzle["code"]]
    assert annas.get("me/").json()["ratings"][0]["game"] == "vazhushal"


@pytest.mark.slow
def test_ten_wrong_answers_cost_a_newcomer_twenty_points(annas: Program, game: Game[Any]) -> None:
    for _ in range(10):
        code = annas.post("puzzles/", {"game": game.slug, "theme": game.puzzle_themes[0].slug}).json()["code"]
        wrong = _wrong(Puzzle.objects.get(code=code))
        verdict = annas.post(f"puzzles/{code}/attempts/", {"answer": wrong}).json()
        assert (verdict["right"], verdict["attempt"]["rated"]) == (False, True)
    assert annas.get("me/").json()["ratings"][0]["rating"] >= 1480


def _wrong(puzzle: Puzzle) -> Any:
    """Return a wrong answer in the form that the puzzle expects."""
    posed = puzzle.engine_puzzle
    ids = [option.id for option in posed.options]
    if posed.form == "tick":
        return [] if posed.key else ids
    return next(one for one in [*ids, "0", "1"] if one != str(posed.key))


def test_hints_are_noted(annas: Program, puzzle: dict[str, Any]) -> None:
    for number in range(1, puzzle["hints"] + 1):
        found = annas.post(f"puzzles/{puzzle['code']}/hints/").json()
        assert len(found["hints"]) == number
    assert not found["more"]
    key = Puzzle.objects.get(code=puzzle["code"]).engine_puzzle.key
    assert not annas.post(f"puzzles/{puzzle['code']}/attempts/", {"answer": key}).json()["attempt"]["rated"]


@pytest.mark.parametrize("answer", [{"x": 1}, None, 5.5, [["deep"]], "no such id", True, [1, 2]])
def test_answers_in_another_form(annas: Program, puzzle: dict[str, Any], answer: Any) -> None:
    response = annas.post(f"puzzles/{puzzle['code']}/attempts/", {"answer": answer})
    if response.status_code == 200:
        assert not response.json()["right"]
        return
    assert (response.status_code, response.json()["code"]) in ((422, "bad-text"), (422, "invalid"))
    assert not Attempt.objects.filter(tries__gt=0).exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "hearts"}, "not-found"),
        ({"game": "vazhushal", "theme": "no-such-theme"}, "nothing-to-ask"),
        ({"game": "vazhushal", "clause": "no.such"}, "nothing-to-ask"),
        ({"game": "vazhushal", "options": {"no-such": 1}}, "bad-option"),
        ({"game": "vazhushal", "rules": "0123456789abcdef"}, "no-such-rules"),
    ],
)
def test_puzzles_that_cannot_be(annas: Program, body: dict[str, Any], code: str) -> None:
    assert annas.post("puzzles/", body).json()["code"] == code
    assert not Puzzle.objects.exists()


def test_a_puzzle_about_a_clause(annas: Program, game: Game[Any]) -> None:
    theme = game.puzzle_themes[0]
    made = annas.post("puzzles/", {"game": game.slug, "theme": theme.slug, "clause": theme.clauses[0]})
    assert made.status_code in (201, 422)
    if made.status_code == 201:
        assert theme.clauses[0] in Puzzle.objects.get(code=made.json()["code"]).clauses


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_puzzle_at_a_level(annas: Program, level: str) -> None:
    puzzle = annas.post("puzzles/", {"game": "guts", "theme": "who-wins", "level": level}).json()
    assert puzzle["level"] == level
    assert annas.get(f"puzzles/{puzzle['code']}/").json()["level"] == level


def test_a_level_that_does_not_exist_is_refused(annas: Program) -> None:
    refused = annas.post("puzzles/", {"game": "guts", "level": "expert"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert not Puzzle.objects.exists()


def test_anothers_attempts_are_not_listed(annas: Program, bens: Program, puzzle: dict[str, Any]) -> None:
    annas.post(f"puzzles/{puzzle['code']}/hints/")
    assert annas.get("attempts/").json()["count"] == 1
    assert bens.get("attempts/").json()["count"] == 0
    assert bens.get("puzzles/nothing/").status_code == 404


# -- the course ---------------------------------------------------------------------------------------------------


def test_every_lesson_reads_through(strangers: Program, game: Game[Any]) -> None:
    course = strangers.get("games/vazhushal/course/").json()
    assert [one["slug"] for one in course["lessons"]] == [one.slug for one in game.lessons]
    for row in course["lessons"]:
        lesson = strangers.get(f"games/vazhushal/course/{row['slug']}/").json()
        assert [step["id"] for step in lesson["steps"]] == row["steps"]
        for step in lesson["steps"]:
            game.load_position(step["position"])


def test_progress_is_noted_once(annas: Program, anna: User, game: Game[Any]) -> None:
    for _ in range(2):
        noted = annas.post("progress/", {"game": "vazhushal", "step": game.lessons[0].steps[0].id, "unaided": False})
        assert (noted.status_code, noted.json()["done"]) == (201, 1)
    assert annas.get("progress/?game=vazhushal").json()["lessons"][0]["steps"][0] == {
        "id": game.lessons[0].steps[0].id,
        "done": True,
        "unaided": False,
    }
    assert StepDone.objects.done_by(anna.person, "vazhushal").count() == 1


@pytest.mark.parametrize(
    "change", [{"step": "nope"}, {"step": 0}, {"step": "0"}, {"unaided": 1}, {"game": "hearts"}, {"person": 1}]
)
def test_steps_that_there_are_not(annas: Program, game: Game[Any], change: dict[str, Any]) -> None:
    step = game.lessons[0].steps[0].id
    response = annas.post("progress/", {"game": "vazhushal", "step": step, **change})
    assert response.status_code in (404, 422)
    assert not StepDone.objects.exists()


def test_progress_of_no_game(annas: Program) -> None:
    assert annas.get("progress/").status_code == 404


# -- house rules --------------------------------------------------------------------------------------------------


def test_house_rules_are_kept(annas: Program, bens: Program, strangers: Program, game: Game[Any]) -> None:
    kept = annas.post("rules/", {"game": "vazhushal", "options": {"packs": "1"}, "name": "Ours"})
    assert kept.status_code == 201
    digest = kept.json()["digest"]
    assert digest == game.options({"packs": "1"}).digest()
    assert [one["name"] for one in annas.get("rules/").json()["results"]] == ["Ours"]
    assert bens.get("rules/").json()["count"] == 0
    public = strangers.get(f"games/vazhushal/rules/{digest}/").json()
    assert (public["options"], public["name"]) == ({"packs": "1"}, "")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"no-such": 1}, "bad-option"),
        ({"packs": 1}, "bad-option"),
        ({"extra-jokers": 99}, "bad-option"),
        ([], "invalid"),
        (None, "invalid"),
    ],
)
def test_house_rules_that_cannot_be(annas: Program, options: Any, code: str) -> None:
    response = annas.post("rules/", {"game": "vazhushal", "options": options})
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert not RuleSet.objects.exists()


def test_impossible_combinations(annas: Program, game: Game[Any]) -> None:
    found = next(
        values
        for one in game.options.list_options()
        for other in game.options.list_options()
        for one_value in one.list_values()
        for other_value in other.list_values()
        if one is not other
        and game.options.list_option_problems(values := {one.name: one_value, other.name: other_value})
    )
    response = annas.post("rules/", {"game": "vazhushal", "options": found})
    assert (response.status_code, response.json()["code"]) == (422, "bad-option")
    assert response.json()["option"] in found


# -- oneself ------------------------------------------------------------------------------------------------------


def test_who_am_i(annas: Program, anna: User) -> None:
    me = annas.get("me/").json()
    assert (me["username"], me["code"]) == ("anna", anna.person.code)
    assert me["token"]["name"] == "a test"


def test_everything_needs_every_scope(anna: User, annas: Program, program_of: Callable[..., Program]) -> None:
    data = annas.get("me/data/").json()
    assert data["person"]["username"] == "anna"
    assert data["tokens"][0]["name"] == "a test"
    partial = program_of(anna, "play", "learn", "rules").get("me/data/")
    assert (partial.status_code, partial.json()["scope"]) == (403, "practice")

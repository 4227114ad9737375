"""Idempotency keys: a request that creates something does so once, however often it's sent."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

import games
from core.api.docs import get_schema
from core.api.models import SCOPES, Token
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons import models as lessons
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, PuzzleChange, PuzzleVersion
from core.classes.models import Assignment, AssignmentItem, Classroom, Student
from core.http import idempotency
from core.learn.models import StepDone
from core.models import IdempotencyKey
from core.play import moves
from core.play.models import Move, Table
from core.practice.models import Attempt, Puzzle, Run
from games.engine.game import Game
from tests.api.conftest import Program
from tests.racing import at_once
from variants.models import RuleSet

GIVEN = {"game": "vazhushal", "title": "Homework", "rules": "book"}
DRAFT = {
    **build_blank_content(games.get("vazhushal"), games.get("vazhushal").options(), 3),
    "kind": "own-fact",
    "fact": "most-players",
}
BUILT = {"title": "How many?", "draft": DRAFT}
WRITTEN = {"game": "vazhushal", "lesson": "melds"}
TABLE = {"game": "vazhushal", "seating": ["me", "learner"], "pace": "at-once"}


def _legal(game: Game[Any], table: dict[str, Any]) -> str:
    return str(game.list_moves(game.load_position(table["position"]), table["seat"])[0])


@pytest.fixture
def calls(annas: Program, bens: Program, table: dict[str, Any], game: Game[Any]) -> dict[str, tuple[str, Any]]:
    """The path and body of a request, for every operation that creates something."""
    code = table["code"]
    open_table = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link", "link"]}).json()["code"]
    left = annas.post("tables/", TABLE).json()["code"]
    annas.delete(f"tables/{left}/seat/")
    over = annas.post("tables/", TABLE).json()["code"]
    invited = bens.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()["invite"]
    puzzle = annas.post("puzzles/", {"game": "vazhushal", "theme": game.puzzle_themes[0].slug}).json()["code"]
    key = Puzzle.objects.get(code=puzzle).engine_puzzle.key
    run = annas.post("runs/", {"game": "vazhushal"}).json()
    open_puzzle = Puzzle.objects.get(code=run["puzzle"]["code"])
    run_answer = {"puzzle": open_puzzle.code, "answer": open_puzzle.engine_puzzle.key}
    classroom = annas.post("classes/", {"name": "7a"}).json()["code"]
    away = annas.post("classes/", {"name": "8a"}).json()["code"]
    built, changed, withdrawn = (annas.post("built/", BUILT).json()["code"] for _ in range(3))
    annas.post(f"built/{withdrawn}/publish/")
    written, rewritten, given_out = (annas.post("written/", WRITTEN).json()["code"] for _ in range(3))
    annas.post(f"written/{given_out}/publish/")
    other = annas.post("puzzles/", {"game": "vazhushal"}).json()["code"]
    collection = annas.post("collections/", {"title": "Firsts", "entries": [puzzle]}).json()["code"]
    slug = annas.get(f"written/{given_out}/").json()["slug"]
    newer = annas.post("collections/", {"title": "Seconds", "entries": [f"vazhushal/{slug}"]}).json()
    ordered, entry = newer["code"], newer["entries"][0]["id"]
    text = annas.get(f"written/{given_out}/").json()["toml"]
    annas.post(f"written/{given_out}/", {"toml": text.replace('title = "', 'title = "More ', 1)})
    assert annas.post(f"written/{given_out}/publish/", {}).status_code == 201
    file = annas.get(f"written/{written}/").json()["toml"]
    return {
        "setUpTable": ("tables/", TABLE),
        "joinTable": ("tables/join/", {"invite": invited}),
        "play": (f"tables/{code}/moves/", {"move": _legal(game, table), "version": table["version"]}),
        "returnToTable": (f"tables/{left}/seat/", None),
        "putBot": (f"tables/{open_table}/seats/1/bot/", {"level": "learner"}),
        "playAgain": (f"tables/{over}/again/", None),
        "keepRules": ("rules/", {"game": "vazhushal", "options": {"packs": "1"}, "name": "Ours"}),
        "makePuzzle": ("puzzles/", {"game": "vazhushal"}),
        "makeClass": ("classes/", {"name": "7b", "names": ["Clara", "Dev"]}),
        "addStudents": (f"classes/{classroom}/students/", {"names": ["Eve"]}),
        "giveAssignment": (f"classes/{classroom}/assignments/", {"puzzles": [puzzle], **GIVEN}),
        "buildPuzzle": ("built/", BUILT),
        "renameClass": (f"classes/{classroom}/name/", {"name": "8c"}),
        "archiveClass": (f"classes/{away}/archive/", {"archived": True}),
        "changeBuilt": (f"built/{changed}/", BUILT),
        "publishBuilt": (f"built/{built}/publish/", {}),
        "proveBuilt": (f"built/{built}/proof/", {"wanted": False}),
        "withdrawBuilt": (f"built/{withdrawn}/withdraw/", {"withdrawn": True}),
        "makeCollection": ("collections/", {"title": "First tricks", "entries": [puzzle]}),
        "renameCollection": (f"collections/{collection}/title/", {"title": "Second tricks"}),
        "putEntries": (f"collections/{collection}/entries/", {"entries": [other]}),
        "orderEntries": (f"collections/{ordered}/order/", {"entries": [entry]}),
        "renewEntry": (f"collections/{ordered}/entries/{entry}/renew/", None),
        "writeLesson": ("written/", WRITTEN),
        "changeWritten": (f"written/{rewritten}/", {"toml": file}),
        "publishWritten": (f"written/{written}/publish/", {}),
        "withdrawWritten": (f"written/{given_out}/withdraw/", {"withdrawn": True}),
        "answerPuzzle": (f"puzzles/{puzzle}/attempts/", {"answer": key}),
        "hintPuzzle": (f"puzzles/{puzzle}/hints/", None),
        "startRun": ("runs/", {"game": "vazhushal"}),
        "answerInRun": (f"runs/{run['code']}/answers/", run_answer),
        "noteStep": ("progress/", {"game": "vazhushal", "step": game.lessons[0].steps[0].id}),
        "takeBack": (f"tables/{_played(annas, game, lambda found: found.back == 0)}/back/", {"version": 0}),
        "turnTable": (f"tables/{_by_itself(annas)}/turning/", {"how": "step", "version": 0}),
        "dealNext": (f"tables/{_played(annas, game, lambda found: found.is_between_deals)}/deal/", {"version": 0}),
    }


def _played(annas: Program, game: Game[Any], until: Callable[[Table], bool]) -> str:
    """Return the code of a table of Anna's, played until a condition is met."""
    from random import Random

    from core.play import bots

    code, rng = annas.post("tables/", TABLE).json()["code"], Random(4)
    found = Table.objects.get(code=code)
    while not until(found):
        if not bots.play_bot_turn(found.pk, found.version):
            moves.play_move(found, 0, str(game.draw_random_move(found.board.state, 0, rng)))
        found.refresh_from_db()
    return str(code)


def _by_itself(annas: Program) -> str:
    """Return the code of a table of Anna's at which nobody decides anything."""
    game = next(game for game in games.all_games().values() if not game.decides)
    seating = ["me", *game.automatic_player_levels * (game.seats[0] - 1)]
    return str(annas.post("tables/", {"game": game.slug, "seating": seating}).json()["code"])


def _all() -> list[Any]:
    """Return the numbers of everything that a request could add."""
    models: list[Any] = [Table, Move, RuleSet, Puzzle, Attempt, Run, StepDone]
    models += [Classroom, Student, Assignment, AssignmentItem, BuiltPuzzle, PuzzleVersion, Collection, CollectionEntry]
    models += [PuzzleChange, Lesson, lessons.LessonVersion, lessons.LessonChange]
    return [
        *(model.objects.count() for model in models),
        *Table.objects.order_by("pk").values_list("version", flat=True),
        *Attempt.objects.values_list("tries", "hints"),
    ]


def _version(table: dict[str, Any]) -> int:
    return Table.objects.get(code=table["code"]).version


def _posts() -> Iterator[str]:
    """Yield the operations that take a key: all that change something, except the one whose response isn't stored."""
    for operations in get_schema()["paths"].values():
        if "post" in operations and operations["post"].get("security"):
            keyed = any(one["name"] == "Idempotency-Key" for one in operations["post"]["parameters"])
            assert keyed != (operations["post"]["operationId"] == "makeSlips")
            if keyed:
                yield operations["post"]["operationId"]


@pytest.mark.slow
def test_a_key_holds_for_everything_that_makes_something(annas: Program, calls: dict[str, tuple[str, Any]]) -> None:
    assert set(calls) == set(_posts())
    for name, (path, body) in calls.items():
        sent = (
            {**(body or {}), "version": Table.objects.get(code=path.split("/")[1]).version}
            if name in ("dealNext", "takeBack", "turnTable")
            else body
        )
        first = annas.post(path, sent, Idempotency_Key=name)
        assert first.status_code in (200, 201), (name, first.content)
        assert not first.has_header("Idempotency-Replayed")
        after = _all()
        again = annas.post(path, sent, Idempotency_Key=name)
        assert (again.status_code, again.json()) == (first.status_code, first.json()), name
        assert again["Idempotency-Replayed"] == "true"
        assert _all() == after, name
        other = annas.post(path, {**(sent or {}), "other": 1}, Idempotency_Key=name)
        assert (other.status_code, other.json()["code"]) == (422, "key-used" if sent is None else "invalid"), name
        assert _all() == after, name


def test_the_same_key_with_another_request(annas: Program) -> None:
    made = annas.post("tables/", TABLE, Idempotency_Key="one").json()
    for path, body in (("tables/", {**TABLE, "pace": "calm"}), ("puzzles/", {"game": "vazhushal"})):
        other = annas.post(path, body, Idempotency_Key="one")
        assert (other.status_code, other.json()["code"]) == (422, "key-used")
    assert [table.code for table in Table.objects.all()] == [made["code"]]
    assert not Puzzle.objects.exists()


def test_the_order_of_the_keys_of_a_body_does_not_matter(annas: Program) -> None:
    one = annas.post("tables/", TABLE, Idempotency_Key="one").json()
    assert annas.post("tables/", dict(reversed(TABLE.items())), Idempotency_Key="one").json() == one


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "body", "model"),
    [("tables/", TABLE, Table), ("puzzles/", {"game": "vazhushal"}, Puzzle)],
)
def test_at_once_they_make_one(transactional_db: None, path: str, body: Any, model: Any) -> None:
    secret = Token.create_with_secret(User.objects.create_user("robot"), "x", SCOPES, 1)[1]

    answers = at_once(*[lambda: Program(secret).post(path, body, Idempotency_Key="one")] * 4)
    assert [answer.status_code for answer in answers] == [201] * 4, [answer.content for answer in answers]
    assert len({answer.json()["code"] for answer in answers}) == 1
    assert model.objects.count() == 1
    assert sum(answer.has_header("Idempotency-Replayed") for answer in answers) == 3


def test_a_key_survives_a_crash_after_the_move(
    annas: Program, table: dict[str, Any], game: Game[Any], anna: User
) -> None:
    """The move is stored, but not the response. A repeated request reports that move and makes no other."""
    asked = {"move": _legal(game, table), "version": table["version"]}
    path = f"tables/{table['code']}/moves/"
    annas.post(path, asked, Idempotency_Key="one")
    IdempotencyKey.objects.update(status=None, body=None)
    again = annas.post(path, asked, Idempotency_Key="one")
    assert again.json()["move"]["number"] == table["version"] + 1
    assert _version(table) == table["version"] + 1


def test_a_refused_move_leaves_its_key_free(annas: Program, table: dict[str, Any], game: Game[Any]) -> None:
    path = f"tables/{table['code']}/moves/"
    refused = annas.post(path, {"move": "discard 5C 5C", "version": table["version"]}, Idempotency_Key="one")
    assert refused.status_code in (409, 422)
    asked = {"move": _legal(game, table), "version": table["version"]}
    assert annas.post(path, asked, Idempotency_Key="one").status_code == 200


def test_two_people_may_use_the_same_key(annas: Program, bens: Program, game: Game[Any]) -> None:
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()
    shown = bens.post("tables/join/", {"invite": made["invite"]}).json()
    programs = [annas, bens]
    for _ in range(2):
        table = Table.objects.get(code=made["code"])
        seat = table.waits_for[0]
        shown = programs[seat].get(f"tables/{made['code']}/").json()
        state = game.load_position(shown["position"])
        move = str(game.list_moves(state, seat)[-1 if state.phase == "table" else 0])
        asked = {"move": move, "version": shown["version"]}
        done = programs[seat].post(f"tables/{made['code']}/moves/", asked, Idempotency_Key=f"key-{_}")
        assert done.status_code == 200, done.content


@pytest.mark.parametrize("key", ["", "x" * 65, "with blank", "\x7f"])
def test_keys_that_are_none(annas: Program, key: str) -> None:
    response = annas.post("tables/", TABLE, Idempotency_Key=key)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
    assert not Table.objects.exists()


def test_a_failure_of_ours_leaves_nothing(annas: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that a request created before it failed is rolled back, and the key can be used again."""

    def broken(row: IdempotencyKey, result: Any) -> bool:
        raise OSError("broken on purpose")

    monkeypatch.setattr(idempotency, "complete_key", broken)
    with pytest.raises(OSError, match="on purpose"):
        annas.post("tables/", TABLE, Idempotency_Key="one")
    monkeypatch.undo()
    assert not Table.objects.exists()
    assert annas.post("tables/", TABLE, Idempotency_Key="one").status_code == 201

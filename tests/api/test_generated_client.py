"""A client can be generated from the OpenAPI document, and it can play whole matches."""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User

import games
from core.api.docs import get_schema
from core.api.models import SCOPES, Token
from core.authoring.puzzles.drafts import build_blank_content
from core.classes import assignment_puzzles
from core.classes.models import Assignment, Student
from core.play import bots
from core.play.models import Table
from core.practice.attempt_contexts import AttemptContext
from core.practice.models import Puzzle
from core.practice.themes import cache_sample_puzzles
from core.wsgi import application
from games.engine.game import Game
from tests.games.wandering import roam, some_rules

LONGEST = 3000
NAME = "house_client"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ModuleType]]:
    """Generate a client from the document. `made("api.tables.play")` returns one of its modules."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "schema.json").write_text(json.dumps(get_schema()))
    (folder / "settings.json").write_text(json.dumps({"post_hooks": []}))
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--fail-on-warning"]
    command += ["--path", "schema.json", "--config", "settings.json", "--meta", "none", "--output-path", NAME]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "arning" not in done.stdout
    sys.path.insert(0, str(folder))
    yield lambda name: importlib.import_module(f"{NAME}.{name}")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
        del sys.modules[name]


class Player:
    """A person's program that uses nothing but the client."""

    def __init__(self, made: Callable[[str], ModuleType], secret: str) -> None:
        self.made = made
        to = {"base_url": "http://testserver", "httpx_args": {"transport": httpx.WSGITransport(app=application)}}
        self.client = made("client").AuthenticatedClient(token=secret, raise_on_unexpected_status=True, **to)

    def ask(self, what: str, *where: str, body: Any = None, **more: Any) -> Any:
        """Call an operation such as `tables.play`, and check that the response isn't a problem."""
        sent = {} if body is None else {"body": body}
        found = self.made(f"api.{what}").sync(*where, client=self.client, **sent, **more)
        assert not isinstance(found, self.made("models").Problem), found
        return found

    def of(self, name: str, /, **values: Any) -> Any:
        """Return an object of one of the document's types."""
        return getattr(self.made("models"), name).from_dict(values)


@pytest.fixture
def player(made: Callable[[str], ModuleType], anna: User, one_transaction: None, settings: Any) -> Player:
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 0)
    cache_sample_puzzles()
    return Player(made, Token.create_with_secret(anna, "a client", SCOPES, 1)[1])


def _bots_move(code: str) -> None:
    """Make the bots' moves, because no worker runs here."""
    table = Table.objects.get(code=code)
    while table.bot_due and bots.play_bot_turn(table.pk, table.version):
        table.refresh_from_db()


def _some(moves: list[str], rng: Random) -> str:
    """Return a random move, more often one with many cards, so that matches end."""
    return (
        max(rng.sample(moves, min(len(moves), 12)), key=lambda move: len(move.split()))
        if rng.random() < 0.7
        else rng.choice(moves)
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_it_plays_a_match(player: Player, game: Game[Any]) -> None:
    """The match is played to its end, or until the second hand is dealt."""
    rng, dealt = Random(game.slug), False
    listed = {one.slug: one for one in player.ask("games.list_games").results}[game.slug]
    seating = ["me", *[game.automatic_player_levels[0]] * (listed.seats[0] - 1)]
    asked = {"game": game.slug, "seating": seating, "options": game.short, "pace": "at-once", "forced_moves": True}
    table = player.ask("tables.set_up_table", body=player.of("TableRequest", **asked), idempotency_key="set-up")
    for _ in range(LONGEST):
        if table.status == "over" or dealt:
            break
        if table.between:
            seen = player.of("TableVersionRequest", version=table.version)
            table, dealt = player.ask("tables.deal_next", table.code, body=seen), True
        elif table.your_turn:
            assert len(table.position.hands) == len(table.seats)  # each game has a type of its own
            question = player.of("LegalMovesRequest", position=table.position.to_dict(), seat=table.seat)
            legal = player.ask("oracle.oracle_legal", game.slug, body=question)
            move = _some([move for action in legal.actions for move in action.moves], rng)
            play = player.of("PlayMoveRequest", move=move, version=table.version)
            table = player.ask("tables.play", table.code, body=play).table
        else:
            _bots_move(table.code)
            table = player.ask("tables.show_table", table.code)
    assert (table.status == "over") != dealt
    assert dealt or table.result.sentence
    moves = player.ask("tables.list_moves", table.code, limit=200)
    assert moves.version <= table.version
    assert player.ask("tables.read_record", table.code).game == game.slug


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_it_has_a_type_for_the_positions_of_each_game(made: Callable[[str], ModuleType], game: Game[Any]) -> None:
    kind = getattr(made("models"), game.slug.title().replace("-", "") + "Position")
    rng = Random(game.slug)
    for options, seats in filter(None, (some_rules(game, rng) for _ in range(8))):
        for state in roam(game, game.start_match(options, seats), rng, 20):
            position = json.loads(json.dumps(game.build_position(state, 0, whole=False)))
            assert kind.from_dict(position).to_dict() == position
    with pytest.raises(ValueError, match="not a valid"):
        kind.from_dict({**position, "game": "whist"})


def test_a_refused_move_names_its_clauses(player: Player) -> None:
    asked = player.of("TableRequest", game="vazhushal", seating=["me", "learner"], pace="at-once")
    code = player.ask("tables.set_up_table", body=asked).code
    _bots_move(code)
    play = player.of("PlayMoveRequest", move="done", version=player.ask("tables.show_table", code).version)
    refused = player.made("api.tables.play").sync(code, client=player.client, body=play)
    assert refused.code == "move.illegal"
    assert refused.clauses[0].id == "table.verb"


@pytest.mark.slow
def test_it_solves_a_puzzle(player: Player) -> None:
    for theme in player.ask("games.show_game", "vazhushal").themes[:3]:
        asked = player.of("PuzzleRequest", game="vazhushal", theme=theme.slug)
        puzzle = player.ask("puzzles.make_puzzle", body=asked)
        answer = {"tick": [], "one": puzzle.options and puzzle.options[0].id, "number": 3}.get(puzzle.form.value)
        if answer is not None:
            answer = player.of("AnswerRequest", answer=answer)
            verdict = player.ask("puzzles.answer_puzzle", puzzle.code, body=answer)
            assert verdict.sentence


@pytest.mark.slow
def test_it_keeps_a_roster_and_reads_results(player: Player) -> None:
    """This is what a school's system does: add and remove students, get slips, assign puzzles, and read results."""
    asked = player.of("ClassRequest", name="7b", names=["Clara Berg"])
    made = player.ask("classes.make_class", body=asked, idempotency_key="make")
    assert player.ask("classes.make_class", body=asked, idempotency_key="make").code == made.code
    added = player.ask(
        "classes.add_students", made.code, body=player.of("StudentsRequest", names=["Dev", "Eve"])
    ).students
    player.ask("classes.remove_student", made.code, added[1].id)
    slips = player.ask(
        "classes.make_slips", made.code, body=player.of("LoginSlipsRequest", students=[added[0].id])
    ).slips
    assert [(one.login, len(one.code)) for one in slips] == [(added[0].login, 10)]
    shown = player.ask("classes.show_class", player.ask("classes.list_classes").results[0].code)
    assert [(one.name, one.joined) for one in shown.students] == [("Clara Berg", None), ("Dev", None)]

    fresh = {"number": 2, "same": True}
    homework = player.of("AssignmentRequest", game="guts", title="Homework", rules="book", fresh=fresh, pass_at=50)
    given = player.ask("classes.give_assignment", made.code, body=homework)
    assert assignment_puzzles.generate_missing_puzzles(Assignment.objects.get(code=given.code), patience=60)
    items = player.ask("classes.list_assignments", made.code).results[0].items
    puzzle = Puzzle.objects.get(code=items[0].puzzle)
    puzzle.submit_answer(
        Student.objects.get(pk=added[0].id).person, puzzle.engine_puzzle.key, occasion=AttemptContext(given.code)
    )
    told = player.ask("classes.show_results", made.code, given.code)
    marks = {one.name: [(mark.right_at_first, mark.tries) for mark in one.marks] for one in told.students}
    assert marks == {"Clara Berg": [(None, 0), (None, 0)], "Dev": [(True, 1), (None, 0)]}
    assert all(one.right_at_first + one.not_yet == 2 for one in told.clauses)


@pytest.mark.slow
def test_it_publishes_a_puzzle(player: Player) -> None:
    game = games.get("vazhushal")
    draft = {**build_blank_content(game, game.options(), 3), "kind": "own-fact", "fact": "most-players"}
    begun = player.ask("workshop.build_puzzle", body=player.of("BuildPuzzleRequest", title="How many?", draft=draft))
    assert begun.mistakes == []
    version = player.ask(
        "workshop.publish_built", begun.code, body=player.of("PublishPuzzleRequest", visibility="class")
    )
    assert version.proven
    assert player.ask("workshop.show_built", begun.code).versions[0].puzzle == version.puzzle
    assert [one.puzzle for one in player.ask("workshop.list_built").results] == [version.puzzle]


@pytest.mark.slow
def test_it_keeps_a_collection(player: Player) -> None:
    asked = player.of("PuzzleRequest", game="vazhushal")
    codes = [player.ask("puzzles.make_puzzle", body=asked).code for _ in range(2)]
    begun = player.of("CollectionRequest", title="First tricks", entries=codes)
    code = player.ask("collections.make_collection", body=begun).code
    lesson = player.of("AddEntriesRequest", entries=["vazhushal/melds"])
    ids = [one.id for one in player.ask("collections.put_entries", code, body=lesson).entries]
    turned = player.of("CollectionOrderRequest", entries=ids[::-1])
    shown = player.ask("collections.order_entries", code, body=turned)
    assert [one.name for one in shown.entries] == ["vazhushal/melds", *codes[::-1]]
    for one in ids[:2]:
        player.ask("collections.remove_entry", code, one)
    assert [one.size for one in player.ask("collections.list_collections").results] == [1]


def test_it_writes_a_lesson(player: Player) -> None:
    asked = player.of("CreateLessonRequest", game="vazhushal", lesson="melds")
    code = player.ask("lessons.write_lesson", body=asked).code
    file = player.of("LessonFileRequest", toml=player.ask("lessons.show_written", code).toml)
    assert player.ask("lessons.change_written", code, body=file).mistakes == []
    version = player.ask("lessons.publish_written", code, body=player.of("PublishLessonRequest", visibility="link"))
    assert [one.slug for one in player.ask("lessons.list_written").results] == [version.slug]
    assert player.ask("lessons.withdraw_written", code, body=player.of("WithdrawRequest", withdrawn=True)).withdrawn

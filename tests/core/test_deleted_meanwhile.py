"""Whatever somebody deletes while another request works with it: nobody gets a 500, and no row is left without others.

A request is interrupted before each kind of statement that changes or locks rows; there the other request is made and
answered, on a connection of its own. What can't happen at that moment, since a row is locked, is passed over. The first
action of each case is interrupted before each kind of question as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, connections
from django.test import Client
from django.utils import timezone

import games
from core.api.models import SCOPES, Token
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles import proofs
from core.authoring.puzzles import tasks as workshop_tasks
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Proof
from core.classes import assignment_puzzles
from core.classes import tasks as class_tasks
from core.classes.models import Assignment, Classroom, Student, Teacher
from core.http.deleted_rows import delete_with_retries
from core.people import get_user_person
from core.play import bots
from core.play import tasks as play_tasks
from core.play.models import Table
from core.play.seating import create_table
from core.practice import maintenance
from core.practice.models import Puzzle

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 50
"""Milliseconds that the other request waits for a lock."""
KIND = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE)\b.*?(?:FROM|INTO|UPDATE|$)\s*\"?(\w+)?", re.S)
DRAFT = {
    **build_blank_content(games.get("vazhushal"), games.get("vazhushal").options(), 3),
    "kind": "own-fact",
    "fact": "most-players",
}
Request = Callable[[], Any]


@dataclass
class World:
    """Anna, who makes things, Ben, who uses them, and the thing that is deleted."""

    number: int
    anna: User
    ben: User
    thing: Any = None

    def __post_init__(self) -> None:
        self.as_anna, self.as_ben = _signed_in(self.anna), _signed_in(self.ben)
        secret = Token.create_with_secret(self.anna, "a test", SCOPES, 7)[1]
        self.program = Client(raise_request_exception=False, headers={"Authorization": f"Token {secret}"})

    def api(self, method: str, path: str, **body: Any) -> Any:
        """Send a request of Anna's program."""
        return getattr(self.program, method)(f"/api/v1/{path}", body, content_type="application/json")


def _signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def puzzle(world: World) -> Puzzle:
    return Puzzle.generate_puzzle(games.get("court-piece"), games.get("court-piece").options())


def item(world: World) -> BuiltPuzzle:
    return BuiltPuzzle.create_for(world.anna.person, "vazhushal", DRAFT, "How many?")


def lesson(world: World) -> Lesson:
    made = world.as_anna.post("/teach/lessons/new/", {"game": "court-piece"})
    return Lesson.objects.get(code=made["Location"].strip("/").split("/")[-1])


def collection(world: World) -> Collection:
    found = Collection.objects.create(owner=world.anna.person, title="Firsts")
    for number in (1, 2):
        CollectionEntry.objects.create(collection=found, number=number, puzzle=puzzle(world))
    return found


def classroom(world: World) -> Classroom:
    found = Classroom.objects.create(name="7b")
    Teacher.objects.create(classroom=found, person=world.anna.person)
    Student.objects.create(classroom=found, person=world.ben.person, name="Ben Berg", made_here=True)
    return found


def assignment(world: World) -> Assignment:
    given = {"code": f"given{world.number}", "title": "Homework", "game": "guts", "opens": timezone.now()}
    found = Assignment.objects.create(classroom=classroom(world), fresh=2, **given)
    assignment_puzzles.generate_missing_puzzles(found, patience=60)
    found.fresh = 3  # one is still to be made
    found.save()
    return found


def table(world: World) -> Table:
    return create_table(
        world.anna.person, games.get("court-piece"), games.get("court-piece").options(), ["me", *["steady"] * 3]
    )


def open_table(world: World) -> Table:
    return create_table(
        world.anna.person, games.get("court-piece"), games.get("court-piece").options(), ["me", "link", "link", "link"]
    )


@dataclass(frozen=True)
class Case:
    """Something that can be deleted, how that is done, and what else can be done with it."""

    make: Callable[[World], Any]
    deletions: dict[str, Callable[[World], Any]]
    actions: dict[str, Callable[[World], Any]]


def page(path: str, **sent: str) -> Callable[[World], Any]:
    """Anna opens a page of the thing or, if something is sent, posts it there."""
    return lambda world: _asked(world, world.as_anna, path, sent)


def others(path: str, **sent: str) -> Callable[[World], Any]:
    """The same of Ben."""
    return lambda world: _asked(world, world.as_ben, path, sent)


def _asked(world: World, client: Client, path: str, sent: dict[str, str]) -> Any:
    path = path.format(thing=world.thing)
    filled = {name: value.format(thing=world.thing) for name, value in sent.items()}
    return client.post(path, filled) if sent else client.get(path)


def program(method: str, path: str, **body: Any) -> Callable[[World], Any]:
    return lambda world: world.api(method, path.format(thing=world.thing), **body)


def forget(name: str) -> Callable[[World], Any]:
    """Somebody deletes their account."""
    return lambda world: getattr(world, f"as_{name}").post("/me/delete/", {"sure": "on"})


def background(work: Callable[[World], object]) -> Callable[[World], Any]:
    """Work of a worker, which answers nobody."""

    def run(world: World) -> None:
        work(world)

    return run


CASES = {
    "a puzzle that is built": Case(
        item,
        {
            "by a program": program("delete", "built/{thing.code}/"),
            "on its page": page("/teach/puzzle/{thing.code}/withdraw/", again=""),
        },
        {
            "open": page("/teach/puzzle/{thing.code}/"),
            "rename": page("/teach/puzzle/{thing.code}/change/", do="title", title="Another"),
            "prove": page("/teach/puzzle/{thing.code}/change/", do="prove"),
            "publish": page("/teach/puzzle/{thing.code}/publish/", title="Another"),
            "try": page("/teach/puzzle/{thing.code}/try/", any="1"),
            "copy": page("/teach/puzzle/{thing.code}/copy/", any="1"),
            "change by a program": program("post", "built/{thing.code}/", title="Other", draft=DRAFT),
            "prove by a program": program("post", "built/{thing.code}/proof/", wanted=True),
            "stop by a program": program("post", "built/{thing.code}/proof/", wanted=False),
            "publish by a program": program("post", "built/{thing.code}/publish/"),
        },
    ),
    "a lesson that is written": Case(
        lesson,
        {"by a program": program("delete", "written/{thing.code}/")},
        {
            "open": page("/teach/lesson/{thing.code}/"),
            "change": page("/teach/lesson/{thing.code}/change/", do="title", title="Another"),
            "publish": page("/teach/lesson/{thing.code}/publish/", title="Another"),
            "copy": page("/teach/lesson/{thing.code}/copy/", any="1"),
            "publish by a program": program("post", "written/{thing.code}/publish/"),
        },
    ),
    "a collection": Case(
        collection,
        {
            "by a program": program("delete", "collections/{thing.code}/"),
            "on its page": page("/teach/collection/{thing.code}/delete/", any="1"),
        },
        {
            "open": others("/collection/{thing.code}/"),
            "rename": page("/teach/collection/{thing.code}/rename/", title="Seconds"),
            "copy": page("/teach/collection/{thing.code}/copy/", any="1"),
            "add": page("/teach/collection/{thing.code}/add/", what="guts/first-hand"),
            "rename by a program": program("post", "collections/{thing.code}/title/", title="Seconds"),
            "order by a program": lambda world: world.api(
                "post",
                f"collections/{world.thing.code}/order/",
                entries=[*world.thing.entries.order_by("-pk").values_list("pk", flat=True)],
            ),
            "remove an entry": lambda world: world.as_anna.post(
                f"/teach/collection/{world.thing.code}/entry/{CollectionEntry.objects.filter(collection=world.thing).first().pk}/remove/"
                if CollectionEntry.objects.filter(collection=world.thing).exists()
                else "/"
            ),
        },
    ),
    "an assignment": Case(
        assignment,
        {"on its page": page("/teach/class/{thing.classroom.code}/given/{thing.code}/withdraw/", any="1")},
        {
            "see it": page("/teach/class/{thing.classroom.code}/given/{thing.code}/"),
            "change it": page("/teach/class/{thing.classroom.code}/given/{thing.code}/change/", title="Other"),
            "put it on the board": page(
                "/teach/class/{thing.classroom.code}/live/", do="start", assignment="{thing.code}"
            ),
            "do it": others("/class/{thing.classroom.code}/do/{thing.code}/", any="1"),
            "list it": others("/class/{thing.classroom.code}/"),
            "make its puzzles": background(lambda world: class_tasks.make_assignment_puzzles(world.thing.pk)),
        },
    ),
    "a student": Case(
        classroom,
        {"on the roster": lambda world: _on_roster(world, "remove")},
        {
            "rename": lambda world: _on_roster(world, "rename", name="Ben Ohm"),
            "slips": page("/teach/class/{thing.code}/slips/", any="1"),
            "see": page("/teach/class/{thing.code}/"),
            "list the homework": others("/class/{thing.code}/"),
            "build a puzzle": others("/teach/puzzles/new/", game="guts"),
            "set up a table": others("/play/now/", game="guts"),
        },
    ),
    "a class, with its only teacher": Case(
        classroom,
        {"with the account": forget("anna")},
        {
            "add students": page("/teach/class/{thing.code}/add/", names="Clara\nDevika", made="1"),
            "rename": page("/teach/class/{thing.code}/rename/", name="8a"),
            "archive": page("/teach/class/{thing.code}/archive/", any="1"),
            "join": lambda world: Client(raise_request_exception=False).post(
                f"/join/{world.thing.joining}/", {"name": "Clara Ohm"}
            ),
            "give something": page("/teach/class/{thing.code}/give/", game="guts", title="Homework", fresh="1"),
        },
    ),
    "a person": Case(
        table,
        {"by themselves": forget("anna")},
        {
            "set up a table": page("/play/now/", game="guts"),
            "build a puzzle": page("/teach/puzzles/new/", game="guts"),
            "write a lesson": page("/teach/lessons/new/", game="guts"),
            "make a collection": page("/teach/collections/", title="Firsts"),
            "make a class": page("/teach/class/new/", name="7c", names="Clara\nDevika", made="1"),
            "save house rules": page("/rules/vazhushal/save/", use="1", name="Ours"),
            "answer a puzzle": lambda world: world.as_anna.post(
                f"{puzzle(world).get_absolute_url()}answer/", {"answer": "0"}
            ),
            "make a token": page("/me/tokens/", name="A bot", scopes="play", days="7"),
            "play": lambda world: _move(world),
            "leave a table": page("/play/{thing.code}/leave/", any="1"),
            "change a name": page("/me/", name="Other"),
            "ask for a table": program("post", "tables/", game="guts", seating=["me", "learner", "learner"]),
        },
    ),
    "a table": Case(
        table,
        {
            "since nobody came": background(
                lambda world: delete_with_retries(Table.objects.filter(pk=world.thing.pk).delete)
            )
        },
        {
            "see it": page("/play/{thing.code}/"),
            "play": lambda world: _move(world),
            "leave it": page("/play/{thing.code}/leave/", any="1"),
            "give a seat to a bot": page("/play/{thing.code}/seat/1/bot/", level="steady"),
            "play again": page("/play/{thing.code}/again/", any="1"),
            "ask for a hint": page("/play/{thing.code}/hint/", level="1"),
            "let a bot play": background(lambda world: bots.play_bot_turn(world.thing.pk, world.thing.version)),
            "stand in": background(
                lambda world: (
                    Table.objects.filter(pk=world.thing.pk).update(
                        patience=30, changed=timezone.now() - timedelta(hours=1)
                    ),
                    play_tasks.move_for_absent_players(),
                )
            ),
        },
    ),
    "a table that waits for players": Case(
        open_table,
        {
            "since nobody came": background(
                lambda world: delete_with_retries(Table.objects.filter(pk=world.thing.pk).delete)
            )
        },
        {"sit down": others("/play/join/{thing.invite}/", any="1")},
    ),
    "a puzzle that nobody has tried": Case(
        puzzle,
        {
            "by the clean-up": background(
                lambda world: (
                    Puzzle.objects.update(made=timezone.now() - 2 * maintenance.KEPT_UNTRIED),
                    maintenance.delete_untried_puzzles(),
                )
            )
        },
        {
            "see it": page("/practice/puzzle/{thing.code}/"),
            "answer it": page("/practice/puzzle/{thing.code}/answer/", answer="0"),
            "ask for a hint": page("/practice/puzzle/{thing.code}/hint/", any="1"),
            "answer by a program": program("post", "puzzles/{thing.code}/attempts/", answer="0"),
            "put into a collection": lambda world: world.api(
                "post", "collections/", title="Firsts", entries=[world.thing.code]
            ),
        },
    ),
    "a proof": Case(
        lambda world: Proof.objects.create(item=item(world), asks="x", draft=DRAFT, times=1),
        {"with its puzzle": background(lambda world: BuiltPuzzle.objects.filter(pk=world.thing.item_id).delete())},
        {"look for it": background(lambda world: workshop_tasks.run_next_long_proof())},
    ),
}


def _on_roster(world: World, what: str, **sent: str) -> Any:
    found = Student.objects.filter(classroom=world.thing).first()
    return world.as_anna.post(f"/teach/class/{world.thing.code}/roster/{found.pk if found else 0}/{what}/", sent)


def _move(world: World) -> Any:
    board = world.thing.board
    play = world.thing.engine_game.draw_random_move
    move = str(play(board.state, 0, Random(1))) if 0 in board.state.waiting else "pass"
    return world.as_anna.post(f"/play/{world.thing.code}/move/", {"version": world.thing.version, "move": move})


class Interruption:
    """Makes the other request just before a statement of a kind, once."""

    def __init__(self, kind: str, request: Request) -> None:
        self.kind, self.request = kind, request
        self.kinds: dict[str, None] = {}
        self.answer: Any = None
        self.blocked = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        kind = " ".join(filter(None, found.groups())) if (found := KIND.match(sql)) else sql[:20]
        if "FOR UPDATE" in sql or "FOR NO KEY UPDATE" in sql:
            kind = f"lock {kind}"
        if kind == self.kind and kind not in self.kinds:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(self._make).result()
        self.kinds[kind] = None
        return execute(sql, params, many, context)

    def _make(self) -> None:
        try:
            _wait_little()
            self.answer = self.request()
        except DatabaseError as error:
            self.blocked = "lock" in str(error)
            if not self.blocked:
                raise
        finally:
            connections.close_all()


def _wait_little() -> None:
    connection.ensure_connection()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {WAIT}")
        else:
            cursor.execute(f"SET lock_timeout = {WAIT}")


def _pairs() -> Iterator[Any]:
    for thing, case in CASES.items():
        for deletion in case.deletions:
            for action in case.actions:
                yield pytest.param(thing, deletion, action, id=f"{thing} {deletion}, {action}".replace(" ", "-"))


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "_is_provable_now", lambda draft: False)
    monkeypatch.setattr("core.celery.Task.apply_async", lambda *_, **more: None)


@pytest.mark.slow
@pytest.mark.parametrize(("thing", "deletion", "action"), [*_pairs()])
@pytest.mark.parametrize("first", ["deleted", "used"])
def test_what_is_deleted_while_it_is_used(thing: str, deletion: str, action: str, first: str) -> None:
    case, number = CASES[thing], 0
    requests = (case.deletions[deletion], case.actions[action])
    outer, inner = requests if first == "used" else reversed(requests)
    first_action = action == next(iter(case.actions))
    kinds: list[str] = [""]
    for kind in kinds:
        world = _world(number := number + 1)
        world.thing = case.make(world)
        interruption = Interruption(kind, lambda world=world: inner(world))
        with connection.execute_wrapper(interruption):
            answer = outer(world)
        if not kind:
            kinds += [kind for kind in interruption.kinds if first_action or not kind.startswith("SELECT")]
        for said in (answer, interruption.answer):
            assert said is None or said.status_code < 500 or said.status_code == 503, (kind, said.content[-300:])
        connection.check_constraints()


def _world(number: int) -> World:
    users = [User.objects.create_user(f"{name}{number}") for name in ("anna", "ben")]
    for user in users:
        get_user_person(user)
    return World(number, *users)

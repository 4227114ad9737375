"""Budgets of requests: the Python and C calls and the project files that each uses, compared with `tests/budgets.toml`.

Calls are counted in one process and are the same on every machine, so a request can cost at most 3% more or less than
its budget. After a change that is supposed to cost more or less, write the budgets again:

    make test TEST="tests/test_budgets.py --write-budgets"
"""

from __future__ import annotations

import gc
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
import tomli_w
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

import games
from core.api.models import Token
from core.classes.enrollment import create_class
from core.classes.models import Assignment, AssignmentItem
from core.people import get_user_person
from core.play.models import Table
from core.play.moves import TableUpdate
from core.play.seating import create_table
from core.practice.models import Answer, Puzzle
from games.engine.state import DEALER

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = ROOT / "tests" / "budgets.toml"
TOLERANCE = 0.03
GAME = games.get("vazhushal")
HTMX = {"HX-Request": "true"}
Send = Callable[[], Any]
STUDENTS, PUZZLES = 10, 6
HEADER = """\
# Python and C calls of one request, made for the third time. Kept by tests/test_budgets.py, which says how to write
# them again.
"""

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Calls:
    """Counts calls, and records the files they're in, while it's entered."""

    def __enter__(self) -> Calls:
        self.count = 0
        self.paths: set[str] = set()
        self.was_collecting = gc.isenabled()
        gc.disable()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)
        if self.was_collecting:
            gc.enable()

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.paths.add(frame.f_code.co_filename)
        if event in ("call", "c_call"):
            self.count += 1

    @property
    def project_files(self) -> list[str]:
        """The files that belong to `core`, `variants`, or `games`."""
        inside = (Path(path).relative_to(ROOT) for path in self.paths if path.startswith(f"{ROOT}/"))
        return sorted(str(path) for path in inside if path.parts[0] in ("core", "variants", "games"))


class Site:
    """A match in progress, a puzzle, a class with answers, and requests for them."""

    def __init__(self, user: User, client: Client) -> None:
        self.client = client
        self.person = get_user_person(user)
        scopes = ["play", "practice", "class:read"]
        _, secret = Token.create_with_secret(user, "budgets", scopes, days=7)
        self.program = Client(headers={"authorization": f"Bearer {secret}"})
        self.table = self._start_match()
        self.discard = f"discard {self.table.board.state.hands[0][0].code}"
        self.puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), theme="legal-wipes", name="budgets")
        self.assignment = self._assign()
        self.results_path = f"classes/{self.assignment.classroom.code}/assignments/{self.assignment.code}/results/"

    def _start_match(self) -> Table:
        """Return a match after some random moves, when the reader has just drawn a card."""
        table = create_table(self.person, GAME, GAME.options(), ["me", "steady", "steady"])
        rng, step = Random(11), TableUpdate(table)
        state: Any = step.board.state
        while not (len(state.line) >= 8 and state.waiting == (0,) and state.phase == "table"):
            seat = state.waiting[0]
            if seat == DEALER:
                step.add_dealer_moves()
            else:
                step.add_player_move(seat, str(GAME.draw_random_move(state, seat, rng)))
            state = step.board.state
        assert step.save_update()
        table.refresh_from_db()
        return table

    def _assign(self) -> Assignment:
        """Create an assignment that all students have answered, with every third answer wrong."""
        names = [f"Student {number:02}" for number in range(STUDENTS)]
        classroom = create_class(self.person, "7b", names, "budgets")
        assignment = Assignment.objects.create(
            classroom=classroom, title="Homework", game=GAME.slug, by=self.person, opens=timezone.now()
        )
        people = [student.person for student in classroom.students.select_related("person")]
        for place in range(PUZZLES):
            puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), theme="legal-wipes", name=f"budgets {place}")
            AssignmentItem.objects.create(assignment=assignment, place=place, puzzle=puzzle)
            for number, person in enumerate(people):
                right = (number + place) % 3 > 0
                Answer.objects.create(
                    person=person, puzzle=puzzle, number=1, given="x", right=right, rules="x", version=1,
                    hints=0, occasion=assignment.code, missed=[] if right else list(puzzle.clauses)[:1],
                )  # fmt: skip
        return assignment

    # -- requests: each is prepared here, and counted where it is sent ------------------------------------------------

    def get(self, path: str) -> Send:
        return lambda: self.client.get(path)

    def step(self) -> Send:
        lesson = GAME.lessons[3]
        first = lesson.list_valid_steps(GAME, GAME.options())[0]
        return self.get(f"/games/{GAME.slug}/course/{lesson.slug}/{first.id}/")

    def move(self, text: str) -> Send:
        """Make a move at the table, after undoing the one before it."""
        self.table.refresh_from_db()
        url = self.table.get_absolute_url()
        if self.table.back == 0:
            self.client.post(f"{url}back/", {"version": self.table.version}, headers=HTMX)
            self.table.refresh_from_db()
        sent = {"move": text, "version": self.table.version}
        return lambda: self.client.post(f"{url}move/", sent, headers=HTMX)

    def answer(self) -> Send:
        """Give the right answer to a puzzle that nobody has answered yet."""
        puzzle = Puzzle.generate_puzzle(
            GAME, GAME.options(), theme="legal-wipes", name=f"answer {Puzzle.objects.count()}"
        )
        url = puzzle.get_absolute_url()
        self.client.get(url)
        return lambda: self.client.post(f"{url}answer/", {"answer": puzzle.engine_puzzle.key}, headers=HTMX)

    def call(self, path: str) -> Send:
        return lambda: self.program.get(f"/api/v1/{path}")

    def oracle(self, name: str, **more: str) -> Send:
        position = GAME.build_view(self.table.board.state, 0).position
        body = json.dumps({"position": position, "seat": 0, **more})
        path = f"/api/v1/games/{GAME.slug}/oracle/{name}/"
        return lambda: self.program.post(path, body, content_type="application/json")


REQUESTS: dict[str, tuple[int, Callable[[Site], Send]]] = {
    "home page": (200, lambda site: site.get("/")),
    "game page": (200, lambda site: site.get(f"/games/{GAME.slug}/")),
    "rulebook page": (200, lambda site: site.get(f"/games/{GAME.slug}/rules/")),
    "lesson step": (200, lambda site: site.step()),
    "puzzle page": (200, lambda site: site.get(site.puzzle.get_absolute_url())),
    "lobby": (200, lambda site: site.get("/play/")),
    "table page": (200, lambda site: site.get(site.table.get_absolute_url())),
    "class results": (200, lambda site: site.get(site.assignment.get_absolute_url())),
    "move": (200, lambda site: site.move(site.discard)),
    "refused move": (422, lambda site: site.move("stock")),
    "puzzle answer": (200, lambda site: site.answer()),
    "API: games": (200, lambda site: site.call("games/")),
    "API: legal moves": (200, lambda site: site.oracle("legal")),
    "API: is a move legal": (200, lambda site: site.oracle("check", move=site.discard)),
    "API: table": (200, lambda site: site.call(f"tables/{site.table.code}/")),
    "API: classes": (200, lambda site: site.call("classes/")),
    "API: class results": (200, lambda site: site.call(site.results_path)),
}
"""The status and the request, by its name in the budgets."""
MOST_FILES = {"move": 51, "refused move": 38, "puzzle answer": 46}
"""How many project files a request may pass."""


@pytest.fixture
def site(anna: User, as_anna: Client) -> Site:
    return Site(anna, as_anna)


@pytest.mark.slow
def test_requests_keep_to_their_budgets(site: Site, pytestconfig: pytest.Config) -> None:
    measured = {name: measure(site, name).count for name in REQUESTS}
    if pytestconfig.getoption("--write-budgets"):
        BUDGETS.write_text(HEADER + tomli_w.dumps(measured), encoding="utf-8")
    budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    assert budgets.keys() == measured.keys()
    over = {name: (budgets[name], count) for name, count in measured.items() if is_off(budgets[name], count)}
    assert not over, f"calls of a request, as budgeted and as counted: {over}"


@pytest.mark.slow
@pytest.mark.parametrize("name", MOST_FILES)
def test_what_happens_most_passes_few_files(site: Site, name: str) -> None:
    with transaction.atomic():
        measure(site, name)  # so that the texts of the same puzzles are rendered already, whatever ran before
        transaction.set_rollback(True)
    files = measure(site, name).project_files
    assert len(files) <= MOST_FILES[name], files


def measure(site: Site, name: str) -> Calls:
    """Count the calls of a request that is sent for the third time."""
    status, prepare = REQUESTS[name]
    for _ in range(2):
        assert prepare(site)().status_code == status, name
    send = prepare(site)
    with Calls() as calls:
        response = send()
    assert response.status_code == status
    return calls


def is_off(budget: int, count: int) -> bool:
    return abs(count - budget) > TOLERANCE * budget


def test_a_budget_is_missed_on_either_side() -> None:
    assert not is_off(1000, 970)
    assert not is_off(1000, 1030)
    assert is_off(1000, 969)
    assert is_off(1000, 1031)

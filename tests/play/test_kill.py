"""Kill any process at any moment: no move is lost, none is made twice, and the match goes on.

The real site runs in processes of its own. Pages are asked for over HTTP as a browser does; the record is looked at in
the end.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis

import games
from games.engine.record import Record, read_record
from games.engine.table import Table as Board
from games.engine.view import View
from tests.house import House
from tests.services import free_port

pytestmark = pytest.mark.processes

GAME = next(iter(games.all_games().values()))
BOTS = ["steady"] * (2 if 3 in GAME.seats else GAME.seats[0] - 1)
BROKEN = (urllib.error.URLError, ConnectionError, TimeoutError, http.client.HTTPException)
PATIENCE = 25.0
FOUND_AGAIN = 20.0
"""The sweep finds a stalled table within ten seconds; the rest is for a slow machine and the restart."""


class Visitor:
    """A person at a browser without script, who tries again when nobody answers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.ask("/play/")

    def ask(self, path: str, sent: dict[str, Any] | None = None, patience: float = PATIENCE) -> tuple[int, str, str]:
        """Status, text and address of a page, asked for until somebody answers."""
        deadline = time.monotonic() + patience
        while True:
            try:
                return self.once(path, sent)
            except BROKEN:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def once(self, path: str, sent: dict[str, Any] | None = None) -> tuple[int, str, str]:
        request = urllib.request.Request(self.url + path)
        if sent is not None:
            token = next((cookie.value for cookie in self.jar if cookie.name == "csrftoken"), "")
            request.data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **sent}).encode()
        try:
            with self.opener.open(request, timeout=10) as answer:
                return answer.status, answer.read().decode(), answer.url.removeprefix(self.url)
        except urllib.error.HTTPError as refused:
            if refused.code >= 500:
                raise ConnectionError(f"{refused.code} at {path}") from refused
            return refused.code, refused.read().decode(), path

    def sit_down(self, *others: str) -> str:
        """Set up a table for oneself and others; its address."""
        return self.set_up("me", *others)

    def set_up(self, *players: str) -> str:
        seats = {f"seat-{number}": who for number, who in enumerate(players, 1)}
        sent = {"game": GAME.slug, "rules": "in-force", "pace": "at-once", **seats}
        status, text, address = self.ask("/play/new/", sent)
        assert status == 200, text
        return address


@dataclass
class Player:
    """Somebody who plays any legal moves, and remembers which were confirmed."""

    visitor: Visitor
    address: str
    rng: Random = field(default_factory=lambda: Random(11))
    sent: list[tuple[int, str]] = field(default_factory=list)
    seen: int = 0

    def go_on(self, moves: int) -> None:
        """Make so many moves of one's own."""
        made = 0
        deadline = time.monotonic() + 90
        while made < moves:
            assert time.monotonic() < deadline, f"stuck at version {self.seen}"
            view, position = self.look()
            assert view >= self.seen, "a table never goes back"
            self.seen = view
            state = GAME.load(position)
            if position["phase"] == "between" or state.between:
                self.visitor.ask(f"{self.address}deal/", {"version": view})
            elif 0 in state.waiting:
                self.move(view, position)
                made += 1
            elif state.waiting == ():
                return
            else:
                time.sleep(0.02)

    def look(self) -> tuple[int, dict[str, Any]]:
        _, text, _ = self.visitor.ask(f"{self.address}record.json")
        found = json.loads(text)
        if "position" in found:
            return found["version"], found["position"]
        return self.seen, GAME.position(Board.replay(read_record(found)).state)

    def move(self, version: int, position: dict[str, Any]) -> None:
        imagined = GAME.imagine(View(GAME.slug, 0, position), self.rng)
        text = str(GAME.random_move(imagined, 0, self.rng))
        status, page, _ = self.visitor.ask(f"{self.address}move/", {"move": text, "version": version})
        assert status in (200, 409), page
        self.sent.append((version, text))


@dataclass
class Kept:
    """What is stored of a table."""

    version: int
    status: str
    rows: list[tuple[int, int, str, str]]

    def __init__(self, house: House, address: str) -> None:
        code = address.strip("/").split("/")[-1]
        script = (
            "import json; from django.db import transaction; from core.play.models import Table\n"
            "with transaction.atomic():\n"  # the bots go on meanwhile: a move must not come between the two answers
            f"    table = Table.objects.select_for_update().get(code='{code}')\n"
            "    rows = list(table.moves.order_by('number').values_list('number', 'seat', 'text', 'by'))\n"
            "print('KEPT' + json.dumps([table.version, table.status, rows]))"
        )
        said = next(line for line in house.manage("shell", "-c", script).splitlines() if line.startswith("KEPT"))
        self.version, self.status, rows = json.loads(said.removeprefix("KEPT"))
        self.rows = [tuple(row) for row in rows]

    def check(self, player: Player | None = None) -> None:
        """Numbers without a gap, a record that the rules accept, and each move of the player's once."""
        assert [number for number, *_ in self.rows] == list(range(1, self.version + 1))
        seats = 1 + max(seat for _, seat, *_ in self.rows)
        Board.replay(Record(GAME.slug, GAME.options(), seats, [(seat, text) for _, seat, text, _ in self.rows]))
        if player:
            mine = [(number, text) for number, seat, text, _ in self.rows if seat == 0]
            assert mine == [(version + 1, text) for version, text in player.sent]


@pytest.fixture
def house() -> Iterator[House]:
    with House() as house:
        yield house


def grows(house: House, address: str, visitor: Visitor, wanted: int) -> float:
    """Wait until a table has come so far, or is over; how long the longest halt was."""
    longest, last, since = 0.0, -1, time.monotonic()
    while last < wanted:
        _, page, _ = visitor.ask(address)
        found = re.search(r'data-version="(\d+)"', page)
        version = int(found[1]) if found else last
        longest = max(longest, time.monotonic() - since)
        assert longest < FOUND_AGAIN, f"nothing moves at version {version}:\n{house.log.read_text()[-3000:]}"
        if "The match is over" in page or "the match</h2>" in page:
            break
        if version > last:
            last, since = version, time.monotonic()
        time.sleep(0.05)
    return longest


def of_bots(visitor: Visitor) -> str:
    """A table at which bots play alone; its address."""
    return visitor.set_up("steady", *BOTS)


def children_of(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(entry.name))
    return found


def kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def kill_worker(house: House) -> None:
    """One of the processes in which tasks run."""
    with suppress(LookupError):
        kill(house.child("worker"))


def kill_workers(house: House) -> None:
    """All of them, whatever they are doing."""
    assert house.process
    for process in children_of(house.process.pid):
        with suppress(OSError):
            if "worker" in Path(f"/proc/{process}/cmdline").read_text():
                kill(process)


def kill_clock(house: House) -> None:
    """With the workers, so that the message they held is lost and only the clock finds the table again."""
    with suppress(LookupError):
        kill(house.child("beat"))
    kill_workers(house)


def kill_web(house: House) -> None:
    with suppress(LookupError):
        kill(house.child("core.web"))


def kill_everything(house: House) -> None:
    """As when the power fails: the command and all its children at once; then it is started again."""
    assert house.process
    doomed = [house.process.pid, *children_of(house.process.pid)]
    doomed += [hand for child in doomed[1:] for hand in children_of(child)]
    for process in doomed:
        kill(process)
    house.process.wait()
    house.start()


KILLERS: list[Callable[[House], None]] = [kill_worker, kill_workers, kill_clock, kill_web, kill_everything]


def test_bots_go_on_alone(house: House) -> None:
    visitor, rng = Visitor(house.url), Random(3)
    address, version = of_bots(visitor), 5
    for killer in KILLERS:
        grows(house, address, visitor, version)
        time.sleep(rng.random() * 0.2)
        killer(house)
        version = Kept(house, address).version + 8
    grows(house, address, visitor, version)
    Kept(house, address).check()


def test_a_person_loses_no_move_and_makes_none_twice(house: House) -> None:
    player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
    for killer in KILLERS:
        player.go_on(3)
        killer(house)
    player.go_on(4)
    Kept(house, player.address).check(player)


def test_a_page_that_is_sent_while_the_web_process_dies_is_kept_once_or_not_at_all(house: House) -> None:
    """The move may have been stored although nobody said so: sent again, it finds itself there."""
    player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
    player.go_on(1)
    for pause in (0.0, 0.002, 0.005, 0.01, 0.02, 0.04):
        doomed = house.child("core.web")
        killer = subprocess.Popen(["sh", "-c", f"sleep {pause}; kill -9 {doomed}"])
        player.go_on(1)
        killer.wait()
        house.wait_for("/health/live")
    player.go_on(2)
    Kept(house, player.address).check(player)


@contextmanager
def own_redis() -> Iterator[Callable[[], str]]:
    """A Redis that can be killed: each call (re)starts it, and returns its URL."""
    program = shutil.which("redis-server")
    if not program:
        say = pytest.fail if os.environ.get("HOUSE_TEST_REQUIRE") else pytest.skip
        say("Redis is not installed: apt-get install redis-server")
    port, folder = free_port(), tempfile.mkdtemp(prefix="house-redis-")
    url = f"redis://127.0.0.1:{port}/0"
    running: list[subprocess.Popen[bytes]] = []

    def restart() -> str:
        while running:
            running[-1].kill()
            running.pop().wait()
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--databases", "128", "--save", ""]
        running.append(subprocess.Popen([*command, "--dir", folder], stdout=subprocess.DEVNULL))
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with suppress(redis.RedisError):
                redis.Redis.from_url(url).ping()
                return url
            time.sleep(0.05)
        raise AssertionError("Redis does not start.")

    try:
        yield restart
    finally:
        for process in running:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def test_when_redis_dies_nothing_is_lost() -> None:
    """Queue, streams and cached sessions are gone at a blow; what was played is in the database."""
    secret = "a key for tests that is long enough, and no secret"
    with own_redis() as restart, House(REDIS_URL=restart(), SECRET_KEY=secret) as house:
        player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
        for _ in range(3):
            player.go_on(3)
            restart()
        player.go_on(4)
        Kept(house, player.address).check(player)

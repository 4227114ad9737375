"""An ordinary reader while one address asks for expensive pages without pause, over 150 connections.

The reader waits by the clock on the wall, and by the processor time that the web process uses meanwhile.
A flooded process is always busy, so that is how long the reader would wait if the process had a processor to itself.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import games
from tests.bench.answers import Visitor
from tests.bench.measuring import Effort, Row, ms, percentile, say
from tests.house import House

GOAL = 1.0
CONNECTIONS = 150
FLOODING, READING = "127.0.0.1", "127.0.0.2"
PAUSE = 0.2
"""Seconds between two pages of the reader."""
GAME = "vazhushal"
ORACLE = json.dumps({"position": {}, "seat": 0})


class Flooder(Thread):
    """One of the connections: asks for rulebooks, house rules, new puzzles, and the oracle in turn."""

    def __init__(self, port: int, number: int, over: Event) -> None:
        super().__init__(daemon=True)
        self.visitor = Visitor(port, FLOODING)
        self.number, self.over = number, over
        self.answers = self.failures = 0

    def run(self) -> None:
        """Ask until it is over. Connections begin with different games and requests, so that all kinds are mixed."""
        asks = [self._read_rulebook, self._read_house_rules, self._create_puzzle, self._ask_oracle]
        turns = zip(cycle(asks), cycle(games.all_games()), strict=False)
        for ask, slug in islice(turns, self.number, None):
            if self.over.is_set():
                return
            try:
                ask(slug)
                self.answers += 1
            except (AssertionError, OSError, HTTPException):  # refused or timed out
                self.failures += 1
                self.visitor.connection.close()

    def _read_rulebook(self, slug: str) -> None:
        self.visitor.ask("GET", f"/games/{slug}/rules/")

    def _read_house_rules(self, slug: str) -> None:
        self.visitor.ask("GET", f"/rules/{slug}/")

    def _create_puzzle(self, slug: str) -> None:
        if "csrftoken" not in self.visitor.cookies:
            self.visitor.ask("GET", f"/practice/{slug}/")
        self.visitor.ask("POST", f"/practice/{slug}/new/")

    def _ask_oracle(self, slug: str) -> None:
        headers = {"Content-Type": "application/json"}
        self.visitor.connection.request("POST", f"/api/v1/games/{GAME}/oracle/legal/", ORACLE, headers)
        self.visitor.connection.getresponse().read()


class Wait(NamedTuple):
    """The reader's waiting time for a page, in seconds."""

    wall: float
    processor: float


def measure(effort: Effort) -> Iterator[Row]:
    """One row: the reader's pages during the flood. The same pages without it are printed too."""
    with House() as house:
        house.wait_for("/health/ready", patience=120)
        yield from measure_server(effort, house.port, house.child("core.server"))


def measure_server(effort: Effort, port: int, pid: int) -> Iterator[Row]:
    """One row for the web process with this process id, which listens at `port`."""
    visitor = Visitor(port, READING)
    paths = _list_pages(visitor)
    rounds = effort(40, 8)
    alone = _read_pages(visitor, paths, rounds, pid)
    with _flooding(port) as flooders:
        time.sleep(effort(10, 5))
        flooded = _read_pages(visitor, paths, rounds, pid)
    answers, failures = sum(each.answers for each in flooders), sum(each.failures for each in flooders)
    say(f"  the {CONNECTIONS} connections had {answers} answers; {failures} requests were refused or timed out")
    say(
        f"  on the wall: {_describe([wait.wall for wait in flooded])}, alone {_describe([wait.wall for wait in alone])}"
    )
    late = percentile([wait.processor for wait in flooded], 0.95)
    say(f"  in processor time: {_describe([wait.processor for wait in flooded])}")
    yield Row(f"A reader’s page beside {CONNECTIONS} connections (p95)", ms(late), goal=ms(GOAL), met=late <= GOAL)


def _list_pages(visitor: Visitor) -> list[str]:
    """Return the paths of the home page, a table of the visitor's own, and a step of a lesson."""
    game = games.get(GAME)
    lesson = game.lessons[3]
    step = lesson.list_valid_steps(game, game.options())[0]
    visitor.ask("GET", "/play/")
    answer, _ = visitor.ask("POST", "/play/now/")
    return ["/", answer.headers["Location"], f"/games/{GAME}/course/{lesson.slug}/{step.id}/"]


def _read_pages(visitor: Visitor, paths: list[str], rounds: int, pid: int) -> list[Wait]:
    """Return the times that the reader waits for each page, round by round."""
    waits = []
    for path in paths * rounds:
        time.sleep(PAUSE)
        start, used = time.perf_counter(), _read_processor_time(pid)
        visitor.ask("GET", path)
        waits.append(Wait(time.perf_counter() - start, _read_processor_time(pid) - used))
    return waits


def _read_processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _flooding(port: int) -> Iterator[list[Flooder]]:
    over = Event()
    flooders = [Flooder(port, number, over) for number in range(CONNECTIONS)]
    for flooder in flooders:
        flooder.start()
    try:
        yield flooders
    finally:
        over.set()


def _describe(times: list[float]) -> str:
    return f"median {ms(percentile(times, 0.5))}, p95 {ms(percentile(times, 0.95))}"

"""Many tables at once on the real site: `python -m tests.bench.crowd --tables 200 --seconds 120 [--services]`.

At each table sits a person with steady bots. The person looks at every version as a browser does, and takes a while for
a move. Measured is how long a person's move takes until it's answered with the new board, how long until the stream
tells of a later version, and what the processes of the site used meanwhile. With `--services` on PostgreSQL and Redis
with two processes that answer, else on the site's own parts.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Thread
from typing import NamedTuple

import games
from games.engine.view import View
from tests.bench.answers import Match
from tests.bench.measuring import ms, percentile, settle
from tests.bench.web import answering
from tests.house import House
from tests.services import services

THINKS = (2.0, 6.0)
"""Seconds that a person takes for a move."""
BOTS = 3
IDLE = 0.1
"""So many seconds of processor time may a site at rest use within a look at it: its parts ask each other for work."""
PARTS = {"core.server": "web", "celery": "worker and clock", "postgres": "database", "redis-server": "redis"}
"""What the processes are, by what their command lines have in them; this one plays the people."""
PLAYERS = "the people, simulated"


class Person(Thread):
    """Somebody at a table with bots, until the time is over."""

    def __init__(self, port: int, game: str, number: int, ends: float) -> None:
        super().__init__(daemon=True)
        self.port, self.game, self.ends = port, game, ends
        self.address = f"127.0.{number // 250}.{number % 250 + 1}"  # as many as people: an address has its limits
        self.chance = Random(number)
        self.took: list[float] = []
        self.answered: list[float] = []
        self.versions = 0
        self.failed = ""

    def run(self) -> None:
        time.sleep(self.chance.uniform(0, THINKS[1]))
        try:
            while time.monotonic() < self.ends:
                self._match()
        except Exception as error:  # whoever fails is counted, the others go on
            self.failed = f"{type(error).__name__}: {error}"

    def _match(self) -> None:
        game = games.get(self.game)
        bots = min(BOTS, game.list_seat_counts(game.options())[-1] - 1)
        match = Match(self.port, "brisk", self.game, bots, self.address)
        try:
            page = self._fetch(match)
            while time.monotonic() < self.ends:
                if "Your turn." in page or "/deal/" in page:
                    page = self._move(match)
                elif "/again/" in page:
                    return  # the match is over
                else:
                    self._wait(match, _find_version(page))
                    page = self._fetch(match)
        finally:
            match.close()

    def _fetch(self, match: Match) -> str:
        return match.visitor.ask("GET", f"{match.path}board/")[1]

    def _wait(self, match: Match, version: int) -> None:
        """Wait until there is something new to see."""
        while (new_version := match.told()) <= version:
            pass
        self.versions += new_version - version

    def _move(self, match: Match) -> str:
        """Make any move, or ask for the next hand. The answer is the page to show, as in a browser."""
        time.sleep(self.chance.uniform(*THINKS))
        version, state = match.look()
        if not state.is_between_deals and 0 not in state.waiting:
            return self._fetch(match)  # another one who was asked too has answered first
        start = time.perf_counter()
        if state.is_between_deals:
            page = match.visitor.ask("POST", f"{match.path}deal/", version=version)[1]
        else:
            game = match.game
            imagined = game.sample_possible_state(View(game.slug, 0, game.build_position(state)), self.chance)
            page = match.play(version, str(game.draw_random_move(imagined, 0, self.chance)))
        self.answered.append(time.perf_counter() - start)
        self._wait(match, version)
        self.took.append(time.perf_counter() - start)
        return page


def _find_version(page: str) -> int:
    """Return the version of the table that a page shows."""
    shown = re.search(r'data-version="(\d+)"', page)
    assert shown, f"no version in {page[:300]}"
    return int(shown[1])


class Used(NamedTuple):
    """Seconds of processor time so far, and MB of memory now; what processes share is divided among them."""

    seconds: float = 0.0
    memory: float = 0.0


def used() -> dict[str, Used]:
    """Return what all that this command has started has used, by part, and the people."""
    found = {PLAYERS: Used(time.process_time())}
    ours, parts = {os.getpid()}, dict[int, str]()
    running: dict[int, tuple[int, str, Used]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            running[int(entry.name)] = int(fields[1]), (entry / "cmdline").read_text(), _of_process(entry, fields)
    for pid, (parent, command, more) in sorted(running.items()):  # children have the higher numbers
        if parent in ours:
            ours.add(pid)
            own = next((name for known, name in PARTS.items() if known in command), "")
            part = parts[pid] = own or parts.get(parent, "the rest")
            before = found.get(part, Used())
            found[part] = Used(before.seconds + more.seconds, before.memory + more.memory)
    return found


def _of_process(entry: Path, fields: Sequence[str]) -> Used:
    shares = re.search(r"^Pss: +(\d+) kB", (entry / "smaps_rollup").read_text(), re.MULTILINE)
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Used(seconds, int(shares[1]) / 1024 if shares else 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.crowd", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis of its own")
    asked = parser.parse_args()
    with ExitStack() as stack:
        environment = stack.enter_context(services()).environment if asked.services else {}
        os.environ.update(environment)
        house = stack.enter_context(House())
        house.wait_for("/health/ready", patience=120)
        port = stack.enter_context(answering(house)) if asked.services else house.port
        settle(lambda: sum(one.seconds for part, one in used().items() if part != PLAYERS), IDLE)
        before, start = used(), time.monotonic()
        ends = start + THINKS[1] + asked.seconds
        slugs = islice(cycle(games.all_games()), asked.tables)
        people = [Person(port, slug, number, ends) for number, slug in enumerate(slugs)]
        for person in people:
            person.start()
        for person in people:
            person.join(asked.seconds + 60)
        _say(people, before, used(), time.monotonic() - start)


def _say(people: list[Person], before: dict[str, Used], after: dict[str, Used], seconds: float) -> None:
    answered = [seconds for person in people for seconds in person.answered]
    took = [seconds for person in people for seconds in person.took]
    versions = sum(person.versions for person in people)
    rate = versions / seconds
    print(f"{len(people)} tables, {seconds:.0f} s: {rate:.1f} moves a second, {len(took)} of them people’s")
    for what, times in (("its answer", answered), ("the next version", took)):
        if times:
            middle, late = percentile(times, 0.5), percentile(times, 0.95)
            print(f"own move to {what}: median {ms(middle)}, p95 {ms(late)}, worst {ms(max(times))}")
    for part, work in after.items():
        share = work.seconds - before.get(part, Used()).seconds
        each = share / max(versions, 1)
        print(f"{part}: {share / seconds:.0%} of a processor, {ms(each)} a move, {work.memory:.0f} MB")
    failed = [person.failed for person in people if person.failed]
    print(f"{len(failed)} failed", *sorted(set(failed))[:5], sep="\n  ")


if __name__ == "__main__":
    main()

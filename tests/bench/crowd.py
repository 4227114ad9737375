"""Many tables at once on the real site: `python -m tests.bench.crowd --tables 200 --seconds 120 [--services]`.

At each table sits a person with steady bots. The person looks at every version as a browser does, and takes a while for
a move. Measured is how long a person's move takes until the stream tells of a later version, and what the processes of
the site used meanwhile. With `--services` on PostgreSQL and Redis, else on what the site brings along.
"""

from __future__ import annotations

import argparse
import os
import time
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Thread

import games
from games.engine.view import View
from tests.bench.answers import Match
from tests.bench.measuring import ms, percentile
from tests.house import House
from tests.services import services

THINKS = (2.0, 6.0)
"""Seconds that a person takes for a move."""
BOTS = 3
PARTS = ("core.web", "worker")


class Person(Thread):
    """Somebody at a table with bots, until the time is over."""

    def __init__(self, port: int, game: str, number: int, ends: float) -> None:
        super().__init__(daemon=True)
        self.port, self.game, self.ends = port, game, ends
        self.chance = Random(number)
        self.took: list[float] = []
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
        match = Match(self.port, "brisk", self.game, min(BOTS, games.get(self.game).seats[-1] - 1))
        try:
            version = 0
            while time.monotonic() < self.ends:
                _, page = match.visitor.ask("GET", f"{match.path}board/")
                wanted = "Your turn." in page or "/deal/" in page
                if not wanted and "/again/" in page:
                    return  # the match is over
                version = self._move(match) if wanted else self._wait(match, version)
        finally:
            match.close()

    def _wait(self, match: Match, version: int) -> int:
        """Until there is something new to see; the version that it has."""
        while (told := match.told()) <= version:
            pass
        self.versions += told - version if version else 1
        return told

    def _move(self, match: Match) -> int:
        """Make any move, or ask for the next hand; the version that it leads to."""
        time.sleep(self.chance.uniform(*THINKS))
        version, state = match.look()
        start = time.perf_counter()
        if state.between:
            match.visitor.ask("POST", f"{match.path}deal/", version=version)
        else:
            game = match.game
            imagined = game.imagine(View(game.slug, 0, game.position(state)), self.chance)
            match.play(version, str(game.random_move(imagined, 0, self.chance)))
        told = self._wait(match, version)
        self.took.append(time.perf_counter() - start)
        return told


def used(house: House) -> dict[str, tuple[float, int]]:
    """Seconds of processor time and MB of memory, by part of the site."""
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    found: dict[str, tuple[float, int]] = {}
    for part, pid in house.children(*PARTS):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seconds, size = found.get(part, (0.0, 0))
        found[part] = seconds + (int(fields[11]) + int(fields[12])) / ticks, size + int(fields[21]) * page // 2**20
    return found


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
        before, start = used(house), time.monotonic()
        ends = start + THINKS[1] + asked.seconds
        slugs = islice(cycle(games.all_games()), asked.tables)
        people = [Person(house.port, slug, number, ends) for number, slug in enumerate(slugs)]
        for person in people:
            person.start()
        for person in people:
            person.join(asked.seconds + 60)
        _say(people, before, used(house), time.monotonic() - start)


def _say(
    people: list[Person], before: dict[str, tuple[float, int]], after: dict[str, tuple[float, int]], seconds: float
) -> None:
    took = [one for person in people for one in person.took]
    versions = sum(person.versions for person in people)
    rate = versions / seconds
    print(f"{len(people)} tables, {seconds:.0f} s: {rate:.1f} moves a second, {len(took)} of them people's")
    if took:
        middle, late = percentile(took, 0.5), percentile(took, 0.95)
        print(f"own move to the next version: median {ms(middle)}, p95 {ms(late)}, worst {ms(max(took))}")
    for part, (work, size) in after.items():
        share = work - before.get(part, (0.0, 0))[0]
        each = share / max(versions, 1) * 1000
        print(f"{part}: {share / seconds:.0%} of a processor, {each:.1f} ms a move, {size} MB")
    failed = [person.failed for person in people if person.failed]
    print(f"{len(failed)} failed", *sorted(set(failed))[:5], sep="\n  ")


if __name__ == "__main__":
    main()

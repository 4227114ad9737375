"""Kill Redis and PostgreSQL repeatedly while people play, and check what they notice.

    python -m tests.chaos --redis 100 --postgres 20 --players 8

The real site runs as separate processes (web, workers, and scheduler), each of which is restarted when it stops. All
players play against bots over HTTP, and one more visitor browses the pages. The checks are that

- every confirmed move is stored once, and the rules accept every record;
- while Redis is down, every page and API call responds as usual and on time;
- while PostgreSQL is down, requests that need it get status 503, and nothing else fails;
- at most ten seconds after a server is back, a bot has moved at every table that waited for one.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.house import House
from tests.players import BROKEN, Kept, Player, Visitor
from tests.services import Server, killable_postgres, killable_redis

AGAIN = 10.0
"""Within so many seconds after a server is back, bots have moved wherever they were waited for."""
PATIENCE = 60.0
ADDRESSES = ("/", "/games/", "/play/", "/rules/", "/practice/", "/me/", "/account/login/", "/api/v1/games/")
BOT_MOVES = """
    SELECT code, count(*) FILTER (WHERE by = 'bot'), status = 'over', bot_due IS NOT NULL
    FROM play_table LEFT JOIN play_move ON table_id = play_table.id WHERE code = ANY(%s) GROUP BY play_table.id
"""


class Guest(threading.Thread):
    """Plays one match after another against two bots."""

    def __init__(self, url: str, number: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.visitor, self.rng, self.stop = Visitor(url), Random(number), stop
        self.players: list[Player] = []
        self.trouble: BaseException | None = None
        self.sit_down()

    def sit_down(self) -> None:
        self.players.append(Player(self.visitor, self.visitor.sit_down("learner", "learner"), self.rng))

    @property
    def code(self) -> str:
        """The code of the current table."""
        return self.players[-1].code

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                if not self.players[-1].step():
                    self.stop.wait(0.3)
                if self.players[-1].over:
                    self.sit_down()
        except BaseException as trouble:
            self.trouble = trouble


class Stroller(threading.Thread):
    """Browses the pages, logs in with a wrong password, and reads what the API shows to anyone."""

    def __init__(self, url: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.visitor, self.stop = Visitor(url), stop
        self.answers = 0

    def run(self) -> None:
        while not self.stop.is_set():
            for address in ADDRESSES:
                with suppress(*BROKEN):
                    self.visitor.ask(address, patience=0)
                    self.answers += 1
            with suppress(*BROKEN):
                self.visitor.ask("/account/login/", {"login": "nobody", "password": "wrong"}, patience=0)
            self.stop.wait(0.3)


@dataclass
class Story:
    """A record of one server's failure, and of what the players noticed."""

    name: str
    kills: int = 0
    moving_again: list[float] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    @property
    def faults(self) -> list[str]:
        """The failures that aren't allowed: without PostgreSQL, status 503 is allowed; without Redis, nothing is."""
        allowed = "503 " if self.name == "PostgreSQL" else ()
        return [what for what in self.failed if not what.startswith(allowed)]

    def __str__(self) -> str:
        found = sorted(self.moving_again) or [0.0]
        again = f"moving again after {found[len(found) // 2]:.1f} s (median), {found[-1]:.1f} s (longest)"
        failed = ", ".join(f"{count} × {what}" for what, count in self.failed.most_common(5)) or "none"
        return (
            f"{self.name}: {self.kills} kills; {again}; slowest answer {self.slowest:.1f} s; failed requests: {failed}"
        )


class Chaos:
    """A running site, the people who play on it, and the servers that are killed."""

    def __init__(self, house: House, players: int) -> None:
        self.house, self.over = house, threading.Event()
        self.rng = Random(players)
        self.guests = [Guest(house.url, number, self.over) for number in range(players)]
        self.stroller = Stroller(house.url, self.over)
        for thread in (*self.guests, self.stroller):
            thread.start()

    @property
    def visitors(self) -> list[Visitor]:
        return [guest.visitor for guest in self.guests] + [self.stroller.visitor]

    def torment(self, name: str, server: Server, kills: int, longest: float = 3.0) -> Story:
        """Kill a server `kills` times. Each time, it stays down for a while, at most `longest` seconds."""
        story = Story(name)
        self._until_all_move(time.monotonic())
        for visitor in self.visitors:
            visitor.failed.clear()
            visitor.slowest = 0.0
        while story.kills < kills:
            server.kill()
            time.sleep(self.rng.uniform(0.1, longest))
            server.start()
            story.kills += 1
            took, waiting = self._until_all_move(time.monotonic())
            story.moving_again.append(took)
            if took > AGAIN:
                story.late.append(f"kill {story.kills}: {took:.1f} s, {' '.join(waiting)}")
            time.sleep(self.rng.uniform(0.0, 0.5))
        for visitor in self.visitors:
            story.failed.update(visitor.failed)
            story.slowest = max(story.slowest, visitor.slowest)
        return story

    def _until_all_move(self, since: float) -> tuple[float, list[str]]:
        """Wait until a bot has moved at every table.

        Returns the time until no bot's move was overdue, and the tables that were late. (A table may be waiting for its
        person, who isn't measured here.)
        """
        before: dict[str, int] = {}
        settled: set[str] = set()
        took, late = 0.0, list[str]()
        while True:
            found, now = self._tables(), time.monotonic() - since
            waiting = [code for code, moves, over, _ in found if not over and moves <= before.setdefault(code, moves)]
            owing = [code for code, _, _, owes in found if owes and code in waiting and code not in settled]
            settled |= {code for code, *_ in found} - set(owing)
            took = now if owing else took
            late = owing if took > AGAIN and not late else late
            if not waiting:
                return took, late
            assert now < PATIENCE, f"no bot moves at {waiting}:\n{self.house.log.read_text()[-4000:]}"
            assert not (trouble := [guest.trouble for guest in self.guests if guest.trouble]), trouble
            time.sleep(0.2)

    def _tables(self) -> list[tuple[str, int, bool, bool]]:
        """Return each current table: its code, the number of bots' moves, whether it's over, whether a bot is next."""
        return self.house.rows(BOT_MOVES, [guest.code for guest in self.guests])

    def end(self) -> tuple[int, int]:
        """Stop all players, and compare confirmed moves with stored ones. Returns the numbers of moves and players."""
        self.over.set()
        for thread in (*self.guests, self.stroller):
            thread.join(PATIENCE)
            assert not thread.is_alive()
        players = [player for guest in self.guests for player in guest.players]
        for player in players:
            Kept.of(self.house, player.address).check(player)
        return sum(len(player.sent) for player in players), len(players)


@contextmanager
def chaos(players: int) -> Iterator[tuple[Chaos, Server, Server]]:
    """A site with people on it, and its Redis and PostgreSQL."""
    with ExitStack() as stack:
        queue, redis_url = stack.enter_context(killable_redis())
        database, database_url = stack.enter_context(killable_postgres("fsync=off"))
        house = stack.enter_context(House(DATABASE_URL=database_url, REDIS_URL=redis_url))
        house.wait_for("/health/ready")
        yield Chaos(house, players), queue, database


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--redis", type=int, default=100, help="how often Redis is killed")
    parser.add_argument("--postgres", type=int, default=20, help="how often PostgreSQL is killed")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--log", type=Path, help="where to keep the site’s log")
    wanted = parser.parse_args(arguments)
    with chaos(wanted.players) as (site, queue, database):
        stories = [site.torment("Redis", queue, wanted.redis), site.torment("PostgreSQL", database, wanted.postgres)]
        print(*stories, sep="\n")
        moves, tables = site.end()
        log = site.house.log.read_text().splitlines()
        if wanted.log:
            wanted.log.write_text("\n".join(log))
    print(f"{moves} moves were confirmed at {tables} tables, and each of them is stored once")
    print(f"{site.stroller.answers} pages were read by somebody who went round")
    print(f"the log: {len(log)} lines, {sum('Traceback' in line for line in log)} of them begin a traceback")
    deaths = Counter(line for line in log if "| ended with" in line)
    print(f"processes that ended and were started again: {dict(deaths) or 'none'}")
    faults = [fault for story in stories for fault in story.faults + story.late]
    print(*(faults or ["all of it held"]), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

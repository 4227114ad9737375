"""Kill any process at any time: no move is lost, none is made twice, and the match continues.

The real site runs in separate processes. The test requests pages over HTTP like a browser, and checks the record at the
end.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.conftest import needs_program
from tests.house import IN_HASTE, House
from tests.players import BOTS, Kept, Player, Visitor
from tests.services import killable_redis

pytestmark = pytest.mark.processes

FOUND_AGAIN = 60.0
"""The sweep finds a stalled table within ten seconds; the rest is for a slow machine and the restart."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House(**IN_HASTE) as house:
        yield house


def grows(house: House, address: str, visitor: Visitor, wanted: int) -> float:
    """Wait until a table has reached a version, or is over, and return the longest time without a move."""
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
    """Create a table with only bots, and return its URL."""
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
    """Kill one of the processes in which bots move."""
    with suppress(LookupError):
        kill(house.child("bots1@"))


def kill_workers(house: House) -> None:
    """Kill all processes in which bots move, whatever they're doing."""
    assert house.process
    for process in children_of(house.process.pid):
        with suppress(OSError):
            if "worker" in Path(f"/proc/{process}/cmdline").read_text():
                kill(process)


def kill_clock(house: House) -> None:
    """Kill the scheduler and the workers, so that their task is lost and only the scheduler can find the table."""
    with suppress(LookupError):
        kill(house.child("beat"))
    kill_workers(house)


def kill_web(house: House) -> None:
    with suppress(LookupError):
        kill(house.child("core.server"))


def kill_everything(house: House) -> None:
    """Kill the command and all its children at once, as in a power failure, and start it again."""
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
        version = Kept.of(house, address).version + 8
    grows(house, address, visitor, version)
    Kept.of(house, address).check()


def test_a_person_loses_no_move_and_makes_none_twice(house: House) -> None:
    player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
    for killer in KILLERS:
        player.go_on(3)
        killer(house)
    player.go_on(4)
    Kept.of(house, player.address).check(player)


def test_a_page_that_is_sent_while_the_web_process_dies_is_kept_once_or_not_at_all(house: House) -> None:
    """The move may have been stored without a response. If it's sent again, it's found."""
    player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
    player.go_on(1)
    for pause in (0.0, 0.002, 0.005, 0.01, 0.02, 0.04):
        doomed = house.child("core.server")
        killer = subprocess.Popen(["sh", "-c", f"sleep {pause}; kill -9 {doomed}"])
        player.go_on(1)
        killer.wait()
        house.wait_for("/health/live")
    player.go_on(2)
    Kept.of(house, player.address).check(player)


def test_when_redis_dies_nothing_is_lost(open_house: Callable[..., House]) -> None:
    """The queue, the streams, and the counted requests are gone at once, but the moves are in the database."""
    secret = "a key for tests that is long enough, and no secret"
    needs_program("redis-server")
    with killable_redis() as (server, url):
        house = open_house(REDIS_URL=url, SECRET_KEY=secret)
        player = Player(visitor := Visitor(house.url), visitor.sit_down(*BOTS))
        for _ in range(3):
            player.go_on(3)
            server.kill()
            server.start()
        player.go_on(4)
        Kept.of(house, player.address).check(player)

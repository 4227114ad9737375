"""Bots while others save house rules without end: `python -m tests.bench.saves --seconds 40 [--services]`.

Some clients post the form of a game's house rules as fast as they can, each time with other values and with the wish to
play by them, which has puzzles proven again in the background. Meanwhile a few people play with bots. Measured is how
long each of them waits for a bot's first answer, how the saves were answered, and what was left in the queues.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import redis

import games
from games.engine.options import Number
from tests.bench.answers import Match, Visitor, _plain_move
from tests.bench.crowd import IDLE, PLAYERS, used
from tests.bench.measuring import ms, percentile, settle
from tests.bench.web import answering
from tests.house import House
from tests.services import services

GOAL = 1.0
FEW = 4
BEFORE = 10.0
"""Seconds that people play undisturbed, to compare with."""


def fill_site_collections() -> None:
    """Make the puzzles that are proven again under each rule set; a new site would have only a few of them."""
    from core.practice.maintenance import fill_site_collection  # a model's module: Django has to be set up first

    for game in games.all_games().values():
        fill_site_collection(game)


class Saver(Thread):
    """Somebody who saves house rules without end."""

    def __init__(self, port: int, number: int, begins: float, ends: float) -> None:
        super().__init__(daemon=True)
        self.port, self.begins, self.ends = port, begins, ends
        self.rng = Random(number)
        self.answers: Counter[int] = Counter()

    def run(self) -> None:
        slugs = [*games.all_games()]
        visitor = Visitor(self.port)
        visitor.ask("GET", f"/rules/{slugs[0]}/")
        time.sleep(max(0.0, self.begins - time.monotonic()))
        while time.monotonic() < self.ends:
            slug = self.rng.choice(slugs)
            try:
                answer, _ = visitor.ask("POST", f"/rules/{slug}/save/", use=1, name="", **self._values(slug))
                self.answers[answer.status] += 1
            except AssertionError as refused:
                self.answers[int(str(refused).split(" answers ")[1][:3])] += 1
            except OSError:
                self.answers[0] += 1
                visitor = Visitor(self.port)
                visitor.ask("GET", f"/rules/{slug}/")

    def _values(self, slug: str) -> Mapping[str, Any]:
        """The values of the form, a few of them drawn at random so that they can be played."""
        options = games.get(slug).options
        values = {option.name: option.default for option in options.list_options()}
        for option in self.rng.sample([*options.list_options()], min(FEW, len(values))):
            drawn = self.rng.choice(
                [option.low, option.high] if isinstance(option, Number) else [*option.list_values()]
            )
            changed = {**values, option.name: drawn}
            if not options.list_option_problems(changed):
                values = changed
        texts = {True: "yes", False: "no"}
        return {
            f"rule-{name}": texts.get(value, value) if isinstance(value, bool) else value
            for name, value in values.items()
        }


class Player(Thread):
    """Somebody who plays with a bot that answers at once."""

    def __init__(self, port: int, ends: float) -> None:
        super().__init__(daemon=True)
        self.port, self.ends = port, ends
        self.waits: list[tuple[float, float]] = []
        self.failed = ""

    def run(self) -> None:
        while time.monotonic() < self.ends:
            try:
                match = Match(self.port, "at-once")
                try:
                    self._play(match)
                finally:
                    match.close()
            except (AssertionError, OSError, ValueError) as error:
                self.failed = f"{type(error).__name__}: {error}"
                time.sleep(0.5)

    def _play(self, match: Match) -> None:
        while time.monotonic() < self.ends and not match.over():
            version, state = match.look()
            if state.is_between_deals:
                match.visitor.ask("POST", f"{match.path}deal/", version=version)
            elif 0 not in state.waiting:
                match.told()
            else:
                move = _plain_move(state)
                if move.startswith("discard") and len(state.stock) > 1:  # type: ignore[attr-defined]
                    start = time.monotonic()
                    match.answered(version, move, whole_turn=False)
                    self.waits.append((start, time.monotonic() - start))
                else:
                    match.play(version, move)
                time.sleep(0.2)


def left(house: House) -> Mapping[str, int]:
    """Return how many messages wait in each queue."""
    if url := house.environment.get("REDIS_URL"):
        number = int(urlsplit(url).path[1:])
        server = redis.Redis.from_url(f"{url.rsplit('/', 1)[0]}/{number}")
        return {name: server.llen(name) for name in ("celery", "bots", "background", "proofs") if server.llen(name)}
    return Counter(file.name.split(".")[1] for file in (house.data / "queue").glob("*.msg"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.saves", description=__doc__)
    parser.add_argument("--savers", type=int, default=4)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis of its own")
    asked = parser.parse_args()
    with ExitStack() as stack:
        environment = stack.enter_context(services()).environment if asked.services else {}
        os.environ.update(environment)
        house = stack.enter_context(House())
        house.wait_for("/health/ready", patience=120)
        port = stack.enter_context(answering(house)) if asked.services else house.port
        filling = fill_site_collections.__name__
        house.manage("shell", "--command", f"import tests.bench.saves as saves; saves.{filling}()")
        settle(lambda: sum(one.seconds for part, one in used().items() if part != PLAYERS), IDLE)
        begins = time.monotonic() + BEFORE
        ends = begins + asked.seconds
        players = [Player(port, ends) for _ in range(asked.players)]
        savers = [Saver(port, number, begins, ends) for number in range(asked.savers)]
        for thread in (*players, *savers):
            thread.start()
        for saver in savers:
            saver.join(asked.seconds + 60)
        _say(players, savers, begins, left(house))
        _drain(house)


def _say(players: list[Player], savers: list[Saver], begins: float, queued: Mapping[str, int]) -> None:
    for player in players:
        player.join(60)
    answers: Counter[int] = sum((saver.answers for saver in savers), Counter())
    print("saves by status:", dict(sorted(answers.items())), "left in queues:", dict(queued))
    for name, wanted in (("before", False), ("meanwhile", True)):
        waits = [wait for player in players for start, wait in player.waits if (start >= begins) is wanted]
        if waits:
            late = percentile(waits, 0.95)
            met = "met" if late <= GOAL else "SHORT"
            print(
                f"a bot’s answer, {name}: {len(waits)}, median {ms(percentile(waits, 0.5))}, p95 {ms(late)} ({met}), "
                f"worst {ms(max(waits))}"
            )
    failed = [player.failed for player in players if player.failed]
    print(f"{len(failed)} players failed", *sorted(set(failed))[:5], sep="\n  ")


def _drain(house: House) -> None:
    start = time.monotonic()
    while left(house) and time.monotonic() - start < 600:
        time.sleep(0.5)
    [(number,)] = house.rows("SELECT COUNT(*) FROM variants_rulesinuse")
    print(f"the queues were empty after {time.monotonic() - start:.0f} s, with {number} rule sets in use")


if __name__ == "__main__":
    main()

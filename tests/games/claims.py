"""How many sentences of bots, hints, and coaches are false: `python -m tests.games.claims [--decisions 20000] [slug…]`.

Each decision is asked of every bot and of the hint, by the book and by house rules drawn at random. A line for each
game says how many sentences were read and how many were false; then come the false ones, the most frequent first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

import games
from games.engine.game import Game
from tests.games.readings import Said, clauses_of, decisions, faults, readings_of, sayings

STRONG_EVERY = 5
MOST = 60


class Count:
    """What was read, by kind, and what was false, with one position for each sentence."""

    def __init__(self) -> None:
        self.decisions = 0
        self.read: Counter[str] = Counter()
        self.false: Counter[tuple[str, str]] = Counter()
        self.example: dict[tuple[str, str], Said] = {}

    def add(self, said: Said, sentences: Iterator[str]) -> None:
        self.read[said.kind] += 1
        for sentence in sentences:
            self.false[said.kind, sentence] += 1
            self.example.setdefault((said.kind, sentence), said)


def read(game: Game[Any], number: int, seed: int, strong_every: int = STRONG_EVERY) -> Count:
    """Read all that is said about so many decisions; the strong bot is asked now and then."""
    count, rng, readings = Count(), Random(seed), readings_of(game)
    for state, seat in decisions(game, rng):
        if count.decisions == number:
            return count
        luck = rng.randrange(1 << 30)
        for said in sayings(game, state.copy(), seat, Random(luck), strong=not count.decisions % strong_every):
            count.add(said, faults(readings, said))
        for clause in clauses_of(game, state, seat, Random(luck)):
            count.false["clause", clause] += 1
        count.decisions += 1
    raise AssertionError("there is no end of decisions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=0, help="show a position for so many of them")
    parser.add_argument("slugs", nargs="*")
    asked = parser.parse_args()
    chosen = [games.get(slug) for slug in asked.slugs] or [game for game in games.all_games().values() if game.decides]
    for game in chosen:
        begun = process_time()
        count = read(game, asked.decisions, asked.seed)
        spent = f"{process_time() - begun:.0f} s"
        print(f"{game.slug:18}{count.decisions:7} decisions {dict(count.read)} {spent}", flush=True)
        print(f"{'':18}{count.false.total():7} false: {_by_kind(count)}", flush=True)
        for place, ((kind, sentence), number) in enumerate(count.false.most_common(MOST)):
            print(f"{number:9} {kind:15} {sentence}")
            if place < asked.examples and (said := count.example.get((kind, sentence))):
                at = said.decision
                print(f"{'':25} seat {at.seat}, {at.move}: {game.build_position(at.whole)}")


def _by_kind(count: Count) -> dict[str, int]:
    kinds: Counter[str] = Counter()
    for (kind, _), number in count.false.items():
        kinds[kind] += number
    return dict(kinds)


if __name__ == "__main__":
    main()

"""Every refusal of random moves read a second time: `python -m tests.games.refusals [--decisions 20000] [slug…]`.

A line for each game says how many sentences there were, how many are not so, how many nobody can read, and how many
tell what the seat may not know; then come examples of each, and the clauses that were never quoted. `--seed` says where
the dice begin.
"""

from __future__ import annotations

import argparse
from time import process_time

import games
from tests.games.refusals.walk import tally

SHOWN = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shown", type=int, default=SHOWN)
    parser.add_argument("slugs", nargs="*")
    arguments = parser.parse_args()
    for game in [games.get(slug) for slug in arguments.slugs] or list(games.all_games().values()):
        begun = process_time()
        counts = tally(game, arguments.decisions, arguments.seed)
        spent = process_time() - begun
        print(
            f"{game.slug:20}{counts.sentences:8} sentences, {len(counts.untrue):6} untrue, "
            f"{len(counts.unread):6} unread, {len(counts.leaks):6} leaks, {spent:6.0f} s",
            flush=True,
        )
        for name in ("untrue", "unread", "leaks"):
            lines = getattr(counts, name)
            by_clause = {line.split("[", 1)[-1].split("]")[0]: line for line in reversed(lines)}
            for line in list(by_clause.values())[: arguments.shown]:
                print(f"  {name}: {line}")
        never = [id for id, clause in game.clauses.items() if clause.refusal and id not in counts.quoted]
        print(f"  never quoted: {', '.join(never) or 'none'}", flush=True)


if __name__ == "__main__":
    main()

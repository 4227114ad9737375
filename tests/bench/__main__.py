"""Measures everything and prints one table. `--quick` looks less long, `--only NAME…` at some parts alone."""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from importlib import import_module

from tests.bench.measuring import Effort, Row, say, table

PARTS = {
    "random_play": "Random play",
    "melds": "Melds",
    "legality": "Legality",
    "pages": "Pages",
    "class_table": "Table of a class",
    "weight": "Weight of a page",
    "answers": "Bots' answers",
    "flood": "150 connections of one address",
    "tournaments": "Tournaments of bots",
    "house_rules": "Bots under every house rule",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="measure less, in about a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME", help=", ".join(PARTS))
    asked = parser.parse_args()
    effort = Effort(asked.quick)
    start = time.monotonic()
    say(f"Python {platform.python_version()} on {platform.machine()}. In one process, processor time is measured.")
    rows: list[Row] = []
    for name in asked.only:
        say(f"\n{PARTS[name]}")
        measure: Callable[[Effort], Iterator[Row]] = import_module(f"tests.bench.{name}").measure
        rows += measure(effort)
    say(f"\n{table(rows)}\n\nMeasured in {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()

"""Generate the daily puzzles of 400 days, and check what holds of all of them: `python -m tests.practice.daily_year`.

It takes about a minute, so the tests check a sample, and this all.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from datetime import date, timedelta

FIRST = date(2026, 11, 29)


def main(days: int) -> None:
    """Generate the puzzles of this number of days into an empty database, and print what was found."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.test.utils import setup_databases

    setup_databases(verbosity=0, interactive=False)
    from core.practice import daily
    from core.practice.models import DailyPuzzle, Puzzle

    begun = time.process_time()
    seconds = []
    for day in (FIRST + timedelta(days=number) for number in range(days)):
        before = time.process_time()
        daily.get_or_generate_daily_puzzle(day)
        seconds.append(time.process_time() - before)
    print(
        f"{days} days in {time.process_time() - begun:.0f} s of processor time, at most {max(seconds):.1f} s for a day"
    )
    rows = list(DailyPuzzle.objects.select_related("puzzle").order_by("date"))
    print(f"{len({row.puzzle.look for row in rows})} different puzzles, {len({row.puzzle_id for row in rows})} rows")
    print(f"{Puzzle.objects.count() - len(rows)} more were generated, and didn’t fit")
    proven = sum(
        row.puzzle.engine_theme.pose(row.puzzle.setup, row.puzzle.house_rules).key == row.puzzle.engine_puzzle.key
        for row in rows
    )
    print(f"{proven} are proven again, with the same answer")
    levels = Counter((row.date.strftime("%a"), row.level) for row in rows)
    print(f"By weekday: {dict(sorted(levels.items(), key=lambda item: -item[1]))}")
    print(f"Not of the weekday’s level: {[row for row in rows if row.level != daily.get_daily_level(row.date)]}")
    easy = [row.puzzle for row in rows if row.level == daily.Level.EASY]
    unseen = Counter(
        daily.build_readiness(puzzle.engine_game, daily.Level.EASY).count_unseen_clauses(puzzle.clauses)
        for puzzle in easy
    )
    print(f"Easy ones by the number of clauses that the first lessons don’t teach: {dict(sorted(unseen.items()))}")
    print(f"Easy ones are rated {min(puzzle.rating for puzzle in easy)} to {max(puzzle.rating for puzzle in easy)}")
    print(f"Games: {dict(Counter(row.puzzle.game for row in rows))}")
    print(f"Kinds: {len({(row.puzzle.game, row.puzzle.theme) for row in rows})}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)

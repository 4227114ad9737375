"""Background tasks for puzzles.

Each task stops after a short time and queues itself again if there's work left, so that a worker can shut down without
waiting.
"""

from time import monotonic

from celery import shared_task

import games
from core.practice import daily, maintenance

EXPIRES = 60
"""Seconds after which a task expires. The scheduler sends it again."""


@shared_task(expires=EXPIRES)
def maintain_puzzles() -> None:
    """Delete old puzzles that nobody tried, and queue the other maintenance tasks. It's safe to run twice.

    They fill the site's collection of each game, and store missed clauses.
    """
    for slug in games.all_games():
        fill_site_collection.delay(slug)
    maintenance.delete_untried_puzzles()
    store_missed_clauses.delay()


@shared_task(expires=EXPIRES)
def fill_site_collection(slug: str) -> None:
    """Generate missing puzzles in the site's collection of a game, for a short time.

    Queues another task if more may be missing. `slug` is the game's slug.
    """
    until = monotonic() + maintenance.AT_A_TIME
    if maintenance.fill_site_collection(games.get(slug), until) and monotonic() > until:
        fill_site_collection.delay(slug)


@shared_task(expires=EXPIRES)
def store_missed_clauses() -> None:
    """Store the missed clauses of answers that don't have them yet, for a short time.

    Queues another task if such answers are left.
    """
    if maintenance.store_missed_clauses(monotonic() + maintenance.AT_A_TIME):
        store_missed_clauses.delay()


@shared_task(expires=EXPIRES)
def prepare_daily_puzzles() -> None:
    """Generate missing daily puzzles for the coming days, for a short time. Queue another task if any are left."""
    if daily.prepare_daily_puzzles(monotonic() + maintenance.AT_A_TIME):
        prepare_daily_puzzles.delay()

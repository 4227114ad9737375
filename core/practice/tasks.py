"""Background tasks for puzzles.

Each task stops after a short time and runs again if work is left, so that a worker that must shut down needn't wait.
"""

from time import monotonic

from celery import shared_task

import games
from core.practice import daily, maintenance

EXPIRES = 60
"""Seconds after which a task expires: the scheduler sends it again."""


@shared_task(expires=EXPIRES)
def maintain_puzzles() -> None:
    """Maintain the stored puzzles, with a task for each game's collection. Running twice does no harm."""
    for slug in games.all_games():
        fill_site_collection.delay(slug)
    maintenance.delete_untried_puzzles()
    store_missed_clauses.delay()


@shared_task(expires=EXPIRES)
def fill_site_collection(slug: str) -> None:
    """Generate missing puzzles of a game's collection for a short time, and run again if some may be left."""
    until = monotonic() + maintenance.AT_A_TIME
    if maintenance.fill_site_collection(games.get(slug), until) and monotonic() > until:
        fill_site_collection.delay(slug)


@shared_task(expires=EXPIRES)
def store_missed_clauses() -> None:
    """Store the missed clauses of old answers for a short time, and run again if some are left."""
    if maintenance.store_missed_clauses(monotonic() + maintenance.AT_A_TIME):
        store_missed_clauses.delay()


@shared_task(expires=EXPIRES)
def prepare_daily_puzzles() -> None:
    """Generate the missing puzzles of the next days for a short time, and run again if some are left."""
    if daily.prepare_daily_puzzles(monotonic() + maintenance.AT_A_TIME):
        prepare_daily_puzzles.delay()

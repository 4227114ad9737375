"""The Celery beat scheduler, which keeps working when the machine's clock is set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """A scheduler that handles tasks whose last run is in the future, because the clock was set back.

    Such a task runs again one period from now.
    """

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Send the tasks that are due, and return the number of seconds until the next check."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # its order is that of the old times
        return super().tick(*args, **kwargs)

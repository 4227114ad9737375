"""The clock of the background work: celery beat, which goes on when the machine's clock is set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """Sends what is due. A task that was last sent later than now waits for one of its periods, and no longer."""

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Send what is due, and return the seconds until the next look."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # it is in the order of the times before
        return super().tick(*args, **kwargs)

"""The clock of the background work, on a machine whose own clock is set."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.utils.imports import symbol_by_name
from django.conf import settings

from core.celery import app

NAMES = set(settings.CELERY_BEAT_SCHEDULE)
SHORT = {name for name, entry in settings.CELERY_BEAT_SCHEDULE.items() if entry["schedule"] <= 60}
START = datetime(2026, 11, 1, 12, tzinfo=UTC)


class Watch:
    """Beat with a clock that stands still until it is moved; `sent` is what beat has sent since."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
        self.now, self.sent, self.file = START, [], file
        monkeypatch.setattr(app, "now", lambda: self.now)
        self.begin()

    def begin(self) -> None:
        kind = symbol_by_name(app.conf.beat_scheduler)
        self.beat: Any = kind(app, schedule_filename=str(self.file))
        self.beat.apply_entry = lambda entry, producer: self.sent.append(entry.name)
        self.beat._producer = None

    def run(self, seconds: float) -> set[str]:
        """Let time pass; return the names of what was sent."""
        self.sent.clear()
        until = self.now + timedelta(seconds=seconds)
        while self.now < until:
            pause = self.beat.tick()
            self.now += timedelta(seconds=max(0.01, min(pause, 5)))
        return set(self.sent)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Watch]:
    monkeypatch.setattr("celery.beat.Scheduler.producer", None)
    found = Watch(monkeypatch, tmp_path / "schedule")
    found.run(4000)
    yield found
    found.beat.close()


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["beat runs on", "beat is started again"])
def test_beat_goes_on_when_the_clock_is_set_back(watch: Watch, again: bool) -> None:
    assert watch.run(70) >= SHORT
    watch.now -= timedelta(hours=1)
    if again:
        watch.beat.close()
        watch.begin()
    assert watch.run(70) >= SHORT
    assert watch.run(3700) >= NAMES


@pytest.mark.slow
def test_beat_sends_no_more_than_the_schedule_says(watch: Watch) -> None:
    watch.now -= timedelta(hours=1)
    watch.run(30)
    assert 9 <= watch.sent.count("overdue-bot-turns") <= 11
    assert "old-tables" not in watch.sent

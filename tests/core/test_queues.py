"""Tasks go into the right queue, and each queue has a worker of its own wherever the site runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from core.celery import app

ROOT = Path(__file__).resolve().parents[2]
FOR_A_TABLE = {
    "core.play.tasks.bot_turn",
    "core.play.tasks.request_overdue_bot_turns",
    "core.play.tasks.move_for_absent_players",
}
"""The tasks that people at a table wait for."""


def queue_of(task: str, **options: str) -> str:
    return str(app.amqp.router.route(options, task)["queue"].name)


def tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def test_the_worker_for_bots_serves_nothing_that_can_wait() -> None:
    assert {task for task in tasks() if queue_of(task) == "bots"} == FOR_A_TABLE


def test_only_a_proof_is_in_the_queue_of_proofs() -> None:
    assert [task for task in tasks() if queue_of(task) == "proofs"] == [
        "core.authoring.puzzles.tasks.run_next_long_proof"
    ]


@pytest.mark.slow
def test_the_clock_sends_nothing_that_the_worker_would_keep_for_ever() -> None:
    """While a worker is away, or slow, the clock ticks on."""
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert entry["task"] in tasks(), name
        assert 0 < entry["options"]["expires"] <= 3600, name


def test_what_pages_ask_for_is_forgotten_if_no_worker_takes_it_up() -> None:
    """So a slow worker has before it what was asked for lately, and no more."""
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    says_so_each_time = {"core.play.tasks.bot_turn"}
    for name in tasks() - says_so_each_time:
        assert app.tasks[name].expires or name in scheduled, name


@pytest.mark.parametrize("place", ["core/management/commands", "docker/systemd", "docker/compose.yml"])
def test_each_queue_has_workers_of_its_own(place: str) -> None:
    path = ROOT / place
    files = [file for file in path.rglob("*") if file.is_file() and file.suffix != ".pyc"] if path.is_dir() else [path]
    text = "\n".join(file.read_text() for file in files)
    served = re.findall(r'--queues,? ([\w,]+)|_build_worker_command\([^,]+, "(\w+)"\)', text)
    assert sorted("".join(names) for names in served) == ["background", "bots", "proofs"]

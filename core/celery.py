"""The Celery app for background tasks. Its settings are those in core/settings.py that start with CELERY_."""

import os
import warnings
from functools import partial
from typing import Any

import celery
import kombu
import structlog
from celery import bootsteps
from celery.app.amqp import AMQP
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from kombu.transport import TRANSPORT_ALIASES

from core.infra.circuit_breaker import redis_link

logger = structlog.get_logger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
warnings.simplefilter("ignore", SecurityWarning)  # in a container the worker may well be root; messages are JSON alone
warnings.simplefilter("ignore", CPendingDeprecationWarning)  # logged each time the queue is lost
TRANSPORT_ALIASES["embedded"] = "core.infra.file_broker:Transport"


EXPIRES = 60
"""Seconds after which a catch-up task is dropped, because the periodic tasks have done its work by then."""


class Task(celery.Task):
    """A background task. If the queue can't be reached, starting the task does nothing and raises no error.

    If another request deletes a row that a running task needs, the task ends without an error. Periodic tasks start
    lost tasks again.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except Exception as error:
            from core.http.deleted_rows import is_row_deleted

            if not is_row_deleted(error):
                raise
            logger.info("row_deleted_meanwhile", task=self.name)
            return None

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        return redis_link.call(partial(super().apply_async, *args, **kwargs), lambda: None)


class ReconnectingConnection(kombu.Connection):  # type: ignore[name-defined]
    """A connection that workers and beat restore within seconds once the queue is back, even after a long outage."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        return super().ensure_connection(*args, **{"interval_start": 1, "interval_max": 2, **kwargs})


class ReconnectingAmqp(AMQP):
    Connection = ReconnectingConnection


class LostTaskRecoveryStep(bootsteps.StartStopStep):
    """A worker step that queues lost tasks again whenever a worker connects to the queue.

    These are bots' turns, and proofs (long checks of the answers of puzzles that people build).
    """

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def start(self, consumer: Any) -> None:
        tasks = consumer.app.tasks
        tasks["core.play.tasks.request_overdue_bot_turns"].apply_async(kwargs={"patience": 0.0}, expires=EXPIRES)
        tasks["core.authoring.puzzles.tasks.return_lost_proofs_to_queue"].apply_async(expires=EXPIRES)


app = celery.Celery("house", task_cls=Task, amqp=ReconnectingAmqp)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["consumer"].add(LostTaskRecoveryStep)
app.autodiscover_tasks()

"""Handles an unreachable Redis server or database.

The site works without Redis, which is used as a queue, a cache, and a channel for announcements. Code that serves a
page calls `redis_link.call(what, otherwise)`. After a failure, no thread of this process tries Redis again for a
moment, so that no page waits long for a server that doesn't respond.

Without the database, all that the site can do is ask visitors to try again later. `is_database_unavailable` says
whether an error has this cause, or else is a bug.
"""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

import redis
import structlog
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as QueueError

logger = structlog.get_logger(__name__)

PAUSE = 1.0
RETRY_AFTER = 5
"""The number of seconds that a client should wait before it tries again if the database couldn't be reached."""
AWAY = (redis.RedisError, QueueError, OSError)
SILENT = (redis.ConnectionError, redis.TimeoutError, QueueError)
DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
NO_DATABASE = (OperationalError, InterfaceError)
"""Exceptions that are raised when the database doesn't respond. `is_database_unavailable` recognizes more of them."""
Answer = TypeVar("Answer")


class CircuitBreaker:
    """A circuit breaker for a server that the site can work without.

    After a failure, the server isn't called again for PAUSE seconds.
    """

    def __init__(self) -> None:
        self.lost = False
        self.again_at = 0.0

    def call(self, what: Callable[[], Answer], otherwise: Callable[[], Answer]) -> Answer:
        """Call `what`, which uses the server, and return its result. While the server is down, return `otherwise()`."""
        if self.lost:
            if time.monotonic() < self.again_at:
                return otherwise()
            self.again_at = time.monotonic() + PAUSE  # one thread tries; the others don't wait for it
        try:
            answer = what()
        except AWAY as error:
            self._mark_server_lost(error)
            return otherwise()
        if self.lost:
            self.lost = False
            logger.warning("redis_is_back")
        return answer

    def _mark_server_lost(self, error: Exception) -> None:
        self.again_at = time.monotonic() + PAUSE
        if not self.lost:
            self.lost = True
            logger.warning("redis_away", error=str(error))


redis_link = CircuitBreaker()


def is_database_unavailable(error: BaseException | None) -> bool:
    """Return whether an error is due to a database that is unreachable, too busy, or out of disk space."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in DISK_FULL:
            return True
        if isinstance(error, NO_DATABASE):
            # SQLite calls a faulty statement by the same name.
            return getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
        error = error.__cause__ or error.__context__
    return False


def drop_traceback(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove the traceback from a log event about an unreachable server. This is a structlog processor."""
    found = event.get("exc_info")
    found = sys.exc_info() if found is True else found
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, SILENT) or (isinstance(error, BaseException) and is_database_unavailable(error)):
        del event["exc_info"]
        event["error"] = str(error).partition("\n")[0]
    return event

"""While Redis or the database is away: the house does without the one, and says so for the other.

Redis is a queue, a cache and a bell. Whoever wants something of it for a page asks `redis_link.ask(what, otherwise)`:
after a failure, nobody of this process asks again for a moment, so that no page waits long for a server that is silent.
Without the database there is nothing to answer but “later”; `database_away` tells that trouble from a mistake of ours.
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
"""Seconds after which it is worth asking again for what the database would have to answer."""
AWAY = (redis.RedisError, QueueError, OSError)
SILENT = (redis.ConnectionError, redis.TimeoutError, QueueError)
DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
NO_DATABASE = (OperationalError, InterfaceError)
"""What is raised while the database does not answer; see `database_away` for what else may be."""
Answer = TypeVar("Answer")


class Link:
    """The way to a server that one can do without."""

    def __init__(self) -> None:
        self.lost = False
        self.again_at = 0.0

    def ask(self, what: Callable[[], Answer], otherwise: Callable[[], Answer]) -> Answer:
        """Return what the server answers or, while it is away, what `otherwise` gives."""
        if self.lost:
            if time.monotonic() < self.again_at:
                return otherwise()
            self.again_at = time.monotonic() + PAUSE  # one tries; the others need not wait beside it
        try:
            answer = what()
        except AWAY as error:
            self._lose(error)
            return otherwise()
        if self.lost:
            self.lost = False
            logger.warning("redis_is_back")
        return answer

    def _lose(self, error: Exception) -> None:
        self.again_at = time.monotonic() + PAUSE
        if not self.lost:
            self.lost = True
            logger.warning("redis_away", error=str(error))


redis_link = Link()


def database_away(error: BaseException | None) -> bool:
    """Return whether an error comes of a database that does not answer, is too busy to, or has no room on its disk."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in DISK_FULL:
            return True
        if isinstance(error, NO_DATABASE):
            # SQLite calls a faulty statement by the same name.
            return getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
        error = error.__cause__ or error.__context__
    return False


def in_one_line(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A step of the log: where a server is away, a traceback for every request and task would tell nothing more."""
    found = event.get("exc_info")
    found = sys.exc_info() if found is True else found
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, SILENT) or (isinstance(error, BaseException) and database_away(error)):
        del event["exc_info"]
        event["error"] = str(error).partition("\n")[0]
    return event

"""What a process that answers does once, when it begins: apps say it as they come up."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import connection

from core.infra.circuit_breaker import NO_DATABASE

_said: list[Callable[[], None]] = []


def at_start(work: Callable[[], None]) -> None:
    """Have this done, in a thread of its own, when a process that answers begins."""
    _said.append(work)


def begin() -> None:
    """Do all that was said, unless the site is not to look ahead.

    The connection of this thread stays open, so that a restore sees that the site is running before anybody visits it.
    What lies in memory then stays there, so that nobody looks again and again for waste in it: that would stop every
    page for a tenth of a second now and then.
    """
    with suppress(*NO_DATABASE):
        connection.ensure_connection()
    for work in _said if settings.LOOK_AHEAD else ():
        work()
    gc.collect()
    gc.freeze()

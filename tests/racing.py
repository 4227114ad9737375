"""Calls made at the same time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections


def at_once(*calls: Callable[[], object], refused: type[Exception] | tuple[()] = ()) -> list[Any]:
    """Make all calls at the same time, each with its own connection, and return their results or refusals.

    Data that they share has to be committed: `django_db(transaction=True)`.
    """
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait(60)
        try:
            return call()
        except refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [*threads.map(run, calls)]

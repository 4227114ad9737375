"""Several who do something at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections


def at_once(*calls: Callable[[], object], refused: type[Exception] | tuple[()] = ()) -> list[Any]:
    """What each of these returns, or how it was refused, when all begin together, each on a connection of its own.

    What they share has to be committed: `django_db(transaction=True)`.
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

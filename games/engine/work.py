"""How much work an answer may take: one counter for every search, in steps and not in seconds.

A search opens an allowance and counts what it looks at:

    with Work(BOUND) as work:
        ...
        work.spend()          # or `spend()` in a function that was not given it

An allowance inside another is never larger than what is left of that, and what it spends is spent there too. So a
search has a bound of its own, an answer that needs many searches has one for all of them, and the same question comes
to the same end on every machine. `TooMuch` is raised where steps run out. Whoever catches it says "unproven", or
returns what was found until then; `cut` tells whoever opened an allowance around it that something was left out.

Somebody who can wait opens all allowances so many times wider: `patience`, which also tells how far it is.

Behind the bound stands a belt: `deadline` gives a thread so much processor time, looked at now and then while steps are
counted. `TooLate` is not for a search to catch: it ends the request. Whoever has another answer gives the search only a
`share_of_time`. What is remembered for all is `untimed`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
LOOK = 2000
"""So many steps may pass until the clock is looked at again."""


class OutOfWork(Exception):
    """An answer takes more work than it may. No `HouseError`: the rules refuse nothing here."""


class TooMuch(OutOfWork):
    """An allowance is used up."""


class TooLate(OutOfWork):
    """The processor time of a request is used up."""


class Work:
    """An allowance of so many steps. `cut` is set where it, or one inside it, was used up."""

    __slots__ = ("_around", "_begun", "_look", "_token", "cut", "left")

    def __init__(self, steps: int) -> None:
        self.left = steps * _patience.get().times
        self.cut = False

    def __enter__(self) -> Work:
        around = self._around = _open.get()
        if around is not None and around.left < self.left:
            self.left = max(around.left, 0)
        self._begun = self.left
        self._look = max(self.left - LOOK, 0)
        self._look_round()
        self._token = _open.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _open.reset(self._token)
        around = self._around
        if around is not None:
            around.left -= self._begun - self.left
            around.cut = around.cut or self.cut

    def spend(self, steps: int = 1) -> None:
        """Count some steps. Raises TooMuch if there were none left for them, and TooLate."""
        self.left -= steps
        if self.left < self._look:
            self._check()

    def _check(self) -> None:
        if self.left < 0:
            self.cut = True
            raise TooMuch
        self._look_round()
        self._look = max(self.left - LOOK, 0)

    def _look_round(self) -> None:
        """See whether there is time left, and tell whoever waits how far it is."""
        _look_at_the_clock()
        watch = _patience.get().watch
        if watch:
            watch(self._spent_with_those_around())

    def _spent_with_those_around(self) -> int:
        """Return how many steps the outermost allowance will have lost to this one and to those between."""
        return self.spent + (self._around._spent_with_those_around() if self._around else 0)

    @property
    def spent(self) -> int:
        """How many steps were counted."""
        return self._begun - self.left


@dataclass(frozen=True)
class Patience:
    """How many times as large all allowances are, and who is told how many steps were taken."""

    times: int = 1
    watch: Callable[[int], None] | None = None


USUAL = Patience()
_patience: ContextVar[Patience] = ContextVar("patience", default=USUAL)
_open: ContextVar[Work | None] = ContextVar("work", default=None)
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


def _look_at_the_clock() -> None:
    until = _deadline.get()
    if until is not None and time.thread_time() > until:
        raise TooLate


def spend(steps: int = 1) -> None:
    """Count some steps in the allowance that is open, if any is."""
    work = _open.get()
    if work is not None:
        work.spend(steps)


def up_to(steps: int, found: Iterable[T]) -> list[T]:
    """Return what is found within so many steps."""
    kept: list[T] = []
    with Work(steps):
        try:
            for one in found:
                kept.append(one)
        except TooMuch:
            pass
    return kept


def first(steps: int, found: Iterable[T]) -> T | None:
    """The first that is found within so many steps, or None."""
    with Work(steps):
        try:
            return next(iter(found), None)
        except TooMuch:
            return None


@contextmanager
def patience(times: int, watch: Callable[[int], None]) -> Iterator[None]:
    """Make every allowance that is opened in here so many times as large.

    `watch` is told now and then how many steps the outermost has spent; what it raises ends the search.
    """
    token = _patience.set(Patience(times, watch))
    try:
        yield
    finally:
        _patience.reset(token)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Give this thread so much processor time from now on, as far as steps are counted in it."""
    token = _deadline.set(time.thread_time() + seconds)
    try:
        yield
    finally:
        _deadline.reset(token)


@contextmanager
def share_of_time(share: float) -> Iterator[None]:
    """Give this share of a request's time that is left, so that there is some for an answer that is known already.

    Without a deadline nothing changes. Whoever opens this may catch TooLate.
    """
    until, begun = _deadline.get(), time.thread_time()
    if until is None:
        yield
        return
    given = begun + (until - begun) * share
    _deadline.set(given)
    try:
        yield
    finally:
        now = _deadline.get()
        _deadline.set(until if now is None else until + now - given)  # with what was untimed in between


@contextmanager
def untimed() -> Iterator[None]:
    """Work out here what is remembered for all: no deadline ends it, and it takes nothing of a request's time."""
    until, begun = _deadline.get(), time.thread_time()
    _deadline.set(None)
    try:
        yield
    finally:
        _deadline.set(None if until is None else until + time.thread_time() - begun)

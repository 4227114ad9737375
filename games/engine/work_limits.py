"""Work limits: every search counts its work in steps (not seconds) and stops at a limit.

A search opens an allowance of steps and charges a step for each thing that it examines:

    with WorkAllowance(BOUND) as work:
        ...
        work.spend_steps()    # or `spend_steps()` in a function that has no `work`

An inner allowance is never larger than what the outer one has left, and its steps also count in the outer one. So each
search has its own limit, an answer that needs many searches has one limit for all of them, and the same question gets
the same result on every machine. `OutOfSteps` is raised when the steps run out. The code that catches it reports
“unproven”, or returns what it has found so far. `cut` tells the code with the outer allowance that something was left
out.

`multiply_step_allowances` makes all allowances larger, for a user who can wait, and reports the progress.

`limit_processor_time` is a second safeguard: it gives a thread a deadline in processor time, which is checked from time
to time while steps are counted. A search mustn't catch `OutOfTime`, because this error ends the request. Code with
another answer to fall back on runs the search in `limit_to_share_of_time`. Results that are cached for everyone are
computed in `suspend_deadline`.
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
"""The number of steps between two checks of the clock."""


class WorkExceeded(Exception):
    """Raised if an answer takes more work than allowed.

    It isn't a `RulesError`, because no rule is broken.
    """


class OutOfSteps(WorkExceeded):
    """Raised when an allowance of steps is used up."""


class OutOfTime(WorkExceeded):
    """Raised when a request has used up its processor time."""


class WorkAllowance:
    """A context manager that limits the work inside it to `steps` steps.

    `cut` is set if this allowance, or one opened inside it, was used up.
    """

    __slots__ = ("_around", "_begun", "_look", "_token", "cut", "left")

    def __init__(self, steps: int) -> None:
        self.left = steps * _patience.get().times
        self.cut = False

    def __enter__(self) -> WorkAllowance:
        around = self._around = _open.get()
        if around is not None and around.left < self.left:
            self.left = max(around.left, 0)
        self._begun = self.left
        self._look = max(self.left - LOOK, 0)
        self._check_progress()
        self._token = _open.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _open.reset(self._token)
        around = self._around
        if around is not None:
            around.left -= self._begun - self.left
            around.cut = around.cut or self.cut

    def spend_steps(self, steps: int = 1) -> None:
        """Use up `steps` of the allowance.

        Raises OutOfSteps if fewer steps are left, and OutOfTime if the deadline has passed.
        """
        self.left -= steps
        if self.left < self._look:
            self._check_steps()

    def _check_steps(self) -> None:
        if self.left < 0:
            self.cut = True
            raise OutOfSteps
        self._check_progress()
        self._look = max(self.left - LOOK, 0)

    def _check_progress(self) -> None:
        """Check that the deadline hasn't passed, and report the steps spent to the function `watch`, if it's set."""
        _check_deadline()
        watch = _patience.get().watch
        if watch:
            watch(self._count_outer_steps())

    def _count_outer_steps(self) -> int:
        """Return the number of steps spent in this allowance and in all outer ones, counting each step once."""
        return self.spent_steps + (self._around._count_outer_steps() if self._around else 0)

    @property
    def spent_steps(self) -> int:
        """The number of steps spent."""
        return self._begun - self.left


@dataclass(frozen=True)
class AllowanceMultiplier:
    """A setting for all limits on computing steps: each limit is multiplied by `times`.

    `watch`, if there is one, is a function that is called with the number of steps used so far.
    """

    times: int = 1
    watch: Callable[[int], None] | None = None


USUAL = AllowanceMultiplier()
_patience: ContextVar[AllowanceMultiplier] = ContextVar("patience", default=USUAL)
_open: ContextVar[WorkAllowance | None] = ContextVar("work", default=None)
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


def _check_deadline() -> None:
    until = _deadline.get()
    if until is not None and time.thread_time() > until:
        raise OutOfTime


def spend_steps(steps: int = 1) -> None:
    """Use up `steps` of the current allowance, if there is one."""
    work = _open.get()
    if work is not None:
        work.spend_steps(steps)


def take_items_within_steps(steps: int, found: Iterable[T]) -> list[T]:
    """Return the items that the iterable `found` yields before it has used up this many computing steps."""
    kept: list[T] = []
    with WorkAllowance(steps):
        try:
            for one in found:
                kept.append(one)
        except OutOfSteps:
            pass
    return kept


def take_first_within_steps(steps: int, found: Iterable[T]) -> T | None:
    """Return the first item of the iterable `found`, or None if there is none within this many computing steps."""
    with WorkAllowance(steps):
        try:
            return next(iter(found), None)
        except OutOfSteps:
            return None


@contextmanager
def multiply_step_allowances(times: int, watch: Callable[[int], None]) -> Iterator[None]:
    """Multiply every allowance opened in this context by `times`.

    `watch` is called from time to time with the number of steps that the outermost allowance has spent. An exception
    that it raises ends the search.
    """
    token = _patience.set(AllowanceMultiplier(times, watch))
    try:
        yield
    finally:
        _patience.reset(token)


@contextmanager
def limit_processor_time(seconds: float) -> Iterator[None]:
    """Limit the processor time that this thread can use inside this context.

    The limit is checked while steps are counted. OutOfTime is raised when it's exceeded.
    """
    token = _deadline.set(time.thread_time() + seconds)
    try:
        yield
    finally:
        _deadline.reset(token)


@contextmanager
def limit_to_share_of_time(share: float) -> Iterator[None]:
    """Limit this context to a share of the request's remaining time, to leave time for a fallback answer.

    Does nothing if there is no deadline. The caller can catch OutOfTime.
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
def suspend_deadline() -> Iterator[None]:
    """Run this context without a deadline, for results that are cached for everyone.

    Its time doesn't count against the request.
    """
    until, begun = _deadline.get(), time.thread_time()
    _deadline.set(None)
    try:
        yield
    finally:
        _deadline.set(None if until is None else until + time.thread_time() - begun)

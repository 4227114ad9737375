"""Allowances of work: what they count, how they lie in one another, and the belt behind them."""

from __future__ import annotations

import time

import pytest

from games.engine.work_limits import (
    OutOfSteps,
    OutOfTime,
    WorkAllowance,
    limit_processor_time,
    limit_to_share_of_time,
    multiply_step_allowances,
    spend_steps,
    suspend_deadline,
    take_first_within_steps,
    take_items_within_steps,
)


def _steps(number: int) -> None:
    for _ in range(number):
        spend_steps()


def test_an_allowance_ends_after_so_many_steps() -> None:
    with WorkAllowance(10) as work:
        _steps(10)
        assert not work.cut
        with pytest.raises(OutOfSteps):
            spend_steps()
        assert work.cut


def test_what_is_spent_inside_is_spent_outside_too() -> None:
    with WorkAllowance(10) as outer:
        with WorkAllowance(100) as inner:
            assert inner.left == 10
            _steps(4)
        assert (outer.left, outer.spent_steps, outer.cut) == (6, 4, False)
        with WorkAllowance(3), pytest.raises(OutOfSteps):
            _steps(4)
        assert outer.cut
        assert outer.left == 2


def test_steps_without_an_allowance_cost_nothing() -> None:
    _steps(100_000)


def test_what_was_found_until_then_is_kept() -> None:
    def found() -> object:
        for number in range(10):
            spend_steps()
            yield number

    assert take_items_within_steps(3, found()) == [0, 1, 2]
    assert take_items_within_steps(100, found()) == list(range(10))
    assert take_first_within_steps(1, found()) == 0
    assert take_first_within_steps(0, found()) is None


def test_the_belt_ends_what_counts_its_steps() -> None:
    with WorkAllowance(1 << 60), limit_processor_time(0.0), pytest.raises(OutOfTime):
        _steps(1_000_000)


def test_the_belt_ends_many_small_searches_too() -> None:
    with limit_processor_time(0.0), pytest.raises(OutOfTime), WorkAllowance(10):
        pass


def test_a_search_with_a_share_of_the_time_leaves_the_rest() -> None:
    with limit_processor_time(0.2):
        with pytest.raises(OutOfTime), limit_to_share_of_time(0.1), WorkAllowance(1 << 60):
            _steps(100_000_000)
        with WorkAllowance(10):
            pass
    with limit_to_share_of_time(0.0), WorkAllowance(1 << 60):  # no deadline to take a share of
        _steps(10_000)


@pytest.mark.slow
def test_what_is_remembered_for_all_takes_nothing_of_the_time_around_a_share() -> None:
    with limit_processor_time(0.2):
        with limit_to_share_of_time(0.5), suspend_deadline(), WorkAllowance(1 << 60):
            begun = time.thread_time()
            while time.thread_time() < begun + 0.3:
                spend_steps()
        with WorkAllowance(10):
            pass


def test_what_is_remembered_for_all_takes_nothing_of_a_requests_time() -> None:
    with limit_processor_time(0.0):
        with suspend_deadline(), WorkAllowance(1 << 60):
            _steps(10_000)
        with pytest.raises(OutOfTime), WorkAllowance(10):
            pass


def test_somebody_who_can_wait_gets_more_and_is_told_how_far_it_is() -> None:
    told: list[int] = []
    with multiply_step_allowances(3, told.append), WorkAllowance(10_000) as outer:
        _steps(5_000)
        with WorkAllowance(10_000) as inner:
            assert inner.left == 25_000
            _steps(20_000)
        assert (outer.spent_steps, outer.left) == (25_000, 5_000)
        with pytest.raises(OutOfSteps):
            _steps(5_001)
    assert told == sorted(told)
    assert 25_000 < told[-1] <= 30_000
    assert WorkAllowance(10).left == 10


def test_who_watches_can_end_it() -> None:
    def enough(steps: int) -> None:
        if steps > 5_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), multiply_step_allowances(3, enough), WorkAllowance(10_000):
        _steps(30_000)

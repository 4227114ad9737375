"""The sample of slow tests that `make test` runs: one in five, with different ones each day. CI runs them all."""

from __future__ import annotations

from hashlib import sha256

import pytest

ONE_IN = 5
seed = ""
"""The seed of this run's sample; empty if all tests run. For tests that are expensive to collect."""


def is_in_sample(name: str, seed: str) -> bool:
    """Return whether a test is in the sample of one in `ONE_IN` tests for this seed.

    The name is pytest's: `tests/play/test_bots.py::test_a_match_ends[lorum]`.
    """
    return int.from_bytes(sha256(f"{seed} {name}".encode()).digest()) % ONE_IN == 0


def is_left_out(name: str) -> bool:
    """Return whether a slow test isn't in this run's sample."""
    return bool(seed) and not is_in_sample(name, seed)


def mark_repetitions_slow(items: list[pytest.Item]) -> None:
    """Mark as `slow` all cases but the first of each test marked `repeated`: the first one runs every day."""
    seen = set[tuple[str, str]]()
    for item in items:
        if item.get_closest_marker("repeated"):
            assert item.parent
            test = (item.parent.nodeid, item.name.partition("[")[0])
            if test in seen:
                item.add_marker("slow")
            seen.add(test)


def deselect_unsampled_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests marked `slow` that aren't in this run's sample."""
    chosen, left_out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        assert item.parent
        name = f"{item.parent.nodeid}::{item.name}"  # its node ID, but Schemathesis gives all operations the same one
        (left_out if item.get_closest_marker("slow") and is_left_out(name) else chosen).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen

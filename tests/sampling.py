"""The sample of slow tests that `make test` runs: one in five, with different ones each day. CI runs them all."""

from __future__ import annotations

from hashlib import sha256

import pytest

ONE_IN = 5


def is_in_sample(name: str, seed: str) -> bool:
    """Return whether a test is in the sample of one in `ONE_IN` tests for this seed.

    The name is pytest's: `tests/play/test_bots.py::test_a_match_ends[lorum]`.
    """
    return int.from_bytes(sha256(f"{seed} {name}".encode()).digest()) % ONE_IN == 0


def deselect_unsampled_tests(config: pytest.Config, items: list[pytest.Item], seed: str) -> None:
    """Leave out the tests marked `slow` that aren't in the sample of this seed."""
    chosen, left_out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        is_left_out = item.get_closest_marker("slow") and not is_in_sample(item.nodeid, seed)
        (left_out if is_left_out else chosen).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen

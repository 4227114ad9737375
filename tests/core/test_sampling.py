"""The sample of slow tests: one in five a day, and every test has its day."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

from tests.sampling import ONE_IN, is_in_sample, mark_repetitions_slow

NAMES = [f"tests/test_match.py::test_ends[{number}]" for number in range(40)]
DAYS = [f"2026-{month:02}-{day:02}" for month in range(1, 7) for day in range(1, 29)]


def test_a_day_has_one_in_five_and_every_test_has_its_day() -> None:
    times = Counter(name for day in DAYS for name in NAMES if is_in_sample(name, day))
    assert set(times) == set(NAMES)
    assert abs(times.total() / (len(DAYS) * len(NAMES)) - 1 / ONE_IN) < 0.02
    assert max(times.values()) < 2 * len(DAYS) / ONE_IN


def test_a_seed_repeats_its_sample() -> None:
    assert [is_in_sample(name, "seed") for name in NAMES] == [is_in_sample(name, "seed") for name in NAMES]
    assert not all(is_in_sample(name, "seed") for name in NAMES)


def test_of_a_repeated_test_all_cases_but_the_first_are_slow() -> None:
    def collect(name: str, *marks: str) -> Any:
        added = list(marks)
        return SimpleNamespace(
            name=name,
            parent=SimpleNamespace(nodeid="tests/test_match.py"),
            marks=added,
            add_marker=added.append,
            get_closest_marker=lambda mark: mark if mark in added else None,
        )

    repeated = [collect(f"test_ends[{game}]", "repeated") for game in ("guts", "lorum", "mille")]
    others = [collect("test_begins[guts]"), collect("test_begins[lorum]"), collect("test_is_scored", "repeated")]
    mark_repetitions_slow([*repeated, *others])
    assert ["slow" in item.marks for item in repeated] == [False, True, True]
    assert not any("slow" in item.marks for item in others)

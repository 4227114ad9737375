"""Waiting clients are served in turn, whatever order they come, wait, and leave in."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.server import fair_queue
from core.server.fair_queue import FairQueue


async def served_in_turn(slots: int, keys: list[str], canceled: set[int], slots_per_key: int = 0) -> list[int]:
    """Let clients with these keys wait for a full queue; the order in which they are served."""
    queue, order = FairQueue(slots, slots_per_key), []
    limit = slots_per_key or slots

    async def client(number: int) -> None:
        await queue.acquire(keys[number])
        order.append(number)
        assert max(queue.taken.values()) <= limit
        await asyncio.sleep(0)
        queue.release(keys[number])

    for slot in range(slots):
        await queue.acquire(f"first {slot}")
    tasks = [asyncio.ensure_future(client(number)) for number in range(len(keys))]
    await asyncio.sleep(0)
    assert not order
    for number in canceled:
        tasks[number].cancel()
    for slot in range(slots):
        queue.release(f"first {slot}")
    await asyncio.gather(*tasks, return_exceptions=True)
    assert queue.free == slots
    assert not queue.waiting
    assert not queue.taken
    return order


@given(
    slots=st.integers(1, 4),
    slots_per_key=st.integers(0, 4),
    keys=st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=30),  # clients of a socket file have no address
    data=st.data(),
)
def test_everyone_is_served_once_and_in_turn(
    slots: int, slots_per_key: int, keys: list[str], data: st.DataObject
) -> None:
    canceled = data.draw(st.sets(st.integers(0, len(keys) - 1))) if keys else set()
    order = asyncio.run(served_in_turn(slots, keys, canceled, slots_per_key))
    assert sorted(order) == [number for number in range(len(keys)) if number not in canceled]
    for key in set(keys):
        own = [number for number in order if keys[number] == key]
        assert own == sorted(own), "under one key, first come is first served"


def test_a_client_with_many_requests_waits_for_the_others() -> None:
    order = asyncio.run(served_in_turn(1, ["greedy"] * 20 + ["modest", "other"], set()))
    assert {20, 21} <= set(order[:3])


def test_each_key_gets_its_share_while_all_wait() -> None:
    keys = ["a"] * 12 + ["b"] * 6 + ["c"] * 6
    order = asyncio.run(served_in_turn(1, keys, set()))
    assert Counter(keys[number] for number in order[:18]) == {"a": 6, "b": 6, "c": 6}


def test_a_key_with_all_its_slots_waits_while_others_find_a_free_one() -> None:
    async def story() -> None:
        queue = FairQueue(4, slots_per_key=2)
        greedy = [asyncio.ensure_future(queue.acquire("greedy")) for _ in range(3)]
        await asyncio.sleep(0)
        assert [task.done() for task in greedy] == [True, True, False]
        await asyncio.wait_for(queue.acquire("modest"), 5)
        queue.release("modest")
        await asyncio.sleep(0)
        assert not greedy[2].done(), "a slot that another key gives back is not for this one"
        queue.release("greedy")
        await asyncio.wait_for(greedy[2], 5)
        assert queue.taken == {"greedy": 2}

    asyncio.run(story())


def test_a_slot_that_is_handed_to_a_client_that_leaves_is_not_lost() -> None:
    async def story() -> None:
        queue = FairQueue(1)
        await queue.acquire("a")
        leaving = asyncio.ensure_future(queue.acquire("b"))
        await asyncio.sleep(0)
        queue.release("a")
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        await asyncio.wait_for(queue.acquire("c"), 5)

    asyncio.run(story())


@pytest.mark.parametrize(("limit", "own", "is_full"), [(3, 9, True), (4, 9, False), (9, 2, True), (9, 3, False)])
def test_a_queue_has_an_end_for_all_and_for_each(
    monkeypatch: pytest.MonkeyPatch, limit: int, own: int, is_full: bool
) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING", limit)
    monkeypatch.setattr(fair_queue, "MAX_WAITING_PER_KEY", own)

    async def story() -> None:
        queue = FairQueue(0)
        tasks = [asyncio.ensure_future(queue.acquire(key)) for key in ("a", "a", "b")]
        await asyncio.sleep(0)
        assert queue.is_full("a") == is_full
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(story())

"""A queue for a limited number of slots that serves clients in turn, so that a busy client can't hold up the others."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

MAX_WAITING = 500
MAX_WAITING_PER_KEY = 250  # a whole school may share one address


class FairQueue:
    """A queue in which clients wait for one of a number of slots, such as threads.

    Each client has a key, such as an IP address. Clients with the same key are served in the order in which they came,
    and the keys take turns. A key has at most `slots_per_key` slots at a time, even if other slots are free. 0 means
    that there's no such limit.
    """

    def __init__(self, slots: int, slots_per_key: int = 0) -> None:
        self.free = slots
        self.slots_per_key = slots_per_key or slots
        self.taken: Counter[str] = Counter()
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def is_full(self, key: str) -> bool:
        """Return whether the queue has no room for another client with this key.

        It always has room if the client doesn't have to wait.
        """
        if self._has_slot(key):
            return False
        total = sum(map(self.count_waiting_clients, self.waiting))
        return total >= MAX_WAITING or self.count_waiting_clients(key) >= MAX_WAITING_PER_KEY

    def count_waiting_clients(self, key: str) -> int:
        """Return the number of clients waiting under this key."""
        return sum(not turn.done() for turn in self.waiting.get(key, ()))

    async def acquire(self, key: str) -> None:
        """Wait until there's a slot for this key, and take it. `release` gives it back."""
        if self._has_slot(key):
            self._take_slot(key)
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the slot was handed over while this task was canceled
                self.release(key)
            raise

    def release(self, key: str) -> None:
        """Release a slot of this key, and hand it to the next client of the next key that can have one."""
        self.free += 1
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]
        while (key_to_serve := next(filter(self._has_slot, self.waiting), None)) is not None:
            turns = self.waiting.pop(key_to_serve)
            turn = turns.popleft()
            if turns:
                self.waiting[key_to_serve] = turns  # at the end: the other keys come first
            if not turn.done():  # else its task was canceled
                self._take_slot(key_to_serve)
                turn.set_result(None)

    def _has_slot(self, key: str) -> bool:
        return self.free > 0 and self.taken[key] < self.slots_per_key

    def _take_slot(self, key: str) -> None:
        self.free -= 1
        self.taken[key] += 1

"""A queue for a few slots that serves clients in turn, so that one busy client can't hold up the others."""

from __future__ import annotations

import asyncio
from collections import deque

MAX_WAITING = 500
MAX_WAITING_PER_KEY = 250  # a whole school may share one address


class FairQueue:
    """A queue that hands out slots: first come, first served for each key, and round robin among keys."""

    def __init__(self, slots: int) -> None:
        self.free = slots
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def is_full(self, key: str) -> bool:
        """Return whether no further client can wait under this key."""
        if self.free:
            return False
        total = sum(map(self.count_waiting_clients, self.waiting))
        return total >= MAX_WAITING or self.count_waiting_clients(key) >= MAX_WAITING_PER_KEY

    def count_waiting_clients(self, key: str) -> int:
        """Return the number of clients that wait under this key."""
        return sum(not turn.done() for turn in self.waiting.get(key, ()))

    async def acquire(self, key: str) -> None:
        """Wait for a slot."""
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the slot was handed over while this task was canceled
                self.release()
            raise

    def release(self) -> None:
        """Hand a slot to the next client of the next key, or put the slot back if no client waits."""
        while self.waiting:
            key, turns = next(iter(self.waiting.items()))
            del self.waiting[key]
            turn = turns.popleft()
            if turns:
                self.waiting[key] = turns  # at the end: the other keys come first
            if not turn.done():  # else its task was canceled
                turn.set_result(None)
                return
        self.free += 1

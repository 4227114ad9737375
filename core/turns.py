"""Who may run in a thread: so many at once, but one after the other for as long as each is quick."""

from __future__ import annotations

import asyncio

ALONE = 0.003
"""For so many seconds after somebody has begun nobody else begins.

Threads of Python take turns at one lock, and each change costs: pages that are quick are served faster one by one. What
takes longer waits for something, or searches; then the next one need not wait for it.
"""


class Turn:
    """Somebody's turn, from when it is given to `end`."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.alone = True
        self.timer = asyncio.get_running_loop().call_later(ALONE, self.share)

    def share(self) -> None:
        """Let the next one begin."""
        if self.alone:
            self.alone = False
            self.turns.beginning.release()

    def end(self) -> None:
        self.timer.cancel()
        self.share()
        self.turns.room.release()


class Turns:
    """Gives turns in the order in which they are asked for."""

    def __init__(self, most: int) -> None:
        self.room = asyncio.Semaphore(most)
        self.beginning = asyncio.Semaphore(1)

    @property
    def at_hand(self) -> bool:
        """Whether nobody has to wait for a turn."""
        return not self.beginning.locked() and not self.room.locked()

    async def take(self) -> Turn:
        """Wait for a turn."""
        await self.beginning.acquire()
        try:
            await self.room.acquire()
        except asyncio.CancelledError:
            self.beginning.release()
            raise
        return Turn(self)

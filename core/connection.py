"""A connection that must say what it wants in time."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""How long the head of a request may take to arrive, and an answer to be taken."""


class Connection(H11Protocol):
    """uvicorn's own, which by itself would wait for ever."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_a_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadline()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked: close; and break off if the last answer is not taken even now."""
        super().timeout_keep_alive_handler()
        self._forget_deadline()
        self.deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _expect_a_request(self) -> None:
        """While nothing is being done for it, a connection has so much time to bring a whole request."""
        if self.cycle and not self.cycle.response_complete:
            self._forget_deadline()
        elif not self.deadline:
            self.deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

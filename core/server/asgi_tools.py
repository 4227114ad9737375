"""Helpers for the WSGI bridge and the live streams: ASGI types, error responses, and detecting disconnects."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

ANY_ORIGIN = (b"access-control-allow-origin", b"*")  # harmless: a cookie from another site is never accepted
PROBLEMS = {
    400: ("Malformed request", "malformed"),
    404: ("Not found", "not-found"),
    405: ("Wrong method", "method"),
    408: ("Too slow", "too-slow"),
    413: ("Too large", "too-large"),
    503: ("Temporarily unavailable", "unavailable"),
}
"""The title and the error code for API clients, by status."""


async def send_problem(send: Send, status: int, detail: str, **headers: str) -> None:
    """Send an error as `application/problem+json` (RFC 9457)."""
    title, code = PROBLEMS[status]
    problem = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    body = json.dumps(problem).encode()
    fields = {"content-type": "application/problem+json", "content-length": str(len(body)), **headers}
    start = [ANY_ORIGIN, *((name.encode(), value.encode()) for name, value in fields.items())]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def wait_until_disconnect(receive: Receive) -> None:
    """Wait until the client closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass

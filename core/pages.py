"""Pages for an ASGI server: the whole request is here before a thread is taken, and the answer leaves when it is free.

A thread is the dearest thing a page needs. Whoever sends a body byte by byte, or takes the answer no faster, costs a
connection and no thread; so nobody stops the site by being slow.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings

from core.live import Message, Receive, Send, refuse
from core.turns import Turn, Turns

AT_ONCE = 8
MOST_WAITING = 500
PATIENCE = 30.0  # how long a whole request may take to arrive
IN_MEMORY = 64 * 1024  # what is longer goes to a file
DRAINED = 8
"""A body that is too large is read to its end and thrown away, up to so many times what is allowed: most programs only
listen for an answer when they have sent everything."""

REFUSALS = {
    408: "The request took too long to arrive.",
    413: "The request is too large.",
    503: "Too many are waiting just now.",
}
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]


class Refused(Exception):
    """A request that no thread will see; with the status that says why."""

    def __init__(self, status: int) -> None:
        self.status = status


class Gone(Exception):
    """Nobody waits for the answer any more."""


class Pages:
    """Answers requests with a WSGI application, in a bounded pool of threads."""

    def __init__(self, site: Any) -> None:
        self.site = site
        self.threads = ThreadPoolExecutor(AT_ONCE, "page")
        self.turns = Turns(AT_ONCE)
        self.waiting = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            with SpooledTemporaryFile(IN_MEMORY) as body:
                await _read(scope, receive, body)
                status, headers, content = await self._answer(_environ(scope, body), receive)
        except Refused as refused:
            again = {"retry-after": "5"} if refused.status == 503 else {}
            await refuse(send, refused.status, REFUSALS[refused.status], connection="close", **again)
        except Gone:
            pass
        else:
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": content})

    async def _answer(self, environ: dict[str, Any], receive: Receive) -> Answer:
        turn = await self._turn(receive)
        asked = asyncio.get_running_loop().run_in_executor(self.threads, self._ask, environ)
        asked.add_done_callback(lambda _: turn.end())  # not before: a thread cannot be called back
        return await asyncio.shield(asked)

    async def _turn(self, receive: Receive) -> Turn:
        """Stand in line for as long as there is somebody to answer."""
        if self.turns.at_hand:
            return await self.turns.take()
        if self.waiting >= MOST_WAITING:
            raise Refused(503)
        self.waiting += 1
        turn, leaving = asyncio.ensure_future(self.turns.take()), asyncio.ensure_future(_until_gone(receive))
        try:
            await asyncio.wait((turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise Gone
            return turn.result()
        finally:
            self.waiting -= 1
            leaving.cancel()
            turn.cancel()

    def _ask(self, environ: dict[str, Any]) -> Answer:
        """Ask the site, in a thread of the pool."""
        started: list[Any] = []
        written: list[bytes] = []

        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            started[:] = int(status[:3]), headers
            return written.append

        chunks = self.site(environ, start)
        try:
            written.extend(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        status, headers = started
        said = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        return status, said, b"".join(written)


async def _read(scope: Message, receive: Receive, body: IO[bytes]) -> None:
    """Read the whole body, or refuse it."""
    headers = dict(scope["headers"])
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if b"expect" in headers and int(headers.get(b"content-length", 0)) > most:
        raise Refused(413)  # this one listens before it sends
    length, more = 0, True
    try:
        async with asyncio.timeout(PATIENCE):
            while more and length <= DRAINED * most:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                piece, more = message.get("body", b""), message.get("more_body", False)
                length += len(piece)
                if length <= most:
                    body.write(piece)
    except TimeoutError:
        raise Refused(408) from None
    if length > most:
        raise Refused(413)


def _environ(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """The request as WSGI says it (PEP 3333)."""
    length = body.tell()
    body.seek(0)
    host, port = scope.get("server") or ("localhost", None)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "CONTENT_TYPE": "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:  # it would pass for the same name with hyphens, which a proxy sets and is believed
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        said, mark = value.decode("latin-1"), "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{mark}{said}" if environ.get(key) else said
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(length)  # as it was read: a body in chunks has not said its length
    return environ


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

"""Runs Django's WSGI application under an ASGI server, in a small thread pool.

A thread is taken only when the whole request has arrived, and the response is sent after the thread is free again. So a
client that sends or reads slowly takes up a connection but no thread. Each IP address gets up to
`REQUESTS_AT_ONCE_PER_ADDRESS` threads, so that some are left for others.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings

from core.infra.circuit_breaker import DISK_FULL
from core.server.asgi_tools import Message, Receive, Send, send_problem, wait_until_disconnect
from core.server.fair_queue import FairQueue

READ_TIMEOUT = 30.0  # seconds for a whole body to arrive
SPOOL_SIZE = 64 * 1024  # a longer body goes to a file
DRAIN = 8  # an oversized body is read up to 8 times the limit: most clients read the response only after sending
REFUSALS = {
    408: "The request took too long to arrive.",
    413: "The request is too large.",
    503: "The server is too busy or its disk is full.",
}
Response = tuple[int, list[tuple[bytes, bytes]], bytes]


class RefusedRequest(Exception):
    """Raised for a request that doesn't reach Django. It has the status of the response."""

    def __init__(self, status: int) -> None:
        self.status = status


class ClientDisconnected(Exception):
    """Raised if the client has closed the connection."""


class WsgiBridge:
    """An ASGI application that calls a WSGI application in a small pool of threads."""

    def __init__(self, application: Any, threads: int = 4) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, "page")
        self.queue = FairQueue(threads, settings.REQUESTS_AT_ONCE_PER_ADDRESS)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            with SpooledTemporaryFile(SPOOL_SIZE) as body:
                await read_body(scope, receive, body)
                status, headers, content = await self.respond(build_environ(scope, body), receive)
        except RefusedRequest as refused:
            retry = {"retry-after": "5"} if refused.status == 503 else {}
            await send_problem(send, refused.status, REFUSALS[refused.status], connection="close", **retry)
            return
        except ClientDisconnected:
            return
        names = {name for name, _ in scope["headers"]}
        if {b"transfer-encoding", b"content-length"} <= names:  # RFC 9112, 6.1: may be an attempt at smuggling
            headers.append((b"connection", b"close"))
        try:
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": content})
        except OSError:
            return

    async def respond(self, environ: dict[str, Any], receive: Receive) -> Response:
        """Call the application in a thread when it's this client's turn. Return the status, headers, and body.

        Raises RefusedRequest if the queue is full, and ClientDisconnected if the client disconnects while it waits.
        """
        address = get_client_address(environ)
        await self._wait_for_turn(address, receive)
        call = asyncio.get_running_loop().run_in_executor(self.pool, self._call_application, environ)
        # Even if nobody waits for the response: a thread can't be interrupted.
        call.add_done_callback(lambda _: self.queue.release(address))
        return await asyncio.shield(call)

    async def _wait_for_turn(self, address: str, receive: Receive) -> None:
        if self.queue.is_full(address):
            raise RefusedRequest(503)
        turn = asyncio.ensure_future(self.queue.acquire(address))
        leaving = asyncio.ensure_future(wait_until_disconnect(receive))
        try:
            await asyncio.wait((turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise ClientDisconnected
        finally:
            leaving.cancel()
            turn.cancel()

    def _call_application(self, environ: dict[str, Any]) -> Response:
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            started[:] = int(status[:3]), headers

        chunks = self.application(environ, start_response)
        try:
            content = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        status, headers = started
        # Django's Set-Cookie begins with a space, which h11 refuses.
        encoded = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        return status, encoded, content


async def read_body(scope: Message, receive: Receive, body: IO[bytes]) -> None:
    """Read the whole request body into `body`.

    Raises RefusedRequest if the body is late or too large, or the disk is full, and ClientDisconnected if the client
    disconnects.
    """
    headers, limit = dict(scope["headers"]), settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if b"expect" in headers and int(headers.get(b"content-length", 0)) > limit:
        raise RefusedRequest(413)  # this client waits for a response before it sends
    length, is_more = 0, True
    try:
        async with asyncio.timeout(READ_TIMEOUT):
            while is_more and length <= DRAIN * limit:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnected
                chunk, is_more = message.get("body", b""), message.get("more_body", False)
                length += len(chunk)
                if length <= limit:
                    body.write(chunk)
    except TimeoutError:
        raise RefusedRequest(408) from None
    except OSError as error:
        if error.errno in DISK_FULL:
            raise RefusedRequest(503) from error
        raise
    if length > limit:
        raise RefusedRequest(413)


def build_environ(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """Build the WSGI environment of a request (PEP 3333)."""
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
        if b"_" in name:  # would pass for a header with hyphens that only a trusted proxy may set
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text, separator = value.decode("latin-1"), "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{text}" if environ.get(key) else text
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(length)  # as read: a chunked body has no Content-Length
    return environ


def get_client_address(environ: dict[str, Any]) -> str:
    """Return the client's IP address.

    If there are trusted proxies (`PROXIES`), it's from X-Forwarded-For.
    """
    forwarded = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    return forwarded[-proxies] if 0 < proxies <= len(forwarded) else str(environ["REMOTE_ADDR"])

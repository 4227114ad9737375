"""The ASGI application for `/live/…`, which sends changes to clients as server-sent events."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from core.http.untrusted_text import InvalidText, check_path_and_headers
from core.infra.circuit_breaker import NO_DATABASE, RETRY_AFTER
from core.live.hub import Hub, NewsStream, Stream
from core.live.topics import LiveRequest, LiveTopic, News, find_topic
from core.server.asgi_tools import ANY_ORIGIN, Message, Receive, Send, send_problem, wait_until_disconnect

logger = structlog.get_logger(__name__)

PING = 5.0
TRUST = 20.0
"""The number of seconds during which a client that was allowed to watch isn't checked again."""
MAX_STREAMS = 10_000
ADDRESS = re.compile(r"/live/([a-z][a-z-]{0,30})/([A-Za-z0-9_-]{1,64})/")
KEYS = re.compile(r"[a-z0-9.-]{1,40}(,[a-z0-9.-]{1,40}){0,200}")
NOTHING = "There’s nothing to watch at this address."
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    ANY_ORIGIN,
]
PREFLIGHT_HEADERS = [
    ANY_ORIGIN,
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"authorization, last-event-id"),
    (b"access-control-max-age", b"86400"),
]


class LiveStreamsApp:
    """The ASGI application for live streams. It accepts requests for streams, and keeps the streams open."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = ADDRESS.fullmatch(scope["path"])
        topic = find_topic(address[1]) if address else None
        if not _is_known_host(headers.get("host", "")):
            await send_problem(send, 400, "This site doesn’t use this host name.")
        elif not address or not topic:
            await send_problem(send, 404, NOTHING)
        elif scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT_HEADERS})
            await send({"type": "http.response.body", "body": b""})
        elif scope["method"] != "GET":
            await send_problem(send, 405, "Use GET to open a stream.", allow="GET")
        elif self.hub.count >= MAX_STREAMS:
            await send_problem(
                send, 503, "Too many people are watching. Try again in a moment.", **{"retry-after": "10"}
            )
        else:
            await self._open_stream(topic, address[2], headers, receive, send)

    async def _open_stream(
        self, topic: LiveTopic, ident: str, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        cookies = headers.get("cookie", "")
        try:
            check_path_and_headers("", cookies, headers.values())
        except InvalidText as error:
            await send_problem(send, 400, str(error))
            return
        session_key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
        request = LiveRequest(session_key, headers.get("authorization"), ident)
        key, last_id = (topic.kind, ident), headers.get("last-event-id", "")
        stream = NewsStream(key, topic, last_id=last_id) if topic.has_news else Stream(key, topic)
        stream.checked = asyncio.get_running_loop().time()
        self.hub.add_stream(stream)  # before the version is looked up: no change can fall in between
        try:
            try:
                stream.record_version(await self.hub.call_in_thread(_get_version, topic, request))
            except NO_DATABASE as error:
                logger.warning("live_failed", kind=topic.kind, ident=ident, error=str(error).partition("\n")[0])
                await send_problem(send, 503, "The database isn’t responding.", **{"retry-after": str(RETRY_AFTER)})
                return
            if stream.is_over:
                await send_problem(send, 404, NOTHING)
            else:
                await self._run_stream(stream, request, receive, send)
        except Exception:
            logger.exception("live_failed", kind=topic.kind, ident=ident)
            raise
        finally:
            self.hub.remove_stream(stream)

    async def _run_stream(self, stream: Stream, request: LiveRequest, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        leaving = asyncio.ensure_future(_end_stream_on_disconnect(receive, stream))
        try:
            if isinstance(stream, NewsStream):
                await _resume_stream(stream, send)
            while not stream.is_over:
                if stream.version != stream.sent:
                    stream.sent = stream.version
                    if isinstance(stream, NewsStream):
                        await self._send_news(stream, request, send)
                    elif await self._can_still_watch(stream, request):
                        await _send_text(send, f"event: version\ndata: {stream.sent}\n\n")
                stream.changed.clear()
                if stream.version == stream.sent and not stream.is_over:
                    await self._wait_for_change(stream, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()

    async def _can_still_watch(self, stream: Stream, request: LiveRequest) -> bool:
        """Return whether the client can still watch the stream.

        After a positive result, the permission isn't checked again for TRUST seconds.
        """
        now = asyncio.get_running_loop().time()
        if now < stream.checked + TRUST:
            return True
        stream.checked = now
        return await self._look_up_or_end_stream(_get_version, stream, request) is not None

    async def _send_news(self, stream: NewsStream, request: LiveRequest, send: Send) -> None:
        """Send the news that the client doesn't have yet.

        Permission is checked each time, because news contains data.
        """
        for news, id in stream.take_unsent_news(await self._look_up_or_end_stream(_list_news, stream, request) or []):
            await _send_text(send, f"id: {id}\nevent: {news.event}\ndata: {json.dumps(news.data)}\n\n")

    async def _look_up_or_end_stream(self, function: Callable[..., Any], stream: Stream, request: LiveRequest) -> Any:
        """Call a function in a thread with the stream's topic and the request, and return its result.

        If the function returns None or raises an exception, ends the stream and returns None. The client then
        reconnects.
        """
        try:
            result = await self.hub.call_in_thread(function, stream.topic, request)
        except Exception as error:
            logger.warning("live_no_answer", kind=stream.topic.kind, error=repr(error))
            result = None
        if result is None:
            stream.end_stream()
        return result

    async def _wait_for_change(self, stream: Stream, send: Send) -> None:
        try:
            await asyncio.wait_for(stream.changed.wait(), PING)
        except TimeoutError:
            await _send_text(send, _build_ping(stream))


async def _resume_stream(stream: NewsStream, send: Send) -> None:
    """Start a stream of news, without the news that the client already has according to its last event id.

    If that id is invalid, a `resync` event is sent.
    """
    await _send_text(send, ": here\n\n")
    if KEYS.fullmatch(stream.last_id):
        stream.sent_keys = set(stream.last_id.split(","))
    elif stream.last_id:
        await _send_text(send, "event: resync\ndata: {}\n\n")


def _get_version(topic: LiveTopic, request: LiveRequest) -> int | None:
    """Return the current version of the watched object.

    Returns None if there's no such object or this client can't watch it.
    """
    return topic.get_versions([request.ident]).get(request.ident) if topic.can_watch(request) else None


def _list_news(topic: LiveTopic, request: LiveRequest) -> list[News] | None:
    """Return all current news of the watched object, or None if this client can't watch it anymore."""
    return topic.list_news(request.ident) if topic.can_watch(request) else None


def _is_known_host(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


async def _end_stream_on_disconnect(receive: Receive, stream: Stream) -> None:
    await wait_until_disconnect(receive)
    stream.end_stream()


def _build_ping(stream: Stream) -> str:
    """Return the text to send on a stream when nothing has changed, so that the client knows that it still works.

    On a stream of news, it's a comment. On other streams, it's an event that scripts can see.
    """
    return ": still here\n\n" if isinstance(stream, NewsStream) else f"event: here\ndata: {stream.sent}\n\n"


async def _send_text(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

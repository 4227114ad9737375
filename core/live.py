"""Live streams: browsers wait here, beside Django, until something they watch has changed.

An app registers a kind of thing in `AppConfig.ready`:

    live.register("table", may_watch=seated_or_guest, versions=table_versions)

and says `live.announce("table", code, version)` after a change. A page then listens to `/live/table/<code>/`, whose
events carry the version and nothing else: what is behind it is fetched in the usual way, with the usual rights.
Versions only grow. The first event is the version now, so that a reconnect heals whatever was missed. When nothing
happens, an event `here` with the same version says every five seconds that the stream still flows.

A kind may have news instead, to be told in the stream itself: what waits for an account, say. Its versions are then
only a sign that there may be news. News say more than a number, so each time before some are told it is asked anew
whether this visitor may watch; before a version, if nobody has asked for a while. Every piece of news has a key; the id
of an event holds the keys of all that was told and still stands, so that whoever comes back with it (`Last-Event-ID`)
is told the rest: nothing is stored.

A stream holds no thread and no database connection. One watcher per process hears of changes: through Redis where there
is one, else by asking SQLite ten times a second whether its file was written to. While Redis is away, it asks for the
versions of what is watched every other second.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import connections, transaction
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from core.outage import NO_DATABASE, RETRY_AFTER, redis_link

logger = structlog.get_logger(__name__)

PING = 5.0
TICK = 0.1
TRUST = 20.0  # for so long whoever might watch still may
LOOK_AGAIN = 5.0  # with Redis, a lost announcement is made good after this time
MOST_STREAMS = 10_000
CHANNEL = "house:live"
ADDRESS = re.compile(r"/live/([a-z][a-z-]{0,30})/([A-Za-z0-9_-]{1,64})/")
KEYS = re.compile(r"[a-z0-9.-]{1,40}(,[a-z0-9.-]{1,40}){0,200}")
EVERY_ORIGIN = (b"access-control-allow-origin", b"*")  # no cookie is taken from elsewhere: that would need more
NOTHING = "There is nothing to watch here."
REFUSALS = {
    400: ("Not readable", "malformed"),
    404: ("Nothing there", "not-found"),
    405: ("Wrong method", "method"),
    408: ("Too slow", "too-slow"),
    413: ("Too large", "too-large"),
    503: ("Not just now", "unavailable"),
}
"""A title for each status, and the code for programs."""

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
Topic = tuple[str, str]


@dataclass(frozen=True)
class LiveRequest:
    """Who wants to watch what. Runs outside Django's middleware: there is no request.user here."""

    session_key: str | None
    authorization: str | None
    ident: str


@dataclass(frozen=True)
class News:
    """Something to be told once: an event's name, what it is known by, and what is said."""

    event: str
    key: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of thing one may watch."""

    may_watch: Callable[[LiveRequest], bool]
    versions: Callable[[Iterable[str]], dict[str, int]]
    news: Callable[[str], list[News]] | None = None


kinds: dict[str, Kind] = {}


def register(
    kind: str,
    may_watch: Callable[[LiveRequest], bool],
    versions: Callable[[Iterable[str]], dict[str, int]],
    news: Callable[[str], list[News]] | None = None,
) -> None:
    """Let browsers watch `/live/<kind>/<ident>/`.

    `may_watch(request)` says whether this visitor may; `versions(idents)` gives the version of each that exists;
    `news(ident)`, for a kind that has them, is all that stands now. They are called in a thread and may use the
    database.
    """
    kinds[kind] = Kind(may_watch, versions, news)


def announce(kind: str, ident: str, version: int | None) -> None:
    """Tell all who watch that there is a new version (None: nothing any more), once the transaction is through.

    Never fails.
    """
    if settings.REDIS_URL:
        transaction.on_commit(partial(_publish, kind, ident, version), robust=True)


def _publish(kind: str, ident: str, version: int | None) -> None:
    said = json.dumps([kind, ident, version])
    redis_link.ask(lambda: _redis().publish(CHANNEL, said), lambda: None)


_clients: dict[str, redis.Redis] = {}


def _redis() -> redis.Redis:
    if settings.REDIS_URL not in _clients:
        _clients[settings.REDIS_URL] = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
    return _clients[settings.REDIS_URL]


@dataclass(eq=False)
class Stream:
    """One open stream. When it was `asked` last whether its visitor may watch is in seconds of the loop's time."""

    topic: Topic
    version: int = -1
    told: int = -1
    asked: float = 0.0
    over: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, version: int | None) -> None:
        """A new version; None when there is nothing to watch any more."""
        if version is None:
            self.over = True
        elif version > self.version:
            self.version = version
        else:
            return
        self.changed.set()

    def end(self) -> None:
        self.over = True
        self.changed.set()


@dataclass(eq=False)
class Newsstream(Stream):
    """One open stream of news. Whatever version is new to it may mean news.

    `last` is the id that its listener heard last; `known` are the keys of what was told.
    """

    last: str = ""
    known: set[str] = field(default_factory=set)

    def tell(self, version: int | None) -> None:
        self.over = self.over or version is None
        if version is not None and version != self.version:
            self.version = version
            self.changed.set()
        elif self.over:
            self.changed.set()

    def fresh(self, news: list[News]) -> Iterator[tuple[News, str]]:
        """What was not told yet, each with the id to tell it under."""
        self.known &= {one.key for one in news}
        for one in news:
            if one.key not in self.known:
                self.known.add(one.key)
                yield one, ",".join(sorted(self.known))


class Hub:
    """All streams of this process, and the watcher that wakes them."""

    def __init__(self) -> None:
        self.streams: dict[Topic, set[Stream]] = defaultdict(set)
        self.count = 0
        self.lookups = ThreadPoolExecutor(4, "live-lookup")
        self.watching = ThreadPoolExecutor(1, "live-watch")
        self._watcher: asyncio.Task[None] | None = None
        self._in_trouble: set[str] = set()

    # Django's side of things runs in threads

    async def ask(self, question: Callable[..., Any], *args: Any) -> Any:
        """Call something that uses the database, and give the connection back."""

        def asked() -> Any:
            try:
                return question(*args)
            finally:
                connections.close_all()

        return await asyncio.get_running_loop().run_in_executor(self.lookups, asked)

    # Streams come and go

    def add(self, stream: Stream) -> None:
        self.streams[stream.topic].add(stream)
        self.count += 1

    def remove(self, stream: Stream) -> None:
        watchers = self.streams[stream.topic]
        watchers.discard(stream)
        self.count -= 1
        if not watchers:
            del self.streams[stream.topic]

    def tell(self, topic: Topic, version: int | None) -> None:
        for stream in self.streams.get(topic, ()):
            stream.tell(version)

    async def look(self) -> None:
        """Ask for the version of everything that is watched, and tell what is new."""
        watched: dict[str, list[str]] = defaultdict(list)
        for kind, ident in self.streams:
            watched[kind].append(ident)
        for kind, idents in watched.items():
            for start in range(0, len(idents), 500):
                await self._look_at(kind, idents[start : start + 500])

    async def _look_at(self, kind: str, idents: list[str]) -> None:
        try:
            found = await self.ask(kinds[kind].versions, idents)
        except Exception as error:  # one app's trouble is not the others'
            self._trouble(f"no versions: {kind}", error)
            return
        self._in_trouble.discard(f"no versions: {kind}")
        for ident in idents:
            self.tell((kind, ident), found.get(ident))

    # The watcher

    def start(self) -> None:
        watch = self._hear if settings.REDIS_URL else self._see
        self._watcher = asyncio.get_running_loop().create_task(self._always(watch))

    async def stop(self) -> None:
        if self._watcher:
            self._watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watcher
        for streams in self.streams.values():
            for stream in streams:
                stream.end()
        self.lookups.shutdown(wait=False)
        self.watching.shutdown(wait=False)

    async def _always(self, watch: Callable[[], Awaitable[None]]) -> None:
        """Whatever happens to the database or to Redis, look for oneself, and begin anew a second later."""
        while True:
            try:
                await watch()
            except Exception as error:
                self._trouble("nothing is heard", error)
            await self.look()
            await asyncio.sleep(1)

    def _trouble(self, what: str, error: Exception) -> None:
        """Told when it begins; it may last."""
        if what not in self._in_trouble:
            self._in_trouble.add(what)
            logger.warning("live_in_trouble", what=what, error=repr(error))

    async def _hear(self) -> None:
        """Redis tells of every change; a look from time to time finds what got lost."""
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
        loop = asyncio.get_running_loop()
        async with client, client.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL)
            self._in_trouble.discard("nothing is heard")
            await self.look()
            next_look = loop.time() + LOOK_AGAIN
            while True:
                message = await heard.get_message(timeout=max(0.0, next_look - loop.time()))
                if message:
                    kind, ident, version = json.loads(message["data"])
                    self.tell((kind, ident), version)
                if loop.time() >= next_look:
                    await self.look()
                    next_look = loop.time() + LOOK_AGAIN

    async def _see(self) -> None:
        """SQLite counts the writes of all other connections; only when it counted is there something to ask."""
        loop = asyncio.get_running_loop()
        file = await loop.run_in_executor(self.watching, _open)
        self._in_trouble.discard("nothing is heard")
        seen = None
        try:
            while True:
                if self.streams:
                    count = await loop.run_in_executor(self.watching, _writes, file)
                    if count != seen:
                        await self.look()
                    seen = count
                await asyncio.sleep(TICK)
        finally:
            self.watching.submit(file.close)


def _open() -> sqlite3.Connection:
    return sqlite3.connect(connections["default"].settings_dict["NAME"], timeout=10, isolation_level=None)


def _writes(file: sqlite3.Connection) -> int:
    count: int = file.execute("PRAGMA data_version").fetchone()[0]
    return count


class Live:
    """The ASGI application for `/live/…`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        found = ADDRESS.fullmatch(scope["path"])
        if not _known_host(headers.get("host", "")):
            await refuse(send, 400, "This host is unknown.")
        elif not found or found[1] not in kinds:
            await refuse(send, 404, NOTHING)
        elif scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT_HEADERS})
            await send({"type": "http.response.body", "body": b""})
        elif scope["method"] != "GET":
            await refuse(send, 405, "A stream is asked for with GET.", allow="GET")
        elif self.hub.count >= MOST_STREAMS:
            await refuse(send, 503, "Too many are watching.", **{"retry-after": "10"})
        else:
            await self._watch((found[1], found[2]), headers, receive, send)

    async def _watch(self, topic: Topic, headers: dict[str, str], receive: Receive, send: Send) -> None:
        kind, ident = topic
        session_key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
        request = LiveRequest(session_key, headers.get("authorization"), ident)
        last = headers.get("last-event-id", "")
        stream = Newsstream(topic, last=last) if kinds[kind].news else Stream(topic)
        stream.asked = asyncio.get_running_loop().time()
        self.hub.add(stream)  # before the version is asked for: no change can fall in between
        try:
            try:
                stream.tell(await self.hub.ask(_version_for, kinds[kind], request))
            except NO_DATABASE as error:
                logger.warning("live_failed", kind=kind, ident=ident, error=str(error).partition("\n")[0])
                await refuse(send, 503, "The database does not answer.", **{"retry-after": str(RETRY_AFTER)})
                return
            if stream.over:
                await refuse(send, 404, NOTHING)
            else:
                await self._flow(stream, request, receive, send)
        except Exception:
            logger.exception("live_failed", kind=kind, ident=ident)
            raise
        finally:
            self.hub.remove(stream)

    async def _flow(self, stream: Stream, request: LiveRequest, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        leaving = asyncio.ensure_future(_until_gone(receive, stream))
        try:
            if isinstance(stream, Newsstream):
                await _take_up(stream, send)
            while not stream.over:
                if stream.version != stream.told:
                    stream.told = stream.version
                    if isinstance(stream, Newsstream):
                        await self._tell(stream, request, send)
                    elif await self._may_still(stream, request):
                        await _say(send, f"event: version\ndata: {stream.told}\n\n")
                stream.changed.clear()
                if stream.version == stream.told and not stream.over:
                    await self._wait(stream, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()

    async def _may_still(self, stream: Stream, request: LiveRequest) -> bool:
        """Whether a version may be told."""
        now = asyncio.get_running_loop().time()
        if now < stream.asked + TRUST:
            return True
        stream.asked = now
        return await self._ask(_version_for, stream, request) is not None

    async def _tell(self, stream: Newsstream, request: LiveRequest, send: Send) -> None:
        for news, id in stream.fresh(await self._ask(_news_for, stream, request) or []):
            await _say(send, f"id: {id}\nevent: {news.event}\ndata: {json.dumps(news.data)}\n\n")

    async def _ask(self, question: Callable[..., Any], stream: Stream, request: LiveRequest) -> Any:
        """What comes of a question for this visitor. None ends the stream, and so does a question without an answer:
        whoever listens comes back, and is told then.
        """
        kind, _ = stream.topic
        try:
            found = await self.hub.ask(question, kinds[kind], request)
        except Exception as error:
            logger.warning("live_no_answer", kind=kind, error=repr(error))
            found = None
        if found is None:
            stream.end()
        return found

    async def _wait(self, stream: Stream, send: Send) -> None:
        try:
            await asyncio.wait_for(stream.changed.wait(), PING)
        except TimeoutError:
            await _say(send, _ping(stream))


STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    EVERY_ORIGIN,
]
PREFLIGHT_HEADERS = [
    EVERY_ORIGIN,
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"authorization, last-event-id"),
    (b"access-control-max-age", b"86400"),
]


async def _take_up(stream: Newsstream, send: Send) -> None:
    """Begin where the listener was: an id that says nothing here means that all is told, and that it is said so."""
    await _say(send, ": here\n\n")
    if KEYS.fullmatch(stream.last):
        stream.known = set(stream.last.split(","))
    elif stream.last:
        await _say(send, "event: resync\ndata: {}\n\n")


def _version_for(kind: Kind, request: LiveRequest) -> int | None:
    """The version now; None if this visitor may not watch, or not any more, or there is nothing."""
    return kind.versions([request.ident]).get(request.ident) if kind.may_watch(request) else None


def _news_for(kind: Kind, request: LiveRequest) -> list[News] | None:
    """All that stands now; None if this visitor may not watch any more: a token was revoked, somebody signed out."""
    assert kind.news
    return kind.news(request.ident) if kind.may_watch(request) else None


def _known_host(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def _ping(stream: Stream) -> str:
    """Something to say when there is nothing to tell: a page cannot hear a comment, so that it is an event."""
    return ": still here\n\n" if isinstance(stream, Newsstream) else f"event: here\ndata: {stream.told}\n\n"


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def refuse(send: Send, status: int, detail: str, **headers: str) -> None:
    """Answer with an error that needs no thread, and a sentence about it."""
    title, code = REFUSALS[status]
    said = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    body = json.dumps(said).encode()
    listed = {"content-type": "application/problem+json", "content-length": str(len(body)), **headers}
    start = [EVERY_ORIGIN, *((name.encode(), value.encode()) for name, value in listed.items())]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})

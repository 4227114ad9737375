"""Keeps the open live streams of a process, and wakes them up when a watcher notices a change."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.conf import settings
from django.db import connections

from core.live.redis_watch import watch_redis_announcements
from core.live.sqlite_watch import watch_sqlite_writes
from core.live.topics import LiveTopic, News, find_topic

logger = structlog.get_logger(__name__)

BATCH = 500
RETRY = 1.0
"""The number of seconds before a failed watcher is started again."""
NO_WATCHER = "no watcher"

Key = tuple[str, str]
"""A topic's kind and the id of what is being watched, such as ("table", code)."""


@dataclass(eq=False)
class Stream:
    """An open live stream to a client, which watches the object `key`.

    `version` is the newest known version of this object, and `sent` is the last one sent. `checked` is the last time
    that the client was allowed to watch, by the event loop's clock, in seconds.
    """

    key: Key
    topic: LiveTopic
    version: int = -1
    sent: int = -1
    checked: float = 0.0
    is_over: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def record_version(self, version: int | None) -> None:
        """Store a new version of the watched object. None means that the object can't be watched anymore."""
        if version is None:
            self.is_over = True
        elif version > self.version:
            self.version = version
        else:
            return
        self.changed.set()

    def end_stream(self) -> None:
        self.is_over = True
        self.changed.set()


@dataclass(eq=False)
class NewsStream(Stream):
    """An open live stream that sends news. Any change of the version, up or down, can mean news.

    `last_id` is the last event id that the client received, and `sent_keys` are the keys of the news that it has.
    """

    last_id: str = ""
    sent_keys: set[str] = field(default_factory=set)

    def record_version(self, version: int | None) -> None:
        self.is_over = self.is_over or version is None
        if version is not None and version != self.version:
            self.version = version
            self.changed.set()
        elif self.is_over:
            self.changed.set()

    def take_unsent_news(self, news: list[News]) -> Iterator[tuple[News, str]]:
        """Yield the news that hasn't been sent yet, each with the event id to send, and mark it as sent."""
        self.sent_keys &= {item.key for item in news}
        for item in news:
            if item.key not in self.sent_keys:
                self.sent_keys.add(item.key)
                yield item, ",".join(sorted(self.sent_keys))


class Hub:
    """All live streams of this process, and the watcher that notifies them of changes."""

    def __init__(self) -> None:
        self.streams: dict[Key, set[Stream]] = defaultdict(set)
        self.count = 0
        self.lookups = ThreadPoolExecutor(4, "live-lookup")
        self._watcher: asyncio.Task[None] | None = None
        self._problems: set[str] = set()

    async def call_in_thread(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in a thread, and close the thread's database connections afterward."""

        def call_and_close_connections() -> Any:
            try:
                return function(*args)
            finally:
                connections.close_all()

        return await asyncio.get_running_loop().run_in_executor(self.lookups, call_and_close_connections)

    # -- streams ------------------------------------------------------------------------------------------------------

    def add_stream(self, stream: Stream) -> None:
        self.streams[stream.key].add(stream)
        self.count += 1

    def remove_stream(self, stream: Stream) -> None:
        streams = self.streams[stream.key]
        streams.discard(stream)
        self.count -= 1
        if not streams:
            del self.streams[stream.key]

    def notify_streams(self, key: Key, version: int | None) -> None:
        for stream in self.streams.get(key, ()):
            stream.record_version(version)

    async def poll_versions(self) -> None:
        """Look up the version of each watched object, and notify the streams."""
        watched: dict[str, list[str]] = defaultdict(list)
        for kind, ident in self.streams:
            watched[kind].append(ident)
        for kind, idents in watched.items():
            for start in range(0, len(idents), BATCH):
                await self._poll_topic_versions(kind, idents[start : start + BATCH])

    async def _poll_topic_versions(self, kind: str, idents: list[str]) -> None:
        topic = find_topic(kind)
        assert topic
        try:
            versions = await self.call_in_thread(topic.get_versions, idents)
        except Exception as error:  # a problem with one topic doesn't stop the others
            self.report_problem(f"no versions: {kind}", error)
            return
        self.clear_problem(f"no versions: {kind}")
        for ident in idents:
            self.notify_streams((kind, ident), versions.get(ident))

    # -- the watcher --------------------------------------------------------------------------------------------------

    def start_watcher(self) -> None:
        self._watcher = asyncio.get_running_loop().create_task(self._run_watcher())

    async def stop_watcher_and_streams(self) -> None:
        if self._watcher:
            self._watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watcher
        for streams in self.streams.values():
            for stream in streams:
                stream.end_stream()
        self.lookups.shutdown(wait=False)

    async def _run_watcher(self) -> None:
        """Run the watcher forever. If it ends because the database or Redis failed, poll once, and start it again."""
        watch = watch_redis_announcements if settings.REDIS_URL else watch_sqlite_writes
        while True:
            try:
                await watch(self)
            except Exception as error:
                self.report_problem(NO_WATCHER, error)
            await self.poll_versions()
            await asyncio.sleep(RETRY)

    def report_problem(self, problem: str, error: Exception) -> None:
        """Log a problem once when it starts, no matter how long it lasts."""
        if problem not in self._problems:
            self._problems.add(problem)
            logger.warning("live_in_trouble", what=problem, error=repr(error))

    def clear_problem(self, problem: str = NO_WATCHER) -> None:
        self._problems.discard(problem)

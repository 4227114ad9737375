"""The types of objects that clients can watch in live streams, and the announcements of changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.db import transaction

from core.infra.circuit_breaker import redis_link
from core.registry import Registry

CHANNEL = "house:live"


@dataclass(frozen=True)
class LiveRequest:
    """A client's request for a live stream. `ident` is the id of the object to watch, which is in the stream's URL.

    There's no `request.user`, because streams run outside of Django's middleware.
    """

    session_key: str | None
    authorization: str | None
    ident: str


@dataclass(frozen=True)
class News:
    """An item of news, which is sent to a client once: the name of its event, its key, and its data.

    The key identifies the item, so that the client can say which items it has.
    """

    event: str
    key: str
    data: dict[str, Any]


class LiveTopic:
    """A type of object that clients can watch at `/live/<kind>/<ident>/`. Apps register subclasses.

    Its methods run in a thread. With `has_news`, the stream sends news instead of versions.
    """

    kind = ""
    has_news = False

    def can_watch(self, request: LiveRequest) -> bool:
        """Return whether this client can watch the object with the id `request.ident`."""
        return False

    def get_versions(self, idents: Iterable[str]) -> dict[str, int]:
        """Return the current versions of the objects with these ids, by id. Ids without an object are left out."""
        return {}

    def list_news(self, ident: str) -> list[News]:
        """Return all current news for the object with this id.

        In a topic with news, a new version only means that there might be news.
        """
        return []


live_topics: Registry[LiveTopic] = Registry()


def find_topic(kind: str) -> LiveTopic | None:
    return next((topic for topic in live_topics if topic.kind == kind), None)


class VersionChange(NamedTuple):
    """The change of a watched object: its topic's kind, its id, and its new version.

    The version is None if the object can't be watched anymore.
    """

    kind: str
    ident: str
    version: int | None


def announce_versions(*changes: VersionChange) -> None:
    """Announce new versions of watched objects after the commit, in one message.

    This never fails. Without Redis, it does nothing, because the watcher notices the write to the SQLite file.
    """
    if settings.REDIS_URL and changes:
        transaction.on_commit(partial(_publish_to_redis, changes), robust=True)


def _publish_to_redis(changes: Sequence[VersionChange]) -> None:
    message = json.dumps(changes)
    redis_link.call(lambda: _get_redis_client().publish(CHANNEL, message), lambda: None)


_clients: dict[str, redis.Redis] = {}


def _get_redis_client() -> redis.Redis:
    if settings.REDIS_URL not in _clients:
        _clients[settings.REDIS_URL] = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
    return _clients[settings.REDIS_URL]

"""What can be watched, and how a change is announced."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import redis
from django.conf import settings
from django.db import transaction

from core.infra.circuit_breaker import redis_link
from core.registry import Registry

CHANNEL = "house:live"


@dataclass(frozen=True)
class LiveRequest:
    """Who wants to watch what. There is no `request.user`: streams run outside Django's middleware."""

    session_key: str | None
    authorization: str | None
    ident: str


@dataclass(frozen=True)
class News:
    """Something to send once: the event's name, the key it is known by, and its data."""

    event: str
    key: str
    data: dict[str, Any]


class LiveTopic:
    """A kind of thing that can be watched at `/live/<kind>/<ident>/`. Its methods run in a thread."""

    kind = ""
    has_news = False

    def may_watch(self, request: LiveRequest) -> bool:
        """Return whether this client may watch."""
        return False

    def versions(self, idents: Iterable[str]) -> dict[str, int]:
        """Return the version of each ident that exists."""
        return {}

    def news(self, ident: str) -> list[News]:
        """Return all news that is true now. Versions are then only a sign that there may be some."""
        return []


live_topics: Registry[LiveTopic] = Registry()


def find_topic(kind: str) -> LiveTopic | None:
    return next((topic for topic in live_topics if topic.kind == kind), None)


def notify(kind: str, ident: str, version: int | None) -> None:
    """Announce a new version (None: there is nothing to watch anymore) once the transaction is committed.

    It never fails. Without Redis there is nothing to do: the watcher sees the write itself.
    """
    if settings.REDIS_URL:
        transaction.on_commit(partial(_publish, kind, ident, version), robust=True)


def _publish(kind: str, ident: str, version: int | None) -> None:
    message = json.dumps([kind, ident, version])
    redis_link.ask(lambda: _client().publish(CHANNEL, message), lambda: None)


_clients: dict[str, redis.Redis] = {}


def _client() -> redis.Redis:
    if settings.REDIS_URL not in _clients:
        _clients[settings.REDIS_URL] = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
    return _clients[settings.REDIS_URL]

"""The watcher for live streams that listens to Redis, where all processes announce changes."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import redis.asyncio
from django.conf import settings

from core.live.topics import CHANNEL

if TYPE_CHECKING:
    from core.live.hub import Hub

POLL_EVERY = 5.0
"""Seconds between polls, which make up for lost announcements."""


async def watch_redis_announcements(hub: Hub) -> None:
    """Pass every change that is announced in Redis on to a hub, which notifies its streams.

    Raises an exception from `redis` if Redis can't be reached.
    """
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE)
    loop = asyncio.get_running_loop()
    async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
        await subscription.subscribe(CHANNEL)
        hub.clear_problem()
        await hub.poll_versions()
        next_poll = loop.time() + POLL_EVERY
        while True:
            message = await subscription.get_message(timeout=max(0.0, next_poll - loop.time()))
            if message:
                for kind, ident, version in json.loads(message["data"]):
                    hub.notify_streams((kind, ident), version)
            if loop.time() >= next_poll:
                await hub.poll_versions()
                next_poll = loop.time() + POLL_EVERY

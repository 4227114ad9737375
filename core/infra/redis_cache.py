"""The cache that all processes share: Redis or, while Redis is down, each process's memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from core.infra.circuit_breaker import redis_link


class RedisCacheWithFallback(RedisCache):
    """A Redis cache that never fails or waits long. While Redis is down, each process has a cache of its own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.meanwhile = LocMemCache("while Redis is down", {**params, "OPTIONS": {"MAX_ENTRIES": 5000}})


def _build_method_with_fallback(name: str) -> Callable[..., Any]:
    def call_with_fallback(self: RedisCacheWithFallback, *args: Any, **kwargs: Any) -> Any:
        asks = (getattr(RedisCache, name).__get__(self), getattr(self.meanwhile, name))
        return redis_link.call(*(partial(ask, *args, **kwargs) for ask in asks))

    return call_with_fallback


for _name in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
):
    setattr(RedisCacheWithFallback, _name, _build_method_with_fallback(_name))

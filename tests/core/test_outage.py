"""While Redis or the database is away: what the house does without the one, and what it answers without the other."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from core import outage
from core.cache import SoftRedisCache
from core.outage import Link
from tests.conftest import needs_program
from tests.services import free_port, redis_server

GONE = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _nothing_lost() -> Iterator[None]:
    """What one test finds away is not held against the next."""
    outage.redis_link.lost = False
    yield
    outage.redis_link.lost = False


def cache_at(url: str, settings: Any) -> SoftRedisCache:
    return SoftRedisCache(url, {"OPTIONS": settings.REDIS_PATIENCE})


# -- the link ----------------------------------------------------------------------------------------------------------


class Server:
    """Counts how often it is asked, and fails while it is away."""

    def __init__(self) -> None:
        self.away, self.asked = False, 0

    def __call__(self) -> str:
        self.asked += 1
        if self.away:
            raise redis.TimeoutError("Timeout connecting to server")
        return "answer"


def test_after_a_failure_nobody_asks_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    link, server, now = Link(), Server(), 100.0
    monkeypatch.setattr(outage.time, "monotonic", lambda: now)
    assert link.ask(server, lambda: "nothing") == "answer"
    server.away = True
    assert [link.ask(server, lambda: "nothing") for _ in range(5)] == ["nothing"] * 5
    assert server.asked == 2
    now += outage.PAUSE
    assert [link.ask(server, lambda: "nothing") for _ in range(5)] == ["nothing"] * 5
    assert server.asked == 3
    server.away = False
    now += outage.PAUSE
    assert [link.ask(server, lambda: "nothing") for _ in range(2)] == ["answer"] * 2


def test_while_one_tries_again_the_others_do_not_wait_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    link, server, now = Link(), Server(), 100.0
    monkeypatch.setattr(outage.time, "monotonic", lambda: now)
    server.away = True
    link.ask(server, lambda: "nothing")
    now += outage.PAUSE
    beside: list[str] = []

    def slow() -> str:
        beside.append(link.ask(server, lambda: "nothing"))
        return server()

    link.ask(slow, lambda: "nothing")
    assert (beside, server.asked) == (["nothing"], 2)


def test_a_mistake_is_no_absence() -> None:
    with pytest.raises(ValueError, match="not found"):
        Link().ask(lambda: (_ for _ in ()).throw(ValueError("not found")), lambda: "nothing")


# -- the cache ---------------------------------------------------------------------------------------------------------


def test_without_redis_each_process_counts_by_itself(settings: Any) -> None:
    cache = cache_at(GONE, settings)
    assert cache.add("count", 0, 60)
    assert not cache.add("count", 0, 60)
    assert cache.incr("count", 5) == 5
    cache.set("name", "anna")
    assert (cache.get("name"), cache.get("nobody", "?"), cache.has_key("name")) == ("anna", "?", True)
    assert cache.get_many(["name", "count"]) == {"name": "anna", "count": 5}
    cache.set_many({"a": 1, "b": 2})
    cache.delete_many(["a", "b", "name"])
    assert (cache.touch("count", 60), cache.delete("count"), cache.get_many(["a", "b", "count"])) == (True, True, {})
    with pytest.raises(ValueError, match="count"):
        cache.incr("count")
    cache.clear()


def test_a_silent_redis_is_waited_for_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes connections and never answers, as when packets are dropped on the way."""
    monkeypatch.setattr(outage, "PAUSE", 1000.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        cache = cache_at(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", settings)
        for number in range(20):
            cache.set(f"key-{number}", number)
        assert cache.get("key-7") == 7
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_the_cache_finds_redis_again(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_program("redis-server")
    monkeypatch.setattr(outage, "PAUSE", 0.0)
    port = free_port()
    cache = cache_at(f"redis://127.0.0.1:{port}/0", settings)
    with redis_server(port):
        cache.set("name", "anna")
        assert redis.Redis(port=port).dbsize() == 1
    cache.set("name", "ben")
    assert cache.get("name") == "ben"
    with redis_server(port):
        cache.set("name", "clara")
        assert redis.Redis(port=port).dbsize() == 1
        assert cache.get("name") == "clara"

"""While Redis or the database is away: what the house does without the one, and what it answers without the other."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sqlite3
from collections.abc import Iterator
from typing import Any

import celery
import pytest
import redis
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import caches
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.test import Client

from core.api import throttling
from core.infra import circuit_breaker
from core.infra.circuit_breaker import CircuitBreaker, QueueError
from core.infra.redis_cache import RedisCacheWithFallback
from core.tasks import heartbeat
from tests.conftest import needs_program
from tests.services import free_port, redis_server

GONE = "redis://127.0.0.1:1/0"


def cache_at(url: str, settings: Any) -> RedisCacheWithFallback:
    return RedisCacheWithFallback(url, {"OPTIONS": settings.REDIS_PATIENCE})


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
    link, server, now = CircuitBreaker(), Server(), 100.0
    monkeypatch.setattr(circuit_breaker.time, "monotonic", lambda: now)
    assert link.call(server, lambda: "nothing") == "answer"
    server.away = True
    assert [link.call(server, lambda: "nothing") for _ in range(5)] == ["nothing"] * 5
    assert server.asked == 2
    now += circuit_breaker.PAUSE
    assert [link.call(server, lambda: "nothing") for _ in range(5)] == ["nothing"] * 5
    assert server.asked == 3
    server.away = False
    now += circuit_breaker.PAUSE
    assert [link.call(server, lambda: "nothing") for _ in range(2)] == ["answer"] * 2


def test_while_one_tries_again_the_others_do_not_wait_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    link, server, now = CircuitBreaker(), Server(), 100.0
    monkeypatch.setattr(circuit_breaker.time, "monotonic", lambda: now)
    server.away = True
    link.call(server, lambda: "nothing")
    now += circuit_breaker.PAUSE
    beside: list[str] = []

    def slow() -> str:
        beside.append(link.call(server, lambda: "nothing"))
        return server()

    link.call(slow, lambda: "nothing")
    assert (beside, server.asked) == (["nothing"], 2)


def test_a_mistake_is_no_absence() -> None:
    with pytest.raises(ValueError, match="not found"):
        CircuitBreaker().call(lambda: (_ for _ in ()).throw(ValueError("not found")), lambda: "nothing")


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


@pytest.mark.slow
def test_a_silent_redis_is_waited_for_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes connections and never answers, as when packets are dropped on the way."""
    monkeypatch.setattr(circuit_breaker, "PAUSE", 1000.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        cache = cache_at(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", settings)
        for number in range(20):
            cache.set(f"key-{number}", number)
        assert cache.get("key-7") == 7
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


@pytest.mark.slow
def test_the_cache_finds_redis_again(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_program("redis-server")
    monkeypatch.setattr(circuit_breaker, "PAUSE", 0.0)
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


# -- the queue ---------------------------------------------------------------------------------------------------------


def test_whoever_asks_for_work_goes_on_without_a_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def down(*args: Any, **more: Any) -> None:
        asked.append("once")
        raise QueueError("nobody answers")

    monkeypatch.setattr(celery.Task, "apply_async", down)
    assert [heartbeat.delay() for _ in range(3)] == [None] * 3
    assert asked == ["once"]


# -- the database ------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_database(db: None) -> Iterator[None]:
    """Every statement fails, as it does when the server has gone."""

    def gone(*args: Any) -> None:
        raise OperationalError("connection failed\nIs the server running on that host?")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", gone)
        yield
    connection.needs_rollback = False


@pytest.fixture
def visitor() -> Client:
    """A browser that was here before; it gets what a browser gets when something fails."""
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    return client


@pytest.mark.parametrize("address", ["/", "/games/", "/play/", "/rules/", "/practice/", "/me/", "/admin/", "/nowhere/"])
def test_without_the_database_a_page_says_when_to_come_back(no_database: None, visitor: Client, address: str) -> None:
    answer = visitor.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "reload the page" in answer.content.decode()


@pytest.mark.parametrize("address", ["/api/v1/tables/", "/api/v1/me/"])
def test_without_the_database_a_program_is_told_so(no_database: None, visitor: Client, address: str) -> None:
    answer = visitor.get(address, headers={"Authorization": "Token 0123456789abcdef"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["status"], answer.json()["code"]) == (503, "unavailable")


def test_a_form_that_cannot_be_kept_says_when_to_come_back(no_database: None, visitor: Client) -> None:
    assert visitor.post("/play/now/", {"game": "vazhushal"}).status_code == 503


def test_a_session_that_cannot_be_kept_says_when_to_come_back(
    db: None, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django calls it a bad request."""

    def save(*args: Any, **more: Any) -> None:
        try:
            raise OperationalError("gone")
        except OperationalError as error:
            raise UpdateError from error

    monkeypatch.setattr(SessionStore, "save", save)
    assert visitor.post("/play/now/", {"game": "vazhushal"}).status_code == 503


def test_without_the_database_a_request_is_a_line_in_the_log(
    no_database: None, visitor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.get("/play/")
    formatter = logging.getLogger().handlers[0].formatter
    assert formatter
    lines = [formatter.format(record) for record in caplog.records]
    assert len(lines) == 1
    assert "Traceback" not in lines[0]
    assert "\n" not in lines[0]
    assert "connection failed" in lines[0]


# -- a full disk -------------------------------------------------------------------------------------------------------

READS = ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN")


def full_error() -> OperationalError:
    """Return what Django raises where SQLite finds no room."""
    cause = sqlite3.OperationalError("database or disk is full")
    cause.sqlite_errorname = "SQLITE_FULL"
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.fixture
def full_disk(db: None) -> Iterator[None]:
    """Whatever is written fails; whatever is there can be read."""
    execute = CursorWrapper.execute

    def write(cursor: Any, sql: str, params: Any = None) -> Any:
        if sql.lstrip().upper().startswith(READS):
            return execute(cursor, sql, params)
        raise full_error()

    def keep(*args: Any, **more: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", write)
        for name in ("add", "set", "incr"):
            patch.setattr(type(caches["default"]), name, keep)
        yield
    connection.needs_rollback = False


@pytest.mark.sqlite
def test_sqlite_says_that_it_is_full(db: None) -> None:
    """It says so by this error, whatever takes the room."""
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OperationalError, match="full") as caught, transaction.atomic():
            cursor.execute("CREATE TABLE filled AS SELECT randomblob(10000000) AS filled")
        cursor.execute("PRAGMA max_page_count = 1073741823")
    assert circuit_breaker.is_database_unavailable(caught.value)
    assert circuit_breaker.is_database_unavailable(full_error())


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/play/now/", {"game": "vazhushal"}),
        ("/teach/puzzles/new/", {"game": "vazhushal"}),
        ("/practice/vazhushal/new/", {}),
        ("/join/", {"code": "nothing"}),
        ("/account/login/", {"login": "anna", "password": "wrong"}),
        ("/account/signup/", {"username": "clara", "password1": "queen of spades"}),
    ],
)
def test_with_a_full_disk_a_form_says_when_to_come_back(
    full_disk: None, visitor: Client, address: str, form: dict[str, str]
) -> None:
    answer = visitor.post(address, form)
    assert (answer.status_code, answer.get("Retry-After")) == (503, "5")
    assert "reload the page" in answer.text


def test_with_a_full_disk_pages_are_still_read(full_disk: None) -> None:
    for address in ("/", "/games/", "/games/vazhushal/rules/", "/about/"):
        assert Client().get(address).status_code == 200


def test_with_a_full_disk_a_program_is_told_so(
    full_disk: None, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Questions to the oracle are counted, so they need room, too."""
    monkeypatch.setattr(throttling, "_bundles", {})
    address = "/api/v1/games/vazhushal/oracle/legal/"
    for accepted in ("application/json", "application/json;q=0.9, */*;q=0.1"):
        sent = {"position": {"hands": ["9H KC"]}, "seat": 0}
        answer = visitor.post(address, sent, content_type="application/json", headers={"Accept": accepted})
        assert (answer.status_code, answer.get("Retry-After")) == (503, "5")
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "unavailable"


def test_a_faulty_statement_is_a_mistake_of_ours(db: None) -> None:
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert not circuit_breaker.is_database_unavailable(caught.value)

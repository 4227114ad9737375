"""Streams: what they carry, whom they refuse, and how they learn of changes."""

import asyncio
import json
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connections

from core.live import app, redis_watch, topics
from core.live.app import LiveStreamsApp
from core.live.hub import Hub
from core.live.topics import LiveRequest, LiveTopic, News, find_topic, live_topics
from tests.conftest import needs_program
from tests.services import free_port, redis_server

asked: list[LiveRequest] = []
versions: dict[str, int] = {}


def _may_watch(request: LiveRequest) -> bool:
    asked.append(request)
    return request.ident != "private"


def _versions(idents: Iterable[str]) -> dict[str, int]:
    return {ident: versions[ident] for ident in idents if ident in versions}


def register(kind: str, may_watch: Any, versions: Any, news: Any = None) -> None:
    """Register a topic made of these functions, or change the one of this kind."""
    topic = find_topic(kind) or LiveTopic()
    topic.kind, topic.has_news = kind, news is not None
    topic.can_watch, topic.get_versions = may_watch, versions  # type: ignore[method-assign]
    if news:
        topic.list_news = news  # type: ignore[method-assign]
    if topic not in live_topics.providers:
        live_topics.providers.append(topic)


@pytest.fixture(autouse=True)
def lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of thing to watch that needs no game."""
    monkeypatch.setattr(live_topics, "providers", [])
    register("lamp", _may_watch, _versions)
    asked.clear()
    versions.clear()
    versions.update({"red": 4, "private": 1})


class Browser:
    """The other end of a stream."""

    def __init__(self, hub: Hub, path: str, method: str = "GET", **headers: str) -> None:
        listed = {"host": "localhost", **headers}
        self.scope = {
            "type": "http",
            "path": path,
            "method": method,
            "headers": [(name.encode(), value.encode()) for name, value in listed.items()],
        }
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.left = asyncio.Event()
        self.task = asyncio.ensure_future(LiveStreamsApp(hub)(self.scope, self._receive, self.sent.put))

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> Any:
        return await asyncio.wait_for(self.sent.get(), 3)

    async def says(self) -> str:
        return (await self.next())["body"].decode()

    async def status(self) -> int:
        return int((await self.next())["status"])

    async def leave(self) -> None:
        self.left.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(self.task, 3)


def run(story: Callable[[Hub], Awaitable[None]]) -> None:
    """Play a story with a hub whose watcher does not run."""

    async def played() -> None:
        hub = Hub()
        await story(hub)
        await hub.stop_watcher_and_streams()
        assert hub.count == 0
        assert not hub.streams

    asyncio.run(played())


@asynccontextmanager
async def watching(hub: Hub, path: str = "/live/lamp/red/", **headers: str) -> AsyncIterator[Browser]:
    browser = Browser(hub, path, **headers)
    yield browser
    await browser.leave()


def test_the_first_event_is_the_version_now() -> None:
    async def story(hub: Hub) -> None:
        async with watching(hub, cookie="sessionid=abc; theme=dark", authorization="Token t") as browser:
            start = await browser.next()
            assert start["status"] == 200
            assert dict(start["headers"])[b"content-type"] == b"text/event-stream; charset=utf-8"
            assert await browser.says() == "event: version\ndata: 4\n\n"
        assert asked == [LiveRequest("abc", "Token t", "red")]

    run(story)


@pytest.mark.parametrize("cookie", ['sessionid="\\000aaaaaaaaaaaa"', "a=" + "x" * 20_000, 'a="' + "\\" * 60_000 + '"'])
def test_a_cookie_that_cannot_be_read_is_refused_at_once(cookie: str) -> None:
    """All streams of a process share one thread, and to read 60,000 backslashes takes Python seconds."""

    async def story(hub: Hub) -> None:
        started = time.process_time()
        async with watching(hub, cookie=cookie) as browser:
            assert await browser.status() == 400
        assert time.process_time() - started < 0.3
        assert not asked

    run(story)


def test_a_change_is_told_once_and_an_older_one_not_at_all() -> None:
    async def story(hub: Hub) -> None:
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            hub.notify_streams(("lamp", "red"), 6)
            hub.notify_streams(("lamp", "red"), 5)
            hub.notify_streams(("lamp", "red"), 6)
            assert await browser.says() == "event: version\ndata: 6\n\n"
            await asyncio.sleep(0.05)
            assert browser.sent.empty()

    run(story)


def test_a_change_between_question_and_answer_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hub: Hub) -> None:
        loop = asyncio.get_running_loop()

        def overtaken(idents: Iterable[str]) -> dict[str, int]:
            answer = _versions(idents)
            loop.call_soon_threadsafe(hub.notify_streams, ("lamp", "red"), 9)
            return answer

        register("lamp", _may_watch, overtaken)
        async with watching(hub) as browser:
            await browser.next()
            told = await browser.says()
            if "9" not in told:
                told = await browser.says()
            assert told == "event: version\ndata: 9\n\n"

    run(story)


def _lamps(*keys: str) -> None:
    """A kind of thing that has news: these, until it is said otherwise."""
    register("news", _may_watch, _versions, lambda ident: [News("lit", key, {"lamp": key}) for key in keys])


async def _heard(browser: Browser) -> tuple[str, str, dict[str, Any]]:
    """The id, name and data of the next event."""
    fields = dict(line.split(": ", 1) for line in (await browser.says()).strip().splitlines())
    return fields.get("id", ""), fields["event"], json.loads(fields["data"])


def test_news_are_told_once() -> None:
    async def story(hub: Hub) -> None:
        _lamps("a.1", "b.1")
        async with watching(hub, "/live/news/red/") as browser:
            assert (await browser.next())["status"] == 200
            assert (await browser.says()).startswith(":")
            assert await _heard(browser) == ("a.1", "lit", {"lamp": "a.1"})
            assert await _heard(browser) == ("a.1,b.1", "lit", {"lamp": "b.1"})
            _lamps("b.1", "c.1")
            hub.notify_streams(("news", "red"), 3)  # smaller than before: any other number means news
            assert await _heard(browser) == ("b.1,c.1", "lit", {"lamp": "c.1"})
            hub.notify_streams(("news", "red"), 4)
            await asyncio.sleep(0.05)
            assert browser.sent.empty()

    run(story)


def test_who_comes_back_is_told_what_was_missed() -> None:
    async def story(hub: Hub) -> None:
        _lamps("b.1", "c.1")
        async with watching(hub, "/live/news/red/", **{"last-event-id": "a.1,b.1"}) as browser:
            await browser.next()
            await browser.says()
            assert await _heard(browser) == ("b.1,c.1", "lit", {"lamp": "c.1"})

    run(story)


@pytest.mark.parametrize("last", ["17 ", "no such!", "\u00e9", ",", "x" * 5000])
def test_an_id_that_says_nothing_is_answered_by_everything(last: str) -> None:
    async def story(hub: Hub) -> None:
        _lamps("a.1")
        async with watching(hub, "/live/news/red/", **{"last-event-id": last}) as browser:
            await browser.next()
            await browser.says()
            assert await _heard(browser) == ("", "resync", {})
            assert (await _heard(browser))[2] == {"lamp": "a.1"}

    run(story)


def test_a_stream_of_news_ends_when_nobody_knows_them() -> None:
    """Whoever listened connects again, with what was heard last."""

    def in_trouble(ident: str) -> list[News]:
        raise RuntimeError("no news")

    async def story(hub: Hub) -> None:
        register("news", _may_watch, _versions, in_trouble)
        async with watching(hub, "/live/news/red/") as browser:
            assert (await browser.next())["status"] == 200
            await browser.says()
            assert (await browser.next())["more_body"] is False

    run(story)


def test_whoever_may_not_watch_any_more_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token may be revoked while its stream is open. Before each version it would be too much to ask."""
    allowed, lit = [True], ["a.1"]

    async def story(hub: Hub) -> None:
        register("lamp", lambda _: allowed[0], _versions)
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            allowed[0] = False
            hub.notify_streams(("lamp", "red"), 5)
            assert "5" in await browser.says()
            monkeypatch.setattr(app, "TRUST", 0.0)
            hub.notify_streams(("lamp", "red"), 6)
            assert (await browser.next())["more_body"] is False
        allowed[0] = True
        register("news", lambda _: allowed[0], _versions, lambda ident: [News("lit", one, {}) for one in lit])
        async with watching(hub, "/live/news/red/") as browser:
            await browser.next()
            await browser.says()
            assert (await _heard(browser))[0] == "a.1"
            allowed[0] = False
            lit.append("b.1")
            hub.notify_streams(("news", "red"), 5)
            assert (await browser.next())["more_body"] is False

    run(story)


def test_pages_of_other_sites_may_listen_without_cookies() -> None:
    async def story(hub: Hub) -> None:
        asks = {"origin": "https://cards.example", "access-control-request-method": "GET"}
        async with watching(hub, "/live/lamp/red/", method="OPTIONS", **asks) as browser:
            start = await browser.next()
            headers = dict(start["headers"])
            assert start["status"] == 204
            assert b"authorization" in headers[b"access-control-allow-headers"]
        async with watching(hub) as browser:
            headers = dict((await browser.next())["headers"])
        assert headers[b"access-control-allow-origin"] == b"*"
        assert b"access-control-allow-credentials" not in headers

    run(story)


def test_silence_is_broken_by_a_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PING", 0.05)

    async def story(hub: Hub) -> None:
        async with watching(hub) as browser:
            await browser.next()
            assert await browser.says() == "event: version\ndata: 4\n\n"
            assert await browser.says() == "event: here\ndata: 4\n\n"
        _lamps()
        async with watching(hub, "/live/news/red/") as browser:
            await browser.next()
            await browser.says()
            assert (await browser.says()).startswith(":")

    run(story)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/live/lamp/red/", {"host": "evil.example"}, 400),
        ("/live/lamp/red/", {"host": ""}, 400),
        ("/live/lamp/blue/", {}, 404),
        ("/live/lamp/private/", {}, 404),
        ("/live/chair/red/", {}, 404),
        ("/live/lamp/../red/", {}, 404),
        ("/live/", {}, 404),
        ("/live/lamp/red/", {"method": "POST"}, 405),
    ],
)
def test_refusals(path: str, headers: dict[str, str], status: int) -> None:
    async def story(hub: Hub) -> None:
        async with watching(hub, path, **headers) as browser:
            assert await browser.status() == status
            assert json.loads((await browser.next())["body"])["status"] == status

    run(story)


def test_a_full_house_says_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MAX_STREAMS", 0)

    async def story(hub: Hub) -> None:
        async with watching(hub) as browser:
            start = await browser.next()
            assert start["status"] == 503
            assert (b"retry-after", b"10") in start["headers"]

    run(story)


def test_the_stream_ends_with_what_it_watches() -> None:
    async def story(hub: Hub) -> None:
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            del versions["red"]
            await hub.poll_versions()
            assert (await browser.next())["more_body"] is False

    run(story)


def test_one_kind_in_trouble_does_not_silence_the_others() -> None:
    def in_trouble(idents: Iterable[str]) -> dict[str, int]:
        if broken:
            raise RuntimeError("no versions")
        return dict.fromkeys(idents, 1)

    broken: list[bool] = []
    register("broken", _may_watch, in_trouble)

    async def story(hub: Hub) -> None:
        async with watching(hub, "/live/broken/red/") as poor, watching(hub) as browser:
            for each in (poor, browser):
                await each.next()
                await each.says()
            broken.append(True)
            versions["red"] = 5
            await hub.poll_versions()
            assert await browser.says() == "event: version\ndata: 5\n\n"

    run(story)


@pytest.mark.slow
def test_a_write_to_the_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes, and however: the watcher needs no word from the writer."""
    file = tmp_path / "lamps.sqlite3"
    monkeypatch.setattr(django_settings, "REDIS_URL", "")
    monkeypatch.setitem(connections["default"].settings_dict, "NAME", str(file))
    with sqlite3.connect(file) as writer:
        writer.execute("CREATE TABLE lamp (version)")
    looks: list[list[str]] = []

    def looked(idents: Iterable[str]) -> dict[str, int]:
        looks.append(list(idents))
        return _versions(idents)

    register("lamp", _may_watch, looked)

    async def story(hub: Hub) -> None:
        hub.start_watcher()
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            await asyncio.sleep(0.5)
            calm = len(looks)
            await asyncio.sleep(0.5)
            assert len(looks) == calm
            versions["red"] = 5
            with sqlite3.connect(file) as writer:
                writer.execute("INSERT INTO lamp VALUES (5)")
            assert await browser.says() == "event: version\ndata: 5\n\n"

    run(story)


@pytest.mark.slow
def test_redis_carries_an_announcement_at_once(redis_url: str) -> None:
    async def story(hub: Hub) -> None:
        hub.start_watcher()
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            await asyncio.sleep(0.3)
            topics._publish_to_redis([topics.VersionChange("lamp", "red", 7)])
            assert await browser.says() == "event: version\ndata: 7\n\n"

    run(story)


def test_a_lost_announcement_is_made_good(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_watch, "POLL_EVERY", 0.2)

    async def story(hub: Hub) -> None:
        hub.start_watcher()
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            versions["red"] = 8
            assert await browser.says() == "event: version\ndata: 8\n\n"

    run(story)


def test_the_watcher_survives_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis goes away and comes back at the same place; the stream lives on and learns what it missed."""
    needs_program("redis-server")
    port = free_port()
    monkeypatch.setattr(django_settings, "REDIS_URL", f"redis://127.0.0.1:{port}/0")

    async def story(hub: Hub) -> None:
        hub.start_watcher()
        with redis_server(port):
            async with watching(hub) as browser:
                await browser.next()
                await browser.says()
        versions["red"] = 6
        async with watching(hub) as browser:
            await browser.next()
            assert await browser.says() == "event: version\ndata: 6\n\n"
            versions["red"] = 7
            with redis_server(port):
                assert await browser.says() == "event: version\ndata: 7\n\n"

    run(story)


@pytest.mark.slow
def test_while_redis_is_away_changes_are_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django_settings, "REDIS_URL", "redis://127.0.0.1:1/0")

    async def story(hub: Hub) -> None:
        hub.start_watcher()
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            await asyncio.sleep(0.1)
            versions["red"] = 7
            assert await browser.says() == "event: version\ndata: 7\n\n"

    run(story)


@pytest.mark.slow
def test_a_redis_that_is_frozen_keeps_no_change_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes connections and never answers, as when packets are dropped on the way."""
    with socket.create_server(("127.0.0.1", 0)) as frozen:
        monkeypatch.setattr(django_settings, "REDIS_URL", f"redis://127.0.0.1:{frozen.getsockname()[1]}/0")

        async def story(hub: Hub) -> None:
            hub.start_watcher()
            async with watching(hub) as browser:
                await browser.next()
                await browser.says()
                versions["red"] = 7
                assert await browser.says() == "event: version\ndata: 7\n\n"

        run(story)


def test_without_the_database_a_stream_says_when_to_come_back() -> None:
    def away(idents: Iterable[str]) -> dict[str, int]:
        raise OperationalError("connection refused")

    register("lamp", _may_watch, away)

    async def story(hub: Hub) -> None:
        async with watching(hub) as browser:
            start = await browser.next()
            assert start["status"] == 503
            assert (b"retry-after", b"5") in start["headers"]

    run(story)


@pytest.mark.slow
def test_a_stream_outlives_the_database(monkeypatch: pytest.MonkeyPatch, redis_url: str) -> None:
    monkeypatch.setattr(redis_watch, "POLL_EVERY", 0.1)
    gone: list[bool] = []

    def sometimes(idents: Iterable[str]) -> dict[str, int]:
        if gone:
            raise OperationalError("the database system is shutting down")
        return _versions(idents)

    register("lamp", _may_watch, sometimes)

    async def story(hub: Hub) -> None:
        hub.start_watcher()
        async with watching(hub) as browser:
            await browser.next()
            await browser.says()
            gone.append(True)
            versions["red"] = 5
            await asyncio.sleep(0.3)
            assert browser.sent.empty()
            gone.clear()
            assert await browser.says() == "event: version\ndata: 5\n\n"

    run(story)


def test_an_announcement_waits_for_the_end_of_the_transaction(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    published: list[topics.VersionChange] = []
    change = topics.VersionChange("lamp", "red", 5)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(topics, "_publish_to_redis", published.extend)
    with django_capture_on_commit_callbacks(execute=True):
        topics.announce_versions(change)
        assert not published
    assert published == [change]


def test_without_redis_a_move_is_still_made(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    topics._publish_to_redis([topics.VersionChange("lamp", "red", 5)])

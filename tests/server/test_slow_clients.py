"""Nobody stops the site by being slow, large, or gone: as real processes, and with shorter patience inside."""

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from core.server import fair_queue, wsgi_bridge
from core.server.wsgi_bridge import WsgiBridge
from tests.house import IN_HASTE, House

ORACLE = "/api/v1/games/vazhushal/oracle/legal/"
QUESTION = {"position": {}, "seat": 0}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House(API_ORACLE_PER_MINUTE="30", **IN_HASTE) as house:
        yield house


def opened(house: House, said: bytes) -> socket.socket:
    """A connection on which this much was sent."""
    one = socket.create_connection(("127.0.0.1", house.port), timeout=20)
    one.sendall(said)
    return one


def head(path: str, *headers: str, method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def answer_of(one: socket.socket) -> bytes:
    """Return all that is said until the connection is closed, or nothing more comes."""
    said = b""
    with suppress(OSError):
        while piece := one.recv(65536):
            said += piece
    return said


@pytest.mark.processes
def test_two_hundred_slow_bodies_and_heads_hold_nobody_up(house: House) -> None:
    body = head(ORACLE, "Content-Type: application/json", "Content-Length: 100") + b"{"
    style = house.style()
    with ExitStack() as stack:
        for said in [body, b"GET / HTTP/1.1\r\nHos"] * 100:
            stack.enter_context(opened(house, said))
        assert [house.status(path) for path in ("/health/live", "/", style)] == [200, 200, 200]


@pytest.mark.processes
def test_a_client_that_goes_away_leaves_no_trace(house: House) -> None:
    for _ in range(20):
        opened(house, head(ORACLE, "Content-Length: 100") + b"{").close()
        opened(house, head("/", method="GET")).close()
    assert house.status("/games/") == 200
    assert "Traceback" not in house.log.read_text()


@pytest.mark.processes
def test_a_body_in_chunks_is_read(house: House) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)
    pieces = (piece.encode() for piece in json.dumps(QUESTION))
    asked.request("POST", ORACLE, pieces, {"Content-Type": "application/json"}, encode_chunked=True)
    answer = asked.getresponse()
    assert answer.status == 200, answer.read()


@pytest.mark.processes
def test_who_asks_first_is_told_to_go_on(house: House) -> None:
    body = json.dumps(QUESTION).encode()
    said = ("Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close")
    with opened(house, head(ORACLE, *said, "Expect: 100-continue")) as one:
        assert one.recv(1000).startswith(b"HTTP/1.1 100 ")
        one.sendall(body)
        assert answer_of(one).startswith(b"HTTP/1.1 200 ")


@pytest.mark.processes
@pytest.mark.parametrize("asks_first", [True, False])
def test_a_body_that_is_too_large_is_refused_plainly(house: House, asks_first: bool) -> None:
    size = 2 * 1024 * 1024
    with opened(house, head(ORACLE, f"Content-Length: {size}", *["Expect: 100-continue"] * asks_first)) as one:
        if not asks_first:
            one.sendall(b" " * size)
        answer = answer_of(one)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"The request is too large" in answer


@pytest.mark.processes
def test_no_address_is_believed_that_somebody_only_claims(house: House) -> None:
    def asked(number: int) -> int:
        one = http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)
        claimed = {"X-Forwarded-For": f"192.0.2.{number}", "Content-Type": "application/json"}
        one.request("POST", ORACLE, json.dumps(QUESTION), claimed)
        return one.getresponse().status

    assert 429 in [asked(number) for number in range(61)]  # in one of two minutes there were more than thirty


class Caller:
    """The other end of the pages: says what it was given to say, and hears the answer."""

    def __init__(self, *said: dict[str, Any], **headers: str) -> None:
        self.said = list(said)
        self.headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.heard: list[dict[str, Any]] = []
        self.deaf = False

    async def receive(self) -> dict[str, Any]:
        if not self.said:
            await asyncio.Event().wait()
        return self.said.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        if self.deaf:
            await asyncio.Event().wait()
        self.heard.append(message)

    @property
    def scope(self) -> dict[str, Any]:
        asked = {"method": "POST", "raw_path": b"/caf%C3%A9", "query_string": b"q=1", "http_version": "1.1"}
        return {"type": "http", "scheme": "http", "headers": self.headers, "client": ("192.0.2.1", 5), **asked}

    async def call(self, bridge: WsgiBridge) -> int | None:
        """The status of the answer; None if there was none."""
        await bridge(self.scope, self.receive, self.send)
        return self.heard[0]["status"] if self.heard else None


def piece(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


GONE = {"type": "http.disconnect"}
asked: list[dict[str, Any]] = []


def site(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    asked.append({**environ, "body": environ["wsgi.input"].read()})
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"o", b"k"]


@pytest.fixture(autouse=True)
def _nothing_asked(settings: Any) -> None:
    asked.clear()
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10


def test_the_site_is_asked_with_the_whole_request() -> None:
    caller = Caller(piece(b"a=1", more=True), piece(b"&b=2"), content_type="text/x", cookie="a=b", x_thing="1")
    assert asyncio.run(caller.call(WsgiBridge(site))) == 200
    assert [message.get("body") for message in caller.heard] == [None, b"ok"]
    (environ,) = asked
    assert (environ["body"], environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"]) == (b"a=1&b=2", "7", "text/x")
    assert (environ["PATH_INFO"].encode("latin-1").decode(), environ["QUERY_STRING"]) == ("/café", "q=1")
    assert (environ["HTTP_X_THING"], environ["REMOTE_ADDR"]) == ("1", "192.0.2.1")


def test_a_header_cannot_pass_for_another() -> None:
    """With an underscore it would have the same name, and no proxy takes it away."""
    caller = Caller(piece(b""), x_forwarded_for="192.0.2.7")
    caller.headers.append((b"x_forwarded_for", b"192.0.2.8"))
    assert asyncio.run(caller.call(WsgiBridge(site))) == 200
    assert asked[0]["HTTP_X_FORWARDED_FOR"] == "192.0.2.7"


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi_bridge, "READ_TIMEOUT", 0.05)
    assert asyncio.run(Caller(piece(b"a", more=True)).call(WsgiBridge(site))) == 408
    assert not asked


def test_only_so_much_of_a_large_body_is_listened_to() -> None:
    caller = Caller(*[piece(b"12345", more=True)] * 100)
    assert asyncio.run(caller.call(WsgiBridge(site))) == 413
    assert len(caller.said) == 100 - 17
    assert not asked


def test_a_client_that_does_not_read_costs_no_thread() -> None:
    async def story() -> None:
        bridge = WsgiBridge(site, threads=2)
        lazy = [Caller(piece(b"")) for _ in range(2)]
        for caller in lazy:
            caller.deaf = True
        unheard = [asyncio.ensure_future(caller.call(bridge)) for caller in lazy]
        while len(asked) < len(lazy):
            await asyncio.sleep(0.01)
        assert await asyncio.wait_for(Caller(piece(b"")).call(bridge), 10) == 200
        for response in unheard:
            response.cancel()

    asyncio.run(story())


def test_a_client_that_goes_away_while_the_answer_is_sent_is_forgotten() -> None:
    class Broken(Caller):
        async def send(self, message: dict[str, Any]) -> None:
            raise OSError("gone")

    assert asyncio.run(Broken(piece(b"")).call(WsgiBridge(site))) is None
    assert len(asked) == 1


def test_a_request_with_two_lengths_ends_the_connection() -> None:
    caller = Caller(piece(b"abc"), content_length="3", transfer_encoding="chunked")
    assert asyncio.run(caller.call(WsgiBridge(site))) == 200
    assert (b"connection", b"close") in caller.heard[0]["headers"]
    caller = Caller(piece(b"abc"), content_length="3")
    assert asyncio.run(caller.call(WsgiBridge(site))) == 200
    assert (b"connection", b"close") not in caller.heard[0]["headers"]


def test_who_goes_away_before_the_end_is_not_answered() -> None:
    assert asyncio.run(Caller(piece(b"a", more=True), GONE).call(WsgiBridge(site))) is None
    assert not asked


def test_a_client_that_goes_away_while_waiting_costs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bridge = WsgiBridge(site, threads=1)
        await bridge.queue.acquire("somebody else")
        assert await Caller(piece(b""), GONE).call(bridge) is None
        waiting = asyncio.ensure_future(Caller(piece(b"")).call(bridge))
        await asyncio.sleep(0)
        assert not asked
        bridge.queue.release("somebody else")
        assert await waiting == 200
        assert len(asked) == 1
        monkeypatch.setattr(fair_queue, "MAX_WAITING", 0)
        assert await Caller(piece(b"")).call(bridge) == 200
        await bridge.queue.acquire("somebody else")
        assert await Caller(piece(b"")).call(bridge) == 503

    asyncio.run(story())


@pytest.mark.parametrize(("limit", "in_work"), [(2, 2), (1, 1), (0, 4)])
def test_one_address_has_only_some_of_the_threads(settings: Any, limit: int, in_work: int) -> None:
    """Its other requests wait, though threads are free; the address is the one that the trusted proxy names."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.REQUESTS_AT_ONCE_PER_ADDRESS = 1, limit
    flooder, other = "198.51.100.7", "203.0.113.9"
    may_end = threading.Event()

    def slow_site(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        content = site(environ, start)
        if environ["HTTP_X_FORWARDED_FOR"] == flooder:
            may_end.wait(30)
        return content

    async def story() -> None:
        bridge = WsgiBridge(slow_site, threads=4)
        flood = [asyncio.ensure_future(Caller(piece(b""), x_forwarded_for=flooder).call(bridge)) for _ in range(6)]
        try:
            while len(asked) + bridge.queue.count_waiting_clients(flooder) < len(flood):
                await asyncio.sleep(0.01)
            assert len(asked) == in_work
            if in_work < 4:
                caller = Caller(piece(b""), x_forwarded_for=other)
                assert await asyncio.wait_for(caller.call(bridge), 20) == 200
        finally:
            may_end.set()
        assert await asyncio.gather(*flood) == [200] * len(flood)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, None, "192.0.2.1"),
    ],
)
def test_an_address_is_taken_from_trusted_proxies_alone(
    settings: Any, proxies: int, forwarded: str | None, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    environ = {"REMOTE_ADDR": "192.0.2.1"} | ({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})
    assert wsgi_bridge.get_client_address(environ) == address

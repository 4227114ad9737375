"""Pages and calls beside an empty view with the same middleware: in this process, and over HTTP from a server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

from tests.bench.inside import Inside, inside
from tests.bench.measuring import Effort, Row, clock, ms, say, settle, take_turns
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
KINDS = {
    "table": ("Table page", 1 / 3),
    "step": ("Lesson step", 1 / 2),
    "check": ("Oracle: is this move legal?", 1 / 2),
    "legal": ("Oracle: what is legal?", 1 / 2),
}
CONNECTIONS = 4
Ask = Callable[[int], float]


def measure(effort: Effort) -> Iterator[Row]:
    """Seconds for each request, first of processor time in this process, then by the clock on the wall."""
    site = inside()
    for request in site.requests.values():
        for _ in range(5):
            site.ask(*request)
    sides: dict[str, Ask] = {name: partial(_in_process, site, name, effort) for name in site.requests}
    yield from _rows("in process", take_turns(effort(9, 3), sides))
    with _served(site) as port:
        sides = {name: partial(_over_http, site, port, name, effort) for name in site.requests}
        for side in sides.values():
            side(0)
        yield from _rows("over HTTP", take_turns(effort(7, 3), sides))


def _rows(where: str, found: dict[str, float]) -> Iterator[Row]:
    empty = found["empty"]
    say(f"  {where}: empty view {ms(empty)}, " + ", ".join(f"{name} {ms(found[name])}" for name in KINDS))
    for name, (title, share) in KINDS.items():
        ratio = empty / found[name]
        ours, theirs = f"{1 / found[name]:,.0f}/s", f"{1 / empty:,.0f}/s"
        what = f"{title} beside an empty view, {where}"
        yield Row(what, ours, theirs, f"{ratio:.2f}", f"{share:.2f}", ratio >= share)


def _in_process(site: Inside, name: str, effort: Effort, number: int) -> float:
    request = site.requests[name]
    least = effort(0.4, 0.1)
    start, asked = clock(), 0
    while clock() - start < least:
        site.ask(*request)
        asked += 1
    return (clock() - start) / asked


def _over_http(site: Inside, port: int, name: str, effort: Effort, number: int) -> float:
    """Seconds for each request while some connections ask one after the other."""
    end = time.perf_counter() + effort(0.8, 0.3)
    start = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        asked = sum(pool.map(lambda place: _ask_until(end, site, port, name), range(CONNECTIONS)))
    return (time.perf_counter() - start) / asked


def _ask_until(end: float, site: Inside, port: int, name: str) -> int:
    method, path, body = site.requests[name]
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Cookie": site.cookie} | ({"Content-Type": "application/json"} if body else {})
    for asked in count(1):
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, f"{path} answers {answer.status}"
        if time.perf_counter() > end:
            connection.close()
            return asked
    raise AssertionError


@contextmanager
def _served(site: Inside) -> Iterator[int]:
    """The same site under its server, in another process; its port."""
    port = free_port()
    command = [sys.executable, "-m", "core.server", "--port", str(port)]
    limits = {"API_ORACLE_PER_MINUTE": "100000000"}
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **site.environment, **limits})
    try:
        _wait_for(port, server)
        stat = Path(f"/proc/{server.pid}/stat")
        settle(lambda: sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])))
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while server.poll() is None and time.monotonic() < deadline:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/empty/")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise RuntimeError("The server does not start.")

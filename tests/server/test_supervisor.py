"""What the server does with clients that never read, with requests that are ambiguous, and with workers that die."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.house import IN_HASTE, ROOT, eventually
from tests.services import free_port

pytestmark = pytest.mark.processes


class Server:
    """Web processes on their own, with a database of their own and no other part of the site."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port = free_port()
        self.log = folder / "log"
        environment = {**os.environ, **IN_HASTE, "HOUSE_DATA": str(folder)}
        environment.pop("DJANGO_SETTINGS_MODULE", None)  # else it would have a folder and a database of its own, empty
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True
        )
        command = [sys.executable, "-m", "core.server", "--port", str(self.port), *arguments]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        eventually(self.answers)

    def answers(self, path: str = "/health/live", address: str = "127.0.0.1") -> bool:
        assert self.process.poll() is None, self.log.read_text()
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with suppress(OSError):
            return b" 200 " in self.send(request.encode(), address)
        return False

    def connect(self, receive_buffer: int = 0, address: str = "127.0.0.1") -> socket.socket:
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(30)
        client.bind((address, 0))
        client.connect(("127.0.0.1", self.port))
        return client

    def send(self, request: bytes, address: str = "127.0.0.1") -> bytes:
        """Send a request and read until the server closes the connection."""
        with self.connect(address=address) as client:
            client.sendall(request)
            response = b""
            while chunk := client.recv(65536):
                response += chunk
        return response

    def workers(self) -> list[int]:
        """The process ids of the workers that answer."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        finally:
            self.process.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), "--send-timeout", "2")
    yield server
    server.stop()


def open_connections(server: Server) -> set[int]:
    """The ports of clients whose connections the server holds open."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    established = [(row[1], row[2]) for row in rows if row[3] == "01"]
    return {int(remote[-4:], 16) for local, remote in established if int(local[-4:], 16) == server.port}


def test_a_client_that_never_reads_is_disconnected(server: Server) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(server.connect(receive_buffer=2048)) for _ in range(5)]
        for client in clients:
            with suppress(OSError):  # it may be ended while it sends
                client.sendall(b"GET /games/vazhushal/rules/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40)
        assert server.answers()
        ports = {client.getsockname()[1] for client in clients}
        assert open_connections(server) & ports, "a connection would have to be open to be ended"
        eventually(lambda: not open_connections(server) & ports)


@pytest.fixture
def _many_sockets() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("_many_sockets")
@pytest.mark.parametrize("kind", ["senders", "readers"])
@pytest.mark.parametrize("count", [20, 1500])
def test_slow_clients_do_not_stop_pages(server: Server, kind: str, count: int) -> None:
    """They share an address: few of their requests are in work, some wait in turn, and the others are refused."""
    request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(count):
            client = stack.enter_context(server.connect(receive_buffer=2048))
            client.sendall(request if kind == "readers" else request[:-2])
        assert all(server.answers(path, "127.0.0.2") for path in ("/health/live", "/api/v1/games/"))


def test_a_request_with_two_lengths_is_the_last_on_its_connection(server: Server) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n"
    smuggled = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert server.send(head + b"0\r\n\r\n" + smuggled).count(b"HTTP/1.1 ") == 1


def test_the_death_of_a_worker_is_logged(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers", "2")
    try:
        eventually(lambda: len(server.workers()) == 2)
        victim = server.workers()[0]
        os.kill(victim, signal.SIGKILL)
        eventually(lambda: f"Child process [{victim}] died" in server.log.read_text())
        eventually(lambda: len(server.workers()) == 2 and victim not in server.workers())
        assert server.answers()
    finally:
        server.stop()


def test_a_worker_that_is_busy_is_not_killed(tmp_path: Path) -> None:
    """It is stopped for longer than uvicorn's own 5 seconds, as a process without processor time would be."""
    server = Server(tmp_path, "--workers", "2")
    try:
        eventually(lambda: len(server.workers()) == 2)
        busy = server.workers()[0]
        os.kill(busy, signal.SIGSTOP)
        time.sleep(8)
        os.kill(busy, signal.SIGCONT)
        assert busy in server.workers()
        assert "died" not in server.log.read_text()
    finally:
        server.stop()

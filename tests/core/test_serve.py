"""The one command that runs the house, as real processes on a real port."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.house import ROOT, House

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House() as house:
        yield house


def eventually(question: Callable[[], object], patience: float = 20) -> None:
    deadline = time.monotonic() + patience
    while not question():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def processes_of(house: House) -> list[str]:
    """Processes that have this house's data folder in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"HOUSE_DATA={house.data}\0".encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
    return found


def test_it_becomes_ready(house: House) -> None:
    house.wait_for("/health/ready")
    assert "House Rules is open" in house.log.read_text()


def test_styles_come_without_collecting_them(house: House) -> None:
    with urllib.request.urlopen(f"{house.url}/static/css/house.css") as answer:
        assert answer.headers["Content-Type"].startswith("text/css")


def test_streams_are_answered_beside_pages(house: House) -> None:
    assert house.status("/live/nothing/here/") == 404


@pytest.mark.parametrize("name", ["core.web", "worker", "beat"])
def test_a_child_that_is_killed_comes_back(house: House, name: str) -> None:
    before = house.child(name)
    os.kill(before, signal.SIGKILL)

    def is_back() -> bool:
        with suppress(LookupError):
            return house.child(name) != before
        return False

    eventually(is_back)
    house.wait_for("/health/live")
    house.wait_for("/health/ready")
    assert re.search(r"(web|hand 1|hand 2|clock) +\| ended with -9", house.log.read_text())


def test_there_are_never_more_processes_than_there_should_be(house: House) -> None:
    eventually(lambda: len(processes_of(house)) == 5)  # serve, web, two hands, clock
    os.kill(house.child("worker"), signal.SIGKILL)
    time.sleep(1)
    eventually(lambda: len(processes_of(house)) == 5)


def test_a_port_that_is_taken_is_named(house: House) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", str(house.port)]
    done = subprocess.run(command, cwd=ROOT, env=house.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"make serve PORT={house.port + 1}" in done.stderr


def test_the_address_it_prints_answers() -> None:
    with House(host="127.0.0.2", ALLOWED_HOSTS="cards.example") as house:
        house.wait_for("/health/ready")
        printed = re.search(r"House Rules is open: (http://127\.0\.0\.2:\d+)/", house.log.read_text())
        assert printed
        for name in ("127.0.0.2", "localhost", "cards.example"):
            request = urllib.request.Request(f"{printed[1]}/account/login/", headers={"Host": f"{name}:{house.port}"})
            with urllib.request.urlopen(request, timeout=10) as answer:
                assert answer.status == 200
        assert house.status("/account/login/") == 200


def test_it_ends_in_peace() -> None:
    with House() as house:
        house.wait_for("/health/ready")
        house.stop()
        eventually(lambda: not processes_of(house), 3)
        assert "Traceback" not in house.log.read_text()
        assert "is stopped" not in house.log.read_text()


def test_an_open_connection_does_not_hold_it_up() -> None:
    with House() as house, socket.create_connection(("127.0.0.1", house.port)) as browser:
        browser.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in browser.recv(100)
        start = time.monotonic()
        house.stop()
        assert time.monotonic() - start < 6


def test_when_it_is_killed_itself_its_children_end_too() -> None:
    with House() as house:
        assert house.process
        house.process.kill()
        house.process.wait()
        eventually(lambda: not processes_of(house))


def test_it_starts_on_the_data_it_left() -> None:
    with House() as house:
        key = (house.data / "secret-key").read_text() if (house.data / "secret-key").exists() else None
        house.stop()
        house.start()
        house.wait_for("/health/ready")
        assert key is None or (house.data / "secret-key").read_text() == key

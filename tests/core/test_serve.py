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

from tests.house import PATIENCE, ROOT, House, eventually

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def running() -> Iterator[House]:
    with House() as house:
        yield house


@pytest.fixture
def house(running: House) -> House:
    """The site of these tests, started again on what it left where the test before has ended it."""
    if running.process is None or running.process.poll() is not None:
        running.start()
    return running


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
    assert "House Rules is running" in house.log.read_text()


def test_styles_come_compressed_and_are_kept_for_good(house: House) -> None:
    asked = urllib.request.Request(f"{house.url}{house.style()}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["Content-Type"].startswith("text/css")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]


def test_streams_are_answered_beside_pages(house: House) -> None:
    assert house.status("/live/nothing/here/") == 404


@pytest.mark.parametrize("name", ["core.server", "bots1@", "background@", "proofs@", "beat"])
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
    eventually(
        lambda: (
            re.search(r"(web|bots 1|bots 2|rest|proofs|clock) +\| ended with exit code -9", house.log.read_text())
            is not None
        )
    )


def test_there_are_never_more_processes_than_there_should_be(house: House) -> None:
    eventually(
        lambda: len(processes_of(house)) == 7
    )  # serve, web, two for bots, one for the rest, one for proofs, clock
    os.kill(house.child("bots1@"), signal.SIGKILL)
    time.sleep(1)
    eventually(lambda: len(processes_of(house)) == 7)


LONG_PROOF = """
from random import Random
import games
from django.contrib.auth.models import User
from core.people import get_user_person
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle
from core.authoring.puzzles.proofs import request_proof
from games.chinese_ten.puzzles.common import play_random_turns
game = games.get("chinese-ten")
draft = PuzzleDraft(build_blank_content(game, game.options(), 2))
draft.set_position(game.build_position(play_random_turns(Random(27), game.options(), 2, 12)))
content = {**draft.content, "kind": "last-turns"}
item = BuiltPuzzle.create_for(get_user_person(User.objects.create_user("builder")), game.slug, content)
request_proof(item, PuzzleDraft(content, item.code))
"""


def test_a_long_proof_has_a_worker_of_its_own(house: House) -> None:
    """What takes more than ten times what a page may is proven, though the worker is asked to end in between."""
    house.wait_for("/health/ready")
    house.manage("shell", "-c", LONG_PROOF)

    def stands(state: str) -> bool:
        return house.rows("SELECT state FROM workshop_proof") == [(state,)]

    eventually(lambda: stands("working"))
    os.kill(house.child("proofs@"), signal.SIGTERM)
    eventually(lambda: stands("proven"), 2 * PATIENCE)
    assert house.rows("SELECT tries FROM workshop_proof") == [(1,)]


def test_a_port_that_is_taken_is_named(house: House) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", str(house.port)]
    done = subprocess.run(command, cwd=ROOT, env=house.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"make serve PORT={house.port + 1}" in done.stderr


def test_the_address_it_prints_answers(open_house: Callable[..., House]) -> None:
    house = open_house(host="127.0.0.2", ALLOWED_HOSTS="cards.example")
    house.wait_for("/health/ready")
    eventually(lambda: "House Rules is running" in house.log.read_text())
    printed = re.search(r"House Rules is running at (http://127\.0\.0\.2:\d+)/", house.log.read_text())
    assert printed
    for name in ("127.0.0.2", "localhost", "cards.example"):
        request = urllib.request.Request(f"{printed[1]}/account/login/", headers={"Host": f"{name}:{house.port}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.status == 200
    assert house.status("/account/login/") == 200


def test_it_ends_in_peace_and_starts_on_the_data_it_left(house: House) -> None:
    """Although a browser holds a connection open."""
    house.wait_for("/health/ready")
    kept = house.data / "secret-key"
    key = kept.read_text() if kept.exists() else None
    said = len(house.log.read_text())
    with socket.create_connection(("127.0.0.1", house.port)) as browser:
        browser.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in browser.recv(100)
        house.stop()
    eventually(lambda: not processes_of(house))
    written = house.log.read_text()[said:]
    assert "Traceback" not in written
    assert [line for line in written.splitlines() if "being killed" in line] == []
    house.start()
    house.wait_for("/health/ready")
    assert key is None or kept.read_text() == key


def test_when_it_is_killed_itself_its_children_end_too(house: House) -> None:
    assert house.process
    house.process.kill()
    house.process.wait()
    eventually(lambda: not processes_of(house))

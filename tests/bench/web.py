"""A site that is answered for by several processes, as on PostgreSQL and Redis."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from tests.house import ROOT, House
from tests.services import free_port

PROCESSES = 2


@contextmanager
def answering(house: House) -> Iterator[int]:
    """The port at which so many processes more answer for this site."""
    port = free_port()
    command = [sys.executable, "-m", "core.server", "--port", str(port), "--workers", str(PROCESSES)]
    server = subprocess.Popen(command, cwd=ROOT, env=house.environment, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while _status(f"http://{house.host}:{port}/health/ready") != 200:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def _status(address: str) -> int | None:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return int(answer.status)
    except OSError:
        return None

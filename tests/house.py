"""The real site, started as a user starts it, for tests that need whole processes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120.0
IN_HASTE = {"LOOK_AHEAD": "0"}
"""What the first to ask would wait for is nothing to tests: the sites that they start need not work it out each time.
That of `tests/core/test_serve.py` does, and is killed too.
"""


def eventually(question: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until the question is answered with yes. This can take long on a slow or busy machine."""
    deadline = time.monotonic() + patience
    while not question():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


class House:
    """A running site with its own data folder, on the database and queue named in the environment.

    With DATABASE_URL and REDIS_URL, it gets its own database and Redis number. Use it in a `with` statement.
    """

    def __init__(self, host: str = "127.0.0.1", **environment: str) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="house-site-"))
        self.port = free_port()
        self.host = host
        self.url = f"http://{host}:{self.port}"
        self.log = self.data / "log"
        self.environment = {**os.environ, "HOUSE_DATA": str(self.data), "LOG_LEVEL": "WARNING", **environment}
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.process: subprocess.Popen[bytes] | None = None
        self._server = self.environment.get("DATABASE_URL", "")
        self._own_services()

    def __enter__(self) -> House:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the site and wait until it responds."""
        command = [sys.executable, "manage.py", "serve", "--host", self.host, "--port", str(self.port)]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=out, stderr=subprocess.STDOUT
            )
        self.wait_for("/health/live")

    def stop(self) -> int:
        """Stop the site like Ctrl+C does, and return its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def close(self) -> None:
        """Stop the site, whatever state it's in, and delete its data."""
        if self.process and self.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.stop()
        self._drop_services()
        shutil.rmtree(self.data, ignore_errors=True)

    def wait_for(self, path: str, status: int = 200, patience: float = PATIENCE) -> None:
        """Wait until the page at `path` responds with `status`."""
        deadline = time.monotonic() + patience
        while (found := self.status(path)) != status:
            ended = self.process is None or self.process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise AssertionError(f"{path} answers {found}, not {status}. The log:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def status(self, path: str) -> int | None:
        """Return the status of the page at `path`, or None if there's no response."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=5) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def style(self) -> str:
        """The path of the stylesheet that every page loads."""
        with urllib.request.urlopen(self.url, timeout=PATIENCE) as answer:
            found = re.search(r'rel="stylesheet" href="([^"]+)"', answer.read().decode())
        assert found
        return found[1]

    def manage(self, *command: str) -> str:
        """Run a management command on this site's data, and return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query on the site's database, without running the site's own code."""
        if self._server:
            with psycopg.connect(self.environment["DATABASE_URL"]) as database:
                return database.execute(statement, values).fetchall()
        with closing(sqlite3.connect(self.data / "house.sqlite3", timeout=30)) as file:
            return file.execute(statement.replace("%s", "?"), values).fetchall()

    def child(self, name: str) -> int:
        """Return the process ID of a child of `serve` by a name in its command line, such as "beat" or "bots1@"."""
        found = next((pid for _, pid in self.children(name)), None)
        if found is None:
            raise LookupError(f"{name} does not run")
        return found

    def children(self, *names: str) -> Iterator[tuple[str, int]]:
        """Return all children of `serve` with one of these names in their command lines, as names and process IDs."""
        assert self.process
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                status, command = (entry / "stat").read_text(), (entry / "cmdline").read_text()
                parent = int(status.rpartition(")")[2].split()[1])
                if parent == self.process.pid:
                    yield from ((name, int(entry.name)) for name in names if name in command)

    def _own_services(self) -> None:
        if not self._server:
            return
        self._name = f"house_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{self._name}"')
        number = 32 + uuid.uuid4().int % 96
        redis_url = f"{self.environment['REDIS_URL'].rsplit('/', 1)[0]}/{number}"
        redis.Redis.from_url(redis_url).flushdb()
        database_url = urlunsplit(urlsplit(self._server)._replace(path=f"/{self._name}"))
        self.environment |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        self.environment.setdefault("SECRET_KEY", "a key for tests that is long enough, and no secret")

    def _drop_services(self) -> None:
        if not self._server:
            return
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(f'DROP DATABASE IF EXISTS "{self._name}" WITH (FORCE)')

"""PostgreSQL and Redis servers that run on free ports during the tests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

PATIENCE = 20.0
PROXY_PACKAGES = {"caddy": "caddy", "nginx": "nginx-light"}
"""Programs, and the Debian packages that have them."""


@dataclass(frozen=True)
class Services:
    """The URLs of the servers, as environment variables."""

    database_url: str
    redis_url: str

    @property
    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


def missing() -> list[str]:
    """Return the required Debian packages that aren't installed."""
    wanted = {"postgresql": postgres_folder(), "redis-server": shutil.which("redis-server")}
    return [package for package, found in wanted.items() if not found]


def missing_proxies() -> list[str]:
    """Return the Debian packages of proxies that aren't installed."""
    return [package for program, package in PROXY_PACKAGES.items() if not find_program(program)]


def find_program(name: str) -> str | None:
    """Return the path of a program. Debian keeps some servers in /usr/sbin, which isn't always on the PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


def postgres_folder() -> Path | None:
    """Return the folder with initdb and postgres. Debian keeps them outside PATH, in a folder for each version."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def services() -> Iterator[Services]:
    """Start both servers, and stop them afterward."""
    with postgres() as database_url, redis_server() as redis_url:
        yield Services(database_url, redis_url)


class Server:
    """A server in its own folder, which can be killed and then restarted there."""

    def __init__(
        self, folder: Path, command: list[str | Path], answers: Callable[[], object], user: str | None = None
    ) -> None:
        self.folder, self.command, self.answers, self.user = folder, command, answers, user
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        """Start the server and wait until it responds."""
        with self.log.open("a") as out:
            self.process = subprocess.Popen(
                self.command,
                user=self.user,
                cwd=self.folder,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while not _answered(self.answers):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"{Path(self.command[0]).name} does not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server and all processes that it has started, whatever they're doing."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.kill()


@contextmanager
def postgres() -> Iterator[str]:
    """Start a new server without durability, which makes it fast, and yield its URL."""
    with killable_postgres("fsync=off", "full_page_writes=off", "synchronous_commit=off") as (_, url):
        yield url


@contextmanager
def killable_postgres(*options: str, port: int | None = None) -> Iterator[tuple[Server, str]]:
    """Start a new server, and yield it and its URL."""
    programs = postgres_folder()
    if not programs:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    port = port or free_port()
    with _folder("postgres") as folder:
        user = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
        data = folder / "data"
        create = [programs / "initdb", "-D", data, "-U", "house"]
        create += ["--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(create, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        options = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", *options)
        command = [programs / "postgres", "-D", data, "-p", str(port)]
        command += [part for option in options for part in ("-c", option)]
        url = f"postgresql://house@127.0.0.1:{port}/postgres"
        with _running(Server(folder, command, lambda: psycopg.connect(url).close(), user)) as server:
            yield server, url


@contextmanager
def redis_server(port: int | None = None) -> Iterator[str]:
    """Start a new server that writes nothing to disk, and yield its URL."""
    with killable_redis(port) as (_, url):
        yield url


@contextmanager
def killable_redis(port: int | None = None) -> Iterator[tuple[Server, str]]:
    """Start a new server, and yield it and its URL. It loses all data when it's restarted."""
    port = port or free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with _folder("redis") as folder:
        command: list[str | Path] = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--databases", "128"]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _running(Server(folder, command, lambda: redis.Redis.from_url(url).ping())) as server:
            yield server, url


def free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _folder(name: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=f"house-{name}-"))
    try:
        if name == "postgres" and os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        server.end()


def _answered(question: Callable[[], object]) -> bool:
    try:
        question()
    except (psycopg.OperationalError, redis.RedisError):
        return False
    return True

"""PostgreSQL and Redis of our own, on free ports, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
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


@dataclass(frozen=True)
class Services:
    """Where they are, in the form of the environment."""

    database_url: str
    redis_url: str

    @property
    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


def missing() -> list[str]:
    """Debian packages that are needed and not installed."""
    wanted = {"postgresql": postgres_folder(), "redis-server": shutil.which("redis-server")}
    return [package for package, found in wanted.items() if not found]


def postgres_folder() -> Path | None:
    """Where initdb and postgres lie. Debian keeps them outside PATH, a folder for each version."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def services() -> Iterator[Services]:
    """Both, started and ended."""
    with postgres() as database_url, redis_server() as redis_url:
        yield Services(database_url, redis_url)


@contextmanager
def postgres() -> Iterator[str]:
    """A fresh server without safety for the data, which makes it fast; its URL."""
    programs = postgres_folder()
    if not programs:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    port = free_port()
    with _folder("postgres") as folder:
        user = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
        data = folder / "data"
        create = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "house",
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(create, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": "200",
        }
        command = [programs / "postgres", "-D", data, "-p", str(port)]
        command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        url = f"postgresql://house@127.0.0.1:{port}/postgres"
        with _running(command, folder, user, lambda: psycopg.connect(url).close()):
            yield url


@contextmanager
def redis_server(port: int | None = None) -> Iterator[str]:
    """A fresh server that keeps nothing on disk; its URL."""
    port = port or free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with _folder("redis") as folder:
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--databases", "128"]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _running(command, folder, None, lambda: redis.Redis.from_url(url).ping()):
            yield url


def free_port() -> int:
    """A port that nobody listens at just now."""
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
def _running(
    command: list[str | Path], folder: Path, user: str | None, answers: Callable[[], object]
) -> Iterator[None]:
    log = folder / "log"
    with log.open("w") as out:
        process = subprocess.Popen(command, user=user, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _answered(answers):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{Path(command[0]).name} does not start:\n{log.read_text()}")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def _answered(question: Callable[[], object]) -> bool:
    try:
        question()
    except (psycopg.OperationalError, redis.RedisError):
        return False
    return True

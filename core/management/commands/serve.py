"""`manage.py serve`: migrates the database, and runs the site, its workers, and beat."""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any, TextIO

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from core.server.static_build import collect_static

LOOK_EVERY = 0.1
LONGEST_PAUSE = 5.0
PATIENCE = 15.0  # how long a child may take to finish what it is doing
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1
EVERYWHERE = ("0.0.0.0", "::")
CELERY = ("celery", "--quiet", "--skip-checks", "--app", "core")
"""The start of the command of each Celery process.

It skips system checks, because `serve` has already run them. They would load all views, and background work doesn't
need those 30 MB.
"""


class ChildProcess:
    """A process that the `serve` command starts, and restarts when it ends. Its output is printed with its name."""

    def __init__(self, name: str, command: Sequence[str], out: TextIO, niceness: int = 0) -> None:
        self.name, self.command, self.out, self.niceness = name, command, out, niceness
        self.pause = 0.0
        self.started = 0.0
        self.process: subprocess.Popen[str] | None = None
        self.start_process()

    def start_process(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.command],
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=self._configure_process,
        )
        threading.Thread(target=self._forward_output, args=(self.process,), daemon=True).start()

    def _configure_process(self) -> None:
        _set_parent_death_signal()
        os.nice(self.niceness)

    def _forward_output(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self.write_line(line.rstrip())

    def write_line(self, line: str) -> None:
        self.out.write(f"{self.name:<6} | {line}\n")
        self.out.flush()

    def restart_if_ended(self) -> None:
        """Restart the process if it has ended.

        If it keeps ending soon after its start, the pauses before restarts get longer, up to `LONGEST_PAUSE` seconds.
        """
        if self.process is not None:
            if self.process.poll() is None:
                return
            self.write_line(f"ended with exit code {self.process.returncode}, so it’s being restarted")
            self._kill_process_group()
            self.process = None
            lived_well = time.monotonic() - self.started > 30
            self.pause = 0.2 if lived_well or not self.pause else min(self.pause * 2, LONGEST_PAUSE)
            self.started = time.monotonic()
        if time.monotonic() - self.started > self.pause:
            self.start_process()

    def terminate_process(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        if not self.process:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.write_line("didn’t end in time, so it’s being killed")
        self._kill_process_group()

    def _kill_process_group(self) -> None:
        """Kill the process group, which includes all processes that the child has started."""
        assert self.process
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _set_parent_death_signal() -> None:
    """Make Linux send SIGTERM to this child process if its parent, this command, is killed."""
    if LIBC:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Command(BaseCommand):
    help = "Run the site, live streams, and background work until you press Ctrl+C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", default=8000, type=int)
        parser.add_argument("--workers", default=2, type=int, help="number of bots that can think at once")

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        _check_port_free(host, port)
        names = list_public_hosts(host, settings.ALLOWED_HOSTS)
        os.environ["ALLOWED_HOSTS"] = ",".join({*settings.ALLOWED_HOSTS, *names})
        call_command("prepare")
        connections.close_all()
        if not (settings.DEBUG or settings.STATIC_ROOT):
            os.environ["STATIC_ROOT"] = str(settings.HOUSE_DATA / "static")
            collect_static(settings.HOUSE_DATA / "static")
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, _raise_interrupt)
        children = [
            ChildProcess("web", _build_web_command(host, port), sys.stdout),
            *(
                ChildProcess(f"bots {number}", _build_worker_command(f"bots{number}", "bots"), sys.stdout)
                for number in range(1, workers + 1)
            ),
            ChildProcess("rest", _build_worker_command("background", "background"), sys.stdout, niceness=5),
            ChildProcess("proofs", _build_worker_command("proofs", "proofs"), sys.stdout, niceness=10),
            ChildProcess("clock", _build_beat_command(), sys.stdout),
        ]
        try:
            self._print_url(host, port, names)
            while True:
                for child in children:
                    child.restart_if_ended()
                time.sleep(LOOK_EVERY)
        except KeyboardInterrupt:
            pass
        finally:
            self._end_child_processes(children)

    def _print_url(self, host: str, port: int, names: list[str]) -> None:
        for _ in range(150):
            if _is_listening(host, port):
                break
            time.sleep(LOOK_EVERY)
        here = "[::1]" if host == "::" else "127.0.0.1" if host in ("0.0.0.0", "localhost") else format_url_host(host)
        if host in EVERYWHERE and names:
            self.stdout.write(f"\n  House Rules is running on your network: http://{names[0]}:{port}/")
            self.stdout.write(
                f"                        and on this machine: http://{here}:{port}/   (press Ctrl+C to stop)\n\n"
            )
        else:
            self.stdout.write(f"\n  House Rules is running at http://{here}:{port}/   (press Ctrl+C to stop)\n\n")
        self.stdout.flush()

    def _end_child_processes(self, children: list[ChildProcess]) -> None:
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)
        for child in children:
            child.terminate_process()
        deadline = time.monotonic() + PATIENCE
        for child in children:
            child.wait_or_kill(deadline)


def list_public_hosts(host: str, allowed: Sequence[str]) -> list[str]:
    """Return the host names for the site's URL, the best one first. The site listens at `host`.

    If it listens on all of this machine's addresses, they're names with which other machines can reach it. `allowed`
    are Django's allowed hosts.
    """
    if host not in EVERYWHERE:
        return [format_url_host(host)]
    chosen = [name for name in allowed if name not in settings.THIS_MACHINE and name[0] not in ".*"]
    return chosen or list_own_ip_addresses()


def list_own_ip_addresses() -> list[str]:
    """Return this machine's IP addresses in its network, as they're written in URLs.

    Nothing is sent: the system only chooses a source address.
    """
    found = []
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            found.append(format_url_host(probe.getsockname()[0]))
    return found


def format_url_host(host: str) -> str:
    """Return a host as it's written in a URL. An IPv6 address gets brackets."""
    return f"[{host}]" if ":" in host else host


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _build_web_command(host: str, port: int) -> list[str]:
    return ["core.server", "--host", host, "--port", str(port), "--graceful-shutdown", "1"]


def _build_worker_command(name: str, queue: str) -> list[str]:
    """Return the command of a worker that runs one task of a queue at a time, in its own process.

    A worker with a process pool would hang forever if one of its processes were killed while it waits at the pool's
    queue.
    """
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    one = ["worker", "--pool", "solo", "--queues", queue, "--hostname", f"{name}@%h"]
    return [*CELERY, *one, *quiet]


def _build_beat_command() -> list[str]:
    """Return the command of Celery beat.

    It's a separate process, because if beat ran inside a worker and only beat died, it wouldn't be restarted.
    """
    return [*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="]


def _check_port_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            hint = f"Can’t listen on {host}:{port}: {error.strerror}. Use a different port: make serve PORT={port + 1}"
            raise CommandError(hint) from error


def _is_listening(host: str, port: int) -> bool:
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        socket.create_connection((target, port), timeout=1).close()
    except OSError:
        return False
    return True

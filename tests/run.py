"""`make test`: run the tests on SQLite and in a browser, with one in five of the slow tests.

`make test ALL=1`, or CI set in the environment, runs all of them, repeats those that use the database or the queue on
PostgreSQL and Redis, and runs those that need real processes. `make test SEED=…` repeats another day's slow tests.

Rounds that compute run one after another. Rounds that mostly wait, for real processes or a browser, run at the same
time, and go first when both want the processor. A round's output is printed all at once when the round is over.

All arguments after `python -m tests.run` go to pytest, and then nothing is left out. The exception is
`--require-services`: with it, anything missing is a failure, as it is if CI is set in the environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tests import services
from tests.pages import chromium

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5
NO_RULES = ("--ignore", "tests/games")
"""Tests of the rules know of no site."""
NO_PAGES = tuple(
    f"--ignore=tests/{folder.name}" for folder in sorted(ROOT.glob("tests/*/")) if folder.name not in ("pages", "bench")
)
WITHOUT_PROCESSES = tuple(
    f"--ignore={file.relative_to(ROOT)}"
    for file in sorted(ROOT.glob("tests/**/test_*.py"))
    if "processes" not in file.read_text(encoding="utf-8")
)
"""A file that does not know the word marks no test with it; to collect all the others takes longer than most tests."""
ONE_BY_ONE = ("-n", "2", "--dist", "worksteal")
FILE_BY_FILE = ("-n", "2", "--dist", "loadscope")
"""Whoever starts a site for all tests of a file does so once."""
MEMORY = Path("/dev/shm")
COMPILED = Path(sys.prefix, "compiled")
"""In the virtual environment, which is no part of the source."""
ROOM = 4 << 30
"""Bytes; a run takes a fraction of it."""
telling = threading.Lock()


@dataclass
class Round:
    """A run of pytest, and its result."""

    name: str
    arguments: tuple[str, ...]
    environment: dict[str, str]
    gives_way: bool = False
    code: int = 0
    tests: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    work: float = 0.0
    """Seconds of processor time, with all that the tests have started."""
    failures: list[str] = field(default_factory=list)
    """A line for each test that failed: its name and the first line of its error."""

    def run(self) -> None:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="house-report-") as folder:
            report, said = Path(folder, "report.xml"), Path(folder, "said")
            command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *self.arguments]
            if self.gives_way:
                command = ["nice", *command]
            with said.open("wb") as out:
                process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=out, stderr=out)
                _, status, used = os.wait4(process.pid, 0)
            self.code = process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds, self.work = time.monotonic() - start, used.ru_utime + used.ru_stime
            if report.exists():
                self._count(report)
            with telling:
                print(f"\n== {self.name}", said.read_text(errors="replace").rstrip(), sep="\n", flush=True)
        if self.code == NOTHING_COLLECTED:
            self.code = 0

    def _count(self, report: Path) -> None:
        for suite in ElementTree.parse(report).iter("testsuite"):
            self.tests += int(suite.get("tests", 0))
            self.failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            self.skipped += int(suite.get("skipped", 0))
            for case in suite.iter("testcase"):
                self.failures += [_describe_failure(case, node) for node in case if node.tag in {"failure", "error"}]

    def __str__(self) -> str:
        passed = self.tests - self.failed - self.skipped
        counts = f"{passed:5} passed {self.failed:3} failed {self.skipped:3} skipped"
        ended = f"  (pytest ended with {self.code})" if self.code and not self.failed else ""
        return f"{self.name:<36}{counts} {self.seconds:7.1f} s, of work {self.work:7.1f} s{ended}"


def _describe_failure(case: ElementTree.Element, failure: ElementTree.Element) -> str:
    """Return the test's name and the first line of its error, cut off after 200 characters."""
    message = failure.get("message", "").strip().partition("\n")[0]
    return f"{case.get('classname')}::{case.get('name')}: {message[:200]}"


def main(arguments: list[str]) -> int:
    strict = "--require-services" in arguments or _is_set("CI")
    wanted = tuple(argument for argument in arguments if argument != "--require-services")
    seed = "" if wanted or strict or _is_set("ALL") else os.environ.get("SEED") or date.today().isoformat()
    missing = services.missing()
    proxies, browser = services.missing_proxies(), [] if chromium.installed() else ["chromium"]
    if strict and (missing or proxies or browser):
        print(f"Nothing was run. Install first: apt-get install {' '.join([*missing, *proxies, *browser])}")
        return 1
    start = time.monotonic()
    with ExitStack() as stack:
        folder = stack.enter_context(_folder())
        stack.callback(shutil.rmtree, f"{COMPILED}{folder}", ignore_errors=True)  # of copies of the project
        plain = _environment(strict, folder)
        sampled = (f"--sample={seed}",) if seed else ()
        computing = [_rules_and_site((*sampled, *wanted), plain)]
        waiting = [_pages((*sampled, *wanted), plain)]
        if not seed:
            waiting.append(_processes("SQLite", wanted, plain))
        if not seed and not missing:
            again = plain | stack.enter_context(services.services()).environment
            computing.append(_site_again(wanted, again))
            waiting.append(_processes("PostgreSQL, Redis", wanted, again))
        with ThreadPoolExecutor() as lanes:
            list(lanes.map(_one_after_the_other, (waiting, computing)))
    lacking = browser if seed else missing + proxies + browser
    return _tell(computing + waiting, lacking, time.monotonic() - start, seed)


def _is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true"}


def _rules_and_site(wanted: tuple[str, ...], environment: dict[str, str]) -> Round:
    which = (*ONE_BY_ONE, "-m", "not pages and not processes")
    return Round("SQLite, embedded queue", (*which, *wanted), environment, gives_way=True)


def _site_again(wanted: tuple[str, ...], environment: dict[str, str]) -> Round:
    which = (*ONE_BY_ONE, "-m", "services and not pages and not processes", *NO_RULES)
    return Round("PostgreSQL, Redis", (*which, *wanted), environment, gives_way=True)


def _pages(wanted: tuple[str, ...], environment: dict[str, str]) -> Round:
    return Round("Pages in Chromium", (*ONE_BY_ONE, "-m", "pages", *NO_PAGES, *wanted), environment)


def _processes(name: str, wanted: tuple[str, ...], environment: dict[str, str]) -> Round:
    which = "processes and services" if "DATABASE_URL" in environment else "processes"
    return Round(f"{name}: real processes", (*FILE_BY_FILE, "-m", which, *WITHOUT_PROCESSES, *wanted), environment)


@contextmanager
def _folder() -> Iterator[str]:
    """Create the folder for all temporary files of the run: in memory, if there's room, to avoid a busy disk."""
    with tempfile.TemporaryDirectory(prefix="house-run-", dir=MEMORY if _room_in(MEMORY) else None) as folder:
        Path(folder).chmod(0o755)  # the database server may be another user's
        tempfile.tempdir = folder
        yield folder


def _room_in(memory: Path) -> bool:
    if not memory.is_dir():
        return False
    found = os.statvfs(memory)
    return found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC


def _environment(strict: bool, folder: str) -> dict[str, str]:
    """Return the tests' environment: no services, and a folder for compiled modules if the source has none.

    It's kept for the next run, since each of four processes would need eight seconds to compile everything.
    """
    found = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    if strict:
        found["HOUSE_TEST_REQUIRE"] = "1"
    if found.pop("PYTHONDONTWRITEBYTECODE", ""):
        found["PYTHONPYCACHEPREFIX"] = str(COMPILED)
    return found | {"TMPDIR": folder}


def _one_after_the_other(rounds: list[Round]) -> None:
    for each in rounds:
        each.run()


def _tell(rounds: list[Round], missing: list[str], seconds: float, seed: str) -> int:
    print("\n== Summary")
    print(*rounds, sep="\n")
    for each in rounds:
        for failure in each.failures:
            print(f"  failed: {failure}")
    failed = sum(each.failed for each in rounds)
    skipped = sum(each.skipped for each in rounds)
    passed = sum(each.tests for each in rounds) - failed - skipped
    broken = any(each.code for each in rounds)
    line = f"{passed} passed, {failed} failed, {skipped} skipped in {seconds:.0f} s"
    if missing:
        line += f"; left out for want of programs: apt-get install {' '.join(missing)}"
    if seed:
        print(f"One in five of the slow tests: SEED={seed} repeats them, ALL=1 runs everything.")
    print(f"{'FAILED' if broken else 'PASSED'}: {line}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

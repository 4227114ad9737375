"""`make test`: the suite on SQLite and the embedded queue, then again on PostgreSQL and Redis.

Anything after `python -m tests.run` goes to pytest, except `--require-services`: what is missing is then a failure, as
it is where CI is set in the environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests import services

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5
TWO_AT_A_TIME = ("-n", "2", "--dist", "worksteal")


@dataclass
class Round:
    """One run of pytest, and how it went."""

    name: str
    arguments: tuple[str, ...]
    environment: dict[str, str]
    code: int = 0
    tests: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0

    def run(self) -> None:
        print(f"\n== {self.name}", flush=True)
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="house-report-") as folder:
            report = Path(folder, "report.xml")
            command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *self.arguments]
            self.code = subprocess.run(command, cwd=ROOT, env=self.environment, check=False).returncode
            self.seconds = time.monotonic() - start
            if report.exists():
                self._count(report)
        if self.code == NOTHING_COLLECTED:
            self.code = 0

    def _count(self, report: Path) -> None:
        for suite in ElementTree.parse(report).iter("testsuite"):
            self.tests += int(suite.get("tests", 0))
            self.failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            self.skipped += int(suite.get("skipped", 0))

    def __str__(self) -> str:
        passed = self.tests - self.failed - self.skipped
        counts = f"{passed:5} passed {self.failed:3} failed {self.skipped:3} skipped"
        ended = f"  (pytest ended with {self.code})" if self.code and not self.failed else ""
        return f"{self.name:<44}{counts} {self.seconds:7.1f} s{ended}"


def main(arguments: list[str]) -> int:
    strict = "--require-services" in arguments or os.environ.get("CI", "").lower() in {"1", "true"}
    wanted = tuple(argument for argument in arguments if argument != "--require-services")
    missing = services.missing()
    chromium = [] if shutil.which("chromium") else ["chromium"]
    if strict and (missing or chromium):
        print(f"Nothing was run. Install first: apt-get install {' '.join(missing + chromium)}")
        return 1
    with ExitStack() as stack:
        plain = _environment(strict)
        rounds = _rounds("SQLite, embedded queue", wanted, plain)
        rounds.append(Round("Pages in Chromium", ("-m", "pages", *wanted), plain))
        if not missing:
            started = stack.enter_context(services.services())
            again = ("--ignore", "tests/games", *wanted)
            rounds += _rounds("PostgreSQL, Redis", again, {**plain, **started.environment})
        for each in rounds:
            each.run()
    return _tell(rounds, missing + chromium)


def _environment(strict: bool) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return {**ours, "HOUSE_TEST_REQUIRE": "1"} if strict else ours


def _rounds(name: str, wanted: tuple[str, ...], environment: dict[str, str]) -> list[Round]:
    return [
        Round(name, (*TWO_AT_A_TIME, "-m", "not pages and not processes", *wanted), environment),
        Round(f"{name}: real processes", ("-m", "processes and not pages", *wanted), environment),
    ]


def _tell(rounds: list[Round], missing: list[str]) -> int:
    print("\n== Summary")
    print(*rounds, sep="\n")
    failed = sum(each.failed for each in rounds)
    skipped = sum(each.skipped for each in rounds)
    passed = sum(each.tests for each in rounds) - failed - skipped
    seconds = sum(each.seconds for each in rounds)
    broken = any(each.code for each in rounds)
    line = f"{passed} passed, {failed} failed, {skipped} skipped in {seconds:.0f} s"
    if missing:
        line += f"; left out for want of programs: apt-get install {' '.join(missing)}"
    print(f"{'FAILED' if broken else 'PASSED'}: {line}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A game is one folder: two small ones are dropped into a copy of the project, and everything there takes them in.

One lies beside this file, the other is that of the guide, whose blocks are its files.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = Path(__file__).parent / "high_card"
GUIDE = ROOT / "games" / "README.md"
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEARD = re.compile(r"games[./]high_card|High Card")
PARTS = ("manage.py", "pyproject.toml", "uv.lock", "core", "games", "variants", "templates", "tests")
CHECKS = (
    "tests/test_every_game.py",
    "tests/games",
    "--ignore=tests/games/test_slips.py",
    "tests/play/test_moving.py",
    "tests/play/test_views.py",
)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The project with two folders more."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / part)
    shutil.copytree(GAME, tmp_path / "games" / GAME.name)
    for name, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        path = tmp_path / "games" / "plain_tricks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("game", "checks", "least"),
    [("high-card", (), 300), ("plain-tricks", CHECKS, 200)],
    ids=["high-card", "plain-tricks"],
)
def test_a_game_is_one_folder(copied: Path, game: str, checks: tuple[str, ...], least: int) -> None:
    """All that is asked of a game is asked of the one, and most of it of the guide's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    asked = (
        "-p",
        "no:cacheprovider",
        "-k",
        game,
        "-m",
        "not pages and not processes",
        "--ignore=tests/one_folder",
        *checks,
    )
    command = [sys.executable, "-m", "pytest", *asked]
    done = subprocess.run(command, cwd=copied, env=kept, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > least, done.stdout[-500:]


def managed(copied: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """What a command of the copied project says."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=copied,
        env={**os.environ, "HOUSE_DATA": str(copied / "data")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("game", "clauses"), [("high-card", "6"), ("plain-tricks", "7")])
def test_its_coverage_is_that_of_a_whole_game(copied: Path, game: str, clauses: str) -> None:
    done = managed(copied, "coverage", game)
    assert done.returncode == 0, done.stderr[-2000:]
    assert [clauses, "clauses", *["100%"] * 6] in [line.split() for line in done.stdout.splitlines()]


def test_what_is_written_in_the_guide_holds(copied: Path) -> None:
    done = managed(copied, "lint", "plain-tricks")
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_project_has_not_heard_of_it() -> None:
    for part in PARTS[3:-1]:
        for path in (ROOT / part).rglob("*"):
            if path.suffix in (".py", ".html", ".js", ".css", ".md", ".toml"):
                assert not HEARD.search(path.read_text(encoding="utf-8")), path

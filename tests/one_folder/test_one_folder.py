"""A game is one folder: a small one is dropped into a copy of the project, and everything there takes it in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = Path(__file__).parent / "high_card"
PARTS = ("manage.py", "pyproject.toml", "uv.lock", "core", "games", "variants", "templates", "tests")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The project with one folder more."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / part)
    shutil.copytree(GAME, tmp_path / "games" / GAME.name)
    return tmp_path


def test_a_game_is_one_folder(copied: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    asked = ("-p", "no:cacheprovider", "-k", "high-card", "-m", "not pages and not processes")
    command = [sys.executable, "-m", "pytest", *asked]
    done = subprocess.run(command, cwd=copied, env=kept, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 300, done.stdout[-500:]


def test_its_coverage_is_that_of_a_whole_game(copied: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "coverage", "high-card"],
        cwd=copied,
        env={**os.environ, "HOUSE_DATA": str(copied / "data")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert ["6", "clauses", *["100%"] * 6] in [line.split() for line in done.stdout.splitlines()]


def test_the_project_has_not_heard_of_it() -> None:
    for part in PARTS[3:-1]:
        for path in (ROOT / part).rglob("*"):
            if path.suffix in (".py", ".html", ".js", ".css", ".md", ".toml"):
                assert "high-card" not in path.read_text(encoding="utf-8"), path

"""A game is one folder: two small ones are dropped into a copy of the project, and everything there takes them in.

One lies beside this file, the other is that of the guide, whose blocks are its files.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = Path(__file__).parent / "high_card"
GUIDE = ROOT / "games" / "README.md"
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEARD = re.compile(r"games[./]high_card|High Card")
GAMES = ("high-card", "plain-tricks")
CHOSEN = "(high-card or (plain-tricks and not steady_beats)) and not by_house_rules_too"
"""The guide's bots differ by too little."""
LINES = 150
"""So many at most has a game with everything that a game has, as the guide says."""
NOT_OF_GAMES = ("--ignore=tests/one_folder", "--ignore=tests/api/test_schemathesis.py")
"""The second asks nothing of each game, and takes seconds to collect."""
ASKED = 280
"""So many tests at least have the name of a game."""
PARTS = ("ARCHITECTURE.md", "manage.py", "pyproject.toml", "uv.lock", "core", "games", "variants", "templates", "tests")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with two folders more."""
    copy = tmp_path_factory.mktemp("project")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, copy / part)
        else:
            shutil.copy(source, copy / part)
    shutil.copytree(GAME, copy / "games" / GAME.name)
    for name, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        path = copy / "games" / "plain_tricks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return copy


@pytest.mark.slow
def test_a_game_is_one_folder(copied: Path) -> None:
    """All that is asked of a game is asked of both."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    report = copied / "report.xml"
    command = [
        *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}"),
        *("-k", CHOSEN, "-m", "not pages and not processes", *NOT_OF_GAMES),
    ]
    done = subprocess.run(command, cwd=copied, env=kept, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    asked = [case.get("name", "") for case in ElementTree.parse(report).iter("testcase")]
    for game in GAMES:
        assert sum(game in name for name in asked) > ASKED, game


def test_a_small_game_is_short() -> None:
    files = [path for path in GAME.rglob("*.*") if path.suffix in (".py", ".md", ".toml")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= LINES


def managed(copied: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Return what a command of the copied project says."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=copied,
        env={**os.environ, "HOUSE_DATA": str(copied / "data")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "clauses"), [("high-card", "4"), ("plain-tricks", "7")])
def test_its_coverage_is_that_of_a_whole_game(copied: Path, game: str, clauses: str) -> None:
    done = managed(copied, "coverage", game)
    assert done.returncode == 0, done.stderr[-2000:]
    assert [clauses, "clauses", *["100%"] * 6] in [line.split() for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_what_is_written_in_the_guide_holds(copied: Path) -> None:
    done = managed(copied, "lint", "plain-tricks")
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.slow
def test_a_rulebook_that_cannot_be_read_is_a_line_and_no_traceback(copied: Path) -> None:
    """It is read when the game is imported, which is before the command begins."""
    rulebook = copied / "games" / "plain_tricks" / "rulebook.md"
    written = rulebook.read_text(encoding="utf-8")
    rulebook.write_text(f"{written}\n#### Nothing\n", encoding="utf-8")
    done = managed(copied, "lint", "plain-tricks")
    rulebook.write_text(written, encoding="utf-8")
    line = len(written.splitlines()) + 2
    assert done.returncode == 1
    assert done.stderr == f"plain_tricks/rulebook.md, line {line}: this heading has no clause id: #### Nothing\n"


def test_the_project_has_not_heard_of_it() -> None:
    for part in PARTS[3:-1]:
        for path in (ROOT / part).rglob("*"):
            if path.suffix in (".py", ".html", ".js", ".css", ".md", ".toml"):
                assert not HEARD.search(path.read_text(encoding="utf-8")), path

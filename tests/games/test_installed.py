"""The engine by itself: built, installed somewhere else, and used there by a Python that has nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.api.docs import ENGINE, split_fenced_code

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
MARK = "-- next --"
ALONE = "import sys; sys.path.insert(0, sys.argv[1])\n"
USED = """
from random import Random
import games
from games.engine.examples import read_examples

assert games.__file__.startswith(sys.argv[1]), games.__file__
for game in games.all_games().values():
    rng = Random(game.slug)
    table = games.Table(game, game.options(), game.seats[0])
    while not table.is_over:
        table.play_dealer_moves(rng)
        for seat in table.state.waiting[:1]:
            table.play_move(seat, game.draw_random_move(table.state, seat, rng))
    steps = sum(len(lesson.list_valid_steps(game, game.options())) for lesson in game.lessons)
    sections = game.rulebook.render_sections(game.options())
    held = sum(entry.is_in_force for section in sections for entry in section.entries)
    examples = len(read_examples(game))
    assert table.state.match.over and steps and held and examples
    print(game.slug, len(table.record.moves), steps, held, examples, *sorted(game.bots))
assert not [name for name in sys.modules if name.partition(".")[0] in ("django", "core", "variants", "numpy")]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the engine, without asking any index."""
    folder = tmp_path_factory.mktemp("installed")
    install = (
        *PIP,
        "install",
        "--no-index",
        "--no-build-isolation",
        "--no-compile",
        "--target",
        str(folder),
        str(ROOT),
    )
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-1000:]}{done.stderr[-2000:]}"
    return folder


def alone(installed: Path, program: str, folder: Path) -> str:
    """Return what a program prints, run in a folder by a Python with the installed engine and its standard library."""
    command = (sys.executable, "-I", "-S", "-c", ALONE + program, str(installed))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def files(folder: Path) -> set[str]:
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    return {name for name in found if "__pycache__" not in name and ".dist-info" not in name}


@pytest.mark.slow
def test_what_is_installed_is_the_games_with_their_data_and_needs_nothing(installed: Path) -> None:
    assert files(installed) == {f"games/{name}" for name in files(ROOT / "games")}
    about = next(installed.glob("*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert "\nRequires-Python: >=3.11" in about
    assert "\nRequires-Dist:" not in about


@pytest.mark.slow
def test_every_game_is_played_read_and_taught_where_nothing_else_is(installed: Path, tmp_path: Path) -> None:
    games = sorted(path.parent.name.replace("_", "-") for path in (ROOT / "games").glob("*/rulebook.md"))
    assert sorted(line.split()[0] for line in alone(installed, USED, tmp_path).splitlines()) == games


@pytest.mark.slow
def test_the_page_on_the_engine_runs_as_it_stands(installed: Path, tmp_path: Path) -> None:
    """Its code is run from top to bottom; what it says is printed, is."""
    code: list[str] = []
    wanted: dict[int, str] = {}
    for kind, text in split_fenced_code(ENGINE.read_text(encoding="utf-8")):
        if kind == "python":
            code.append(text)
        elif kind == "text":
            wanted[len(code) - 1] = text
    printed = alone(installed, f"print({MARK!r})\n".join(code), tmp_path).split(f"{MARK}\n")
    assert len(wanted) == 3
    assert {place: printed[place] for place in wanted} == wanted

"""A lesson that says “press **Meld**” names a button that's there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import games
from games.engine.game import Game

PRESSED = re.compile(r"[Pp]ress(?:ing)? \*\*(.+?)\*\*")
AMOUNT = re.compile(r"(?: to)? \d+$")
COMPUTED = {"Ace high"}
"""A declaration that can only be one hand is the button of its kind."""


def read_files(folder: Path, pattern: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob(pattern))


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_a_button_that_a_lesson_names_is_there(game: Game[Any]) -> None:
    folder = Path("games", game.slug.replace("-", "_"))
    code = (
        read_files(folder, "*.py") + read_files(Path("games/kit"), "*.py") + read_files(Path("core/static/js"), "*.js")
    )
    named = {AMOUNT.sub("", name) for name in PRESSED.findall(read_files(folder, "lessons/*.toml"))}
    assert named, "no lesson names a button"
    assert not {name for name in named - COMPUTED if f'"{name}' not in code and f"'{name}" not in code}

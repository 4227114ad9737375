"""A lesson that says “press **Meld**” names a button that's there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.words import capitalize_first

PRESSED = re.compile(r"[Pp]ress(?:ing)? \*\*(.+?)\*\*")
AMOUNT = re.compile(r"(?: to)? \d+$")
OTHERS = {"New meld", "All in", "Ace high"}
"""Buttons that aren't those of a verb: for arranging melds, for all chips, and for the only hand of a kind."""


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_a_button_that_a_lesson_names_is_there(game: Game[Any]) -> None:
    folder = Path("games", game.slug.replace("-", "_"), "lessons")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.toml"))
    labels = {verb.label or capitalize_first(verb.words) for verb in game.verbs.values()}
    named = {AMOUNT.sub("", name) for name in PRESSED.findall(texts)}
    assert not named - labels - OTHERS

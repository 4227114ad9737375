"""What the tests of puzzles share: puzzles of a theme, and answers to them that are wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import games
from games.engine.game import Game
from games.engine.puzzle import Puzzle, Setup, Void


@cache
def _made(slug: str, theme: str, preset: str, seed: int) -> tuple[str, Puzzle] | None:
    game = games.get(slug)
    kind = next(one for one in game.themes if one.slug == theme)
    options = game.options.preset(preset)
    try:
        setup = json.dumps(kind.make(Random(f"{preset} {seed}"), options))
    except Void:
        return None
    return setup, kind.pose(json.loads(setup), options)


def posed(slug: str, theme: str, preset: str, seeds: range) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a game's theme, each with its setup as JSON gave it back."""
    for seed in seeds:
        found = _made(slug, theme, preset, seed)
        if found is not None:
            yield json.loads(found[0]), found[1]


def wrong_answers(game: Game[Any], puzzle: Puzzle) -> list[Any]:
    """Answers that differ from the key."""
    ids = [option.id for option in puzzle.options]
    if puzzle.form == "tick":
        return [sorted(set(ids) ^ set(puzzle.key)), sorted(set(puzzle.key) ^ {ids[0]})]
    if puzzle.form == "one":
        return [id for id in ids if id != puzzle.key]
    if puzzle.form == "number":
        return [puzzle.key + 1, str(puzzle.key - 2)]
    if puzzle.form == "match":
        labels = [label for label, _ in puzzle.labels]
        return [{**puzzle.key, ids[0]: next(label for label in labels if label != puzzle.key[ids[0]])}]
    verb = next(name for name, verb in game.verbs.items() if not verb.chance)
    return [[f"{verb} 2C 7D 9S"], *(id for id in ids[:1] if puzzle.key != id)]

"""Puzzles and steps follow from what their pages show: a few of each, `python -m tests.games.displayed` for many."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.puzzle import PuzzleTheme
from tests.games.displayed import Shown, asking_steps, look_at_kind, look_for_another, open_step, shown_by
from tests.games.fresh import offered
from tests.games.posing import posed

GAMES = list(games.all_games().values())
KINDS = [(game, theme) for game in GAMES for theme in game.puzzle_themes]
PUZZLES, TRIES, SECONDS = 4, 40, 20.0

TOLD: dict[str, tuple[str, ...]] = {
    "court-twelve-tricks": ("tricks", "playing_on"),
    "thirteen-no-penalty": ("hands", "playing_on"),
    "losing-last-standing": ("hands", "match"),
    "game-level": ("hands", "match"),
    "turn-own-card": ("stock",),
    "aces-club-four": ("stock",),
    "leaving-partners": ("piles",),
    "leaving-own-flip": ("stock",),
    "triples-from-stock": ("stock",),
    "triples-four": ("piles",),
    "end-last-turn": ("stock",),
    "turned-jack": ("hands",),
    "two-to-the-right": ("round",),
    "five-players": ("round",),
    "word-ante": ("phase",),
    "both": ("hands", "owed"),
}
"""Steps whose words tell what isn't to be seen, by id, with the keys of the position that the words tell."""


@pytest.mark.parametrize(("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS])
def test_a_puzzle_is_solved_by_what_its_page_shows(game: Game[Any], theme: PuzzleTheme) -> None:
    options = offered(game, theme)
    assert options is not None
    looked = look_at_kind(game, theme, options, PUZZLES, TRIES, SECONDS)
    assert looked.number
    assert not looked.open, str(looked.open[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_step_is_answered_by_what_its_page_shows(game: Game[Any]) -> None:
    steps = [*asking_steps(game, game.options())]
    opened = {
        step.id: other
        for lesson, step in steps
        if (other := open_step(game, game.options(), lesson, step, Random(step.id), TRIES, TOLD.get(step.id, ())))
    }
    assert not opened, {id: str(other) for id, other in opened.items()}


def test_what_a_page_does_not_show_is_found_out() -> None:
    """The search itself: of a Beggar’s table without what is owed, and of one without anything hidden."""
    game = games.get("beggar-my-neighbor")
    theme = next(theme for theme in game.puzzle_themes if theme.slug == "what-is-so")
    options = game.options()
    found = (puzzle for _, puzzle in posed(game.slug, theme.slug, options.__class__.presets[0].name, range(30)))
    puzzle = next(one for one in islice(found, 30) if one.form == "number" and "left" in one.question)

    def shown(position: dict[str, Any], blind: bool) -> Shown:
        state = game.load_position({**position, "seats": puzzle.position["seats"]})
        whole = shown_by(game, puzzle)
        screen = game.build_screen(game.build_view(state, 0))
        kept = tuple(zone for zone in screen.zones if not blind or zone.id == "pile")
        seen = whole._replace(screen=type(screen)(0, kept, ()), answer=len(state.hands[1]))
        return seen._replace(words=(len(state.list_cards()),))

    position = {key: value for key, value in puzzle.position.items() if key not in ("game", "options", "seats")}
    assert look_for_another(position, lambda one: shown(one, blind=True), Random(1), 400)
    assert not look_for_another(position, lambda one: shown(one, blind=False), Random(1), 400)

"""What a refusal, a hint, or a coach note offers can be pressed, and the board stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import games
from core.practice.themes import find_sample_puzzle
from games.engine.game import Game
from tests.pages.chromium import watched
from tests.pages.controls import Walk
from tests.pages.measure import SIZES, steps

GAMES = list(games.all_games().values())
STEPS = 2
"""So many steps of each kind of a course; `python -m tests.pages.controls` walks all steps and kinds of puzzle."""


EACH = [(game, size) for at, game in enumerate(GAMES) for size in list(SIZES)[at % 2 : at % 2 + 1]]
"""Each game at one size; the module above walks both."""
each = pytest.mark.parametrize(("game", "size"), EACH, ids=lambda one: str(one))
other = pytest.mark.parametrize(
    ("game", "size"), [(game, "desk" if size == "phone" else "phone") for game, size in EACH], ids=lambda one: str(one)
)


@pytest.fixture
def page(size: str, browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page of a size, touched on a phone."""
    device = {"viewport": SIZES[size], "has_touch": size == "phone"}
    with browser.new_context(**{**browser_context_args, **device}) as context:
        page = watched(context.new_page())
        yield page
        assert not page.complaints, page.complaints


@pytest.mark.parametrize("size", SIZES)
def test_on_the_home_page_every_control_of_a_notice_leaves_the_board(page: Page) -> None:
    walk = Walk(page)
    walk.step("/", GAMES[0], next(steps(GAMES[0].slug))[1], "home")
    assert not walk.lost, walk.lost
    assert set(walk.pressed) == {"home: refusal", "home: hint"}


@each
def test_in_lessons_every_control_of_a_notice_leaves_the_board(page: Page, game: Game[Any]) -> None:
    walk = Walk(page)
    for kind in ("do", "try-illegal", "choose"):
        of_kind = [(address, place) for address, place in steps(game.slug) if place.step.kind == kind]
        for address, place in islice(of_kind, len(of_kind) // 3, None, max(1, len(of_kind) // STEPS)):
            walk.step(address, game, place)
    assert not walk.lost, walk.lost
    assert walk.pressed


@each
def test_in_puzzles_every_control_of_a_notice_leaves_the_board(page: Page, game: Game[Any]) -> None:
    walk = Walk(page)
    played = [
        theme
        for theme in game.puzzle_themes
        if (one := find_sample_puzzle(theme, game.options())) and one.form == "play"
    ]
    for theme in played or game.puzzle_themes[:1]:
        walk.puzzle(game, theme.slug)
    assert not walk.lost, walk.lost


@other
def test_at_tables_every_control_of_a_notice_leaves_the_board(page: Page, game: Game[Any]) -> None:
    walk = Walk(page)
    walk.table(game)
    assert not walk.lost, walk.lost
    assert {"table: legal moves", *(["table: hint"] if game.decides else [])} <= set(walk.pressed)

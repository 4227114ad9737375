"""Levels of puzzles: what is rated low is easy, unless its table shows more than a beginner takes in."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest
from django.test import Client

import games
from core.practice.levels import Level, compute_level
from core.practice.models import Puzzle
from core.practice.next_puzzle import find_puzzle_in_collection
from core.practice.themes import (
    LearnerReadiness,
    find_sample_puzzle,
    find_sample_setup_and_puzzle,
    list_available_themes,
)
from games.engine.puzzle import Puzzle as Posed

GAME = games.get("vazhushal")
OPTIONS = GAME.options()
WIPES = next(theme for theme in GAME.puzzle_themes if theme.slug == "legal-wipes")
PAGE = "/practice/vazhushal/"


def posed_with(**position: Any) -> Posed:
    """The wipe puzzle that is the sample of its kind, with a table that shows other things."""
    posed = find_sample_puzzle(WIPES, OPTIONS)
    assert posed
    return replace(posed, position={**posed.position, **position}, rating=800)


@pytest.mark.parametrize(
    ("shown", "level"),
    [
        ({"seats": 5}, Level.EASY),
        ({"seats": 6}, Level.MEDIUM),
        ({"melds": [["2C 3C 4C"] * 4] * 2}, Level.EASY),
        ({"melds": [["2C 3C 4C"] * 3] * 3}, Level.MEDIUM),
        ({"line": "2C " * 12}, Level.EASY),
        ({"line": "2C " * 13}, Level.MEDIUM),
    ],
)
def test_what_shows_much_is_not_easy(shown: dict[str, Any], level: Level) -> None:
    assert compute_level(800, posed_with(**shown)) is level


def test_players_who_are_not_shown_do_not_count() -> None:
    assert compute_level(800, replace(posed_with(seats=6), zones=("hand-0",))) is Level.EASY


@pytest.mark.parametrize(("rating", "level"), [(1100.4, "easy"), (1101, "medium"), (1350.4, "medium"), (1351, "hard")])
def test_how_people_did_decides(rating: float, level: str) -> None:
    assert compute_level(rating, posed_with(seats=3)) == level


def keep(posed: Posed) -> Puzzle:
    """Save a puzzle into the site's collection."""
    setup = find_sample_setup_and_puzzle(WIPES, OPTIONS)
    assert setup
    return Puzzle.save_question_as_puzzle(GAME, OPTIONS, setup[0], posed, kept=True)


@pytest.mark.django_db
def test_a_beginner_is_not_asked_among_six_players() -> None:
    """It stands first, as its rating is the ideal one."""
    many, few = keep(posed_with(seats=6)), keep(replace(posed_with(seats=2), rating=950))
    for aim, puzzle in ((800, few), (1200, few), (1100, few)):
        assert find_puzzle_in_collection(None, GAME, OPTIONS, [WIPES], LearnerReadiness(None, aim)) == puzzle
    assert (
        find_puzzle_in_collection(None, GAME, OPTIONS, [WIPES], LearnerReadiness(None, 1150, level=Level.MEDIUM))
        == many
    )


@pytest.mark.django_db
def test_a_generated_puzzle_for_a_beginner_shows_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what the generator finds, only the last has few players."""
    seats = chain([6, 6, 6, 6], repeat(3))
    theme = replace(WIPES, pose=lambda setup, options: replace(posed_with(seats=next(seats))))
    monkeypatch.setattr(GAME, "puzzle_themes", (theme,))
    puzzle = Puzzle.generate_puzzle(GAME, OPTIONS, theme.slug, reach=LearnerReadiness(None, 800))
    assert puzzle.engine_puzzle.position["seats"] == 3


@pytest.mark.django_db
@pytest.mark.parametrize("level", Level)
def test_the_practice_page_lists_the_kinds_of_one_level(as_anna: Client, level: Level) -> None:
    page = as_anna.get(PAGE, {"level": level}).text
    samples = {theme.slug: find_sample_puzzle(theme, OPTIONS) for theme in list_available_themes(GAME, OPTIONS)}
    of_level = {slug for slug, posed in samples.items() if posed and compute_level(posed.rating, posed) is level}
    assert set(re.findall(r'name="theme" value="([a-z-]+)"', page)) == of_level
    assert f'<a href="{PAGE}?level={level}" aria-current="page">{level.label}</a>' in page


@pytest.mark.django_db
def test_the_next_puzzle_has_the_level_that_was_chosen(as_anna: Client) -> None:
    page = as_anna.post(f"{PAGE}new/", {"theme": "which-are-wild", "level": "easy"}, follow=True)
    assert page.redirect_chain[-1][0].endswith("?theme=which-are-wild&level=easy")
    puzzle = Puzzle.objects.latest("pk")
    assert f'<span class="puzzle-level">{puzzle.level.label}</span>' in page.text
    answered = as_anna.post(
        f"{puzzle.get_absolute_url()}answer/", {"answer": puzzle.engine_puzzle.key, "level": "easy"}
    ).text
    assert '<input type="hidden" name="level" value="easy">' in answered.partition('id="next-puzzle"')[2]

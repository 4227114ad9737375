"""A kind of puzzle that is offered is always asked, also where chance brings none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games
from core.practice import models
from core.practice.models import Puzzle
from core.practice.themes import list_available_themes
from games.engine.puzzle import PROOF, PuzzleTheme, VoidPuzzle
from games.engine.puzzle import Puzzle as Posed
from games.engine.work_limits import limit_processor_time, spend_steps

pytestmark = pytest.mark.django_db
SHELF = [slug for slug, game in games.all_games().items() if game.puzzle_themes]


def _no_luck(*_: object) -> None:
    raise VoidPuzzle("Nothing like it came up.")


@pytest.mark.parametrize("slug", SHELF)
def test_what_is_offered_is_asked_though_nothing_comes_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    game = games.get(slug)
    theme = list_available_themes(game, game.options())[0]
    monkeypatch.setattr(models, "_make_setup", _no_luck)

    answer = client.post(reverse("practice:fresh", args=[slug]), {"theme": theme.slug})

    assert answer.status_code == 302
    puzzle = Puzzle.objects.get()
    assert puzzle.theme == theme.slug
    assert answer["Location"].startswith(puzzle.get_absolute_url())


def test_a_search_that_takes_all_its_time_leaves_some_for_a_puzzle_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By seconds and not by steps: on a slow machine a step takes longer."""
    game = games.get("guts")
    theme = list_available_themes(game, game.options())[0]

    def search(*_: object) -> None:
        while True:
            spend_steps()

    monkeypatch.setattr(models, "_make_setup", search)
    monkeypatch.setattr(models.engine, "PROOF", 1 << 40)
    with limit_processor_time(0.3):
        assert Puzzle.generate_puzzle(game, game.options(), theme.slug).theme == theme.slug


@pytest.mark.parametrize("seed", range(12))
def test_a_kind_that_searches_long_and_in_vain_leaves_time_for_the_others(seed: int) -> None:
    game = games.get("guts")

    def search(*_: Any) -> Any:
        spend_steps(PROOF // 10)
        raise VoidPuzzle("Nothing like it came up.")

    def pose(*_: Any) -> Posed:
        return Posed("one", "Which?", {}, "a", (clause,), "So it is.")

    clause = next(iter(game.clauses))
    long = PuzzleTheme("long", "", "", (clause,), search, pose)
    quick = PuzzleTheme("quick", "", "", (clause,), lambda *_: {}, pose)
    assert models._generate_puzzle([long, quick], game.options(), clause, Random(seed), None)


def test_a_clause_that_nobody_can_ask_about_takes_a_bounded_number_of_tries() -> None:
    """Also where the kinds count no steps."""
    game, tried = games.get("guts"), list[str]()

    def search(*asked: Any) -> Any:
        tried.append("once")
        raise VoidPuzzle("Nothing like it came up.")

    clause = next(iter(game.clauses))
    kinds = [PuzzleTheme(slug, "", "", (clause,), search, search) for slug in ("one", "other", "third")]
    assert models._generate_puzzle(kinds, game.options(), clause, Random(1), None) is None
    assert len(tried) == models.TRIES_ABOUT

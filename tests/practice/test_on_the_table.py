"""Puzzles whose answers are cards: they are chosen where they lie, and the table does not say which are right."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

import games
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.puzzle import Theme
from tests.games.posing import posed

pytestmark = pytest.mark.django_db
BOOK = {game.slug: game.options.presets[0].name for game in games.all_games().values()}
KINDS = [
    pytest.param(game, theme, id=f"{game.slug}-{theme.slug}")
    for game in games.all_games().values()
    for theme in game.themes
    if any(puzzle.on for _, puzzle in posed(game.slug, theme.slug, BOOK[game.slug], range(4)))
]
TICKED = re.compile(r'<label class="card[^>]*>\s*<input[^>]*form="puzzle-answer"[^>]*value="([^"]+)"')


@pytest.mark.parametrize(("game", "theme"), KINDS)
def test_cards_are_chosen_where_they_lie(game: Game[Any], theme: Theme, as_anna: Client) -> None:
    page = as_anna.post(f"/practice/{game.slug}/new/", {"theme": theme.slug}, follow=True)
    puzzle = Puzzle.objects.get(code=page.redirect_chain[-1][0].partition("?")[0].strip("/").rpartition("/")[2])
    asked = puzzle.posed
    if not asked.on:
        return
    ticked = TICKED.findall(page.text)
    assert sorted(ticked) == sorted(option.id for option in asked.options if option.cards)
    right = asked.key if isinstance(asked.key, list) else [asked.key]
    answered = as_anna.post(f"{puzzle.get_absolute_url()}answer/", {"answer": right}, follow=True).text
    assert not TICKED.findall(answered)
    marks = [mark for mark in re.findall(r'data-mark="(\w+)"', answered) if mark in ("right", "wrong", "missed")]
    assert marks == ["right"] * len([id for id in right if id in ticked])


@pytest.mark.parametrize(("game", "theme"), KINDS)
def test_the_table_does_not_mark_the_answer(game: Game[Any], theme: Theme) -> None:
    for _, puzzle in posed(game.slug, theme.slug, BOOK[game.slug], range(8)):
        if not puzzle.on or puzzle.bare or not puzzle.key:
            continue
        state = game.load(puzzle.position)
        zone = next(zone for zone in game.screen(game.view(state, 0)).zones if zone.id == puzzle.on)
        cards = {option.cards for option in puzzle.options if option.id in puzzle.key}
        assert not cards <= set(zone.marked)


def test_one_move_after_the_other_is_taken_back(as_anna: Client) -> None:
    game = games.get("vazhushal")
    kinds = ((theme, posed(game.slug, theme.slug, BOOK[game.slug], range(4))) for theme in game.themes)
    theme = next(theme for theme, found in kinds if any(puzzle.form == "play" for _, puzzle in found))
    page = as_anna.post(f"/practice/{game.slug}/new/", {"theme": theme.slug}, follow=True)
    code = page.redirect_chain[-1][0].partition("?")[0].strip("/").rpartition("/")[2]
    asked = Puzzle.objects.get(code=code).posed
    state, played = game.load(asked.position), []
    while len(played) < 2 and 0 in state.waiting:
        played.append(str(game.moves(state, 0)[0]))
        as_anna.post(f"/practice/puzzle/{code}/move/", {"move": played[-1]})
        game.play(state, 0, game.parse_move(played[-1]))
    assert played
    while played:
        assert as_anna.session[f"puzzle:{code}"] == played
        as_anna.post(f"/practice/puzzle/{code}/undo/")
        played.pop()
    assert f"puzzle:{code}" not in as_anna.session

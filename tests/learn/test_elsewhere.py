"""Pages that the house rules in force leave out lead to where they went."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import games
from core.learn.course import get_course
from games.engine.game import Game
from games.engine.options import BadOption, Options
from variants import services

pytestmark = pytest.mark.django_db
GAMES = list(games.all_games().values())


def left_out(what: str) -> tuple[Game[Any], Options, str]:
    """A game and house rules that leave out a lesson (or a step of a lesson that stays) of its course, and which."""
    for game in GAMES:
        book = get_course(game, game.options())
        singly = [{option.name: value} for option in game.options.list_options() for value in option.list_values()[:6]]
        for values in (*(preset.values for preset in game.options.presets), *singly):
            try:
                options = game.options(values)
            except BadOption:
                continue
            held = get_course(game, options)
            ids = {place.id for steps in held.values() for place in steps}
            for slug, places in book.items():
                if what == "lesson" and slug not in held:
                    return game, options, slug
                gone = [place.id for place in places if slug in held and place.id not in ids]
                if what == "step" and gone:
                    return game, options, f"{slug}/{gone[0]}"
    pytest.skip("Every house rule leaves the whole course.")


@pytest.mark.parametrize("what", ["lesson", "step"])
def test_what_is_left_out_says_why_and_leads_on(stranger: Client, what: str) -> None:
    game, options, path = left_out(what)
    digest = services.save_rules(game, options).digest
    page = stranger.get(f"/games/{game.slug}/course/{path}/", {"rules": digest}, follow=True)
    assert page.status_code == 404
    assert "Not at this table" in page.text
    assert "You can change that with the house rule" in page.text
    assert f"/rules/{game.slug}/" in page.text
    ways = page.text.partition('class="buttons"')[2]
    nearest = ways.partition('href="')[2].partition('"')[0]
    assert stranger.get(nearest, follow=True).status_code == 200


def test_a_step_is_found_in_the_lesson_where_it_is_now(stranger: Client) -> None:
    lessons = get_course(GAMES[0], GAMES[0].options())
    (one, places), (other, _) = list(lessons.items())[:2]
    moved = stranger.get(f"/games/{GAMES[0].slug}/course/{other}/{places[0].id}/")
    assert moved.url == f"/games/{GAMES[0].slug}/course/{one}/{places[0].id}/"


def test_a_lesson_that_never_was_leads_to_the_course(stranger: Client) -> None:
    page = stranger.get(f"/games/{GAMES[0].slug}/course/no-such-lesson/")
    assert page.status_code == 404
    assert f'href="/games/{GAMES[0].slug}/course/"' in page.text


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_clause_has_its_place_in_the_rulebook(stranger: Client, game: Game[Any]) -> None:
    """So a link to a rule of another table does not lead to the top of the page."""
    page = stranger.get(f"/games/{game.slug}/rules/").text
    assert [id for id in game.clauses if f' id="{id}"' not in page] == []


@pytest.mark.slow
def test_a_kind_of_puzzle_that_asks_nothing_says_so(stranger: Client) -> None:
    from core.practice.themes import list_available_themes

    game, options = next(
        (game, game.options.load_preset(preset.name))
        for game in GAMES
        for preset in game.options.presets
        if len(list_available_themes(game, game.options.load_preset(preset.name))) < len(game.puzzle_themes)
    )
    theme = next(one for one in game.puzzle_themes if one not in list_available_themes(game, options))
    digest = services.save_rules(game, options).digest
    page = stranger.post(f"/practice/{game.slug}/new/?rules={digest}", {"theme": theme.slug}, follow=True)
    assert f"There are no “{theme.title}” puzzles" in page.text.replace("&#x27;", "'")

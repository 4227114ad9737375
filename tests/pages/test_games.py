"""For each game in a real browser: its first lesson, a puzzle of each kind, and a whole match among bots."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import games
from core.learn.course import get_course
from core.practice.themes import find_sample_puzzle
from games.engine.game import Game
from tests.house import House
from tests.pages.hands import go_on, solve

GAMES = list(games.all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
LONGEST_MATCH = 240_000


@each_game
def test_the_first_lesson(page: Page, game: Game[Any]) -> None:
    lessons = list(get_course(game, game.options()).values())
    page.goto(f"/games/{game.slug}/course/{lessons[0][0].lesson.slug}/0/")
    for place in lessons[0]:
        solve(page, game, place)
        go_on(page)
    page.get_by_role("link", name=f"Next: {lessons[1][0].lesson.title}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(lessons[1][0].lesson.title)


@each_game
def test_every_verb_is_made_by_hand(page: Page, game: Game[Any]) -> None:
    """In the shortest step of the course that is done with it."""
    places = [place for places in get_course(game, game.options()).values() for place in places]
    done: set[str] = set()
    for place in sorted(places, key=lambda place: len(place.step.solution)):
        verbs = {game.parse_move(move).verb for move in place.step.solution}
        if place.step.kind == "do" and not verbs <= done:
            page.goto(f"/games/{game.slug}/course/{place.lesson.slug}/{place.id}/")
            solve(page, game, place)
            done |= verbs
    assert done


@each_game
def test_a_puzzle_of_each_kind(page: Page, game: Game[Any]) -> None:
    """Opened under rules by which it asks something, looked at on a phone, and answered with whatever comes first."""
    page.set_viewport_size({"width": 360, "height": 800})
    rules = [game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)]
    for theme in game.puzzle_themes:
        asking = next(options for options in rules if find_sample_puzzle(theme, options))
        page.goto(f"/practice/{game.slug}/?rules={asking.digest()}")
        with page.expect_navigation():
            page.locator(".themes").get_by_role("button", name=theme.title).click()
        expect(page.locator("#puzzle")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), theme.slug
        answer(page)


UNCOVERED: Final = {"x": 12, "y": 12}
"""Where a card of a full hand is touched: the next one lies on its middle."""


def answer(page: Page) -> None:
    """Give some answer: the first choice, one, the first label of each row; where moves are asked for, words."""
    form, buttons = page.locator("#puzzle-answer"), page.locator("button[form=puzzle-answer]")
    if form.locator(".choice").count():
        form.locator(".choice").first.click()
    if page.locator("#puzzle label.card").count():
        page.locator("#puzzle label.card").first.click(position=UNCOVERED)
    for row in form.locator(".match").all():
        (row if page.locator("[data-order]").count() else row.locator("label").first).click()
    if form.locator("#answer").count():
        form.locator("#answer").fill("1")
    if buttons.count():
        buttons.last.click()
        expect(page.locator("#puzzle .notice[role=status]").first).to_be_visible()
    else:
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#puzzle .notice.hint")).to_be_visible()


ROWS_BELOW = """(result => [...result.querySelectorAll("tr")].filter(
  row => row.getBoundingClientRect().bottom > result.getBoundingClientRect().bottom).length
)(document.querySelector("#count"))"""
CUT_AT_THE_SIDE = """[...document.querySelectorAll("#count .table-wrap, .board")].filter(
  one => one.scrollWidth > one.clientWidth).map(one => one.className)"""
SAVE = (
    "import games; from variants.services import save_rules; game = games.get({slug!r});"
    "options = game.options({options}); save_rules(game, options); print('DIGEST', options.digest())"
)


@each_game
def test_bots_play_a_match_to_its_end(page: Page, house: House, game: Game[Any]) -> None:
    """Whoever sets up a table for bots alone looks on, and sees each move as it is made."""
    said = house.manage("shell", "-c", SAVE.format(slug=game.slug, options=game.short))
    page.goto(f"/rules/{game.slug}/{said.rpartition('DIGEST ')[2].split()[0]}/")
    page.get_by_role("button", name="Use these rules").click()
    page.goto(f"/play/?game={game.slug}")
    for seat in range(1, game.seats[-1] + 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option(
            game.automatic_player_levels[0] if seat <= game.seats[0] else ""
        )
    page.get_by_text("Speed", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("#result-head")).to_have_text(re.compile("match"), timeout=LONGEST_MATCH)
    expect(page.locator("#told li").first).to_be_attached()
    assert not page.evaluate(CUT_AT_THE_SIDE)
    page.set_viewport_size({"width": 360, "height": 800})
    if page.locator("#open-count").count() or game.slug != "vazhushal":  # where somebody goes out, nothing is scored
        if not page.locator("#count").is_visible():
            page.get_by_role("button", name="Score", exact=True).click()
        expect(page.locator("#count tr").first).to_be_visible()
        assert page.evaluate(ROWS_BELOW) == 0, "the count of the last hand can be read without scrolling"
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Move 0 of \d+$"))).to_be_visible()

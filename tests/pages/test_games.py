"""For each game in a real browser: its first lesson, a puzzle of each kind, and a whole match among bots."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games
from core.learn.course import Place, course
from games.engine.game import Game
from games.engine.move import Move
from tests.house import House

GAMES = list(games.all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
LONGEST_MATCH = 240_000
SHORT: dict[str, dict[str, Any]] = {
    "vazhushal": {"match-mode": "fixed-hands", "match-target": 1},
    "court-piece": {"match-hands": 1},
    "commune": {"start-tokens": 1},
}
"""House rules for a match that does not take long."""


def make(page: Page, game: Game[Any], text: str) -> None:
    """Make a move as a person does: press its button, then choose what it asks for, one thing after the other."""
    move = game.parse_move(text)
    actions = {action["verb"]: action for action in json.loads(page.locator("#actions").inner_text())}
    action = actions[move.verb]
    fields = action["fields"]
    if len(fields) == 1 and fields[0]["kind"] == "cards":
        choose(page, move)
        page.get_by_role("button", name=action["label"], exact=True).click()
        return
    page.get_by_role("button", name=action["label"], exact=True).click()
    words = [*([] if move.number is None else [str(move.number)]), *move.word.split()]
    for field in fields:
        if field["kind"] == "choice":
            label = dict(map(tuple, field["values"]))[words.pop(0)]
            page.locator(".ask").get_by_role("button", name=label, exact=True).click()
        else:
            choose(page, move)
            page.locator("[data-confirm]").click()


def choose(page: Page, move: Move) -> None:
    for card in move.cards:
        page.locator(f'.dock button.card[data-code="{card.base.code}"][aria-pressed="false"]').first.click()


def solve(page: Page, game: Game[Any], place: Place) -> None:
    """Do what a step asks for, by clicking."""
    step = place.step
    if step.kind == "try-illegal":
        page.get_by_role("group", name="Moves to try").get_by_role("button").first.click()
        expect(page.get_by_text("Not allowed").first).to_be_visible()
    elif step.kind in ("choose", "predict"):
        right = next(number for number, answer in enumerate(step.answers) if answer.right)
        page.locator(f'button.answer[value="{right}"]').click()
    elif step.kind == "do":
        for number, move in enumerate(step.solution, 1):
            make(page, game, move)
            if number < len(step.solution):
                expect(page.locator("[data-busy]")).to_have_count(0)


@each_game
def test_the_first_lesson(page: Page, game: Game[Any]) -> None:
    lessons = list(course(game, game.options()).values())
    page.goto(f"/games/{game.slug}/course/{lessons[0][0].lesson.slug}/0/")
    for place in lessons[0]:
        solve(page, game, place)
        page.locator("#go-on").click()
        expect(page).not_to_have_url(re.compile(f"/{place.lesson.slug}/{place.number}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(lessons[1][0].lesson.title)


@each_game
def test_a_puzzle_of_each_kind(page: Page, game: Game[Any]) -> None:
    """Opened, looked at on a phone, and answered with whatever comes first."""
    page.set_viewport_size({"width": 360, "height": 800})
    for theme in game.themes():
        page.goto(f"/practice/{game.slug}/")
        with page.expect_navigation():
            page.locator(".themes").get_by_role("button", name=theme.title).click()
        if page.locator(".themes").count():
            expect(page.get_by_text("leave nothing to ask")).to_be_visible()
            continue
        expect(page.locator("#puzzle")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), theme.slug
        answer(page)


def answer(page: Page) -> None:
    """Give some answer: the first choice, one, the first label of each row; where moves are asked for, words."""
    form = page.locator("#puzzle-answer")
    if form.locator("input[type=checkbox]").count():
        form.locator("input[type=checkbox]").first.check()
    for row in form.locator("fieldset:has(input[type=radio])").all():
        row.locator("input[type=radio]").first.check()
    if form.locator("#answer").count():
        form.locator("#answer").fill("1")
    if form.get_by_role("button").count():
        form.get_by_role("button").last.click()
        expect(page.locator("#puzzle .notice[role=status]").first).to_be_visible()
    else:
        page.get_by_role("button", name="Give me a hint").click()
        expect(page.locator("#puzzle .notice.hint")).to_be_visible()


SAVE = (
    "import games; from variants.services import save; game = games.get({slug!r});"
    "options = game.options({options}); save(game, options); print('DIGEST', options.digest())"
)


@each_game
def test_bots_play_a_match_to_its_end(page: Page, house: House, game: Game[Any]) -> None:
    """Whoever sets up a table for bots alone looks on, and sees each move as it is made."""
    said = house.manage("shell", "-c", SAVE.format(slug=game.slug, options=SHORT.get(game.slug, {})))
    page.goto(f"/rules/{game.slug}/{said.rpartition('DIGEST ')[2].split()[0]}/")
    page.get_by_role("button", name="Make these my rules").click()
    page.goto(f"/play/?game={game.slug}")
    for seat in range(1, game.seats[-1] + 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option("learner" if seat <= game.seats[0] else "")
    page.get_by_text("Pace", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("#result-head")).to_have_text(re.compile("match"), timeout=LONGEST_MATCH)
    expect(page.locator("#told li").first).to_be_visible()
    page.get_by_role("link", name="Go through it step by step").click()
    expect(page.get_by_text(re.compile(r"^Move 0 of \d+$"))).to_be_visible()

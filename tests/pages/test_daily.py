"""The daily puzzle in a real browser: from the home page to the result, which is shared."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.house import House

CHOICE_TODAY = """
from datetime import timedelta
from django.utils import timezone
import games
from core.practice.models import DailyPuzzle, Puzzle
game = games.get("guts")
for number in range(2):
    puzzle = Puzzle.generate_puzzle(game, game.options(), "what-is-so", name=f"chosen/{number}", kept=True)
    day = timezone.now().date() + timedelta(number)
    DailyPuzzle.objects.update_or_create(date=day, defaults={"puzzle": puzzle, "level": puzzle.level})
"""
"""Makes today's puzzle, and tomorrow's, one whose answer is chosen or typed: some days' are answered by moves."""


def fill_in_any_answer(page: Page, number: int) -> None:
    """Fill in an answer, another one for each `number`, right or wrong."""
    form = page.locator("#puzzle-answer")
    if form.locator("input[type=radio]").count():
        page.locator("#puzzle label:has(input[type=radio])").nth(number).click()
    elif form.locator("#answer").count():
        form.locator("#answer").fill(str(90_000 + number))
    for row in form.locator(".match").all():
        row.locator("label").nth(number).click()
    if boxes := page.locator("#puzzle label:has(input[type=checkbox])").all():
        boxes[number % len(boxes)].click()


def test_todays_puzzle_is_one_tap_away_and_its_result_is_shared(
    page: Page, axe: Callable[[Page], None], house: House
) -> None:
    house.manage("shell", "-c", CHOICE_TODAY)
    page.goto("/")
    page.get_by_role("link", name="Solve it").click()
    result = page.get_by_role("link", name="See your result")
    for number in range(3):
        expect(page.locator("#puzzle")).to_contain_text(f"try {number + 1} of 3")
        fill_in_any_answer(page, number)
        page.locator("button[form=puzzle-answer]").first.click()
        expect(page.locator("#puzzle .notice[role=status]").first).to_be_visible()
        if result.count():
            break
        page.get_by_role("link", name="Try again").click()
    result.click()
    axe(page)
    page.evaluate("() => { navigator.share = (what) => { window.shared = what.text; return Promise.resolve(); }; }")
    page.get_by_role("button", name="Share").click()
    shared = page.evaluate("window.shared")
    assert shared.startswith("House Rules daily · ")
    assert shared.splitlines()[1] in page.url
    page.goto("/")
    axe(page)
    page.get_by_role("link", name="See your result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Daily puzzle")
    page.get_by_role("link", name="Earlier days").click()
    axe(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/practice/")
    name = page.locator(".daily-card .daily-name")
    assert name.evaluate("(one) => one.getBoundingClientRect().width") > 200

"""The daily puzzle in a real browser: from the home page to the result, which is shared."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


def fill_in_any_answer(page: Page, number: int) -> None:
    """Fill in an answer, another one for each `number`, right or wrong."""
    form = page.locator("#puzzle-answer")
    if form.locator("input[type=radio]").count():
        page.locator("#puzzle label:has(input[type=radio])").nth(number).click()
    elif form.locator("#answer").count():
        form.locator("#answer").fill(str(90_000 + number))
    for select in form.locator("select").all():
        select.select_option(index=number + 1)
    if boxes := page.locator("#puzzle label:has(input[type=checkbox])").all():
        boxes[number % len(boxes)].click()


def test_todays_puzzle_is_one_tap_away_and_its_result_is_shared(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/")
    page.get_by_role("link", name="Solve it").click()
    result = page.get_by_role("link", name="See your result")
    for number in range(3):
        expect(page.locator("#puzzle")).to_contain_text(f"try {number + 1} of 3")
        if not page.locator("button[form=puzzle-answer]").count():
            pytest.skip("Today's puzzle is answered by moves.")
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

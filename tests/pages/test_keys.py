"""A table by keyboard alone: the focus stays where it was while others play, and each action has a key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.test_play import at_the_table, begin_turn, version

IN_HAND = "document.activeElement.matches('.dock button.card')"
ITS_PLACE = "[...document.querySelectorAll('.dock button.card')].indexOf(document.activeElement)"


@pytest.fixture
def court_piece(page: Page) -> Page:
    """Alone with three bots; it is one's turn to play a card."""
    page.goto("/play/?game=court-piece")
    page.get_by_text("Speed", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Create table").click()
    at_the_table(page)
    expect(page.locator("[data-verb]").first).to_be_visible()
    if page.get_by_role("button", name="Choose trump").is_visible():
        page.get_by_role("button", name="Choose trump").click()
        page.locator(".ask [data-value]").first.click()
    expect(page.locator("[data-verb=play]")).to_be_visible()
    return page


def test_the_focus_stays_in_the_hand(court_piece: Page) -> None:
    page = court_piece
    page.locator(".dock button.card").nth(4).focus()
    for _ in range(6):
        held, before = page.locator(".dock button.card").count(), version(page)
        for _ in range(held):  # whatever may not be played is refused, and the focus stays on it
            page.keyboard.press("Space")
            page.keyboard.press("p")
            expect(page.locator("[data-busy]")).to_have_count(0)
            if page.locator(".notice.refused").count() == 0:
                break
            page.keyboard.press("Space")
            page.keyboard.press("ArrowRight" if page.evaluate(ITS_PLACE) < held - 1 else "Home")
            page.keyboard.press("Escape")
        expect(page.locator("[data-verb=play], #deal-next").first).to_be_visible()
        assert version(page) > before
        if page.locator("#deal-next").is_visible():
            break
        expect(page.locator(".dock button.card")).to_have_count(held - 1)
        assert page.evaluate(IN_HAND), page.evaluate("document.activeElement.outerHTML")


def test_the_focus_goes_to_the_neighbour_of_what_was_played(page: Page) -> None:
    begin_turn(page)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_visible()
    fourth = page.locator(".dock button.card").nth(3)
    neighbour = page.locator(".dock button.card").nth(4).get_attribute("data-code")
    fourth.focus()
    page.keyboard.press("Enter")
    expect(fourth).to_have_attribute("aria-pressed", "true")
    held = page.locator(".dock button.card").count()
    page.keyboard.press("d")
    expect(page.locator(".dock button.card")).to_have_count(held - 1)
    expect(page.locator(".dock button.card").nth(3)).to_be_focused()
    assert page.evaluate("document.activeElement.dataset.code") == neighbour


def test_keys_are_listed_and_work_at_the_table_only(page: Page) -> None:
    begin_turn(page)
    before = version(page)
    page.locator("main").focus()
    for key in "dm?":
        page.keyboard.press(key)
    page.locator(".dock button.card").first.focus()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(listed.locator("dl > div")).to_contain_text(
        ["card", "Cards", "Pick a card", "Draw", "Wipe", "What can I do?"]
    )
    page.keyboard.press("d")
    assert version(page) == before, "letters do nothing elsewhere"
    page.keyboard.press("Escape")
    expect(page.locator(".dock button.card").first).to_be_focused()
    page.keyboard.press("m")
    expect(page.locator("#notice .notice")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_visible()
    page.locator("#open-more").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(listed).to_contain_text("Discard")

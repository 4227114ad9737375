"""Somebody changes a lesson of the site by keyboard, tries it, publishes it; a student takes it on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.chromium import watched
from tests.pages.conftest import PHONE

TABLET = {"width": 820, "height": 1180}


def copied(page: Page) -> str:
    """A copy of the site's lesson on wipes."""
    page.goto("/teach/lessons/new/")
    page.get_by_label("One of our lessons").select_option("vazhushal/wipe")
    page.get_by_role("button", name="Copy and edit").click()
    expect(page.get_by_text("No problems")).to_be_visible()
    return page.url.partition("?")[0]


def test_a_lesson_is_changed_tried_and_published(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None]
) -> None:
    with browser.new_context(**browser_context_args) as desk:
        page = watched(desk.new_page())
        address = copied(page)
        page.goto(f"{address}?at=1")
        axe(page)
        page.get_by_label("One solution").fill("discard 2C")
        page.keyboard.press("Tab")
        steps = page.get_by_label("Steps", exact=True)
        expect(steps).to_contain_text("1 error")
        expect(page.get_by_label("Errors in this step")).to_contain_text("isn’t legal")
        page.get_by_role("link", name="File", exact=True).click()
        expect(page.locator(".lesson-file mark").first).to_contain_text("solution")
        axe(page)
        page.keyboard.press("Control+z")
        expect(steps).to_contain_text("No problems")
        page.get_by_role("link", name="This step").click()
        page.get_by_label("Situation").fill("Take the newest card with your sixes.")
        page.get_by_role("button", name="Save").first.click()
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.get_by_role("link", name="Preview as a student").click()
        expect(page.get_by_text("Take the newest card with your sixes.")).to_be_visible()
        expect(page.get_by_text("Preview: nothing is saved")).to_be_visible()
        page.get_by_role("link", name="Back to the editor").click()
        page.get_by_role("link", name="Publish").click()
        page.get_by_role("button", name="Publish version 1").click()
        expect(page.get_by_text("Version 1 is published")).to_be_visible()
        axe(page)
        link = page.get_by_label("Link", exact=True).input_value()
    with browser.new_context(**{**browser_context_args, "viewport": PHONE}) as phone:
        page = watched(phone.new_page())
        page.goto(link)
        expect(page.get_by_text("Lesson by")).to_be_visible()
        axe(page)
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_text("Take the newest card with your sixes.")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, TABLET, {"width": 1280, "height": 800}])
def test_the_editor_fits_every_screen(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None], size: dict[str, Any]
) -> None:
    with browser.new_context(**{**browser_context_args, "viewport": size}) as context:
        page = watched(context.new_page())
        address = copied(page)
        for at, tab in ((1, "step"), (2, "file"), (4, "step"), (7, "history"), (0, "publish")):
            page.goto(f"{address}?at={at}&tab={tab}")
            axe(page)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, (at, tab)


def test_the_builder_by_keyboard(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    with browser.new_context(**browser_context_args) as desk:
        page = watched(desk.new_page())
        page.goto("/teach/puzzles/new/")
        page.get_by_role("button", name="Court Piece").click()
        expect(page.locator("#typed-cards")).to_be_focused()
        page.keyboard.type("7h kd")
        page.keyboard.press("Enter")
        hand = page.locator("#take-hands\\.0 .card")
        expect(page.locator("#left-count")).to_contain_text("50 of 52")
        page.keyboard.press("Backspace")
        expect(page.locator("#left-count")).to_contain_text("51 of 52")
        page.keyboard.press("Control+z")
        expect(page.locator("#left-count")).to_contain_text("50 of 52")
        page.locator("#key-AS").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#key-2S")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.locator("#key-2H")).to_be_focused()
        page.keyboard.press("Space")
        expect(page.locator("#left-count")).to_contain_text("49 of 52")
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-settling')")
        expect(page.locator("#key-3H")).to_be_focused()
        page.locator("#key-2S").focus()
        page.keyboard.type("ac")
        expect(page.locator("#typed-cards")).to_be_focused()
        expect(page.locator("#typed-cards")).to_have_value("ac")
        page.keyboard.press("Enter")
        expect(page.locator("#left-count")).to_contain_text("48 of 52")
        hand.first.locator("xpath=..").focus()
        page.keyboard.press("Delete")
        expect(page.locator("#left-count")).to_contain_text("49 of 52")
        page.keyboard.press("F6")
        page.keyboard.press("Alt+2")
        expect(page.get_by_role("link", name="Explain")).to_have_attribute("aria-current", "page")


def test_every_field_of_an_empty_step_is_there(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    with browser.new_context(**browser_context_args) as desk:
        page = watched(desk.new_page())
        page.goto("/teach/lessons/new/")
        page.get_by_role("button", name="Guts").first.click()
        for field in ("Task", "Situation", "Goals", "One solution", "Hints", "Message when done"):
            expect(page.locator("#step-form").get_by_label(field)).to_be_visible()


def test_the_list_shows_the_step_that_is_open(page: Page) -> None:
    address = copied(page)
    page.goto(f"{address}?at=7")
    expect(page.locator(".lesson-steps .now")).to_be_in_viewport(ratio=0.9)

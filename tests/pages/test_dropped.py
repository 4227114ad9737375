"""A bad line between a house and four browsers at one table; `python -m tests.pages.dropped` plays on for longer."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.house import House
from tests.pages.dropped import match


def test_what_goes_wrong_on_the_line_mends_itself(
    browser: Browser, house: House, browser_context_args: dict[str, Any]
) -> None:
    """Requests and streams of every page are lost, late or sent twice, and nobody reloads anything."""
    with match(browser, house, 5, **browser_context_args) as played:
        played.spoil(12, 0.3)
        played.line.share = 0.0
        played.outage(2)
        played.hands_are_right()
        for page in played.pages:
            expect(page.locator("[data-link-state]")).to_be_empty()
            expect(page.locator(".toast")).to_have_count(0)

"""Every main page, in light and in dark: no barrier that axe knows of, no complaint, nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.house import House
from tests.pages.chromium import watched

PAGES = (
    "/",
    "/games/",
    "/games/vazhushal/",
    "/games/vazhushal/course/",
    "/games/vazhushal/course/wipe/",
    "/games/vazhushal/course/melds/read/",
    "/games/vazhushal/rules/",
    "/games/vazhushal/rules/ask/?q=joker",
    "/games/vazhushal/rules/try/wipe.suffix-only/",
    "/games/vazhushal/rules/print/",
    "/practice/",
    "/practice/daily/",
    "/practice/daily/archive/",
    "/practice/vazhushal/",
    "/play/",
    "/rules/",
    "/rules/vazhushal/",
    "/teach/",
    "/join/",
    "/account/login/",
    "/about/",
    "/account/signup/",
    "/api/v1/docs/engine/",
    "/api/v1/docs/records/vazhushal/",
    "/nothing/here/",
)
PROGRAMS = "/api/v1/docs/"
"""So long that axe would take minutes."""
NARROW = (320, 360)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_barrier(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None], scheme: str
) -> None:
    with browser.new_context(**browser_context_args, color_scheme=scheme) as context:
        page = watched(context.new_page())
        for path in PAGES:
            page.goto(path)
            axe(page)
        assert not page.complaints


@pytest.mark.parametrize("width", NARROW)
def test_no_page_is_wider_than_a_phone(browser: Browser, browser_context_args: dict[str, Any], width: int) -> None:
    size = {"viewport": {"width": width, "height": 800}}
    with browser.new_context(**{**browser_context_args, **size}) as context:
        page = watched(context.new_page())
        for path in (*PAGES, PROGRAMS):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert not page.complaints


def test_each_page_has_one_heading_a_main_part_and_a_way_past_the_menu(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.get_by_role("main")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to main content")).to_be_focused()


def test_the_admin_opens_every_kind_of_thing_and_searches(house: House, page: Page) -> None:
    house.manage("shell", "-c", MAKE_ADMIN)
    page.goto("/admin/login/?next=/admin/")
    page.get_by_label("Username or email").fill("warden")
    page.get_by_label("Password").fill("king of clubs")
    page.get_by_role("button", name="Sign in").click()
    lists = page.locator("#content-main th[scope=row] a")
    expect(lists.first).to_be_visible()
    addresses = [link.get_attribute("href") or "" for link in lists.all()]
    assert len(addresses) > 10
    for address in addresses:
        answer = page.goto(f"{address}?q=a")
        assert answer
        assert answer.ok, address
        expect(page.locator("#changelist")).to_be_visible()


MAKE_ADMIN = """
from django.contrib.auth.models import User
User.objects.filter(username="warden").exists() or User.objects.create_superuser("warden", "", "king of clubs")
"""

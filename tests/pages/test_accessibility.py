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
CUT = r"""() => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const shown = (node) => node.id === "main" || (node.getBoundingClientRect().width > 8 && shown(node.parentElement));
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const within = text.parentElement;
    if (!/\p{L}/u.test(text.data) || !within.checkVisibility() || !shown(within)) continue;
    if (within.closest(".source, [data-code]")) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    for (let up = within; up.id !== "main"; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up), { left, right } = up.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) break;
      const isCut = /hidden|clip/.test(overflowX) && boxes.some((box) => box.right > right + 2 || box.left < left - 2);
      if (isCut) found.push(`cut: ${text.data.trim()}`);
    }
    for (const { 0: word, index } of text.data.matchAll(/\p{L}{2,24}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const [first, ...more] = [...range.getClientRects()].filter((box) => box.width > 1);
      if (more.some((box) => box.top > first.bottom - 2)) found.push(`broken: ${word}`);
    }
  }
  return found;
}"""
"""Returns the texts that are cut off at a side, and the words that a line break divides."""


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
def test_each_page_fits_on_a_phone(browser: Browser, browser_context_args: dict[str, Any], width: int) -> None:
    size = {"viewport": {"width": width, "height": 800}}
    with browser.new_context(**{**browser_context_args, **size}) as context:
        page = watched(context.new_page())
        for path in (*PAGES, PROGRAMS):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert not page.evaluate(CUT), path
        assert not page.complaints


def test_each_page_has_one_heading_a_main_part_and_a_way_past_the_menu(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.locator("main p [role=img]")).to_have_count(0)  # a card in a sentence is a word of it
        for crumbs in page.get_by_role("navigation", name="Breadcrumb").all():
            assert ": /" not in crumbs.aria_snapshot().replace("/url: /", "")
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

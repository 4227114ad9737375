"""A collection is put together on a phone, by touch, and solved one puzzle after the other."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.pages.targets import too_small

TITLE = "Wipes, melds and the last card: what we did in the week before Christmas"


def looked_at(page: Page, axe: Callable[[Page], None]) -> None:
    axe(page)
    assert too_small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def some_puzzle(page: Page, title: str) -> str:
    """The address of a new puzzle of a kind."""
    page.goto("/practice/vazhushal/")
    page.locator(".themes").get_by_role("button", name=title).click()
    expect(page.locator("#puzzle")).to_be_visible()
    return page.url


def test_a_collection_is_put_together_and_solved_on_a_phone(phone: Page, axe: Callable[[Page], None]) -> None:
    addresses = [some_puzzle(phone, title) for title in ("Which wipes are legal?", "Which rule forbids it?")]
    phone.goto("/teach/collections/")
    looked_at(phone, axe)
    phone.get_by_label("New collection").fill(TITLE)
    phone.get_by_role("button", name="Create collection").click()
    for number, address in enumerate(addresses, 1):
        phone.get_by_label("by link or code").fill(address)
        phone.locator("#add-any").get_by_role("button").click()
        expect(phone.locator("#collection .list > li")).to_have_count(number)
    first = phone.locator("#collection .list > li").first.get_by_role("link").inner_text().split(". ")[1]
    phone.get_by_role("button", name=re.compile("^Move .* down$")).first.click()
    expect(phone.locator("#collection .list > li").last).to_contain_text(first)
    expect(phone.get_by_role("button", name=re.compile("^Move .* down$")).last).to_be_focused()
    phone.get_by_label("One of our lessons").select_option("vazhushal/melds")
    phone.get_by_role("button", name="Add lesson").click()
    expect(phone.locator("#collection .list > li").last).to_contain_text("Vazhushal lesson")
    looked_at(phone, axe)
    phone.get_by_label("by link or code").fill(addresses[0])
    phone.locator("#add-any").get_by_role("button").click()
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    expect(phone.get_by_label("by link or code")).to_be_focused()
    looked_at(phone, axe)
    phone.get_by_role("link", name="Preview").click()
    looked_at(phone, axe)
    phone.get_by_role("link", name="Start").click()
    assert phone.url.startswith(addresses[1].split("?")[0])
    phone.locator("#puzzle-answer").get_by_role("radio").first.check()
    phone.get_by_role("button", name="Submit").click()
    expect(phone.locator(".frame-foot .primary")).to_be_focused()
    axe(phone)
    phone.get_by_role("link", name="Continue").click()
    assert phone.url.startswith(addresses[0].split("?")[0])
    phone.get_by_role("link", name="Back to puzzles").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(TITLE)
    phone.locator(".list").get_by_role("link").last.click()
    assert "/course/melds/" in phone.url
    phone.goto(f"/games/vazhushal/course/melds/done/?{phone.url.partition('?')[2]}")
    looked_at(phone, axe)
    phone.get_by_role("link", name=f"Continue “{TITLE}”").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(TITLE)

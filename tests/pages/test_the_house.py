"""The pages that belong to no game: they open without complaint, for everybody, on any screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PAGES = ("/", "/me/", "/account/login/", "/account/signup/", "/account/password/reset/", "/there/is/nothing/here/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_without_barriers(page: Page, axe: Callable[[Page], None], path: str) -> None:
    page.goto(path)
    axe(page)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_on_a_phone(phone: Page, path: str) -> None:
    phone.goto(path)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_somebody_comes_stays_and_leaves(page: Page) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Username").fill("clara")
    page.get_by_label("Password", exact=True).fill("queen of spades")
    page.get_by_role("main").get_by_role("button").first.click()
    page.goto("/me/")
    page.get_by_label("Display name").fill("Clara K.")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clara K.")
    with page.expect_response("**/me/preferences/"):
        page.locator(".masthead [data-toggle=theme]").click()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download your data").click()
    assert taken.value.suggested_filename == "house-rules.json"
    page.get_by_label("Delete everything").check()
    page.get_by_role("button", name="Delete my account and all my data").click()
    expect(page.get_by_text("We’ve deleted everything we stored about you.")).to_be_visible()

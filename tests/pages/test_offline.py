"""Lessons without a connection: what can be read, what waits to be sent, and what's gone after a sign-out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import games
from core.learn.course import get_course
from games.cards import parse_cards
from tests.house import eventually
from tests.pages.chromium import PATIENCE
from tests.pages.hands import choose

GAME = games.get("vazhushal")
COURSE = get_course(GAME, GAME.options())
STEPS = COURSE["melds"]
URLS = [f"/games/vazhushal/course/melds/{place.id}/" for place in STEPS]
OFFLINE = "You’re offline. Your move will be sent when you’re back online."
REACHES_SITE = "() => fetch('/health/live', { cache: 'no-store' }).then(() => true, () => false)"
LIST_COPIES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}"""


def lose_line(device: BrowserContext) -> None:
    """Take the connection away, and wait until the service worker, a process of its own, has lost it too."""
    device.set_offline(True)
    for worker in device.service_workers:
        eventually(lambda worker=worker: not worker.evaluate(REACHES_SITE))


@pytest.fixture
def device(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A browser in which service workers run, as they do for everyone."""
    with browser.new_context(**{**browser_context_args, "service_workers": "allow"}) as context:
        context.set_default_timeout(PATIENCE)
        yield context


@pytest.fixture
def page(device: BrowserContext) -> Page:
    return device.new_page()


def list_copies(page: Page) -> set[str]:
    return {*page.evaluate(LIST_COPIES)}


def open_lesson(page: Page) -> None:
    """Open the first step, and wait until the lesson is on the device."""
    page.goto(URLS[0])
    eventually(lambda: list_copies(page) >= {*URLS})


def meld(page: Page) -> None:
    choose(page, parse_cards("5H 6H 7H"))
    page.locator("[data-verb=meld]").click()


def sign_up(page: Page, username: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password", exact=True).fill("nine of diamonds")
    page.get_by_role("button", name="Create account").click()
    expect(page.locator(".masthead-tools")).to_contain_text(username)


def test_a_lesson_goes_on_in_airplane_mode(device: BrowserContext, page: Page) -> None:
    open_lesson(page)
    lose_line(device)
    meld(page)
    expect(page.locator(".voice")).to_contain_text(OFFLINE)
    expect(page.locator("#toasts")).to_be_empty()
    device.set_offline(False)
    expect(page.locator("#go-on")).to_be_visible()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    lose_line(device)
    page.locator("#go-on").click()
    expect(page).to_have_url(re.compile(f"{URLS[1]}$"))
    expect(page.get_by_role("region", name="This step")).to_be_visible()
    expect(page.locator(".table button.card").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.masthead-in')).display") == "flex"


def test_a_move_that_waits_is_sent_from_a_later_step(device: BrowserContext, page: Page) -> None:
    open_lesson(page)
    lose_line(device)
    meld(page)
    expect(page.locator(".voice")).to_contain_text(OFFLINE)
    page.get_by_role("link", name="Skip this step", exact=True).click()
    expect(page).to_have_url(re.compile(f"{URLS[1]}$"))
    device.set_offline(False)
    expect(page.get_by_text("You’re back online. Your moves were sent.")).to_be_visible()
    page.goto(URLS[0])
    expect(page.locator("#go-on")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('house.unsent')").endswith('"forms":{}}')


def test_a_step_that_shows_something_is_done_when_the_connection_is_back(device: BrowserContext, page: Page) -> None:
    first, second = COURSE["wipe"][:2]
    assert first.step.kind == "show"
    page.goto(f"/games/vazhushal/course/wipe/{first.id}/")
    following = f"/games/vazhushal/course/wipe/{second.id}/"
    eventually(lambda: following in list_copies(page))
    lose_line(device)
    page.get_by_role("button", name="Continue").click()
    expect(page).to_have_url(re.compile(f"{following}$"))
    device.set_offline(False)
    expect(page.get_by_text("You’re back online. Your moves were sent.")).to_be_visible()
    page.reload()
    expect(page.locator(".dots > li:first-child")).to_have_class("done")


def test_an_account_leaves_no_pages_behind(device: BrowserContext, page: Page) -> None:
    sign_up(page, "leaver")
    open_lesson(page)
    page.goto("/me/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    eventually(lambda: not list_copies(page))
    lose_line(device)
    page.goto(URLS[0])
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("leaver")


def test_another_account_finds_no_pages_of_the_first(device: BrowserContext, page: Page) -> None:
    sign_up(page, "first")
    open_lesson(page)
    device.clear_cookies()
    sign_up(page, "second")
    eventually(lambda: not list_copies(page))


def test_what_a_stranger_has_opened_stays_after_the_first_move(device: BrowserContext, page: Page) -> None:
    open_lesson(page)
    meld(page)
    expect(page.locator("#go-on")).to_be_visible()
    page.goto("/games/")
    assert list_copies(page) == {*URLS}


def test_a_page_that_is_online_is_never_an_old_one(page: Page) -> None:
    open_lesson(page)
    meld(page)
    expect(page.locator("#go-on")).to_be_visible()
    page.reload()
    expect(page.locator("#go-on")).to_be_visible()


def test_tables_and_puzzles_are_not_kept(device: BrowserContext, page: Page) -> None:
    open_lesson(page)
    page.goto("/games/vazhushal/rules/")
    page.goto("/play/?game=vazhushal")
    page.get_by_role("button", name="Create table").click()
    page.locator("[data-table]").wait_for()
    table = page.url
    assert list_copies(page) == {*URLS, "/games/vazhushal/rules/"}
    lose_line(device)
    page.goto(table)
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    page.get_by_role("link", name=STEPS[0].lesson.title).click()
    expect(page).to_have_url(re.compile(f"{URLS[0]}$"))
    page.goto("/games/vazhushal/rules/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vazhushal")
    page.goto("/practice/")
    device.set_offline(False)
    expect(page).to_have_url(re.compile("/practice/$"))
    expect(page.get_by_role("heading", name="You’re offline")).to_have_count(0)


def test_the_site_can_be_installed(device: BrowserContext, page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.goto("/")
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/service-worker.js")
    chromium = device.new_cdp_session(page)
    manifest = chromium.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert not manifest["errors"]
    problems = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem for problem in problems if problem["errorId"] != "in-incognito"] == []
    lose_line(device)
    page.reload()
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    axe(page)

"""Puzzles in a real browser: every kind opens, a wipe puzzle is solved, reviews begin, and all without scripts too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import games

GAME = games.get("vazhushal")
HOME = "/practice/vazhushal/"
WIPES = next(theme for theme in GAME.puzzle_themes if theme.slug == "legal-wipes")


def begin(page: Page, title: str) -> None:
    """Have a new puzzle of a kind made."""
    page.goto(HOME)
    page.locator(".themes").get_by_role("button", name=title).click()
    expect(page.locator("#puzzle")).to_be_visible()


def answer(page: Page) -> None:
    page.locator("button[form=puzzle-answer]").first.click()
    expect(verdict(page)).to_be_visible()


def verdict(page: Page) -> Locator:
    return page.locator("#puzzle .notice[role=status] .notice-title").first


def test_every_kind_opens_and_is_free_of_barriers(page: Page, axe: Callable[[Page], None]) -> None:
    for theme in GAME.puzzle_themes:
        begin(page, theme.title)
        expect(page.get_by_role("heading", level=1)).not_to_be_empty()
        axe(page)


def test_a_wipe_puzzle_is_solved_once_its_reasons_are_read(page: Page, axe: Callable[[Page], None]) -> None:
    begin(page, WIPES.title)
    wrong = [box.get_attribute("value") or "" for box in page.locator("#puzzle input[type=checkbox]").all()]
    for id in wrong:
        page.locator(f'label.card:has(input[value="{id}"])').click()
    answer(page)
    axe(page)
    right = [id for id in wrong if page.locator(f".card-reasons > .right > #reason-{id}").count()]
    expect(page.locator("#puzzle .clause-link").first).to_be_attached()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    if right == wrong:
        return
    page.get_by_role("link", name="Try again").click()
    for id in right:
        page.locator(f'label.card:has(input[value="{id}"])').click()
    answer(page)
    expect(verdict(page)).to_have_text("Correct")
    expect(page.get_by_text("Unrated: only your first answer counts")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(HOME)
    expect(page.locator(".score")).to_have_text(re.compile(r"^\d{3,4}"))


EIGHT_MISSED = """() => {
  const list = document.querySelector(".cards-box:has(+ .hangs) > .cards");
  list.dataset.count = 8;
  const first = [...list.children].find((item) => item.querySelector(".card[data-mark]"));
  first.querySelector(".card-verdict").textContent = "missed";
  list.replaceChildren(...Array.from({ length: 8 }, () => first.cloneNode(true)));
  const boxes = [...list.querySelectorAll(".card-verdict")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  return Math.min(...boxes.slice(1).map((box, before) => box.left - boxes[before].right));
}"""
"""Gives a line eight cards that were missed. Returns the least space between two of the words below them, in pixels."""


def test_words_below_eight_cards_stand_apart(phone: Page) -> None:
    begin(phone, WIPES.title)
    phone.locator("#puzzle label.card").first.click(position={"x": 6, "y": 12})
    answer(phone)
    assert phone.evaluate(EIGHT_MISSED) >= 2


def test_a_hint_is_a_hint_and_the_next_puzzle_another(page: Page) -> None:
    begin(page, WIPES.title)
    first = page.url
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#notice .hint")).to_be_visible()
    answer(page)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(first)


BOXES = """() => {
  const boxes = document.querySelectorAll("#puzzle :is(h1, .zone, .seat, .sign, .card, .frame-foot, .primary)");
  return [...boxes].map((box) => [box.id || box.className, ...Object.values(box.getBoundingClientRect().toJSON())]);
}"""


@pytest.mark.parametrize("slug", ["legal-wipes", "regroup"])
def test_hints_take_the_place_of_the_prompt_and_move_nothing(phone: Page, slug: str) -> None:
    begin(phone, next(theme.title for theme in GAME.puzzle_themes if theme.slug == slug))
    before = phone.evaluate(BOXES)
    next_hint, hints = phone.get_by_role("button", name=re.compile("^(Hint|Next hint)")), set[str]()
    while next_hint.count():
        next_hint.click()
        expect(phone.locator("#puzzle[aria-busy], .htmx-request")).to_have_count(0)
        expect(phone.locator("#notice .hint")).not_to_have_text(re.compile("|".join(map(re.escape, hints)) or "^$"))
        hints.add(phone.locator("#notice .hint").inner_text())
        assert phone.evaluate(BOXES) == before
    assert len(hints) > 2
    expect(phone.get_by_role("button", name="No more hints")).to_be_disabled()


def test_a_move_of_a_puzzle_is_undone(page: Page) -> None:
    begin(page, next(theme.title for theme in GAME.puzzle_themes if theme.slug == "regroup"))
    hand = page.locator(".hands .card")
    cards = hand.count()
    hand.first.click()
    page.locator(".actions-buttons").get_by_role("button", name="Discard").click()
    expect(hand).to_have_count(cards - 1)
    page.get_by_role("button", name="Undo").click()
    expect(hand).to_have_count(cards)


def test_who_wants_to_review_says_so(page: Page) -> None:
    page.goto(HOME)
    page.get_by_role("button", name="Review my mistakes").click()
    expect(page.get_by_text("Your answers decide what you review")).to_be_visible()
    page.get_by_role("button", name="Turn off review").click()
    expect(page.get_by_text("Review is off.")).to_be_visible()


def test_cookies_are_those_that_the_site_names(page: Page) -> None:
    """One of them is the browser's time zone."""
    page.goto(HOME)
    page.get_by_role("button", name="Review my mistakes").click()
    page.goto("/about/")
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    assert cookies["time_zone"] == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    for name in cookies:
        expect(page.get_by_role("main").get_by_text(name, exact=True)).to_be_visible()


def test_a_phone_shows_every_kind_of_puzzle(phone: Page) -> None:
    for theme in GAME.puzzle_themes:
        begin(phone, theme.title)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), theme.slug
    assert not phone.complaints


def test_a_puzzle_is_answered_by_keyboard_alone(page: Page) -> None:
    begin(page, WIPES.title)
    page.locator("#puzzle label.card input").first.focus()
    page.keyboard.press("Space")
    while not page.get_by_role("button", name="Submit", exact=True).evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()


def test_a_puzzle_is_answered_without_scripts(browser: Browser, base_url: str) -> None:
    with browser.new_context(base_url=base_url, java_script_enabled=False) as context:
        page = context.new_page()
        begin(page, WIPES.title)
        answer(page)
        expect(verdict(page)).to_have_text(re.compile("Correct|Incorrect"))

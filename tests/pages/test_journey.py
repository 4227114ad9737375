"""At a table in a real browser: a whole hand against bots, refusals, the keyboard alone, house rules all the way."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.pages.taps import CORNER

LONGEST_HAND = 300.0
MINE = ".actions-buttons [data-order], #deal-next"


def sit_down(page: Page, bots: int = 2) -> None:
    """Set up a table with steady bots that answer at once, and wait for the first turn of one's own."""
    page.goto("/play/?game=vazhushal")
    for seat in range(2, 7):
        page.get_by_label(f"Seat {seat}").select_option("steady" if seat <= bots + 1 else "")
    page.get_by_text("Speed", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(MINE).first).to_be_visible()


def turn_begins(page: Page, bots: int = 2) -> None:
    """Sit down at tables until a hand is not over before the first turn."""
    for _ in range(4):
        sit_down(page, bots)
        if page.get_by_role("button", name="Draw", exact=True).is_visible():
            return
    raise AssertionError("no turn at four tables")


def press(page: Page, label: str) -> None:
    """The button of an action; behind its name may stand what is chosen."""
    page.locator(".actions-buttons").get_by_role("button", name=re.compile(f"^{label}\\b")).click()


def hand_is_over(page: Page) -> bool:
    return page.locator("#deal-next").is_visible()


def play_a_turn(page: Page) -> None:
    """Draw, throw the first card away; or lay nothing where the stock has run out."""
    if page.get_by_role("button", name="Draw", exact=True).is_visible():
        press(page, "Draw")
        expect(page.get_by_role("button", name="Discard", exact=True)).to_be_visible()
        page.locator(".dock button.card").first.click(position=CORNER)
        press(page, "Discard")
    else:
        page.locator(".actions-buttons [data-order]").last.click()
    expect(page.locator("[data-busy]")).to_have_count(0)


def test_a_whole_hand_against_two_steady_bots(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/play/")
    page.get_by_role("button", name="Vazhushal").click()
    expect(page.locator(MINE).first).to_be_visible()
    axe(page)
    deadline = time.monotonic() + LONGEST_HAND
    while not hand_is_over(page) and time.monotonic() < deadline:
        play_a_turn(page)
        expect(page.locator(MINE).first).to_be_visible()
    expect(page.get_by_role("heading", name="The hand is over")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Move 0 of \d+$"))).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text(re.compile(r"^Move 1 of \d+$"))).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    axe(page)
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#deal-next").click()
    expect(page.locator(MINE).first).to_be_visible()


def test_a_refused_wipe_says_why_and_what_is_allowed(page: Page) -> None:
    turn_begins(page)
    line = page.locator(".cards-line button.card")
    line.last.click()
    press(page, "Wipe")
    for card in page.locator(".dock button.card").all()[:10]:  # so many of a hand are never one meld
        card.click(position=CORNER)
    page.locator("[data-confirm]").click()
    expect(page.locator("#notice")).to_contain_text("Illegal move")
    expect(page.locator("[data-confirm]")).to_be_focused()
    chosen = page.locator(".dock button.card[aria-pressed=true]").count()
    page.get_by_role("link", name="Show legal moves").click()
    shown = page.locator("[data-mark=legal]").or_(page.get_by_text("You can’t use a card now."))
    expect(shown.first).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("Illegal move")
    expect(page.locator(".dock button.card[aria-pressed=true]")).to_have_count(chosen)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="What can I do?").click()
    expect(page.locator("#notice")).to_contain_text("Draw")
    page.get_by_role("link", name="Hint").click()
    for rung in (2, 3, 4):
        page.locator(f'#notice a[href$="rung={rung}"]', has_text="Next hint").click()
    expect(page.locator("#notice")).to_contain_text("The move:")


def test_a_turn_by_keyboard_alone(page: Page) -> None:
    turn_begins(page)
    before = page.locator("[data-table]").get_attribute("data-version")
    tab_into_hand(page)
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_visible()
    expect(page.locator("body")).not_to_be_focused()
    expect(page.locator("#announce")).not_to_be_empty()
    tab_into_hand(page)
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.locator(".dock button.card[aria-pressed=true]")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", str(int(before or 0) + 1))
    expect(page.locator("#told")).to_contain_text("and discard")


def tab_into_hand(page: Page) -> None:
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.dock button.card')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead into the hand")


def test_on_a_phone_line_hand_and_buttons_are_seen_together(phone: Page) -> None:
    for bots in (1, 2, 5):
        turn_begins(phone, bots)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        dock = phone.locator(".dock").bounding_box()
        newest = phone.locator(".cards-line button.card").last
        box = newest.bounding_box()
        assert dock
        assert box
        assert 0 < box["y"] <= dock["y"] - box["height"], "the hand covers the line"
        expect(phone.locator(".dock button.card").last).to_be_in_viewport(ratio=1)
        expect(phone.get_by_role("button", name="Draw", exact=True)).to_be_in_viewport(ratio=1)
        newest.tap()
        expect(newest).to_have_attribute("aria-pressed", "true")
        assert phone.evaluate("scrollY") == 0, "choosing a card moves the page"
    assert not phone.complaints


def test_two_tabs_never_play_a_move_twice(page: Page) -> None:
    turn_begins(page)
    twin = page.context.new_page()
    twin.goto(page.url)
    press(page, "Draw")
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_visible()
    expect(twin.get_by_role("button", name="Discard", exact=True)).to_be_visible()
    assert page.locator(".dock button.card").count() == 14
    page.locator(".dock button.card").first.dblclick(position=CORNER)
    expect(page.locator(".dock button.card")).to_have_count(13)
    page.go_back()
    page.go_forward()
    expect(page.locator(".dock button.card")).to_have_count(13)


def test_a_house_rule_is_followed_everywhere(page: Page) -> None:
    page.goto("/rules/vazhushal/?preset=duel-plain")
    page.get_by_role("button", name="Use these rules").click()
    title = page.get_by_role("heading", level=1).inner_text()
    page.goto("/games/vazhushal/rules/")
    expect(page.get_by_role("region", name="Your current rules")).to_contain_text(title)
    expect(page.locator(".clause-changed").first).to_be_visible()
    page.goto("/games/vazhushal/rules/print/")
    expect(page.get_by_role("heading", name="Changes from the standard rules")).to_be_visible()
    page.goto("/games/vazhushal/course/")
    expect(page.get_by_role("region", name="Your current rules")).to_contain_text(title)
    expect(page.get_by_role("listitem").filter(has_text="The negative joker")).to_have_count(0)
    lesson = page.get_by_role("listitem").filter(has_text="Identical melds and doubles")
    lesson.get_by_role("link").first.click()
    expect(page.get_by_text(re.compile(r"^Step \d of 6"))).to_be_attached()
    page.goto("/practice/vazhushal/")
    expect(page.get_by_role("region", name="Your current rules")).to_contain_text(title)
    turn_begins(page, bots=1)
    expect(page.locator(".bar-title")).to_contain_text(title)
    expect(page.locator("[data-zone-id=negative]")).to_have_count(0)


def test_a_move_is_made_without_scripts(browser: Browser, base_url: str) -> None:
    with browser.new_context(base_url=base_url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/play/")
        page.get_by_role("button", name="Vazhushal").click()
        expect(page.locator("[data-table]")).to_be_visible()
        for _ in range(60):
            page.goto(page.url)
            if page.get_by_role("button", name="Draw", exact=True).is_visible() or hand_is_over(page):
                break
            page.wait_for_timeout(300)
        if not hand_is_over(page):
            press(page, "Draw")
            example = page.locator("b", has_text=re.compile("^discard "))
            page.get_by_label("Type your move").fill(example.inner_text())
            page.get_by_role("button", name="Play", exact=True).click()
            expect(example).to_have_count(0)

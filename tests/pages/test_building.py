"""Somebody builds a puzzle by keyboard or by touch, and gives it to a class; a student answers it on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.pages.chromium import watched
from tests.pages.conftest import PHONE

HAND = "7h 8h 5s 6s qd jd 2c 2c ah 3c ad 8c"
LINE = "6c 9h kd 10h 4s"
TABLET = {"width": 820, "height": 1180}


def typed(page: Page, *texts: str) -> None:
    """Type cards where they go now, faster than the site answers."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def late(page: Page, what: str = "**/change/", milliseconds: int = 400) -> None:
    """Let it come late: every change of a draft, or what else is named by its address."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(milliseconds)
        route.continue_()

    page.route(what, wait)


def begun(page: Page, game: str) -> None:
    page.goto("/teach/puzzles/new/")
    page.get_by_role("button", name=game).first.click()
    expect(page.locator("#typed-cards")).to_be_focused()


def test_a_puzzle_by_keyboard_for_a_class(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None]
) -> None:
    with browser.new_context(**browser_context_args) as desk:
        page = watched(desk.new_page())
        page.goto("/account/signup/?next=/teach/")
        page.get_by_label("Username").fill("builder")
        page.get_by_label("Password").fill("seven of hearts")
        page.get_by_role("button", name="Create account").click()
        page.get_by_role("link", name="New puzzle").click()
        page.get_by_role("button", name="Vazhushal").click()
        axe(page)
        typed(page, HAND, "", "", LINE, "", "3d")
        expect(page.locator("#take-negative .card")).to_have_count(1)
        expect(page.locator("#take-line .card")).to_have_count(5)
        page.get_by_role("combobox", name="Question").select_option("legal-wipes")
        expect(page.locator(".builder-posed .badge.good")).to_have_count(3)
        checks = page.get_by_label("Checks")
        expect(checks).to_contain_text("One card in your hand is face down")
        page.get_by_label("Title").fill("Three ways")
        page.keyboard.press("Enter")
        expect(checks).to_contain_text("gives away how many answers are correct")
        for tab in ("Explain", "Ask"):
            page.get_by_role("link", name=tab).click()
            axe(page)
        page.get_by_label("Title").fill("How deep?")
        page.keyboard.press("Enter")
        expect(checks).not_to_contain_text("gives away how many")
        checks.get_by_role("button", name="Fill in the other cards").click()
        expect(checks).not_to_contain_text("is open")
        page.get_by_role("button", name="Publish version 1").first.click()
        expect(page.get_by_text("Version 1 is published. Its answers are verified.")).to_be_visible()
        axe(page)
        page.get_by_role("link", name="Assign to a class").click()
        page.get_by_role("link", name="New class").last.click()
        page.get_by_label("Class name").fill("7b")
        page.get_by_label("Students, one per line").fill("Amelie\nBen")
        page.get_by_role("button", name="Create class of 2").click()
        page.get_by_role("button", name="Make slips").first.click()
        code = page.locator(".handout", has_text="Amelie").locator(".code").inner_text()
        page.get_by_role("link", name="Done").click()
        page.get_by_role("link", name="New assignment").click()
        page.goto("/teach/")
        page.get_by_role("link", name="How deep?").click()
        page.get_by_role("link", name="Publish").click()
        page.get_by_role("link", name="Assign to a class").click()
        expect(page.locator("#says")).to_contain_text("puzzle")
        axe(page)
        page.get_by_role("button", name="Assign to 2").click()
        axe(page)
        with browser.new_context(**{**browser_context_args, "viewport": PHONE, "has_touch": True}) as pocket:
            student = watched(pocket.new_page())
            student.goto(f"/join/{code.replace(' ', '')}/")
            student.get_by_label("Choose a password").fill("queen of hearts")
            student.get_by_role("button", name="Join").tap()
            student.get_by_role("link", name="Start").tap()
            for card in ("9H", "KD", "4S"):
                student.locator(f"label[data-code='{card}']").first.tap()
            student.get_by_role("button", name="Submit").tap()
            expect(student.locator("#puzzle")).to_contain_text("Correct")
            axe(student)
            assert not student.complaints
        expect(page.locator(".marks .mark.first").first).to_be_visible()
        page.set_viewport_size({"width": 360, "height": 500})
        page.locator(".marks tbody a").first.click()
        expect(page.locator("#detail")).to_be_in_viewport()
        assert not page.complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_puzzle_by_touch_on_a_tablet(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None], scheme: Any
) -> None:
    """A card that was led, a hand, and which of them may be played: all by touch, without an account."""
    args = {**browser_context_args, "viewport": TABLET, "has_touch": True, "color_scheme": scheme}
    with browser.new_context(**args) as tablet:
        page = watched(tablet.new_page())
        begun(page, "Court Piece")
        for card in ("7H", "8H", "KD"):
            page.locator(f"#key-{card}").tap()
            expect(page.locator("[id='take-hands.0']")).to_contain_text("")
            expect(page.locator(f"#key-{card}")).to_be_disabled()
        page.locator("[id='fill-trick'] button").tap()
        page.locator("#key-AH").tap()
        expect(page.locator("#take-trick .card")).to_have_count(1)
        page.get_by_role("button", name="Suggest moves").first.tap()
        expect(page.locator(".builder-posed .badge.bad")).not_to_have_count(0)
        axe(page)
        for width in (360, 820, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.set_viewport_size(TABLET)
        page.get_by_role("button", name="Preview as a student").tap()
        expect(page.get_by_text("Preview: nothing is saved")).to_be_visible()
        assert not page.complaints


def test_why_typed_cards_are_refused_is_seen_beside_them_on_a_phone(phone: Page) -> None:
    phone.goto("/account/signup/?next=/teach/puzzles/new/")
    phone.get_by_label("Username").fill("builder-on-a-phone")
    phone.get_by_label("Password").fill("seven of hearts")
    phone.get_by_role("button", name="Create account").click()
    phone.get_by_role("button", name="Vazhushal").first.click()
    phone.locator("#typed-cards").focus()
    typed(phone, "7h 99")
    expect(phone.get_by_role("alert")).to_contain_text("isn’t a card")
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    expect(phone.locator("#typed-cards")).to_have_value("7h 99")
    expect(phone.locator("#typed-cards")).to_be_focused()
    phone.locator("#typed-cards").fill("7h")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_cards_are_tapped_faster_than_the_site_answers(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    """Nothing that was tapped is lost, and each card lies where it was meant to, however late the answers are."""
    with browser.new_context(**{**browser_context_args, "viewport": TABLET, "has_touch": True}) as tablet:
        page = watched(tablet.new_page())
        begun(page, "Court Piece")
        late(page, milliseconds=150)
        page.evaluate(
            """(ids) => ids.forEach((id) => document.querySelector(id).click())""",
            ["#key-7H", "#key-8H", "#key-KD", "#key-KD", "[id='fill-trick'] button", "#key-AH"],
        )
        expect(page.locator("#take-trick .card")).to_have_count(1)
        expect(page.locator("[id='take-hands.0'] [aria-label$='back to the deck']")).to_have_count(3)
        assert not page.complaints


def test_words_are_kept_whatever_is_pressed_next(page: Page) -> None:
    begun(page, "Vazhushal")
    typed(page, HAND, "", "", LINE)
    page.get_by_role("button", name="Suggest moves").first.click()
    expect(page.locator(".builder-posed")).to_be_visible()
    page.get_by_role("link", name="Explain").click()
    builder = page.url
    hint = page.get_by_label("Hint 1")
    for said, press in (
        ("a tab", lambda: page.get_by_role("link", name="Publish").click()),
        ("a trial", lambda: page.get_by_role("button", name="Preview as a student").click()),
        ("another page", lambda: page.get_by_role("link", name="Practice").click()),
        ("the keys of a tab", lambda: page.keyboard.press("Alt+1")),
        ("the way back", lambda: page.goto("/teach/")),
    ):
        hint.fill(f"Before {said}")
        press()
        expect(page).not_to_have_url(builder)
        page.goto(builder)
        expect(hint).to_have_value(f"Before {said}")


def test_answers_of_ones_own_are_kept_whatever_is_pressed_next(page: Page) -> None:
    begun(page, "Guts")
    typed(page, "ah as")
    page.get_by_role("combobox", name="Question").select_option("own-choice")
    page.get_by_label("Your question").fill("In or out?")
    page.get_by_label("Answer 1", exact=True).fill("In")
    page.get_by_label("Correct", exact=True).first.check()
    page.get_by_label("Answer 2", exact=True).fill("Out")
    page.get_by_role("button", name="One correct answer").click()
    expect(page.locator(".builder-posed")).to_contain_text("In or out?")
    page.get_by_label("Answer 2", exact=True).fill("Out at once")
    page.get_by_role("link", name="Explain").click()
    expect(page.get_by_label("Out at once")).to_be_visible()


def test_what_is_written_while_the_site_answers_stays(page: Page) -> None:
    begun(page, "Vazhushal")
    page.get_by_role("link", name="Explain").click()
    late(page)
    page.get_by_label("Your own wording").fill("May you wipe?")
    page.get_by_label("Hint 1").focus()
    page.keyboard.type("Look at the line, and at what lies beneath it.", delay=30)
    page.get_by_label("Hint 2").focus()
    expect(page.get_by_label("Hint 1")).to_have_value("Look at the line, and at what lies beneath it.")
    page.get_by_label("Title").fill("Deep down")
    page.get_by_role("link", name="Publish").click()
    expect(page).to_have_url(re.compile("tab=publish"))
    expect(page.get_by_text("just changed in another tab")).to_have_count(0)
    page.get_by_role("link", name="Explain").click()
    expect(page.get_by_label("Your own wording")).to_have_value("May you wipe?")
    expect(page.get_by_label("Hint 1")).to_have_value("Look at the line, and at what lies beneath it.")
    expect(page.get_by_label("Title")).to_have_value("Deep down")


def test_both_buttons_publish_for_those_that_were_chosen(page: Page) -> None:
    begun(page, "Vazhushal")
    typed(page, HAND, "", "", LINE)
    page.get_by_role("button", name="Suggest moves").first.click()
    expect(page.locator(".builder-posed")).to_be_visible()
    page.get_by_role("link", name="Publish").click()
    page.get_by_label("Only classes").check()
    page.get_by_role("button", name="Publish version 1").first.click()
    expect(page.get_by_text("Version 1 is published. Its answers are verified.")).to_be_visible()
    expect(page.get_by_label("Only classes")).to_be_checked()


def test_what_was_opened_stays_open_while_one_changes_what_is_in_it(page: Page) -> None:
    begun(page, "Vazhushal")
    page.get_by_text("More settings").click()
    page.get_by_label("Players").focus()
    page.get_by_label("Players").select_option("5")
    expect(page.locator("[id='place-hands.4']")).to_be_attached()
    expect(page.get_by_label("Players")).to_be_visible()
    expect(page.get_by_label("Players")).to_be_focused()


def test_no_field_asks_for_cards_before_it_can_keep_them(page: Page) -> None:
    late(page, "**/*.js")
    begun(page, "Vazhushal")
    typed(page, HAND, "", "", LINE, "", "3d")
    expect(page.locator("#take-line .card")).to_have_count(5)
    expect(page.locator("#take-negative .card")).to_have_count(1)


def test_what_is_lost_on_its_way_is_sent_again(phone: Page) -> None:
    """Whether the question was lost or the answer, what was tapped and typed meanwhile is laid too, each card once."""
    fates = ["unanswered", "lost"]

    def spoil(route: Route) -> None:
        fate = fates.pop() if fates else ""
        if fate == "unanswered":
            route.fetch()
        if fate:
            route.abort()
        else:
            route.continue_()

    begun(phone, "Vazhushal")
    phone.route("**/change/", spoil)
    typed(phone, "7h 8h", "5s")
    phone.locator("#key-KD").tap()
    expect(phone.locator("[id='take-hands.0'] .card:not(.back)")).to_have_count(4)
    assert not fates
    expect(phone.locator("#typed-cards")).to_have_value("")
    expect(phone.locator("[data-sent], .toast, [role=alert]")).to_have_count(0)
    phone.complaints.clear()  # of what was lost


def test_what_would_be_said_is_read_to_its_end(page: Page) -> None:
    begun(page, "Vazhushal")
    typed(page, HAND, "", "", LINE, "", "3d")
    page.get_by_role("combobox", name="Question").select_option("legal-wipes")
    expect(page.locator(".builder-posed .badge.good")).to_have_count(3)
    page.get_by_role("link", name="Explain").click()
    fields = page.locator("#words-form textarea")
    expect(fields).to_have_count(7)
    assert fields.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight)")


def test_six_players_with_melds_leave_the_line_in_sight_on_a_phone(page: Page) -> None:
    begun(page, "Vazhushal")
    melds = ["9C TC JC", "2H 3H 4H", "5D 5S 5C", "8S 9S TS JS", "KH KS KC", "6D 7D 8D"]
    position = {"seats": 6, "hands": ["7H 8H 5S 6S QD JD 2C AD AH 3C"], "line": "6C 9H KD TH 4S", "negative": "AS"}
    page.get_by_text("More settings").click()
    page.get_by_label("Start from a position (JSON)").fill(json.dumps({**position, "melds": [[one] for one in melds]}))
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator("#take-line .card")).to_have_count(5)
    page.get_by_role("combobox", name="Question").select_option("own-fact")
    page.locator("#fact").fill("is-wild AD")
    page.keyboard.press("Enter")
    expect(page.locator(".builder-posed .badge.good")).to_be_visible()
    page.get_by_role("button", name="Preview as a student").click()
    page.set_viewport_size(PHONE)
    assert page.locator(".board").evaluate("board => board.scrollHeight <= board.clientHeight")

"""Journeys through the house rules, by mouse, by keyboard, on a phone, without scripts, and in the admin."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.house import House
from tests.pages.conftest import PHONE

FORM = "/rules/vazhushal/"
Axe = Callable[[Page], None]


def choose(page: Page, option: str, sentence: str) -> None:
    rule = page.locator(f"[id='{option}']")
    if rule.get_attribute("open") is None:
        rule.locator("summary").click()
    rule.get_by_label(sentence).check()


def test_a_rule_is_switched_and_the_rulebook_follows(page: Page, axe: Axe) -> None:
    page.goto(FORM)
    axe(page)
    page.locator("[id='line-limit'] summary").click()
    page.get_by_label("Longest line", exact=True).fill("7")
    expect(page.locator("#says-line-limit")).to_contain_text("The line has at most 7 cards")
    expect(page.locator("#summary")).to_contain_text("1 rule differs from the standard rules")
    axe(page)
    page.get_by_label("Name these rules").fill("Seven in a line")
    page.get_by_role("button", name="Use these rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seven in a line")
    axe(page)
    page.get_by_role("link", name="Compare with the standard rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The standard rules and Seven in a line")
    axe(page)
    page.goto("/games/vazhushal/rules/")
    bar = page.get_by_role("region", name="Your current rules")
    expect(bar).to_contain_text("Rules: Seven in a line")
    expect(page.locator("[id='line.limit']")).to_contain_text("7 cards")
    bar.get_by_role("button", name="Use the site’s default").click()
    expect(page.get_by_text("Standard rules.")).to_be_visible()


def test_what_cannot_be_played_together_says_so_at_once(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(FORM)
    choose(page, "neg-drawable", "You can draw the negative joker as the last card")
    choose(page, "wild-rule", "There’s no negative joker")
    expect(page.locator("#error-neg-drawable")).to_contain_text("There’s no negative joker to draw")
    page.get_by_role("button", name="Use these rules").click()
    expect(page.get_by_role("alert")).to_contain_text("These rules weren’t saved.")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    choose(page, "neg-drawable", "The negative joker only shows what’s wild")
    expect(page.locator("#summary")).to_contain_text("1 rule differs")


def test_a_look_ahead_answers_beside_the_form(page: Page) -> None:
    page.goto(FORM)
    choose(page, "wild-rule", "There’s no negative joker")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#foreseen")).to_contain_text("compared with the standard rules")
    expect(page).to_have_url(re.compile(f"{FORM}$"))


def test_the_form_is_filled_from_the_keyboard(page: Page) -> None:
    page.goto(FORM)
    page.locator("[id='twin-scope'] summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#says-twin-scope")).to_contain_text("you can have identical sets")
    expect(page.locator("[id='twin-scope'] input:checked")).to_be_focused()
    page.get_by_role("button", name="Use these rules").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("These are your rules")).to_be_visible()


def test_a_phone_shows_every_page_without_scrolling_sideways(phone: Page) -> None:
    for path in ("/rules/", FORM, f"{FORM}?preset=denexa", f"{FORM}book/", f"{FORM}diff/book/book/"):
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not phone.complaints


def test_everything_works_without_scripts(browser: Browser, base_url: str) -> None:
    with browser.new_context(base_url=base_url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(FORM)
        choose(page, "final-melds", "Hands are scored right away.")
        page.get_by_role("button", name="Preview changes").click()
        expect(page.locator("#foreseen")).to_contain_text("compared with the standard rules")
        expect(page.locator("#summary")).to_contain_text("1 rule differs")
        page.get_by_role("button", name="Save for later").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("When the stock runs out")
        page.get_by_role("button", name="Use these rules").click()
        expect(page.get_by_text("These are your rules")).to_be_visible()


@pytest.fixture
def as_admin(house: House, page: Page) -> Page:
    house.manage("shell", "-c", MAKE_ADMIN)
    page.goto("/admin/login/?next=/admin/")
    page.get_by_label("Username or email").fill("keeper")
    page.get_by_label("Password").fill("seven of hearts")
    page.get_by_role("button", name="Sign in").click()
    return page


MAKE_ADMIN = """
from django.contrib.auth.models import User
User.objects.filter(username="keeper").exists() or User.objects.create_superuser("keeper", "", "seven of hearts")
"""


def test_an_admin_sees_what_changes_and_then_lets_it_hold(as_admin: Page, browser: Browser, base_url: str) -> None:
    page = as_admin
    page.goto("/admin/variants/ruleset/add/?game=vazhushal")
    page.get_by_label("Melds are identical if they’re made of the same cards").check()
    page.get_by_label("Name", exact=False).first.fill("The club’s")
    page.get_by_label("Site default").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("would then play under")).to_be_visible()
    expect(page.get_by_text("Melds are identical if they’re made")).to_be_visible()
    page.get_by_role("button", name="Use for everyone").click()
    with browser.new_context(base_url=base_url) as context:
        visitor = context.new_page()
        visitor.goto("/games/vazhushal/rules/")
        expect(visitor.get_by_text("the site’s default")).to_be_visible()
    page.goto("/admin/variants/ruleset/?site_default__exact=1")
    page.get_by_role("link", name="The club’s").click()
    page.get_by_label("Site default").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Use for everyone").click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_no_rule_that_has_the_focus_lies_under_the_bar(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(FORM)
    bar = page.locator(".form-bar").bounding_box()
    assert bar
    page.locator(".option summary").first.focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        focused = page.locator("summary:focus")
        page.wait_for_timeout(30)  # until it has scrolled
        if focused.count():
            box = focused.bounding_box()
            assert box
            assert box["y"] + box["height"] <= bar["y"] or box["y"] >= bar["y"] + bar["height"]

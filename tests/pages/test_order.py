"""Hands are put in order by tapping them one after another, or with the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.pages]


@pytest.fixture
def hands(phone: Page) -> Locator:
    phone.goto("/practice/guts/")
    phone.locator(".themes button").filter(has_text="Order these hands").click()
    hands = phone.locator("[data-order] > .match")
    expect(hands).to_have_count(5)
    return hands


def _places(hands: Locator) -> list[str]:
    return hands.evaluate_all("rows => rows.map((row) => row.querySelector('input:checked')?.value ?? '')")


def test_a_tap_gives_a_hand_the_next_place_and_another_takes_it_away(phone: Page, hands: Locator) -> None:
    for index in (2, 0, 1, 4):
        hands.nth(index).click()
    assert _places(hands) == ["2", "3", "1", "", "4"]
    hands.nth(0).click()
    assert _places(hands) == ["", "3", "1", "", "4"]
    for index in (3, 0):
        hands.nth(index).click()
    assert _places(hands) == ["5", "3", "1", "2", "4"]
    assert hands.locator("label:visible:has(:checked)").all_inner_texts() == [
        "Fifth",
        "Third",
        "Best",
        "Second",
        "Fourth",
    ]
    phone.locator("button[form=puzzle-answer]").click()
    phone.locator("#next-puzzle").wait_for()


def test_hands_without_a_place_are_asked_for_and_nothing_moves(phone: Page, hands: Locator) -> None:
    hands.nth(2).click()
    before = [hand.bounding_box() for hand in hands.all()]
    phone.locator("button[form=puzzle-answer]").click()
    refusal = phone.get_by_role("alert")
    expect(refusal).to_have_text("Put all five hands in order first.")
    expect(refusal).to_be_in_viewport(ratio=1)
    assert _places(hands) == ["", "", "1", "", ""]
    assert [hand.bounding_box() for hand in hands.all()] == before
    hands.nth(0).click()
    expect(refusal).not_to_be_attached()


def test_a_place_chosen_again_by_keyboard_leaves_the_hand_that_had_it(phone: Page, hands: Locator) -> None:
    hands.nth(0).click()
    hands.nth(1).locator("input").first.focus()
    phone.keyboard.press("Space")
    assert _places(hands) == ["", "1", "", "", ""]
    phone.keyboard.press("ArrowRight")
    assert _places(hands) == ["", "2", "", "", ""]

"""Cards that a move uses in several ways are chosen in one go, marked, and kept while the choice isn't complete."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.measure import SIZES

STEP = "/games/anaconda/course/high/keep-the-full-house/"
FIVE = ("9S", "9H", "KS", "KH", "9D")


def choose(page: Page, *codes: str) -> None:
    for code in codes:
        page.locator(f'.dock button.card[data-code="{code}"]').click(position={"x": 9, "y": 12})


def chosen(page: Page) -> set[str]:
    return {
        *page.locator('.dock button.card[aria-pressed="true"]').evaluate_all(
            "all => all.map((one) => one.dataset.code)"
        )
    }


@pytest.mark.parametrize("first", [False, True])
def test_five_cards_are_kept_in_one_choice(page: Page, first: bool) -> None:
    """Whether you press the button first or choose the cards first."""
    page.goto(STEP)
    keep = page.locator("[data-verb=keep]")
    if first:
        keep.click()
        expect(page.locator("#ask-text")).to_contain_text("0 of 5")
    choose(page, *FIVE[:4])
    expect(page.locator(".lacking")).to_contain_text("choose 1 more")
    expect(page.locator("[data-part]")).to_have_count(0)
    choose(page, FIVE[4])
    hidden = page.locator("[data-part]")
    expect(hidden).to_have_attribute("data-part", "hidden")
    expect(hidden.locator(".card")).to_have_attribute("data-code", "9D")
    button = page.locator("[data-confirm]") if first else keep
    expect(button).to_contain_text("Keep 5 cards, hidden 9")
    button.click()
    expect(page.locator("#step .notice.good, #go-on").first).to_be_visible()
    expect(page.locator(".dock .cards-fan .card")).to_have_count(5)
    expect(page.locator("[data-word=hidden] .card")).to_have_attribute("data-code", "9D")


def test_a_choice_of_too_many_cards_is_not_lost(page: Page) -> None:
    page.goto(STEP)
    choose(page, *FIVE, "4C")
    keep = page.locator("[data-verb=keep]")
    expect(keep).to_contain_text("choose 1 fewer")
    keep.click()
    assert chosen(page) == {*FIVE, "4C"}
    expect(page.locator("[data-confirm]")).to_have_count(0)
    choose(page, "9H")
    expect(page.locator("[data-confirm]")).to_contain_text("hidden 4")
    choose(page, "9D", "9H", "9D")
    assert chosen(page) == {*FIVE, "4C"}
    choose(page, "4C")
    expect(page.locator("[data-part] .card")).to_have_attribute("data-code", "9D")


def test_the_hidden_card_is_another_after_two_touches(page: Page) -> None:
    page.goto(STEP)
    choose(page, *FIVE, "KS", "KS")
    expect(page.locator("[data-part] .card")).to_have_attribute("data-code", "KS")


COVERED = """() => {
  const WORDS = ".table :is(.zone-label, .zone-note, .prompt, .seat-name, .plate-notes > span, .segments button)";
  const covered = [];
  for (const card of document.querySelectorAll(".table .card[aria-pressed=true], .in-tail > .card")) {
    const risen = card.getBoundingClientRect();
    const range = document.createRange();
    for (const words of document.querySelectorAll(WORDS)) {
      range.selectNodeContents(words);
      for (const line of words.offsetWidth > 3 ? range.getClientRects() : []) {
        const wide = Math.min(risen.right, line.right) - Math.max(risen.left, line.left);
        const high = Math.min(risen.bottom, line.bottom) - Math.max(risen.top, line.top);
        if (wide > 1 && high > 1) covered.push(`${card.dataset.code} covers ${words.textContent.trim()}`);
      }
    }
  }
  return covered;
}"""
"""The words that a card covers once it has risen."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "step",
    [
        "anaconda/course/high/keep-the-full-house",
        "contract-rummy/course/melds/melds-twins",
        "chinese-ten/course/table/table-first-catch",
        "vazhushal/course/wipe/wipe-newest",
    ],
)
def test_a_chosen_card_rises_over_no_words(page: Page, step: str, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.goto(f"/games/{step}/")
    cards = page.locator(".table button.card")
    for index in range(cards.count()):
        cards.nth(index).dispatch_event("click")
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_card_on_the_table_that_fits_is_tapped_itself(page: Page, size: str) -> None:
    """Not the place around it, which plays the chosen card there."""
    page.set_viewport_size(SIZES[size])
    page.goto("/games/chinese-ten/course/table/table-first-catch/")
    page.locator(".dock button.card").nth(2).click(position={"x": 9, "y": 12})
    page.locator("[data-layout=grid] button.card.fit").first.click(trial=True)

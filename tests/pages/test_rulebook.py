"""The rulebook in a real browser: a rule is tried under its text, and asked for."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

RULES = "/games/vazhushal/rules/"


def test_a_rule_is_tried_where_it_stands(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto(RULES)
    clause = page.locator("[id='wipe.suffix-only']")
    clause.get_by_role("link", name="Try it").click()
    example = clause.locator("#example")
    expect(example).to_be_visible()
    moves = example.locator("#tries button")
    for number in range(moves.count()):
        moves.nth(number).click()
        expect(example.locator("#tries .mark")).to_have_count(number + 1)
    expect(example.locator("#tries .mark.yes")).not_to_have_count(0)
    expect(example.locator("#tries .mark.no")).not_to_have_count(0)
    axe(page)
    page.locator("[id='wipe.rest-to-hand']").get_by_role("link", name="Try it").click()
    expect(page.locator("[id='wipe.rest-to-hand'] #example")).to_be_visible()
    expect(page.locator("#example")).to_have_count(1)
    expect(clause.get_by_role("link", name="Try it")).to_be_visible()


def test_a_question_is_answered_while_it_is_typed(page: Page) -> None:
    page.goto(RULES)
    page.get_by_label("Ask about the rules").fill("7♣ 8♣ 9♦")
    expect(page.locator("#answers")).to_contain_text("don’t make a run or a set")

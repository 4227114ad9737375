"""What one sees, one can take: by touch, by dragging, twice by key; and the last move can be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games
from games.engine.game import Game
from tests.pages.taps import counted
from tests.pages.targets import too_small
from tests.pages.test_play import friend, to_move, together, version

__all__ = ["friend"]
HAND = ".dock button.card"


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_no_move_takes_more_touches_than_its_cards_and_one(phone: Page, game: Game[Any]) -> None:
    """A joker that is freed comes along by itself; what is said in words is chosen word by word."""
    found = list(counted(phone, game.slug))
    assert found
    for verb, taps, text in found:
        move = game.parse_move(text)
        words = len(move.word.split()) + (move.number is not None and not move.groups)
        assert taps <= sum(card.natural for card in move.all_cards) + words + 1, (verb, taps)
    assert not phone.complaints


def test_drag_touch_twice_and_take_back(page: Page, friend: Page) -> None:
    together(page, friend)
    first, second = to_move(page, friend)
    first.bring_to_front()
    first.locator("[data-place=stock]").press("Enter")
    expect(first.locator("[data-verb=discard]")).to_be_visible()
    expect(first.locator("#take-back")).to_have_count(0)  # a card was seen
    held, before = first.locator(HAND).count(), version(first)
    code = first.locator(HAND).nth(2).get_attribute("data-code")
    first.locator(HAND).nth(2).drag_to(first.locator("#zone-line"), target_position={"x": 20, "y": 40})
    expect(first.locator(HAND)).to_have_count(held - 1)
    expect(second.locator("[data-place=stock]")).to_be_visible()
    first.locator(HAND).first.focus()
    first.keyboard.press("u")
    expect(first.locator(HAND)).to_have_count(held)
    expect(first.locator(f'{HAND}[data-code="{code}"]').first).to_be_visible()
    expect(second.locator("#told")).to_contain_text("has undone the last move")
    expect(second.locator("[data-place=stock]")).to_have_count(0)
    first.locator(HAND).nth(3).focus()
    for _ in range(2):
        first.keyboard.press("Enter")
    expect(first.locator(HAND)).to_have_count(held - 1)
    assert version(first) == before + 3


def test_where_one_card_is_played_the_next_touch_means_another(phone: Page) -> None:
    phone.goto("/games/lorum/course/domino/domino-both-ends/")
    for place in (0, 1):
        phone.locator(HAND).nth(place).tap()
        expect(phone.locator(f'{HAND}[aria-pressed="true"]')).to_have_count(1)
    expect(phone.locator(HAND).nth(1)).to_have_attribute("aria-pressed", "true")


def test_a_card_that_may_not_be_played_says_why_when_it_is_touched_twice(phone: Page) -> None:
    phone.goto("/games/court-piece/course/tricks/tricks-follow-suit/")
    refused = phone.locator(f'{HAND}[data-code="AC"]')
    for _ in range(2):
        refused.tap()
    expect(phone.get_by_text("You have diamonds, so you have to follow suit")).to_be_visible()
    expect(refused).to_have_attribute("aria-pressed", "true")


def test_a_lit_place_of_a_row_is_enough_to_play_its_card(phone: Page) -> None:
    """Where a card has a place of its own nothing needs to be chosen first, by touch or by key."""
    phone.goto("/games/lorum/course/domino/domino-both-ends/")
    lit = phone.locator(".spot > .place.lit")
    expect(lit.first).to_be_visible()
    held = phone.locator(f"{HAND}:not(.unfit)")
    places = lit.evaluate_all("all => all.map(one => one.dataset.place)")
    assert sorted(places) == sorted(held.evaluate_all("all => all.map(one => one.dataset.code)"))
    phone.locator('[data-place="KD"]').press("Enter")
    expect(phone.locator("#go-on")).to_be_visible()
    phone.goto("/games/lorum/course/domino/domino-new-row/")
    phone.locator('[data-place="JH"]').tap()
    expect(phone.locator("#go-on")).to_be_visible()
    assert not phone.complaints  # type: ignore[attr-defined]


def test_the_stack_that_you_turn_a_card_from_is_the_place_to_touch(phone: Page) -> None:
    phone.goto("/games/beggar-my-neighbor/course/turning/first-card/")
    phone.locator("#zone-stack-0 .card").tap(force=True)
    expect(phone.locator("#go-on")).to_be_visible()
    expect(phone.locator("#zone-stack-0")).to_have_attribute("data-held", "25")
    assert not phone.complaints


def test_a_card_lights_what_goes_along_with_it_and_a_touch_of_that_is_the_move(phone: Page) -> None:
    """What does not go along can be touched too: then the house says why."""
    phone.goto("/games/chinese-ten/course/choice/choice-red-seven/")
    there = phone.locator("[data-layout=grid] button.card")
    phone.locator(f'{HAND}[data-code="3S"]').tap()
    assert there.and_(phone.locator(".fit")).evaluate_all("all => all.map(one => one.dataset.code)") == ["7H", "7C"]
    there.and_(phone.locator('[data-code="9D"]')).tap()
    expect(phone.get_by_text("They need to make 10 to match.")).to_be_visible()
    there.and_(phone.locator('[data-code="7H"]')).tap()
    expect(phone.locator("#go-on")).to_be_visible()
    expect(there.and_(phone.locator('[data-code="7H"]'))).to_have_count(0)
    assert not phone.complaints


@pytest.mark.parametrize("path", ["/", "/games/daifugo/rules/", "/practice/daifugo/", "/play/?game=daifugo", "/rules/"])
def test_what_is_pressed_has_room_for_a_finger(phone: Page, path: str) -> None:
    phone.goto(path)
    assert too_small(phone) == []

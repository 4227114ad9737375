"""Nothing on a table moves when somebody chooses, presses, asks, or is refused."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

import games
from games.engine.game import Game
from tests.pages.measure import SIZES
from tests.pages.test_in_sight import set_up

BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  ".bar, .dock, .voice, .your-plate, .hands, .dock > .actions, .seat, .odd > .zone, .middle > .zone"
)].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.id || one.className, [box.left, box.top, box.width, box.height].map(Math.round)];
}))"""
"""Where everything lies that has a fixed place, by name."""
CENTERS = """() => [".voice", ".hands .cards", ".actions-buttons"].map((one) => {
  const box = document.querySelector(`.dock ${one}`)?.getBoundingClientRect();
  return box && Math.round(box.left + box.width / 2);
})"""


def look(page: Page) -> dict[str, list[int]]:
    """The boxes, as soon as two looks at them agree: a page that has just loaded still fits its cards."""
    before: dict[str, list[int]] = {}
    for _ in range(40):
        boxes: dict[str, list[int]] = page.evaluate(BOXES)
        if boxes == before:
            return boxes
        before = boxes
        page.wait_for_timeout(120)
    raise AssertionError("the page does not come to rest")


@pytest.mark.parametrize("game", [one for one in games.all_games().values() if one.decides], ids=lambda game: game.slug)
def test_no_box_moves_while_somebody_decides(page: Page, game: Game[Any]) -> None:
    for size in SIZES.values():
        page.set_viewport_size(size)
        set_up(page, game.slug)
        page.locator("#board[data-yours]").wait_for()
        before = look(page)
        cards = page.locator(".hands [data-layout=fan] button.card")
        if cards.count():
            cards.first.click(position={"x": 9, "y": 14})
            assert look(page) == before, "a card is chosen"
            page.keyboard.press("Escape")
        for key in ("m", "h"):
            if page.locator(f".bar [data-key={key}]").count():
                page.locator(f".bar [data-key={key}]").click()
                page.locator("#notice .notice").wait_for()
                assert look(page) == before, f"help is asked for with {key}"
        button = page.locator(".actions-buttons .button[data-verb]").first
        if button.count() and not page.locator(".actions .picture").count():
            button.click()
            page.locator("[data-ask]:visible, #notice .refused").first.wait_for()
            assert look(page) == before, "a button asks for more"


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_voice_hand_and_buttons_share_the_middle(page: Page, game: Game[Any]) -> None:
    set_up(page, game.slug)
    page.locator("#board[data-yours]").wait_for()
    if page.locator(".actions .picture").count():
        return  # a ladder of things to say stands beside the hand
    middle = page.locator("#table").evaluate("one => one.getBoundingClientRect().left + one.offsetWidth / 2")
    for center in page.evaluate(CENTERS):
        assert center is None or abs(center - middle) <= 6

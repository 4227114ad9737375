"""A hand is sorted from the first moment, in lessons, puzzles, and at tables, and the switch says how."""

from __future__ import annotations

from itertools import groupby, islice, pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games
from core.templatetags.cards import FEWEST_SORTED
from games.engine.game import Game
from tests.pages.measure import steps

BY_RANK = {"anaconda", "daifugo", "guts", "mille"}
SMALL_HANDS = {"commune", "guts"}
"""Games with hands that need no switch."""
WITH_HANDS = [game for game in games.all_games().values() if game.decides]
HANDS = """() => [...document.querySelectorAll("[data-table] [data-layout=fan]")].map((zone) => ({
  ranks: zone.dataset.ranks, codes: [...zone.querySelectorAll(".card")].map((one) => one.dataset.code),
  pressed: zone.querySelector("[data-sort][aria-pressed=true]")?.dataset.sort }))"""

each_game = pytest.mark.parametrize("game", WITH_HANDS, ids=lambda game: game.slug)


def look(page: Page, how: str) -> int:
    """Check each hand of a page; return how many hands have a switch."""
    hands = [hand for hand in page.evaluate(HANDS) if hand["codes"] and "?" not in hand["codes"]]
    for hand in hands:
        codes = [code for code in hand["codes"] if code != "*"]
        assert hand["codes"] == codes + ["*"] * hand["codes"].count("*"), hand
        ranks = [hand["ranks"].index(code[0]) for code in codes]
        suits = [code[1] for code in codes]
        if how == "rank":
            assert ranks == sorted(ranks), hand
        else:
            assert len([*groupby(suits)]) == len({*suits}), hand
            assert all(
                one <= other
                for _, suit in groupby(zip(suits, ranks, strict=True), lambda pair: pair[0])
                for one, other in pairwise([rank for _, rank in suit])
            ), hand
        assert hand["pressed"] in (None, how), hand
    return sum(hand["pressed"] is not None for hand in hands)


@each_game
def test_a_hand_is_sorted_from_the_first_moment(page: Page, game: Game[Any]) -> None:
    how = "rank" if game.slug in BY_RANK else "suit"
    switches = 0
    for address, _ in islice(steps(game.slug), 0, None, 5):
        page.goto(address)
        switches += look(page, how)
    assert switches or game.slug in SMALL_HANDS
    for theme in game.puzzle_themes[:4]:
        page.goto(f"/practice/{game.slug}/")
        with page.expect_navigation():
            page.locator(f'.themes button[value="{theme.slug}"]').click()
        look(page, how)
    page.goto(f"/play/?game={game.slug}")
    with page.expect_navigation():
        page.get_by_role("button", name="Play now").click()
    held = page.locator(".dock [data-layout=fan] .card")
    expect(held.first).to_be_attached()
    if held.and_(page.locator(':not([data-code="?"])')).count() >= FEWEST_SORTED:
        expect(page.locator(".dock [data-sort][aria-pressed=true]")).to_have_count(1)
    look(page, how)


def test_the_switch_says_how_the_hand_lies_and_is_remembered(page: Page) -> None:
    page.goto("/games/court-piece/course/tricks/tricks-follow-suit/")
    page.get_by_role("group", name="Sort").get_by_role("button", name="By rank").click()
    assert look(page, "rank") == 1
    page.goto("/games/contract-rummy/course/")
    page.goto(next(address for address, place in steps("contract-rummy") if place.step.kind == "do"))
    assert look(page, "rank") == 1
    page.get_by_role("group", name="Sort").get_by_role("button", name="By suit").click()
    assert look(page, "suit") == 1
    expect(page.get_by_role("group", name="Sort").get_by_role("button")).to_have_text(["By suit", "By rank"])

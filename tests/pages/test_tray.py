"""A tray on the table: the cards chosen for a move that asks for groups lie in its places, and nothing else moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.house import House
from tests.pages.measure import SIZES
from tests.pages.taps import CORNER
from tests.pages.test_places import look

LAY = """
import json
from random import Random
from django.contrib.sessions.backends.db import SessionStore
import games
from core.people.models import Person
from games.engine.record import Record
from games.engine.table import Table
from tests.pages.measure import lay
from tests.pages.positions import Spot
person, session = Person.objects.create(), SessionStore()
session["person"] = person.pk
session.save()
game, laid = games.get("contract-rummy"), {}
for seed in range(3000):
    table, rng = Table(game, game.options(), 4), Random(seed)
    table.play_dealer_moves(rng)
    if table.state.waiting != (0,):
        continue
    table.play_move(0, game.parse_move("stock"))
    while table.state.phase == "window":
        table.play_move(table.state.waiting[0], game.parse_move("pass"))
    hand = [card.code for card in table.state.hands[0]]
    move = next((move for move in game.list_moves(table.state, 0) if move.verb == "contract"), None)
    name = "wild" if "*" in hand else "natural"
    if move and name not in laid and len(set(hand)) == len(hand) and (name == "natural" or "*" in str(move)):
        groups = [[card.base.code for card in group] for group in move.groups]
        laid[name] = [lay(person, Spot(Record(game.slug, game.options(), 4, table.record.moves), 0, "")), groups]
    if len(laid) == 2:
        break
game = games.get("anaconda")
table = Table(game, game.options(), 5)
table.play_dealer_moves(Random(0))
while table.state.phase == "bet":
    table.play_move(table.state.waiting[0], game.parse_move("check"))
address = lay(person, Spot(Record(game.slug, game.options(), 5, table.record.moves), 0, ""))
laid["pass"] = [address, [[card.code for card in table.state.hands[0]]]]
print("LAID", json.dumps([session.session_key, laid]))
"""
"""Lays two tables at which the first contract, two sets of three, can be melded: without a joker, and with one.

At a third table, three cards are passed to one player.
"""
TRAY = """() => [...document.querySelectorAll("[data-fills] [data-alike]")].map((group) =>
  [...group.children].map((place) => place.querySelector(".card")?.dataset.code ?? ""))"""
"""The cards in the places of the tray, group by group."""
PLACES = """() => [...document.querySelectorAll(".dock .cards-fan > li, [data-fills], [data-fills] .empty-card")]
  .map((one) => {
    const box = one.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height].map(Math.round);
  })"""
"""The boxes of the places of all cards in the hand, and of the tray and its places."""
LEAST = {"phone": 36, "desk": 58}
"""The minimum width of a place of the tray, in pixels."""


@pytest.fixture(scope="module")
def laid_tables(house: House) -> tuple[str, dict[str, tuple[str, list[list[str]]]]]:
    """The key of a person's session, and for each table its address and the contract of that person's hand, or it."""
    key, tables = json.loads(house.manage("shell", "-c", LAY).rpartition("LAID")[2])
    return key, tables


@pytest.mark.parametrize("name", ["natural", "wild"])
@pytest.mark.parametrize("size", SIZES)
def test_chosen_cards_lie_in_the_tray_and_a_tap_takes_them_back(
    page: Page,
    base_url: str,
    axe: Callable[[Page], None],
    laid_tables: tuple[str, dict[str, tuple[str, list[list[str]]]]],
    name: str,
    size: str,
) -> None:
    key, tables = laid_tables
    address, ((first, second, third), (fourth, fifth, sixth)) = tables[name]
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": base_url}])
    page.set_viewport_size(SIZES[size])
    page.goto(address)
    boxes, places = look(page), page.evaluate(PLACES)
    button = page.locator('.actions-buttons [data-verb="contract"]')
    taken = page.locator(".dock button.card.placed")

    def tap(code: str) -> None:
        page.locator(f'.dock button.card[data-code="{code}"]').click(position=CORNER)
        assert look(page) == boxes, code
        assert page.evaluate(PLACES) == places, code

    assert page.evaluate(TRAY) == [["", "", ""], ["", "", ""]]
    assert page.locator("[data-fills] .empty-card").first.evaluate("one => one.offsetWidth") >= LEAST[size]
    tap(first)
    expect(taken).to_have_count(0)  # one card can be discarded
    for code in (fourth, second, fifth, third):
        tap(code)
    assert page.evaluate(TRAY) == [[first, second, third], [fourth, fifth, ""]]
    expect(button).to_contain_text("choose 1 more")
    expect(taken).to_have_count(5)
    for place in page.locator("[data-fills] .empty-card").all():
        expect(place).to_be_in_viewport(ratio=0.99)
    axe(page)
    page.locator(f'[data-fills] [data-code="{second}"]').click()
    assert page.evaluate(TRAY) == [[first, third, ""], [fourth, fifth, ""]]
    expect(page.locator(f'.dock button.card[data-code="{second}"]')).to_have_attribute("aria-pressed", "false")
    assert look(page) == boxes
    page.locator(f'.dock button.card[data-code="{third}"]').press("Space")
    assert page.evaluate(TRAY) == [[first, "", ""], [fourth, fifth, ""]]
    for code in (second, third, sixth):
        tap(code)
    assert page.evaluate(TRAY) == [[first, second, third], [fourth, fifth, sixth]]
    page.keyboard.press("Escape")
    assert page.evaluate(TRAY) == [["", "", ""], ["", "", ""]]
    expect(taken).to_have_count(0)


def test_a_refused_contract_stays_in_the_tray_and_a_melded_one_leaves_it(
    page: Page, base_url: str, laid_tables: tuple[str, dict[str, tuple[str, list[list[str]]]]]
) -> None:
    key, tables = laid_tables
    address, (first, second) = tables["natural"]
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": base_url}])
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(address)
        before = look(page)
        for code in (*first, *second[:2]):
            page.locator(f'.dock button.card[data-code="{code}"]').click(position=CORNER)
        page.locator(".dock button.card:not(.placed)").last.click(position=CORNER)
        page.locator('.actions-buttons [data-verb="contract"]').click()
        page.locator("#notice .refused").wait_for()
        assert page.evaluate(TRAY) == [first, [*second[:2], ""]]
        page.locator('.dock button.card[aria-pressed="true"]:not(.placed)').click(position=CORNER)
        page.locator(f'.dock button.card[data-code="{second[2]}"]').click(position=CORNER)
        page.locator('.actions-buttons [data-verb="contract"]').click()
        expect(page.locator(".own-melds .zone")).to_have_count(2)
        expect(page.locator("[data-fills]")).to_have_count(0)
        after = look(page)
        for name in ("zone-pile", "zone-stock", "hands", "dock", "voice"):
            assert after[name] == before[name], name
        page.locator("#take-back").click()
        expect(page.locator("[data-fills]")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_cards_to_pass_lie_in_their_places_as_chosen_and_a_tap_takes_one_back(
    page: Page,
    base_url: str,
    axe: Callable[[Page], None],
    laid_tables: tuple[str, dict[str, tuple[str, list[list[str]]]]],
    size: str,
) -> None:
    key, tables = laid_tables
    address, (hand,) = tables["pass"]
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": base_url}])
    page.set_viewport_size(SIZES[size])
    page.goto(address)
    boxes, places = look(page), page.evaluate(PLACES)
    taken = page.locator(".dock button.card.placed")

    def tap(card: Locator) -> None:
        card.click(position=CORNER)
        assert look(page) == boxes
        assert page.evaluate(PLACES) == places

    assert page.evaluate(TRAY) == [["", "", ""]]
    assert page.locator("[data-fills] .empty-card").first.evaluate("one => one.offsetWidth") >= LEAST[size]
    first, second, third, fourth = (page.locator(f'.dock button.card[data-code="{code}"]') for code in hand[3::-1])
    tap(first)
    assert page.evaluate(TRAY) == [[hand[3], "", ""]]
    tap(second)
    assert page.evaluate(TRAY) == [[hand[3], hand[2], ""]]
    expect(taken).to_have_count(2)
    expect(first).to_have_attribute("aria-description", "in the pass")
    for place in page.locator("[data-fills] .empty-card").all():
        expect(place).to_be_in_viewport(ratio=0.99)
    axe(page)
    tap(page.locator(f'[data-fills] [data-code="{hand[3]}"]'))
    assert page.evaluate(TRAY) == [[hand[2], "", ""]]
    expect(first).to_have_attribute("aria-pressed", "false")
    tap(third)
    tap(fourth)
    assert page.evaluate(TRAY) == [[hand[2], hand[1], hand[0]]]
    page.route("**/move/", lambda route: route.fulfill(status=204))  # the table is for both sizes
    with page.expect_request("**/move/") as sent:
        page.locator('.actions-buttons [data-verb="give"]').click()
    assert f"give {hand[2]} {hand[1]} {hand[0]}" in unquote_plus(sent.value.post_data or "")


def test_cards_to_pass_rise_in_the_hand_where_there_is_no_room_for_their_places(page: Page) -> None:
    page.set_viewport_size(SIZES["desk"])
    page.goto("/games/anaconda/course/first-pass/give-three/")
    card = page.locator(".dock button.card").first
    card.click(position=CORNER)
    expect(page.locator(".dock button.card.placed")).to_have_count(1)
    page.set_viewport_size(SIZES["phone"])
    expect(page.locator("[data-fills]")).to_be_hidden()
    expect(page.locator(".dock button.card.placed")).to_have_count(0)
    expect(card).not_to_have_attribute("aria-description", "in the pass")
    page.locator(".dock button.card").nth(1).click(position=CORNER)
    expect(page.locator('.dock button.card[aria-pressed="true"]')).to_have_count(2)
    expect(page.locator(".dock button.card.placed")).to_have_count(0)

"""Nothing on a table moves when somebody chooses, presses, asks, or is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import games
from core.learn.course import StepTable
from games.engine.game import Game
from tests.house import House
from tests.pages.measure import SIZES, steps
from tests.pages.movement import RECORD, Moved, find_long_refusal, watch_step
from tests.pages.test_in_sight import set_up

BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  ".bar, .dock, .voice, .your-plate, .hands, .dock > :is(.actions, .result), .seat, .ladder,"
  + ":is(.odd, .middle) > .zone, .actions-buttons > [data-order]"
)].map((one) => {
  const box = one.getBoundingClientRect();
  const button = one.dataset.order && `button-${one.dataset.verb || one.value}`;
  const name = one.matches(".actions, .result") ? "buttons" : button || one.id || one.className;
  return [name, [box.left, box.top, box.width, box.height].map(Math.round)];
}))"""
"""The boxes of everything that has a fixed place, by name."""
ANSWERS = """() => [...document.querySelectorAll(".answers .choice")].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
})"""
"""The boxes of the answers to a question."""
CONSIDERED = 30_000
"""Milliseconds in which the coach has looked at a hand."""
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
        ladder, buttons = (page.locator(f"{place} .button[data-verb]") for place in (".ladder", ".actions-buttons"))
        if ladder.count() or buttons.count():
            (
                ladder.last if ladder.count() else buttons.first
            ).click()  # a low rung can have one card left: it's no question
            page.locator("[data-ask]:visible, #notice .refused").first.wait_for()
            assert look(page) == before, "a button asks for more"


LAY = """
import json
from random import Random
from django.contrib.sessions.backends.db import SessionStore
import games
from core.people.models import Person
from games.engine.record import Record
from games.engine.state import DEALER
from games.engine.table import Table
from tests.pages.measure import lay
from tests.pages.positions import Spot
person, session = Person.objects.create(), SessionStore()
session["person"] = person.pk
session.save()
addresses = {}
for game in games.all_games().values():
    rng, options = Random(game.slug), game.options()
    counts = game.list_seat_counts(options)
    table = Table(game, options, 3 if 3 in counts else counts[0])
    bot, own, first = next(iter(game.bots.values()), None), 0, 0
    while not table.state.match.results:
        seat = 0 if 0 in table.state.waiting else table.state.waiting[0]
        if seat == DEALER:
            move = game.draw_dealer_move(table.state, rng)
        else:
            move = bot.choose_move(table.build_view(seat), rng).move if bot else game.list_moves(table.state, seat)[0]
        before = len(table.record.moves)
        first = first or (seat == 0 and before)
        table.play_move(seat, move)
        if seat == 0 and not table.state.match.results and 0 not in table.state.waiting:
            own = before
    moves = table.record.moves
    addresses[game.slug] = [
        lay(person, Spot(Record(game.slug, options, table.record.seats, moves[:at]), 0, ""))
        for at in (own, own + 1, len(moves) - 1, len(moves), first or own)
    ]
game, starters = games.all_games()["vazhushal"], []
for seed in range(500):
    rng, table, bot = Random(seed), Table(game, game.options(), 3), next(iter(game.bots.values()))
    while len(table.state.line) < 3 or 0 not in table.state.waiting:
        seat = table.state.waiting[0]
        if seat == DEALER:
            table.play_move(seat, game.draw_dealer_move(table.state, rng))
        else:
            table.play_move(seat, bot.choose_move(table.build_view(seat), rng).move)
        if table.state.match.results or len(table.record.moves) > 12:
            break
    state = table.state
    if state.starter and state.phase == "draw" and state.waiting == (0,) and len(state.line) == 3:
        starters.append(lay(person, Spot(table.record, 0, "")))
        break
addresses["wild starter"] = starters
print("LAID", json.dumps([session.session_key, addresses]))
"""
"""Lays five tables for each game: before and after a late move of yours, before and after a hand ends, and at first."""


@pytest.fixture(scope="module")
def table_addresses(house: House) -> tuple[str, dict[str, list[str]]]:
    """The key of a person's session, and the addresses of that person's tables for each game."""
    key, addresses = json.loads(house.manage("shell", "-c", LAY).rpartition("LAID")[2])
    return key, addresses


@pytest.fixture
def own_tables(page: Page, base_url: str, table_addresses: tuple[str, dict[str, list[str]]]) -> dict[str, list[str]]:
    """The addresses of the tables for each game. The page belongs to the person at these tables."""
    key, addresses = table_addresses
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": base_url}])
    return addresses


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_no_box_moves_after_a_move_nor_when_a_hand_ends(
    page: Page, own_tables: dict[str, list[str]], game: Game[Any]
) -> None:
    for device, size in SIZES.items():
        page.set_viewport_size(size)
        boxes = []
        for address in own_tables[game.slug]:
            page.goto(address)
            boxes.append({name: box for name, box in look(page).items() if not name.startswith(("zone-", "button-"))})
        pairs = ((0, 1, "after a move"), (2, 3, "after the hand"), (4, 0, "since your first move"))
        for before, after, when in ((boxes[first], boxes[last], when) for first, last, when in pairs):
            moved = {name: (box, after[name]) for name, box in before.items() if after.get(name, box) != box}
            assert not moved, f"{device}, {when}"


def test_words_above_the_discard_line_leave_room_for_its_cards(page: Page, own_tables: dict[str, list[str]]) -> None:
    """A felt that’s too full by a line of text scrolls, and jumps, as soon as a button asks for a card on it."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(own_tables["wild starter"][0])
        expect(page.locator("#zone-line")).to_contain_text("The oldest card is the wild starter")
        before = look(page)
        page.locator(".actions-buttons .button[data-verb]").first.click()
        assert look(page) == before
        assert page.locator(".board").evaluate("board => board.scrollHeight <= board.clientHeight")


IN_ONE_LINE = """button => {
  const range = document.createRange();
  range.selectNodeContents(button);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size === 1
    && button.scrollWidth <= button.clientWidth && button.offsetHeight >= 44;
}"""
"""Whether the words of a button have one line, all of it within the button, which is high enough to be touched."""


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_the_result_of_a_hand_is_in_sight_on_the_felt(
    page: Page,
    axe: Callable[[Page], None],
    own_tables: dict[str, list[str]],
    game: Game[Any],
) -> None:
    """Nothing has to be opened to read who won, and which moves the coach points out or that it points out none."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(own_tables[game.slug][3])
        felt = page.locator(".hand-end-felt")
        expect(felt.locator("h2")).not_to_be_empty()
        parts = [felt.locator("h2"), felt.locator(".outcomes > li")]
        if game.bots:
            reviews = felt.locator(".reviewed > h3, .reviewed.none")
            expect(reviews.last).to_be_visible(timeout=CONSIDERED)
            assert reviews.count() == 2 or felt.locator(".reviewed.none").count()
            parts += [felt.locator(".reviewed"), felt.get_by_role("link", name="See it on the table")]
        for part in parts:
            for element in part.all():
                expect(element).to_be_in_viewport(ratio=0.99)
        axe(page)
        gold = page.locator(".result .primary")
        expect(gold).to_have_count(1)
        assert gold.evaluate(IN_ONE_LINE)


FETCHED_AGAIN = """() => new Promise((resolve) => {
  document.addEventListener("htmx:afterSettle", () => resolve(), { once: true });
  htmx.trigger("[data-live]", "board");
})"""
"""Fetches the board, as after a live event."""


def test_after_a_hand_the_table_is_one_tap_away(page: Page, own_tables: dict[str, list[str]]) -> None:
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(own_tables["guts"][3])
        before = look(page)
        expect(page.locator(".board .seat").first).not_to_be_visible()
        page.locator(".hand-end > summary").press("Enter")
        expect(page.locator(".hand-end-felt")).not_to_be_visible()
        for shown in (*page.locator(".board .seat").all(), page.locator(".voice .prompt")):
            expect(shown).to_be_in_viewport(ratio=0.99)
        assert look(page) == before
        for again in (page.reload, lambda: page.evaluate(FETCHED_AGAIN)):
            again()
            expect(page.locator(".hand-end-felt")).not_to_be_visible()
        page.locator(".hand-end > summary").click()
        expect(page.locator(".hand-end-felt h2")).to_be_in_viewport()
        page.reload()
        expect(page.locator(".hand-end-felt h2")).to_be_in_viewport()


ROWS = """number => {
  const buttons = document.querySelector(".ask .buttons");
  while (buttons.children.length < number) buttons.append(buttons.firstElementChild.cloneNode(true));
  while (buttons.children.length > number) buttons.lastElementChild.remove();
  return [...buttons.children].map((button) => Math.round(button.getBoundingClientRect().top));
}"""
"""The top edge of each button, if there are this many ranks."""


@pytest.mark.parametrize("number", [13, 8])
def test_no_rank_to_choose_stands_alone_on_a_phone(phone: Page, number: int) -> None:
    phone.goto("/games/commune/course/climbing/climbing-must-be-higher/")
    phone.locator(".rung[data-verb=pair]").click()
    phone.locator(".button.face").first.wait_for()
    rows = Counter(phone.evaluate(ROWS, number))
    assert len(rows) == 2
    assert min(rows.values()) > 1


@pytest.mark.parametrize(("latest", "shown"), [("Mira passes.", 2), ("Mira captures a card. " * 3, 1)])
def test_what_happened_last_is_shown_whole_at_the_desk(
    page: Page, own_tables: dict[str, list[str]], latest: str, shown: int
) -> None:
    page.set_viewport_size(SIZES["desk"])
    page.goto(own_tables["chinese-ten"][0])
    page.evaluate(
        "latest => { document.querySelector('.missed').innerHTML = `<li>Ravi passes.</li><li>${latest}</li>`; }", latest
    )
    lines = page.locator(".missed > li")
    assert lines.last.evaluate("line => line.scrollHeight <= line.clientHeight && line.scrollWidth <= line.clientWidth")
    expect(lines.last).to_be_in_viewport(ratio=1)
    assert len([line for line in lines.all() if _is_within(line, page.locator(".missed"))]) == shown


def _is_within(inner: Locator, outer: Locator) -> bool:
    small, large = inner.bounding_box(), outer.bounding_box()
    assert small
    assert large
    return small["x"] + 1 >= large["x"] and small["x"] + small["width"] <= large["x"] + large["width"] + 1


PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-layout=grid] .card")].map((card) => {
  const box = card.getBoundingClientRect();
  return [card.id, [box.x, box.y]];
}))"""
CAPTURE = """() => {
  document.querySelector("[data-layout=grid] .cards").children[1].remove();
  document.dispatchEvent(new Event("htmx:afterSwap"));
}"""
PLAY = """() => {
  const list = document.querySelector("[data-layout=grid] .cards");
  const played = list.lastElementChild.cloneNode(true);
  played.querySelector(".card").id = "layout-played";
  list.append(played);
  document.dispatchEvent(new Event("htmx:afterSwap"));
}"""


def test_cards_in_the_middle_keep_their_places(page: Page) -> None:
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto("/games/chinese-ten/course/table/table-four-players/")
        before = page.evaluate(PLACES)
        captured = list(before)[1]
        page.evaluate(CAPTURE)
        between = page.evaluate(PLACES)
        assert between == {card: place for card, place in before.items() if card != captured}
        page.evaluate(PLAY)
        assert page.evaluate(PLACES) == {**between, "layout-played": before[captured]}


LAID = """where => [...document.querySelectorAll(".seat")].map((seat) =>
  [seat.id, [...seat.querySelectorAll(where)].map((card) => {
    const box = card.getBoundingClientRect();
    return [box.left, box.top, box.width].map(Math.round);
  })]
).filter(([, cards]) => cards.length)"""
"""The places of the cards at each seat that has some."""


def test_cards_are_revealed_where_their_backs_lay(page: Page, own_tables: dict[str, list[str]]) -> None:
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(own_tables["guts"][2])
        look(page)
        backs = dict(page.evaluate(LAID, ".backs > .mini"))
        page.goto(own_tables["guts"][3])
        look(page)
        shown = dict(page.evaluate(LAID, ".open-hand .card"))
        assert shown
        for seat, cards in shown.items():
            assert len(cards) == len(backs[seat])
            for card, back in zip(cards, backs[seat], strict=True):
                far = max(abs(front - behind) for front, behind in zip(card, back, strict=True))
                assert far <= 2, (seat, card, back)


def test_a_stale_move_is_told_in_the_voice(page: Page) -> None:
    for size in SIZES.values():
        page.set_viewport_size(size)
        set_up(page, "guts")
        page.locator("#board[data-yours]").wait_for()
        before = look(page)
        page.locator("#move-form [name=version]").evaluate("one => { one.value = 999; }")
        page.locator(".actions-buttons .button").first.click()
        page.locator("#notice .notice").wait_for()
        assert look(page) == before


NEVER = {
    "bar",
    "board",
    "dock",
    "voice",
    "own plate",
    "hand",
    "buttons",
    "button",
    "foot",
    "foot button",
    "answer",
    "seat",
}
"""The parts that keep their places through a whole step."""
WHOLE_STEPS = {
    "two-same-size": "guts",  # a question, answered wrong and then right
    "order-wait": "guts",  # a move to try
    "house-cap": "guts",  # hands that open at the end
    "tricks-win-and-lead": "court-piece",  # Undo after the first move
    "out-last-four": "vazhushal",  # a hand that gets empty
}


@pytest.mark.parametrize("name", WHOLE_STEPS)
def test_no_box_moves_through_a_step_to_its_end(page: Page, name: str) -> None:
    page.add_init_script(RECORD)
    address, place = next((url, step) for url, step in steps(WHOLE_STEPS[name]) if step.id == name)
    for size in SIZES.values():
        page.set_viewport_size(size)
        moved = Moved()
        watch_step(page, address, place, moved)
        assert moved.events
        assert not moved.failed
        assert not [line for (_, kind), (_, line) in moved.worst.items() if kind in NEVER]
        page.context.clear_cookies()  # the step begins again


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_voice_hand_and_buttons_share_the_middle(page: Page, game: Game[Any]) -> None:
    set_up(page, game.slug)
    page.locator("#board[data-yours]").wait_for()
    middle = page.locator("#table").evaluate("one => one.getBoundingClientRect().left + one.offsetWidth / 2")
    for center in page.evaluate(CENTERS):
        assert center is None or abs(center - middle) <= 6


LINE = 16
"""The height of a line on a phone, in pixels: the longest refusals with all their links have one line more."""
BEYOND = """() => {
  const box = document.querySelector("#notice .notice").getBoundingClientRect();
  const voice = document.querySelector(".voice").getBoundingClientRect();
  return Math.round(Math.max(voice.top - box.top, box.bottom - voice.bottom));
}"""
"""The number of pixels by which a notice reaches beyond the voice."""


@pytest.mark.parametrize(
    "game", [game for game in games.all_games().values() if game.decides], ids=lambda game: game.slug
)
def test_hints_and_refusals_stand_in_the_place_of_the_prompt(page: Page, game: Game[Any]) -> None:
    tasks = [(address, place) for address, place in steps(game.slug) if place.step.kind == "do"]
    for address, place in tasks[:: max(1, len(tasks) // 4)]:
        page.goto(address)
        if not page.locator(".voice .prompt").count():
            continue
        page.locator("#ask-hint").click()
        for rung in range(len(place.step.hints)):
            if rung:
                page.locator("#hint-more").click()
            page.locator(f"#notice .notice:not(:has([href$='rung={rung + 1}']))").wait_for()
            for size in SIZES.values():
                page.set_viewport_size(size)
                assert page.evaluate(BEYOND) <= 5, (place.id, place.step.hints[rung])
        text = find_long_refusal(game, StepTable(game, game.options(), place, []).start)
        if text:
            page.evaluate(
                """text => document.querySelector("#move-form").insertAdjacentHTML(
                "beforeend", `<button id="wrong" name="move" value="${text}">Wrong</button>`)""",
                text,
            )
            page.locator("#wrong").click()
            page.locator("#notice .refused").wait_for()
            for size in SIZES.values():
                page.set_viewport_size(size)
                assert page.evaluate(BEYOND) <= LINE, (place.id, text)


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_wrong_answer_leaves_the_other_answers_where_they_are(page: Page, game: Game[Any]) -> None:
    """Whoever has read why taps the next one without looking for it."""
    questions = [(address, place) for address, place in steps(game.slug) if place.answers]
    for address, place in questions[:: max(1, len(questions) // 3)]:
        wrong = next(number for number, answer in enumerate(place.answers) if not answer.right)
        for size in SIZES.values():
            page.set_viewport_size(size)
            page.goto(address)
            before = page.evaluate(ANSWERS)
            page.locator(".answers .choice").nth(wrong).click()
            page.locator("#step .notice.refused").wait_for()
            assert page.evaluate(ANSWERS) == before, (place.id, size)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_fits_a_meld_moves_nothing_in_a_lesson(page: Page, size: str) -> None:
    """The lit meld and its words have room where they are, so no card grows smaller for them."""
    page.set_viewport_size(SIZES[size])
    page.goto("/games/contract-rummy/course/melds/melds-longest-run/")
    before = look(page)
    page.locator('.dock button.card[data-code="AH"]').click(position={"x": 9, "y": 14})
    page.locator(".own-melds .place.lit").wait_for()
    assert look(page) == before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scrolled", [0, 40, 200])
def test_the_home_page_stays_where_it_is_after_the_first_meld(page: Page, size: str, scrolled: int) -> None:
    page.set_viewport_size(SIZES[size])
    page.goto("/")
    for card in page.locator('.dock button.card:is([data-code="5H"], [data-code="6H"], [data-code="7H"])').all():
        card.dispatch_event("click")
    page.evaluate("top => { scrollTo({ top, behavior: 'instant' }); }", scrolled)
    before, height = look(page), page.evaluate("[scrollY, document.documentElement.scrollHeight]")
    page.locator('[data-verb="meld"]').dispatch_event("click")
    page.locator("#go-on").wait_for()
    after = look(page)
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight]") == height
    for name in ("dock", "voice", "hands", "your-plate"):
        assert after[name] == before[name]

"""Everything to act on is on screen: some steps of every course, as they open and when they are answered."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games
from games.engine.game import Game
from tests.pages.measure import OUTSIDE, SIZES, steps

HIDDEN_STATUS = """() => [...document.querySelectorAll(".seat:not(:has(.melds)) .status")].filter((one) =>
  !one.checkVisibility() || one.getBoundingClientRect().right > one.closest(".seat").getBoundingClientRect().right + 1
).map((one) => one.textContent)"""
"""The words about a player that can't be read at the seat; where there are melds, they take the place of words."""
EVERY = 11
"""One step of so many is looked at; `python -m tests.pages.measure` looks at all, and at the puzzles."""


def set_up(page: Page, slug: str) -> None:
    """A table with bots that move at once."""
    page.goto(f"/play/?game={slug}")
    page.get_by_text("Speed", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    page.get_by_role("button", name="Create table").click()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_hand_buttons_and_reasons_are_in_sight(page: Page, game: Game[Any], size: str) -> None:
    page.set_viewport_size(SIZES[size])
    for address, place in islice(steps(game.slug), 3, None, EVERY):
        page.goto(address)
        seen = [page.evaluate(OUTSIDE)]
        if place.answers:
            page.locator("#answers button").first.click()
            page.locator("#step .notice").first.wait_for()
            seen.append(page.evaluate(OUTSIDE))
        assert not page.evaluate(HIDDEN_STATUS), address
        for found in seen:
            assert not found["scrolls"], address
            assert not found["wide"], address
            assert not found["cutReasons"], address
            assert not [name for name in found["cutActions"] if " of " not in name], address
            assert not found["small"], address
            assert not found["stretched"], address
            assert not found["piled"], address
            assert not found["run"], address


def test_turn_dealer_and_status_fit_on_a_narrow_seat(phone: Page) -> None:
    phone.goto("/games/anaconda/course/high/keep-the-full-house/")
    seat = phone.locator(".seat:has(.to-act-mark):has(.dealer)")
    ends = "all => all.filter((one) => one.offsetWidth).map((one) => one.getBoundingClientRect().right)"
    words = seat.locator(".seat-note > span:not(.visually-hidden)").evaluate_all(ends)
    assert len(words) == 3
    assert max(words) <= seat.evaluate("seat => seat.getBoundingClientRect().right")


@pytest.mark.parametrize(
    "address",
    [
        "commune/course/naming/",
        "lorum/course/table/table-who-begins/",
        "guts/course/hands/hands-first/",
        "beggar-my-neighbor/course/turning/first-card/",
    ],
)
def test_the_title_of_a_lesson_and_its_rules_are_whole_on_a_phone(phone: Page, address: str) -> None:
    phone.goto(f"/games/{address}")
    for words in (".frame-title", ".about"):
        node = phone.locator(words)
        assert node.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert phone.locator(".frame-say").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_beside_a_low_answer_all_of_the_text_is_in_sight(page: Page) -> None:
    page.goto("/games/lorum/course/table/table-who-begins/")
    page.locator("#answers button").first.click()
    page.locator("#step .notice").first.wait_for()
    for part in (".frame-say", ".frame-ask"):
        assert page.locator(part).evaluate("one => one.scrollHeight <= one.clientHeight")


RINGED = """one => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  const edge = one.closest(".frame-say, .frame-ask").getBoundingClientRect();
  const room = [box.left - edge.left, edge.right - box.right, box.top - edge.top, edge.bottom - box.bottom];
  return Math.min(...room) - ring;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_ring_around_what_has_the_focus_is_whole(page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.goto("/games/lorum/course/table/table-who-begins/")
    for part in (".frame-back", ".about a", "#answers button"):
        one = page.locator(part).first
        one.focus()
        page.keyboard.press("Shift")  # the focus is one of the keyboard
        assert one.evaluate(RINGED) > -1, part


def test_a_message_of_the_site_covers_neither_hand_nor_buttons(phone: Page) -> None:
    phone.goto("/games/lorum/course/domino/domino-both-ends/")
    phone.evaluate("House.toast('No connection. Try again in a moment.')")
    bottom = phone.locator(".toast").evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom < phone.locator(".dock").evaluate("one => one.getBoundingClientRect().top")


OUT_OF_SIGHT = """() => [...document.querySelectorAll(
  ".replay .dock .card, .replay [role=status] > p, .replay .frame-foot > .button, .replay .side")].filter((one) => {
    const box = one.getBoundingClientRect(), seat = (one.closest(".seat") ?? document.body).getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight || box.left < seat.left || box.right > seat.right;
}).map((one) => one.outerHTML)"""


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_step_by_step_the_hand_what_is_told_and_the_ways_on_are_in_sight(page: Page, game: Game[Any]) -> None:
    set_up(page, game.slug)
    page.locator("body.play [data-table]").wait_for()
    start = f"{page.url}replay/0/"
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.goto(start)
        for way in ("Next", "Next", "Next", "Last", "Back"):
            button = page.get_by_label("Moves").get_by_text(way, exact=True)
            if button.get_attribute("aria-disabled"):
                continue
            before = page.url
            button.press("Enter")
            page.wait_for_url(lambda url, before=before: url != before)
            page.locator(".frame-title", has_text=f"Move {page.url.split('/')[-2]} of").wait_for()
            assert f": move {page.url.split('/')[-2]} of " in page.title()
            expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
            found = page.evaluate(OUTSIDE)
            assert not [what for what in ("scrolls", "wide", "cutActions") if found[what]], page.url
            assert not page.evaluate(OUT_OF_SIGHT), page.url
        assert button.evaluate("one => one === document.activeElement")


def test_beside_five_buttons_the_bar_says_all_it_says_on_a_phone(phone: Page) -> None:
    set_up(phone, "court-piece")
    phone.locator("#board[data-yours] .bar [data-key=h]").wait_for()
    assert phone.locator(".bar > .bar-button:visible").count() == 5
    for words in phone.locator(".bar-title > *").all():
        assert words.evaluate("one => one.scrollWidth <= one.clientWidth")


LYING = {"width": 800, "height": 360}
NARROW = {"width": 320, "height": 640}


@pytest.mark.parametrize("slug", ["court-piece", "vazhushal"])
def test_on_a_phone_that_lies_what_to_do_is_in_sight_beside_the_felt(page: Page, slug: str) -> None:
    page.set_viewport_size(LYING)
    set_up(page, slug)
    page.locator("#board[data-yours] .actions").wait_for()
    where = [page.url, *islice((address for address, _ in steps(slug)), 2)]
    page.goto(f"/practice/{slug}/")
    page.locator(".themes button").first.click()
    page.locator("#puzzle").wait_for()
    for address in [page.url, *where]:
        page.goto(address)
        found = page.evaluate(OUTSIDE)
        assert not found["scrolls"], address
        assert not found["wide"], address
        buttons = page.locator(".dock .actions .button, .frame-foot .button")
        assert buttons.count()
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
    page.set_viewport_size(NARROW)
    for address in where:
        page.goto(address)
        assert not page.evaluate(OUTSIDE)["wide"], address


def test_a_text_that_has_room_does_not_scroll_on_a_phone(phone: Page) -> None:
    phone.goto("/games/beggar-my-neighbor/course/empty/last-queen/")
    assert phone.locator(".frame-say").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_beside_a_stock_alone_all_rows_of_a_puzzle_are_in_sight_on_a_phone(phone: Page) -> None:
    phone.goto("/practice/vazhushal/")
    phone.locator(".themes button").filter(has_text="Pure or not?").click()
    phone.locator("#puzzle .matches").wait_for()
    assert phone.locator(".frame-ask").evaluate("one => one.scrollHeight <= one.clientHeight")
    for row in phone.locator("#puzzle-answer .match").all():
        row.locator("label").first.click()
    phone.locator("button[form=puzzle-answer]").first.click()
    phone.locator("#next-puzzle").wait_for()
    assert phone.locator(".frame-say").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_above_a_hand_alone_a_long_question_has_room_on_a_phone(phone: Page) -> None:
    phone.goto("/practice/court-piece/")
    phone.locator(".themes button").filter(has_text="Play on for 52?").click()
    phone.locator("#answer").wait_for()
    has_room = "one => one.clientHeight >= Math.min(one.scrollHeight, .4 * innerHeight)"
    assert phone.locator(".frame-say").evaluate(has_room)


def test_six_long_answers_of_a_puzzle_are_in_sight_on_a_phone(phone: Page) -> None:
    phone.goto("/practice/contract-rummy/")
    phone.locator(".themes button").filter(has_text="Swap or not?").click()
    phone.locator("#puzzle .choice").nth(5).wait_for()
    found = phone.evaluate(OUTSIDE)
    assert not [found[what] for what in ("cutActions", "what is asked") if found[what]]


@pytest.mark.parametrize("size", SIZES)
def test_while_something_is_asked_for_hand_and_buttons_stay_in_sight(page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.goto("/games/vazhushal/course/rearrange/rearrange-spare-six/")
    for verb in ("layoff", "rearrange"):
        page.locator(f'[data-verb="{verb}"]').click()
        found = page.evaluate(OUTSIDE)
        assert not [found[what] for what in ("cutActions", "covered", "clipped", "run") if found[what]], verb
        page.keyboard.press("Escape")


def test_cards_are_smaller_where_not_all_would_be_in_sight(page: Page) -> None:
    page.goto("/games/vazhushal/course/rearrange/rearrange-spare-six/")
    fit = "Number(getComputedStyle(document.querySelector('.board')).getPropertyValue('--fit'))"
    page.wait_for_function(f"() => {fit} === 1")
    page.set_viewport_size({"width": 1280, "height": 660})
    page.wait_for_function(f"() => {fit} < 1")


@pytest.mark.parametrize("address", ["there/there-full-house", "runs/runs-wild-any", "runs/runs-straight-flush"])
def test_beside_an_answer_the_whole_board_is_in_sight_on_a_phone(phone: Page, address: str) -> None:
    phone.goto(f"/games/commune/course/{address}/")
    phone.locator("#answers button").first.click()
    phone.locator("#step .notice").first.wait_for()
    phone.wait_for_function("() => getComputedStyle(document.querySelector('.dock .cards-box')).zoom < 1")
    found = phone.evaluate(OUTSIDE)
    assert not [found[what] for what in ("the board", "what is said", "what is asked", "unseen") if found[what]]
    in_one_line = "all => all.every((one) => one.offsetHeight < 1.5 * parseFloat(getComputedStyle(one).fontSize))"
    assert phone.locator(".card-ten").evaluate_all(in_one_line)


def test_a_full_board_of_a_puzzle_takes_room_from_its_answer_on_a_phone(phone: Page) -> None:
    phone.goto("/practice/vazhushal/")
    phone.locator(".themes button").filter(has_text="Which one breaks a rule?").click()
    phone.locator("#puzzle .matches").wait_for()
    for row in phone.locator("#puzzle-answer .match").all():
        row.locator("label").first.click()
    phone.locator("button[form=puzzle-answer]").first.click()
    phone.locator("#next-puzzle").wait_for()
    high = "one => one.clientHeight"
    shown = """(one, display) => {
      for (const child of one.children) child.style.display = display;
      one.style.paddingBottom = display ? '0' : '20rem';
      dispatchEvent(new Event('resize'));
    }"""
    phone.locator("#puzzle .board").evaluate(shown, "none")
    empty = phone.locator(".frame-ask").evaluate(high)
    phone.locator("#puzzle .board").evaluate(shown, "")
    assert phone.locator(".frame-ask").evaluate(high) < empty


LONG_LINE = """list => {
  for (let at = 0; at < 9; at++) {
    const copy = list.firstElementChild.cloneNode(true);
    copy.firstElementChild.id = `older-${at}`;
    list.prepend(copy);
  }
  list.dataset.count = list.childElementCount;
}"""
UNREADABLE = """() => [...document.querySelectorAll(".cards-line .card, .dock .card")].filter((one) => {
  const box = one.getBoundingClientRect(), top = document.elementFromPoint(box.left + 10, box.top + 14);
  return !top?.closest(".card");
}).map((one) => one.id)"""


def test_how_many_cards_a_wipe_takes_covers_no_other_card(phone: Page) -> None:
    phone.goto("/games/vazhushal/course/wipe/wipe-newest/")
    line = phone.locator(".cards-line")
    line.evaluate(LONG_LINE)
    ending = "list => getComputedStyle(list, '::after').content"
    assert line.evaluate(ending) == '"next"'
    line.locator("button.card").nth(-5).tap(position={"x": 10, "y": 14})
    assert line.evaluate(ending) == '"takes 5"'
    assert phone.evaluate(UNREADABLE) == []
    line.locator("button.card").nth(-5).tap(position={"x": 10, "y": 14})
    assert line.evaluate(ending) == '"next"'


@pytest.mark.parametrize("address", ["vazhushal/legal-wipes", "court-piece/which-cards"])
def test_a_card_that_is_tapped_as_an_answer_shows_no_box_of_the_browser(phone: Page, address: str) -> None:
    slug, theme = address.split("/")
    phone.goto(f"/practice/{slug}/")
    phone.locator(f'.themes button[value="{theme}"]').click()
    card = phone.locator("label.card").last
    card.tap(position={"x": 10, "y": 14})
    box = card.locator("input")
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    assert box.evaluate("one => [one.offsetWidth, one.offsetHeight]") == [1, 1]


def test_cards_among_words_are_as_wide_as_what_they_say(page: Page) -> None:
    page.goto("/games/vazhushal/course/melds/")
    for name in ("five of hearts", "six of hearts", "seven of hearts"):
        page.get_by_role("button", name=name).click()
    page.locator("[data-verb=meld]").click()
    page.get_by_text("History", exact=True).click()
    assert page.locator(".steps .mini").count()
    assert page.evaluate(OUTSIDE)["stretched"] == []


def test_cards_of_an_answer_show_their_ranks(page: Page) -> None:
    page.goto("/games/anaconda/course/high/best-of-all/")
    ranks = page.locator(".answer .card-rank")
    widths = ranks.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths
    assert min(widths) > 4


CUT_OFF = """() => [...document.querySelectorAll("main :is(ul, ol)")].filter((list) => {
    const style = getComputedStyle(list), items = [...list.children].map((one) => getComputedStyle(one).display);
    return list.checkVisibility() && style.listStyleType !== "none" && items.includes("list-item"); })
  .filter((list) => parseFloat(getComputedStyle(list).paddingLeft) < 14).map((list) => list.outerHTML.slice(0, 80))"""


def test_the_bullets_of_a_list_are_whole(page: Page) -> None:
    set_up(page, "chinese-ten")
    page.locator("#board[data-yours] .bar [data-key=m]").click()
    page.locator("#notice summary").first.wait_for()
    for folded in page.locator("#notice details:not([open]) > summary").all():
        folded.click()
    assert page.locator("#notice li").first.is_visible()
    table = page.url
    for address in (table, "/games/daifugo/rules/", "/games/daifugo/rules/print/", "/teach/guide/", "/api/v1/docs/"):
        if address != table:
            page.goto(address)
        assert page.evaluate(CUT_OFF) == [], address


@pytest.mark.parametrize("size", ["phone", "page"])
def test_the_line_that_is_asked_about_stays_in_sight_beside_its_reasons(size: str, request: Any) -> None:
    """A tap on a card shows its reason, without scripts of ours: its card is a label."""
    page: Page = request.getfixturevalue(size)
    page.goto("/practice/vazhushal/")
    page.locator(".themes").get_by_role("button", name="Which wipes are legal?").click()
    page.locator("#zone-line label.card").last.click()
    page.locator("button[form=puzzle-answer]").first.click()
    page.locator("#next-puzzle").wait_for()
    page.locator(".card-reason:visible").first.wait_for()
    assert page.locator(".card-reason:visible").count() == 1 or size == "page"
    board = page.locator("#puzzle .board").bounding_box() or {}
    for shown in (*page.locator("#zone-line .card").all(), *page.locator(".card-reason:visible").all()):
        box = shown.bounding_box() or {}
        assert board["y"] <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1
    page.locator("#zone-line label").first.click()
    expect(page.locator(".card-reasons > li").first.locator(".card-reason")).to_be_visible()


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_lesson_s_end_is_seen_from_its_top(page: Page, game: Game[Any]) -> None:
    """Its button has the focus, and the browser scrolls to that if it is out of sight."""
    address, place = next(steps(game.slug))
    for height in (640, 800):
        page.set_viewport_size({"width": 1280, "height": height})
        page.goto(address.replace(f"/{place.id}/", "/done/"))
        page.locator(".lesson-end-next .primary:focus").wait_for()
        assert page.locator(".lesson-end").evaluate("one => one.scrollTop") == 0

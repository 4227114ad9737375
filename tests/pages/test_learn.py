"""The course in a real browser: by mouse, on a phone, by keyboard alone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import games
from core.learn.course import get_course
from games.cards import parse_cards
from tests.pages.hands import choose, go_on, solve
from tests.pages.measure import SIZES

GAME = games.get("vazhushal")
COURSE = get_course(GAME, GAME.options())
FIRST = COURSE["melds"]
LONGEST = next(place.id for place in FIRST if "How many cards can a run have" in place.step.question)
START = f"/games/vazhushal/course/melds/{FIRST[0].id}/"


def lay(page: Page, codes: str) -> None:
    choose(page, parse_cards(codes))
    page.locator("[data-verb=meld]").click()


def test_a_stranger_finishes_the_first_lesson_from_the_home_page(page: Page) -> None:
    page.goto("/")
    for place in FIRST:
        solve(page, GAME, place)
        go_on(page)
    expect(page.get_by_text("You can now")).to_be_visible()
    page.get_by_role("link", name=f"Next: {COURSE['turn'][0].lesson.title}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(COURSE["turn"][0].lesson.title)
    page.goto("/games/vazhushal/course/")
    expect(page.get_by_role("listitem").filter(has_text=FIRST[0].lesson.title).get_by_text("Done")).to_be_visible()
    expect(page.get_by_role("link", name="Continue")).to_have_attribute(
        "href", re.compile(f"course/turn/{COURSE['turn'][0].id}/$")
    )


def test_what_was_learnt_moves_into_an_account(page: Page) -> None:
    page.goto(START)
    solve(page, GAME, FIRST[0])
    page.goto("/account/signup/")
    page.get_by_label("Username").fill("learner")
    page.get_by_label("Password", exact=True).fill("nine of diamonds")
    page.get_by_role("button", name="Create account").click()
    page.goto("/games/vazhushal/")
    expect(page.get_by_role("list", name="Steps of this lesson").get_by_text("Step 1, done")).to_be_attached()


def test_a_finished_step_continues_by_itself_if_wanted(page: Page) -> None:
    page.clock.install()
    page.goto("/games/vazhushal/course/")
    page.get_by_role("button", name="Auto-continue").click()
    expect(page.get_by_role("button", name="Auto-continue")).to_have_attribute("aria-pressed", "true")
    page.goto(START)
    solve(page, GAME, FIRST[0])
    expect(page.locator("#go-on.counting")).to_be_visible()
    page.clock.fast_forward(12_000)
    expect(page).to_have_url(re.compile(f"/{FIRST[1].id}/$"))
    solve(page, GAME, FIRST[1])
    expect(page.locator("#go-on.counting")).to_be_visible()
    page.keyboard.press("Shift")
    page.clock.fast_forward(12_000)
    expect(page.locator("#go-on:not(.counting)")).to_be_visible()
    page.get_by_role("button", name="Auto-continue").click()
    expect(page.get_by_role("button", name="Auto-continue")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Auto-continue").click()
    page.clock.fast_forward(12_000)
    expect(page).to_have_url(re.compile(f"/{FIRST[2].id}/$"))


def test_a_refused_move_says_why_and_leaves_the_cards_chosen(page: Page) -> None:
    page.goto(START)
    lay(page, "5H 6H KC")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Illegal move")
    expect(notice.locator(".mini").first).to_be_visible()
    expect(page.locator(".dock button.card[aria-pressed=true]")).to_have_count(3)
    with page.expect_popup() as opened:
        notice.get_by_role("link", name="Read the rule").click()
    rule = opened.value
    clause = rule.url.rpartition("#")[2]
    expect(rule.locator(f"[id='{clause}']")).to_be_in_viewport()


def test_a_move_whose_answer_is_lost_is_sent_again_and_made_once(phone: Page) -> None:
    lost = []

    def unanswered(route: Route) -> None:
        lost.append(route.fetch())
        route.abort()

    phone.goto(START)
    phone.route("**/move/", unanswered, times=1)
    lay(phone, "5H 6H 7H")
    expect(phone.locator("#go-on")).to_be_visible()
    assert lost
    phone.route("**/back/", unanswered, times=1)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("[data-verb=meld]")).to_be_visible()
    expect(phone.locator(".dock button.card")).to_have_count(6)
    phone.complaints.clear()  # of what was lost


def test_hints_go_from_an_idea_to_the_move(page: Page) -> None:
    page.goto(START)
    page.get_by_role("link", name="Hint").click()
    hints = page.locator("#notice")
    texts = set()
    for rung, _ in enumerate(FIRST[0].step.hints[1:], 2):
        more = hints.get_by_role("link", name="Next hint")
        expect(more).to_have_attribute("href", re.compile(rf"rung={rung}\b"))
        texts.add(hints.inner_text())
        expect(page.locator(".htmx-added, .htmx-settling, .htmx-request")).to_have_count(0)
        more.focus()
        page.keyboard.press("Enter")
    expect(hints).to_contain_text("then press Meld")
    expect(hints).to_be_focused()
    assert len(texts) == len(FIRST[0].step.hints) - 1, "each hint stands alone"


def test_a_wrong_answer_says_why_and_a_right_one_leads_on(page: Page) -> None:
    page.goto(f"/games/vazhushal/course/melds/{LONGEST}/")
    assert page.locator(".actions").count() == 0, "a question has nothing to press at the table"
    page.get_by_role("button", name="14, with an ace at both ends").click()
    expect(page.locator("#notice").get_by_text("Not quite", exact=True)).to_be_visible()
    page.get_by_role("button", name="13", exact=True).click()
    expect(page.locator("#notice").get_by_text("Correct", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Continue")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_question_about_players_is_answered_at_the_table(page: Page, size: str) -> None:
    """A tap on a plate answers, and your own plate leaves the buttons that sort your cards free."""
    page.set_viewport_size(SIZES[size])
    page.goto("/games/lorum/course/table/table-who-begins/")
    sort = page.get_by_role("button", name="By rank")
    if sort.is_visible():
        sort.click()
        expect(sort).to_have_attribute("aria-pressed", "true")
    page.locator(".your-plate > .seat-answer").click(position={"x": 20, "y": 10})
    expect(page.locator("#step #outcome")).to_contain_text("Not quite")
    page.locator(".seats .seat-answer[value='2']").click()
    expect(page.locator("#step #outcome")).to_contain_text("Correct")


def test_every_kind_of_step_is_free_of_barriers(page: Page, axe: Callable[[Page], None]) -> None:
    kinds = {place.step.kind: place for places in COURSE.values() for place in places}
    for place in kinds.values():
        page.goto(f"/games/vazhushal/course/{place.lesson.slug}/{place.id}/")
        axe(page)


def test_a_step_is_done_by_keyboard_alone(page: Page) -> None:
    page.goto(START)
    tab_to(page, "button.card")
    for code in page.locator(".dock button.card").evaluate_all("cards => cards.map((card) => card.dataset.code)"):
        if code in ("5H", "6H", "7H"):
            page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(3)
    page.keyboard.press("e")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"melds/{FIRST[1].id}/$"))
    tab_to(page, "[aria-label='Moves to try'] button")
    page.keyboard.press("Enter")
    expect(page.locator("#go-on")).to_be_focused()


def test_after_a_move_that_misses_the_goal_a_key_takes_it_back(page: Page) -> None:
    page.goto(START)
    tab_to(page, "button.card")
    page.keyboard.press("Space")
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".dock button.card")).to_have_count(6)


def test_cards_are_spoken_by_name(page: Page) -> None:
    page.goto(START)
    expect(page.get_by_role("button", name="five of hearts")).to_be_visible()
    expect(page.get_by_role("group", name=re.compile("^Your hand, 6 cards"))).to_be_visible()


def test_a_phone_shows_the_cards_and_the_buttons_of_a_step(phone: Page) -> None:
    for places in COURSE.values():
        phone.goto(f"/games/vazhushal/course/{places[0].lesson.slug}/{places[0].id}/")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), phone.url
    phone.goto("/")
    expect(phone.get_by_role("button", name="five of hearts")).to_be_in_viewport()
    expect(phone.locator("[data-verb=meld]")).to_be_in_viewport()
    phone.goto(START)
    for name in ("five", "six", "seven"):
        phone.get_by_role("button", name=f"{name} of hearts").tap()
    phone.locator("[data-verb=meld]").tap()
    expect(phone.locator("#go-on")).to_be_visible()
    assert not phone.complaints


def test_a_step_is_played_and_a_lesson_read_without_scripts(browser: Browser, base_url: str) -> None:
    with browser.new_context(base_url=base_url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(START)
        page.get_by_label("Type your move").fill("meld 5H 6H KC")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("That didn’t work")
        page.get_by_role("link", name="Back to the table").click()
        page.get_by_label("Type your move").fill("meld 5H 6H 7H")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_text("Done", exact=True)).to_be_visible()
        page.get_by_role("link", name="Continue").click()
        expect(page).to_have_url(re.compile(f"melds/{FIRST[1].id}/$"))
        page.goto("/games/vazhushal/course/melds/read/")
        expect(page.get_by_text("One solution: Meld").first).to_be_visible()
        page.goto("/games/vazhushal/rules/#draw.stock")
        expect(page.locator("[id='draw.stock']")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that matches has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")

"""People at one table in real browsers: an invitation, leaving and coming back, a bot that takes over, the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

PHONE = {"width": 360, "height": 800}


@pytest.fixture
def friend(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """Somebody else, at another machine: a phone."""
    with browser.new_context(**{**browser_context_args, "viewport": PHONE}) as context:
        page = context.new_page()
        yield page


def set_up(page: Page, *others: str) -> None:
    """A table for oneself and others, with bots that answer at once."""
    page.goto("/play/?game=vazhushal")
    for seat in range(2, 7):
        page.get_by_label(f"Seat {seat}").select_option(others[seat - 2] if seat - 2 < len(others) else "")
    page.get_by_text("Speed", exact=True).first.click()
    page.locator("input[name=pace][value=at-once]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Create table").click()


def begin_turn(page: Page) -> None:
    """Sit down with a bot until one can draw: a wild starter would have to be taken."""
    for _ in range(4):
        set_up(page, "steady")
        page.locator("#board[data-yours]").wait_for()
        if page.get_by_role("button", name="Draw", exact=True).is_visible():
            return
    raise AssertionError("no draw at four tables")


def invitation(page: Page) -> str:
    address = page.locator("[data-copy]").first.get_attribute("data-copy")
    assert address
    return address


def at_the_table(page: Page) -> None:
    expect(page.locator("body.play [data-table] .dock button.card").first).to_be_visible()


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def together(page: Page, friend: Page) -> None:
    """Two people at a table of two, at which the first may draw: a wild starter would have to be taken."""
    for _ in range(4):
        set_up(page, "link")
        expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
        friend.goto(invitation(page))
        for name in friend.get_by_label("Display name").all():
            name.fill("Zoe")
        friend.get_by_role("button", name="Join").click()
        at_the_table(friend)
        at_the_table(page)
        if to_move(page, friend)[0].get_by_role("button", name="Draw", exact=True).is_visible():
            return
    raise AssertionError("no draw at four tables")


def to_move(page: Page, friend: Page) -> tuple[Page, Page]:
    """Return whose turn it is, and who waits."""
    expect(page.locator("#board .bar")).to_be_visible()
    return (page, friend) if page.locator("#board[data-yours]").count() else (friend, page)


def test_a_friend_comes_by_link_and_each_sees_the_others_moves(page: Page, friend: Page) -> None:
    together(page, friend)
    expect(page.locator("#players")).to_contain_text("Zoe")
    first, second = to_move(page, friend)
    first.get_by_role("button", name="Draw", exact=True).click()
    expect(second.locator("#told")).to_contain_text("draws from the stock")
    expect(first.locator("#told")).to_contain_text("You draw")
    first.locator(".dock button.card").first.click(position={"x": 9, "y": 12})
    first.locator("[data-verb=discard]").click()
    expect(second.get_by_role("button", name="Draw", exact=True)).to_be_visible()
    assert version(first) == version(second)
    assert ("your turn" in first.title(), "your turn" in second.title()) == (False, True)


def test_no_card_of_the_other_hand_reaches_the_page(page: Page, friend: Page) -> None:
    together(page, friend)
    for mine, yours in ((0, 1), (1, 0)):
        seen = (page, friend)[mine].locator(f"[data-zone=hand-{yours}][data-code]:not([data-code='?'])")
        expect(seen).to_have_count(0)


def test_leave_let_a_bot_sit_and_come_back(page: Page, friend: Page) -> None:
    together(page, friend)
    friend.locator("#open-more").click()
    leave = friend.get_by_role("link", name="Leave table")
    leave.click()
    friend.get_by_role("link", name="Stay").click()
    expect(leave).to_be_focused()
    leave.click()
    friend.get_by_role("button", name="Leave table").click()
    page.locator("#open-more").click()
    expect(page.locator("#players")).to_contain_text("Free seat")
    page.locator("#players").get_by_role("button", name="Fill seat").click()
    expect(page.locator("#players")).to_contain_text("steady bot")
    friend.get_by_role("link", name="with").first.click()
    friend.get_by_role("button", name="Return to your seat").click()
    at_the_table(friend)
    expect(page.locator("#players")).to_contain_text("Zoe")


def test_an_answer_comes_after_the_table_has_taken_its_form_away(page: Page) -> None:
    set_up(page, "link", "link")
    free = page.locator("#players").get_by_role("button", name="Fill seat")

    def late(route: Route) -> None:
        answer = route.fetch()
        expect(free).to_have_count(1)
        route.fulfill(response=answer)

    page.route("**/bot/", late)
    expect(free).to_have_count(2)
    with page.expect_request_finished(lambda request: request.url.endswith("/bot/")):
        free.first.click()
    page.unroute("**/bot/", late)
    free.click()
    expect(page.locator("body.play [data-table]")).to_be_visible()  # bots may have ended the hand by now


def test_what_is_read_beside_the_cards_stays_while_nothing_happens(page: Page) -> None:
    """The page may ask for the table at any time, such as when its line comes back."""
    set_up(page, "steady")
    at_the_table(page)
    page.get_by_role("link", name="What can I do?").click()
    notice = page.locator("#notice .notice")
    expect(notice).to_be_visible()
    page.evaluate("""() => new Promise((done) => {
        document.addEventListener("htmx:afterRequest", () => setTimeout(done, 200), { once: true });
        htmx.trigger(document.querySelector("[data-live]"), "board");
    })""")
    expect(notice).to_be_visible(timeout=1000)


def test_a_tab_that_slept_catches_up(page: Page) -> None:
    """A table that has moved on in another tab answers an old click with how it stands now."""
    set_up(page, "link")
    twin = page.context.new_page()
    twin.goto(page.url)
    expect(twin.get_by_role("heading", name="Waiting for players")).to_be_visible()
    twin.locator("#players").get_by_role("button", name="Fill seat").click()
    at_the_table(twin)
    at_the_table(page)


def test_a_stranger_sees_nothing(page: Page, friend: Page) -> None:
    set_up(page, "steady")
    at_the_table(page)
    answer = friend.goto(page.url)
    assert answer
    assert answer.status == 403
    expect(friend.get_by_role("heading", name="This table is private")).to_be_visible()
    expect(friend.locator("[data-code]")).to_have_count(0)


def test_the_back_button_shows_the_table_as_it_is(page: Page) -> None:
    set_up(page, "steady")
    expect(page.locator(".actions-buttons .button, #deal-next").first).to_be_visible()
    page.get_by_role("link", name="Back to Play").click()
    page.go_back()
    at_the_table(page)
    page.reload()
    held = page.locator(".dock button.card").count()
    page.goto("/")
    page.go_back()
    expect(page.locator(".dock button.card")).to_have_count(held)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_play_has_a_barrier(
    page: Page, friend: Page, axe: Callable[[Page], None], context: BrowserContext, scheme: Any
) -> None:
    for each in (page, friend):
        each.emulate_media(color_scheme=scheme)
    for path in ("/play/", "/play/?friends", "/play/?game=vazhushal"):
        page.goto(path)
        axe(page)
    set_up(page, "link", "steady")
    axe(page)
    friend.goto(page.url)
    axe(friend)
    friend.goto(invitation(page))
    axe(friend)
    friend.get_by_role("button", name="Join").first.click()
    at_the_table(friend)
    axe(friend)
    page.locator("#open-log").click()
    axe(page)
    page.locator("#open-more").click()
    page.get_by_text("Fair shuffle: the deal is sealed").click()
    axe(page)
    page.get_by_role("link", name="Replay the match").click()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for path in ("/play/", friend.url, f"{friend.url}replay/2/", f"{friend.url}allowed/"):
        friend.goto(path)
        assert friend.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_change_is_seen_although_the_stream_is_broken(page: Page) -> None:
    """The browser gives up on a stream that is refused; the page then asks by itself, and opens it anew."""
    set_up(page, "link")
    twin = page.context.new_page()
    twin.route("**/live/**", lambda route: route.fulfill(status=503))
    twin.goto(page.url)
    expect(twin.get_by_role("heading", name="Waiting for players")).to_be_visible()
    page.locator("#players").get_by_role("button", name="Fill seat").click()
    at_the_table(twin)
    expect(twin.locator(".toast")).to_have_count(0)
    with twin.expect_request("**/live/**"):
        pass


def test_what_happened_is_told_to_its_end_on_a_phone(phone: Page) -> None:
    """How it was dealt takes more than a line. The prompt under it stays where it is with one line and with two."""
    set_up(phone, "steady", "steady")
    at_the_table(phone)
    expect(phone.locator("#board[data-yours]")).to_be_attached()
    told, prompt = phone.locator("#missed > li:last-child"), phone.locator("[data-prompt]")
    told.evaluate("one => one.textContent = 'The negative joker is in the stock, and a card begins the line.'")
    assert told.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    two = prompt.bounding_box()
    told.evaluate("one => one.textContent = 'A card begins the line.'")
    assert prompt.bounding_box() == two


def test_a_single_thing_that_happened_takes_two_lines_on_a_wide_screen(page: Page) -> None:
    set_up(page, "steady")
    at_the_table(page)
    told = page.locator("#missed")
    told.evaluate("""list => list.innerHTML = `<li>${"Kofi deals ten cards to each. ".repeat(4)}</li>`""")
    assert told.locator("li").evaluate(
        "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    )


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_the_coach_says_leaves_the_prompt_in_sight(page: Page, phone: Page, size: str) -> None:
    page = phone if size == "phone" else page
    begin_turn(page)
    advice = {"better": "Draw", "explanation": "Think again. " * 12}
    note = render_to_string("play/advice.html#advice", {"advice": advice})
    page.locator("#notice").evaluate("(place, note) => { place.innerHTML = note; }", note)
    prompt, coach = page.locator(".voice > .prompt"), page.locator("#notice > .coach")
    assert overlap(prompt.locator("b"), coach) == 0
    expect(prompt).to_be_visible()
    coach.locator("summary").click()
    expect(coach.get_by_text("Think again.")).to_be_visible()
    page.locator(".dock button.card").first.click(position={"x": 9, "y": 12})
    expect(coach).to_have_count(0)
    expect(prompt).to_be_visible()


def overlap(first: Locator, second: Locator) -> float:
    """Return by how many pixels the first box reaches into the second one from above."""
    above, below = first.bounding_box(), second.bounding_box()
    assert above
    assert below
    return max(0, above["y"] + above["height"] - below["y"])

"""Each script by itself in Chromium, on a page of a few lines: no site is started."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from core.server.static_build import JOINED, minify
from tests.pages.taps import CORNER

SCRIPTS = Path(__file__).parents[2] / "core" / "static" / "js"
ACTIONS = [
    {
        "verb": "lay",
        "label": "Lay",
        "sentence": "Lay two cards.",
        "at": "",
        "fits": [],
        "fields": [{"kind": "cards", "name": "cards", "label": "Two cards", "zones": ["hand"], "low": 2, "high": 2}],
    }
]
TABLE = f"""
<p id="announce"></p><div id="toasts"></div>
<section data-table id="table" data-version="3">
  <div data-zone-id="hand"><ul>
    <li><button type="button" class="card" id="c1" data-code="5C" data-zone="hand" aria-pressed="false">5</button></li>
    <li><button type="button" class="card" id="c2" data-code="6C" data-zone="hand" aria-pressed="false">6</button></li>
  </ul></div>
  <div data-arrange hidden></div>
  <form data-move action="/move/" method="post">
    <p data-prompt>Your turn</p><div data-ask hidden></div>
    <button type="button" data-verb="lay" data-order="0">Lay</button>
    <script type="application/json">{json.dumps(ACTIONS)}</script>
  </form>
</section>
"""


@pytest.fixture
def loaded(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A page with this content and these scripts, which must not complain."""
    with browser.new_context(has_touch=True) as context:
        page, complaints = context.new_page(), list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route(
            "http://scripts.test/**", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html")
        )
        page.goto("http://scripts.test/")

        def load(content: str, *scripts: str) -> Page:
            page.evaluate("content => { document.body.innerHTML = content; }", content)
            for script in ("shared", *scripts):
                page.add_script_tag(path=SCRIPTS / f"{script}.js")
            return page

        yield load
        assert not complaints


def test_elements_are_made_with_what_is_true_of_them(loaded: Callable[..., Page]) -> None:
    page = loaded("")
    made = 'House.make("b", { class: "x", hidden: true, title: null, lang: false }, "text").outerHTML'
    assert page.evaluate(made) == '<b class="x" hidden="">text</b>'


def test_a_look_that_was_chosen_is_kept(loaded: Callable[..., Page]) -> None:
    page = loaded('<button data-toggle="four-colour">Suits</button><button data-toggle="theme">Light</button>', "looks")
    suits = page.get_by_role("button", name="Suits")
    expect(suits).to_have_attribute("aria-pressed", "false")
    suits.click()
    expect(suits).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Light").click()
    kept = page.evaluate("[localStorage['house.four-colour'], localStorage['house.theme']]")
    assert kept == ["on", page.evaluate("document.documentElement.dataset.theme")]


def test_a_dialog_is_opened_and_closed(loaded: Callable[..., Page]) -> None:
    page = loaded(
        '<a href="#d" data-dialog="#d">Open</a><dialog id="d"><button data-close>Close</button></dialog>', "looks"
    )
    page.get_by_text("Open").click()
    expect(page.locator("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_be_hidden()


def test_a_card_is_chosen_and_given_back(loaded: Callable[..., Page]) -> None:
    page = loaded(TABLE, "control")
    card = page.locator("#c1")
    for pressed in ("true", "false"):
        card.click()
        expect(card).to_have_attribute("aria-pressed", pressed)


@pytest.mark.parametrize(
    "content",
    ['<form action="/on-the-way/" method="post"><button>Make it</button></form>', '<a href="/on-the-way/">Open it</a>'],
)
def test_what_is_on_its_way_is_not_begun_anew_by_an_impatient_touch(loaded: Callable[..., Page], content: str) -> None:
    page, sent = loaded(content, "early"), list[Route]()
    page.route("**/on-the-way/", lambda route: sent.append(route))
    box = page.locator("button, a").bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    while not sent:
        page.wait_for_timeout(10)
    sent[0].fulfill(body="Made.", content_type="text/html")
    expect(page.get_by_text("Made.")).to_be_visible()
    assert len(sent) == 1


def test_a_card_that_is_touched_before_the_scripts_are_there_is_chosen_once_they_are(
    loaded: Callable[..., Page],
) -> None:
    page, held = loaded(""), list[Route]()
    page.route("**/*.js", lambda route: route.fulfill(path=SCRIPTS / route.request.url.rpartition("/")[2]))
    page.route("**/control.js", lambda route: held.append(route))
    scripts = "".join(f'<script src="/{name}.js" defer></script>' for name in ("shared", "control"))
    body = f'<!doctype html><script src="/early.js"></script>{scripts}<body>{TABLE}'
    page.route("**/slow/", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("http://scripts.test/slow/", wait_until="commit")
    for _ in range(2):
        page.locator("#c1").tap()
    held[0].fulfill(path=SCRIPTS / "control.js")
    expect(page.locator("#c1")).to_have_attribute("aria-pressed", "true")
    page.locator("#c1").tap()
    expect(page.locator("#c1")).to_have_attribute("aria-pressed", "false")


def test_an_impatient_touch_does_not_undo_the_move_that_was_just_answered(loaded: Callable[..., Page]) -> None:
    page = loaded(TABLE, "control")
    page.evaluate("""() => {
        window.sent = [];
        const button = document.querySelector("[data-order]");
        button.type = "submit";
        delete button.dataset.verb;
        button.form.addEventListener("submit", (event) => {
            event.preventDefault();
            sent.push(button.textContent);
            button.textContent = "Take it back";
            House.controlOf(button).answered(false);
        });
    }""")
    button = page.get_by_role("button", name=re.compile("Lay|Take it back"))
    for _ in range(3):
        button.tap(position=CORNER)
    assert len(sent(page)) == 1
    page.locator("#c1").tap()
    button.tap(position=CORNER)
    assert len(sent(page)) == 2


def test_while_a_move_is_sent_the_table_is_busy_and_a_failure_is_told(loaded: Callable[..., Page]) -> None:
    page = loaded(TABLE, "control", "swaps")
    tell = """([name, detail]) => {
        const form = document.querySelector("form");
        form.setAttribute("hx-post", "/move/");
        document.dispatchEvent(new CustomEvent(name, { detail: { elt: form, ...detail } }));
    }"""
    page.evaluate(tell, ["htmx:beforeRequest", {}])
    expect(page.locator("[data-busy]")).to_have_count(1)
    page.evaluate(tell, ["htmx:afterRequest", {"failed": True, "xhr": {"status": 500}}])
    expect(page.locator("[data-busy]")).to_have_count(0)
    expect(page.locator("#toasts")).to_contain_text("Try again")
    page.evaluate(tell, ["htmx:afterRequest", {"failed": True, "xhr": {"status": 403}}])
    expect(page.locator("#toasts")).to_contain_text("out of date")


def board(prompt: str, turns: dict[int, str], own: dict[int, str]) -> str:
    """A board on which it is one's turn: what is asked, others' turns and one's own moves, by number."""
    others = "".join(f'<li data-turn="{at}" data-over data-aloud="{told}"></li>' for at, told in turns.items())
    mine = "".join(f'<p hidden data-own="{at}">{told}</p>' for at, told in own.items())
    return f'<p data-prompt data-aloud="{prompt}"></p><ol>{others}</ol>{mine}'


def test_all_that_happened_is_said_and_what_is_asked_as_often_as_it_is(loaded: Callable[..., Page]) -> None:
    before = board("Lead.", {1: "Bo leads."}, {})
    page = loaded(f'<p id="announce"></p><div id="board" data-yours>{before}</div>', "control", "swaps")
    turns = {at: f"Bo plays {at}." for at in (3, 4, 5, 6, 7, 8)}
    for at, said in (
        (board("Lead.", turns, {2: "You lead."}), f"You lead. {' '.join(turns.values())} Lead."),
        (board("Lead.", turns, {2: "You lead.", 9: "You lay."}), "You lay."),
        (board("Bo wins it all.", {10: "Bo lays, and wins it all."}, {9: "You lay."}), "Bo lays, and wins it all."),
    ):
        page.evaluate(
            """content => { document.querySelector("#board").innerHTML = content;
            document.querySelector("#announce").textContent = "";
            document.dispatchEvent(new CustomEvent("htmx:afterSettle")); }""",
            at,
        )
        expect(page.locator("#announce")).to_have_text(said)


def test_what_is_said_in_one_moment_is_said_one_after_the_other(loaded: Callable[..., Page]) -> None:
    page = loaded('<p id="announce"></p>')
    page.evaluate("House.announce('Bo leads.'); House.announce('Ten seconds left.')")
    expect(page.locator("#announce")).to_have_text("Bo leads. Ten seconds left.")


BACKS = "".join(
    f'<li><button class="card" id="own-back-{at}" data-code="?" data-zone="own" data-index="{at - 1}">?</button></li>'
    for at in (1, 2)
)
HIDDEN = f"""
<p id="announce"></p><div id="toasts"></div>
<section data-table id="table"><div data-zone-id="own"><ul>{BACKS}</ul></div>
<form data-move><div data-ask hidden></div><button type="button" data-verb="go" data-order="0">Go</button>
<script type="application/json">ACTIONS</script></form></section>
"""


def sent(page: Page) -> list[str]:
    """The moves that were sent."""
    found: list[str] = page.evaluate("window.sent")
    return found


HELD = ["9C", "9D", "9H", "5H", "6H", "7H", "8H", "*", "*=KS", "KS"]
TRAY = """<p id="announce"></p><div id="toasts"></div>
<section data-table id="table"><div data-fills="lay">
<span data-name="Set of 3" data-alike="rank"><i></i><i></i><i></i></span>
<span data-name="Run of 4" data-alike="suit"><i></i><i></i><i></i><i></i></span></div>
<div class="dock" data-zone-id="hand">CARDS</div><form data-move><div data-ask hidden></div>
<button type="button" data-verb="lay" data-order="0">Lay</button><script type="application/json">ACTIONS</script>
</form></section>"""


def tray(loaded: Callable[..., Page]) -> Page:
    """A table with a tray for a set of three and a run of four."""
    cards = "".join(
        f'<button class="card" id="c{code}" data-code="{code}" data-zone="hand" aria-label="{code}"></button>'
        for code in HELD
    )
    field = {"kind": "cards", "name": "cards", "label": "Cards", "zones": ["hand"], "low": 7, "high": 20, "wild": True}
    actions = json.dumps([ACTIONS[0] | {"fields": [field | {"join": ""}]}])
    page = loaded(TRAY.replace("ACTIONS", actions).replace("CARDS", cards), "control", "tray")
    page.evaluate("""() => { window.sent = []; document.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault(); window.sent.push(event.target.querySelector("[data-built]").value); }); }""")
    return page


@pytest.mark.parametrize(
    ("chosen", "rows", "move"),
    [
        ("9C", "9C /", None),
        ("5H 6H", "/ 5H 6H", None),
        ("9H 5H 6H 9C", "9H 9C / 5H 6H", None),
        ("9C 5H 9D 6H 8H * 9H", "9C 9D 9H / 5H 6H 8H *", "9C 9D 9H / 5H 6H 8H *=?"),
        ("6H 7H 8H 9H 9C 9D *", "9C 9D * / 6H 7H 8H 9H", "9C 9D *=? / 6H 7H 8H 9H"),
        ("9C 9D 9H 6H 7H 8H *", "9C 9D 9H / 6H 7H 8H *", "9C 9D 9H / 6H 7H 8H *=?"),
        ("* *=KS 9C 5H 6H 7H 8H", "* *=KS 9C / 5H 6H 7H 8H", "*=? *=? 9C 5H 6H 7H 8H"),
        ("9C 9D 9H 5H 6H 7H KS", "9C 9D 9H / 5H 6H 7H", "9C 9D 9H 5H 6H 7H KS"),
        ("5H 6H 7H 8H 9C 9D 9H KS", "9C 9D 9H / 5H 6H 7H 8H", "5H 6H 7H 8H 9C 9D 9H KS"),
    ],
)
def test_what_is_alike_lies_together_in_a_tray_and_is_sent_so(
    loaded: Callable[..., Page], chosen: str, rows: str, move: str | None
) -> None:
    page = tray(loaded)
    for code in chosen.split():
        page.locator(f'.dock [id="c{code}"]').dispatch_event("click")
    lying = page.evaluate("""() => [...document.querySelectorAll("[data-alike]")].map((row) =>
        [...row.querySelectorAll(".card")].map((card) => card.dataset.code).join(" ")).join(" / ").trim()""")
    assert lying == rows
    empty = page.locator(".dock .placed").evaluate_all("all => all.map((one) => one.dataset.code)")
    assert sorted(empty) == sorted(rows.replace("/", "").split())
    if move:
        page.locator("[data-verb]").click()
        assert sent(page) == [f"lay {move}"]


def test_a_touch_takes_a_card_out_of_a_tray(loaded: Callable[..., Page]) -> None:
    page = tray(loaded)
    for code in ("9C", "9D", "9H"):
        page.locator(f"#c{code}").dispatch_event("click")
    expect(page.locator("#c9D")).to_have_attribute("aria-description", "in the set of 3")
    page.locator('[data-fills] [data-code="9D"]').dispatch_event("click")
    expect(page.locator("#c9D")).to_have_attribute("aria-pressed", "false")
    assert page.locator("[data-fills] .card").count() == 2
    assert page.locator(".placed").count() == 2


def asking(loaded: Callable[..., Page], **field: object) -> Page:
    """A table that asks for one field of a move."""
    action = {"verb": "go", "label": "Go", "sentence": "Go.", "fields": [{"name": "it", "label": "What?", **field}]}
    page = loaded(HIDDEN.replace("ACTIONS", json.dumps([action])), "control")
    page.evaluate("""() => { window.sent = []; document.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault(); window.sent.push(event.target.querySelector("[data-built]").value); }); }""")
    return page


@pytest.mark.parametrize("taps", [("[data-verb]", "#own-back-2"), ("#own-back-2", "[data-verb]")])
def test_a_card_that_nobody_sees_is_meant_by_its_place(loaded: Callable[..., Page], taps: tuple[str, str]) -> None:
    page = asking(loaded, kind="place", zones=["own"], low=1, high=1)
    for tap in taps:
        page.locator(tap).click()
    assert sent(page) == ["go 2"]


def test_an_amount_is_stepped_and_typed_and_kept_within_its_bounds(loaded: Callable[..., Page]) -> None:
    page = asking(loaded, kind="amount", zones=[], low=0, high=12, step=5, values=[])
    page.get_by_role("button", name="Go").click()
    amount = page.locator("[data-amount]")
    expect(amount).to_have_value("0")
    for button, value in (("Less", "0"), ("More", "5"), ("More", "10"), ("More", "10")):
        page.get_by_role("button", name=button).click()
        expect(amount).to_have_value(value)
    amount.fill("999")
    amount.press("Enter")
    assert sent(page) == ["go 10"]


SAID = """window.said = []; window.line = document.querySelector("[data-link-state]");
    new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true });"""
"""Keeps what is said of the line."""


@pytest.fixture
def watched(loaded: Callable[..., Page]) -> Page:
    """A live table whose stream and requests are in the test's own hands."""
    page = loaded(f'<p data-link-state></p><div data-live="/live/table/x/">{TABLE}</div>', "control", "swaps")
    page.evaluate("""() => {
        window.unsent = false;
        House.unsent = () => window.unsent;
        window.asked = 0;
        window.opened = 0;
        window.htmx = { trigger: () => { window.asked += 1; } };
        window.EventSource = class {
            static OPEN = 1;
            static CLOSED = 2;
            readyState = 1;
            constructor(url) { this.url = url; window.stream = this; window.opened += 1; }
            addEventListener(name, tell) { this[name] = tell; }
            close() { this.readyState = 2; }
        };
        window.answer = (status) => document.dispatchEvent(new CustomEvent("htmx:afterRequest",
            { detail: { elt: document.querySelector("[data-live]"), xhr: { status } } }));
    }""")
    page.add_script_tag(path=SCRIPTS / "live.js")
    return page


def test_a_table_is_fetched_when_its_stream_tells_of_a_newer_version(watched: Page) -> None:
    assert watched.evaluate("stream.url") == "/live/table/x/"
    asked = [
        watched.evaluate("version => { stream.version({ data: version }); return asked; }", data) for data in ("3", "4")
    ]
    assert asked == [0, 1]


def test_what_fails_is_asked_for_again_until_it_is_answered(watched: Page) -> None:
    watched.evaluate("stream.version({ data: 4 })")
    for times, status in enumerate((0, 503, 500), 2):
        watched.evaluate("answer", status)
        watched.wait_for_function("times => asked === times", arg=times)
    expect(watched.locator("[data-link-state]")).to_contain_text("Reconnecting")
    watched.evaluate(SAID + "document.querySelector('#table').dataset.version = 4; answer(200);")
    expect(watched.locator("[data-link-state]")).to_be_empty()
    assert watched.evaluate("said") == [""], "nobody waited for it"
    assert watched.evaluate("asked") == 4


def test_whoever_waits_for_a_move_reads_that_the_line_is_back(watched: Page) -> None:
    watched.evaluate("unsent = true")
    expect(watched.locator("[data-link-state]")).to_contain_text("Your move is saved")
    watched.evaluate("unsent = false")
    expect(watched.locator("[data-link-state]")).to_have_text("Reconnected.")
    expect(watched.locator("[data-link-state]")).to_be_empty()


def test_a_short_break_in_a_quiet_tab_is_not_spoken_of(watched: Page) -> None:
    watched.evaluate(SAID + "stream.version({ data: 3 }); stream.error()")
    watched.wait_for_function("() => opened === 2")
    watched.wait_for_timeout(3500)
    watched.evaluate("answer", 200)
    watched.wait_for_timeout(1200)
    assert watched.evaluate("said") == []


def test_a_stream_that_breaks_is_opened_anew_and_the_page_asks_meanwhile(watched: Page) -> None:
    watched.evaluate("stream.version({ data: 3 })")
    assert watched.evaluate("() => { stream.error(); return asked; }") == 1
    watched.wait_for_function("() => opened === 2")
    watched.evaluate("answer", 200)
    watched.evaluate("stream.version({ data: 3 })")
    assert watched.evaluate("asked") == 1


def test_a_stream_that_knows_less_than_the_page_is_opened_anew(watched: Page) -> None:
    watched.evaluate("stream.version({ data: 2 })")
    watched.wait_for_function("() => opened === 2")


def test_a_table_that_is_gone_is_asked_for_no_more(watched: Page) -> None:
    watched.evaluate("() => { stream.version({ data: 4 }); answer(404); }")
    expect(watched.locator("[data-link-state]")).to_contain_text("no longer see this table")
    expect(watched.locator("[data-live]")).to_have_count(0)


def test_a_countdown_runs_by_itself(loaded: Callable[..., Page]) -> None:
    page = loaded(
        '<p id="announce"></p><section id="table" data-version="1">'
        '<p data-clock data-left="11.2" data-whole="30" data-yours><b>0:11</b></p></section>'
    )
    page.evaluate("() => { House.unsent = () => false; window.htmx = {}; }")
    page.add_script_tag(path=SCRIPTS / "live.js")
    expect(page.locator("#announce")).to_have_text("10 seconds left, then a bot plays for you.")
    expect(page.locator("[data-clock] b")).to_have_text("0:09")


ASKS = """() => {
    const parameters = {};
    const detail = { elt: document.querySelector("[data-live]"), parameters };
    document.dispatchEvent(new CustomEvent("htmx:configRequest", { detail }));
    return [asked, parameters.after ?? null];
}"""


def test_others_moves_are_shown_one_by_one_until_a_tap_skips_ahead(watched: Page) -> None:
    watched.evaluate("document.documentElement.dataset.pace = 'gentle'; stream.version({ data: 3 });")
    watched.evaluate("stream.version({ data: 6 })")
    assert watched.evaluate(ASKS) == [1, 3], "what came after the third version"
    watched.evaluate("""() => {
        document.querySelector("#table").dataset.version = 4;
        document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: {} }));
        answer(200);
    }""")
    assert watched.evaluate(ASKS) == [1, 4], "the fourth is to be seen for a while"
    watched.locator("[data-prompt]").click()
    assert watched.evaluate(ASKS) == [2, None], "the table as it is"


REFUSED = """place => {
    const form = document.querySelector("form");
    form.insertAdjacentHTML("beforebegin", "<div data-notice></div>");
    const xhr = { status: 422, responseText: "", getResponseHeader: () => place };
    const detail = { xhr, requestConfig: { elt: form }, target: document.body };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
    return detail.target.matches("[data-notice]");
}"""


def test_why_a_move_is_refused_stands_beside_it_and_a_whole_page_does_not(loaded: Callable[..., Page]) -> None:
    page = loaded(TABLE, "control", "swaps")
    assert page.evaluate(REFUSED, None)
    assert not page.evaluate(REFUSED, "body")


LAID = """() => {
    const requestConfig = { elt: document.querySelector("form") };
    const detail = { shouldSwap: true, xhr: { status: 200, responseText: "" }, requestConfig };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
    const card = document.querySelector("#c1");
    card.closest("li").remove();
    const laid = '<span class="card" id="line-5C-1" data-code="5C" data-zone="line">5</span>';
    document.querySelector("[data-table]").insertAdjacentHTML("afterbegin", laid);
    document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail }));
    return document.querySelectorAll("#sky > .card").length;
}"""


@pytest.mark.parametrize(("wish", "flying"), [("no-preference", 1), ("reduce", 0)])
def test_a_card_that_was_laid_flies_unless_nothing_shall_move(
    loaded: Callable[..., Page], wish: Any, flying: int
) -> None:
    page = loaded(TABLE, "control", "swaps")
    page.emulate_media(reduced_motion=wish)
    page.add_script_tag(path=SCRIPTS / "motion.js")
    assert page.evaluate(LAID) == flying
    expect(page.locator("#sky > .card")).to_have_count(0)


READ_STYLE = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
}"""


def test_styles_made_small_say_the_same(loaded: Callable[..., Page]) -> None:
    page = loaded("")
    for name in JOINED["css/house.css"]:
        text = (SCRIPTS.parent / name).read_text()
        assert page.evaluate(READ_STYLE, minify(name, text)) == page.evaluate(READ_STYLE, text), name

"""Each script by itself in Chromium, on a page of a few lines: no site is started."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

SCRIPTS = Path(__file__).parents[2] / "core" / "static" / "js"
ACTIONS = [
    {
        "verb": "lay",
        "label": "Lay",
        "sentence": "Lay two cards.",
        "fields": [{"kind": "cards", "name": "cards", "label": "Two cards", "zones": ["hand"], "low": 2, "high": 2}],
    }
]
TABLE = f"""
<p id="announce"></p><div id="toasts"></div>
<section data-table id="table" data-version="3">
  <div data-zone-id="hand"><ul>
    <li><button class="card" id="c1" data-code="5C" data-zone="hand" aria-pressed="false">5</button></li>
    <li><button class="card" id="c2" data-code="6C" data-zone="hand" aria-pressed="false">6</button></li>
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
    with browser.new_context() as context:
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
    expect(suits).to_have_attribute("aria-pressed", "true")
    suits.click()
    expect(suits).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Light").click()
    kept = page.evaluate("[localStorage['house.four-colour'], localStorage['house.theme']]")
    assert kept == ["off", page.evaluate("document.documentElement.dataset.theme")]


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


def test_a_table_is_fetched_when_its_stream_tells_of_a_newer_version(loaded: Callable[..., Page]) -> None:
    page = loaded(f'<div data-live="/live/table/x/">{TABLE}</div>')
    page.evaluate("""() => {
        window.asked = 0;
        window.htmx = { trigger: () => { window.asked += 1; } };
        window.EventSource = class {
            static OPEN = 1;
            static CLOSED = 2;
            readyState = 1;
            constructor(url) { this.url = url; window.stream = this; }
            addEventListener(name, tell) { this[name] = tell; }
            close() { this.readyState = 2; }
        };
    }""")
    page.add_script_tag(path=SCRIPTS / "live.js")
    assert page.evaluate("stream.url") == "/live/table/x/"
    asked = [
        page.evaluate("version => { stream.version({ data: version }); return asked; }", data) for data in ("3", "4")
    ]
    assert asked == [0, 1]

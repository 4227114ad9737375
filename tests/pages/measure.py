"""What lies outside the window: every step of every course, every kind of puzzle and the fullest tables, at both sizes.

    python -m tests.pages.measure [--game G] [--size phone|desk] [--what lessons puzzles tables replays]
        [--rules PRESET|all|random] [--sets N] [--seats least|most|both|N] [--pictures FOLDER]
    python -m tests.pages.measure --what movement [--game G] [--size phone|desk] [--deals N] [--every N]

An action is what can be pressed or chosen, but for places on the board, which have a button in the dock besides; a
reason what is said of a move or an answer. Each is outside if any of it lies beyond the window, or beyond the edge of
something that scrolls. A lesson is measured as it opens, and again with a refused move or an answered question; a
puzzle as it opens, and answered; a table where it is fullest, and again with each move as far as its button leads; a
replay at the same moments, and with all cards where their hand is over.

By house rules other than the book's: a preset, all presets, or so many sets at random. Lessons and puzzles do not ask
how many play; tables are played through by the least and the most who may.

Movement is what is in another place after something happened (see `tests/pages/movement.py`), in a hand played against
bots and in all lessons.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import django
from playwright.sync_api import Page, TimeoutError, sync_playwright

from games.engine.options import Options
from games.engine.record import Record
from tests.pages.chromium import launched
from tests.pages.movement import tell_movement
from tests.pages.positions import Spot, rulings, spots

Rules = tuple[str, Options, int]
"""House rules by name, and how many play by them."""

SIZES = {"phone": {"width": 360, "height": 800}, "desk": {"width": 1280, "height": 800}}
OUTSIDE = """() => {
  const ACTIONS = "#main :is(button, a.button, label.card, input, summary, select):not([tabindex='-1'], [data-place])";
  const REASONS = "#main :is(.notice, .prompt)";
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && node.getBoundingClientRect().width > 1;
  const cut = (node) => {
    const own = node.getBoundingClientRect();
    let box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let up = node.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (edge.width < 2 || !/auto|scroll|hidden/.test(style.overflowY + style.overflowX)) continue;
      for (const [side, least] of [["left", Math.max], ["top", Math.max], ["right", Math.min], ["bottom", Math.min]]) {
        box[side] = least(box[side], edge[side]);
      }
    }
    return own.left < box.left - 3 || own.top < box.top - 3 || own.right > box.right + 3 || own.bottom > box.bottom + 3;
  };
  const at = (one) => shown(one) && !one.matches(".skip");
  const found = (selector) => [...document.querySelectorAll(selector)].filter(at);
  const said = (node) => node.getAttribute("aria-label") || node.innerText || node.value || node.id;
  const name = (node) => said(node).trim().replace(/\\s+/g, " ").slice(0, 40);
  const small = (node) => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < 24;
  const actions = found(ACTIONS), reasons = found(REASONS);
  const covered = (node) => {
    const box = node.getBoundingClientRect();
    const points = [[box.width / 2, box.height / 2], [9, 12], [box.width - 6, 12], [9, box.height - 9]];
    return !points.some(([x, y]) => {
      const top = document.elementFromPoint(box.left + x, box.top + y);
      if (!top) return false;
      const mine = node.contains(top) || top.contains(node) || top.closest("label")?.control === node;
      return mine || top.matches("[data-place]");  // a place for a card lies over the cards there
    });
  };
  const lettered = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  const visible = (node) => shown(node) && !node.closest(".visually-hidden, .card, .mini, noscript, [popover], dialog");
  const words = [...document.querySelectorAll("#main *")].filter((node) => lettered(node) && visible(node));
  const lines = new Map(words.map((node) => {
    const range = document.createRange(), boxes = [];
    for (const one of node.childNodes) {
      if (one.nodeType !== 3 || !one.data.trim()) continue;
      range.selectNodeContents(one);
      boxes.push(...range.getClientRects());
    }
    return [node, boxes.filter((box) => box.width > 2)];
  }));
  const clipped = words.filter((node) => {
    if (node.closest(".missed")) return false;  // whole in the log
    for (let up = node; up && up.id !== "main"; up = up.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false;
      const beyond = (box) => (/hidden|clip/.test(style.overflowX) && box.right > edge.right + 2)
        || (/hidden|clip/.test(style.overflowY) && box.bottom > edge.bottom + 5);
      if (lines.get(node).some(beyond)) return true;
    }
    return false;
  });
  const run = [];
  const told = document.querySelector("[data-notice]:not(:empty)");  // lies over the felt
  const within = (node) => node.closest(".board, .dock, .bar") && !node.closest(".missed") && !cut(node);
  const near = told ? [] : [...lines].filter(([node]) => within(node));
  for (const [at, [one, boxes]] of near.entries()) {
    for (const [other, others] of near.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const into = boxes.some((a) => others.some((b) => wide(a, b) > 3 && high(a, b) > 6));
      if (into) run.push(`${name(one)} | ${name(other)}`);
    }
  }
  const WORDS = ":is(.seat, .seat-name, .sign, .zone-label, .facts > div, .your-plate > :not(.seat-answer), .prompt)";
  const drawn = (node) => !cut(node) && (node.closest(".sign")?.offsetWidth ?? 2) > 1;
  const boxed = (selector) => told ? [] : found(`#main :is(.board, .dock) ${selector}`).filter(drawn)
    .map((node) => [node, node.getBoundingClientRect()]);
  const parts = boxed(WORDS), cards = boxed(":is(.card, .mini)");
  const piled = [];
  for (const [at, [one, a]] of parts.entries()) {
    for (const [other, b] of [...parts.slice(at + 1), ...cards]) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && high > 6) piled.push(`${name(one)} | ${name(other)}`);
    }
  }
  const seen = "#main .board :is(.card, .mini, .sign, .facts > div, .seat-name)";
  const ended = document.querySelector("[data-ended]");  // then the board has the rest of the window, and scrolls
  const stretched = found(".mini").filter((one) => one.offsetWidth > 5 * parseFloat(getComputedStyle(one).fontSize));
  const unseen = ended ? [] : found(seen).filter((node) => !node.matches("button") && cut(node));
  const more = (selector) => Math.max(0, ...found(selector).map((node) => node.scrollHeight - node.clientHeight - 1));
  return {
    clipped: clipped.map(name), run, piled, unseen: unseen.map(name), stretched: stretched.map(name),
    covered: actions.filter((node) => !node.matches("input, :disabled") && !cut(node) && covered(node)).map(name),
    "the board": ended ? 0 : more("#main .board"),
    "what is said": more(".frame-say"), "what is asked": more(".frame-ask"),
    actions: actions.length, reasons: reasons.length,
    cutActions: actions.filter(cut).map(name), cutReasons: reasons.filter(cut).map(name),
    small: actions.filter((one) => one.tagName != "INPUT" && small(one)).map(name),
    scrolls: document.documentElement.scrollHeight > innerHeight + 1,
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


@dataclass
class Found:
    """What was looked at, and what of it lies outside."""

    pages: int = 0
    actions: int = 0
    reasons: int = 0
    bad: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)

    def add(self, place: str, seen: dict[str, Any]) -> None:
        self.pages += 1
        self.actions += seen["actions"]
        self.reasons += seen["reasons"]
        for what in ("cutActions", "cutReasons", "small", "covered", "clipped", "run", "piled", "unseen", "stretched"):
            self.bad[what] += len(seen[what])
            if seen[what]:
                self.bad[f"pages with {what}"] += 1
                self.places.append(f"{place}: {what} {', '.join(seen[what][:6])}")
        for what in ("scrolls", "wide"):
            self.bad[what] += seen[what]
            if seen[what] and what == "wide":
                self.places.append(f"{place}: wider than the window")
        for what in ("the board", "what is said", "what is asked"):
            if seen[what]:
                self.bad[f"{what} scrolls"] += 1
                self.places.append(f"{place}: {what} scrolls by {seen[what]} px")


class Looker:
    """Looks at a page at one size after the other, as it is now."""

    def __init__(self, page: Page, sizes: list[str], pictures: Path | None) -> None:
        self.page = page
        self.found = {size: Found() for size in sizes}
        self.pictures = pictures

    def look(self, place: str) -> None:
        for size, found in self.found.items():
            self.page.set_viewport_size(SIZES[size])
            self.page.evaluate("new Promise(requestAnimationFrame)")
            found.add(place, self.page.evaluate(OUTSIDE))
            if self.pictures:
                name = place.replace("/", "-").replace(" ", "-")
                self.page.screenshot(path=self.pictures / size / f"{name}.png")

    def fail(self, place: str, why: str) -> None:
        """What could not be looked at."""
        next(iter(self.found.values())).places.append(f"{place}: {why}")


def steps(slug: str, options: Any = None) -> Iterator[tuple[str, Any]]:
    """Each step of a course with its address; the book's, unless by other house rules."""
    import games
    from core.learn.course import get_course

    game = games.get(slug)
    for lesson, places in get_course(game, options or game.options()).items():
        for place in places:
            yield f"/games/{slug}/course/{lesson}/{place.id}/", place


def walk_lessons(looker: Looker, slug: str, options: Any) -> None:
    page = looker.page
    for address, place in steps(slug, options):
        page.goto(f"{address}?rules={options.digest()}")
        name = f"{slug}-{place.lesson.slug}-{place.id}"
        looker.look(name)
        step = place.step
        if place.answers:
            page.locator("#answers button").first.click()
        elif step.kind == "try-illegal":
            page.locator("button[name=move]:has(.sentence)").first.click()
        else:
            continue
        page.locator("#step .notice:not(.in-force)").first.wait_for()
        looker.look(f"{name} answered")


def walk_puzzles(looker: Looker, slug: str, options: Any) -> None:
    page = looker.page
    import games

    for theme in games.get(slug).puzzle_themes:
        page.goto(f"/practice/{slug}/?rules={options.digest()}")
        button = page.locator(".themes button").filter(has_text=theme.title).first
        if not button.count():
            continue
        button.click()
        name = f"{slug}-puzzle-{theme.slug}"
        try:
            page.locator("#puzzle").wait_for(timeout=20_000)
        except TimeoutError:
            looker.fail(name, f"{page.locator('main').inner_text()[:200]!r}")
            continue
        looker.look(name)
        form = page.locator("#puzzle-answer")
        for row in form.locator(".match").all():
            (row if form.locator("[data-order]").count() else row.locator("label").first).click()
        for one in form.locator("fieldset").all():
            one.locator("input").first.evaluate("one => one.click()")  # its card may lie over it
        if page.locator("label.card").count():
            page.locator("label.card").last.click(position={"x": 6, "y": 12})  # the next card may lie over the rest
        if form.locator("input[name=answer][inputmode]").count():
            form.locator("input[name=answer]").fill("1")
        answer = page.locator("button[form=puzzle-answer]").first
        if not answer.count():
            continue
        answer.click()
        try:
            page.locator("#next-puzzle").wait_for(timeout=5000)
        except TimeoutError:
            looker.fail(name, "was not answered")
            continue
        looker.look(f"{name} answered")


def sit(page: Page, site: str) -> Any:
    """A person whom this page belongs to."""
    from django.conf import settings
    from django.contrib.sessions.backends.db import SessionStore

    from core.people.models import Person

    person, session = Person.objects.create(), SessionStore()
    session["person"] = person.pk
    session.save()
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key or "", "url": site}])
    return person


def lay(person: Any, spot: Spot) -> str:
    """The address of a table that stands so, with the person where it is looked at from; bots there do not move."""
    from core.play.models import Move, Seat, Table
    from core.play.player_names import BOTS
    from games.engine.state import DEALER
    from games.engine.table import Table as Board

    record, status = spot.record, Table.Status
    board = Board.replay_record(record)
    table = Table.objects.create(
        owner=person,
        game=record.game,
        options=record.options.dump_values_to_store(),
        rules=record.options.digest(),
        seats=record.seats,
        version=len(record.moves),
        status=status.OVER if board.is_over else status.PLAYING,
        waits_for=[seat for seat in board.state.waiting if seat != DEALER],
    )
    for seat in range(record.seats):
        bot = {} if seat == spot.seat else {"bot": "steady", "name": BOTS[seat]}
        Seat.objects.create(table=table, number=seat, person=None if bot else person, **bot)
    Move.objects.bulk_create(
        Move(table=table, number=at, seat=seat, text=text) for at, (seat, text) in enumerate(record.moves, 1)
    )
    return f"/play/{table.code}/"


def walk_table(looker: Looker, person: Any, name: str, spot: Spot) -> None:
    page = looker.page
    page.goto(lay(person, spot))
    looker.look(name)
    known = set()
    for verb in page.locator(":is(.actions-buttons, .ladder) [data-verb]").all():
        which = verb.get_attribute("data-verb") or ""
        verb.click()
        asks = page.locator("[data-ask]").inner_html() + str(page.locator(".arrange").count())
        if asks in known:
            pass
        elif page.locator(".asking, [data-arrange]:not([hidden])").count():
            looker.look(f"{name} {which}")
        known.add(asks)
        page.keyboard.press("Escape")
        if not verb.is_visible():
            page.reload()


def walk_replay(looker: Looker, person: Any, name: str, spot: Spot, whole: Record) -> None:
    at = len(spot.record.moves)
    address = f"{lay(person, Spot(whole, spot.seat, spot.most))}replay/{at}/"
    looker.page.goto(address)
    looker.look(f"{name} replay")
    if looker.page.locator("a[href$='?all']").count():
        looker.page.goto(f"{address}?all")
        looker.look(f"{name} replay open")


def walk_tables(looker: Looker, site: str, slug: str, chosen: Rules, replayed: bool) -> None:
    """The fullest positions of a match."""
    import games

    person = sit(looker.page, site)
    name, options, seats = chosen
    found = spots(games.get(slug), options, seats, Random(f"{slug} {name} {seats}"))
    whole = max((spot.record for spot in found), key=lambda record: len(record.moves))
    for spot in found:
        place = f"{slug}-{name}-{seats}-{spot.most[:24]}-{len(spot.record.moves)}"
        if replayed:
            walk_replay(looker, person, place, spot, whole)
        else:
            walk_table(looker, person, place, spot)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pages.measure", description=__doc__)
    parser.add_argument("--game", nargs="+")
    parser.add_argument("--size", choices=SIZES, nargs="+", default=list(SIZES))
    parser.add_argument("--pictures", type=Path)
    parser.add_argument(
        "--what",
        choices=("lessons", "puzzles", "tables", "replays", "movement"),
        nargs="+",
        default=["lessons", "puzzles"],
    )
    parser.add_argument("--deals", type=int, default=1, help="movement: play so many hands")
    parser.add_argument("--every", type=int, default=1, help="movement: one step of so many")
    parser.add_argument("--rules", default="classic", help="a preset, all, or random")
    parser.add_argument("--sets", type=int, default=3, help="so many sets at random")
    parser.add_argument("--seats", default="both", help="how many play: least, most, both, or a number")
    asked = parser.parse_args()
    from tests.house import House

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    for size in asked.size if asked.pictures else []:
        (asked.pictures / size).mkdir(parents=True, exist_ok=True)
    with House() as house, sync_playwright() as playwright:
        os.environ["HOUSE_DATA"] = str(house.data)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
        django.setup()
        import games
        from variants.services import save_rules

        browser = playwright.chromium.launch(**launched())
        if "movement" in asked.what:
            slugs = asked.game or games.all_games()
            tell_movement(browser, house.url, slugs, asked.size, asked.deals, asked.every)
            return
        for slug in asked.game or games.all_games():
            game, known = games.get(slug), set()
            for chosen in rulings(game, asked.rules, asked.sets, asked.seats):
                name, options, seats = chosen
                save_rules(game, options)
                if name.startswith("random"):
                    print(f"{slug} {name}: {options.list_nonstandard_values()}", flush=True)
                for what in asked.what:
                    if what in ("lessons", "puzzles") and (what, name) in known:
                        continue
                    known.add((what, name))
                    context = browser.new_context(base_url=house.url, reduced_motion="reduce")
                    looker = Looker(context.new_page(), asked.size, asked.pictures)
                    if what in ("tables", "replays"):
                        walk_tables(looker, house.url, slug, chosen, what == "replays")
                    else:
                        (walk_lessons if what == "lessons" else walk_puzzles)(looker, slug, options)
                    context.close()
                    for size, found in looker.found.items():
                        bad = ", ".join(f"{name} {number}" for name, number in found.bad.items() if number)
                        looked = f"{found.pages} views, {found.actions} actions, {found.reasons} reasons"
                        print(f"{size} {slug} {name} {seats} {what}: {looked}; {bad or 'all in sight'}")
                        for place in found.places:
                            print(f"    {place}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

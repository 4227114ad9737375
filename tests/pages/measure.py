"""What lies outside the window: every step of every course and every kind of puzzle, at both sizes.

    python -m tests.pages.measure [--game G] [--size phone|desk] [--pictures FOLDER] [--url URL]

An action is what can be pressed or chosen, but for places on the board, which have a button in the dock besides; a
reason what is said of a move or an answer. Each is outside if any of it lies beyond the window, or beyond the edge of
something that scrolls. A lesson is measured as it opens, and again with a refused move or an answered question; a
puzzle as it opens, and answered.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Page, TimeoutError, sync_playwright

from tests.pages.chromium import launched

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
  const found = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const said = (node) => node.getAttribute("aria-label") || node.innerText || node.value || node.id;
  const name = (node) => said(node).trim().replace(/\\s+/g, " ").slice(0, 40);
  const small = (node) => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < 24;
  const actions = found(ACTIONS), reasons = found(REASONS);
  return {
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
        for what in ("cutActions", "cutReasons", "small"):
            self.bad[what] += len(seen[what])
            if seen[what]:
                self.bad[f"pages with {what}"] += 1
                self.places.append(f"{place}: {what} {', '.join(seen[what][:6])}")
        for what in ("scrolls", "wide"):
            self.bad[what] += seen[what]
            if seen[what] and what == "wide":
                self.places.append(f"{place}: wider than the window")


def look(page: Page, place: str, found: Found, pictures: Path | None) -> None:
    """Measure a page as it is now."""
    found.add(place, page.evaluate(OUTSIDE))
    if pictures:
        page.screenshot(path=pictures / f"{place.replace('/', '-').replace(' ', '-')}.png")


def steps(slug: str) -> Iterator[tuple[str, Any]]:
    """Each step of a course with its address."""
    import games
    from core.learn.course import course

    game = games.get(slug)
    for lesson, places in course(game, game.options()).items():
        for place in places:
            yield f"/games/{slug}/course/{lesson}/{place.id}/", place


def walk_lessons(page: Page, slug: str, found: Found, pictures: Path | None) -> None:
    for address, place in steps(slug):
        page.goto(address)
        name = f"{slug}-{place.lesson.slug}-{place.id}"
        look(page, name, found, pictures)
        step = place.step
        if place.answers:
            page.locator("#answers button").first.click()
        elif step.kind == "try-illegal":
            page.locator("button[name=move]:has(.sentence)").first.click()
        else:
            continue
        page.locator("#step .notice").first.wait_for()
        look(page, f"{name} answered", found, pictures)


def walk_puzzles(page: Page, slug: str, found: Found, pictures: Path | None) -> None:
    import games

    for theme in games.get(slug).themes:
        page.goto(f"/practice/{slug}/")
        button = page.locator(".themes button").filter(has_text=theme.title).first
        if not button.count():
            continue
        button.click()
        page.locator("#puzzle").wait_for()
        name = f"{slug}-puzzle-{theme.slug}"
        look(page, name, found, pictures)
        form = page.locator("#puzzle-answer")
        for one in form.locator("select").all():
            one.select_option(index=1)
        for one in form.locator("fieldset").all():
            one.locator("input").first.check()
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
            found.places.append(f"{name}: was not answered")
            continue
        look(page, f"{name} answered", found, pictures)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pages.measure", description=__doc__)
    parser.add_argument("--game", nargs="+")
    parser.add_argument("--size", choices=SIZES, nargs="+", default=list(SIZES))
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--url", help="a site that runs already")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    import games
    from tests.house import House

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    for folder in [asked.pictures] if asked.pictures else []:
        folder.mkdir(parents=True, exist_ok=True)
    with nullcontext() if asked.url else House() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launched())
        for size in asked.size:
            folder = asked.pictures and asked.pictures / size
            if folder:
                folder.mkdir(exist_ok=True)
            for slug in asked.game or games.all_games():
                for what, walk in (("lessons", walk_lessons), ("puzzles", walk_puzzles)):
                    found = Found()
                    context = browser.new_context(
                        base_url=asked.url or house.url, viewport=SIZES[size], reduced_motion="reduce"
                    )
                    walk(context.new_page(), slug, found, folder)
                    context.close()
                    bad = ", ".join(f"{name} {number}" for name, number in found.bad.items())
                    looked = f"{found.pages} views, {found.actions} actions, {found.reasons} reasons"
                    print(f"{size} {slug} {what}: {looked}; {bad or 'all in sight'}")
                    for place in found.places:
                        print(f"    {place}")
        browser.close()


if __name__ == "__main__":
    main()

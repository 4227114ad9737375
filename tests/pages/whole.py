"""A whole match against bots on a phone, by touch, by keys or by ear alone: what each kind of move takes, and where it
stuck.

    python -m tests.pages.whole --game G --by touch|keys|ear [--url URL] [--deals N] [--rules NAME]

What to play is asked of a bot, by what one's own seat sees. A move that did not come about within some seconds is told
and then made with its buttons, so that the match goes on. By ear, all that is said is written out, and what was not
heard, or has the name of something else, is told as well.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import django
from playwright.sync_api import Locator, Page, TimeoutError, sync_playwright

from games.cards import UNKNOWN, parse_card
from tests.pages.chromium import launched
from tests.pages.taps import PHONE, Hand

QUIET = "!document.querySelector('[data-busy]')"
TURN = f"document.querySelector('#deal-next, #play-again') || {QUIET} && document.querySelector('#actions')"
VERSION = "Number(document.querySelector('#table').dataset.version)"
NEXT_KEY = """node => {
  const now = document.activeElement, zone = node.closest("[data-zone-id]");
  if (now === node) return "";
  const both = [node, now].every((one) => one.matches("button.card"));
  if (!zone || !both || now.closest("[data-zone-id]") !== zone) return "Tab";
  const cards = [...zone.querySelectorAll("button.card")];
  return cards.indexOf(node) > cards.indexOf(now) ? "ArrowRight" : "ArrowLeft";
}"""
FAR = 120
"""So many keys lead to any place of a table."""


class Keys(Hand):
    """Somebody who has no pointer: the focus is led to what is meant, and Enter pressed there."""

    def touch(self, node: Locator) -> None:
        node.wait_for()
        for _ in range(FAR):
            key = node.evaluate(NEXT_KEY)
            self.taps += 1
            self.page.keyboard.press(key or "Enter")
            if not key:
                return
        raise TimeoutError(f"no key leads to {node}")


HEAR = """(() => {
  window.heard = [];
  const said = new Map();
  const listen = () => {
    for (const one of document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=alert]")) {
      const text = one.innerText.trim().replace(/\\s+/g, " ");
      if (text && said.get(one) !== text) window.heard.push(text);
      said.set(one, text);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
})()"""
LYING = """() => [...document.querySelectorAll(".table [data-code]")]
  .filter((one) => !one.closest(".dock") && !one.closest("[hidden]")).map((one) => one.dataset.code)"""
NAMED = re.compile(r"""- '?(\w+) "((?:[^"\\]|\\.)*)\"""")
"""The role and the name with which what a screen reader tells of a node begins."""
PLACES = """nodes => nodes.map((one) => {
  const label = one.parentElement.closest("[aria-label], [aria-labelledby]");
  return [one.dataset.code, label?.getAttribute("aria-label") || label?.getAttribute("aria-labelledby")];
})"""


class Ears(Keys):
    """Somebody who sees nothing: what is meant has a role and a name, and nothing else has the same."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.mistaken: list[str] = []

    def touch(self, node: Locator) -> None:
        node.wait_for()
        told = NAMED.match(node.aria_snapshot())
        code = node.get_attribute("data-code")
        if told is None:
            self.mistaken.append(f"no name: {node.aria_snapshot()}")
        else:
            role, name = told[1], told[2].replace('\\"', '"').replace("''", "'")
            alike = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
            [(_, here)] = node.evaluate_all(PLACES)
            codes = [code for code, where in alike.evaluate_all(PLACES) if where == here]
            if code not in (None, UNKNOWN.code) and parse_card(code).base.name not in name:
                self.mistaken.append(f"{code} is called {name}")
            if len(set(codes)) > 1 or (not code and len(codes) > 1):
                self.mistaken.append(f"{len(codes)} are called {name} in {here}")
        super().touch(node)


class Match:
    """A match of one person and bots, and how it went."""

    def __init__(self, page: Page, slug: str, by: str, rules: str = "") -> None:
        import games

        self.page, self.game, self.by, self.rng = page, games.get(slug), by, Random(1)
        self.made: Counter[str] = Counter()
        self.touches: Counter[str] = Counter()
        self.stuck: list[str] = []
        self.lying: Counter[str] = Counter()
        self.heard = ""
        if by == "ear":
            page.add_init_script(HEAR)
        page.goto(f"/play/?game={slug}")
        if rules:
            page.get_by_label(rules).check()
        page.get_by_text("Speed", exact=True).first.click()
        page.locator("input[name=pace][value=at-once]").check()
        page.get_by_role("button", name="Create table").click()
        page.locator("[data-table]").wait_for()

    def play(self, deals: int = 0) -> None:
        """Play to the end, or so many deals."""
        dealt = 1
        while True:
            self._until(TURN, 60)
            if self.by == "ear":
                self._listen()
            if self.page.locator("#play-again").count() or (deals and dealt > deals):
                return
            if self.page.locator("#deal-next").count():
                dealt += 1
                self._made("deal", lambda hand: hand.touch(self.page.locator("#deal-next")), "deal")
            else:
                self._move()

    def _move(self) -> None:
        from games.engine.view import View

        listed = json.loads(self.page.locator("#actions").inner_text())
        if bot := self.game.bots.get("steady"):
            known = self.page.context.request.get(self.page.url + "record.json").json()
            move = bot.choose_move(View(self.game.slug, 0, known["position"]), self.rng).move
        else:  # nobody decides anything
            move = self.game.parse_move(listed[0]["verb"])
        whole = (move.verb, str(move))  # a button may say all of a move
        action = next({**one, "order": order} for order, one in enumerate(listed) if one["verb"] in whole)
        self._made(move.verb, lambda hand: hand.make(action, move), str(move))

    def _listen(self) -> None:
        """Write out what was said since one's last move; what lies on the table since then must have been in it.

        What was told before may come to light again: that is known.
        """
        self.page.wait_for_timeout(60)  # until what is said at the end is said
        heard = " ".join(self.page.evaluate("window.heard.splice(0)"))
        print(heard)
        self.heard += heard
        lying = Counter(code for code in self.page.evaluate(LYING) if code != UNKNOWN.code)
        for code in lying - self.lying if self.lying else ():
            name = parse_card(code).base.name
            if name not in self.heard and not all(word in heard for word in name.split(" of ")):
                self.stuck.append(f"not heard: {code}, in: {heard}")
        self.lying |= lying

    def _made(self, verb: str, do: Any, said: str) -> None:
        from tests.pages.hands import build

        before = self.page.evaluate(VERSION)
        moved = f"{QUIET} && {VERSION} > {before}"
        hand = {"touch": Hand, "keys": Keys, "ear": Ears}[self.by](self.page)
        try:
            do(hand)
            meant = self.page.locator(f'.notice.hint button[value="{said}"]')
            self._until(f"{moved} || document.querySelector('.notice.hint button')")
            if meant.count():
                hand.touch(meant)
            self._until(moved)
            self.made[verb] += 1
            self.touches[verb] += hand.taps
            self.stuck += getattr(hand, "mistaken", ())
        except TimeoutError as error:
            told = self.page.locator("#notice").inner_text().replace("\n", " ")
            self.stuck.append(f"{said}: {told or str(error).splitlines()[0]}")
            print(self.stuck[-1], flush=True)
            self.page.reload()
            build(self.page, self.game, said)
            try:
                self._until(moved)
            except TimeoutError:
                picture = Path(tempfile.gettempdir(), "stuck.png")
                self.page.screenshot(path=picture)
                raise SystemExit(f"{self.stuck[-1]}\nNor with buttons: see {picture}") from None

    def _until(self, holds: str, seconds: float = 8) -> None:
        ends = time.monotonic() + seconds
        while not self.page.evaluate(f"Boolean({holds})"):
            if time.monotonic() > ends:
                raise TimeoutError("nothing happened")
            self.page.wait_for_timeout(40)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    import games
    from tests.house import House

    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--game", choices=list(games.all_games()), required=True)
    words.add_argument("--by", choices=("touch", "keys", "ear"), required=True)
    words.add_argument("--url", help="a site that runs already")
    words.add_argument("--rules", default="", help="the name of a known set of house rules")
    words.add_argument("--deals", type=int, default=0, help="no more than so many deals")
    asked = words.parse_args()
    with nullcontext() if asked.url else House() as house, sync_playwright() as play:
        browser = play.chromium.launch(**launched())
        url = asked.url or house.url
        page = browser.new_page(base_url=url, viewport=PHONE, has_touch=asked.by == "touch", reduced_motion="reduce")
        page.set_default_timeout(8000)
        match = Match(page, asked.game, asked.by, asked.rules)
        match.play(asked.deals)
        for verb, number in match.made.items():
            print(f"{verb:15} {number:4} times, {match.touches[verb] / number:.1f} each")
        print("\n".join(match.stuck) or "never stuck")
        browser.close()


if __name__ == "__main__":
    main()

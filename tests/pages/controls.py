"""Press every control inside a refusal, a hint, and a coach note: the board stays, and the page logs no error.

    python -m tests.pages.controls --url URL [--game G] [--size phone|desk] [--every N]
        [--what home lessons puzzles tables]

In a lesson, each step gets a refused move, an open one, a wrong answer, and its hints. In puzzles, each kind gets its
hints and, where you play it, a refused move. A table gets hints, legal moves, the last trick, a refused move, and
what the coach says. A link that leads away has to open a page of its own, and that page has to exist.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice
from random import Random
from typing import Any

from playwright.sync_api import Page, TimeoutError, sync_playwright

import games
from core.learn.course import LessonStep, StepTable
from games.engine.game import Game
from games.engine.state import State
from games.engine.table import Table
from games.engine.view import View
from games.errors import RulesError
from tests.games.wandering import refused
from tests.pages.chromium import launched, watched
from tests.pages.measure import SIZES, steps

NOTICES = "#main :is(#notice, #hints, .frame-ask) .notice"
CONTROLS = """(notices) => [...document.querySelectorAll(notices)].flatMap((notice) =>
  [...notice.querySelectorAll("a[href], button, summary, input, select")]).filter((one) => one.checkVisibility())
  .map((one, at) => {
    one.dataset.walked = at;
    const words = one.innerText.trim().replace(/\\s+/g, " "), to = one.href || one.value || "";
    return { at, words, to, moves: one.name === "move", folds: one.matches("summary") };
  })"""
BOARD = """() => [...document.querySelectorAll("[data-table]")].map((table) => ({
  parts: table.querySelectorAll(":scope > .board, :scope > .dock").length,
  buttons: table.querySelectorAll(":is(form[data-move], .ladder) [data-order]").length,
  cards: [...table.querySelectorAll("[data-zone][data-code]")].map((one) => one.id + one.dataset.code).sort() }))"""
SEND = """(text) => {
  const form = document.querySelector("[data-table] form[data-move]");
  const move = Object.assign(document.createElement("input"), { type: "hidden", name: "move", value: text });
  move.dataset.built = "";
  form.querySelector("[data-built]")?.remove();
  form.append(move);
  form.requestSubmit();
}"""
SETTLED = """() => !document.querySelector("[data-busy], .htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")"""
QUIET = "#board[data-yours] :is(form[data-move], .ladder) [data-order], #deal-next, #result-head"
"""At a table where this is, nobody but the reader moves."""
MOST = 24
"""So many controls of one notice are pressed, those that come with others too."""
REACHED = 4000
"""Milliseconds in which a control can be pressed that nothing covers."""
THOUGHT = 6000
"""Milliseconds in which a coach thinks of something to say."""
PAUSE = 100
"""Milliseconds from one look at a table to the next."""
TURNS = 12
"""So many turns of its own a table is played while the coach has said nothing."""


@dataclass
class Walk:
    """What was pressed, by place and kind, and what went wrong."""

    page: Page
    pressed: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page.on("popup", self._opened)
        self.opened: list[str] = []

    def _opened(self, other: Page) -> None:
        self.opened.append(other.url)
        other.close()

    def notice(self, where: str, kind: str, show: Callable[[], object]) -> bool:
        """Press every control of what `show` brings about; whether there was a notice at all."""
        known: set[tuple[str, str]] = set()
        again = True
        while again and len(known) < MOST:
            show()
            self.settle()
            if not self.page.locator(NOTICES).count():
                return bool(known)
            again = False
            while new := self._next(known):
                known.add((new["words"], new["to"]))
                self.pressed[f"{where}: {kind}"] += 1
                if not self._press(f"{where}, {kind}, “{new['words']}”", new) or len(known) == MOST:
                    again = True
                    break
        return True

    def _next(self, known: set[tuple[str, str]]) -> dict[str, Any] | None:
        return next((one for one in self._controls() if (one["words"], one["to"]) not in known), None)

    def _controls(self) -> list[dict[str, Any]]:
        """All controls of the notices, those that fold something last."""
        return sorted(self.page.evaluate(CONTROLS, NOTICES), key=lambda one: one["folds"])

    def _click(self, control: dict[str, Any]) -> bool:
        """Click a control, again if the board was drawn anew meanwhile; whether it can be clicked."""
        for _ in range(2):
            try:
                self.page.locator(f'[data-walked="{control["at"]}"]').first.click(timeout=REACHED)
            except TimeoutError:
                alike = (
                    one for one in self._controls() if (one["words"], one["to"]) == (control["words"], control["to"])
                )
                if (again := next(alike, None)) is None:
                    return True
                control = again
            else:
                return True
        return False

    def _press(self, what: str, control: dict[str, Any]) -> bool:
        """Press one control; whether the page can be walked on as it is."""
        before, address = self.page.evaluate(BOARD), self.page.url
        if not self._click(control):
            self.lost.append(f"{what}: it can’t be pressed")
            return True
        self.settle()
        for to in self.opened:
            self._exists(what, to)
        self.opened.clear()
        if self.page.url != address:
            self.lost.append(f"{what}: leads away to {self.page.url}")
            self.page.goto(address)
            return False
        after = self.page.evaluate(BOARD)
        parts = [table["parts"] for table in before]
        if [table["parts"] for table in after] != parts or (before != after and not control["moves"]):
            self.lost.append(f"{what}: the board was {summed(before)}, and is {summed(after)}")
            return False
        if self.page.complaints:  # type: ignore[attr-defined]
            self.lost.append(f"{what}: {self.page.complaints}")  # type: ignore[attr-defined]
            self.page.complaints.clear()  # type: ignore[attr-defined]
        return not control["moves"]

    def _exists(self, what: str, address: str) -> None:
        """A page that was opened answers, and has what its address names."""
        place, _, anchor = address.partition("#")
        if address not in self.pages:
            answer = self.page.request.get(place)
            there = not anchor or f'id="{anchor}"' in answer.text()
            self.pages[address] = answer.status if there else 404
        if self.pages[address] != 200:
            self.lost.append(f"{what}: {address} is not there")

    def settle(self) -> None:
        self.page.wait_for_load_state()
        self.page.wait_for_function(SETTLED)

    def send(self, text: str) -> None:
        """Send a move as the page sends one."""
        self.page.evaluate(SEND, text)
        self.settle()

    # -- lessons -----------------------------------------------------------------------------------------------

    def step(self, address: str, game: Game[Any], place: LessonStep, where: str = "lesson") -> None:
        """A step: what a move is refused for, which move is meant, what an answer was, the hints."""
        table, step = StepTable(game, game.options(), place, []), place.step

        def opened(then: Callable[[], object]) -> Callable[[], object]:
            return lambda: (self.page.goto(address), self.settle(), then())

        self.page.goto(address)
        if self.page.locator("form[data-move]").count():
            if step.kind == "try-illegal":
                tempting = self.page.get_by_role("group", name="Moves to try").get_by_role("button").first
                self.notice(where, "tried", opened(tempting.click))
            for text in refused(game, table.game_state, Random(place.id)):
                self.notice(where, "refusal", opened(lambda text=text: self.send(text)))
            for text in open_moves(game, table.table, step.solution):
                self.notice(where, "reading", opened(lambda text=text: self._sent(text)))
        for at, answer in enumerate(place.answers):
            if not answer.right:
                self.notice(where, "answer", opened(self.page.locator(f'.answer[value="{at}"]').click))
        if self.page.locator("#ask-hint").count():
            self.notice(where, "hint", opened(self.page.locator("#ask-hint").click))

    def _sent(self, text: str) -> None:
        """Send a move, if one pressed before hasn't finished the step."""
        if self.page.locator("[data-table] form[data-move]").count():
            self.send(text)

    # -- puzzles -----------------------------------------------------------------------------------------------

    def puzzle(self, game: Game[Any], theme: str) -> None:
        """A puzzle of a kind: its hints, and what a move is refused for."""
        self.page.goto(f"/practice/{game.slug}/")
        button = self.page.locator(f'.themes button[value="{theme}"]')
        if not button.count():
            return
        with self.page.expect_navigation():
            button.click()
        for text in self._attempts():
            if self.page.locator("#puzzle form[data-move]").count():
                self.send(text)
                if self.page.locator("#read-rule").count():
                    self.notice("puzzle", "refusal", lambda text=text: self.send(text))
                    break
        for _ in range(4):
            hint = self.page.locator("#puzzle-hint button")
            if hint.count():
                self.notice("puzzle", "hint", hint.click)

    def _attempts(self) -> Iterator[str]:
        """Moves to try on a table of which no more is known than what the page shows."""
        listed = self.page.locator("#actions")
        for action in json.loads(listed.inner_text()) if listed.count() else ():
            zones = [zone for field in action["fields"] if field["kind"] == "cards" for zone in field["zones"]]
            zone = self.page.locator(f'[data-zone="{zones[0] if zones else ""}"]')
            codes = zone.evaluate_all("all => all.map((one) => one.dataset.code)")
            for number in (3, 2, 1):
                yield from (f"{action['verb']} {' '.join(some)}" for some in islice(combinations(codes, number), 4))

    # -- tables ------------------------------------------------------------------------------------------------

    def table(self, game: Game[Any]) -> None:
        """A table with bots: what helps there, what a move is refused for, and what the coach says."""
        page = self.page
        page.goto(f"/play/?game={game.slug}")
        page.evaluate("localStorage.setItem('house.pace', 'at-once')")
        with page.expect_navigation():
            page.get_by_role("button", name="Play now").click()
        coached, rng = not game.decides, Random(game.slug)
        for turn in range(TURNS):
            if not self._own_turn():
                break
            known = self._known_alone(game)
            state, seat = game.load_position(known["position"]), known["seat"]
            if not turn:
                for key, kind in (("h", "hint"), ("m", "legal moves"), ("b", "last trick")):
                    help = page.locator(f'.bar [data-key="{key}"]')
                    if help.count():
                        self.notice("table", kind, help.click)
                for text in [*refused(game, state, rng, seat)] or ["nonsense"]:
                    self.notice("table", "refusal", lambda text=text: self.send(text))
            if coached:
                break
            coached = self._coached(game, View(game.slug, seat, known["position"]), state, seat)

    def _own_turn(self) -> bool:
        """Wait until it is one's own turn; deal if that is what is waited for. False if the match is over."""
        page = self.page
        for _ in range(3):
            page.locator(QUIET).first.wait_for()
            self.settle()
            if page.locator("#deal-next").count():
                page.locator("#deal-next").click()
                self.settle()
            elif page.locator("#board[data-yours]").count():
                return True
        return False

    def _known_alone(self, game: Game[Any]) -> dict[str, Any]:
        """Return what the seat knows once the table waits for nobody else, and the page shows that."""
        while True:
            known: dict[str, Any] = self.page.request.get(self.page.url + "record.json").json()
            if {*game.load_position(known["position"]).waiting} <= {known["seat"]}:
                self.page.locator(f'[data-table][data-version="{known["version"]}"]').wait_for()
                self.settle()
                return known
            self.page.wait_for_timeout(PAUSE)

    def _coached(self, game: Game[Any], view: View, state: State, seat: int) -> bool:
        """Make a move that a coach would not make, if there is one; whether the coach spoke up."""
        hint = game.build_hint(view)
        second = game.bots["steady"].choose_move(view, Random(0)).move
        worse = [
            move
            for move in game.list_moves(state, seat)
            if move.verb != hint.move.verb or move.groups != hint.move.groups
        ]
        speaks = bool(worse) and not hint.close and second == hint.move
        self.send(str(worse[-1] if speaks else hint.move))
        try:
            self.page.locator("#notice .coach").wait_for(timeout=THOUGHT if speaks else 1)
        except TimeoutError:
            return False
        self.page.locator(QUIET).first.wait_for()  # bots may still be moving
        if not self.page.locator("#deal-next, #result-head").count():
            self._known_alone(game)  # others may choose at the same time
        return self.notice("table", "coach", self.settle)


def summed(board: list[dict[str, Any]]) -> str:
    """A board in short."""
    return (
        "; ".join(f"{one['parts']} parts, {len(one['cards'])} cards, {one['buttons']} buttons" for one in board)
        or "none"
    )


def open_moves(game: Game[Any], table: Table, solution: tuple[str, ...]) -> Iterator[str]:
    """The first move of a solution as it is sent while what its wild cards stand for is open, if several are meant."""
    for text in solution[:1]:
        words = " ".join(word.partition("=")[0] + "=?" if "=" in word else word for word in text.split())
        try:
            if words != text and len(table.list_move_readings(0, words)) > 1:
                yield words
        except RulesError:
            continue


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--url", required=True, help="a site that runs")
    words.add_argument("--game", choices=list(games.all_games()))
    words.add_argument("--size", choices=list(SIZES))
    words.add_argument("--what", nargs="+", choices=WALKS, default=list(WALKS))
    words.add_argument("--every", type=int, default=1, help="only one step, or kind of puzzle, of so many")
    asked = words.parse_args()
    with sync_playwright() as play:
        browser = play.chromium.launch(**launched())
        for size in [asked.size] if asked.size else SIZES:
            for slug in [asked.game] if asked.game else games.all_games():
                device = {"viewport": SIZES[size], "has_touch": size == "phone", "reduced_motion": "reduce"}
                walk = Walk(watched(browser.new_page(base_url=asked.url, **device)))
                for what in asked.what:
                    for _ in walks(walk, games.get(slug), what, asked.every):
                        pass
                print(f"{slug:20} {size:6} {sum(walk.pressed.values()):5} {dict(walk.pressed)}", flush=True)
                for line in walk.lost:
                    print("   ", line, flush=True)
                walk.page.close()
        browser.close()


WALKS = ("home", "lessons", "puzzles", "tables")


def walks(walk: Walk, game: Game[Any], what: str, every: int = 1, begin: int = 0) -> Iterator[None]:
    """Walk one place of a game after the other."""
    places = [(address, place) for address, place in steps(game.slug)]
    if what == "home" and game is next(one for one in games.all_games().values() if one.lessons):
        yield walk.step("/", game, places[0][1], "home")
    for address, place in islice(places, begin, None, every) if what == "lessons" else ():
        yield walk.step(address, game, place)
    for theme in islice(game.puzzle_themes, begin, None, every) if what == "puzzles" else ():
        yield walk.puzzle(game, theme.slug)
    if what == "tables":
        yield walk.table(game)


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    main()

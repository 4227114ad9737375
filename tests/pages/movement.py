"""Compare the places of everything on a page before and after each event of a hand or a lesson.

A hand is played against bots as a person plays it, a lesson is solved; before each move a card is chosen, help is asked
for, and a move is refused. After each click and each answer of the site, all that has a fixed place is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Locator, Page, TimeoutError

from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import State

if TYPE_CHECKING:
    from core.learn.course import LessonStep

Box = tuple[float, float, float, float]

RECORD = """(() => {
  const BUTTON = (one) => one.dataset.verb || one.value || one.id || one.textContent.trim();
  const PLACE = (one) => [...one.parentNode.children].indexOf(one);
  const PARTS = [
    ["bar", ".bar, .frame-head, .frame-say", (one) => one.className.split(" ")[0]],
    ["bar button", ".bar > .bar-button, .frame-head > .frame-back", (one) => one.dataset.key || one.id],
    ["step of the lesson", ".frame-head .dots > li", PLACE],
    ["button of the game's speed", ".turning > .button", (one) => one.id],
    ["board", ".board, .turnings", (one) => one.className.split(" ")[0]],
    ["dock", ".dock", () => ""],
    ["voice", ".voice", () => ""],
    ["prompt", ".voice:not(:has(.ended)) > .prompt", () => ""],
    ["seat", ".seat", (one) => one.id],
    ["own plate", ".your-plate", () => ""],
    ["hand", ".hands", () => ""],
    ["buttons", ".dock > :is(.actions, .result)", () => ""],
    ["button", ".actions-buttons > .button", BUTTON],
    ["gold button", ".actions-buttons > :is(.fits, .lacking, .button:only-child), .result > form > .primary", BUTTON],
    ["foot", ".frame-foot", () => ""],
    ["foot button", ".frame-foot > .button, .frame-foot > form > .button", (one) => one.id || one.textContent.trim()],
    ["answer", "#answers .answer, [aria-label='Moves to try'] > .button", PLACE],
    ["zone", ":is(.odd, .middle, .rows) > .zone:not(.zone-row, .zone-line)", (one) => one.id],
    ["growing zone", ":is(.odd, .middle) > :is(.zone-row, .zone-line)", (one) => one.id],
    ["label", ":is(.odd, .middle) > .zone > .zone-head", (one) => one.parentNode.id],
    ["sign", ":is(.odd, .claims) .sign", (one) => one.querySelector("dt").textContent],
    ["fact", ".facts", () => ""],
    ["rung", ".ladder > .rung", PLACE],
    ["place of the trick", ".cards-trick[class*=around] > li", (one) => /from-\\d/.exec(one.className)[0]],
    ["place of a row", ".spot", (one) => one.dataset.spot],
    ["meld", ".melds > .zone", (one) => one.id],
    ["card on the board", ".board .card[id]:not([aria-pressed=true], .in-tail > *)", (one) => one.id],
    ["card of the hand", ".dock .card[id]:not([aria-pressed=true])", (one) => one.id],
  ];
  const look = () => PARTS.flatMap(([kind, selector, name]) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && one.offsetWidth !== 1).map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const part = { label: [0, top, 0, 0], prompt: [left, top + height, 0, 0] }[kind]; // what else it says may differ
      return [`${kind}|${name(one)}`, part ?? [left, top, width, height]];
    }));
  const held = () => [...document.querySelectorAll(".table .card[id]")].map((one) => one.id).sort().join(" ");
  window.looks = [];
  let due = null;
  const later = (happened) => {
    const what = due?.what === "the end" ? due.what : happened;
    const mine = due = { what };
    const lookAtRest = () => {
      if (due !== mine) return;
      if (document.querySelector("[data-busy], [data-sent], .htmx-request:not([data-live])")) {
        requestAnimationFrame(lookAtRest);
        return;
      }
      due = null;
      window.looks.push([what, look(), held()]);
    };
    requestAnimationFrame(() => requestAnimationFrame(lookAtRest));
  };
  window.isLookDue = () => due !== null;
  const ended = () => Boolean(document.querySelector("[data-ended], #go-on"));
  let over = false;
  document.addEventListener("htmx:beforeSwap", () => { over = ended(); due = null; });
  document.addEventListener("htmx:afterSettle", ({ detail: { xhr, requestConfig } }) => {
    const elt = requestConfig.elt;
    const help = /hint|tell/.test(elt.id) || elt.dataset.key === "h" ? "hint" : "help";
    later(xhr.status === 422 ? "refused" : ended() && !over ? "the end" : elt.matches("a") ? help
      : elt.matches("[data-live]") ? "others' move" : elt.matches("form") ? "own move" : "help");
  });
  document.addEventListener("click", ({ target }) => {
    later(target.closest("button.card") ? "card chosen" : "button pressed");
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && later("choice cleared"));
  window.lookNow = (what) => window.looks.push([what, look(), held()]);
})()"""
"""Keeps what a page looks like after each click and each answer: what has happened, where all lies, and which cards."""

ROOM = {"card on the board", "meld", "growing zone"}
"""These parts get another place when cards come or go."""


class Moved:
    """Count the parts that moved, on pages of one kind at one size."""

    def __init__(self) -> None:
        self.events = self.boxes = 0
        self.worst: dict[tuple[str, str], tuple[float, str]] = {}
        self.often: Counter[tuple[str, str]] = Counter()
        self.failed: list[str] = []
        self.forget()

    def forget(self) -> None:
        """Another page: nothing is compared with what was before."""
        self.known: dict[str, Box] = {}
        self.held = ""
        self.buttons: set[str] = set()

    def compare(self, where: str, looks: Iterable[tuple[str, list[tuple[str, Box]], str]]) -> None:
        """Compare each look with where everything was when it was last seen."""
        for event, parts, held in looks:
            self.events += bool(self.known)
            buttons = {name for name, _ in parts if name.startswith("button|") and name != "button|take-back"}
            loose = {"card of the hand", *ROOM} if held != self.held else set()
            loose |= {"button", "gold button"} if buttons != self.buttons and buttons else set()
            self.known = {name: box for name, box in self.known.items() if name.partition("|")[0] not in loose}
            self.held, self.buttons = held, buttons or self.buttons
            for name, box in parts:
                before = self.known.get(name, box)
                self.boxes += name in self.known
                far = max(abs(new - old) for new, old in zip(box, before, strict=True))
                if far >= 1:
                    kind = name.partition("|")[0]
                    self.often[event, kind] += 1
                    line = f"{where}: {name} {_format_box(before)} -> {_format_box(box)}"
                    self.worst[event, kind] = max(self.worst.get((event, kind), (0.0, "")), (far, line))
                self.known[name] = box

    def tell(self) -> Iterator[str]:
        yield f"{self.events} events, {self.boxes} boxes compared, {self.often.total()} moved"
        for (event, kind), (far, line) in sorted(self.worst.items(), key=lambda item: -item[1][0]):
            yield f"    {far:5.0f} px  {event}: {kind}, {self.often[event, kind]} times, such as {line}"
        yield from (f"    {why}" for why in self.failed)


def _format_box(box: Box) -> str:
    return "({:.0f}, {:.0f}, {:.0f} x {:.0f})".format(*box)


LONGEST = 95
"""The most characters of a well-written refusal."""


def find_long_refusal(game: Game[Any], state: State) -> str:
    """The move whose refusal has the most letters, up to `LONGEST`; "" if all single cards are legal."""
    moves = [Move(verb, groups=((card,),)) for verb in game.verbs for card in state.hands[0]]
    refusals = [(move, game.find_violation(state, 0, move)) for move in Random(1).sample(moves, min(40, len(moves)))]
    by_length = {len(why.sentence): str(move) for move, why in refusals if why and len(why.sentence) <= LONGEST}
    return by_length[max(by_length)] if by_length else ""


SAID = "[...document.querySelectorAll('#notice, #hints')].map((one) => one.innerText).join()"
"""The texts of the answers to requests for help."""


AT_REST = """() => !window.isLookDue() && !document.querySelector(
  "[data-busy], [data-sent], .htmx-request:not([data-live]), .htmx-swapping, .htmx-settling, .htmx-added"
)"""
"""Whether the page waits for nothing."""


class Watcher:
    """Does on a page what can be done before a move, and compares."""

    def __init__(self, page: Page, moved: Moved) -> None:
        self.page, self.moved, self.where = page, moved, ""

    def note(self) -> None:
        """Compare what the page has kept so far."""
        self.rest()
        self.moved.compare(self.where, self.page.evaluate("window.looks.splice(0)"))

    def rest(self) -> None:
        """Wait until the page is at rest, and all that has happened has been looked at."""
        self.page.evaluate(
            """async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); }"""
        )
        self.page.wait_for_function(AT_REST)

    def open(self, where: str) -> None:
        """The page has just been loaded, or begins again."""
        self.where = where
        self.moved.forget()
        self.page.evaluate("document.fonts.ready")
        self.rest()
        self.page.evaluate("window.looks = []; lookNow('opened')")
        self.note()

    def press(self, selector: str) -> bool:
        """Press what asks the site for help, if it is there, and wait for the answer."""
        node = self.page.locator(selector)
        if not node.count() or not node.first.is_visible():
            return False
        before = self.page.evaluate(SAID)
        node.first.dispatch_event("click")
        self.page.wait_for_function(f"before => ({SAID}) !== before", arg=before)
        self.note()
        return True

    def choose(self) -> None:
        """Choose a card of the hand, and clear the choice."""
        for end in ("first", "last"):
            cards = self.page.locator(".dock button.card")
            if cards.count():
                getattr(cards, end).dispatch_event("click")
                self.note()
                getattr(cards, end).dispatch_event("keydown", {"key": "Escape"})
                self.note()

    def refuse(self, text: str) -> None:
        """Send a move that is illegal."""
        if not text or not self.page.locator("#move-form").count():
            return
        self.page.evaluate(
            """text => { document.querySelector("#move-form").insertAdjacentHTML(
            "beforeend", `<button id="wrong" class="visually-hidden" name="move" value="${text}">Wrong</button>`);
            document.querySelector("#wrong").click(); document.querySelector("#wrong").remove(); }""",
            text,
        )
        self.page.locator("#notice .notice").first.wait_for()
        self.note()

    def forecast(self) -> None:
        """Say who takes the pile, if that is asked."""
        buttons = self.page.locator("[name=said]:enabled")
        if buttons.count() and buttons.first.is_visible():
            buttons.first.dispatch_event("click")
            self.page.locator("[name=said][aria-pressed=true]").wait_for()
            self.note()

    def help(self) -> None:
        for key in ("m", "h", "b"):
            self.press(f".bar [data-key={key}]")
        while self.press("#tell-more"):
            pass


MOST = 70
"""The largest number of your moves that are watched."""


def watch_hand(page: Page, slug: str, moved: Moved, deals: int, most: int = MOST) -> None:
    """Play `deals` deals of a match against bots."""
    from core.play.models import Table
    from tests.pages.taps import Hand
    from tests.pages.whole import QUIET, TURN, Match

    watcher = Watcher(page, moved)

    class Clicker(Hand):
        """A hand that needs no room to press."""

        def touch(self, node: Locator) -> None:
            node.dispatch_event("click")

    class Watched(Match):
        made_moves = 0

        def _move(self) -> None:
            version = self.page.locator("#table").get_attribute("data-version")
            watcher.where = f"version {version}"
            watcher.note()
            self.made_moves += 1
            if self.made_moves > most:
                raise StopIteration
            if self.game.decides and (self.made_moves < 8 or self.made_moves % 4 == 0):
                watcher.choose()
                watcher.help()
                state = Table.objects.get(code=self.page.url.split("/")[-2]).board.state
                watcher.refuse(find_long_refusal(self.game, state))
            if not self.game.decides:
                watcher.forecast()
            super()._move()

        def play(self, deals: int = 0) -> None:
            for dealt in range(deals):
                if dealt:
                    self.page.evaluate("document.querySelector('#deal-next').click()")
                    self._until("document.querySelector('#table') && !document.querySelector('#deal-next')")
                    self.page.wait_for_timeout(60)
                    watcher.open("dealt")
                while True:
                    self._until(TURN, 60)
                    if self.page.locator("#play-again").count():
                        return
                    if self.page.locator("#deal-next").count():
                        break
                    self._move()
                watcher.note()

        def _until(self, holds: str, seconds: float = 30) -> None:
            super()._until(holds, max(seconds, 30))

        def _made(self, verb: str, do: Any, said: str) -> None:
            stuck = len(self.stuck)
            super()._made(verb, lambda hand: do(Clicker(hand.page)), said)
            self._until(QUIET)
            if len(self.stuck) > stuck:  # the page was loaded again
                watcher.open("loaded again")

    match = Watched(page, slug, "touch")
    page.evaluate("document.documentElement.dataset.pace = 'brisk'")
    page.locator("#actions, #deal-next").first.wait_for(state="attached", timeout=60_000)
    watcher.open("dealt")
    try:
        match.play(deals)
    except (StopIteration, TimeoutError) as error:
        moved.failed += [str(error).splitlines()[0]] if str(error) else []
    watcher.note()
    moved.failed += [f"stuck at {stuck}" for stuck in match.stuck]


def watch_lessons(page: Page, slug: str, moved: Moved, every: int = 1) -> None:
    """Solve each step of a course, or one in `every`."""
    from tests.pages.measure import steps

    for address, place in islice(steps(slug), every // 2, None, every):
        watch_step(page, address, place, moved)


def watch_step(page: Page, address: str, place: LessonStep, moved: Moved) -> None:
    """Solve a step, after a hint and a wrong answer or a refused move."""
    import games

    page.goto(address)
    watcher, step, game = Watcher(page, moved), place.step, games.get(address.split("/")[2])
    watcher.open(f"{place.lesson.slug}/{place.id}")
    try:
        if step.kind == "do":
            watcher.choose()
        watcher.press("#ask-hint")
        while watcher.press("#hint-more"):
            pass
        if step.kind == "do":
            _play_solution(watcher, game, place)
        elif step.kind == "try-illegal":
            page.locator("[aria-label='Moves to try'] button").first.click()
        elif place.answers:
            _answer(watcher, place)
        if step.kind not in ("show", "play-on"):
            page.locator("#go-on").wait_for()
        watcher.note()
    except (TimeoutError, AssertionError, KeyError) as error:
        moved.failed.append(f"{watcher.where}: {str(error).splitlines()[0]}")


def _play_solution(watcher: Watcher, game: Game[Any], place: LessonStep) -> None:
    from core.learn.course import StepTable
    from tests.pages.hands import make

    watcher.refuse(find_long_refusal(game, StepTable(game, game.options(), place, []).start))
    for text in place.step.solution:
        make(watcher.page, game, text)
        watcher.page.wait_for_function("() => !document.querySelector('[data-busy], [data-sent]')")
        watcher.note()


def _answer(watcher: Watcher, place: LessonStep) -> None:
    """Answer a question, first wrong and then right."""
    for right in (False, True):
        numbers = [number for number, answer in enumerate(place.answers) if answer.right == right]
        if numbers:
            button = f'button.answer[value="{numbers[0]}"]'
            watcher.page.locator(button).click()
            watcher.page.locator(f"{button}:is(.right, .wrong)").wait_for()
            watcher.note()


def tell_movement(
    browser: Browser, site: str, slugs: Iterable[str], sizes: Iterable[str], deals: int, every: int
) -> None:
    """Print what moves in hands and lessons of these games, worst first, and a table of all."""
    from tests.pages.measure import SIZES

    rows = []
    for slug in slugs:
        for size in sizes:
            for what in ("hand", "lessons"):
                context = browser.new_context(
                    base_url=site, viewport=SIZES[size], has_touch=True, reduced_motion="reduce"
                )
                page, moved = context.new_page(), Moved()
                page.set_default_timeout(8000)
                page.add_init_script(RECORD)
                if what == "hand":
                    watch_hand(page, slug, moved, deals)
                else:
                    watch_lessons(page, slug, moved, every)
                context.close()
                worst = max((far for far, _ in moved.worst.values()), default=0)
                rows.append((slug, size, what, moved.events, moved.boxes, moved.often.total(), f"{worst:.0f} px"))
                print(f"{slug} {size} {what}: " + "\n".join(moved.tell()), flush=True)
    for row in [("game", "size", "what", "events", "boxes", "moved", "worst"), *rows]:
        print("| " + " | ".join(map(str, row)) + " |")

"""Whether puzzles follow from what their pages show: `python -m tests.games.displayed [--kind SLUG] [game…]`.

A page is read as a person reads it: the question, the answers to choose from, and of the table its cards, notes, signs
and marks, taken from the HTML. Everything else of the position is thought otherwise, at random and in several places at
once. If the page stays the same and the answer does not, nobody can know it. In the end all that the page does not show
is left out of the position, and what is left has to give the same answer.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from django.template.loader import render_to_string

import games
from core.rendering.table_context import build_screen_context
from games.cards import UNKNOWN, parse_cards
from games.engine.common_puzzles import load_state_for_solver
from games.engine.game import Game
from games.engine.hidden_details import ScreenDetail, list_screen_details, remove_hidden_details
from games.engine.lesson import COMPANY, Lesson, Step
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle
from games.engine.state import State
from games.engine.view import Screen, filter_zones
from games.errors import RulesError

TRIES = 60
"""The number of times that a position is thought otherwise."""
AT_ONCE = (1, 1, 2, 3)
"""The number of places in which it is thought otherwise at once."""
STAYS = 0.5
"""How often a position that looks the same is the one that is changed further."""
MOST_FORGOTTEN = 120
"""The number of things that are left out at most."""
GIVEN = ("game", "options", "seats")
"""What a solver knows without looking at the table."""
RESTING = ("dealer", "deal", "between", "over")
"""The phases in which no hand is played."""
TOLD: dict[str, tuple[str, ...]] = {
    "court-twelve-tricks": ("tricks", "playing_on"),
    "thirteen-no-penalty": ("hands", "playing_on"),
    "leaving-partners": ("piles",),
    "triples-four": ("piles",),
    "two-to-the-right": ("round",),
    "settling-skunk": ("match",),
    "train-prices": ("paid",),
}
"""Steps whose words tell what their page doesn't show, by id, with the keys of the position that the words tell."""
_NUMBER = re.compile(r"(?<![\w-])\d+(?!\w)")

Path = tuple[str | int, ...]


# -- what a person sees ----------------------------------------------------------------------------


class Reader(HTMLParser):
    """What is there to be seen of some HTML: texts and cards in their order, with the marks on them."""

    VOID = {"br", "img", "input", "hr", "link", "meta"}
    UNSEEN = {"script", "style", "template", "svg"}
    MARKS = {"fresh", "to-act", "is-choosing", "out", "coming", "dim"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._unseen: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "use" and self._unseen in ([], ["svg"]):
            self.seen.append(f"<{attributes.get('href')}>")
            return
        classes = set(attributes.get("class", "").split())
        if self._unseen or tag in self.UNSEEN or "visually-hidden" in classes or "scripted" in classes:
            if tag not in self.VOID:
                self._unseen.append(tag)
            return
        if "card" in classes or "mini" in classes:
            mark = " wild" if "data-wild" in attributes else ""
            self.seen.append(f"<{attributes.get('data-code') or attributes['class']}{mark}>")
        self.seen += sorted(f"[{mark}]" for mark in classes & self.MARKS)
        if "data-zone-id" in attributes:
            self.seen.append(f"[{attributes['data-zone-id']}]")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and self._unseen[-1] == tag:
            self._unseen.pop()

    def handle_data(self, text: str) -> None:
        if not self._unseen and text.strip():
            self.seen.append(" ".join(text.split()))


@lru_cache(maxsize=4096)
def seen_of(game: Game[Any], screen: Screen, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a page shows of a screen."""
    return tuple(Reader(render_to_string("parts/table.html", build_screen_context(game, screen, [*names], 0))).seen)


class Shown(NamedTuple):
    """What is shown of a table, and the answer to what is asked there.

    `words` is the question with the answers to choose from, and the number of cards: whoever knows the rules knows it.
    """

    game: Game[Any]
    words: tuple[Any, ...]
    screen: Screen | None
    names: tuple[str, ...]
    answer: Any

    def looks_like(self, other: Shown) -> bool:
        """Return whether the pages are the same: at a glance, and then in all that their HTML shows."""
        if self.words != other.words or self.screen is None or other.screen is None:
            return self.words == other.words and self.screen == other.screen
        return glance(self.screen) == glance(other.screen) and self.page == other.page

    @property
    def page(self) -> tuple[str, ...]:
        """All that the HTML shows of the table."""
        assert self.screen is not None
        return seen_of(self.game, self.screen, self.names)


@lru_cache(maxsize=4096)
def glance(screen: Screen) -> tuple[Any, ...]:
    """Some of what is surely drawn of a screen, for a quick look: cards, notes and signs."""
    zones = [
        (zone.id, zone.cards[-1:] if zone.layout == "pile" else zone.cards, zone.note, zone.words)
        for zone in screen.zones
    ]
    seats = [(note.seat, [(sign.label, sign.words) for sign in note.signs]) for note in screen.seats]
    return zones, seats, [(sign.label, sign.words) for sign in screen.signs], screen.facts


def shown_by(game: Game[Any], puzzle: Puzzle) -> Shown:
    """Return all that a solver is shown of a puzzle, and its key."""
    words = puzzle.question, tuple((option.text, option.cards) for option in puzzle.options), puzzle.labels
    if not puzzle.position:
        return Shown(game, words, None, (), puzzle.key)
    state = game.load_position(puzzle.position)
    screen = puzzle.hide_answer_on_screen(
        game.build_screen(game.build_view(state, 0)), state, playing=puzzle.form == "play"
    )
    return Shown(game, (*words, len(state.list_cards())), replace(screen, actions=()), names_at(state), puzzle.key)


def names_at(state: State) -> tuple[str, ...]:
    """Return who sits where, as a puzzle says it."""
    return tuple(describe_seat(seat, state.seats) for seat in range(state.seats))


def without_like(screen: Screen, hidden: Collection[ScreenDetail]) -> Screen:
    """A screen without the signs that stand where one is hidden, whatever they say: it is not known what is hidden."""
    places = {(atom.kind, atom.of) for atom in hidden}
    return remove_hidden_details(
        screen, {atom for atom in list_screen_details(screen) if (atom.kind, atom.of) in places}
    )


@lru_cache(maxsize=64)
def hidden_by(game: Game[Any], options: Options, zones: tuple[str, ...], step: Step) -> Collection[ScreenDetail]:
    return step.list_hidden_signs(game, options, zones)


def shown_by_step(game: Game[Any], options: Options, lesson: Lesson, step: Step, state: State) -> Shown:
    """Return what is shown of the table at which a step asks something, and which answers are right there."""
    screen = filter_zones(game.build_screen(game.build_view(state, 0)), lesson.zones, state)
    screen = without_like(screen, hidden_by(game, options, lesson.zones, step))
    right = step.judge_answers(game, state)
    return Shown(
        game, (len(state.list_cards()),), replace(screen, prompt="", actions=()), COMPANY[: state.seats], right
    )


# -- what may be otherwise -------------------------------------------------------------------------


def paths_of(part: Any, path: Path = ()) -> Iterator[Path]:
    """The places of a position, outer ones last."""
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in items:
        if path or key not in GIVEN:
            yield from paths_of(value, (*path, key))
    if path:
        yield path


def at(part: Any, path: Path) -> Any:
    for key in path:
        part = part[key]
    return part


def put(part: Any, path: Path, value: Any) -> None:
    at(part, path[:-1])[path[-1]] = value


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def change(position: dict[str, Any], words: Mapping[str, Sequence[Any]], rng: Random) -> None:
    """Change something of a position, in its place; of some keys it is known which `words` they may have."""
    paths = [*paths_of(position)]
    path = rng.choice(paths)
    value = at(position, path)
    if path[0] in words and len(path) == 1:
        put(position, path, rng.choice(words[str(path[0])]))
    elif isinstance(value, bool):
        put(position, path, not value)
    elif isinstance(value, int):
        put(position, path, rng.choice([value - 1, value + 1, rng.randrange(6), value + 10]))
    elif value is None:
        put(position, path, rng.randrange(4))
    elif isinstance(value, str):
        change_text(position, path, value, [other for other in paths if isinstance(at(position, other), str)], rng)
    elif isinstance(value, list):
        change_list(value, rng)
    elif rng.random() < 0.5 and isinstance(value, dict) and value:
        value.pop(rng.choice([*value]))


def change_text(position: dict[str, Any], path: Path, text: str, texts: list[Path], rng: Random) -> None:
    words, other = text.split(), rng.choice(texts)
    theirs = at(position, other).split()
    numbers = [*_NUMBER.finditer(text)]
    match rng.choice(("move", "swap", "leave out", "shuffle", "number", "instead")):
        case "move" if words and other != path:
            theirs.insert(rng.randrange(len(theirs) + 1), words.pop(rng.randrange(len(words))))
        case "swap" if words and theirs and other != path:
            mine, place = rng.randrange(len(words)), rng.randrange(len(theirs))
            words[mine], theirs[place] = theirs[place], words[mine]
        case "leave out" if words:
            words.pop(rng.randrange(len(words)))
        case "shuffle":
            rng.shuffle(words)
        case "number" if numbers:
            found = rng.choice(numbers)
            number = rng.choice([int(found[0]) + 1, max(0, int(found[0]) - 1), rng.randrange(5)])
            words = f"{text[: found.start()]}{number}{text[found.end() :]}".split()
        case _:
            words = [*theirs]
    put(position, other, " ".join(theirs))
    put(position, path, " ".join(words))


def change_list(value: list[Any], rng: Random) -> None:
    if value and rng.random() < 0.4:
        value.pop(rng.randrange(len(value)))
    elif value and rng.random() < 0.5:
        value.insert(rng.randrange(len(value) + 1), copied(rng.choice(value)))
    elif rng.random() < 0.3:
        value.append(rng.randrange(4))
    else:
        rng.shuffle(value)


def nothing_for(value: Any) -> Any:
    """Return what stands for a value of which nothing is known."""
    if isinstance(value, str):
        known = all(card is UNKNOWN for card in parse_cards(value)) if is_cards(value) else True
        return "" if known else " ".join(UNKNOWN.code for _ in value.split())
    return {bool: False, int: 0, list: [], dict: {}}.get(type(value))


def is_cards(text: str) -> bool:
    with suppress(RulesError):
        return bool(parse_cards(text))
    return False


# -- whether somebody could know it ----------------------------------------------------------------


class Open(NamedTuple):
    """Two positions that look the same and have different answers."""

    position: dict[str, Any]
    other: dict[str, Any]
    answers: tuple[Any, Any]

    def __str__(self) -> str:
        changed = [key for key in self.position.keys() | self.other.keys() if self.differs(key)]
        parts = [f"{key}: {self.position.get(key)!r} or {self.other.get(key)!r}" for key in sorted(changed)]
        return f"{self.answers[0]!r} or {self.answers[1]!r} with {'; '.join(parts)}"

    def differs(self, key: str) -> bool:
        return bool(self.position.get(key) != self.other.get(key))


def look_for_another(
    position: dict[str, Any], shown: Callable[[dict[str, Any]], Shown], rng: Random, tries: int = TRIES
) -> Open | None:
    """Another position with the same page and another answer. `shown` raises RulesError where there can be none."""
    here = shown(position)
    now = copied(position)
    for other in chain(thoughts(now, here.game, rng, tries), [None]):
        other = other or least(position, here, shown, rng)
        with suppress(RulesError, Unproven, LookupError):
            there = shown(other)
            if there.looks_like(here):
                if there.answer != here.answer:
                    return Open(position, other, (here.answer, there.answer))
                if rng.random() < STAYS:
                    now.clear()
                    now.update(copied(other))
    return None


def thoughts(now: dict[str, Any], game: Game[Any], rng: Random, tries: int) -> Iterator[dict[str, Any]]:
    """Yield what the position may be instead, as it is now."""
    words = {key: schema["enum"] for key, schema in game.position_schema["properties"].items() if "enum" in schema}
    for _ in range(tries):
        other = copied(now)
        with suppress(LookupError, ValueError):
            for _ in range(rng.choice(AT_ONCE)):
                change(other, words, rng)
        yield other


def least(
    position: dict[str, Any], here: Shown, shown: Callable[[dict[str, Any]], Shown], rng: Random
) -> dict[str, Any]:
    """The position without all that its page does not show."""
    found = copied(position)
    paths = [*paths_of(position)]
    for path in rng.sample(paths, min(len(paths), MOST_FORGOTTEN)):
        for forget in (True, False):
            other = copied(found)
            with suppress(RulesError, Unproven, LookupError, TypeError, AttributeError):
                if forget:
                    at(other, path[:-1]).pop(path[-1])
                else:
                    put(other, path, nothing_for(at(other, path)))
                if other != found and shown(other).looks_like(here):
                    found = other
                    break
    return found


def open_puzzle(
    game: Game[Any], theme: PuzzleTheme, options: Options, setup: Setup, rng: Random, tries: int = TRIES
) -> Open | None:
    """Another table that the solver of a puzzle cannot tell from its own, and that has another answer."""
    if not isinstance(setup.get("position"), dict):
        return None
    puzzle = theme.pose(setup, options)

    def shown(position: dict[str, Any]) -> Shown:
        changed = {**setup, "position": position}
        if "fact" not in setup:
            return shown_by(game, theme.pose(changed, options))
        state = load_state_for_solver(game, changed, options)
        texts = [text for text, _ in setup.get("said", [[setup["fact"], None]])]
        answer = [game.evaluate_fact(state, 0, text) for text in texts]
        if None in answer:
            raise VoidPuzzle("There is nothing to say about it here.")
        screen = puzzle.hide_answer_on_screen(
            without_like(game.build_screen(game.build_view(state, 0)), puzzle.hidden), state
        )
        return Shown(game, (len(state.list_cards()),), replace(screen, actions=()), names_at(state), answer)

    return look_for_another(copied(setup["position"]), shown, rng, tries)


def open_step(
    game: Game[Any],
    options: Options,
    lesson: Lesson,
    step: Step,
    rng: Random,
    tries: int = TRIES,
    told: Collection[str] = (),
) -> Open | None:
    """Another table that the reader of a step cannot tell from its own, and at which another answer is right.

    The reader knows whether a hand is being played, that it is time for a move whose rules are asked for, and what the
    words of the step tell of some keys of the position.
    """
    start = step.load_state(game, options)
    known = {
        "game": game.slug,
        "options": step.get_step_options(options).list_nonstandard_values(),
        "seats": start.seats,
    }
    whole = {key: value for key, value in game.build_position(start).items() if key not in GIVEN}

    def stage(state: State) -> object:
        return state.phase if step.fact.startswith("legal") else state.phase in RESTING, state.match.over

    def shown(position: dict[str, Any]) -> Shown:
        state = game.load_position({**position, **known})
        if stage(state) != stage(start) or any(position.get(key) != whole.get(key) for key in told):
            raise VoidPuzzle("The words of the step say this.")
        return shown_by_step(game, options, lesson, step, state)

    return look_for_another(copied(whole), shown, rng, tries)


# -- kinds and courses -----------------------------------------------------------------------------


class Looked(NamedTuple):
    """What was looked at: how many puzzles or steps, how many of them ask nothing of a table, and which are open."""

    number: int
    without_table: int
    open: tuple[Open, ...]
    lacking: int = 0


def look_at_kind(
    game: Game[Any], theme: PuzzleTheme, options: Options, puzzles: int, tries: int, seconds: float
) -> Looked:
    """So many fresh puzzles of a kind, or fewer if they take longer."""
    made = without = lacking = 0
    found = list[Open]()
    begun = time.process_time()
    for number in range(puzzles):
        if time.process_time() - begun > seconds:
            break
        name = f"{game.slug} {theme.slug} {number}"
        try:
            setup = copied(theme.make(Random(name), options))
            puzzle = theme.pose(setup, options)
        except (VoidPuzzle, Unproven):
            lacking += 1
            continue
        made += 1
        if not puzzle.position:
            without += 1
        elif other := open_puzzle(game, theme, options, setup, Random(name), tries):
            found.append(other)
    return Looked(made, without, tuple(found), lacking)


def asking_steps(game: Game[Any], options: Options) -> Iterator[tuple[Lesson, Step]]:
    """The steps of a course that ask something, by these house rules."""
    for lesson in game.lessons:
        yield from ((lesson, step) for step in lesson.list_valid_steps(game, options) if step.answers)


def main() -> None:
    import django

    django.setup()
    from tests.games.fresh import offered

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=500)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seconds", type=float, default=600, help="of processor time, for each kind")
    parser.add_argument("--kind", default="", help="only this one; “steps” for those of the course")
    parser.add_argument("slugs", nargs="*", metavar="game")
    asked = parser.parse_args()
    for game in [games.get(slug) for slug in asked.slugs] or list(games.all_games().values()):
        for theme in game.puzzle_themes:
            options = offered(game, theme)
            if options is not None and asked.kind in ("", theme.slug):
                say(game, theme.slug, look_at_kind(game, theme, options, asked.puzzles, asked.tries, asked.seconds))
        if asked.kind in ("", "steps"):
            steps = [*asking_steps(game, game.options())]
            opened = {
                step.id: open_step(
                    game, game.options(), lesson, step, Random(step.id), asked.tries, TOLD.get(step.id, ())
                )
                for lesson, step in steps
            }
            say(game, "steps", Looked(len(steps), 0, tuple(filter(None, opened.values()))))
            print(*(id for id, other in opened.items() if other), flush=True)


def say(game: Game[Any], kind: str, looked: Looked) -> None:
    number, tables = looked.number, looked.number - looked.without_table
    print(f"{game.slug:19}{kind:20}{number:5} made, {tables:5} with a table, {len(looked.open):4} open", flush=True)
    for text in [*dict.fromkeys(str(one)[:300] for one in looked.open)][:3]:
        print(f"    {text}", flush=True)


if __name__ == "__main__":
    main()

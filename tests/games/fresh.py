"""Whether fresh puzzles are worth solving: `python -m tests.games.fresh [--puzzles 200] [--kind SLUG] [game…]`.

So many puzzles of each kind that the page offers, by the book or else by the first preset under which the kind asks
something, fewer where they take longer than `--seconds` of processor time. A line for each kind says

    made      how many there are, and after a stroke how often its maker found none
    alike     how many repeat another one: the same question, table as the solver sees it, and options
    table     how many repeat another one's question and table, whatever the options
    random    the share of them that somebody solves who clicks at random, in per cent
    constant  the same of somebody who always gives the same kind of answer, such as the first one, and which that is
    knowing   the same of somebody who has also noted which answer is usual for each question
    only      how many have but one possible answer
    ms        the processor time to make one, and the longest

A kind that is too easily guessed or too much alike is marked with a star.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from math import factorial
from random import Random
from typing import Any

import games
from games.cards import parse_cards
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import LONGEST_ANSWER, AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle

GUESSED, CONSTANT, ALIKE = 0.3, 0.5, 0.05
"""From these shares on a kind is marked."""
KNOWN = 8
"""So often a question must have come for its usual answer to be known."""
WALKS = 12
"""So often a clicker tries a puzzle that is played."""
LARGE = 10**6
_CODE = re.compile(r"`[^`]*`|[-−]?\d+")
_CARD = re.compile(r"\b[A2-9TJQK]([CDHS])\b")
_NUMBER = re.compile(r"[-−+]?\d+")


# -- one puzzle ------------------------------------------------------------------------------------


@dataclass
class Fresh:
    """A puzzle as it was made, and how those fare who know nothing: `clicked` is the chance of a random answer.

    `right` has the guesses that are right, by name, of those in `tried`.
    """

    puzzle: Puzzle
    clicked: float
    tried: set[str]
    right: set[str]
    only: bool

    @property
    def question(self) -> str:
        """The question without its cards and numbers."""
        return _CODE.sub("#", self.puzzle.question)


def fresh(game: Game[Any], theme: PuzzleTheme, options: Options, setup: Setup, puzzle: Puzzle) -> Fresh:
    """The puzzle of a setup, guessed at in all ways."""

    def is_right(answer: Any) -> bool:
        return (
            theme.judge_answer(setup, options, answer, puzzle).right if theme.judge_by else bool(answer == puzzle.key)
        )

    guesses = guesses_of(puzzle)
    right = {name for name, answer in guesses.items() if is_right(answer)}
    clicked, only = _clicked(game, puzzle, is_right, Random(puzzle.question))
    return Fresh(puzzle, clicked, {*guesses}, right, only)


def guesses_of(puzzle: Puzzle) -> dict[str, Any]:
    """Answers that need no thought, by name."""
    options, ids = puzzle.options, [option.id for option in puzzle.options]
    if puzzle.form == "number":
        return {str(puzzle.key): puzzle.key}
    if puzzle.form == "match":
        said = {f"all “{label}”": dict.fromkeys(ids, value) for value, label in puzzle.labels}
        if len({json.dumps(label) for label in puzzle.key.values()}) == len(ids) == len(puzzle.labels):
            said["as listed"] = dict(zip(ids, (value for value, _ in puzzle.labels), strict=True))
        return said | {f"“{' / '.join(str(puzzle.key[id]) for id in ids)}”": puzzle.key}
    if puzzle.form == "tick":
        ticks = {"none": list[str](), "all": ids}
        for name, id in _standing_out(options).items():
            ticks |= {f"only {name}": [id], f"all but {name}": [one for one in ids if one != id]}
        ticks |= _by_suit(options)
        ticks |= {f"only “{option.text}”": [option.id] for option in options if not option.cards}
        return {name: sorted(answer) for name, answer in ticks.items()}
    texts = {f"“{option.text}”": option.id for option in options if not option.cards}
    return texts | (_standing_out(options) if puzzle.form == "one" else {})


def _standing_out(options: tuple[AnswerOption, ...]) -> dict[str, str]:
    """Options by what tells them apart at a glance: their place, the height of a card, a number, how many cards they
    have, a suit that no other has, how long they are, and how like the others.
    """
    found = {f"the {place}.": option.id for place, option in enumerate(options, 1)}
    if options:
        found["the last"] = options[-1].id
    ranks = {option.id: parse_cards(option.cards)[0].rank for option in options if len(option.cards) in (1, 2)}
    numbers = {
        option.id: int(number[0].replace("−", "-"))
        for option in options
        if (number := _NUMBER.search(option.text)) and not option.cards
    }
    cards = {option.id: len(parse_cards(option.cards)) for option in options}
    likeness = {option.id: sum(_alike(option, other) for other in options) for option in options}
    suits = {option.id: "".join(sorted({card.suit for card in parse_cards(option.cards)})) for option in options}
    alone = [id for id, suit in suits.items() if suit and [*suits.values()].count(suit) == 1]
    found |= {"alone in its suit": alone[0]} if len(alone) == 1 else {}
    for least, most, sizes in (
        ("lowest card", "highest card", ranks),
        ("least number", "largest number", numbers),
        ("fewest cards", "most cards", cards),
        ("least like the others", "most like the others", likeness),
    ):
        if len(sizes) == len(options) and len({*sizes.values()}) > 1:
            found[f"the {least}"] = min(sizes, key=sizes.__getitem__)
            found[f"the {most}"] = max(sizes, key=sizes.__getitem__)
    if not any(option.cards for option in options):
        lengths = {option.id: len(option.text) for option in options}
        for name, length in (("shortest", min(lengths.values())), ("longest", max(lengths.values()))):
            those = [id for id in lengths if lengths[id] == length]
            found |= {f"the {name}": those[0]} if len(those) == 1 else {}
    return found


def _by_suit(options: tuple[AnswerOption, ...]) -> dict[str, list[str]]:
    """The options whose suit most of them have, and those whose suit fewest have, if all are of one suit each."""
    suits = {option.id: {*_CARD.findall(f"{option.text} {option.cards}")} for option in options}
    if any(len(suit) != 1 for suit in suits.values()):
        return {}
    counted = Counter(min(suit) for suit in suits.values()).most_common()
    sides = {"most of one suit": counted[0][0], "fewest of one suit": counted[-1][0]}
    return {name: [id for id, suit in suits.items() if suit == {side}] for name, side in sides.items()}


def _alike(one: AnswerOption, other: AnswerOption) -> float:
    """Return how like each other two options look."""
    return SequenceMatcher(None, f"{one.text} {one.cards}", f"{other.text} {other.cards}").ratio()


def _clicked(game: Game[Any], puzzle: Puzzle, is_right: Callable[[Any], bool], rng: Random) -> tuple[float, bool]:
    """The chance that a random answer is right, and whether there is only one. Numbers are for the kind to say."""
    ids = [option.id for option in puzzle.options]
    if puzzle.form == "tick":
        return 0.5 ** len(ids), not ids
    if puzzle.form == "one":
        return sum(map(is_right, ids)) / len(ids), len(ids) == 1
    if puzzle.form == "match":
        labels = len(puzzle.labels)
        once = len(set(puzzle.key.values())) == len(ids) == labels
        return 1 / factorial(labels) if once else (1 / labels) ** len(ids), labels == 1
    if puzzle.form == "play":
        state = game.load_position(puzzle.position)
        walked = sum(is_right(_walk(game, puzzle, rng)) for _ in range(WALKS)) / WALKS
        words = sum(map(is_right, ids))
        return (words + walked) / (len(ids) + 1), not ids and len(game.list_moves(state, 0)) == 1
    return 0.0, False


def _walk(game: Game[Any], puzzle: Puzzle, rng: Random) -> list[str]:
    """Random moves of seat 0 until its turn is over, or so many."""
    state, lines = game.load_position(puzzle.position), list[str]()
    while 0 in state.waiting and len(lines) < min(8, LONGEST_ANSWER):
        move = game.draw_random_move(state, 0, rng)
        lines.append(str(move))
        game.apply_move(state, 0, move)
    return lines


# -- a kind ----------------------------------------------------------------------------------------


@dataclass
class Kind:
    """Fresh puzzles of a kind."""

    made: list[Fresh] = field(default_factory=list)
    lacking: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def take(self, game: Game[Any], theme: PuzzleTheme, options: Options, seed: str) -> None:
        """Make one more."""
        rng, begun = Random(seed), time.process_time()
        try:
            setup = json.loads(json.dumps(theme.make(rng, options)))
        except (VoidPuzzle, Unproven):
            self.lacking += 1
            return
        finally:
            spent = time.process_time() - begun
            self.seconds += spent
            self.longest = max(self.longest, spent)
        self.made.append(fresh(game, theme, options, setup, theme.pose(setup, options)))

    @property
    def alike(self) -> int:
        """How many are the same as another one, down to the options."""
        return _again((_seen(one.puzzle), one.puzzle.options, one.puzzle.labels) for one in self.made)

    @property
    def same_table(self) -> int:
        """How many have the question and the table of another one; of those without a table none."""
        return _again(_seen(one.puzzle) for one in self.made if one.puzzle.position)

    @property
    def random(self) -> float:
        """The share that is solved by clicks at random; of numbers, one of those that are right somewhere is said."""
        numbers = {one.puzzle.key for one in self.made if one.puzzle.form == "number"}
        return self._share(1 / len(numbers) if one.puzzle.form == "number" else one.clicked for one in self.made)

    @property
    def constant(self) -> tuple[float, str]:
        """The share that the best answer without thought solves, for each form of question another one; and which."""
        share, names = self._guessed(lambda one: one.puzzle.form)
        return share, ", ".join(names)

    @property
    def knowing(self) -> float:
        """The share that is solved by who knows the best answer without thought to each question."""
        return self._guessed(lambda one: one.question)[0]

    @property
    def only(self) -> int:
        """How many have but one possible answer."""
        return sum(one.only for one in self.made)

    @property
    def faults(self) -> list[str]:
        """What is wrong with it."""
        return [
            *(["alike"] if self.alike > ALIKE * len(self.made) else []),
            *(["random"] if self.random >= GUESSED else []),
            *(["constant"] if self.constant[0] > CONSTANT else []),
            *(["only"] if self.only else []),
        ]

    def _share(self, solved: Iterable[float]) -> float:
        return sum(solved) / max(len(self.made), 1)

    def _guessed(self, sort: Callable[[Fresh], str]) -> tuple[float, list[str]]:
        """The share that is solved by the best guess for each sort of puzzle, and these guesses; by chance where there
        are too few to know one.
        """
        sorts: defaultdict[str, list[Fresh]] = defaultdict(list)
        for one in self.made:
            sorts[sort(one)].append(one)
        solved, names = 0.0, []
        for those in sorts.values():
            right = Counter(name for one in those for name in one.right)
            best, number = right.most_common(1)[0] if right else ("", 0)
            if len(those) < KNOWN:
                solved += sum(one.clicked for one in those)
                continue
            solved += number
            names.append(f"{best or 'nothing'} {100 * number / len(those):.0f}")
        return solved / max(len(self.made), 1), names


def _seen(puzzle: Puzzle) -> str:
    """The question and its table."""
    return json.dumps([puzzle.question, puzzle.position], sort_keys=True)


def _again(things: Iterable[Any]) -> int:
    listed = list(things)
    return len(listed) - len(set(listed))


@cache
def offered(game: Game[Any], theme: PuzzleTheme) -> Options | None:
    """The house rules by which the page offers a kind: the book's, or those of another preset."""
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for seed in range(3):
            try:
                theme.pose(theme.make(Random(seed), options), options)
            except (VoidPuzzle, Unproven):
                continue
            return options
    return None


def look_at(game: Game[Any], theme: PuzzleTheme, puzzles: int, seconds: float = 30.0) -> Kind:
    """So many fresh puzzles of a kind, or fewer if they take longer."""
    kind, options = Kind(), offered(game, theme)
    begun = time.process_time()
    for number in range(puzzles if options is not None else 0):
        if time.process_time() - begun > seconds:
            break
        assert options is not None
        kind.take(game, theme, options, f"{game.slug} {theme.slug} {number}")
    return kind


def lines(game: Game[Any], only: str, puzzles: int, seconds: float) -> Iterator[str]:
    """Yield what is to be said of each kind of a game."""
    for theme in game.puzzle_themes:
        if only and theme.slug != only:
            continue
        kind = look_at(game, theme, puzzles, seconds)
        share, best = kind.constant
        made = f"{len(kind.made)}/{kind.lacking}" if kind.lacking else str(len(kind.made))
        mark = f"  * {' '.join(kind.faults)}" if kind.faults else ""
        head = f"{game.slug:19}{theme.slug:19}{made:>6}{kind.alike:6}{kind.same_table:6}{100 * kind.random:7.1f}"
        tail = f"{100 * share:6.0f}{100 * kind.knowing:6.0f}{kind.only:5}"
        spent = f"{1000 * kind.seconds / max(len(kind.made), 1):6.0f}{1000 * kind.longest:6.0f}"
        yield f"{head}{tail}{spent}  {best}{mark}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30, help="of processor time, for each kind")
    parser.add_argument("--kind", default="", help="only this one")
    parser.add_argument("slugs", nargs="*", metavar="game")
    asked = parser.parse_args()
    heads = f"{'made':>6}{'alike':>6}{'table':>6}{'random':>7}{'const':>6}{'know':>6}{'only':>5}{'ms':>6}{'most':>6}"
    print(f"{'':38}{heads}  the best answer without thought", flush=True)
    for game in [games.get(slug) for slug in asked.slugs] or list(games.all_games().values()):
        for line in lines(game, asked.kind, asked.puzzles, asked.seconds):
            print(line, flush=True)


if __name__ == "__main__":
    main()

"""Moves that nobody should make, at tables that random play reaches, and their refusals.

Half of the tables begin with a match by house rules drawn at random, half with an example of the game, so that what
seldom comes up is met too. At each, legal moves are tried with something changed, moves of another moment, verbs with
parts drawn at random, by whoever may move, by others and by nobody.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from games.cards import PACK, Card, parse_card
from games.engine.clause import Violation
from games.engine.examples import REST, read_examples
from games.engine.facts_and_goals import parse_move_line
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.errors import RulesError
from tests.games.positions import of_example
from tests.games.refusals.reading import CODE, Case, Readings, base, face, named
from tests.games.refusals.table import READINGS as OF_ANY_TABLE
from tests.games.wandering import mutated, roam, some_rules

TRIES = 4
"""Number of moves to try at each table."""
OFTEN = 0.35
"""Share of the tables of a match that are used."""
REMEMBERED = 300
"""Number of legal moves of each verb to remember for other moments."""
NUMBERS = (0, 1, 1, 2, 3, 4, 5, 8, 20, 101, 102, 201)
DERIVED = {"domino.extend", "wild.declared", "wild.fixed"}
"""Clauses whose refusals name cards that lie nowhere: those that would come next."""
_CARD = re.compile(rf"(?<![\w=*])(?:{CODE})(?![\w=])")
_NAME = re.compile(
    r"\b(?:ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) of (?:club|diamond|heart|spade)s"
)
_LYING = re.compile(r"[A2-9TJQK][CDHS]|\*")


def readings_of(game: Game[Any]) -> Readings:
    """The readings of a game's refusals."""
    readings: Readings = import_module(f"tests.games.refusals.{game.slug.replace('-', '_')}").READINGS
    return readings


class Walk:
    """Random tables of a game, and moves that are tried there."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game, self.seed = game, seed
        self.examples = read_examples(game)
        self.known: dict[str, list[Move]] = {}
        self.words: dict[str, None] = {}

    def tables(self) -> Iterator[tuple[State, Random]]:
        """Tables without an end."""
        for seed in range(self.seed, self.seed + 10**9):
            rng = Random(seed)
            if rng.random() < 0.5:
                try:
                    start = of_example(self.game, rng.choice(self.examples), rng)
                except RulesError:
                    continue
                states = roam(self.game, start, rng, 6)
            elif drawn := some_rules(self.game, rng):
                states = roam(self.game, self.game.start_match(*drawn), rng, 120)
            else:
                continue
            yield from ((state, rng) for state in states if rng.random() < OFTEN)

    def tried(self, decisions: int) -> Iterator[tuple[State, int, Move]]:
        """Yield the refused moves of the examples, and then some moves at this many tables."""
        yield from self._of_examples()
        for (state, rng), _ in zip(self.tables(), range(decisions), strict=False):
            self._remember(state, rng)
            for _ in range(TRIES):
                seat = self._somebody(state, rng)
                yield state, seat, self._move(state, seat, rng)

    def _of_examples(self) -> Iterator[tuple[State, int, Move]]:
        for example in self.examples:
            try:
                state = example.build_state(self.game)
            except RulesError:
                continue
            for text, _ in example.list_refused_moves():
                if REST not in text:
                    seat, move = parse_move_line(self.game, 0, text)
                    self._keep(move, Random(0))
                    yield state, seat, move

    def _somebody(self, state: State, rng: Random) -> int:
        if state.waiting and rng.random() < 0.6:
            return rng.choice(state.waiting)
        return rng.choice((*range(state.seats), *range(state.seats), DEALER, state.seats))

    def _remember(self, state: State, rng: Random) -> None:
        for seat in range(state.seats):
            if state.can_move(seat):
                moves = self.game.list_moves(state, seat)
                for move in rng.sample(moves, min(2, len(moves))):
                    self._keep(move, rng)

    def _keep(self, move: Move, rng: Random) -> None:
        moves = self.known.setdefault(move.verb, [])
        if len(moves) < REMEMBERED:
            moves.append(move)
        else:
            moves[rng.randrange(REMEMBERED)] = move
        self.words.update(dict.fromkeys([move.word, *move.word.split()] if move.word else []))

    def _move(self, state: State, seat: int, rng: Random) -> Move:
        if seat != DEALER and state.can_move(seat) and rng.random() < 0.5:
            moves = self.game.list_moves(state, seat)
            if moves:
                return mutated(self.game, state, rng.choice(moves), rng)
        if rng.random() < 0.03:
            return Move("jump")
        verb = rng.choice(list(self.game.verbs.values()))
        if verb.name in self.known and rng.random() < 0.5:
            return rng.choice(self.known[verb.name])
        cards = self._lying(state, seat)
        number = rng.choice(NUMBERS) if "number" in verb.parts and rng.random() < 0.9 else None
        groups: tuple[tuple[Card, ...], ...] = ()
        if "groups" in verb.parts and rng.random() < 0.9:
            groups = tuple(self._some(cards, rng, (1, 1, 2, 3, 3, 4)) for _ in range(rng.choice((1, 1, 1, 2))))
        word = rng.choice(list(self.words)) if "word" in verb.parts and self.words and rng.random() < 0.8 else ""
        names = [part for part in verb.parts if part not in ("number", "groups", "word")]
        named = tuple((name, self._some(cards, rng, (1, 2, 3))) for name in names if rng.random() < 0.5)
        return Move(verb.name, number, groups, named, word)

    def _some(self, cards: list[Card], rng: Random, sizes: tuple[int, ...]) -> tuple[Card, ...]:
        return tuple(rng.choice(cards) for _ in range(rng.choice(sizes)))

    def _lying(self, state: State, seat: int) -> list[Card]:
        """The cards that a seat sees, or any."""
        seen = self.game.build_position(state, seat if 0 <= seat < state.seats else None, whole=False)
        return [parse_card(code) for code in _LYING.findall(json.dumps(seen))] or list(PACK)


@dataclass
class Tally:
    """The refusals of a game: the number of sentences, and those that are wrong."""

    sentences: int = 0
    quoted: Counter[str] = field(default_factory=Counter)
    untrue: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return [*self.untrue, *self.unread, *self.leaks]


def tally(game: Game[Any], decisions: int, seed: int = 0) -> Tally:
    """Read the refusals of moves at this many tables."""
    counts, readings = Tally(), readings_of(game)
    for state, seat, move in Walk(game, seed).tried(decisions):
        meant = game.list_move_readings(state, seat, move)
        refused = None if len(meant) == 1 and meant != [move] else game.find_violation(state, seat, move)
        if refused is None:
            continue
        case = Case(game, state, seat, move)
        for violation in (refused, *refused.others):
            counts.sentences += 1
            counts.quoted[violation.clause.id] += 1
            read = {readings.read(case, violation), OF_ANY_TABLE.read(case, violation)}
            if "true" not in read:
                where = counts.untrue if "false" in read else counts.unread
                where.append(_line(case, violation))
        if leak := _leak(case, refused):
            counts.leaks.append(f"{leak}: {_line(case, refused)}")
    return counts


def _line(case: Case, violation: Violation) -> str:
    return f"[{violation.clause.id}] {violation.sentence} | seat {case.seat}: {case.move} | {json.dumps(case.at)}"


def _leak(case: Case, refused: Violation) -> str:
    """Return how a refusal tells the seat a card that it doesn't see, or depends on one; or ""."""
    if not 0 <= case.seat < case.seats:
        return ""
    known = case.game.find_violation(case.game.load_position(case.seen), case.seat, case.move)
    if known is None or known.to_json() != refused.to_json():
        return f"by what the seat sees it is {known and known.to_json()}"
    seen = {*_LYING.findall(json.dumps(case.seen)), *map(base, case.laid), *map(face, case.laid)}
    for violation in (refused, *refused.others):
        if violation.clause.id in DERIVED or violation.clause.id == "table.shape":
            continue
        codes = [*map(base, _CARD.findall(violation.sentence)), *map(named, _NAME.findall(violation.sentence))]
        if hidden := {*codes} - seen - {"?"}:
            return f"it names {sorted(hidden)}"
    return ""

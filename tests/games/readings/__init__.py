"""Second readings: every sentence of a bot, a hint, or a coach, checked against the table it was given at.

A game's module here has READINGS: a pattern for each sentence, and whether it is true of a `Decision`. Nothing in it
calls the test that the sentence has beside it in the game. It deals, plays, and counts for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from games.cards import Card, parse_cards
from games.engine.bot import ADVISER
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DEALER
from tests.games.wandering import move_of, some_rules

SENTENCE = re.compile(r"(?<=[.?!]) (?=[“A-Z0-9`*])")
LEVELS = ("learner", "steady", "strong")
WHERE = ("by the book", "house rules")


@dataclass(frozen=True)
class Decision:
    """A move that was chosen for a seat, and the table before it: as it is, and as the seat knows it."""

    game: Game[Any]
    whole: Any
    seat: int
    move: Move
    who: str = ""

    @cached_property
    def seen(self) -> Any:
        """The table as the seat knows it."""
        return self.game.load_view(self.game.build_view(self.whole, self.seat))[0]

    @cached_property
    def legal(self) -> list[Move]:
        """The legal moves that are listed."""
        return self.game.list_moves(self.whole, self.seat)

    @property
    def hand(self) -> list[Card]:
        """The cards of the seat, as it knows them."""
        hand: list[Card] = self.seen.hands[self.seat]
        return hand

    @property
    def card(self) -> Card:
        """The card that is played."""
        return self.move.cards[0]

    @cached_property
    def is_legal(self) -> bool:
        """Whether the seat can make the move."""
        return self.allows(self.move)

    def allows(self, move: Move) -> bool:
        """Return whether the seat can make this move now."""
        return self.game.find_violation(self.whole, self.seat, move) is None

    def after(self, move: Move | None = None) -> Any:
        """Return the table after a move, the chosen one if none is named."""
        state = self.whole.copy()
        self.game.play_move(state, self.seat, move or self.move)
        return state

    def other(self, move: Move) -> Decision:
        """Return the same decision with another move."""
        return replace(self, move=move)


Reading = Callable[..., bool]
Readings = Mapping[str, Reading]


class Said(NamedTuple):
    """A sentence that somebody is told: as whose `reason`, which rung of a hint, or by the coach; and about what."""

    kind: str
    text: str
    decision: Decision


def names_the_move(at: Decision, words: str) -> bool:
    """Read what a coach calls better: the legal move that these words describe, and no other."""
    return [move for move in {*at.legal, at.move} if at.game.describe_move(move) == words] == [at.move]


def readings_of(game: Game[Any]) -> Readings:
    """Return the patterns of a game's sentences with their readings."""
    module = import_module(f"tests.games.readings.{game.slug.replace('-', '_')}")
    return {r"Better: (.+)\.": names_the_move, **module.READINGS}


def faults(readings: Readings, said: Said) -> Iterator[str]:
    """Yield each sentence of a text that is not true, or that nobody has read; and the move, if it is not legal."""
    if not said.decision.is_legal:
        yield f"not legal: {said.decision.move}"
    for sentence in SENTENCE.split(said.text):
        found = [(match, read) for pattern, read in readings.items() if (match := re.fullmatch(pattern, sentence))]
        if not found:
            yield f"unread: {sentence}"
        elif len(found) > 1:
            yield f"read twice: {sentence}"
        else:
            match, read = found[0]
            if not read(said.decision, *match.groups()):
                yield sentence


def cards_in(text: str) -> list[Card]:
    """Return the cards of a text, with or without backticks."""
    return list(parse_cards(text.strip("`")))


def always(at: Decision, *groups: str) -> bool:
    """Read a question, a wish, or a rule that holds at every table."""
    return True


def decisions(game: Game[Any], rng: Random) -> Iterator[tuple[Any, int]]:
    """Yield tables and seats to decide something, on the way through matches by the book and by any house rules."""
    steady, learner = game.bots[ADVISER], game.bots["learner"]
    while True:
        drawn = some_rules(game, rng) if rng.random() < 0.5 else (game.options(), game.default_seat_count)
        if drawn is None:
            continue
        state = game.start_match(*drawn)
        for _ in range(rng.choice((60, 300, 900))):
            if not state.waiting:
                break
            seat = rng.choice(state.waiting)
            if seat == DEALER:
                game.apply_move(state, seat, game.draw_dealer_move(state, rng))
                continue
            if rng.random() < 0.2:
                yield state, seat
            dice, view = rng.random(), game.build_view(state, seat)
            bot = steady if dice < 0.5 else learner if dice < 0.75 else None
            move = bot.choose_move(view, rng).move if bot else move_of(game, state, seat, rng)
            game.apply_move(state, seat, move)


def sayings(game: Game[Any], state: Any, seat: int, rng: Random, strong: bool = True) -> Iterator[Said]:
    """Yield all that is said about a decision: bots' reasons, the rungs of a hint, and what a coach adds to them."""
    view = game.build_view(state, seat)
    choices = {level: bot.choose_move(view, rng) for level, bot in game.bots.items() if strong or level != "strong"}
    for level, choice in choices.items():
        yield Said(f"reason {level}", choice.reason, Decision(game, state, seat, choice.move, level))
    hint = game.build_hint(view)
    at = Decision(game, state, seat, hint.move, "hint")
    yield Said("hint 1", hint.idea, at)
    yield Said("hint 3", hint.cards, at)
    if not hint.close and choices[ADVISER].move == hint.move and len(at.legal) > 1:
        idea = f"{hint.idea} {hint.why}".rstrip()
        yield Said("coach", f"{idea} Better: {game.describe_move(hint.move)}.", at)


def clauses_of(game: Game[Any], state: Any, seat: int, rng: Random) -> Iterator[str]:
    """Yield the clauses that bots and hint name at this table and that do not hold there."""
    view = game.build_view(state, seat)
    named = [game.bots[level].choose_move(view, rng).clause for level in ("learner", ADVISER)]
    for clause in [*named, game.build_hint(view).clause]:
        entry = game.rulebook.find_clause_entry(clause, state.options) if clause else None
        if clause and (entry is None or not entry.is_in_force):
            yield clause

"""Bots of Chinese Ten: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.chinese_ten.reasons import REASONS
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import DealSimulation, RatedPlay, choose_flipped_card_capture, rank_plays
from games.chinese_ten.verbs import TURN, build_play_move, build_take_move
from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.kit.move_comparison import pick_clearly_best, try_moves

WIN = 30.0
"""The value of having the most points, in addition to the lead in points."""


def convert_play_to_move(way: RatedPlay) -> Move:
    return build_play_move(way.card, way.taken)


def choose_steady_move(state: ChineseTenState, seat: int) -> Move:
    """Return the move of the steady bot, which follows rules of thumb."""
    if state.phase == "turn":
        return TURN.bare_move
    if state.phase == "choose" and state.turned:
        return build_take_move(choose_flipped_card_capture(state, seat, state.turned))
    return convert_play_to_move(rank_plays(state, seat)[0])


class ChineseTenBot(ExplainingBot):
    """Base class of Chinese Ten's bots. It sets their game (`rules`) and the reasons they can give (`reasons`)."""

    rules, reasons = RULES, REASONS


class LearnerBot(ChineseTenBot):
    """A bot that captures whenever it can, without regard to points or to what it leaves."""

    slips = (
        ANY := BeginnerMistake("It captures the first card that matches, whatever it’s worth.", 1.0),
        LEFT := BeginnerMistake("It leaves red cards for the others.", 1.0),
    )

    def decide_on_move(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        if state.phase == "choose" and state.turned and self.ANY.is_made_this_time(rng):
            return build_take_move(rng.choice(state.list_captures(state.turned)))
        if state.phase != "play":
            return choose_steady_move(state, seat)
        found = rank_plays(state, seat)
        taking = [way for way in found if way.taken]
        if (self.ANY if taking else self.LEFT).is_made_this_time(rng):
            return convert_play_to_move(rng.choice(taking or found))
        return convert_play_to_move(found[0])


class SteadyBot(ChineseTenBot):
    """A bot that captures the most points, keeps nines and aces for each other, and leaves useless cards."""

    def decide_on_move(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        return choose_steady_move(state, seat)


@dataclass(frozen=True)
class StrongBot(ChineseTenBot, SearchingBot):
    """A bot that plays out the deal many times, each time with another deal of the unseen cards.

    It makes the move with the best results, but keeps the steady bot's move unless another move is better by `doubt`
    standard errors.
    """

    worlds: int = 60
    doubt: float = 0.5
    most: int = 8
    """The maximum number of moves to compare: the best ones by the rules of thumb."""

    def choose_fallback_move(self, state: ChineseTenState, seat: int) -> Move:
        return choose_steady_move(state, seat)

    def search_move(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        moves = self._list_candidates(state, seat)
        if len(moves) == 1:
            return moves[0]
        worlds = (state.copy_with_cards_filled_in(rng) for _ in range(self.worlds))
        return moves[
            pick_clearly_best(
                try_moves(worlds, moves, lambda world, move: _simulate_outcome(world, seat, move)), self.doubt
            )
        ]

    def _list_candidates(self, state: ChineseTenState, seat: int) -> list[Move]:
        """Return the moves to compare, beginning with the steady bot's move."""
        usual = choose_steady_move(state, seat)
        if state.phase == "turn":
            return [usual]
        if state.phase == "choose" and state.turned:
            return [usual, *(take for take in map(build_take_move, state.list_captures(state.turned)) if take != usual)]
        return list(map(convert_play_to_move, rank_plays(state, seat)[: self.most]))


def _simulate_outcome(world: ChineseTenState, seat: int, move: Move) -> float:
    """Return the seat's final lead over the best other player if it makes this move in the imagined deal `world`.

    All cards of `world` are known. A bonus of 30 points (WIN) is added if the seat is ahead, and subtracted if it's
    behind.
    """
    now = world.copy()
    RULES.apply_move(now, seat, move)
    points = DealSimulation(now).play_to_end()
    ahead = points[seat] - max(own for other, own in enumerate(points) if other != seat)
    return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

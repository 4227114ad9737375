"""Tournaments: bots against each other on the same deals, or matches, with seats swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from games.engine.bot import Bot
from games.engine.game import Game
from games.engine.options import Options
from games.engine.state import DEALER, State

Z = 1.96
"""Standard deviations to each side of a 95 % interval."""


@dataclass
class Score:
    """Points of the first bot, one deal or match after the other: 1 for a win, 0 for a loss, part of it if shared."""

    points: list[float] = field(default_factory=list)
    moves: int = 0

    @property
    def deals(self) -> int:
        return len(self.points)

    @property
    def share(self) -> float:
        """The first bot's share of the points."""
        return sum(self.points) / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by the spread over pairs of deals with seats swapped."""
        pairs = [(one + other) / 2 for one, other in zip(self.points[::2], self.points[1::2], strict=False)]
        mean = sum(pairs) / len(pairs)
        spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1) / len(pairs))
        return mean - Z * spread, mean + Z * spread


def duel(
    game: Game[Any], options: Options, bots: Sequence[Bot], deals: int, seed: int = 1, seats: int = 0, hands: int = 1
) -> Iterator[Score]:
    """Let two bots play `deals` deals, each twice with seats swapped; yields the score after each pair.

    Where later deals of a match differ from the first (`Game.deals_differ`) they play as many whole matches instead.
    They sit at the usual table, or the smallest with an even number of seats if that is odd, or at one with `seats`;
    one kind at every other seat, so that partners are of a kind. A point is shared by the winners. With more `hands`,
    each deal is the beginning of a match of which `hands` are played, and its point is shared by them.
    """
    score, seats = Score(), seats or even_seats(game, options)
    for number in range(deals // 2):
        for swapped in (False, True):
            seated = [bots[(seat + swapped) % 2] for seat in range(seats)]
            state, moves = play(game, options, seated, seed * 1_000_003 + number, hands)
            played = [state.match] if game.deals_differ else state.match.results
            score.points.append(sum(_share(result.winners, swapped) for result in played) / len(played))
            score.moves += moves
        yield score


def _share(winners: Sequence[int], swapped: bool) -> float:
    """The first bot's part of a point, half of it where nobody has won."""
    return sum(seat % 2 == swapped for seat in winners) / len(winners) if winners else 0.5


def even_seats(game: Game[Any], options: Options) -> int:
    """Return how many bots of two kinds sit down: as many as usual if that's even, or the fewest that are."""
    usual = game.usual_seats_for(options)
    return usual if usual % 2 == 0 else min(seats for seats in game.seats_for(options) if seats % 2 == 0)


def play(game: Game[Any], options: Options, bots: Sequence[Bot], seed: int, hands: int = 1) -> tuple[State, int]:
    """So many deals, or a match, among these bots, the cards given by `seed`: the state after it, how many moves."""
    luck, thought = Random(seed), Random(seed + 1)
    state: State = game.start(options, len(bots))
    moves = 0
    while state.waiting and (game.deals_differ or state.match.deals < hands):
        seat = state.waiting[0]
        if seat == DEALER:
            game.apply(state, DEALER, game.chance(state, luck))
            continue
        move = bots[seat].choose(game.view(state, seat), thought).move
        game.play(state, seat, move)
        moves += 1
    return state, moves

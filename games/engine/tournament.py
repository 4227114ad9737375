"""Tournaments: two bots against each other on the same deals or matches, with seats swapped."""

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
"""The number of standard deviations on each side of a 95% interval."""


@dataclass
class DuelScore:
    """The first bot's points for each deal or match: 1 for a win, 0 for a loss, a fraction if shared."""

    points: list[float] = field(default_factory=list)
    moves: int = 0

    @property
    def deals(self) -> int:
        return len(self.points)

    @property
    def share_of_points(self) -> float:
        """The first bot's share of the points."""
        return sum(self.points) / self.deals

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """The 95% interval of the share, from the spread over pairs of deals with seats swapped."""
        pairs = [(one + other) / 2 for one, other in zip(self.points[::2], self.points[1::2], strict=False)]
        mean = sum(pairs) / len(pairs)
        spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1) / len(pairs))
        return mean - Z * spread, mean + Z * spread


def play_duel(
    game: Game[Any], options: Options, bots: Sequence[Bot], deals: int, seed: int = 1, seats: int = 0, hands: int = 1
) -> Iterator[DuelScore]:
    """Let two bots play against each other, and yield the score after every second match.

    Each match is played twice with the same cards, the second time with the seats swapped. There are `deals` matches in
    all. A match ends after `hands` deals, or goes to its end if its later deals differ from the first
    (`Game.deals_differ`). A match is worth one point: the winners of a deal share an equal part of the point.

    The number of seats is `seats`, or else the usual number, or else the smallest even number if the usual one is odd.
    The two bots take turns around the table, so partners are of the same kind.
    """
    score, seats = DuelScore(), seats or choose_even_seat_count(game, options)
    for number in range(deals // 2):
        for swapped in (False, True):
            seated = [bots[(seat + swapped) % 2] for seat in range(seats)]
            state, moves = play_deals_between_bots(game, options, seated, seed * 1_000_003 + number, hands)
            played = [state.match] if game.deals_differ else state.match.results
            score.points.append(sum(_compute_point_share(result.winners, swapped) for result in played) / len(played))
            score.moves += moves
        yield score


def _compute_point_share(winners: Sequence[int], swapped: bool) -> float:
    """Return the first bot's part of a point; half a point if nobody has won."""
    return sum(seat % 2 == swapped for seat in winners) / len(winners) if winners else 0.5


def choose_even_seat_count(game: Game[Any], options: Options) -> int:
    """Return the number of seats for bots of two kinds: the usual number if even, or the smallest even one."""
    usual = game.get_usual_seat_count(options)
    return usual if usual % 2 == 0 else min(seats for seats in game.list_seat_counts(options) if seats % 2 == 0)


def play_deals_between_bots(
    game: Game[Any], options: Options, bots: Sequence[Bot], seed: int, hands: int = 1
) -> tuple[State, int]:
    """Play `hands` deals, or a whole match, between these bots; return the final state and the number of moves.

    `seed` determines the cards and the bots' choices.
    """
    luck, thought = Random(seed), Random(seed + 1)
    state: State = game.start_match(options, len(bots))
    moves = 0
    while state.waiting and (game.deals_differ or state.match.deals < hands):
        seat = state.waiting[0]
        if seat == DEALER:
            game.apply_move(state, DEALER, game.draw_dealer_move(state, luck))
            continue
        move = bots[seat].choose_move(game.build_view(state, seat), thought).move
        game.play_move(state, seat, move)
        moves += 1
    return state, moves

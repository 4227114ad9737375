"""Tournaments between two bots.

Each match is played twice with the same cards, with the seats swapped the second time.
"""

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
    """The first bot's points for each match, and the number of `moves` in all matches.

    A match is worth 1 if only the first bot wins, 0 if it loses, and a fraction if the bots share the point (see
    `play_duel`).
    """

    points: list[float] = field(default_factory=list)
    moves: int = 0

    @property
    def deals(self) -> int:
        return len(self.points)

    @property
    def share_of_points(self) -> float:
        """The first bot's share of all points, from 0 to 1."""
        return sum(self.points) / self.deals

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `share_of_points`, based on the spread over pairs of matches with the same
        cards.
        """
        pairs = [(one + other) / 2 for one, other in zip(self.points[::2], self.points[1::2], strict=False)]
        mean = sum(pairs) / len(pairs)
        spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1) / len(pairs))
        return mean - Z * spread, mean + Z * spread


def play_duel(
    game: Game[Any], options: Options, bots: Sequence[Bot], deals: int, seed: int = 1, seats: int = 0, hands: int = 1
) -> Iterator[DuelScore]:
    """Play matches between two bots, and yield the score after every second match.

    `deals` is the number of matches. They're played in pairs: both matches of a pair have the same cards, and the bots
    swap seats for the second one.

    `hands` is the number of deals in a match. If the later deals of a game differ from the first (`Game.deals_differ`),
    whole matches are played instead. Each match is worth one point. The point is divided equally among the deals of the
    match, and the part for a deal equally among the winners of the deal. In a whole match, the winners of the match
    share the point.

    `seats` is the number of players. If it's 0, `choose_even_seat_count` chooses it. The bots take alternate seats, so
    partners are the same bot.
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
    """Return the first bot's part of a point that these winners share, or half a point if nobody has won.

    The first bot has the seats with even numbers or, if `swapped` is True, those with odd numbers.
    """
    return sum(seat % 2 == swapped for seat in winners) / len(winners) if winners else 0.5


def choose_even_seat_count(game: Game[Any], options: Options) -> int:
    """Return an even number of seats for two bots: the usual number if it's even, otherwise the smallest one."""
    usual = game.get_usual_seat_count(options)
    return usual if usual % 2 == 0 else min(seats for seats in game.list_seat_counts(options) if seats % 2 == 0)


def play_deals_between_bots(
    game: Game[Any], options: Options, bots: Sequence[Bot], seed: int, hands: int = 1
) -> tuple[State, int]:
    """Play `hands` deals between these bots, one per seat. Return the final state and the number of moves.

    If the deals of a game differ (`Game.deals_differ`), a whole match is played instead. The dealer's moves don't
    count.

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

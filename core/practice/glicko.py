"""Glicko-2 ratings, and how an answer to a puzzle changes them.

See Mark Glickman, "Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf. The step numbers in
comments are those of this paper. `rate_player` computes Glicko-2 ratings. `rate_answer` adapts them to puzzles: a right
answer might be a guess, and a newcomer's first wrong answer mustn't count for more than a hundred later answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5
LEAST, MOST = 45.0, 500.0
MOST_AT_ONCE = 20.0
"""The maximum change of a rating by one answer. Only a rating with few results would change by more."""
FIRST_ANSWERS = 10
MOST_LOST_AT_FIRST = 20.0
"""The maximum that a solver's first answers together can lower their rating."""


class Strength(NamedTuple):
    """A Glicko-2 rating with its deviation and volatility, of a solver or a puzzle.

    The deviation says how uncertain the rating is. The defaults are those of a newcomer.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def is_uncertain(self) -> bool:
        """Whether the rating has too few results to be reliable."""
        return self.deviation > 110


class Result(NamedTuple):
    """One result for computing a Glicko-2 rating: the opponent, the score from 0 to 1, and the weight of the result.

    If a solver is rated, the opponent is a puzzle, and the other way around.
    """

    opponent: Strength
    score: float
    counts: float = 1.0


def rate_answer(
    solver: Strength, puzzle: Strength, right: bool, guess: float = 0.0, before: int = FIRST_ANSWERS
) -> tuple[Strength, Strength]:
    """Return the new ratings of the solver and the puzzle after the solver's first answer to it.

    `guess` is the probability that a guess is right. The more likely a right answer was a guess, the less it counts. A
    wrong answer counts in full, so the rating of a solver who is right as often as expected doesn't change. `before` is
    the number of the solver's rated answers. As long as it's low, a wrong answer costs only a few points.
    """
    counts = _weigh_right_answer(solver, puzzle, guess) if right else 1.0
    after = (
        rate_player(solver, [Result(puzzle, float(right), counts)]),
        rate_player(puzzle, [Result(solver, 1.0 - right, counts)]),
    )
    most = MOST_AT_ONCE * counts
    most_lost = MOST_LOST_AT_FIRST / FIRST_ANSWERS if before < FIRST_ANSWERS else most
    return _limit_rating_change(solver, after[0], most, most_lost), _limit_rating_change(puzzle, after[1], most, most)


def _weigh_right_answer(solver: Strength, puzzle: Strength, guess: float) -> float:
    """Return the weight of a right answer: the probability that the solver knew the answer instead of guessing it.

    This is the slope of the answer's log-likelihood, divided by the slope without guessing, in the three-parameter
    model of Allan Birnbaum (in Lord and Novick, "Statistical Theories of Mental Test Scores", 1968, part 5). In this
    model, a solver is right because they know the answer, or else by a lucky guess.
    """
    knows = _compute_expected_score(solver, puzzle)
    return (1 - guess) * knows / (guess + (1 - guess) * knows)


def _limit_rating_change(before: Strength, after: Strength, most_won: float, most_lost: float) -> Strength:
    """Return `after` with its rating limited to a gain of `most_won` and a loss of `most_lost` compared to `before`."""
    change = min(max(after.rating - before.rating, -most_lost), most_won)
    return after._replace(rating=before.rating + change)


def rate_player(player: Strength, results: Sequence[Result]) -> Strength:
    """Return the player's new rating after these results, according to Glicko-2."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    if not results:
        return _build_strength(mu, sqrt(phi**2 + player.volatility**2), player.volatility)
    variance = change = 0.0
    for opponent, score, counts in results:
        weight, expected = (
            _compute_deviation_weight(opponent.deviation / SCALE),
            _compute_expected_score(player, opponent),
        )
        variance += counts * weight**2 * expected * (1 - expected)
        change += counts * weight * (score - expected)
    variance = 1 / variance  # step 3
    volatility = _compute_volatility(phi, player.volatility, variance, variance * change)
    before = sqrt(phi**2 + volatility**2)  # step 6
    after = 1 / sqrt(1 / before**2 + 1 / variance)  # step 7
    return _build_strength(mu + after**2 * change, after, volatility)


def _compute_expected_score(player: Strength, opponent: Strength) -> float:
    """Return the expected score of a player against an opponent."""
    weight = _compute_deviation_weight(opponent.deviation / SCALE)
    return 1 / (1 + exp(-weight * (player.rating - opponent.rating) / SCALE))


def _compute_deviation_weight(phi: float) -> float:
    """Return the weight of a game against an opponent whose rating has the deviation `phi` (Glickman's function g)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _build_strength(mu: float, phi: float, volatility: float) -> Strength:
    """Convert a rating (`mu`) and its deviation (`phi`) from the Glicko-2 scale, and return a `Strength`."""
    return Strength(mu * SCALE + 1500, min(max(phi * SCALE, LEAST), MOST), volatility)


def _compute_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Compute the new volatility (step 5 of the Glicko-2 paper, using the Illinois algorithm)."""
    start = log(sigma**2)

    def evaluate_volatility_equation(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while evaluate_volatility_equation(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = evaluate_volatility_equation(low), evaluate_volatility_equation(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = evaluate_volatility_equation(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)

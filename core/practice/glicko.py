"""Glicko-2 ratings.

Mark Glickman, "Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf; the step numbers are his.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5
LEAST, MOST = 45.0, 500.0


class Strength(NamedTuple):
    """A rating with its deviation and volatility; a newcomer has the defaults."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def uncertain(self) -> bool:
        """Whether there are too few results behind it to take it at its word."""
        return self.deviation > 110


def rated(player: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """The player's strength after these results, each an opponent and a score from 0 to 1."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    if not results:
        return _strength(mu, sqrt(phi**2 + player.volatility**2), player.volatility)
    variance = change = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.rating - 1500) / SCALE)))
        variance += weight**2 * expected * (1 - expected)
        change += weight * (score - expected)
    variance = 1 / variance  # step 3
    volatility = _volatility(phi, player.volatility, variance, variance * change)
    before = sqrt(phi**2 + volatility**2)  # step 6
    after = 1 / sqrt(1 / before**2 + 1 / variance)  # step 7
    return _strength(mu + after**2 * change, after, volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _strength(mu: float, phi: float, volatility: float) -> Strength:
    return Strength(mu * SCALE + 1500, min(max(phi * SCALE, LEAST), MOST), volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)

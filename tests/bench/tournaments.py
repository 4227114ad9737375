"""How much more often a stronger bot wins than the next weaker one: the same deals, each with seats swapped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import games
from games.engine.tournament import play_duel
from tests.bench.measuring import Effort, Row

EVEN = 0.5


def measure(effort: Effort) -> Iterator[Row]:
    """The stronger bot's share, and whether it is more than half with 95 % certainty."""
    for game in games.all_games().values():
        for (weaker, one), (stronger, other) in pairwise(game.bots.items()):
            number = effort(20, 4) if game.deals_differ else effort(160, 10)
            for score in play_duel(game, game.options(), [other, one], number):
                last = score
            low, high = last.confidence_interval
            what, span = f"{game.title}: {stronger} against {weaker}", f"{low:.3f} – {high:.3f}"
            yield Row(
                what, f"{last.share_of_points:.3f}", f"{1 - last.share_of_points:.3f}", span, f"> {EVEN}", low > EVEN
            )

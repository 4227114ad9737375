"""How many hands of each kind there are, as everybody can look up; `python -m tests.games.poker_counts` counts them.

The command ranks every hand that can be dealt, one by one: 2,598,960 of five cards in each ranking, and all smaller.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from games.cards import PACK
from games.kit import poker
from games.kit.poker import HandRanking

MATCHED = {"pair": 1_098_240, "two-pair": 123_552, "trips": 54_912, "full-house": 3_744, "quads": 624}
NINE_STRAIGHTS = {"high-card": 1_303_560, "straight": 9_180, "flush": 5_112, "straight-flush": 36, **MATCHED}
"""Where the ace is at one end only, there are nine straights in a suit, not ten."""

COUNTS: dict[str, tuple[HandRanking, dict[str, int]]] = {
    "high": (poker.HIGH, {"high-card": 1_302_540, "straight": 10_200, "flush": 5_108, "straight-flush": 40, **MATCHED}),
    "A5": (poker.LOW_A5, {"high-card": 1_317_888, **MATCHED}),
    "A6": (poker.LOW_A6, NINE_STRAIGHTS),
    "27": (poker.LOW_27, NINE_STRAIGHTS),
    "showing": (
        poker.SHOWING,
        {"high-card": 183_040, "pair": 82_368, "two-pair": 2_808, "trips": 2_496, "quads": 13},
    ),
    "three sets": (poker.THREE_SETS, {"high-card": 18_304, "pair": 3_744, "trips": 52}),
    "three full": (
        poker.THREE_FULL,
        {"high-card": 16_440, "pair": 3_744, "flush": 1_096, "straight": 720, "trips": 52, "straight-flush": 48},
    ),
    "two": (poker.TWO, {"high-card": 1_248, "pair": 78}),
}


def main() -> None:
    for name, (ranking, counts) in COUNTS.items():
        found = Counter(
            ranking.get_hand_kind(ranking.compute_hand_key(hand)) for hand in combinations(PACK, ranking.size)
        )
        assert found == counts, f"{name}: {found}"
        print(f"{name}: {sum(found.values())} hands, as they should be")


if __name__ == "__main__":
    main()

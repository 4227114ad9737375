"""The course of a hand of Anaconda: which cards are passed to whom, and how many betting rounds there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from games.anaconda.options import AnacondaOptions
from games.kit.betting import NO_LIMIT, POT, Limits

DEALT, KEPT, SHOWN = 7, 5, 4
"""The number of cards dealt to a hand, kept of these, and shown of the kept ones."""
EARLY = 2
"""The number of betting rounds with the small bet as the unit."""
Pass = tuple[tuple[int, int], ...]
"""One pass, as a pair for each group of cards: their number, and how many active players to the left they go."""
PASSES: Mapping[str, tuple[Pass, ...]] = {
    "3L-3RR": (((3, 1),), ((3, -2),)),
    "3L": (((3, 1),),),
    "3L-2L-1L": (((3, 1),), ((2, 1),), ((1, 1),)),
    "3L-2LL-1LLL": (((3, 1),), ((2, 2),), ((1, 3),)),
    "4L-3L-2L-1L": (((4, 1),), ((3, 1),), ((2, 1),), ((1, 1),)),
    "2L+1R": (((2, 1), (1, -1)),),
}
WHERE: Mapping[int, str] = {
    1: "to the left",
    2: "to the second player on the left",
    3: "to the third player on the left",
    -1: "to the right",
    -2: "to the second player on the right",
}
"""The receiver of passed cards in words, by the number of active players to the left."""
SHORT_WHERE: Mapping[int, str] = {1: "left", 2: "2nd left", 3: "3rd left", -1: "right", -2: "2nd right"}
"""Short versions of WHERE, for a label on a card."""
HIGH, LOW, BOTH, SECRET = "high", "low", "both", "?"
"""The possible declarations, and the sign for a hidden one."""


def list_passes(options: AnacondaOptions) -> tuple[Pass, ...]:
    """Return the passes of a hand, in order. Each pass says how many cards go to which players.

    Rulebook: pass.choose-three.
    """
    return PASSES[options.pass_pattern]


def count_betting_rounds(options: AnacondaOptions) -> int:
    """Return the number of betting rounds in a hand. Rulebook: bet.rounds."""
    return count_rounds_before_showing(options) + (SHOWN if options.reveal == "roll" else 1)


def count_rounds_before_showing(options: AnacondaOptions) -> int:
    """Return how many betting rounds of a hand come before any card is shown."""
    return len(PASSES[options.pass_pattern]) + 1


def has_declaration(options: AnacondaOptions) -> bool:
    """Return whether players declare high or low. Rulebook: declare.when."""
    return not options.high_only and options.declare_mode != "cards-speak"


def get_receiver(active: Sequence[int], giver: int, steps: int) -> int:
    """Return the seat that receives the cards that `giver` passes `steps` active players to the left.

    `active` has the seats that haven't folded, in clockwise order.
    """
    return map_receivers(tuple(active), steps)[giver]


def describe_direction(number: int, steps: int) -> str:
    """Return words for where cards go that are passed `steps` active players to the left, such as “to the right”.

    `number` is the number of active players. With few players, the words name a neighbor where possible: of three
    players, the second on the right is also the neighbor on the left, so the words are “to the left”.
    """
    return "to the only other player" if number == 2 else WHERE[_simplify_steps(number, steps)]


def describe_direction_briefly(number: int, steps: int) -> str:
    """Return a label for a card that is passed `steps` active players to the left, such as “2nd left”.

    `number` is the number of active players. If there's only one other player, the label is "".
    """
    return "" if number == 2 else SHORT_WHERE[_simplify_steps(number, steps)]


def _simplify_steps(number: int, steps: int) -> int:
    """Return how many active players to the left cards go, as 1 (left) or -1 (right) if they go to a neighbor.

    If they don't, it's `steps`, which can be negative. `number` is the number of active players.
    """
    ahead = steps % number or 1
    return {1: 1, number - 1: -1}.get(ahead, steps)


@cache
def map_receivers(active: tuple[int, ...], steps: int) -> Mapping[int, int]:
    """Return a dict from each active seat to the seat that receives its cards, `steps` active players to the left.

    `active` has the seats that haven't folded. Negative `steps` go to the right.

    Rulebook: pass.first-left, pass.second-right-two, pass.two-left-in.
    """
    number = len(active)
    ahead = steps % number or 1
    return {giver: active[(place + ahead) % number] for place, giver in enumerate(active)}


@cache
def build_betting_limits(options: AnacondaOptions, number: int) -> Limits:
    """Return the limits for bets and raises in betting round `number`, counted from 1.

    Rulebook: bet.fixed-limit, bet.cap.
    """
    structure = options.bet_structure
    fixed = structure == "fixed"
    raises = None if structure in (POT, NO_LIMIT) or not options.max_raises else options.max_raises
    least = options.big_bet if fixed and number > EARLY else options.small_bet
    return Limits(structure, least, options.big_bet, raises, options.uncap_heads_up)

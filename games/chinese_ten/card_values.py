"""The ranks that match, and the points of each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.cards import JOKER, PACK, UNKNOWN, Card, parse_card
from games.chinese_ten.options import ChineseTenOptions

DEALT, LAID, TEN, NINE, FIVE = 24, 4, 10, 9, 5
"""The numbers of cards dealt to all hands together and to the first layout, the sum of a match, and two ranks."""
WITH_JOKERS = 5
"""The number of players for which the deck has two jokers."""
PARTNER: Mapping[Card, int] = {
    **{card: TEN - card.rank if card.rank < TEN else card.rank for card in PACK},
    JOKER: JOKER.rank,
    UNKNOWN: -1,
}
"""The rank that each card can capture."""
SELF_MATCHING = (FIVE, 10, 11, 12, 13)
"""The ranks that capture cards of their own rank. Rulebook: triple.set."""
RED_ACE, RED_HIGH, SPADE_ACE, CLUB_ACE, FROG_ACE, JOKERS = 20, 10, 30, 40, 50, 10
LITTLE_SPADE, LITTLE_CLUB = parse_card("AS"), parse_card("AC")


def get_hand_size(seats: int) -> int:
    """Return how many cards each player is dealt. Rulebook: deal.hand-size."""
    return DEALT // seats if seats != WITH_JOKERS else WITH_JOKERS


@cache
def get_deck(seats: int) -> tuple[Card, ...]:
    """Return the deck for this number of players. Rulebook: deck.standard."""
    return (*PACK, JOKER, JOKER) if seats == WITH_JOKERS else PACK


def get_points_by_card(options: ChineseTenOptions, seats: int) -> Mapping[Card, int]:
    """Return the points of each card, as a mapping, at a table with this number of seats.

    Rulebook: score.red-ace … score.black-rest.
    """
    return _compute_points_by_card(options.scoring, seats >= options.spade_ace_from, seats >= options.club_ace_from)


@cache
def _compute_points_by_card(scoring: str, spade_ace: bool, club_ace: bool) -> Mapping[Card, int]:
    if scoring == "black-frog":
        worth = {card: 0 if card.is_red or card is LITTLE_CLUB else min(card.rank, TEN) for card in PACK}
        worth[LITTLE_SPADE] = FROG_ACE
    else:
        worth = {card: _get_red_card_points(card.rank) if card.is_red else 0 for card in PACK}
        worth[LITTLE_SPADE], worth[LITTLE_CLUB] = SPADE_ACE * spade_ace, CLUB_ACE * club_ace
    return {**worth, JOKER: JOKERS, UNKNOWN: 0}


def _get_red_card_points(rank: int) -> int:
    return RED_ACE if rank == 1 else RED_HIGH if rank >= NINE else rank


def count_all_points(options: ChineseTenOptions, seats: int) -> int:
    """Return the points of all cards together. Rulebook: score.total."""
    worth = get_points_by_card(options, seats)
    return sum(worth[card] for card in get_deck(seats))


def compute_equal_share(options: ChineseTenOptions, seats: int) -> int:
    """Return an equal share of all points, rounded down."""
    return count_all_points(options, seats) // seats


def classify_layout(cards: Sequence[Card], options: ChineseTenOptions) -> str:
    """Return the kind of the first four cards on the table: `triple`, `four`, `redeal`, or `plain`.

    Only ranks that capture their own rank matter, such as kings. In a `triple`, three cards have one such rank. In a
    `four`, all four cards have one, and the dealer captures them. A house rule extends this to four cards of several
    such ranks.

    House rules can require a `redeal` instead of both kinds, and also for two fives of one color. Any other cards are
    `plain`.

    Rulebook: triple.set, four.dealer-takes.
    """
    if options.opening_rule != "capture":
        return "redeal" if find_repeated_self_matching_rank(cards) or _has_two_fives(cards, options) else "plain"
    mixed = options.can_take_mixed_four and all(card.rank in SELF_MATCHING for card in cards)
    if mixed or find_repeated_self_matching_rank(cards, LAID):
        return "four"
    return "triple" if find_repeated_self_matching_rank(cards) else "plain"


def _has_two_fives(cards: Sequence[Card], options: ChineseTenOptions) -> bool:
    """Return whether the cards must be redealt because two fives of one color are among them."""
    fives = [card.is_red for card in cards if card.rank == FIVE]
    return options.opening_rule == "redeal-incl-fives" and max(map(fives.count, fives), default=0) > 1


def find_repeated_self_matching_rank(cards: Iterable[Card], least: int = 3) -> int:
    """Return a rank that captures its own rank and that `least` or more of the cards have, or 0 if there is none."""
    ranks = [card.rank for card in cards]
    return next((rank for rank in SELF_MATCHING if ranks.count(rank) >= least), 0)

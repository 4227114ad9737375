"""The seven kinds of hand in Lórum (contracts): when each is played, and the values of cards in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.cards import PACK, Card, parse_card
from games.lorum.options import LorumOptions

HEARTS, QUEENS, TRICKS, APE, TRAIN, QUART, DOMINO = (
    *("no-hearts", "queens", "no-tricks", "ape", "train", "quart", "domino"),
)
TITLES = {
    HEARTS: "No Hearts",
    QUEENS: "Queens",
    TRICKS: "No Tricks",
    APE: "Hairy Ape",
    TRAIN: "Train",
    QUART: "Quart",
    DOMINO: "Domino",
}
"""The name of each contract, in the order in which a dealer's hands are played."""
CONTRACTS = tuple(TITLES)
SEATS = 4
HANDS = len(CONTRACTS) * SEATS
SIZE = 8
"""The number of cards dealt to each seat, so also the number of tricks in a hand with tricks."""

RANKS = "789TJQKA"
DECK = tuple(card for card in PACK if card.code[0] in RANKS)
STEP = {card: RANKS.index(card.code[0]) for card in DECK}
"""The position of a card in its suit, from 0 for the seven to 7 for the ace."""
IN_SUIT = {(card.suit, STEP[card]): card for card in DECK}
KING = parse_card("KH")
GRADED = {parse_card("QH"): 4, parse_card("QD"): 3, parse_card("QS"): 2, parse_card("QC"): 1}
FLAT = dict.fromkeys(GRADED, 2)
EACH_HEART = {card: 1 for card in DECK if card.suit == "H"}
COUNTED = {"A": 11, "K": 4, "Q": 3, "J": 2}
VALUES = {ten: {card: ten if card.rank == 10 else COUNTED.get(card.code[0], 0) for card in DECK} for ten in (1, 10)}
"""The points of each card in the Train, by the value of a ten: 1 or 10."""
WHOLE = {ten: sum(values.values()) for ten, values in VALUES.items()}
"""The total points of all cards in the Train, by the value of a ten."""
NEXT = {
    card: frozenset(IN_SUIT[card.suit, step] for step in (STEP[card] - 1, STEP[card] + 1) if 0 <= step < SIZE)
    for card in DECK
}
"""The neighbors of each card in its suit, where the seven and the ace aren't neighbors."""
AROUND = {card: frozenset(IN_SUIT[card.suit, (STEP[card] + way) % SIZE] for way in (-1, 1)) for card in DECK}
"""The neighbors of each card in its suit, where the seven and the ace are neighbors too."""
MARKS = {25: 1, 50: 2, 75: 3, 100: 4}
"""The marks of the Train, and the price of each. A player whose card brings the total to a mark pays its price."""
LAST = {ten: max(mark for mark in MARKS if mark <= whole) for ten, whole in WHOLE.items()}
"""The highest mark that all cards of the Train together reach, by the value of a ten."""


class ScheduledHand(NamedTuple):
    """A hand of the match: its contract (the kind of hand), and its dealer.

    `place` is how many seats the dealer is after the first dealer of the match, in the order of play.
    """

    contract: str
    place: int


def get_scheduled_hand(number: int, options: LorumOptions) -> ScheduledHand:
    """Return the contract of a hand (the kind of hand), and how many seats its dealer is after the first dealer.

    `number` is the hand's number in the match, counted from 1.

    Rulebook: hand.order, deal.block, deal.pass-left.
    """
    place = (number - 1) % HANDS
    if options.schedule == "dealer-block":
        return ScheduledHand(CONTRACTS[place % len(CONTRACTS)], place // len(CONTRACTS))
    return ScheduledHand(CONTRACTS[place // SEATS], place % SEATS)


def count_hands_before(contract: str, options: LorumOptions) -> int:
    """Return how many hands of a match come before the first hand with this contract."""
    return next(done for done in range(HANDS) if get_scheduled_hand(done + 1, options).contract == contract)


def get_card_costs(contract: str, options: LorumOptions) -> Mapping[Card, int]:
    """Return a dict from each costly card to the chips that it costs the player who takes it.

    In a contract without costly cards, the dict is empty. Rulebook: no-hearts.unit, queens.values, ape.pay.
    """
    if contract == HEARTS:
        return EACH_HEART
    if contract == QUEENS:
        return GRADED if options.queens_scale == "graded" else FLAT
    return {KING: options.ape_amount} if contract == APE else {}


def get_train_points(card: Card, options: LorumOptions) -> int:
    """Return how many points a card adds to the total in the Train. Rulebook: train.values."""
    return VALUES[options.train_ten_value].get(card, 0)


def get_train_total(options: LorumOptions) -> int:
    """Return the total of the Train after all cards of the deck are played. Rulebook: train.deck-total."""
    return WHOLE[options.train_ten_value]


def get_last_train_mark(options: LorumOptions) -> int:
    """Return the highest of the Train's marks (totals that cost chips) that can be reached.

    Rulebook: train.deck-total, train.end.
    """
    return LAST[options.train_ten_value]


def find_next_train_mark(total: int, options: LorumOptions) -> int | None:
    """Return the next mark of the Train above `total`, or None if no further mark can be reached."""
    return next((mark for mark in MARKS if total < mark <= get_last_train_mark(options)), None)


def find_next_quart_card(card: Card, options: LorumOptions) -> Card | None:
    """Return the card that follows this one in Quart, or None if the sequence ends with it.

    Rulebook: quart.next-card, quart.ace-then-seven.
    """
    step = STEP[card] + 1
    if step == len(RANKS):
        return IN_SUIT[card.suit, 0] if options.quart_wrap else None
    return IN_SUIT[card.suit, step]

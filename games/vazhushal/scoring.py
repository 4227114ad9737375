"""The values of cards and the scores of a hand when the stock has run out."""

from __future__ import annotations

from typing import NamedTuple

from games.cards import JOKER, Card
from games.vazhushal.state import VazhushalState


class Score(NamedTuple):
    """The score of a player: the points of melded cards, the points of cards in hand, and the difference as `total`."""

    melds: int
    hand: int
    total: int


def get_face_value(card: Card) -> int:
    """Return a card's points by rank: 10 for an ace or face card, otherwise its number.

    Rulebook: score.ace-face, score.pip.
    """
    return 10 if card.rank == 1 else min(card.rank, 10)


def get_value_in_hand(state: VazhushalState, card: Card) -> int:
    """Return the points that a card left in hand costs. Rulebook: score.joker-in-hand, score.ranked-wild-in-hand."""
    if card is JOKER or (card in state.wilds and state.options.ranked_wild_hand_value == "joker"):
        return state.options.joker_hand_value
    return get_face_value(card)


def compute_score_of_seat(state: VazhushalState, seat: int) -> Score:
    """Return the score that this player would get if the stock ran out now.

    Rulebook: exhaust.score, score.wild-in-meld.
    """
    melds = sum(get_face_value(card.face) for meld in state.melds[seat] for card in meld)
    hand = sum(get_value_in_hand(state, card) for card in state.hands[seat])
    return Score(melds, hand, melds - hand)


def list_credited_seats(state: VazhushalState, totals: list[int]) -> tuple[int, ...]:
    """Return the seats that are credited with a hand in which nobody went out, or () if none are.

    `totals` has the score of each seat. House rules say what happens if the best scores are equal. Rulebook:
    exhaust.winner.
    """
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(best) > 1 and state.options.tie_exhaust == "void":
        return ()
    if len(best) > 1 and state.options.tie_exhaust == "fewest-cards":
        fewest = min(len(state.hands[seat]) for seat in best)
        return tuple(seat for seat in best if len(state.hands[seat]) == fewest)
    return tuple(best)

"""Scoring after a hand, and the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, Card
from games.contract_rummy.contracts import count_hands
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.state import ContractRummyState
from games.engine.event import Event, Facts
from games.engine.state import DealResult

ACE, FACE, FIVE, WILD_TWO = 15, 10, 5, 15
BONUS, BONUS_WITHOUT_JOKER = -25, -50


def get_card_points(options: ContractRummyOptions, card: Card) -> int:
    """Return the points that a card left in hand costs. Rulebook: score.joker-ace, score.face, score.pip."""
    if card is JOKER:
        return options.joker_value
    if card.rank == 1:
        return ACE
    if card.rank == 2 and options.twos_wild:
        return WILD_TWO
    if card.rank > 10:
        return FACE
    return FIVE if options.number_values == "fives" and card.rank else card.rank


def count_hand_points(options: ContractRummyOptions, hand: Sequence[Card]) -> int:
    """Return the penalty points of the cards left in a hand. Rulebook: score.who."""
    return sum(get_card_points(options, card) for card in hand)


def score_seat(state: ContractRummyState, seat: int, out: int | None) -> int:
    """Return the points that a seat gets if the hand ends now: penalty points, or 0 or a negative bonus.

    `out` is the seat that goes out, or None. Rulebook: score.who.
    """
    if seat != out:
        return count_hand_points(state.options, state.hands[seat])
    if not (state.options.blind_out_bonus and state.laid):
        return 0
    shown = any(card.base is JOKER for meld in state.melds[seat] for card in meld)
    return BONUS if shown else BONUS_WITHOUT_JOKER


def finish_hand(state: ContractRummyState, out: int | None) -> list[Event]:
    """Score the hand, which ends because the seat `out` is out or, if it's None, because no stock remains.

    Rulebook: out.empty-hand, stock.dead.
    """
    match = state.match
    scores = tuple(score_seat(state, seat, out) for seat in range(state.seats))
    if out is None:
        fewest = min(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == fewest)
        clause = "stock.dead"
    else:
        winners, clause = (out,), "out.empty-hand"
    for seat, score in enumerate(scores):
        match.scores[seat] += score
    facts: Facts = {"left": list(map(len, state.hands)), "points": list(scores), "totals": match.scores[:]}
    told = match.finish_deal(DealResult(clause, winners, scores, facts))
    state.due, state.answers, state.taker, state.owed = (), [""] * state.seats, None, False
    return [told, *_end_or_continue_match(state)]


def _end_or_continue_match(state: ContractRummyState) -> list[Event]:
    """Set the next dealer. After the last hand of the match, end the match unless a tie has to be replayed.

    Rulebook: match.total, match.tie, deal.rotation.
    """
    match = state.match
    assert match.dealer is not None
    match.dealer = (match.dealer + 1) % state.seats
    state.end_deal()
    if match.deals < count_hands(state.options):
        return []
    best = list_winners(state)
    if len(best) > 1 and state.options.tie == "replay-7":
        return [Event("tie", facts={"level": list(best)})]
    state.end_match(best)
    return [Event("match", facts={"winners": list(best)})]


def list_winners(state: ContractRummyState) -> tuple[int, ...]:
    """Return the seats that would win the match if it were over now. Rulebook: match.total, match.tie."""
    match = state.match
    lowest = min(match.scores)
    best = tuple(seat for seat, score in enumerate(match.scores) if score == lowest)
    if len(best) > 1 and state.options.tie == "fewest-hands-lost":
        won = {seat: count_hands_won(state, seat) for seat in best}
        best = tuple(seat for seat in best if won[seat] == max(won.values()))
    return best


def count_hands_won(state: ContractRummyState, seat: int) -> int:
    """Return how many hands a seat has won: those in which it scored nothing or less. Rulebook: match.tie."""
    return sum(1 for result in state.match.results if result.scores and result.scores[seat] <= 0)

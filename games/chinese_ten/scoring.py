"""The score of a deal, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import Card
from games.chinese_ten.card_values import SELF_MATCHING, compute_equal_share
from games.chinese_ten.state import ChineseTenState
from games.engine.event import Event
from games.engine.state import DealResult


def count_red_pairs(pile: Iterable[Card]) -> int:
    """Return the number of red pairs in a pile: ranks of which it has both red cards.

    Only ranks that capture their own rank count. Rulebook: win.highest.
    """
    red = [card.rank for card in pile if card.is_red]
    return sum(red.count(rank) == 2 for rank in SELF_MATCHING)


def count_newly_completed_pairs(state: ChineseTenState, seat: int, cards: Iterable[Card]) -> int:
    """Return how many more red pairs a seat would have if these cards went to its pile."""
    return count_red_pairs([*state.piles[seat], *cards]) - count_red_pairs(state.piles[seat])


def add_pair_bonus(points: list[int], pairs: list[int], bonus: int) -> list[int]:
    """Return the points of each seat, in a list, after the bonuses for red pairs are paid.

    For each red pair of a seat, every other seat pays `bonus` points to this seat. `points` has each seat's points
    before these payments, and `pairs` each seat's number of red pairs.

    Rulebook: win.highest.
    """
    return [own + bonus * (len(points) * had - sum(pairs)) for own, had in zip(points, pairs, strict=True)]


def compute_totals(state: ChineseTenState) -> list[int]:
    """Return each seat's points if the deal ended now. Rulebook: score.total, win.highest."""
    points = [state.count_points(seat) for seat in range(state.seats)]
    bonus = state.options.red_pair_bonus
    return add_pair_bonus(points, list(map(count_red_pairs, state.piles)), bonus) if bonus else points


def list_deal_winners(state: ChineseTenState, points: list[int]) -> tuple[int, ...]:
    """Return the seats that win the deal with these points. Rulebook: win.highest, win.tie."""
    best = [seat for seat, own in enumerate(points) if own == max(points)]
    if len(best) > 1 and state.options.tie_break == "most-red-cards":
        red = {seat: sum(card.is_red for card in state.piles[seat]) for seat in best}
        best = [seat for seat in best if red[seat] == max(red.values())]
    return tuple(best)


def finish_deal(state: ChineseTenState) -> list[Event]:
    """Score the deal, then prepare the next one or end the match.

    Rulebook: win.highest, win.tie, match.deal-rotates.
    """
    match, points = state.match, compute_totals(state)
    winners = list_deal_winners(state, points)
    share = compute_equal_share(state.options, state.seats) if state.options.par_scoring else 0
    scores = tuple(own - share for own in points)
    match.scores = [score + won for score, won in zip(match.scores, scores, strict=True)]
    match.dealer = state.get_seat_after(match.dealer or 0)
    facts = {"points": points, "cards": list(map(len, state.piles)), "totals": match.scores[:]}
    tied = sum(own == max(points) for own in points) > 1
    told = [match.finish_deal(DealResult("win.tie" if tied else "win.highest", winners, scores, facts))]
    if has_next_deal(state):
        state.end_deal()
        return told
    single = match.deals == 1
    state.end_match(winners if single else match.leading_seats)
    if single:
        return told
    return [*told, Event("match", facts={"winners": list(match.winners), "most": max(match.scores)})]


def has_next_deal(state: ChineseTenState) -> bool:
    """Return whether another deal follows in the match. Rulebook: match.single-deal."""
    options, match = state.options, state.match
    if options.match == "target":
        return max(match.scores) < options.target
    return match.deals < (1 if options.match == "single" else options.deals or state.seats)

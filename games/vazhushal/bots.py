"""Bots of Vazhushal: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp
from random import Random
from typing import ClassVar

from games.cards import JOKER
from games.engine.bot import BeginnerMistake, Reason, SearchingBot
from games.engine.move import Move
from games.engine.state import DEALER
from games.engine.work_limits import OutOfSteps, take_first_within_steps, take_items_within_steps
from games.kit.meld_arrangement import arrange_melds
from games.kit.move_comparison import pick_clearly_best, try_moves
from games.kit.rummy import build_discard_move, filter_legal_moves
from games.vazhushal.endgame import MovesToGoOut, find_moves_to_go_out
from games.vazhushal.hand_rating import choose_meld_or_layoff, rank_discards, rate_hand
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.moves import build_rearrangement_move, get_sequence_laid_first
from games.vazhushal.reasons import JOKERS, OUT, REASONS
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import compute_score_of_seat, get_face_value, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import DONE, KEEP, LAYOFF, REARRANGE, STOCK, TAKE, THROW_IN, VERBS
from games.vazhushal.wipe_search import WIPES, list_legal_wipes, list_take_line_moves

REGROUPING = 200_000
"""The maximum number of steps in the search for a better regrouping."""
PER_DEPTH = 3
"""The number of wipes to compare for each number of wiped cards."""
STOCK_GAIN, WIPE_GAIN = 0.35, 0.75
"""The average improvement of a hand, in cards, by a draw from the stock and by the discard after a wipe."""


class VazhushalBot(SearchingBot):
    """The base class of the Vazhushal bots.

    It adds the game's rules, the reasons that a bot can give for a move, and the move to make if a search runs out of
    steps.
    """

    rules, reasons = RULES, REASONS

    def choose_fallback_move(self, state: VazhushalState, seat: int) -> Move:
        if state.phase == "draw":
            return (TAKE if state.forced else STOCK).bare_move
        if state.phase == "redeal":
            return KEEP.bare_move
        if state.phase == "final":
            return DONE.bare_move
        return build_discard_move(
            next((card for card in state.hands[seat] if card not in state.wilds), state.hands[seat][0])
        )


class LearnerBot(VazhushalBot):
    """The beginner bot. It overlooks some melds, rarely takes cards from the discard line, and discards high cards."""

    slips = (
        UNSEEN := BeginnerMistake("It often overlooks a card that fits a meld, or a meld with a wild card.", 0.7),
        SHY := BeginnerMistake("It rarely wipes the line, and never deep.", 0.8),
    )

    def search_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        if state.phase == "redeal":
            return THROW_IN.bare_move
        if state.phase == "draw":
            depths = range(1, min(len(state.line), 2) + 1)
            shallow = take_first_within_steps(
                WIPES, (move for depth in depths for move in list_legal_wipes(state, seat, depth))
            )
            if state.forced:
                return TAKE.bare_move
            if shallow is not None and not self.SHY.is_made_this_time(rng):
                return shallow
            return STOCK.bare_move
        laying = choose_meld_or_layoff(state, seat)
        if laying is not None and not (self._is_hard_to_see(laying) and self.UNSEEN.is_made_this_time(rng)):
            return laying
        if state.phase == "final":
            return DONE.bare_move
        cards = [card for card in state.hands[seat] if card not in state.wilds] or state.hands[seat]
        return build_discard_move(max(rng.sample(cards, min(4, len(cards))), key=lambda one: min(one.rank, 10)))

    def _is_hard_to_see(self, move: Move) -> bool:
        return move.verb == LAYOFF.name or not all(card.natural for card in move.cards)


class SteadyBot(VazhushalBot):
    """A bot that makes the draw after which its hand is closest to going out, and melds whatever fits."""

    def search_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        if state.phase == "redeal":
            return _decide_on_redeal(state, seat)
        if state.phase == "draw":
            return min(rate_draws(state, seat), key=lambda one: one[0])[1]
        laying = choose_meld_or_layoff(state, seat)
        if laying is not None:
            return laying
        if state.phase == "final":
            return DONE.bare_move
        return build_discard_move(rank_discards(state, seat)[0][1])


@dataclass(frozen=True)
class StrongBot(VazhushalBot):
    """A bot that goes out if it surely can. Otherwise it compares draws and discards in imagined deals.

    The bot deals the unseen cards many times. It plays each deal on for a few turns, and uses the same deals for every
    move. It prefers the move that the steady bot would make: another move has to be better by `doubt` standard errors,
    because a few deals prove little.
    """

    reasons: ClassVar[Sequence[Reason]] = (OUT, *REASONS)
    worlds: int = 20
    candidates: int = 3
    turns: int = 3
    doubt: float = 2.5

    def search_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        if state.phase == "redeal":
            return _decide_on_redeal(state, seat)
        if state.phase in ("draw", "table"):
            way = find_moves_to_go_out(state, seat)
            if isinstance(way, MovesToGoOut):
                return way.moves[0]
        moves = self._list_candidates(state, seat)
        if len(moves) == 1:
            return moves[0]

        def rate_outcome(world: tuple[VazhushalState, int], move: Move) -> float:
            return play_out_imagined_deal(world[0].copy(), seat, move, self.turns, Random(world[1]))

        worlds = ((state.copy_with_cards_filled_in(rng), rng.randrange(1 << 30)) for _ in range(self.worlds))
        return moves[pick_clearly_best(try_moves(worlds, moves, rate_outcome), self.doubt)]

    def _list_candidates(self, state: VazhushalState, seat: int) -> list[Move]:
        if state.phase == "draw":
            weighed = sorted(rate_draws(state, seat), key=lambda one: one[0])
            return [move for _, move in weighed[: self.candidates]]
        laying = choose_meld_or_layoff(state, seat) or _find_regrouping(state, seat)
        if laying is not None:
            return [laying]
        if state.phase == "final":
            return [DONE.bare_move]
        return [build_discard_move(card) for _, card in rank_discards(state, seat)[: self.candidates]]


def rate_draws(state: VazhushalState, seat: int) -> list[tuple[float, Move]]:
    """Return a list of draws worth considering, each as a pair of its cost and its move.

    The cost says roughly how far the hand is from going out after the draw, in cards. Lower is better.
    """
    if state.forced:
        return [(0.0, TAKE.bare_move)]
    weighed = [(rate_hand(state.copy(), seat) - STOCK_GAIN, STOCK.bare_move)]
    try:
        for move in _list_line_draws(state, seat):
            after = state.copy()
            VERBS.apply_move(after, seat, move)
            cost = rate_hand(after, seat) if after.waiting == (seat,) and not after.is_between_deals else -9.0
            weighed.append((cost - WIPE_GAIN, move))
    except OutOfSteps:
        pass
    return weighed


def _list_line_draws(state: VazhushalState, seat: int) -> Iterable[Move]:
    for depth in range(1, len(state.line) + 1):
        yield from take_items_within_steps(WIPES, islice(list_legal_wipes(state, seat, depth), PER_DEPTH))
    yield from islice(list_take_line_moves(state, seat), PER_DEPTH)


def play_out_imagined_deal(state: VazhushalState, seat: int, move: Move, turns: int, rng: Random) -> float:
    """Return how good an imagined deal is for a seat after this move, when all seats play on for `turns` turns each.

    1 is a win and 0 a loss. If nobody goes out, the value depends on how many cards the seat is ahead of its best
    rival.
    """
    before = len(state.match.results)
    VERBS.apply_move(state, seat, move)
    until = state.turns + turns * state.seats
    while state.waiting and state.waiting != (DEALER,) and state.turns < until:
        mover = state.waiting[0]
        VERBS.apply_move(state, mover, choose_quick_move(state, mover, rng))
    if len(state.match.results) > before:
        winners = state.match.results[-1].winners
        return (1.0 / len(winners) if seat in winners else 0.0) if winners else 0.3
    costs = [rate_hand(state, other) for other in range(state.seats)]
    rival = min(cost for other, cost in enumerate(costs) if other != seat)
    return 1 / (1 + exp((costs[seat] - rival) / 3))


def choose_quick_move(state: VazhushalState, seat: int, rng: Random) -> Move:
    """Return a sensible move that is quick to find. Such moves are used to play imagined deals to the end."""
    if state.phase == "draw":
        return TAKE.bare_move if state.forced else _choose_quick_draw(state, seat)
    if state.phase == "redeal":
        return KEEP.bare_move
    laying = choose_meld_or_layoff(state, seat)
    if laying is not None:
        return laying
    if state.phase == "final":
        return DONE.bare_move
    return build_discard_move(rank_discards(state, seat)[0][1])


def _choose_quick_draw(state: VazhushalState, seat: int) -> Move:
    """Return the wipe that melds most for the cards it takes, or a draw from the stock if none is good enough.

    A wipe takes the newest cards of the discard line and melds the deepest of them.
    """
    best, worth = STOCK.bare_move, 0.4 if state.has_opened(seat) else -1.5
    for depth in range(1, min(len(state.line), 12) + 1):
        move = take_first_within_steps(WIPES, list_legal_wipes(state, seat, depth))
        if move is not None:
            laid = len(move.cards) + len(get_sequence_laid_first(move))
            value = laid - 0.75 * depth - 1.2 * sum(not card.natural for card in move.cards)
            if value > worth:
                best, worth = move, value
    return best


def _find_regrouping(state: VazhushalState, seat: int) -> Move | None:
    """Return a rearrangement of the seat's melds that also melds hand cards, or None if none is worth it.

    The strong bot looks for one if rules of thumb don't choose a new meld or a lay-off.
    """
    if not REARRANGE.is_possible(state, seat) or not state.options.layoff_own:
        return None
    hand = state.hands[seat]
    keep = 1 if state.phase == "table" and state.options.out_discard else 0
    if len(hand) <= keep:
        return None
    final = state.phase == "final"
    try:
        best = arrange_melds(
            hand,
            list_meld_cards(state.melds[seat]),
            state.law,
            keep=keep,
            goal="points" if final else "cards",
            card_value=get_face_value,
            hand_value=lambda card: get_value_in_hand(state, card),
            bound=REGROUPING,
        )
    except OutOfSteps:
        return None
    if best is None or len(best.left) == len(hand):
        return None
    if final and best.value <= compute_score_of_seat(state, seat).total:
        return None
    if not final and len(best.left) > keep and sum(card not in state.wilds for card in best.left) == len(hand):
        return None
    return next(filter_legal_moves(REARRANGE.judge, state, seat, [build_rearrangement_move(best.melds)]), None)


def _decide_on_redeal(state: VazhushalState, seat: int) -> Move:
    jokers = sum(card is JOKER for card in state.hands[seat])
    return (KEEP if jokers >= JOKERS else THROW_IN).bare_move


BOTS: Mapping[str, LearnerBot | SteadyBot | StrongBot] = {
    "learner": LearnerBot(),
    "steady": SteadyBot(),
    "strong": StrongBot(),
}

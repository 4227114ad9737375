"""Bots of Mille: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import Card
from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.engine.work_limits import spend_steps
from games.kit.move_comparison import pick_clearly_best, try_moves
from games.kit.rummy import build_discard_move
from games.mille.possible_moves import list_cards_to_take_pile
from games.mille.reasons import REASONS
from games.mille.rules import RULES
from games.mille.state import MilleState
from games.mille.strategy import CAREFUL, choose_meld, choose_move, count_cards_by_rank, rank_discards
from games.mille.verbs import ADD, DISCARD, LEAVE, MELD, STOCK, build_take_pile_move

WIN = 100.0
"""The value of scoring more than the other player, in addition to the lead in points."""
TURN = 60
"""The number of search steps for one simulated move."""


class MilleBot(ExplainingBot):
    """The base class of the Mille bots.

    It adds the game's rules and the reasons that a bot can give for a move.
    """

    rules, reasons = RULES, REASONS


class LearnerBot(MilleBot):
    """A beginner bot that melds all it can at once, even with wild twos.

    It usually discards a card that is alone in its rank.
    """

    slips = (
        WILD := BeginnerMistake("It uses a wild two as soon as it can, so its hand doesn’t count double.", 1.0),
        BLIND := BeginnerMistake("It discards without asking who could take the pile with that.", 1.0),
        PAIR := BeginnerMistake("It sometimes breaks a pair.", 0.3),
        SHY := BeginnerMistake("It often leaves a pile that it could take.", 0.5),
    )

    def decide_on_move(self, state: MilleState, seat: int, rng: Random) -> Move:
        if state.phase == "take":
            cards = next(list_cards_to_take_pile(state, seat), None)
            if cards is not None and not (state.can_draw and self.SHY.is_made_this_time(rng)):
                return build_take_pile_move(cards)
            return (STOCK if state.can_draw else LEAVE).bare_move
        move = (
            (MELD.find_legal_move(state, seat) or ADD.find_legal_move(state, seat))
            if self.WILD.is_made_this_time(rng)
            else choose_meld(state, seat)
        )
        return move or build_discard_move(self._choose_discard(state, seat, rng))

    def _choose_discard(self, state: MilleState, seat: int, rng: Random) -> Card:
        hand = state.hands[seat]
        number = count_cards_by_rank(hand)
        alone = [card for card in hand if number[card.rank] == 1]
        return rng.choice(hand if self.PAIR.is_made_this_time(rng) or not alone else alone)


class SteadyBot(MilleBot):
    """A bot that plays by rules of thumb: what the pile is worth, when to meld, and which discard is safe."""

    def decide_on_move(self, state: MilleState, seat: int, rng: Random) -> Move:
        return choose_move(state, seat)


@dataclass(frozen=True)
class StrongBot(MilleBot, SearchingBot):
    """A bot that compares moves in imagined deals: whether to take the pile, and what to meld.

    It deals the unseen cards several times, plays each deal to its end as the steady bot would, and makes the move with
    the best results. It prefers the move that rules of thumb choose: another has to be better by `doubt` standard
    errors. Rules of thumb also choose its discards.
    """

    worlds: int = 12
    doubt: float = 0.7

    def choose_fallback_move(self, state: MilleState, seat: int) -> Move:
        return choose_move(state, seat, CAREFUL)

    def search_move(self, state: MilleState, seat: int, rng: Random) -> Move:
        moves = self.list_candidates(state, seat)
        if len(moves) == 1:
            return moves[0]
        worlds = (state.copy_with_cards_filled_in(rng) for _ in range(self.worlds))
        outcomes = try_moves(worlds, moves, lambda world, move: simulate_outcome(world, seat, move))
        return moves[pick_clearly_best(outcomes, self.doubt)]

    def list_candidates(self, state: MilleState, seat: int) -> list[Move]:
        """Return the moves worth comparing. The first is the move that rules of thumb choose."""
        usual = choose_move(state, seat, CAREFUL)
        if state.phase == "take":
            others = [build_take_pile_move(cards) for cards in list_cards_to_take_pile(state, seat)]
            others += [STOCK.bare_move] if state.can_draw else [LEAVE.bare_move]
        elif usual.verb == DISCARD.name:
            held = MELD.find_legal_move(state, seat)
            others = [held] if held is not None else []
        else:
            others = [build_discard_move(rank_discards(state, seat, CAREFUL)[0])]
        return [usual, *(move for move in others if move != usual)]


def simulate_outcome(world: MilleState, seat: int, move: Move) -> float:
    """Return the seat's lead in points at the end of the hand if it makes this move in the imagined deal `world`.

    All cards of `world` are known, and after the move all seats play by the rules of thumb. A bonus of 100 points (WIN)
    is added if the seat is ahead, and subtracted if it's behind.
    """
    now, deals = world.copy(), world.match.deals
    RULES.apply_move(now, seat, move)
    rng = Random(0)
    while now.waiting and now.match.deals == deals:
        spend_steps(TURN)
        mover = now.waiting[0]
        RULES.apply_move(now, mover, choose_move(now, mover) if mover >= 0 else RULES.draw_dealer_move(now, rng))
    points = now.match.results[-1].scores or (0, 0)
    ahead = points[seat] - points[1 - seat]
    return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

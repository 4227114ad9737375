"""Bots of Mille: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import Card
from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.engine.work import spend
from games.kit.comparing import clearly_best, tried
from games.kit.rummy import discard
from games.mille.laying import takings
from games.mille.reasons import REASONS
from games.mille.rules import RULES
from games.mille.state import MilleState
from games.mille.strategy import CAREFUL, choose, counts, next_lay, throw
from games.mille.verbs import ADD, DISCARD, LEAVE, MELD, STOCK, pile

WIN = 100.0
"""The value of scoring more than the other player, in addition to the lead in points."""
TURN = 60
"""The number of search steps for one simulated move."""


class MilleBot(Explainer):
    """The base class of this game's bots."""

    rules, reasons = RULES, REASONS


class Learner(MilleBot):
    """A bot that melds all it can at once, wild twos included, and discards cards without a pair."""

    slips = (
        WILD := Slip("It uses a wild two as soon as it can, and so loses the double.", 1.0),
        BLIND := Slip("It discards without asking who could take the pile with that.", 1.0),
        PAIR := Slip("It sometimes breaks a pair.", 0.3),
        SHY := Slip("It often leaves a pile that it could take.", 0.5),
    )

    def decide(self, state: MilleState, seat: int, rng: Random) -> Move:
        if state.phase == "take":
            cards = next(takings(state, seat), None)
            if cards is not None and not (state.can_draw and self.SHY.made(rng)):
                return pile(cards)
            return (STOCK if state.can_draw else LEAVE).alone
        move = (MELD.first(state, seat) or ADD.first(state, seat)) if self.WILD.made(rng) else next_lay(state, seat)
        return move or discard(self._thrown(state, seat, rng))

    def _thrown(self, state: MilleState, seat: int, rng: Random) -> Card:
        hand = state.hands[seat]
        number = counts(hand)
        alone = [card for card in hand if number[card.rank] == 1]
        return rng.choice(hand if self.PAIR.made(rng) or not alone else alone)


class Steady(MilleBot):
    """A bot that takes a valuable pile, holds sets back early, keeps its hand clean, and discards safe cards."""

    def decide(self, state: MilleState, seat: int, rng: Random) -> Move:
        return choose(state, seat)


@dataclass(frozen=True)
class Strong(MilleBot, Thinker):
    """A bot that compares moves in imagined deals: whether to take the pile, and what to meld.

    It deals the unseen cards several times, plays each deal to its end as the steady bot would, and takes the move
    with the best results. It keeps the move of the rules of thumb unless another is better by `doubt` standard
    errors. Rules of thumb also choose its discards.
    """

    worlds: int = 12
    doubt: float = 0.7

    def plain(self, state: MilleState, seat: int) -> Move:
        return choose(state, seat, CAREFUL)

    def think(self, state: MilleState, seat: int, rng: Random) -> Move:
        moves = self.moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        worlds = (state.filled(rng) for _ in range(self.worlds))
        found = tried(worlds, moves, lambda world, move: outcome(world, seat, move))
        return moves[clearly_best(found, self.doubt)]

    def moves(self, state: MilleState, seat: int) -> list[Move]:
        """Return the moves worth comparing, with the rules of thumb's move first."""
        usual = choose(state, seat, CAREFUL)
        if state.phase == "take":
            others = [pile(cards) for cards in takings(state, seat)]
            others += [STOCK.alone] if state.can_draw else [LEAVE.alone]
        elif usual.verb == DISCARD.name:
            held = MELD.first(state, seat)
            others = [held] if held is not None else []
        else:
            others = [discard(throw(state, seat, CAREFUL)[0])]
        return [usual, *(move for move in others if move != usual)]


def outcome(world: MilleState, seat: int, move: Move) -> float:
    """Return the seat's lead in points at the end of the hand after this move, plus or minus WIN.

    All cards are known, and all seats play by the rules of thumb.
    """
    now, deals = world.copy(), world.match.deals
    RULES.apply(now, seat, move)
    rng = Random(0)
    while now.waiting and now.match.deals == deals:
        spend(TURN)
        mover = now.waiting[0]
        RULES.apply(now, mover, choose(now, mover) if mover >= 0 else RULES.chance(now, rng))
    points = now.match.results[-1].scores or (0, 0)
    ahead = points[seat] - points[1 - seat]
    return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

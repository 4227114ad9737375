"""Bots of Lórum. Each bot plays from what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.engine.work_limits import spend_steps
from games.kit.move_comparison import pick_clearly_best, try_moves
from games.kit.tricks import build_play_move
from games.lorum import strategy
from games.lorum.contracts import STEP
from games.lorum.legality import list_playable_cards
from games.lorum.reasons import REASONS
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, TURN_UP

WORLDS = 24
"""The number of imagined deals in which the strong bot tries its moves."""
A_MOVE = 12
"""The approximate number of search steps for one move in an imagined deal."""
THOUGHT = {
    "play": strategy.choose_trick_card,
    "train": strategy.choose_train_card,
    "quart": strategy.choose_quart_opening,
    "domino": strategy.choose_domino_card,
}
"""For each phase: the strategy's function that chooses a card."""


def choose_random_turn_up(state: LorumState, seat: int, rng: Random) -> Move:
    """Return a move that flips a random card of the seat's hand, which its player can't see in the blind Ape."""
    return Move(TURN_UP.name, rng.randint(1, len(state.hands[seat])))


def choose_steady_move(state: LorumState, seat: int, rng: Random) -> Move:
    """Return the move of the steady bot, which plays by rules of thumb."""
    if state.phase == "blind":
        return choose_random_turn_up(state, seat, rng)
    if not list_playable_cards(state, seat):
        return PASS.bare_move
    return build_play_move(THOUGHT[state.phase](state, seat))


class LorumBot(ExplainingBot):
    """The base class of the Lórum bots.

    It adds the game's rules and the reasons that a bot can give for a move.
    """

    rules, reasons = RULES, REASONS


class LearnerBot(LorumBot):
    """A beginner bot that plays like the steady bot, but often makes typical mistakes."""

    slips = (
        LOW := BeginnerMistake(
            "It plays its lowest card to a trick and keeps high cards and penalty cards too long.", 0.8
        ),
        ANYTHING := BeginnerMistake("It leads, adds, and starts with random cards.", 0.6),
    )

    def decide_on_move(self, state: LorumState, seat: int, rng: Random) -> Move:
        cards = list_playable_cards(state, seat)
        if state.phase == "blind" or len(cards) < 2:
            return choose_steady_move(state, seat, rng)
        if state.phase == "play" and state.trick:
            if self.LOW.is_made_this_time(rng):
                return build_play_move(min(cards, key=STEP.__getitem__))
        elif self.ANYTHING.is_made_this_time(rng):
            return build_play_move(rng.choice(cards))
        return choose_steady_move(state, seat, rng)


class SteadyBot(LorumBot):
    def decide_on_move(self, state: LorumState, seat: int, rng: Random) -> Move:
        return choose_steady_move(state, seat, rng)


class StrongBot(LorumBot, SearchingBot):
    """A bot that tries its moves in imagined deals of the unseen cards.

    In the imagined deals, all seats then play like the steady bot. The bot makes the steady bot's move unless another
    one is clearly better on average.
    """

    def choose_fallback_move(self, state: LorumState, seat: int) -> Move:
        return choose_steady_move(state, seat, Random(0))

    def search_move(self, state: LorumState, seat: int, rng: Random) -> Move:
        if state.phase == "blind":
            return choose_random_turn_up(state, seat, rng)
        first = choose_steady_move(state, seat, rng)
        moves = [first, *(move for move in RULES.list_moves(state, seat) if move != first)]
        if len(moves) == 1:
            return first
        worlds = (state.copy_with_cards_filled_in(rng) for _ in range(WORLDS))
        results = try_moves(worlds, moves, lambda world, move: self._play_out_hand(world.copy(), seat, move, rng))
        return moves[pick_clearly_best(results, doubt=0.5)]

    def _play_out_hand(self, world: LorumState, seat: int, move: Move, rng: Random) -> int:
        """Make a move in the imagined deal `world`, play the hand to its end, and return the seat's chips after it."""
        deals = world.match.deals
        RULES.apply_move(world, seat, move)
        while world.match.deals == deals:
            spend_steps(A_MOVE)
            RULES.apply_move(world, world.turn, choose_steady_move(world, world.turn, rng))
        return world.match.scores[seat]


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

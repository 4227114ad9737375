"""Bots of Guts. A bot knows only what its seat sees, and the reasons it gives don't reveal its hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.guts import match_simulation, strategy
from games.guts.reasons import REASONS
from games.guts.rules import RULES
from games.guts.state import IN, OUT, GutsState
from games.guts.verbs import SAY_IN, SAY_OUT
from games.kit.move_comparison import pick_move_by_elimination

WORLDS = 160
"""The maximum number of imagined deals for one declaration. In each, the rest of the match is simulated."""
HEAT = 40
"""The number of imagined deals in a batch. After each batch, a declaration that wins clearly less often is dropped."""
A_THIRD = 0.34


def build_declaration_move(state: GutsState, seat: int, brave: bool) -> Move:
    """Return the move “in” if the player is `brave` and the rules let the seat go in, otherwise the move “out”."""
    return SAY_IN.bare_move if brave and state.can_go_in(seat) else SAY_OUT.bare_move


def choose_steady_move(state: GutsState, seat: int) -> Move:
    """Return the steady bot's declaration: “in” if its hand is likely enough to be the best, otherwise “out”.

    The bot is bolder when it's behind, and stays out when it leads by far.
    """
    if match_simulation.can_skip_pot(state, seat):
        return SAY_OUT.bare_move
    return build_declaration_move(state, seat, strategy.estimate_hand(state, seat).is_good_enough)


class GutsBot(ExplainingBot):
    """Base class of the bots of Guts. It sets their game (`rules`) and the reasons they can give (`reasons`)."""

    rules, reasons = RULES, REASONS


class LearnerBot(GutsBot):
    """A bot that looks at little more than its own cards, as beginners do."""

    slips = (
        ALIKE := BeginnerMistake("It goes in with the best third of hands, no matter who is in or how many play.", 0.9),
        TIMID := BeginnerMistake("It stays out with all other hands, so it misses pots it would win for free.", 0.9),
    )

    def decide_on_move(self, state: GutsState, seat: int, rng: Random) -> Move:
        good = strategy.get_better_hands_share(state.hands[seat], state.options) <= A_THIRD
        slip = self.ALIKE if good else self.TIMID
        return (
            build_declaration_move(state, seat, good)
            if slip.is_made_this_time(rng)
            else choose_steady_move(state, seat)
        )


class SteadyBot(GutsBot):
    def decide_on_move(self, state: GutsState, seat: int, rng: Random) -> Move:
        return choose_steady_move(state, seat)


class StrongBot(GutsBot, SearchingBot):
    """A bot that simulates the rest of the match with imagined cards, and makes the declaration that wins more often.

    If both declarations win equally often, the bot stays out with a big lead. Without a big lead it goes in, since it
    has nothing to lose.
    """

    def choose_fallback_move(self, state: GutsState, seat: int) -> Move:
        return choose_steady_move(state, seat)

    def search_move(self, state: GutsState, seat: int, rng: Random) -> Move:
        words = [OUT, IN] if match_simulation.is_far_ahead(state, seat) else [IN, OUT]
        imagined = match_simulation.draw_possible_deals(state, seat, WORLDS, rng)
        word = pick_move_by_elimination(
            imagined,
            words,
            lambda world, word: match_simulation.simulate_match(state, seat, word, world),
            HEAT,
            doubt=0,
        )
        return build_declaration_move(state, seat, word == IN)


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

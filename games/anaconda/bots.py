"""Bots of Anaconda. A bot knows only what its seat sees, and the reasons it gives don't reveal its hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from games.anaconda import hand_stages
from games.anaconda.hand_simulation import Hands, HandSimulation
from games.anaconda.hand_stages import BOTH, HIGH, LOW
from games.anaconda.pot_share_estimates import choose_five_to_keep, choose_way_for_seat, estimate_pot_share
from games.anaconda.reasons import REASONS
from games.anaconda.rules import RULES
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import choose_pass, find_best_high, order_cards_for_showing, rank_pass_choices
from games.anaconda.verbs import (
    CALL,
    CHECK,
    FOLD,
    GO_BOTH,
    GO_HIGH,
    GO_LOW,
    build_give_move,
    build_keep_move,
    list_pass_sizes,
)
from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.kit.betting import build_bet_or_raise_move, suggest_bet_totals
from games.kit.move_comparison import pick_clearly_best, pick_move_by_elimination, try_moves

WORLDS = 96
"""The number of imagined deals for a bet or a declaration."""
GIFTS, GIFT_WORLDS = 15, 32
"""The number of passes to compare (the best ones by rules of thumb), and of imagined deals in which to compare them."""
HEAT = 8
"""The number of imagined deals in a batch. After each batch, clearly worse moves are dropped."""
DOUBT = 0.5
"""Another declaration replaces the one from the rules of thumb only if it's better by this many standard errors."""
SKILL = 0.08
"""For each pass still to come, the simulated share of the pot is increased by this fraction of itself.

The seat will choose its cards better than the simulation does.
"""
WAYS = {HIGH: GO_HIGH, LOW: GO_LOW, BOTH: GO_BOTH}
WORTH_A_RAISE = 1.25
"""The seat raises only if it expects to win more than this for each of its chips, if all active players add one."""
WORTH_MORE = 1.7
"""The seat raises by more than the minimum only if it expects to win more than this for each such chip."""


# -- betting -----------------------------------------------------------------------------------------------


def choose_betting_move(state: AnacondaState, seat: int, share: float) -> Move:
    """Return the betting move (fold, check, call, bet, or raise) of a seat that expects to win `share` of the pot.

    `share` is a number from 0 to 1.
    """
    active, due = len(state.active_seats), min(state.count_chips_to_call(seat), state.match.scores[seat])
    pot = sum(state.paid) + state.flavour
    back = share * active
    totals = suggest_bet_totals(state, seat)
    if totals and back > WORTH_A_RAISE + 0.2 * state.raised:
        bold = back > WORTH_MORE and len(totals) > 1 and state.raised < 2
        verb = "raise" if max(state.bets) else "bet"
        return build_bet_or_raise_move(verb, totals[1 if bold else 0])
    if not due:
        return CHECK.bare_move
    return (CALL if share * (pot + due) >= due * _compute_call_cost_factor(state) else FOLD).bare_move


def _compute_call_cost_factor(state: AnacondaState) -> float:
    """Return by how much to multiply the chips of a call, since a player who calls will pay more in later rounds.

    The factor is 1, plus 0.05 for each betting round still to come.
    """
    return 1 + 0.05 * (hand_stages.count_betting_rounds(state.options) - state.round)


# -- everything else ---------------------------------------------------------------------------------------


def choose_pass_move(state: AnacondaState, seat: int) -> Move:
    """Return the move that passes some cards and keeps those that promise the best hand."""
    sizes = list_pass_sizes(state.next_pass)
    return build_give_move(choose_pass(tuple(state.hands[seat]), sum(sizes), state.options).given, sizes)


def choose_declaration(state: AnacondaState, seat: int) -> Move:
    return WAYS[choose_way_for_seat(state, seat)].bare_move


def choose_keep_move(state: AnacondaState, seat: int) -> Move:
    """Return the move that keeps the seat's best five cards, and hides the card that would reveal the most.

    The best five depend on which way the seat goes: high, low, or both.
    """
    way, options = choose_way_for_seat(state, seat), state.options
    return build_keep_move(order_cards_for_showing(choose_five_to_keep(state.hands[seat], way, options), way, options))


def choose_steady_move(state: AnacondaState, seat: int) -> Move:
    """Return the move of the steady bot, which follows rules of thumb."""
    if state.phase == "bet":
        return choose_betting_move(state, seat, estimate_pot_share(state, seat))
    return {"pass": choose_pass_move, "declare": choose_declaration, "final": choose_keep_move}[state.phase](
        state, seat
    )


class AnacondaBot(ExplainingBot):
    """Base class of Anaconda's bots. It sets their game (`rules`) and the reasons they can give (`reasons`)."""

    rules, reasons = RULES, REASONS


class LearnerBot(AnacondaBot):
    """A bot that plays like the steady bot, but often makes beginners' mistakes."""

    slips = (
        CURIOUS := BeginnerMistake("It calls whatever is bet, to see what comes.", 0.6),
        MADE := BeginnerMistake(
            "It keeps its best five cards when it gives some, and forgets that only four stay.", 0.4
        ),
        PROUD := BeginnerMistake("It goes high with any two pair.", 0.5),
    )

    def decide_on_move(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        if state.phase == "bet" and state.count_chips_to_call(seat) and self.CURIOUS.is_made_this_time(rng):
            return CALL.bare_move
        if state.phase == "pass" and self.MADE.is_made_this_time(rng):
            hand, sizes = state.hands[seat], list_pass_sizes(state.next_pass)
            five = find_best_high(tuple(hand))[0]
            cards = (*(card for card in hand if card not in five), *five)[: sum(sizes)]
            return build_give_move(cards, sizes)
        if (
            state.phase == "declare"
            and find_best_high(tuple(state.hands[seat]))[1][0] > 1
            and self.PROUD.is_made_this_time(rng)
        ):
            return GO_HIGH.bare_move
        return choose_steady_move(state, seat)


class SteadyBot(AnacondaBot):
    def decide_on_move(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        return choose_steady_move(state, seat)


class StrongBot(AnacondaBot, SearchingBot):
    """A bot that compares moves by simulating the rest of the hand many times, with random cards for its rivals.

    It follows rules of thumb, like the steady bot, when it chooses its five cards. It also does so afterward if house
    rules show four cards of each hand at once.
    """

    def choose_fallback_move(self, state: AnacondaState, seat: int) -> Move:
        return choose_steady_move(state, seat)

    def search_move(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        if state.phase == "final" or (state.has_everyone_chosen_five and state.options.reveal == "four"):
            return choose_steady_move(state, seat)
        imagined = HandSimulation(state, seat)
        worlds = (imagined.draw_possible_hands(rng) for _ in range(GIFT_WORLDS if state.phase == "pass" else WORLDS))
        decide = {
            "bet": self._choose_betting_move,
            "pass": self._choose_pass_move,
            "declare": self._choose_declaration,
        }[state.phase]
        return decide(state, seat, imagined, worlds)

    def _choose_betting_move(
        self, state: AnacondaState, seat: int, imagined: HandSimulation, worlds: Iterable[Hands]
    ) -> Move:
        """Return the betting move that suits the share of the pot that the seat can expect.

        The share is an average over the imagined deals `worlds`, each a dict of the hands by seat. `imagined` simulates
        the rest of the hand with each of them. The average is increased a little, because the seat will choose the
        cards for coming passes better than the simulation does.
        """
        share = sum([imagined.compute_pot_share(imagined.apply_passes(hands)) for hands in worlds]) / WORLDS
        return choose_betting_move(state, seat, min(1.0, share * (1 + SKILL * len(imagined.left))))

    def _choose_pass_move(
        self, state: AnacondaState, seat: int, imagined: HandSimulation, worlds: Iterable[Hands]
    ) -> Move:
        """Return the pass after which the seat gets the best results in the imagined deals `worlds`.

        Only the passes that keep the most promising cards are compared. Each imagined deal is a dict of the hands by
        seat, and `imagined` simulates the rest of the hand with it.
        """
        hand, sizes = tuple(state.hands[seat]), list_pass_sizes(state.next_pass)
        gifts = [choice.given for choice in rank_pass_choices(hand, sum(sizes), state.options, GIFTS)]
        best = pick_move_by_elimination(
            worlds,
            gifts,
            lambda hands, cards: imagined.compute_pot_share(imagined.apply_passes(hands, cards)),
            HEAT,
            DOUBT,
        )
        return build_give_move(best, sizes)

    def _choose_declaration(
        self, state: AnacondaState, seat: int, imagined: HandSimulation, worlds: Iterable[Hands]
    ) -> Move:
        """Return the declaration (high, low, or both) with which the seat wins most in the imagined deals `worlds`.

        It's the steady bot's declaration unless another one is clearly better. Each imagined deal is a dict of the
        hands by seat, and `imagined` computes the seat's share of the pot in it.
        """
        first = choose_declaration(state, seat).verb
        ways = [first, *(move.verb for move in RULES.list_moves(state, seat) if move.verb != first)]
        return WAYS[ways[pick_clearly_best(try_moves(worlds, ways, imagined.compute_pot_share), DOUBT)]].bare_move


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

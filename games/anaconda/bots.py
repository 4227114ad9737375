"""Bots of Anaconda. Each knows only what its seat can see, and its reasons reveal nothing about its hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from games.anaconda import stages
from games.anaconda.imagined import Hands, Imagined
from games.anaconda.outlook import five_for, rough_share, way_of
from games.anaconda.reasons import REASONS
from games.anaconda.rules import RULES
from games.anaconda.stages import BOTH, HIGH, LOW
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import best_high, keepings, kept, laid
from games.anaconda.verbs import CALL, CHECK, FOLD, GO_BOTH, GO_HIGH, GO_LOW, gift, keeping, sizes_of
from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.kit.betting import some_totals, to
from games.kit.comparing import clearly_best, raced, tried

WORLDS = 96
"""The number of imagined deals for a bet or a declaration."""
GIFTS, GIFT_WORLDS = 15, 32
"""How many of the best gifts are compared for a pass, and in how many imagined deals."""
HEAT = 8
"""After each batch of this many imagined deals, clearly worse moves are dropped."""
DOUBT = 0.5
"""The number of standard errors by which another move must beat the first choice."""
SKILL = 0.08
"""The relative gain per pass to come, as the seat will choose its cards better than it imagines."""
WAYS = {HIGH: GO_HIGH, LOW: GO_LOW, BOTH: GO_BOTH}
WORTH_A_RAISE = 1.25
"""A raise needs more than this return on each chip, if all active players put one in."""
WORTH_MORE = 1.7
"""A raise above the least one needs more than this return."""


# -- betting -----------------------------------------------------------------------------------------------


def bet(state: AnacondaState, seat: int, share: float) -> Move:
    """Return the betting move of a seat that expects this share of the pot."""
    active, due = len(state.active), min(state.to_call(seat), state.match.scores[seat])
    pot = sum(state.paid) + state.flavour
    back = share * active
    totals = some_totals(state, seat)
    if totals and back > WORTH_A_RAISE + 0.2 * state.raised:
        bold = back > WORTH_MORE and len(totals) > 1 and state.raised < 2
        verb = "raise" if max(state.bets) else "bet"
        return to(verb, totals[1 if bold else 0])
    if not due:
        return CHECK.alone
    return (CALL if share * (pot + due) >= due * _later(state) else FOLD).alone


def _later(state: AnacondaState) -> float:
    """Return the factor by which later rounds make a call more expensive than it looks."""
    return 1 + 0.05 * (stages.rounds(state.options) - state.round)


# -- everything else ---------------------------------------------------------------------------------------


def give(state: AnacondaState, seat: int) -> Move:
    """Return the move that passes the cards that the hand needs least."""
    sizes = sizes_of(state.going)
    return gift(kept(tuple(state.hands[seat]), sum(sizes), state.options).given, sizes)


def declare(state: AnacondaState, seat: int) -> Move:
    return WAYS[way_of(state, seat)].alone


def keep(state: AnacondaState, seat: int) -> Move:
    """Return the move that keeps the best five cards for the seat's way, and hides the most telling one."""
    way, options = way_of(state, seat), state.options
    return keeping(laid(five_for(state.hands[seat], way, options), way, options))


def steady(state: AnacondaState, seat: int) -> Move:
    """Return the move of a careful player."""
    if state.phase == "bet":
        return bet(state, seat, rough_share(state, seat))
    return {"pass": give, "declare": declare, "final": keep}[state.phase](state, seat)


class AnacondaBot(Explainer):
    """The base class of this game's bots."""

    rules, reasons = RULES, REASONS


class Learner(AnacondaBot):
    """A bot that plays like the steady bot, except for its slips."""

    slips = (
        CURIOUS := Slip("It calls whatever is bet, to see what comes.", 0.6),
        MADE := Slip("It keeps its best five cards when it gives some, and forgets that only four stay.", 0.4),
        PROUD := Slip("It goes high with any two pair.", 0.5),
    )

    def decide(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        if state.phase == "bet" and state.to_call(seat) and self.CURIOUS.made(rng):
            return CALL.alone
        if state.phase == "pass" and self.MADE.made(rng):
            hand, sizes = state.hands[seat], sizes_of(state.going)
            five = best_high(tuple(hand))[0]
            cards = (*(card for card in hand if card not in five), *five)[: sum(sizes)]
            return gift(cards, sizes)
        if state.phase == "declare" and best_high(tuple(state.hands[seat]))[1][0] > 1 and self.PROUD.made(rng):
            return GO_HIGH.alone
        return steady(state, seat)


class Steady(AnacondaBot):
    def decide(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        return steady(state, seat)


class Strong(AnacondaBot, Thinker):
    """A bot that imagines its rivals' hands, and plays on from there as often as time allows."""

    def plain(self, state: AnacondaState, seat: int) -> Move:
        return steady(state, seat)

    def think(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        if state.phase == "final" or (state.laid_out and state.options.reveal == "four"):
            return steady(state, seat)
        imagined = Imagined(state, seat)
        worlds = (imagined.hands(rng) for _ in range(GIFT_WORLDS if state.phase == "pass" else WORLDS))
        decide = {"bet": self._bet, "pass": self._give, "declare": self._declare}[state.phase]
        return decide(state, seat, imagined, worlds)

    def _bet(self, state: AnacondaState, seat: int, imagined: Imagined, worlds: Iterable[Hands]) -> Move:
        """Return a betting move for the average imagined share, raised a little.

        The seat will choose its cards for the passes to come better than it imagines.
        """
        share = sum([imagined.share(imagined.passed(hands)) for hands in worlds]) / WORLDS
        return bet(state, seat, min(1.0, share * (1 + SKILL * len(imagined.left))))

    def _give(self, state: AnacondaState, seat: int, imagined: Imagined, worlds: Iterable[Hands]) -> Move:
        """Return the best pass in imagined deals, among those that keep the most promising cards."""
        hand, sizes = tuple(state.hands[seat]), sizes_of(state.going)
        gifts = [one.given for one in keepings(hand, sum(sizes), state.options, GIFTS)]
        best = raced(worlds, gifts, lambda hands, cards: imagined.share(imagined.passed(hands, cards)), HEAT, DOUBT)
        return gift(best, sizes)

    def _declare(self, state: AnacondaState, seat: int, imagined: Imagined, worlds: Iterable[Hands]) -> Move:
        """Return the declaration with the largest share of the pot in imagined deals."""
        first = declare(state, seat).verb
        ways = [first, *(move.verb for move in RULES.moves(state, seat) if move.verb != first)]
        return WAYS[ways[clearly_best(tried(worlds, ways, imagined.share), DOUBT)]].alone


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

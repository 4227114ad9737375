"""Bots of Anaconda. Each plays from its view alone, and its reasons tell nothing of its hand."""

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
"""So many times the hands of rivals are imagined for a bet or a declaration."""
GIFTS, GIFT_WORLDS = 15, 32
"""So many gifts are compared, those that leave most, in so many imagined hands."""
HEAT = 8
"""After each so many worlds those are given up that are clearly worse."""
DOUBT = 0.5
"""By so many standard errors another move must be better than what comes to mind first."""
SKILL = 0.08
"""With each pass that a seat has still to choose it wins so much more than it imagines."""
WAYS = {HIGH: GO_HIGH, LOW: GO_LOW, BOTH: GO_BOTH}
WORTH_A_RAISE = 1.25
"""A chip that all active players put in brings so many back, at least, where it is worth raising."""
WORTH_MORE = 1.7
"""And so many where it is worth more than the least."""


# -- betting -----------------------------------------------------------------------------------------------


def bet(state: AnacondaState, seat: int, share: float) -> Move:
    """Return what to do in a round of betting with hopes for such a share of the pot."""
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
    """Return how much dearer a call is than it looks, for the rounds that are to come."""
    return 1 + 0.05 * (stages.rounds(state.options) - state.round)


# -- everything else ---------------------------------------------------------------------------------------


def give(state: AnacondaState, seat: int) -> Move:
    """Give what is least missed."""
    sizes = sizes_of(state.going)
    return gift(kept(tuple(state.hands[seat]), sum(sizes), state.options).given, sizes)


def declare(state: AnacondaState, seat: int) -> Move:
    return WAYS[way_of(state, seat)].alone


def keep(state: AnacondaState, seat: int) -> Move:
    """The five best cards for what was declared, with the telling one hidden."""
    way, options = way_of(state, seat), state.options
    return keeping(laid(five_for(state.hands[seat], way, options), way, options))


def steady(state: AnacondaState, seat: int) -> Move:
    """Return what a careful player does."""
    if state.phase == "bet":
        return bet(state, seat, rough_share(state, seat))
    return {"pass": give, "declare": declare, "final": keep}[state.phase](state, seat)


class AnacondaBot(Explainer):
    """What the bots of this game have in common."""

    rules, reasons = RULES, REASONS


class Learner(AnacondaBot):
    """Plays as the steady bot does, but for its mistakes."""

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
    """Imagines what its rivals may hold, and plays on from there as often as it has time for."""

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
        """It hopes for more than it imagines, since it will give better than it imagines."""
        share = sum([imagined.share(imagined.passed(hands)) for hands in worlds]) / WORLDS
        return bet(state, seat, min(1.0, share * (1 + SKILL * len(imagined.left))))

    def _give(self, state: AnacondaState, seat: int, imagined: Imagined, worlds: Iterable[Hands]) -> Move:
        """Of the gifts that leave most, the one after which most is to be won."""
        hand, sizes = tuple(state.hands[seat]), sizes_of(state.going)
        gifts = [one.given for one in keepings(hand, sum(sizes), state.options, GIFTS)]
        best = raced(worlds, gifts, lambda hands, cards: imagined.share(imagined.passed(hands, cards)), HEAT, DOUBT)
        return gift(best, sizes)

    def _declare(self, state: AnacondaState, seat: int, imagined: Imagined, worlds: Iterable[Hands]) -> Move:
        """The way that brings most in imagined hands."""
        first = declare(state, seat).verb
        ways = [first, *(move.verb for move in RULES.moves(state, seat) if move.verb != first)]
        return WAYS[ways[clearly_best(tried(worlds, ways, imagined.share), DOUBT)]].alone


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

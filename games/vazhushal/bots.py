"""Bots of Vazhushal: learner, steady and strong. Each plays from its view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from math import exp
from random import Random

from games.cards import JOKER, codes
from games.engine.bot import Choice, Slip, Thinker
from games.engine.move import Move
from games.engine.state import DEALER
from games.engine.view import View
from games.engine.work import TooMuch, first, up_to
from games.kit.arrange import arrange
from games.kit.comparing import clearly_best, tried
from games.kit.rummy import discard, legal
from games.vazhushal.endgame import Winning, can_go_out
from games.vazhushal.melding import owned
from games.vazhushal.moves import laid_first, rearrange
from games.vazhushal.outlook import discards, hand_cost, next_lay
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import face_value, hand_value, score_seat
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import DISCARD, DONE, KEEP, LAYOFF, REARRANGE, STOCK, TAKE, THROW_IN, VERBS, WIPE
from games.vazhushal.wiping import WIPES, takes, wipes

REGROUPING = 200_000
"""The steps that there are to find a better regrouping."""
PER_DEPTH = 3
"""How many wipes of each depth are weighed."""
STOCK_GAIN, WIPE_GAIN = 0.35, 0.75
"""What a card from the stock is worth on average, and what the discard after a wipe is, in cards of a hand."""


class Wiper(Thinker):
    """What the bots of this game have in common."""

    def plain(self, view: View) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "draw":
            return Choice((TAKE if state.forced else STOCK).alone, "A card from the stock is always allowed.")
        if state.phase == "redeal":
            return Choice(KEEP.alone, "This hand is good enough to keep.", "redeal.three-doubles")
        if state.phase == "final":
            return Choice(DONE.alone, "That will do.", "exhaust.final-melds")
        card = next((card for card in state.hands[seat] if card not in state.wilds), state.hands[seat][0])
        return Choice(discard(card), "One card has to go.", "discard.one")


class Learner(Wiper):
    """Lays what it sees, wipes little, throws away high cards."""

    slips = (
        UNSEEN := Slip("It often overlooks a card that fits a meld, or a meld with a wild card in it.", 0.7),
        SHY := Slip("It seldom wipes the line, and never deep.", 0.8),
    )

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "redeal":
            return Choice(THROW_IN.alone, "A new deal cannot be worse.", "redeal.three-doubles")
        if state.phase == "draw":
            depths = range(1, min(len(state.line), 2) + 1)
            shallow = first(WIPES, (move for depth in depths for move in wipes(state, seat, depth)))
            if state.forced:
                return Choice(TAKE.alone, "It has to be taken.", "starter.nobody-pure")
            if shallow is not None and not self.SHY.made(rng):
                return Choice(shallow, "That makes a meld.", "wipe.deepest-card-must-meld")
            return Choice(STOCK.alone, "A card from the stock is always allowed.", "draw.stock")
        laying = next_lay(state, seat)
        if laying is not None and not (self._hard_to_see(laying) and self.UNSEEN.made(rng)):
            return Choice(laying, "It fits, so it goes down.", "meld.any-number")
        if state.phase == "final":
            return Choice(DONE.alone, "Nothing more fits.", "exhaust.final-melds")
        cards = [card for card in state.hands[seat] if card not in state.wilds] or state.hands[seat]
        card = max(rng.sample(cards, min(4, len(cards))), key=lambda one: min(one.rank, 10))
        return Choice(discard(card), "One card has to go.", "discard.one")

    def _hard_to_see(self, move: Move) -> bool:
        return move.verb == LAYOFF.name or not all(card.natural for card in move.cards)


class Steady(Wiper):
    """Weighs every wipe by how far it leaves the hand from going out, and lays whatever fits."""

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "redeal":
            return _redeal(state, seat)
        if state.phase == "draw":
            return self._draw(state, seat)
        laying = next_lay(state, seat)
        if laying is not None:
            return Choice(laying, "Every card on the table is one less to get rid of.", "meld.any-number")
        if state.phase == "final":
            return Choice(DONE.alone, "Nothing more fits.", "exhaust.final-melds")
        return _discard_choice(state, seat)

    def _draw(self, state: VazhushalState, seat: int) -> Choice:
        best = min(weigh_draws(state, seat), key=lambda one: one[0])[1]
        clause = "draw.stock" if best.verb == STOCK.name else "wipe.deepest-card-must-meld"
        return Choice(best, _reason(state, best), clause)


@dataclass(frozen=True)
class Strong(Wiper):
    """Regroups its melds exactly and takes every sure way out; else tries its moves in imagined deals.

    For those the unseen cards are dealt many times over, and each deal is played on for a few turns. Every candidate is
    tried on the same imagined deals. The steady bot's move stands unless another one fares better by `doubt` standard
    errors, since a few deals say little.
    """

    worlds: int = 20
    candidates: int = 3
    turns: int = 3
    doubt: float = 2.5

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "redeal":
            return _redeal(state, seat)
        if state.phase in ("draw", "table"):
            way = can_go_out(state, seat)
            if isinstance(way, Winning):
                return Choice(way.moves[0], "From here there is a sure way out in this turn.", "out.definition")
        moves = self._candidates(state, seat)
        if len(moves) == 1:
            return Choice(moves[0], _reason(state, moves[0]))

        def outcome(world: tuple[VazhushalState, int], move: Move) -> float:
            return play_on(world[0].copy(), seat, move, self.turns, Random(world[1]))

        worlds = ((state.filled(rng), rng.randrange(1 << 30)) for _ in range(self.worlds))
        fared = tried(worlds, moves, outcome)
        best = moves[clearly_best(fared, self.doubt)]
        said = f" It fared best in {len(fared[0])} imagined deals." if fared[0] else ""
        return Choice(best, _reason(state, best) + said)

    def _candidates(self, state: VazhushalState, seat: int) -> list[Move]:
        if state.phase == "draw":
            weighed = sorted(weigh_draws(state, seat), key=lambda one: one[0])
            return [move for _, move in weighed[: self.candidates]]
        laying = next_lay(state, seat) or _regroup(state, seat)
        if laying is not None:
            return [laying]
        if state.phase == "final":
            return [DONE.alone]
        return [discard(card) for _, card in discards(state, seat)[: self.candidates]]


def weigh_draws(state: VazhushalState, seat: int) -> list[tuple[float, Move]]:
    """Every draw worth thinking of and how far it leaves the hand from going out, in cards; lower is better."""
    if state.forced:
        return [(0.0, TAKE.alone)]
    weighed = [(hand_cost(state.copy(), seat) - STOCK_GAIN, STOCK.alone)]
    try:
        for move in _line_draws(state, seat):
            after = state.copy()
            VERBS.apply(after, seat, move)
            cost = hand_cost(after, seat) if after.waiting == (seat,) and not after.between else -9.0
            weighed.append((cost - WIPE_GAIN, move))
    except TooMuch:
        pass
    return weighed


def _line_draws(state: VazhushalState, seat: int) -> Iterable[Move]:
    for depth in range(1, len(state.line) + 1):
        yield from up_to(WIPES, islice(wipes(state, seat, depth), PER_DEPTH))
    yield from islice(takes(state, seat), PER_DEPTH)


def play_on(state: VazhushalState, seat: int, move: Move, turns: int, rng: Random) -> float:
    """How a world goes for a seat after this move when all play on, so many turns each.

    1 is a win and 0 a loss; if nobody is out by then, it lies between, by how many cards the seat leads its best rival.
    """
    before = len(state.match.results)
    VERBS.apply(state, seat, move)
    until = state.turns + turns * state.seats
    while state.waiting and state.waiting != (DEALER,) and state.turns < until:
        mover = state.waiting[0]
        VERBS.apply(state, mover, quick_move(state, mover, rng))
    if len(state.match.results) > before:
        winners = state.match.results[-1].winners
        return (1.0 / len(winners) if seat in winners else 0.0) if winners else 0.3
    costs = [hand_cost(state, other) for other in range(state.seats)]
    rival = min(cost for other, cost in enumerate(costs) if other != seat)
    return 1 / (1 + exp((costs[seat] - rival) / 3))


def quick_move(state: VazhushalState, seat: int, rng: Random) -> Move:
    """A sensible move at little cost, for playing imagined worlds on."""
    if state.phase == "draw":
        return TAKE.alone if state.forced else _quick_draw(state, seat)
    if state.phase == "redeal":
        return KEEP.alone
    laying = next_lay(state, seat)
    if laying is not None:
        return laying
    if state.phase == "final":
        return DONE.alone
    return discard(discards(state, seat)[0][1])


def _quick_draw(state: VazhushalState, seat: int) -> Move:
    """The wipe that melds most for what it picks up, if it melds enough; else the stock."""
    best, worth = STOCK.alone, 0.4 if state.opened(seat) else -1.5
    for depth in range(1, min(len(state.line), 12) + 1):
        move = first(WIPES, wipes(state, seat, depth))
        if move is not None:
            laid = len(move.cards) + len(laid_first(move))
            value = laid - 0.75 * depth - 1.2 * sum(not card.natural for card in move.cards)
            if value > worth:
                best, worth = move, value
    return best


def _regroup(state: VazhushalState, seat: int) -> Move | None:
    """A rearrangement that places more hand cards than lying off and melding can; None if there is none."""
    if not REARRANGE.now(state, seat) or not state.options.layoff_own:
        return None
    hand = state.hands[seat]
    keep = 1 if state.phase == "table" and state.options.out_discard else 0
    if len(hand) <= keep:
        return None
    final = state.phase == "final"
    try:
        best = arrange(
            hand,
            owned(state.melds[seat]),
            state.law,
            keep=keep,
            goal="points" if final else "cards",
            card_value=face_value,
            hand_value=lambda card: hand_value(state, card),
            bound=REGROUPING,
        )
    except TooMuch:
        return None
    if best is None or len(best.left) == len(hand):
        return None
    if final and best.value <= score_seat(state, seat).total:
        return None
    if not final and len(best.left) > keep and sum(card not in state.wilds for card in best.left) == len(hand):
        return None
    return next(legal(REARRANGE.judge, state, seat, [rearrange(best.melds)]), None)


def _discard_choice(state: VazhushalState, seat: int) -> Choice:
    if len(state.hands[seat]) == 1:
        card = state.hands[seat][0]
        return Choice(discard(card), "The last card goes, and that wins the hand.", "out.definition")
    card = discards(state, seat)[0][1]
    told = f"{card.code} does least for my hand and offers little to the next player."
    return Choice(discard(card), told, "discard.any-hand-card")


def _redeal(state: VazhushalState, seat: int) -> Choice:
    useful = sum(card is JOKER for card in state.hands[seat])
    if useful >= 2:
        return Choice(KEEP.alone, "This hand is good enough to keep.", "redeal.three-doubles")
    return Choice(THROW_IN.alone, "Doubles are of little use in one hand.", "redeal.three-doubles")


def _reason(state: VazhushalState, move: Move) -> str:
    """Why a move was made, in words that say nothing of the cards still in hand."""
    if move.verb == STOCK.name:
        return "Nothing in the line was worth what comes with it."
    if move.verb == TAKE.name:
        return "The wild starter is worth the whole line."
    if move.verb == WIPE.name:
        return f"{codes(move.cards)} goes down at once, and what comes along is of use."
    if move.verb == DISCARD.name:
        return f"{move.cards[0].code} was the card I could best do without."
    return "Every card on the table is one less to get rid of."


BOTS: Mapping[str, Learner | Steady | Strong] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

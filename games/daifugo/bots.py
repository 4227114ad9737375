"""Bots of Daifugo: learner, steady, and strong. Each bot plays from what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.daifugo.counting import KEPT, Count, Counted, Guesses, count_of
from games.daifugo.judging import BACK
from games.daifugo.plays import JACK, tidy
from games.daifugo.reasons import REASONS
from games.daifugo.rules import RULES
from games.daifugo.state import EXCHANGE, GIVE, THROW, TURN, DaifugoState
from games.daifugo.strategy import Way, better_upside_down, chosen, groups_of, spare, ways
from games.daifugo.verbs import ANOTHER, ENOUGH, GIVE_ONE, PASS, SEQUENCE, THROW_ONE, give_back, play_of
from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.engine.work import spend
from games.kit.comparing import raced

PLAYING, COUNTING = 40, 4
"""Work steps for each card of an imagined hand: in full, and where only rank and number count."""
SECOND = 0.2
"""The most that a hand can be worth if another player has got the best free title."""
SESSION = 5
"""The number of hands after which a bot ends the match if it's asked."""


def move_of(state: DaifugoState, way: Way | None) -> Move:
    """Return the move that makes this play, or a pass if it's None."""
    if way is None:
        return PASS.alone
    cards = tidy(way.cards)
    if way.shape.run:
        return Move(SEQUENCE.name, groups=(cards,))
    return play_of(cards)


def steady_move(state: DaifugoState, seat: int) -> Move:
    """Return the move of the steady bot, which plays as a good teacher would."""
    phase, hand = state.phase, state.hands[seat]
    if phase == TURN:
        way = chosen(state, seat)
        move = move_of(state, way)
        turns = way and state.options.eleven_back == "optional" and way.shape.count(JACK)
        return move._replace(word=BACK) if way and turns and better_upside_down(state, seat, way) else move
    if phase == EXCHANGE:
        return give_back(spare(hand, state.tribute(seat)))
    if phase in (GIVE, THROW):
        verb = GIVE_ONE if phase == GIVE else THROW_ONE
        return Move(verb.name, groups=(tuple(spare(hand, 1, state.upside_down)),))
    return (ENOUGH if state.match.deals >= SESSION else ANOTHER).alone


class DaifugoBot(Explainer):
    """Base class of the bots of Daifugo."""

    rules, reasons = RULES, REASONS


class Learner(DaifugoBot):
    """The beginner bot: plays what it can, and plans nothing."""

    slips = (
        LEAD := Slip("It often leads any cards at all, high ones too.", 0.5),
        ANSWER := Slip("It often answers with any card that is higher, and breaks up pairs for it.", 0.5),
        WAIT := Slip("It sometimes passes although it could answer.", 0.2),
    )

    def decide(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        move = steady_move(state, seat)
        if state.phase == TURN and move.verb != PASS.name:
            if state.pile and self.WAIT.made(rng):
                move = PASS.alone
            elif (self.ANSWER if state.pile else self.LEAD).made(rng):
                move = move_of(state, rng.choice(ways(state, seat)))
        return move


class Steady(DaifugoBot):
    """The steady bot: leads low, beats others cheaply, and keeps sure winners for the end."""

    def decide(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        return steady_move(state, seat)


@dataclass(frozen=True)
class Strong(DaifugoBot, Thinker):
    """The strong bot: tries its best moves in many imagined deals, until one more player is out."""

    worlds: int = 200
    few: int = 30
    """The number of imagined deals where cards have special effects, which take long to play.

    `worlds` is the number where only rank and number count.
    """
    heat: int = 20
    candidates: int = 8
    doubt: float = 1.5

    def plain(self, state: DaifugoState, seat: int) -> Move:
        return steady_move(state, seat)

    def think(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        moves = self.moves(state, seat)
        compare = self._counting if state.options.counted else self._playing
        return compare(state, seat, moves, rng) if len(moves) > 1 else moves[0]

    def _counting(self, state: DaifugoState, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move, for house rules under which only rank and number count."""
        worlds = Guesses(state, seat).deals(self.worlds, rng)
        counts = {move: count_of(move.cards, state.upside_down) for move in moves}
        return raced(worlds, moves, lambda world, move: counted_on(world, counts[move]), self.heat, self.doubt)

    def _playing(self, state: DaifugoState, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move under any house rules."""
        worlds = (likely(state, seat, rng) for _ in range(self.few))
        return raced(worlds, moves, lambda world, move: played_on(world, seat, move), self.heat, self.doubt)

    def moves(self, state: DaifugoState, seat: int) -> Sequence[Move]:
        """Return the steady bot's move and others that are worth trying."""
        first = steady_move(state, seat)
        if state.phase != TURN:
            return [first]
        every = sorted(ways(state, seat), key=lambda way: way.cost)
        half = self.candidates // 2
        best = every if len(every) <= self.candidates else [*every[:half], *every[half - self.candidates :]]
        moves = [first, *(move_of(state, way) for way in best)]
        if state.options.eleven_back == "optional":
            moves += [
                move._replace(word=BACK) for way, move in zip(best, moves[1:], strict=True) if way.shape.count(JACK)
            ]
        if state.pile:
            moves.append(PASS.alone)
        return list(dict.fromkeys(moves))


def likely(state: DaifugoState, seat: int, rng: Random) -> DaifugoState:
    """Return a likely deal of the unseen cards: once cards are gone, the best of a few random deals.

    The other players have kept cards of one rank together, so their hands need fewer plays than random cards.
    """
    deals = [state.filled(rng) for _ in range(KEPT if state.gone else 1)]
    return min(deals, key=lambda deal: sum(len(groups_of(hand)) for one, hand in enumerate(deal.hands) if one != seat))


def counted_on(deal: Counted, play: Count) -> float:
    """Return how good a play or a pass is in an imagined deal, for the player whose turn it is.

    Only for house rules under which rank and number alone count.
    """
    table, seat = deal.copy(), deal.turn
    spend(COUNTING * sum(table.held))
    table.make(play)
    if not table.held[seat] or table.play_on() == seat:
        return 1.0
    return worth(table.held, seat)


def played_on(deal: DaifugoState, seat: int, move: Move) -> float:
    """Return how good a move is for a seat in an imagined deal."""
    world, deals, out = deal.copy(), deal.match.deals, len(deal.placed)
    spend(PLAYING * sum(map(len, world.hands)))
    RULES.apply(world, seat, move)
    while world.match.deals == deals and len(world.placed) == out:
        mover = world.waiting[0]
        RULES.apply(world, mover, steady_move(world, mover))
    if (world.titles if world.match.deals > deals else world.placed)[out] == seat:
        return 1.0
    return worth([len(hand) for hand in world.hands], seat)


def worth(held: Sequence[int], seat: int) -> float:
    """Return what a hand is worth after another player got the best free title.

    It's worth more if other players hold more cards.
    """
    return SECOND * sum(other > held[seat] for other in held) / len(held) if held[seat] else 0.0


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

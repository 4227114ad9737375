"""Bots of Daifugo: learner, steady and strong. Each plays from its view alone."""

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
"""What playing an imagined hand takes for each of its cards, and where only rank and number count."""
SECOND = 0.2
"""What it counts to be ahead of the others when somebody else gets the title."""
SESSION = 5
"""After so many hands a bot has had enough, where that is asked."""


def move_of(state: DaifugoState, way: Way | None) -> Move:
    """The move of a play, or a pass."""
    if way is None:
        return PASS.alone
    cards = tidy(way.cards)
    if way.shape.run:
        return Move(SEQUENCE.name, groups=(cards,))
    return play_of(cards)


def steady_move(state: DaifugoState, seat: int) -> Move:
    """Return what a good teacher would do."""
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
    """What the bots of this game have in common."""

    rules, reasons = RULES, REASONS


class Learner(DaifugoBot):
    """Plays what goes, and plans nothing."""

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
    """Leads low, answers cheaply, keeps what is sure to win for the end."""

    def decide(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        return steady_move(state, seat)


@dataclass(frozen=True)
class Strong(DaifugoBot, Thinker):
    """Deals the cards it cannot see many times over, and plays its best moves until one more is out."""

    worlds: int = 200
    few: int = 30
    """Imagined deals where only rank and number count, and where more does, so that they take long to play."""
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
        """The best of them where only rank and number count."""
        worlds = Guesses(state, seat).deals(self.worlds, rng)
        counts = {move: count_of(move.cards, state.upside_down) for move in moves}
        return raced(worlds, moves, lambda world, move: counted_on(world, counts[move]), self.heat, self.doubt)

    def _playing(self, state: DaifugoState, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """The best of them by any house rules."""
        worlds = (likely(state, seat, rng) for _ in range(self.few))
        return raced(worlds, moves, lambda world, move: played_on(world, seat, move), self.heat, self.doubt)

    def moves(self, state: DaifugoState, seat: int) -> Sequence[Move]:
        """The steady move, and others that are worth trying."""
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
    """The unseen cards dealt; once some are gone, the best of a few such deals for the others.

    They have kept equal cards together, so their hands need fewer plays than cards that fall at random.
    """
    deals = [state.filled(rng) for _ in range(KEPT if state.gone else 1)]
    return min(deals, key=lambda deal: sum(len(groups_of(hand)) for one, hand in enumerate(deal.hands) if one != seat))


def counted_on(deal: Counted, play: Count) -> float:
    """What a play, or a pass, of whose turn it is comes to in an imagined deal, where only rank and number count."""
    table, seat = deal.copy(), deal.turn
    spend(COUNTING * sum(table.held))
    table.make(play)
    if not table.held[seat] or table.play_on() == seat:
        return 1.0
    return worth(table.held, seat)


def played_on(deal: DaifugoState, seat: int, move: Move) -> float:
    """Return what a move comes to in an imagined deal."""
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
    """What a hand is worth to a seat when another has got the best title that was free: less if others hold less."""
    return SECOND * sum(other > held[seat] for other in held) / len(held) if held[seat] else 0.0


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

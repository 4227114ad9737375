"""Bots of Daifugo: learner, steady and strong. Each plays from its view alone, and says nothing of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.daifugo.judging import BACK
from games.daifugo.plays import JACK, tidy
from games.daifugo.rules import RULES
from games.daifugo.state import AGREE, EXCHANGE, GIVE, THROW, TURN, DaifugoState, imagine
from games.daifugo.strategy import Way, chosen, groups_of, spare, ways
from games.daifugo.verbs import ANOTHER, ENOUGH, GIVE_ONE, PASS, SEQUENCE, THROW_ONE, give_back, play_of
from games.engine.bot import Bot, Choice, Slip, Thinker
from games.engine.move import Move
from games.engine.view import View
from games.engine.work import spend
from games.kit.comparing import raced

STEP = 12
"""What playing an imagined hand takes for each of its cards."""
SECOND = 0.2
"""What it counts to be ahead of the others when somebody else is first."""
KEPT = 4
"""Of so many imagined deals one is likely: hands of steady players are found to need as few plays as its do."""
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
    """What a good teacher would do."""
    phase, hand = state.phase, state.hands[seat]
    if phase == TURN:
        return move_of(state, chosen(state, seat))
    if phase == EXCHANGE:
        return give_back(spare(hand, state.tribute(seat)))
    if phase in (GIVE, THROW):
        verb = GIVE_ONE if phase == GIVE else THROW_ONE
        return Move(verb.name, groups=(tuple(spare(hand, 1, state.upside_down)),))
    return (ENOUGH if state.match.deals >= SESSION else ANOTHER).alone


def reason(state: DaifugoState, move: Move) -> tuple[str, str]:
    """Why a move is made, and the clause to read; nothing that the others may not know."""
    if state.phase == EXCHANGE:
        return "It keeps its best cards.", "exchange.daifugo-returns"
    if state.phase in (GIVE, THROW):
        return "It parts with a card that it will not miss.", "seven-give" if state.phase == GIVE else "ten-discard"
    if state.phase == AGREE:
        return "It says whether there is time.", "session.end"
    if move.verb == PASS.name:
        return "It waits for the next round.", "play.no-duty"
    if not state.pile:
        return "Whoever leads gets rid of what is hard to play later.", "play.lead-set"
    return "It answers as cheaply as it can.", "play.strictly-higher"


def said(state: DaifugoState, move: Move) -> Choice:
    return Choice(move, *reason(state, move))


class Learner:
    """Plays what goes, and plans nothing."""

    slips = (
        LEAD := Slip("It often leads any cards at all, high ones too.", 0.5),
        ANSWER := Slip("It often answers with any card that is higher, and breaks up pairs for it.", 0.5),
        WAIT := Slip("It sometimes passes although it could answer.", 0.2),
    )

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        move = steady_move(state, seat)
        if state.phase == TURN and move.verb != PASS.name:
            if state.pile and self.WAIT.made(rng):
                move = PASS.alone
            elif (self.ANSWER if state.pile else self.LEAD).made(rng):
                move = move_of(state, rng.choice(ways(state, seat)))
        return said(state, move)


class Steady:
    """Leads low, answers cheaply, keeps what is sure to win for the end."""

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        return said(state, steady_move(state, seat))


@dataclass(frozen=True)
class Strong(Thinker):
    """Deals the cards it cannot see many times over, and plays its best moves to the end of each hand."""

    worlds: int = 40
    heat: int = 10
    candidates: int = 8
    doubt: float = 1.0

    def plain(self, view: View) -> Choice:
        state, seat = RULES.seen(view)
        return said(state, steady_move(state, seat))

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        moves = self.moves(state, seat)
        worlds = (likely(state, seat, rng) for _ in range(self.worlds))
        best = raced(worlds, moves, lambda world, move: outcome(world.copy(), seat, move), self.heat, self.doubt)
        return said(state, best)

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
    deals = [imagine(state.copy(), rng) for _ in range(KEPT if state.gone else 1)]
    return min(deals, key=lambda deal: sum(len(groups_of(hand)) for one, hand in enumerate(deal.hands) if one != seat))


def outcome(world: DaifugoState, seat: int, move: Move) -> float:
    """What a move is worth in an imagined hand: 1 for the first place, and less for a fair chance of another one.

    The hand is played on until somebody is first. Then the others are compared by the cards that they hold.
    """
    deals = world.match.deals
    spend(STEP * sum(map(len, world.hands)))
    RULES.apply(world, seat, move)
    while world.match.deals == deals and not world.placed:
        mover = world.waiting[0]
        RULES.apply(world, mover, steady_move(world, mover))
    if (world.placed or world.titles)[0] == seat:
        return 1.0
    held = len(world.hands[seat])
    if not held or seat in world.fallen:
        return 0.0
    behind = sum(len(hand) > held for hand in world.hands)
    return SECOND * behind / world.seats


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}

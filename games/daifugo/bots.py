"""Bots of Daifugo: learner, steady, and strong. Each bot plays from what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.daifugo.fast_simulation import KEPT, FastSimulationTable, HandGuesser, SimulatedPlay, encode_play
from games.daifugo.legality import BACK
from games.daifugo.plays import JACK, sort_play
from games.daifugo.reasons import REASONS
from games.daifugo.rules import RULES
from games.daifugo.state import EXCHANGE, GIVE, THROW, TURN, DaifugoState
from games.daifugo.strategy import (
    PlayOption,
    choose_play,
    group_by_height,
    is_hand_stronger_reversed,
    list_play_options,
    list_spare_cards,
)
from games.daifugo.verbs import (
    ANOTHER,
    ENOUGH,
    GIVE_ONE,
    PASS,
    SEQUENCE,
    THROW_ONE,
    build_give_back_move,
    build_set_move,
)
from games.engine.bot import BeginnerMistake, Bot, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.engine.work_limits import spend_steps
from games.kit.move_comparison import pick_move_by_elimination

PLAYING, COUNTING = 40, 4
"""The number of search steps for each card of an imagined hand: in the full simulation, and in the fast one."""
SECOND = 0.2
"""The most that a hand can be worth after another player has got the best title that was still open."""
SESSION = 5
"""After this many hands, a bot ends the match if it's asked."""


def build_play_or_pass(state: DaifugoState, way: PlayOption | None) -> Move:
    """Return the move that makes the play `way`, or a pass if `way` is None."""
    if way is None:
        return PASS.bare_move
    cards = sort_play(way.cards)
    if way.shape.run:
        return Move(SEQUENCE.name, groups=(cards,))
    return build_set_move(cards)


def choose_steady_move(state: DaifugoState, seat: int) -> Move:
    """Return the move of the steady bot, which follows rules of thumb."""
    phase, hand = state.phase, state.hands[seat]
    if phase == TURN:
        way = choose_play(state, seat)
        move = build_play_or_pass(state, way)
        turns = way and state.options.eleven_back == "optional" and way.shape.count_cards_of_height(JACK)
        return move._replace(word=BACK) if way and turns and is_hand_stronger_reversed(state, seat, way) else move
    if phase == EXCHANGE:
        return build_give_back_move(list_spare_cards(hand, state.count_tribute(seat)))
    if phase in (GIVE, THROW):
        verb = GIVE_ONE if phase == GIVE else THROW_ONE
        return Move(verb.name, groups=(tuple(list_spare_cards(hand, 1, state.is_rank_order_reversed)),))
    return (ENOUGH if state.match.deals >= SESSION else ANOTHER).bare_move


class DaifugoBot(ExplainingBot):
    """Base class of Daifugo's bots. It sets their game (`rules`) and the reasons they can give (`reasons`)."""

    rules, reasons = RULES, REASONS


class LearnerBot(DaifugoBot):
    """The beginner bot: plays what it can, and plans nothing."""

    slips = (
        LEAD := BeginnerMistake("It often leads any cards, even high ones.", 0.5),
        ANSWER := BeginnerMistake("It often plays any higher card, and splits pairs to do so.", 0.5),
        WAIT := BeginnerMistake("It sometimes passes even though it could play.", 0.2),
    )

    def decide_on_move(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        move = choose_steady_move(state, seat)
        if state.phase == TURN and move.verb != PASS.name:
            if state.pile and self.WAIT.is_made_this_time(rng):
                move = PASS.bare_move
            elif (self.ANSWER if state.pile else self.LEAD).is_made_this_time(rng):
                move = build_play_or_pass(state, rng.choice(list_play_options(state, seat)))
        return move


class SteadyBot(DaifugoBot):
    """The steady bot: leads low, beats others cheaply, and keeps sure winners for the end."""

    def decide_on_move(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        return choose_steady_move(state, seat)


@dataclass(frozen=True)
class StrongBot(DaifugoBot, SearchingBot):
    """The strong bot: compares good moves in many imagined deals, each played until one more player is out."""

    worlds: int = 200
    few: int = 30
    """The number of imagined deals where cards have special effects, since those deals take long to play.

    `worlds` is the number of deals where only rank and number count.
    """
    heat: int = 20
    candidates: int = 8
    doubt: float = 1.5

    def choose_fallback_move(self, state: DaifugoState, seat: int) -> Move:
        return choose_steady_move(state, seat)

    def search_move(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        moves = self.list_candidates(state, seat)
        compare = (
            self._choose_by_fast_simulation
            if state.options.can_use_fast_simulation
            else self._choose_by_full_simulation
        )
        return compare(state, seat, moves, rng) if len(moves) > 1 else moves[0]

    def _choose_by_fast_simulation(self, state: DaifugoState, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return the move that does best in fast simulations.

        They work only under house rules in which nothing but the rank and the number of cards counts.
        """
        worlds = HandGuesser(state, seat).generate_likely_deals(self.worlds, rng)
        counts = {move: encode_play(move.cards, state.is_rank_order_reversed) for move in moves}
        return pick_move_by_elimination(
            worlds, moves, lambda world, move: rate_play_in_simulation(world, counts[move]), self.heat, self.doubt
        )

    def _choose_by_full_simulation(self, state: DaifugoState, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return the move that does best in full simulations, which work with all house rules."""
        worlds = (deal_likely_hands(state, seat, rng) for _ in range(self.few))
        return pick_move_by_elimination(
            worlds, moves, lambda world, move: rate_move(world, seat, move), self.heat, self.doubt
        )

    def list_candidates(self, state: DaifugoState, seat: int) -> Sequence[Move]:
        """Return the steady bot's move and others that are worth trying."""
        first = choose_steady_move(state, seat)
        if state.phase != TURN:
            return [first]
        every = sorted(list_play_options(state, seat), key=lambda way: way.cost)
        half = self.candidates // 2
        best = every if len(every) <= self.candidates else [*every[:half], *every[half - self.candidates :]]
        moves = [first, *(build_play_or_pass(state, way) for way in best)]
        if state.options.eleven_back == "optional":
            moves += [
                move._replace(word=BACK)
                for way, move in zip(best, moves[1:], strict=True)
                if way.shape.count_cards_of_height(JACK)
            ]
        if state.pile:
            moves.append(PASS.bare_move)
        return list(dict.fromkeys(moves))


def deal_likely_hands(state: DaifugoState, seat: int, rng: Random) -> DaifugoState:
    """Return a copy of the state in which the unseen cards are dealt in a likely way.

    Other players tend to keep cards of one rank together. So once cards are out of play, the result is the one of a few
    random deals in which the other hands have the fewest different ranks. Before that, it's a single random deal.
    """
    deals = [state.copy_with_cards_filled_in(rng) for _ in range(KEPT if state.gone else 1)]
    return min(
        deals,
        key=lambda deal: sum(len(group_by_height(hand)) for other, hand in enumerate(deal.hands) if other != seat),
    )


def rate_play_in_simulation(deal: FastSimulationTable, play: SimulatedPlay) -> float:
    """Return how good a play or a pass is in an imagined deal, for the player whose turn it is.

    It's 1 if this player is the next to go out, or else the value of the cards left (see `rate_remaining_hand`). This
    works only under house rules in which nothing but the rank and the number of cards counts.
    """
    table, seat = deal.copy(), deal.turn
    spend_steps(COUNTING * sum(table.held))
    table.make_play(play)
    if not table.held[seat] or table.play_until_out() == seat:
        return 1.0
    return rate_remaining_hand(table.held, seat)


def rate_move(deal: DaifugoState, seat: int, move: Move) -> float:
    """Return how good a move is for a seat in an imagined deal.

    It's 1 if the seat gets the best title that is still open, or else the value of the cards left (see
    `rate_remaining_hand`).
    """
    world, deals, out = deal.copy(), deal.match.deals, len(deal.placed)
    spend_steps(PLAYING * sum(map(len, world.hands)))
    RULES.apply_move(world, seat, move)
    while world.match.deals == deals and len(world.placed) == out:
        mover = world.waiting[0]
        RULES.apply_move(world, mover, choose_steady_move(world, mover))
    if (world.titles if world.match.deals > deals else world.placed)[out] == seat:
        return 1.0
    return rate_remaining_hand([len(hand) for hand in world.hands], seat)


def rate_remaining_hand(held: Sequence[int], seat: int) -> float:
    """Return what a seat's hand is worth after another player got the best title that was open.

    `held` is the number of cards in each hand. The value is the share of players with more cards, times `SECOND`, or 0
    if the seat has no cards. On this scale, the title itself is worth 1.
    """
    return SECOND * sum(other > held[seat] for other in held) / len(held) if held[seat] else 0.0


BOTS: Mapping[str, Bot] = {"learner": LearnerBot(), "steady": SteadyBot(), "strong": StrongBot()}

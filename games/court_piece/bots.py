"""Bots of Court Piece: learner, steady, and strong. Each knows only what its seat can see.

No bot revokes on purpose (breaks the rule to follow suit).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import SUIT_NAMES, Card, get_card
from games.court_piece.playing import has_revoked
from games.court_piece.reasons import REASONS, can_play_on_without_loss
from games.court_piece.rules import RULES
from games.court_piece.state import FIRST, SEATS, SWEEP, TRICKS, CourtPieceState
from games.court_piece.strategy import BIT, SUIT_NUMBER, BitmaskTricks, choose_card, choose_trump_suit, rate_trump_suit
from games.court_piece.verbs import (
    CLAIM,
    CONFIRM,
    DEAL_ON,
    GO_ON,
    KEEP,
    STOP,
    VERBS,
    build_card_change_move,
    build_revoke_claim_move,
    build_trump_call_move,
)
from games.engine.bot import BeginnerMistake, ExplainingBot, SearchingBot
from games.engine.move import Group, Move
from games.kit.move_comparison import pick_clearly_best, try_moves
from games.kit.tricks import HIGHEST_ACE, Trick, build_play_move

COURT = 2.0
"""The worth of a court, where winning the hand is worth 1."""
TRICK = 0.03
CALLS_TRIED = 12
"""The number of imagined deals to try until one fits the trump call."""
PLAY_ON = 0.1
"""The smallest chance of all thirteen tricks at which a bot plays on."""


class CourtPieceBot(ExplainingBot):
    """The base class of the Court Piece bots.

    It adds the game's rules and the reasons that a bot can give for a move.
    """

    rules, reasons = RULES, REASONS


class LearnerBot(CourtPieceBot):
    """A beginner bot that chooses its longest suit as trump and plays its highest card, or sometimes a random one."""

    slips = (
        ANYTHING := BeginnerMistake("It sometimes discards a card that could have won.", 0.35),
        BeginnerMistake("It plays high even if its partner is already winning.", 1.0),
    )

    def decide_on_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        if state.phase == "call":
            longest = max(SUIT_NAMES, key=lambda suit: (sum(card.suit == suit for card in state.hands[seat]), suit))
            return build_trump_call_move(longest)
        if state.phase != "play":
            return _choose_move_outside_play(state, seat, rng)
        cards = state.list_playable_cards(seat)
        return build_play_move(
            rng.choice(cards) if self.ANYTHING.is_made_this_time(rng) else max(cards, key=HIGHEST_ACE.__getitem__)
        )


class SteadyBot(CourtPieceBot):
    """A bot that plays by rule of thumb, for example: lead sure tricks, play low if the partner is winning."""

    def decide_on_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        sure = _find_proven_revoke_claim(state, seat)
        if sure:
            return sure
        if state.phase == "call":
            return build_trump_call_move(choose_trump_suit(state.hands[seat]))
        if state.phase != "play":
            return _choose_move_outside_play(state, seat, rng)
        return build_play_move(choose_card(state, seat))


@dataclass(frozen=True)
class StrongBot(CourtPieceBot, SearchingBot):
    """A bot that tries moves in imagined deals of the unseen cards, and makes the one that is best on average.

    The deals are played to the end by rule of thumb. The bot plays the card that the rule of thumb chooses, unless
    another card is better by `doubt` standard errors.
    """

    worlds: int = 160
    calls: int = 160
    doubt: float = 0.3

    def choose_fallback_move(self, state: CourtPieceState, seat: int) -> Move:
        return STOP.bare_move if state.phase == "playon" else SteadyBot().decide_on_move(state, seat, Random(0))

    def search_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        sure = _find_proven_revoke_claim(state, seat)
        if sure:
            return sure
        if state.phase == "call":
            return self._choose_trump(state, seat, rng)
        if state.phase != "play":
            return _choose_move_outside_play(state, seat, rng)
        usual = choose_card(state, seat)
        cards = _list_cards_worth_comparing(state, seat, usual)
        if len(cards) == 1:
            return build_play_move(usual)
        return build_play_move(
            cards[
                _find_best_move_index(
                    state, rng, self.worlds, seat, [build_play_move(card) for card in cards], self.doubt
                )
            ]
        )

    def _choose_trump(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        hand = state.hands[seat]
        suits = sorted(SUIT_NAMES, key=lambda suit: -rate_trump_suit(hand, suit))[:3]
        return build_trump_call_move(
            suits[
                _find_best_move_index(
                    state, rng, self.calls, seat, [build_trump_call_move(suit) for suit in suits], self.doubt
                )
            ]
        )


def _choose_move_outside_play(state: CourtPieceState, seat: int, rng: Random) -> Move:
    """Return the bots' move in a phase in which they neither choose trump nor play a card."""
    if state.phase == "playon":
        pays = can_play_on_without_loss(state, seat) and _estimate_all_tricks_chance(state, seat, rng) >= PLAY_ON
        return GO_ON.bare_move if pays else STOP.bare_move
    if state.phase == "confirm":
        return CONFIRM.bare_move
    if state.phase == "agree":
        return DEAL_ON.bare_move
    if state.phase == "change":
        return _choose_card_change(state, seat)
    return VERBS.list_possible_verbs(state, seat)[0].bare_move


def _choose_card_change(state: CourtPieceState, seat: int) -> Move:
    """Return the move that replaces the seat's card in the trick if a better card is available, or else keeps it."""
    place = state.get_place_in_trick(seat)
    before = state.copy()
    card = before.trick[place]
    before.trick = before.trick[:place]
    before.hands[seat].append(card)
    better = choose_card(before, seat)
    return KEEP.bare_move if better is card else build_card_change_move(better)


def _find_proven_revoke_claim(state: CourtPieceState, seat: int) -> Move | None:
    """Return a claim of an opponent's revoke that the cards prove, or None if there is none.

    The opponent has shown a card of a suit after not following this suit.
    """
    if not CLAIM.is_possible(state, seat):
        return None
    for word, by in (("left", 1), ("right", 3)):
        other = (seat + by) % SEATS
        for number in range(1, len(state.tricks) + 1):
            move = build_revoke_claim_move(number, word)
            if has_revoked(state, other, number) and next(CLAIM.judge(state, seat, move), None) is None:
                return move
    return None


def _list_cards_worth_comparing(state: CourtPieceState, seat: int, usual: Card) -> list[Card]:
    """Return the playable cards that are worth comparing. `usual`, the rule of thumb's choice, comes first.

    Two cards of a suit are worth the same if all cards between them are in the seat's hand or in complete tricks. Only
    one of them is returned.
    """
    cards = sorted(state.list_playable_cards(seat), key=lambda card: (card.suit, HIGHEST_ACE[card]))
    seen = {card for trick in state.tricks for card in trick.cards} | set(state.hands[seat])
    distinct: list[Card] = []
    for card in cards:
        last = distinct[-1] if distinct else None
        if last is None or last.suit != card.suit or not _are_adjacent(last, card, seen):
            distinct.append(card)
        elif card is usual:
            distinct[-1] = card
    distinct.remove(usual) if usual in distinct else None
    return [usual, *distinct]


def _are_adjacent(low: Card, high: Card, seen: set[Card]) -> bool:
    between = range(HIGHEST_ACE[low] + 1, HIGHEST_ACE[high])
    return all(get_card(height, low.suit) in seen for height in between)


def _find_best_move_index(
    state: CourtPieceState, rng: Random, worlds: int, seat: int, moves: list[Move], doubt: float
) -> int:
    """Return the index in `moves` of the move with the best average result over `worlds` imagined deals.

    The first move counts as best unless another is better by `doubt` standard errors.
    """
    likely = (_draw_likely_deal(state, rng) for _ in range(worlds))
    results = try_moves(
        likely,
        moves,
        lambda world, move: _rate_hand_outcome(_build_tricks_after_move(world, seat, move).play_out_hand(), seat % 2),
    )
    return pick_clearly_best(results, doubt)


def _build_tricks_after_move(world: CourtPieceState, seat: int, move: Move) -> BitmaskTricks:
    if move.word:
        called = world.copy()
        VERBS.apply_move(called, seat, move)
        return BitmaskTricks(called)
    tricks = BitmaskTricks(world)
    card = move.cards[0]
    tricks.play_card(seat, (SUIT_NUMBER[card.suit], BIT[card]))
    return tricks


def _draw_likely_deal(state: CourtPieceState, rng: Random) -> CourtPieceState:
    """Return an imagined deal of the unseen cards in which the caller's hand fits its choice of trump.

    It fits if a bot that sees a random five of the caller's cards would choose this suit. Any deal fits if trump hasn't
    been chosen yet, or if the caller's hand is known. If none of `CALLS_TRIED` deals fits, return the last one.
    """
    for _ in range(CALLS_TRIED):
        world = state.copy_with_cards_filled_in(rng)
        if not state.trump or all(card.suit for card in state.hands[state.caller]):
            return world
        played = [card for trick in world.tricks for card in _find_card_in_trick(world, trick, state.caller)]
        full_hand = [*world.hands[state.caller], *played]
        if len(full_hand) < FIRST or choose_trump_suit(rng.sample(full_hand, FIRST)) == state.trump:
            return world
    return world


def _find_card_in_trick(state: CourtPieceState, trick: Trick, seat: int) -> Group:
    place = state.get_place_in_trick(seat, trick.leader)
    return trick.cards[place : place + 1]


def _rate_hand_outcome(winners: list[int], side: int) -> float:
    """Return how good a played-out hand is for a side, as a number; higher is better.

    `winners` are the sides that took the tricks, in order. A court counts most, then winning or losing the hand, and
    each trick counts a little.
    """
    taken = sum(winner == side for winner in winners)
    worth = TRICK * (2 * taken - TRICKS) + (1.0 if 2 * taken > TRICKS else -1.0)
    if len(set(winners[:SWEEP])) == 1:
        worth += COURT if winners[0] == side else -COURT
    return worth


def _estimate_all_tricks_chance(state: CourtPieceState, seat: int, rng: Random, worlds: int = 40) -> float:
    """Return the chance, from 0 to 1, that the seat's side takes all remaining tricks. So far it has taken every trick.

    The chance is the share of `worlds` imagined deals in which this happens.
    """
    lost = 1 - seat % 2
    swept = sum(lost not in BitmaskTricks(state.copy_with_cards_filled_in(rng)).play_out_hand() for _ in range(worlds))
    return swept / worlds


BOTS: Mapping[str, LearnerBot | SteadyBot | StrongBot] = {
    "learner": LearnerBot(),
    "steady": SteadyBot(),
    "strong": StrongBot(),
}

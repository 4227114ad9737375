"""The clauses that an illegal move breaks: one function per verb, most specific clause first."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import RANK_NAMES, Card, codes, missing
from games.chinese_ten.clauses import broken
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.values import PARTNER, TEN
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import incomplete
from games.kit.of_hand import no_card_of_hand


def play(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(no_card_of_hand(state, seat, move))
    yield from faults
    if faults:
        return
    card, hand = move.cards[0], state.hands[seat]
    yield from captured(state, card, move.group("take"))
    if state.options.must_capture and not state.captures(card):
        able = next((other for other in hand if state.captures(other)), None)
        if able:
            yield broken("play.free-choice", cards=able.code)


def take(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield incomplete(move, "a card of the layout")
    elif state.turned:
        yield from captured(state, state.turned, move.cards)


def captured(state: ChineseTenState, card: Card, taken: Group) -> Iterator[Violation]:
    """Yield why a card can't capture these cards or, if there are none, why it has to capture some."""
    ways = state.captures(card)
    if not taken:
        if ways and not state.options.capture_optional:
            yield broken("capture.mandatory", cards=card.code, which=_any_of(ways))
        return
    if missing(taken, state.layout):
        yield incomplete(Move("take", groups=(taken,)), "cards that lie in the layout")
        return
    if any(_same(taken, way) for way in ways):
        return
    wrong = [one for one in taken if one.rank != PARTNER[card]]
    if wrong:
        yield from _unmatched(card, wrong[0], taken)
    elif len(ways) == 1 and len(ways[0]) > 1:
        yield broken("triple.sweep", others=codes(ways[0]))
    elif len(taken) == 1:
        yield broken("capture.choice", best=_any_of(ways))
    if len(taken) > 1 and not (ways and len(ways[0]) > 1):
        yield broken("capture.one-card", number=len(taken))


def _same(one: Group, other: Group) -> bool:
    return len(one) == len(other) and not missing(one, other)


def _any_of(ways: tuple[Group, ...]) -> str:
    return " or ".join(map(codes, ways))


def _unmatched(card: Card, other: Card, taken: Group) -> Iterator[Violation]:
    """Yield why these two cards don't match. Rulebook: match.sum-to-ten, match.same-rank, match.pairs-only."""
    numbers = all(0 < one.rank < TEN for one in (card, *taken))
    if len(taken) > 1 and numbers and card.rank + sum(one.rank for one in taken) == TEN:
        yield broken("match.pairs-only", cards=card.code, others=codes(taken))
    if 0 < card.rank < TEN and 0 < other.rank < TEN:
        yield broken("match.sum-to-ten", cards=card.code, others=other.code, sum=card.rank + other.rank)
    elif 0 < card.rank < TEN:
        yield broken("match.same-rank", cards=other.code, rank=_kind(other), others=card.code)
    else:
        yield broken("match.same-rank", cards=card.code, rank=_kind(card), others=other.code)


def _kind(card: Card) -> str:
    return RANK_NAMES[card.rank] or "joker"


# -- verbs that are not possible now ---------------------------------------------------------------


def _not_yours(state: ChineseTenState, seat: int) -> Iterator[Violation]:
    if state.phase in ("play", "turn", "choose") and seat != state.turn:
        yield broken("turn.order", waited=f"seat {state.turn}")


PARTS = {
    "play": "You haven’t played a card yet. Play one from your hand",
    "turn": "You’ve played your card already. Turn up the top card of the stock",
    "choose": "The card from the stock is turned up already. Say what it takes",
}
"""Refusals of a move that belongs to another phase of the turn, by the phase that it is now."""


def another_part(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the move isn't possible now: another phase, or another seat's turn.

    Rulebook: turn.two-parts, turn.order.
    """
    if state.phase in PARTS and seat == state.turn:
        yield broken("turn.two-parts", why=PARTS[state.phase])
    else:
        yield from _not_yours(state, seat)


def no_leave(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    if seat == state.turn and state.phase == "choose" and state.turned:
        ways = state.captures(state.turned)
        yield broken("capture.mandatory", cards=state.turned.code, which=_any_of(ways))
    else:
        yield from another_part(state, seat, move)

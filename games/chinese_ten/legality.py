"""Checks of moves in Chinese Ten. They yield a violation for each rule that a move breaks.

A violation has an error message for the player, and the most specific one comes first. The checks with `timing` in
their names explain why a kind of move isn't possible now.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import RANK_NAMES, Card, format_cards, list_missing_cards
from games.chinese_ten.card_values import PARTNER, TEN
from games.chinese_ten.clauses import broken
from games.chinese_ten.state import ChineseTenState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import build_wrong_parts_violation
from games.kit.single_card_verbs import check_single_card
from games.words import join_words, spell_number


def check_play(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(check_single_card(state, seat, move))
    yield from faults
    if faults:
        return
    card, hand = move.cards[0], state.hands[seat]
    yield from check_capture(state, card, move.get_cards_by_name("take"))
    if state.options.must_capture and not state.list_captures(card):
        able = next((other for other in hand if state.list_captures(other)), None)
        if able:
            yield broken("play.free-choice", cards=able.code)


def check_take(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "a card in the layout")
    elif state.turned:
        yield from check_capture(state, state.turned, move.cards)


def check_capture(state: ChineseTenState, card: Card, taken: Group) -> Iterator[Violation]:
    """Yield violations if a card can't capture the cards in `taken`.

    If `taken` is empty but the card has to capture something, the violation is of the clause that makes captures
    mandatory.
    """
    ways = state.list_captures(card)
    if not taken:
        if ways and not state.options.capture_optional:
            yield broken("capture.mandatory", cards=card.code, which=_format_choices(ways))
        return
    if list_missing_cards(taken, state.layout):
        yield build_wrong_parts_violation(Move("take", groups=(taken,)), "cards in the layout")
        return
    if any(_are_same_cards(taken, way) for way in ways):
        return
    wrong = [other for other in taken if other.rank != PARTNER[card]]
    if wrong:
        yield from _explain_mismatch(card, wrong[0], taken)
    elif len(ways) == 1 and len(ways[0]) > 1:
        yield broken("triple.sweep", others=format_cards(ways[0]))
    elif len(taken) == 1:
        yield broken("capture.choice", best=_format_choices(ways))
    if len(taken) > 1 and not (ways and len(ways[0]) > 1):
        yield broken("capture.one-card", number=spell_number(len(taken)))


def _are_same_cards(first: Group, second: Group) -> bool:
    return len(first) == len(second) and not list_missing_cards(first, second)


def _format_choices(ways: tuple[Group, ...]) -> str:
    return join_words([*map(format_cards, ways)], "or")


def _explain_mismatch(card: Card, other: Card, taken: Group) -> Iterator[Violation]:
    """Yield violations that explain why `card` can't capture the cards in `taken`.

    `other` is one of these cards, and it doesn't match `card`.

    Rulebook: match.sum-to-ten, match.same-rank, match.pairs-only.
    """
    numbers = all(0 < each.rank < TEN for each in (card, *taken))
    if len(taken) > 1 and numbers and card.rank + sum(each.rank for each in taken) == TEN:
        yield broken("match.pairs-only", cards=card.code, others=format_cards(taken))
    if 0 < card.rank < TEN and 0 < other.rank < TEN:
        yield broken("match.sum-to-ten", cards=card.code, others=other.code, sum=card.rank + other.rank)
    elif 0 < card.rank < TEN:
        yield broken("match.same-rank", cards=other.code, rank=_name_rank(other), others=card.code)
    else:
        yield broken("match.same-rank", cards=card.code, rank=_name_rank(card), others=other.code)


def _name_rank(card: Card) -> str:
    return RANK_NAMES[card.rank] or "joker"


# -- verbs that are not possible now ---------------------------------------------------------------


def _check_turn(state: ChineseTenState, seat: int) -> Iterator[Violation]:
    if state.phase in ("play", "turn", "choose") and seat != state.turn:
        yield broken("turn.order", waited=f"seat {state.turn}")


PARTS = {
    "play": "You haven’t played a card yet. Play one from your hand",
    "turn": "You’ve already played a card. Flip the top card of the stock",
    "choose": "You’ve already flipped the card from the stock. Choose what it captures",
}
"""By current phase: the explanation in the refusal of a move that belongs to another phase."""


def check_verb_timing(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation because the move isn't possible now: it belongs to another phase, or it's another seat's turn.

    Rulebook: turn.two-parts, turn.order.
    """
    if state.phase in PARTS and seat == state.turn:
        yield broken("turn.two-parts", why=PARTS[state.phase])
    else:
        yield from _check_turn(state, seat)


def check_leave_timing(state: ChineseTenState, seat: int, move: Move) -> Iterator[Violation]:
    if seat == state.turn and state.phase == "choose" and state.turned:
        ways = state.list_captures(state.turned)
        yield broken("capture.mandatory", cards=state.turned.code, which=_format_choices(ways))
    else:
        yield from check_verb_timing(state, seat, move)

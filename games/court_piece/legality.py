"""Checks whether moves are legal in Court Piece: the choice of trump, and moves about revokes.

The functions yield violations of the rulebook's clauses that a move breaks, most specific first.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.court_piece.clauses import CLAUSES, broken
from games.court_piece.playing import (
    SIDES,
    SUIT_OF,
    find_correctable_trick,
    get_accused_seat,
    get_trick_cards,
    has_revoked,
)
from games.court_piece.state import TRICKS, CourtPieceState
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import build_wrong_parts_violation
from games.kit.single_card_verbs import check_single_card
from games.kit.tricks import check_revoke, get_suit_name

# -- the call ----------------------------------------------------------------------------------------------


def check_trump(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if not move.word:
        yield build_wrong_parts_violation(move, "the name of a suit")
    elif move.word not in SUIT_OF:
        yield broken("trump.any-suit", word=move.word[:30])


# -- revokes ------------------------------------------------------------------------------------------------


def check_revoke_correction(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(check_single_card(state, seat, move))
    yield from faults
    correctable = find_correctable_trick(state)
    if faults or correctable is None:
        return
    cards, place = get_trick_cards(state, seat, correctable[0])
    if place == 0:
        yield broken("revoke.definition", why="You led to this trick, and a leader can’t revoke")
    elif cards[place].suit == cards[0].suit:
        yield broken("revoke.definition", why=f"Your {cards[place].name} follows suit")
    elif not has_revoked(state, seat, correctable[0]):
        yield broken("revoke.definition", why=f"You have no {get_suit_name(cards[0])}")
    else:
        yield from check_revoke(CLAUSES, "trick.follow-suit", cards[0], state.hands[seat], move.cards[0])


def check_card_change(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(check_single_card(state, seat, move))
    yield from faults
    if not faults and move.cards[0].suit != state.trick[0].suit:
        own = [*state.hands[seat], state.trick[state.get_place_in_trick(seat)]]
        if any(card.suit == state.trick[0].suit for card in own):
            led = get_suit_name(state.trick[0])
            yield broken("revoke.followers-may-change", why=f"You have {led}, so your new card has to follow suit")
            yield broken("trick.follow-suit", suit=led)


def check_revoke_claim(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    trick = move.number
    if trick is None or not move.word:
        yield build_wrong_parts_violation(
            move, "the number of a trick, and “left” or “right” for the player you accuse"
        )
    elif move.word in ("partner", "across"):
        yield broken("revoke.claim", why="You can’t claim against your partner. Only opponents can claim")
    elif move.word not in SIDES:
        yield build_wrong_parts_violation(move, "“left” or “right” for the opponent on that side of you")
    elif not 1 <= trick <= len(state.tricks) + bool(state.trick):
        yield broken("revoke.claim", why=f"Trick {trick} hasn’t been played. Choose one that has")
    elif (correctable := find_correctable_trick(state)) and correctable[0] == trick:
        yield broken("revoke.established", trick=trick)
    elif state.options.revoke_claim_until == "last-card" and trick == TRICKS:
        yield broken(
            "revoke.claim",
            why="Claims end with the last card of the hand, so you can’t claim a revoke in the last trick",
        )
    elif (trick, get_accused_seat(seat, move)) in state.claims:
        yield broken("revoke.false-claim", trick=trick)

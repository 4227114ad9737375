"""The coach's review of a hand: which moves it would have made too, and where it would have made a different one.

The coach knows what's better, but not by how many points. So it points out moves that it's sure about, without ranking
them. It judges each move by what the seat could see at the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.cache import cache

from core.play.coach_advice import (
    KEPT,
    Advice,
    build_advice,
    find_sure_hint,
    is_same_move,
)
from core.play.models import Move, Table
from games.engine.table import Table as Board

MOST_MOVES = 16
"""The maximum number of moves that the coach looks at, so that a page doesn't have to wait long.

In a longer hand, it skips every other move or more.
"""


@dataclass(frozen=True)
class ReviewedMove:
    """A move that the coach has reviewed: the move in words, its cards, and the coach's advice.

    `number` is the move's number in the replay. `turn` counts the player's turns in the hand, from 1. `agrees` says
    whether the coach would have made the same move. `alternatives` is the number of legal moves.
    """

    number: int
    turn: int
    words: str
    cards: tuple[str, ...]
    advice: Advice
    agrees: bool
    alternatives: int


@dataclass(frozen=True)
class HandReview:
    """The coach's review of a player's hand. It has the moves about which the coach is sure."""

    moves: tuple[ReviewedMove, ...]

    @property
    def good(self) -> ReviewedMove | None:
        """The move with the most alternatives among those that the coach would have made too, or None."""
        agreed = [move for move in self.moves if move.agrees]
        return max(agreed, key=lambda move: move.alternatives, default=None)

    @property
    def different(self) -> ReviewedMove | None:
        """The first move where the coach would have made a different one, or None."""
        return next((move for move in self.moves if not move.agrees), None)


def review_last_hand(table: Table, seat: int) -> HandReview:
    """Return the coach's review of the last finished hand of the person in this seat. It's cached."""
    return review_hand(table, seat, table.board.state.match.deals - 1)


def review_hand(table: Table, seat: int, deal: int) -> HandReview:
    """Return the coach's review of a finished hand of the person in this seat.

    It's cached. The first hand has number 0.
    """
    review = find_cached_review(table, seat, deal)
    if review is None:
        review = _review_hand(table, seat, deal)
        cache.set(_build_cache_key(table, seat, deal), review, KEPT)
    return review


def find_cached_review(table: Table, seat: int, deal: int) -> HandReview | None:
    """Return the coach's review of a finished hand if it's in the cache, or None."""
    review: HandReview | None = cache.get(_build_cache_key(table, seat, deal))
    return review


def _build_cache_key(table: Table, seat: int, deal: int) -> str:
    return f"coach:{table.code}:hand:{deal}:{seat}:{table.rewound}"


def _review_hand(table: Table, seat: int, deal: int) -> HandReview:
    choices, turn, is_same_turn = [], 0, False
    for number, board, move in _replay_hand(table, deal):
        turn += move.seat == seat and not is_same_turn
        is_same_turn = move.seat == seat
        is_own = is_same_turn and move.by == Move.MoverKind.PERSON
        if is_own and len(board.game.list_moves(board.state, seat)) > 1:
            choices.append((number, turn, board.copy(), move))
    moves = []
    for number, turn, board, move in choices[:: -(-len(choices) // MOST_MOVES) or 1]:
        hint = find_sure_hint(board, seat)
        if hint is None:
            continue
        game, played = board.game, board.game.parse_move(move.text)
        cards = tuple(card.code for group in played.groups for card in group)
        agrees, alternatives = is_same_move(played, hint.move), len(game.list_moves(board.state, seat))
        words, advice = game.describe_move(played), build_advice(game, hint)
        moves.append(ReviewedMove(number, turn, words, cards, advice, agrees, alternatives))
    return HandReview(tuple(moves))


def _replay_hand(table: Table, deal: int) -> Iterator[tuple[int, Board, Move]]:
    """Yield the moves of the deal with this number. The first deal has number 0.

    Each is a tuple of the move's number in the replay, the board before the move, and the move. The board is the same
    object each time: the move is made on it when the next one is requested.
    """
    board = Board(table.engine_game, table.house_rules, table.seats)
    for number, move in enumerate(table.moves.filter(number__lte=table.version).order_by("number"), 1):
        if board.state.match.deals > deal:
            return
        if board.state.match.deals == deal:
            yield number, board, move
        board.play_move(move.seat, move.text)

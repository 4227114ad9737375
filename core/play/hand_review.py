"""The coach's review of a hand: a move that it would have made too, and a move that it would have made differently.

The coach knows what's better, but not by how many points. So it points at moves it is sure about, and ranks none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.cache import cache

from core.play.coach_advice import (
    KEPT,
    UNKNOWN,
    Advice,
    build_advice,
    find_sure_hint,
    is_same_move,
)
from core.play.models import Move, Table
from games.engine.table import Table as Board

MOST_MOVES = 16
"""The most moves of a hand that the coach looks at, so that a page needn't wait long; in a longer hand, every other one
or fewer.
"""


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the reader's: its number in the replay, the move in words, its cards, and the coach's advice on it."""

    number: int
    words: str
    cards: tuple[str, ...]
    advice: Advice


@dataclass(frozen=True)
class HandReview:
    """A move that the coach would have made too, and a move that it would have made differently; None without one."""

    good: ReviewedMove | None
    different: ReviewedMove | None


def review_last_hand(table: Table, seat: int) -> HandReview:
    """Return the coach's review of the last finished hand of a seat's person; it's cached.

    The good move is the one with the most alternatives, the other the first that the coach would have made differently.
    """
    deals = table.board.state.match.deals
    key = f"coach:{table.code}:hand:{deals}:{seat}"
    review = cache.get(key, UNKNOWN)
    if review is UNKNOWN:
        review = _review_hand(table, seat, deals)
        cache.set(key, review, KEPT)
    return review  # type: ignore[no-any-return]


def _review_hand(table: Table, seat: int, deals: int) -> HandReview:
    choices = [
        number
        for number, board, move in _replay_match(table)
        if move.seat == seat
        and move.by == Move.MoverKind.PERSON
        and board.state.match.deals == deals - 1
        and len(board.game.list_moves(board.state, seat)) > 1
    ]
    looked_at = set(choices[:: -(-len(choices) // MOST_MOVES) or 1])
    good, different, most = None, None, 0
    for number, board, move in _replay_match(table):
        hint = find_sure_hint(board, seat) if number in looked_at else None
        if hint is None:
            continue
        game, played = board.game, board.game.parse_move(move.text)
        cards = tuple(card.code for group in played.groups for card in group)
        reviewed = ReviewedMove(number, game.describe_move(played), cards, build_advice(game, hint))
        if not is_same_move(played, hint.move):
            different = different or reviewed
        elif (alternatives := len(game.list_moves(board.state, seat))) > most:
            good, most = reviewed, alternatives
    return HandReview(good, different)


def _replay_match(table: Table) -> Iterator[tuple[int, Board, Move]]:
    """Yield the number of each move in the replay, the board before the move, and the move."""
    board = Board(table.engine_game, table.house_rules, table.seats)
    for number, move in enumerate(table.moves.filter(number__lte=table.version).order_by("number"), 1):
        yield number, board, move
        board.play_move(move.seat, move.text)

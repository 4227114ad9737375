"""Bots' turns: a bot chooses a move from what its seat can see. The move is checked and saved like a person's."""

from __future__ import annotations

from random import Random
from typing import Any

import structlog

from core.play import autoplay, moves
from core.play.models import Move, Table
from core.play.moves import TableUpdate
from games.engine.bot import MoveWithReason
from games.engine.game import Game
from games.engine.view import View

logger = structlog.get_logger(__name__)


def play_bot_turn(table_id: int, version: int) -> Move | None:
    """Make one move for the bot whose turn it is at this version of the table.

    Does nothing if the table has a different version by now, because the task ran twice or late.
    """
    table = Table.objects.waiting_for_bots().filter(pk=table_id, version=version).first()
    if table is None:
        return None
    step = TableUpdate(table)
    if not step.board.game.decides:
        return autoplay.play_due_moves(step)
    place = next((place for place in step.places if place.bot and place.number in table.waits_for), None)
    if place is None:
        return None
    choice = choose_move(table, place.number, place.bot)
    move = step.add_player_move(place.number, str(choice.move), Move.MoverKind.BOT, choice.reason or f"{place.bot} bot")
    return move if step.save_update() else None


def play_for_absent_players(table: Table) -> None:
    """Let a bot move for each person who has let the table wait too long, or start the next deal for them."""
    if table.is_between_deals:
        moves.begin_next_deal(table, table.version)
        return
    away = table.places.filter(number__in=table.waits_for).exclude(person=None).order_by("number")
    for place in away.select_related("person__user"):
        if place.number not in table.waits_for:
            continue
        choice = choose_move(table, place.number, table.engine_game.automatic_player_levels[0])
        reason = "This player was away too long."
        moves.play_move(table, place.number, str(choice.move), table.version, by=Move.MoverKind.STAND_IN, reason=reason)
        table.refresh_from_db()


def choose_move(table: Table, seat: int, level: str) -> MoveWithReason:
    """Return the move that a bot of this level chooses for a seat, with the bot's reason.

    The bot knows only what the seat can see. At the same version of the table, the choice is always the same. If the
    bot fails or chooses an illegal move, the error is logged and any legal move is returned, so that the other players
    don't wait forever.
    """
    game, board = table.engine_game, table.board
    if not game.decides:
        return MoveWithReason(board.list_moves(seat)[0], "There was only one legal move.")
    view = board.build_view(seat)
    rng = Random(f"{table.salt}/{table.version}")
    try:
        choice = game.bots[level].choose_move(view, rng)
        refused = board.find_violation(seat, choice.move)
    except Exception:
        logger.exception("bot_failed", table=table.code, version=table.version, level=level)
        return _choose_random_move(game, view, rng)
    if refused:
        logger.error("bot_refused", table=table.code, version=table.version, move=str(choice.move), why=str(refused))
        return _choose_random_move(game, view, rng)
    return choice


def _choose_random_move(game: Game[Any], view: View, rng: Random) -> MoveWithReason:
    assert view.seat is not None
    move = game.draw_random_move(game.sample_possible_state(view, rng), view.seat, rng)
    return MoveWithReason(move, "The bot failed, so it made a random legal move.")

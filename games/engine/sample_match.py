"""A short, complete match of a game, used as an example of its record."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.move import Move
from games.engine.table import Table

LEVEL = "steady"


@cache
def play_sample_match(game: Game[Any]) -> Table:
    """Return a short match between bots, with the minimum number of players. It's the same match every time.

    It's played under the house rules in the game's `short`.
    """
    options, rng = game.options(game.short), Random(game.slug)
    seats = game.list_seat_counts(options)[0]
    table = Table(game, options, seats)
    while not table.is_over:
        table.play_dealer_moves(rng)
        for seat in table.state.waiting[:1]:
            table.play_move(seat, _choose_move(table, seat, rng))
    return table


def _choose_move(table: Table, seat: int, rng: Random) -> Move:
    """Return a bot's move, or a random move if the game has no bots."""
    bot = table.game.bots.get(LEVEL)
    return (
        bot.choose_move(table.build_view(seat), rng).move
        if bot
        else table.game.draw_random_move(table.state, seat, rng)
    )

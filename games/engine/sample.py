"""A small whole match of a game: what its record looks like."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.move import Move
from games.engine.table import Table

LEVEL = "steady"


@cache
def sample(game: Game[Any]) -> Table:
    """A match between bots by the house rules that make it short, by as few as can play; the same one each time."""
    options, rng = game.options(game.short), Random(game.slug)
    seats = game.seats_for(options)[0]
    table = Table(game, options, seats)
    while not table.over:
        table.settle(rng)
        for seat in table.state.waiting[:1]:
            table.play(seat, _move(table, seat, rng))
    return table


def _move(table: Table, seat: int, rng: Random) -> Move:
    """Return what a bot does, where there are any."""
    bot = table.game.bots.get(LEVEL)
    return bot.choose(table.view(seat), rng).move if bot else table.game.random_move(table.state, seat, rng)

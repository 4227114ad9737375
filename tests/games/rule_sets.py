"""House rules drawn at random: every value of every option, and combinations that nobody thought of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.options import Number, Option, Options, Value

TRIES = 200
"""So often values are drawn around some that are wanted before it is said that they cannot be played at all."""


def few(option: Option[Any]) -> list[Any]:
    """All values of an option, or the ends and the middle of many."""
    values = option.values()
    return [values[0], values[len(values) // 2], values[-1]] if isinstance(option, Number) else values


def drawn_rules(
    game: Game[Any], rng: Random, wanted: Mapping[str, Value] | None = None, seats: int | None = None
) -> tuple[Options, int] | None:
    """Random house rules that can be played, with these values among them, and by how many: any number, or `seats`.

    None if the wanted values cannot be played.
    """
    wanted, numbers = wanted or {}, [seats] if seats else list(game.seats)
    others = [option for option in game.options.all() if option.name not in wanted]
    for _ in range(TRIES):
        players, chosen = rng.choice(numbers), dict[str, Value]()
        rng.shuffle(others)
        drawn = [*wanted.items(), *((option.name, rng.choice(few(option))) for option in others)]
        for name, value in [*drawn, *wanted.items()]:
            if not game.options.problems({**chosen, name: value}, players):
                chosen[name] = value
        if wanted.items() <= chosen.items() and not game.options.problems(chosen, players):
            return game.options(chosen), players
    return None


def covering_rules(game: Game[Any], rng: Random) -> Iterator[tuple[Options, int]]:
    """House rules with numbers of players, until every value of every option that can be played was there once.

    As many values as go together are taken at a time, so that there are not many tables.
    """
    left = {(option.name, value) for option in game.options.all() for value in few(option)}
    while left:
        first = min(left, key=str)
        left.remove(first)
        wanted = dict([first])
        for name, value in rng.sample(sorted(left, key=str), len(left)):
            if name not in wanted and not game.options.problems({**wanted, name: value}):
                wanted[name] = value
        table = drawn_rules(game, rng, wanted) or drawn_rules(game, rng, dict([first]))
        if table is not None:
            left -= {(name, table[0].value(name)) for name, _ in left}
            yield table

"""Moves compared in the same imagined deals, and bots that do so."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.state import DEALER
from games.engine.work_limits import WorkAllowance, spend_steps
from games.kit.move_comparison import pick_move_by_elimination
from tests.bench.tree_search import TreeSearch

DECIDED = [game for game in games.all_games().values() if game.decides]


def test_moves_that_trail_in_a_race_are_not_tried_any_more() -> None:
    tried: list[str] = []

    def outcome(world: int, move: str) -> float:
        tried.append(move)
        return {"plain": world % 2, "good": 1, "bad": 0}[move]

    assert pick_move_by_elimination(range(40), ["plain", "bad", "good"], outcome, heat=10, doubt=0.3) == "good"
    assert tried.count("bad") == tried.count("plain") == 10


def test_the_first_of_equal_moves_stands_and_a_race_ends_where_steps_run_out() -> None:
    def outcome(world: int, move: str) -> float:
        spend_steps(10)
        return world % 3

    with WorkAllowance(1000) as work:
        assert pick_move_by_elimination(range(1000), ["plain", "other"], outcome, heat=10, doubt=0.3) == "plain"
    assert work.cut
    with WorkAllowance(5):
        assert pick_move_by_elimination(range(1000), ["plain", "other"], outcome, heat=10, doubt=0.3) == "plain"


def test_a_race_ends_where_steps_run_out_while_worlds_are_imagined() -> None:
    def worlds() -> Iterator[int]:
        for world in range(1000):
            spend_steps(10)
            yield world

    def outcome(world: int, move: str) -> float:
        return world % 2 if move == "good" else 0

    with WorkAllowance(60) as work:
        assert pick_move_by_elimination(worlds(), ["plain", "good"], outcome, heat=4, doubt=0.3) == "good"
    assert work.cut


@pytest.mark.parametrize("game", DECIDED, ids=str)
def test_the_tree_search_of_the_measurements_plays_by_the_rules_of_every_game(game: Game[Any]) -> None:
    rng, state = Random(4), game.start_match(game.options(game.short), game.seats[0])
    for _ in range(30):
        if not state.waiting:
            break
        seat = state.waiting[0]
        if seat == DEALER:
            game.apply_move(state, seat, game.draw_dealer_move(state, rng))
        else:
            game.play_move(state, seat, TreeSearch(game, 0).choose_move(game.build_view(state, seat), rng).move)

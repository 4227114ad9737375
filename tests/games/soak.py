"""Whole random matches of every game, seat count and preset: `python -m tests.games.soak [--games 1000] [slug…]`.

Each must end without an exception, keep the cards that it began a deal with, and be the same when its record is played
again. Too long for the tests; a line for each table says how many there were, and the longest.

With `--any-rules 200` so many matches are played by house rules drawn at random, and with `--positions 10000` so many
positions of each game are asked everything, by such rules too; with `--mixed 1000` so many are put together from two of
one table, and played on unless they are refused. `--seed` says where the dice begin.
"""

from __future__ import annotations

import argparse
import json
from random import Random
from time import perf_counter, process_time
from typing import Any

import games
from games.engine.examples import read_examples
from games.engine.game import Game
from games.engine.options import Options
from games.engine.record import parse_record
from games.engine.state import DEALER
from games.engine.table import Table
from tests.games.positions import ask_on_the_way, mix_and_play, of_example
from tests.games.test_contract import cards_of
from tests.games.wandering import some_rules

LOOK_EVERY = 25


def whole_match(game: Game[Any], options: Options, seats: int, seed: int) -> int:
    """A random match, checked; the number of its moves."""
    rng, table = Random(seed), Table(game, options, seats)
    dealt: list[str] = []
    while not table.is_over:
        seat = rng.choice(table.state.waiting)
        move = (
            game.draw_dealer_move(table.state, rng) if seat == DEALER else game.draw_random_move(table.state, seat, rng)
        )
        table.play_move(seat, move)
        if seat == DEALER:
            dealt = cards_of(game, table.state)
        elif table.state.waiting[:1] not in ((), (DEALER,)) and not rng.randrange(LOOK_EVERY):
            assert cards_of(game, table.state) == dealt, f"cards were lost: {game.build_position(table.state)}"
    again = Table.replay_record(parse_record(json.loads(json.dumps(table.record.to_json()))))
    assert game.build_position(again.state) == game.build_position(table.state), f"seed {seed} does not replay"
    return len(table.record.moves)


def whole_matches(game: Game[Any], matches: int) -> None:
    """So many random matches for each preset and number of players, with a line for each."""
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for seats in game.list_seat_counts(options):
            begun, longest = perf_counter(), 0
            for seed in range(matches):
                longest = max(longest, whole_match(game, options, seats, seed))
            spent = perf_counter() - begun
            table = f"{game.slug:18}{preset.name:18}{seats:3} seats"
            print(f"{table}{matches:6} matches, longest {longest:6} moves, {spent:6.0f} s", flush=True)


def matches_by_any_rules(game: Game[Any], matches: int, seed: int) -> None:
    """So many random matches, each by house rules and with a number of players drawn at random."""
    begun, moves = perf_counter(), []
    for one in range(seed, seed + matches):
        if drawn := some_rules(game, Random(one)):
            try:
                moves.append(whole_match(game, *drawn, one))
            except Exception:
                print(f"{game.slug}: seed {one}, {drawn[1]} seats, {drawn[0].list_nonstandard_values()}")
                raise
    spent = perf_counter() - begun
    print(f"{game.slug:18}any rules {len(moves):6} matches, longest {max(moves):6} moves, {spent:6.0f} s", flush=True)


def every_question(game: Game[Any], positions: int, seed: int) -> None:
    """Everything asked of so many positions, on the way from tables with random house rules and from the examples."""
    examples, asked, begun = read_examples(game), 0, process_time()
    while asked < positions:
        rng = Random(seed)
        try:
            if rng.random() < 0.5:
                start = of_example(game, rng.choice(examples), rng)
                asked += ask_on_the_way(game, start, rng, moves=20, every=4)
            elif drawn := some_rules(game, rng):
                asked += ask_on_the_way(game, game.start_match(*drawn), rng, moves=150, every=8)
        except Exception:
            print(f"{game.slug}: seed {seed}")
            raise
        seed += 1
    print(f"{game.slug:18}{asked:6} positions, next seed {seed}, {process_time() - begun:6.0f} s", flush=True)


def put_together(game: Game[Any], positions: int, seed: int) -> None:
    """So many positions put together from two of one table, by house rules drawn at random."""
    refused = played = 0
    begun = process_time()
    while refused + played < positions:
        rng = Random(seed)
        if drawn := some_rules(game, rng):
            try:
                more = mix_and_play(game, game.start_match(*drawn), rng, positions=20)
            except Exception:
                print(f"{game.slug}: seed {seed}")
                raise
            refused, played = refused + more[0], played + more[1]
        seed += 1
    spent = f"next seed {seed}, {process_time() - begun:6.0f} s"
    print(f"{game.slug:18}{played:6} positions put together, {refused} refused, {spent}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--any-rules", type=int, default=0)
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--mixed", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("slugs", nargs="*")
    asked = parser.parse_args()
    chosen = [games.get(slug) for slug in asked.slugs] or list(games.all_games().values())
    for game in chosen:
        if asked.any_rules:
            matches_by_any_rules(game, asked.any_rules, asked.seed)
        elif asked.positions:
            every_question(game, asked.positions, asked.seed)
        elif asked.mixed:
            put_together(game, asked.mixed, asked.seed)
        else:
            whole_matches(game, asked.games)


if __name__ == "__main__":
    main()

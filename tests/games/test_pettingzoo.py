"""The PettingZoo environment of the documentation: its own tests, for every game, and what an agent must not learn."""

from __future__ import annotations

import runpy
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import games
from core.api.docs import ENVIRONMENT
from games.engine.game import Game

EXAMPLE = runpy.run_path(str(ENVIRONMENT))
CardTable = EXAMPLE["CardTableEnv"]
GAMES = list(games.all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
PRESETS = [(game, preset.name) for game in GAMES for preset in game.options.presets]
each_preset = pytest.mark.parametrize(
    ("game", "preset"), PRESETS, ids=[f"{game.slug}-{name}" for game, name in PRESETS]
)


def most_seats(game: Game[Any], preset: str) -> int:
    options = game.options.load_preset(preset)
    return game.list_seat_counts(options)[-1]


def table(game: Game[Any], preset: str, **more: Any) -> Any:
    rules = game.options.load_preset(preset).list_nonstandard_values()
    return CardTable(game.slug, rules, most_seats(game, preset), **more)


def acted(env: Any, rng: Random, most: int) -> Iterator[str]:
    """So many random actions at most, and the agent to act before each."""
    for _ in range(most):
        if all(env.terminations.values()):
            return
        yield env.agent_selection
        env.step(rng.randrange(len(env.infos[env.agent_selection]["moves"])))


@pytest.mark.repeated
@each_game
def test_it_passes_the_tests_of_pettingzoo(game: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in (
            "Observation is not a NumPy",
            "Observation space for each agent probably",
            "Action mask.*all zeros",
        ):
            warnings.filterwarnings("ignore", usual)  # true of its own card games too: a dictionary, and a last look
        api_test(CardTable(game.slug, render_mode="ansi"), num_cycles=100)
        seed_test(lambda: CardTable(game.slug), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@each_preset
def test_agents_take_a_deal_to_its_end_and_share_out_what_it_is_worth(game: Game[Any], preset: str) -> None:
    env, rng = table(game, preset), Random(preset)
    for seed in range(2):
        env.reset(seed)
        for _ in acted(env, rng, 20_000):
            assert len(env.infos[env.agent_selection]["moves"]) <= EXAMPLE["MOST_MOVES"] // 2, "the bound is no bound"
        assert all(env.terminations.values())
        (result,) = env.table.state.match.results
        gained = [env.rewards[agent] for agent in env.possible_agents]
        assert sum(gained) == pytest.approx(0, abs=1e-9)
        won = [gained[seat] for seat in result.winners]
        lost = [gain for seat, gain in enumerate(gained) if seat not in result.winners]
        assert not won or not lost or min(won) >= max(lost), "who wins the deal gains most"
        assert not won or not lost or any(gained), "a deal that somebody wins is worth something"


@each_preset
def test_no_agent_can_tell_hidden_cards_apart(game: Game[Any], preset: str) -> None:
    env, rng = table(game, preset, deals=3), Random(preset)
    env.reset(1)
    elsewhere = 0
    for number, mover in enumerate(acted(env, rng, 150)):
        if number % 10:
            continue
        whole = env.table.state
        for agent in (mover, rng.choice(env.agents)):
            seat = env.possible_agents.index(agent)
            seen, moves = env.observe(agent)["observation"], env.table.list_moves(seat) if agent == mover else []
            env.table.state = game.sample_possible_state(game.build_view(whole, seat), rng)
            elsewhere += game.build_position(env.table.state) != game.build_position(whole)
            assert np.array_equal(seen, env.observe(agent)["observation"])
            assert agent != mover or env.table.list_moves(seat) == moves
            env.table.state = whole
    assert elsewhere, "cards that were dealt anew lie elsewhere"


@each_game
def test_a_whole_match_counts_every_deal_once(game: Game[Any]) -> None:
    env, rng = CardTable(game.slug, deals=None), Random(5)
    env.reset(5)
    gained = np.zeros(len(env.possible_agents))
    for _ in acted(env, rng, 30_000):
        gained += [env.rewards[agent] for agent in env.possible_agents]
    gained += [env.rewards[agent] for agent in env.possible_agents]
    match = env.table.state.match
    assert match.over
    wanted = sum(EXAMPLE["compute_seat_rewards"](game, result, match.seats) for result in match.results)
    assert gained == pytest.approx(wanted)


def test_a_move_that_is_not_there_is_refused() -> None:
    env = CardTable(GAMES[0].slug)
    env.reset(1)
    before = env.table.build_view(None)
    for action in (-1, len(env.moves), EXAMPLE["MOST_MOVES"] - 1):
        message = f"{env.agent_selection}’s moves are numbered from 0 to {len(env.moves) - 1}"
        with pytest.raises(ValueError, match=f"Move {action} doesn’t exist. {message}"):
            env.step(action)
    assert env.table.build_view(None) == before


def test_an_onlooker_sees_no_hand() -> None:
    env = CardTable(GAMES[0].slug, render_mode="ansi")
    env.reset(1)
    shown = env.render()
    assert "seat_0, " in shown
    assert " ? ?" in shown
    assert "{" not in shown


def test_the_file_plays_a_deal_by_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", [str(ENVIRONMENT), GAMES[-1].slug])
    runpy.run_path(str(ENVIRONMENT), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    assert len(told) == GAMES[-1].get_usual_seat_count(GAMES[-1].options())
    assert all(" gained " in line for line in told)

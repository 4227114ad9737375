"""The small match of each game that shows what a record is."""

from __future__ import annotations

import json
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.record import parse_record
from games.engine.sample_match import play_sample_match
from games.engine.table import Table


@pytest.mark.repeated
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_it_is_whole_and_plays_again(game: Game[Any]) -> None:
    told = json.loads(json.dumps(play_sample_match(game).export_match()))
    again = Table.replay_record(parse_record(told))
    assert again.is_over
    assert json.loads(json.dumps(again.export_match())) == told

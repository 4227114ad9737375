"""Records and positions kept by earlier releases: they still read, mean what they meant, and play on."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games.engine.record import parse_record
from games.engine.table import Table

KEPT = json.loads(Path(__file__).with_name("kept.json").read_text(encoding="utf-8"))
"""Beginnings of matches with positions on the way: of four games by their first and their last preset, and of others
what a later book plays otherwise (three at Beggar My Neighbor, ten new stocks at Mille, cards rolled at Anaconda).
"""


RESULT = ("clause", "winners", "scores")


def plain(position: dict[str, Any]) -> dict[str, Any]:
    """A position without what had other words then: house rules, sentences of results, the cards of this turn."""
    match = position["match"]
    results = [{key: result[key] for key in RESULT} for result in match["results"]]
    rest = {key: value for key, value in position.items() if key not in ("came", "options")}
    return rest | {"match": {**match, "results": results}}


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept['record']['game']}-{len(kept['record']['options'])}")
def test_a_record_kept_before_leads_to_the_same_positions(kept: dict[str, Any]) -> None:
    record = parse_record(kept["record"])
    game = games.get(record.game)
    for known in kept["positions"]:
        state = Table.replay_record(record, known["after"]).state
        whole, seen = plain(known["whole"]), plain(known["seen"])
        assert plain(game.build_position(state)) == whole
        assert plain(game.build_position(state, 0, whole=False)) == seen
        for position in (known["whole"], known["seen"]):
            loaded = game.load_position({**position, "options": record.options.list_nonstandard_values()})
            assert plain(game.build_position(loaded, 0, whole=False)) == seen
    table = Table.replay_record(record)
    table.play_dealer_moves(Random(1))
    for seat in table.state.waiting:
        assert table.list_moves(seat)

"""Positions that once took long are answered within bounds. What is counted is work, not time.

`slow.json` has the worst that `python -m tests.games.slow` found. Calls of functions are counted, which no search can
forget to do; an answer that needs more is cut off.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

import games
from games.cards import format_cards, parse_cards
from games.engine import puzzle
from games.engine.game import Game
from games.engine.work_limits import WorkAllowance
from games.vazhushal.endgame import UnfinishedSearch, find_best_meld_plan, find_moves_to_go_out
from tests.games.slow import CALLS, FOUND, Finder, Question

STEPS, MOST_CALLS = 20_000, 1_000_000
"""An allowance, and the calls of functions that it may come to."""
ENTRIES = [(slug, entry) for slug, entries in json.loads(FOUND.read_text()).items() for entry in entries]


class TooManyCalls(BaseException):
    """So much work was not allowed for."""


@contextmanager
def counted(most: int) -> Iterator[None]:
    """Cut off what takes more calls of functions, written in Python or not."""
    left = most

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left < 0:
            sys.setprofile(None)
            raise TooManyCalls

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize(("slug", "entry"), ENTRIES, ids=[f"{slug}-{entry['call']}" for slug, entry in ENTRIES])
def test_what_took_long_counts_its_work(slug: str, entry: dict[str, Any]) -> None:
    """With few steps there is little work: nothing is searched that is not counted."""
    game, question = games.get(slug), Question(entry["position"], entry["seat"], entry["move"])
    with counted(MOST_CALLS), WorkAllowance(STEPS):
        CALLS[entry["call"]](game, question)


def test_eight_questions_of_a_stranger_do_not_stop_the_site() -> None:
    """The position that once took minutes, as it is asked: without an allowance around it."""
    game, entry = games.get("vazhushal"), ENTRIES[0][1]
    with counted(MOST_CALLS):
        found = [str(move) for move in game.list_moves(game.load_position(entry["position"]), 0)]
    assert found == ["stock"]


@pytest.mark.parametrize("slug", games.all_games())
def test_odd_positions_are_answered_within_bounds(slug: str) -> None:
    """A few of those that the search for slow positions begins with; what cannot be answered is refused."""
    game, rng = games.get(slug), Random(7)
    finder, asked = Finder(game, rng), 0
    while asked < 12:
        try:
            question = finder.fresh()
        except (LookupError, ValueError, AssertionError):
            continue
        asked += 1
        with counted(MOST_CALLS), WorkAllowance(STEPS):
            CALLS["legal"](game, question)
            CALLS["check"](game, question)


@pytest.mark.parametrize(("slug", "entry"), ENTRIES, ids=[f"{slug}-{entry['call']}" for slug, entry in ENTRIES])
def test_a_bot_out_of_steps_plays_something_legal(slug: str, entry: dict[str, Any]) -> None:
    game, position = games.get(slug), entry["position"]
    state = game.load_position(position)
    for level, bot in game.bots.items():
        with WorkAllowance(50):
            move = bot.choose_move(game.build_view(state, entry["seat"]), Random(1)).move
        assert game.find_violation(state, entry["seat"], move) is None, (level, move)


def test_a_list_that_was_cut_says_so() -> None:
    game, state = _opened()
    whole = game.list_moves(state, 0)
    with WorkAllowance(3_000) as work:
        some = game.list_moves(state, 0)
    assert work.cut
    assert set(some) < set(whole)
    assert {move.verb for move in some} >= {"discard", "meld"}


def _opened() -> tuple[Game[Any], Any]:
    game = games.get("vazhushal")
    cards = format_cards(parse_cards("* * 3C 4C 5C 6D 7D 8D 9H TH JH QS KS AS 2S 7C 7H 7S"))
    position = {"phase": "table", "hands": [cards, "? ? ?"], "melds": [["4H 5H 6H", "9C 9D 9S"], []]}
    return game, game.load_position(position)


def test_every_reading_counts_where_wild_cards_can_be_read_in_many_ways() -> None:
    """The first 1,296 readings of this move make twins of its first two groups; more than are tried one by one."""
    game = games.get("vazhushal")
    own = [
        "TS JS QS",
        "7C *=8C *=9C",
        "*=6C 7C *=8C",
        "3D *=4D *=5D",
        "9S *=TS *=JS",
        "5H KD=6H KH=7H",
        "2H KD=3H KH=4H",
    ]
    options = {"packs": "2", "extra-jokers": 4, "wild-rule": "same-rank"}
    position = {"options": options, "phase": "table", "negative": "KC", "hands": ["2C", "? ? ?"], "melds": [own, []]}
    state = game.load_position(position)
    groups = ["TS JS QS", "7C *=? *=?", "7C *=? *=?", *[f"{card} *=? *=?" for card in ("3D", "9S")]]
    groups += ["5H KD=? KH=?", "2H KD=? KH=?"]
    move = game.parse_move(f"rearrange {' / '.join(groups)}")
    assert [game.find_violation(state, 0, one) for one in game.list_move_readings(state, 0, move)] == [None]


@pytest.mark.parametrize("steps", [1, 100, 1_000, 5_000, 20_000])
def test_a_way_out_that_is_not_found_in_time_is_unproven(steps: int) -> None:
    """Whatever the steps suffice for: no way out is denied that there is."""
    game = games.get("vazhushal")
    for phase, hand in (("table", "7C 8C * 3D 4D 5D 9S"), ("draw", "7C 8C * 3D 4D 5D TH"), ("table", "2C 9D KH")):
        melds = [["TS JS QS", "4H 5H 6H"], []]
        position = {"phase": phase, "hands": [hand, "? ? ?"], "melds": melds, "line": "9C 6D"}
        state = game.load_position(position)
        whole = find_moves_to_go_out(state, 0)
        with WorkAllowance(steps):
            found = find_moves_to_go_out(state, 0)
        assert isinstance(found, UnfinishedSearch) or type(found) is type(whole)
    with WorkAllowance(steps):
        plan = find_best_meld_plan(state, 0)
    assert not plan.proven or plan.value == find_best_meld_plan(state, 0).value


def test_a_puzzle_whose_proof_takes_too_long_is_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("contract-rummy")
    theme = next(theme for theme in game.puzzle_themes if theme.slug == "lay-it-now")
    options = game.options()
    setup = theme.make(Random(1), options)
    theme.pose(setup, options)
    monkeypatch.setattr("games.contract_rummy.contract_plans.PLANS", 1)
    with pytest.raises(puzzle.Unproven):
        theme.pose(setup, options)

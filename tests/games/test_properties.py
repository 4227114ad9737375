"""Properties that hold for anything thrown at the games: no text and no JSON breaks them, and no card is lost."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import games
from games.cards import parse_card
from games.engine.game import Game
from games.engine.move import parse_move
from games.engine.options import Options
from games.engine.record import FORMAT, parse_record
from games.engine.state import DEALER, State
from games.engine.table import Table
from games.errors import BadText, RulesError
from tests.games.wandering import move_of, mutated, wander

GAMES = list(games.all_games().values())

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CODES = ["AC", "9S", "TH", "KD", "QS", "*", "?", "*=9S", "*=?", "8H=7C", "8H=?", "10d", "=", "X"]


@st.composite
def house_rules(draw: st.DrawFn, game: Game[Any]) -> Options:
    """Some house rules that can be played together by somebody."""
    chosen = {
        option.name: draw(st.sampled_from(option.list_values()))
        for option in game.options.list_options()
        if draw(st.integers(0, 3)) == 0
    }
    while game.options.list_option_problems(chosen):
        chosen.pop(game.options.list_option_problems(chosen)[0].option)
    options = game.options(chosen)
    assume(game.list_seat_counts(options))
    return options


def players(game: Game[Any], options: Options) -> st.SearchStrategy[int]:
    """Numbers of players that these house rules allow."""
    return st.sampled_from(game.list_seat_counts(options))


@pytest.mark.slow
@each_game
def test_a_turn_that_is_shared_stays_so_until_everyone_has_chosen(game: Game[Any]) -> None:
    presets = [preset.name for preset in game.options.presets]
    for number, name in enumerate(presets):
        options, rng = game.options.load_preset(name), Random(number)
        for seats in {*game.list_seat_counts(options)[:1], *game.list_seat_counts(options)[-1:]}:
            before = (0, "", 0, 0)
            for state, _ in islice(wander(game, options, seats, rng), 400):
                held = sum(map(len, state.hands))
                # A hand grows when a question is settled, and the next one can follow in the same phase.
                is_same_question = (state.match.deals, state.phase) == before[:2] and held <= before[3]
                if len(state.waiting) > 1 or (is_same_question and len(state.waiting) < before[2] > 1):
                    assert state.is_turn_shared, (name, seats, state.phase, state.waiting)
                elif not is_same_question:  # one player alone has begun it
                    assert not state.is_turn_shared, (name, seats, state.phase, state.waiting)
                before = state.match.deals, state.phase, len(state.waiting), held


# -- text ------------------------------------------------------------------------------------------


@given(st.text(max_size=8))
def test_any_text_is_a_card_or_bad_text(text: str) -> None:
    try:
        card = parse_card(text)
    except BadText:
        return
    assert parse_card(card.code) is card


@pytest.mark.slow
@each_game
@given(data=st.data())
@settings(max_examples=300)
def test_any_text_is_a_move_or_bad_text(game: Game[Any], data: st.DataObject) -> None:
    pieces = st.sampled_from(
        [*game.verbs, *CODES, "after", "/", "3", "0", "999999999", "1000000000", "call", "hearts", "-", "\n"]
    )
    text = data.draw(st.text(max_size=30) | st.lists(pieces, max_size=9).map(" ".join))
    try:
        move = game.parse_move(text)
    except BadText:
        return
    assert game.parse_move(str(move)) == move


@pytest.mark.slow
@each_game
@given(data=st.data())
@settings(max_examples=150)
def test_any_move_is_legal_or_refused_by_a_clause(game: Game[Any], data: st.DataObject) -> None:
    """Made of the words and cards that are there, and asked of seats that are there and of some that are not."""
    state, seat = data.draw(st.sampled_from(states(game)))
    pieces = [*CODES, "after", "/", "1", "2", "101", *_cards_there(game, state)]
    verb = data.draw(st.sampled_from([*game.verbs, "jump"]))
    text = " ".join([verb, *data.draw(st.lists(st.sampled_from(pieces), max_size=8))])
    try:
        move = game.parse_move(text)
    except BadText:
        return
    asked = data.draw(st.sampled_from([seat, seat, seat, -1, 0, 9]))
    before = json.dumps(game.build_position(state))
    violation = game.find_violation(state, asked, move)
    readings = game.list_move_readings(state, asked, move)
    assert json.dumps(game.build_position(state)) == before
    assert all(game.find_violation(state, asked, reading) is None for reading in readings if move.has_open_wild_card)
    if violation is None:
        assert state.can_move(asked)
        game.play_move(state.copy(), asked, move)
    else:
        assert violation.sentence
        assert json.dumps(violation.to_json())


@cache
def states(game: Game[Any]) -> list[tuple[State, int]]:
    """States of random matches under every preset, each with a seat that may move."""
    found = []
    for number, preset in enumerate(game.options.presets):
        options = game.options.load_preset(preset.name)
        seats = game.list_seat_counts(options)[0]
        played = wander(game, options, seats, Random(number), deals=2)
        found += [(state.copy(), seat) for state, seat in islice(played, 0, 400, 7)]
    return found


@cache
def some_positions(game: Game[Any]) -> list[dict[str, Any]]:
    """Twenty of them as positions, not to be changed."""
    found = states(game)
    return [game.build_position(state) for state, _ in found[:: max(1, len(found) // 20)]]


def _cards_there(game: Game[Any], state: State) -> list[str]:
    written = json.dumps(
        {key: value for key, value in game.build_position(state).items() if key in ("hands", "line", "melds")}
    )
    return [
        token for token in written.translate(str.maketrans('[]{}",:', "       ")).split() if token not in ("hands",)
    ]


# -- JSON ------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_game
@given(thing=anything)
def test_any_json_is_house_rules_or_refused(game: Game[Any], thing: Any) -> None:
    try:
        options = game.options(thing)
    except RulesError:
        return
    assert game.options(options.list_nonstandard_values()) == options


@pytest.mark.slow
@each_game
@given(data=st.data())
def test_any_values_are_house_rules_or_refused(game: Game[Any], data: st.DataObject) -> None:
    names = st.sampled_from([option.name for option in game.options.list_options()])
    values = anything | st.sampled_from(
        [value for option in game.options.list_options() for value in option.list_values()]
    )
    chosen = data.draw(st.dictionaries(names, values, max_size=4))
    try:
        options = game.options(chosen)
    except RulesError:
        return
    assert set(options.list_nonstandard_values()) <= set(chosen)


@pytest.mark.slow
@each_game
@given(thing=anything, data=st.data())
@settings(max_examples=200)
def test_any_json_is_a_record_or_refused(game: Game[Any], thing: Any, data: st.DataObject) -> None:
    whole = {"format": FORMAT, "game": game.slug, "options": {}, "seats": 2, "moves": [[-1, "dealer 1"]]}
    key = data.draw(st.sampled_from([*whole, "other"]))
    for tried in (thing, {**whole, key: thing}):
        try:
            record = parse_record(tried)
            Table.replay_record(record)
        except RulesError:
            continue
        assert parse_record(record.to_json()) == record


@pytest.mark.slow
@each_game
@given(data=st.data())
@settings(max_examples=200)
def test_any_json_is_a_position_one_can_go_on_from_or_refused(game: Game[Any], data: st.DataObject) -> None:
    state, _ = data.draw(st.sampled_from(states(game)))
    position = game.build_position(state)
    for key in data.draw(st.lists(st.sampled_from([*position, "other"]), min_size=1, max_size=3)):
        change = data.draw(st.sampled_from(["drop", "swap", "anything", "cut"]))
        if change == "drop":
            position.pop(key, None)
        elif change == "swap":
            position[key] = deepcopy(data.draw(st.sampled_from(some_positions(game))).get(key))
        elif change == "cut" and isinstance(position.get(key), str | list):
            position[key] = position[key][: data.draw(st.integers(0, 8))]
        else:
            position[key] = data.draw(anything)
    try:
        loaded = game.load_position(position)
    except RulesError:
        return
    _goes_on(game, loaded, Random(1))


@pytest.mark.parametrize(
    ("slug", "position", "move"),
    [
        ("mille", {"phase": "take", "hands": ["9C 9D KC", "? ? ?"], "pile": "5S ? 9H"}, "pile 9C 9D"),
        ("contract-rummy", {"phase": "draw", "hands": ["9C 9D KC", "? ? ?"], "pile": "5S ?"}, "upcard"),
        ("vazhushal", {"phase": "draw", "hands": ["4S 5S KC", "? ? ?"], "line": "? 6S"}, "wipe 1 4S 5S 6S"),
    ],
    ids=["mille", "contract-rummy", "vazhushal"],
)
def test_a_position_with_an_unknown_card_in_the_pile_loads_after_a_take(
    slug: str, position: dict[str, Any], move: str
) -> None:
    game = games.get(slug)
    state = game.load_position(position)
    game.play_move(state, 0, game.parse_move(move))
    after = game.build_position(state)
    assert game.build_position(game.load_position(after)) == after
    assert "?" not in "".join(after["known"])


def _goes_on(game: Game[Any], state: State, rng: Random) -> None:
    """Everything can be asked of the state, and it can be played on."""
    whole = "?" not in json.dumps(game.build_position(state))
    assert game.build_position(game.load_position(game.build_position(state))) == game.build_position(state)
    for _ in range(6):
        for seat in (None, *range(state.seats)):
            view = game.build_view(state, seat)
            game.build_screen(view)
            imagined = game.sample_possible_state(view, rng)
            assert not whole or game.build_view(imagined, seat) == view
        if not state.waiting:
            return
        seat = rng.choice(state.waiting)
        move = move_of(game, state, seat, rng)
        assert game.find_violation(state, seat, move) is None
        game.find_violation(state, seat, mutated(game, state, move, rng))
        if seat != DEALER:
            assert all(game.find_violation(state, seat, one) is None for one in game.list_moves(state, seat))
        game.apply_move(state, seat, move)


# -- play ------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_game
@given(data=st.data())
@settings(max_examples=40)
def test_under_any_house_rules_play_goes_on_to_the_end_of_a_deal(game: Game[Any], data: st.DataObject) -> None:
    options = data.draw(house_rules(game))
    seats = data.draw(players(game, options))
    rng = Random(data.draw(st.integers(0, 2**32)))
    for state, seat in wander(game, options, seats, rng, deals=1):
        if rng.random() < 0.1:
            onlooker = rng.choice([None, *range(seats)])
            view = game.build_view(state, onlooker)
            assert game.build_view(game.sample_possible_state(view, rng), onlooker) == view
            assert game.build_position(game.load_position(game.build_position(state))) == game.build_position(state)
            violation = game.find_violation(state, seat, mutated(game, state, move_of(game, state, seat, rng), rng))
            for broken in (violation, *violation.others) if violation else ():
                entry = game.rulebook.find_clause_entry(broken.clause.id, options)
                assert entry is None or entry.is_in_force, broken.clause.id


@pytest.mark.slow
@given(st.lists(st.sampled_from(CODES), max_size=8), st.integers(0, 999), st.sampled_from(["discard", "wipe"]))
def test_moves_and_their_text_agree(cards: list[str], number: int, verb: str) -> None:
    text = " ".join([verb, str(number), *cards])
    try:
        move = parse_move(text)
    except BadText:
        return
    assert parse_move(str(move)) == move

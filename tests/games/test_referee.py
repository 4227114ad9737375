"""Vazhushal against a referee that shares no code with it: the same verdict on every move, the same count."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from tests.games.referee import BOOK, Foul, Referee, split
from tests.games.wandering import MOST, move_of, mutated

GAME = games.get("vazhushal")
LAYING = ("wipe", "take", "meld", "layoff", "rearrange")


def house_rules(rng: Random) -> Options:
    """Any rules that can be played together, a quarter of them other than the book's."""
    while True:
        chosen = {
            option.name: rng.choice(option.list_values())
            for option in GAME.options.list_options()
            if rng.random() < 0.25
        }
        if not GAME.options.list_option_problems(chosen):
            return GAME.options(chosen)


def some_move(state: State, seat: int, rng: Random, eager: bool) -> Move:
    """A random move, or (`eager`) one that lays something if there is one."""
    if eager and seat != DEALER and rng.random() < 0.6:
        laying = [move for move in GAME.list_moves(state, seat) if move.verb in LAYING]
        if laying:
            return rng.choice(laying)
    return move_of(GAME, state, seat, rng)


def watched(options: Options, seats: int, rng: Random, deals: int, eager: bool) -> tuple[State, Referee, int]:
    """Some deals under the referee's eyes, with strange moves tried now and then; how many of them there were."""
    state, referee, tried = GAME.start_match(options, seats), Referee(options.list_nonstandard_values(), seats), 0
    for _ in range(MOST):
        if not state.waiting or state.match.deals >= deals:
            break
        assert sorted(state.waiting) == referee.waiting()
        seat = rng.choice(state.waiting)
        if seat != DEALER and rng.random() < 0.15:
            tried += compare(state, seat, referee, options, rng)
        move = some_move(state, seat, rng, eager)
        referee.play(seat, str(move))
        GAME.apply_move(state, seat, move)
        referee.check()
        assert position_of(referee) == [sorted(hand.split()) for hand in GAME.build_position(state)["hands"]]
    return state, referee, tried


def position_of(referee: Referee) -> list[list[str]]:
    return [sorted(hand) for hand in referee.hands]


def compare(state: State, seat: int, referee: Referee, options: Options, rng: Random) -> int:
    """The verdicts of rules and referee on the moves that are listed, and on some that are much like them."""
    listed = GAME.list_moves(state, seat)
    for move in listed:
        assert referee.allows(seat, str(move)), (str(move), options, GAME.build_position(state))
    strange = [mutated(GAME, state, rng.choice(listed), rng) for _ in range(8)]
    for move in strange:
        violation = GAME.find_violation(state, seat, move)
        said = violation.sentence if violation else "allowed"
        assert (violation is None) == referee.allows(seat, str(move)), (
            str(move),
            said,
            options,
            GAME.build_position(state),
        )
    return len(strange)


def counts(state: State) -> list[tuple[list[int], list[int] | None]]:
    return [
        (list(result.winners), None if result.scores is None else list(result.scores)) for result in state.match.results
    ]


@pytest.mark.slow
@pytest.mark.parametrize("preset", GAME.options.presets, ids=lambda preset: preset.name)
@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
def test_whole_matches_under_the_referees_eyes(preset: Any, eager: bool) -> None:
    options = GAME.options.load_preset(preset.name)
    for seats in GAME.list_seat_counts(options):
        state, referee, _ = watched(options, seats, Random(seats), deals=50, eager=eager)
        assert counts(state) == referee.results
        assert state.match.scores == referee.wins
        assert state.match.winners == (referee.match_winner,)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_deals_under_any_house_rules_under_the_referees_eyes(seed: int) -> None:
    rng = Random(seed)
    options = house_rules(rng)
    seats = rng.choice(GAME.list_seat_counts(options))
    state, referee, _ = watched(options, seats, rng, deals=2, eager=seed % 2 == 0)
    assert counts(state) == referee.results


@pytest.mark.slow
def test_strange_moves_are_tried_in_numbers() -> None:
    rng, tried = Random(1), 0
    for _ in range(12):
        tried += watched(house_rules(rng), 2, rng, deals=1, eager=True)[2]
    assert tried > 400


def test_the_referee_knows_every_house_rule_by_its_book_value() -> None:
    assert {option.name: option.default for option in GAME.options.list_options()} == BOOK


# -- the referee is no pushover --------------------------------------------------------------------


def seated(**table: Any) -> Referee:
    """A referee at a table of two where seat 0 is to move."""
    referee = Referee(table.pop("options", {}), 2)
    referee.phase, referee.negative = table.pop("phase", "table"), table.pop("negative", "")
    referee.hands[0] = table.pop("hand", "").split()
    referee.melds[0] = [meld.split() for meld in table.pop("melds", "").split(" / ") if meld]
    referee.line, referee.stock = table.pop("line", "").split(), ["2C", "3C"]
    referee.starter = table.pop("starter", False)
    return referee


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"hand": "5H 6H 7H KC"}, "meld 5H 6H 7H"),
        ({"hand": "AC QC KC 2D"}, "meld QC KC AC"),
        ({"hand": "8C 8D 8S KC", "melds": "2H 3H 4H"}, "meld 8C 8D 8S"),
        ({"phase": "draw", "hand": "8S JH", "line": "3H 9S TS KD"}, "wipe 3 8S 9S TS"),
        ({"phase": "draw", "hand": "3H 4H 5H QS QD 2C", "line": "QC 7D"}, "wipe 2 QC QS QD after 3H 4H 5H"),
        ({"phase": "draw", "hand": "2C", "melds": "5C 6C 7C", "line": "* KC", "starter": True}, "take"),
    ],
)
def test_the_referee_lets_good_moves_pass(table: dict[str, Any], text: str) -> None:
    assert seated(**table).allows(0, text)


@pytest.mark.parametrize(
    ("table", "text", "why"),
    [
        ({"hand": "5H 6H 8H KC"}, "meld 5H 6H 8H", "not pure|no meld"),
        ({"hand": "KC AC 2C 2D"}, "meld KC AC 2C", "no meld"),
        ({"hand": "8C 8D 8S KC"}, "meld 8C 8D 8S", "no pure sequence"),
        ({"hand": "KC KD KS", "melds": "2H 3H 4H"}, "meld KC KD KS", "no card to discard"),
        ({"hand": "7H KC", "melds": "2H 3H 4H"}, "meld 7H 8H 9H", "not all among"),
        ({"phase": "draw", "hand": "8S JH", "line": "3H 9S TS KD"}, "wipe 4 8S 9S TS", "deepest"),
        ({"phase": "draw", "hand": "8S JH", "line": "3H 9S TS KD"}, "discard JH", "no discard in the draw"),
        ({"phase": "draw", "hand": "2C", "line": "* KC", "starter": True}, "take", "pure sequence"),
        ({"hand": "KC"}, "stock", "no stock in the table"),
    ],
)
def test_the_referee_stops_foul_moves(table: dict[str, Any], text: str, why: str) -> None:
    with pytest.raises(Foul, match=why):
        seated(**table).play(0, text)


def test_the_referee_reads_a_move() -> None:
    assert split("wipe 3 QC QS / 2C 3C after 3H 4H") == ("wipe", 3, [["QC", "QS"], ["2C", "3C"]], ["3H", "4H"])

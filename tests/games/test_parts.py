"""What a state declares once follows everywhere: at first, in copies and new deals, in positions and their schema."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import games
from games.cards import UNKNOWN, parse_cards
from games.engine.game import Game
from games.engine.options import Flag as FlagOption
from games.engine.options import Options
from games.engine.state import DEALER, MatchPart, State
from games.engine.state_parts import (
    Cards,
    DerivedPart,
    Flag,
    Hands,
    KnownHandCards,
    Number,
    NumberPairs,
    OneCard,
    ParsedTexts,
    Phase,
    Seat,
    SeatOrNone,
    Seats,
    Word,
    WordBySeat,
    hide_cards,
    parse_whole_number,
)
from games.errors import BadPosition, BadText
from tests.games.wandering import wander

ALL = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)


class SmallOptions(Options):
    open_hands = FlagOption(False, "Open hands", on="All hands lie open.", off="Hands are hidden.")


class SmallState(State):
    options: SmallOptions
    phase = Phase({"play": ""}, usual="play")
    turn = Seat("whose turn it is", usual=lambda state: state.leader)
    leader = Seat("who led", usual=lambda state: len(state.pile))
    hands = Hands(
        "the hands",
        holds=lambda state, seat: 3 - (seat < state.leader),
        sees=lambda state, owner, seat: state.options.open_hands or owner == seat,
        known="known",
    )
    pile = Cards("what was played", ordered=True)
    stock = Cards("the rest", see=hide_cards, reverse=True, jokers=False)
    known = KnownHandCards()
    turned = OneCard("a card that was turned, or “”")
    drawn = Word("how the card came", ("", "stock", "pile"))
    words = ParsedTexts("what was said", lambda state, text: text.upper(), most=lambda state: state.seats)
    answers = WordBySeat("what each answered", ("", "yes", "no"))
    pairs = NumberPairs("pairs", lambda state, one, other: one < other, "two numbers that rise", most=2)
    asked = Seats("who was asked")
    best = SeatOrNone("who is ahead, or null", lasting=True)
    rounds = Number("rounds played", 1, 9, fresh=1, key="round", lasting=True)
    shown = Flag("whether all is shown")
    match = MatchPart("points", first=5)
    size = DerivedPart(lambda state: len(state.pile))

    def list_contradictions(self) -> Any:
        if self.shown and not self.pile:
            yield "Nothing is there to be shown."


class Small(Game[SmallState]):
    slug = "small"
    title = "Small"
    seats = range(2, 5)
    options = SmallOptions
    state = SmallState
    usual_seats = 3


GAME = Small()


def test_a_match_begins_with_what_is_fresh() -> None:
    state = GAME.start_match(SmallOptions(), 3)
    assert (state.phase, state.waiting, state.is_between_deals, state.match.scores) == (
        "dealer",
        (DEALER,),
        False,
        [5, 5, 5],
    )
    assert (state.hands, state.turn, state.rounds, state.best, state.size) == ([[], [], []], 0, 1, None, 0)
    assert not any(name in vars(SmallState) for name in SmallState.parts)


def test_a_new_deal_leaves_what_lasts() -> None:
    state = GAME.load_position({"round": 4, "best": 2, "shown": True, "pile": "5C", "match": {"scores": [1, 2, 3]}})
    state.clear()
    assert (state.rounds, state.best, state.match.scores) == (4, 2, [1, 2, 3])
    assert (state.shown, state.pile, state.hands) == (False, [], [[], [], []])


def test_a_copy_shares_nothing_that_changes() -> None:
    state = GAME.load_position({"pile": "5C 6C", "stock": "7C 8C", "words": ["hm"], "answers": ["yes"]})
    before, copied = GAME.build_position(state), state.copy()
    assert (type(copied), GAME.build_position(copied)) == (SmallState, before)
    for changed in (copied.hands[0], copied.known[1], copied.pile, copied.stock, copied.words, copied.answers):
        changed.clear()  # type: ignore[attr-defined]
    copied.match.scores[0], copied.turn = 9, 1
    assert GAME.build_position(state) == before


def test_what_is_left_out_follows_from_other_parts_wherever_they_are_declared() -> None:
    state = GAME.load_position({"pile": "5C", "known": ["", "", "KH"], "hands": ["2C 3C", "", "KH"]})
    assert (state.seats, state.phase, state.turn, state.leader, state.size) == (3, "play", 1, 1, 1)
    assert [len(hand) for hand in state.hands] == [2, 0, 1]
    assert [len(hand) for hand in GAME.load_position({"pile": "5C"}).hands] == [2, 3, 3]
    assert (state.waiting, state.match.dealer, state.stock) == ((1,), 2, [])


def test_a_seat_is_told_what_it_may_know() -> None:
    hands = ["2C 3C", "4C 5C", "6C 7C"]
    state = GAME.load_position({"hands": hands, "known": ["", "5C"], "stock": "8C 9C"})
    assert state.stock == list(parse_cards("9C 8C"))
    assert GAME.build_position(state)["stock"] == "8C 9C"
    seen = GAME.build_position(state, 0, whole=False)
    assert (seen["hands"], seen["stock"]) == (["2C 3C", "5C ?", "? ?"], "? ?")
    assert GAME.build_position(state, None, whole=False)["hands"] == ["? ?", "5C ?", "? ?"]
    opened = GAME.load_position({"hands": hands, "options": {"open-hands": True}})
    assert GAME.build_position(opened, 0, whole=False)["hands"] == hands
    assert UNKNOWN in GAME.load_position(seen).stock


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"colour": 1}, "isn’t a key of a position. Expected: game, options, seats, phase, turn"),
        ({"game": "large"}, "isn’t a valid value for “game”. Expected: small"),
        ({"seats": 5}, "isn’t a valid value for “seats”. Expected: a whole number from 2 to 4"),
        ({"phase": "sleep"}, "isn’t a valid value for “phase”. Expected: dealer, deal, play, between, over"),
        ({"turn": 3}, "isn’t a valid value for “turn”. Expected: a whole number from 0 to 2"),
        ({"turn": True}, "“turn”"),
        ({"best": 3}, "“best”"),
        ({"round": 0}, "“round”. Expected: a whole number from 1 to 9"),
        ({"shown": 1}, "“shown”. Expected: true or false"),
        ({"shown": True}, "Nothing is there to be shown."),
        ({"asked": [3]}, "“asked”. Expected: a list of seats from 0 to 2"),
        ({"hands": ["2C"] * 4}, "“hands”. Expected: one string of cards for each of 3 seats"),
        ({"pile": ["2C"]}, "“pile”. Expected: a string of cards"),
        ({"pile": "*=2C"}, "isn’t possible in “pile”, where every card stands for itself"),
        ({"stock": "*"}, "isn’t a card that “stock” can have. Expected: a card of the deck or ?"),
        ({"turned": "2C 3C"}, "isn’t a card"),
        ({"known": ["2C"], "hands": ["3C"]}, "“known” has 2C, but the hand doesn’t"),
        ({"drawn": "luck"}, "“drawn”. Expected: “”, stock, pile"),
        ({"words": ["a", "b", "c", "d"]}, "“words”. Expected: a list of at most 3 strings"),
        ({"answers": ["maybe"]}, "“answers”. Expected: “”, yes, no"),
        ({"pairs": [[2, 1]]}, "“pairs”. Expected: two numbers that rise"),
        ({"pairs": [[1, 2]] * 3}, "“pairs”. Expected: a list of at most 2 pairs"),
        ({"round": {"a": None}}, '“{"a": null}” isn’t a valid value for “round”'),
        (
            {"match": {"results": [{}]}},
            "“results”. Expected: a list of objects with clause, winners, scores, and facts",
        ),
        ({"match": {"results": [{"clause": "a", "winners": [0], "scores": []}]}}, "“scores”"),
        ({"match": {"results": [{"clause": "a", "winners": [9], "scores": None}]}}, "“winners”"),
        ({"match": {"dealer": None}}, "“match” needs a “dealer”"),
    ],
)
def test_what_cannot_be_is_refused(position: dict[str, Any], sentence: str) -> None:
    with pytest.raises((BadText, BadPosition)) as refused:
        GAME.load_position(position)
    assert sentence in str(refused.value)


def test_a_limit_that_nobody_reads_is_a_power_of_ten() -> None:
    with pytest.raises(BadText, match=r"a whole number from -5 to 10\^200\."):
        parse_whole_number("pot", 0.5, -5, 10**200)


def test_the_keys_say_what_they_hold() -> None:
    keys = GAME.position_keys
    assert keys["seats"] == "the number of players, 2 to 4; seats count from 0, clockwise"
    assert keys["match"] == "an object: dealer, deals, scores (points), winners, over, results"
    assert list(keys)[-1] == "match"
    assert "size" not in keys


@pytest.mark.repeated
@ALL
def test_the_schema_takes_every_position(game: Game[Any]) -> None:
    Draft202012Validator.check_schema(game.position_schema)
    takes = Draft202012Validator(game.position_schema)
    rng = Random(3)
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        seats = rng.choice(game.list_seat_counts(options))
        for state, seat in islice(wander(game, options, seats, rng, deals=2), 0, 400, 9):
            for position in (game.build_position(state), game.build_position(state, max(seat, 0), whole=False)):
                takes.validate(json.loads(json.dumps(position)))
    for step in (step for lesson in game.lessons for step in lesson.steps):
        takes.validate(json.loads(json.dumps(dict(step.position))))


@ALL
def test_the_schema_refuses_what_is_never_a_position(game: Game[Any]) -> None:
    takes = Draft202012Validator(game.position_schema)
    for wrong in ([], {"mood": 1}, {"game": "whist"}, {"seats": 99}, {"phase": "sleep"}, {"hands": "2C"}, {"match": 3}):
        assert not takes.is_valid(wrong), wrong
    for key, part in game.state.keys.items():
        assert part.text, key
        assert not takes.is_valid({key: {"nonsense": 1}}), key


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_match_is_over_in_the_phase_over_and_only_then_somebody_has_won(game: Game[Any]) -> None:
    for state, _ in wander(game, game.options(), game.default_seat_count, Random(5)):
        last = state
        if state.match.deals == 0:
            playing = game.build_position(state)
    ended = game.build_position(last)
    without = {**ended, "match": {key: value for key, value in ended["match"].items() if key != "over"}}
    assert game.load_position(without).match.over
    for position, wrong in ((ended, {"over": False}), (playing, {"over": True}), (playing, {"winners": [0]})):
        with pytest.raises(BadPosition, match="over"):
            game.load_position({**position, "match": {**position["match"], **wrong}})

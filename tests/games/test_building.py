"""Positions put together by hand, in every game: what can lie where, and what is left of the pack."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from games.cards import UNKNOWN, parse_card
from games.engine.game import Game
from games.engine.options import Options
from games.engine.position_builder import BACK, PositionBuilder, drop_default_values, parse_typed_cards
from games.engine.state import DEALER
from games.errors import BadText, RulesError

GAMES = [*games.all_games().values()]


def tables(game: Game[Any]) -> Iterator[tuple[Options, int]]:
    """Every preset with every number of players that can play by it."""
    for options in (game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)):
        yield from ((options, seats) for seats in game.seats if not list(options.list_conflicts(seats)))


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("7h 8H 10s", "7H 8H TS"),
        ("7h8h,td", "7H 8H TD"),
        ("k♦ * ?", "KD * ?"),
        ("", ""),
        ("  qs ", "QS"),
    ],
)
def test_cards_are_read_as_they_are_typed(typed: str, codes: str) -> None:
    assert " ".join(card.code for card in parse_typed_cards(typed)) == codes


@pytest.mark.parametrize("typed", ["7", "h7", "1h", "7hh", "77h", "x", "7h 8", "<b>", "7h " * 400])
def test_what_is_no_card_is_refused(typed: str) -> None:
    with pytest.raises(BadText):
        parse_typed_cards(typed)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_pack_is_all_that_is_dealt(game: Game[Any]) -> None:
    """What lies on the table after the deal, and the card that stands for the wild ones, is the pack or part of it."""
    for options, seats in tables(game):
        state, rng = game.start_match(options, seats), Random(1)
        while state.waiting == (DEALER,):
            game.apply_move(state, DEALER, game.draw_dealer_move(state, rng))
        building = PositionBuilder(
            game, options, seats, drop_default_values(game, options, seats, game.build_position(state))
        )
        assert not building.problem
        lying = Counter(card for place in building.list_card_places() for card in place.cards)
        assert not lying - Counter(card.code for card in state.deck)
        assert lying.total() + building.remaining_counts_by_card.total() >= len(state.deck) - 1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_empty_table_can_be_and_fills_up(game: Game[Any]) -> None:
    for options, seats in tables(game):
        building = PositionBuilder(game, options, seats, {})
        assert not building.problem
        hand = building.get_card_place("hands.0")
        number = min(3, len(hand.cards))
        cards = [code for code, left in building.remaining_counts_by_card.items() if left][:number]
        building.put_cards_in_place("hands.0", [parse_card(code) for code in cards])
        assert not building.problem
        assert building.get_card_place("hands.0").face_up_card_count == number
        assert len(building.get_card_place("hands.0").cards) == len(hand.cards)
        building.remove_card_from_place("hands.0", 0)
        assert building.get_card_place("hands.0").face_up_card_count == number - 1
        building.reset_card_place("hands.0")
        assert building.lies == PositionBuilder(game, options, seats, {}).lies


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_whatever_is_done_no_card_is_there_too_often(game: Game[Any]) -> None:
    """A hundred changes at random: each is made or refused, and the pack never has less than nothing."""
    rng, seats = Random(game.slug), game.get_usual_seat_count(game.options())
    building = PositionBuilder(game, game.options(), seats, {})
    whole = building.deck_counts_by_card
    for _ in range(100):
        place = rng.choice(building.list_card_places())
        try:
            if rng.random() < 0.7:
                building.put_cards_in_place(place.id, [parse_card(rng.choice([*whole, BACK]))])
            elif place.cards:
                building.remove_card_from_place(place.id, rng.randrange(len(place.cards)))
            else:
                building.reset_card_place(place.id)
        except RulesError:
            pass
        lying = Counter(card for one in building.list_card_places() for card in one.cards if card != UNKNOWN.code)
        assert all(lying[card] <= whole[card] for card in lying)
        assert (building.state is None) == bool(building.problem)
        json.dumps(building.said)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_position_says_no_more_than_it_must(game: Game[Any]) -> None:
    options, seats = game.options(), game.default_seat_count
    state, rng = game.start_match(options, seats), Random(2)
    for _ in range(40):
        if not state.waiting:
            break
        seat = state.waiting[0]
        move = game.draw_dealer_move(state, rng) if seat == DEALER else game.draw_random_move(state, seat, rng)
        game.apply_move(state, seat, move)
    position = game.build_position(state)
    said = drop_default_values(game, options, seats, position)
    assert len(said) < len(position)
    assert (
        game.build_position(game.load_position({**said, "options": options.list_nonstandard_values(), "seats": seats}))
        == position
    )


def test_a_card_that_is_played_comes_from_a_hand() -> None:
    game = games.get("court-piece")
    hands = ["7H 8H ? ? ? ? ? ? ? ? ? ? ?", *["? " * 13] * 3]
    building = PositionBuilder(game, game.options(), 4, {"hands": hands})
    building.put_cards_in_place("trick", parse_typed_cards("kd"))
    assert not building.problem
    assert sum(len(place.cards) for place in building.list_card_places()) == 52


@pytest.mark.parametrize("typed", ["7h 8h 5s 6s qd jd 2c 3s ah 3c ad 8c ?", "? 7h 8h", "7h ? 8h ? ?"])
def test_an_open_card_among_others_makes_a_hand_no_bigger(typed: str) -> None:
    building = PositionBuilder(games.get("court-piece"), games.get("court-piece").options(), 4, {})
    building.put_cards_in_place("hands.0", parse_typed_cards(typed))
    lies = building.get_card_place("hands.0")
    assert (len(lies.cards), lies.face_up_card_count) == (
        13,
        sum(card is not UNKNOWN for card in parse_typed_cards(typed)),
    )
    building.put_cards_in_place("hands.0", parse_typed_cards("?"))
    assert len(building.get_card_place("hands.0").cards) == 14


def test_melds_are_laid_one_after_the_other() -> None:
    game = games.get("vazhushal")
    building = PositionBuilder(game, game.options(), 3, {})
    building.put_cards_in_place("melds.0", parse_typed_cards("7h 8h"))
    assert building.problem
    building.put_cards_in_place("melds.0", parse_typed_cards("9h"))
    building.start_meld("melds.0")
    building.put_cards_in_place("melds.0", parse_typed_cards("ks kd kc"))
    assert not building.problem
    assert building.said["melds"] == [["7H 8H 9H", "KS KD KC"]]
    assert building.remaining_counts_by_card["7H"] == 1


@pytest.mark.parametrize("slug", ["vazhushal", "contract-rummy", "mille"])
def test_a_meld_goes_with_its_last_card(slug: str) -> None:
    game = games.get(slug)
    building = PositionBuilder(game, game.options(), 2 if slug == "mille" else 3, {})
    building.start_meld("melds.0")
    assert building.problem == "A meld can’t be empty."
    building.put_cards_in_place("melds.0", parse_typed_cards("ks"))
    assert building.problem == "“KS” isn’t a meld under these house rules."
    building.remove_card_from_place("melds.0", 0)
    assert not building.problem
    building.start_meld("melds.0")
    building.reset_card_place("melds.0")
    assert not building.problem

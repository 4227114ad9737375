"""Tricks as the kit has them, in what no game of the shelf has yet: players who are out, no trumps, five seats."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.cards import PACK, parse_cards
from games.engine.options import Options, Preset
from games.engine.state_parts import Cards, DerivedPart, Hands, Phase, Seat, Word, hide_cards, list_remaining_stock
from games.errors import BadText, RulesError
from games.kit.tricks import (
    Leader,
    SeatsOut,
    TrickCards,
    Tricks,
    TrickState,
    build_sorted_hand_zone,
    build_trick_zone,
    get_winning_index,
)


class Rules(Options):
    presets = (Preset("classic", "By the book", "As it is.", {}),)


class FiveAtATable(TrickState):
    phase = Phase({"play": ""}, usual="play")
    turn = Seat("who plays")
    trump = Word("trumps", ("", *"CDHS"))
    hands = Hands("hands", holds=lambda state, seat: state.count_cards_left(seat, 3), counted=True)
    stock = Cards("the rest", usual=list_remaining_stock, see=hide_cards)
    leader, trick, tricks = Leader(), TrickCards(), Tricks(most=3)
    out = SeatsOut()


def table(**position: object) -> FiveAtATable:
    return FiveAtATable.from_position(Rules(), 5, position)


def test_who_is_out_is_passed_over() -> None:
    state = table(out=[1, 3])
    assert state.list_seats_from(0) == [0, 2, 4]
    assert [state.get_seat_after(seat) for seat in range(5)] == [2, 2, 4, 4, 0]
    assert [state.get_seat_after(2, places) for places in (-2, -1, 0, 1, 2, 3)] == [4, 0, 2, 4, 0, 2]
    assert [state.get_place_in_trick(seat, 4) for seat in (4, 0, 2)] == [0, 1, 2]
    assert [len(hand) for hand in state.hands] == [3, 0, 3, 0, 3]


def test_a_trick_is_complete_when_all_who_play_have_played() -> None:
    state = table(out=[1, 3], hands=["2H 3H 4H", "", "KH 2C 3C", "", "9S TS JS"])
    assert state.winning_card is None
    heart, king, spade = parse_cards("2H KH 9S")
    assert [
        state.play_to_trick(0, heart),
        state.turn,
        state.play_to_trick(2, king),
        state.turn,
        state.play_to_trick(4, spade),
    ] == [*(False, 2, False, 4, True)]
    assert state.winning_card == king, "no trumps: the highest of the suit that was led"
    assert state.finish_trick() == 2
    assert state.winning_card == king, "until the next card is led"
    assert (state.leader, state.count_tricks(2), str(state.tricks[0])) == (2, 1, "0 2H KH 9S")
    assert build_trick_zone(state).seats == (0, 2, 4)
    assert state.list_shown_voids() == [set(), set(), set(), set(), {"H"}]


class OneComesLate(FiveAtATable):
    """Seat 2 has one card, for the last of three tricks."""

    hands = Hands("hands", holds=lambda state, seat: 1 if seat == 2 else state.count_cards_left(seat, 3), counted=True)
    out = DerivedPart(lambda state: state.list_seats_out(len(state.tricks)), fresh=(), lasting=True)

    def list_seats_out(self, number: int) -> tuple[int, ...]:
        return () if number == 2 else (2,)


def late(**position: object) -> OneComesLate:
    return OneComesLate.from_position(Rules(), 5, position)


def test_a_trick_is_read_as_one_of_those_who_played_to_it() -> None:
    state = late(turn=1, tricks=["1 9H 2C TH 3H", "4 9D TD 2D 3D"])
    assert [trick.winner for trick in state.tricks] == [4, 0]
    assert (state.leader, state.out, [len(hand) for hand in state.hands]) == (0, (), [1, 1, 1, 1, 1])
    assert [state.list_trick_players(number) for number in range(3)] == [[1, 3, 4, 0], [4, 0, 1, 3], [0, 1, 2, 3, 4]]
    assert state.list_shown_voids() == [set(), set(), set(), {"H"}, set()]
    assert build_trick_zone(state).seats == (4, 0, 1, 3)
    assert late(**state.position()).position() == state.position()


def test_whoever_was_away_plays_when_it_comes_to_that_trick() -> None:
    state = late(turn=0, tricks=["0 9H TH 2H 3H"], hands=["AD 4D", "KD 5D", "7S", "QD 6D", "JD 8D"])
    assert state.out == (2,)
    complete = [
        state.play_to_trick(seat, card) for seat, card in zip((0, 1, 3, 4), parse_cards("4D KD 6D 8D"), strict=True)
    ]
    assert (complete, state.finish_trick(), state.out) == ([False, False, False, True], 1, ())
    assert [state.play_to_trick(1, parse_cards("5D")[0]), state.turn] == [False, 2]


def test_cards_are_dealt_in_packets_to_those_who_play() -> None:
    state = table(out=[1, 3])
    state.hands = [[] for _ in range(5)]
    left = state.deal_packets(PACK, 4, (2, 1))
    assert [list(state.hands[seat]) for seat in (4, 0, 2)] == [
        [*PACK[0:2], PACK[6]],
        [*PACK[2:4], PACK[7]],
        [*PACK[4:6], PACK[8]],
    ]
    assert left == list(PACK[9:])


def test_without_trumps_the_suit_led_wins() -> None:
    assert get_winning_index(parse_cards("9H AS TH 2H")) == 2
    assert get_winning_index(parse_cards("9H 2S TH AH"), "S") == 1
    assert get_winning_index(parse_cards("9H ? TH")) == 2


def test_nobody_is_imagined_with_a_suit_that_was_not_followed() -> None:
    state = table(out=[1, 3], tricks=["0 2H KH 9S"], turn=2, hands=["3H 4H"])
    for seed in range(20):
        world = state.copy_with_cards_filled_in(Random(seed))
        assert "H" not in {card.suit for card in world.hands[4]}
        assert Counter(world.list_cards()) == Counter(PACK)


@pytest.mark.parametrize("trick", ["5 2H", "0 2H 3H", "x"])
def test_a_trick_that_cannot_be(trick: str) -> None:
    with pytest.raises(RulesError, match=r"three cards|seat"):
        table(out=[1, 3], tricks=[trick], turn=0)


@pytest.mark.parametrize("out", [[0, 1, 2, 3, 4], [1, 1], [7]])
def test_somebody_plays_and_nobody_is_out_twice(out: list[int]) -> None:
    with pytest.raises(BadText):
        table(out=out)


def test_a_hand_lies_as_its_cards_rank_and_trumps_lie_first() -> None:
    state = table(trump="D", hands=["2D AS KS 3H"])
    zone = build_sorted_hand_zone(state, 0, 0)
    assert zone.cards == ("2D", "AS", "KS", "3H")
    assert (zone.ranks, zone.trumps) == ("AKQJT98765432", "D")

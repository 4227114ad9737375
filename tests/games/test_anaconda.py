"""Anaconda and its betting, against slow computations of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

import games
from games.anaconda import hand_stages
from games.anaconda.hand_simulation import HandSimulation
from games.anaconda.hand_stages import DEALT, KEPT
from games.anaconda.options import AnacondaOptions
from games.anaconda.scoring import ScoredHand, list_high_and_low_winners, split_pot
from games.anaconda.state import PLAYED, AnacondaState
from games.cards import UNKNOWN, Card
from games.engine.event import Event
from games.engine.move import Move
from games.engine.puzzle import Unproven, VoidPuzzle
from games.engine.state import DEALER
from games.errors import BadPosition, BadText
from games.kit.betting import Pot, split_pots
from games.words import spell_count
from tests.games.wandering import move_of, some_rules, wander

GAME = games.get("anaconda")
MODES = ("chips", "spoken", "cards-speak")


def random_tables(number: int, **asked: object) -> Iterator[tuple[AnacondaState, int]]:
    """States of short random matches by any house rules, each with a seat that may move."""
    rng = Random(5)
    for _ in range(number):
        rules = some_rules(GAME, rng, {"hands": 3, **asked})
        if rules:
            yield from wander(GAME, *rules, rng)


# -- pots ------------------------------------------------------------------------------------------------------


def chip_by_chip(paid: list[int], active: list[int]) -> dict[tuple[int, ...], int]:
    """The pots, found by looking at every single chip: who can win it has paid as much, or as all who are active."""
    found: dict[tuple[int, ...], int] = {}
    most = max(paid[seat] for seat in active)
    for chips in paid:
        for place in range(1, chips + 1):
            who = tuple(seat for seat in active if paid[seat] >= min(place, most))
            found[who] = found.get(who, 0) + 1
    return found


def test_pots_are_those_that_single_chips_make() -> None:
    rng = Random(1)
    for _ in range(400):
        seats = rng.randint(2, 7)
        paid = [rng.choice((0, rng.randint(1, 12), 12)) for _ in range(seats)]
        able = [seat for seat in range(seats) if paid[seat]]
        if len(able) < 2:
            continue
        active = sorted(rng.sample(able, rng.randint(1, len(able))))
        found = split_pots(paid, active)
        assert {pot.seats: pot.chips for pot in found} == chip_by_chip(paid, active)
        assert sum(pot.chips for pot in split_pots(paid, active, 3)) == sum(paid) + 3


def test_chips_are_conserved_and_nobody_owes() -> None:
    for state, _ in random_tables(25):
        paid = sum(state.paid) if state.phase in PLAYED else 0
        assert sum(state.match.scores) + paid + state.flavour == state.seats * state.options.stack
        assert min(state.match.scores) >= 0


@pytest.mark.slow
def test_the_turn_of_a_position_is_the_one_that_play_reaches() -> None:
    """By any house rules, positions of play load again, and mostly nobody else could be on turn."""
    single = seen = 0
    for state, _ in random_tables(60):
        if state.phase == "bet":
            turns = state.list_possible_turns()
            assert state.turn in turns
            GAME.load_position(GAME.build_position(state))
            single, seen = single + (len(turns) == 1), seen + 1
    assert seen > 300
    assert single > seen * 0.9


def test_a_turn_out_of_order_is_refused() -> None:
    """The seat after the last who acted bets next; if nobody has acted, the dealer’s left does."""
    for acted, folded, turn in (([], [], 1), ([1], [], 2), ([1, 2], [], 3), ([1], [2], 3), ([], [1], 2)):
        position = {"phase": "bet", "round": 1, "acted": acted, "folded": folded, "match": {"dealer": 0}}
        assert GAME.load_position(GAME.complete_position(position)).turn == turn
        for other in {*range(4)} - {turn}:
            with pytest.raises(
                BadPosition, match=f"Seat {turn} bets next|Seat {other} can.t act in this betting round"
            ):
                GAME.load_position(GAME.complete_position({**position, "turn": other}))


def test_a_round_ends_when_all_have_paid_alike() -> None:
    """Whoever still has chips has paid as much as anybody who is in, when cards are passed, declared or kept."""
    seen = 0
    for state, _ in random_tables(25):
        if state.phase in PLAYED and state.phase != "bet":
            most = max(state.paid[seat] for seat in state.active_seats)
            assert all(state.paid[seat] == most for seat in state.active_seats if state.match.scores[seat])
            seen += 1
    assert seen > 100


def test_raises_are_counted_and_end() -> None:
    """With a fixed limit no total of a round is above the bet and all raises, short ones included."""
    for state, _ in random_tables(15, **{"bet-structure": "fixed", "max-raises": 3, "uncap-heads-up": False}):
        if state.phase == "bet":
            assert max(state.bets) <= 4 * state.limits.least + state.limits.least // 2
            assert state.raised <= 4


# -- who wins --------------------------------------------------------------------------------------------------


def slow_split(hands: dict[int, ScoredHand], pot: int) -> dict[int, Fraction]:
    """Half to the best of each direction as fractions: by the book, before chips are rounded."""
    shares = dict.fromkeys(hands, Fraction(0))
    ways = {way: [seat for seat in hands if hands[seat].way == way] for way in ("high", "low")}
    going = [way for way in ways if ways[way]]
    for way in going:
        keys = {seat: getattr(hands[seat], way) for seat in ways[way]}
        best = [seat for seat in keys if not any(other > keys[seat] for other in keys.values())]
        for seat in best:
            shares[seat] += Fraction(pot, len(going) * len(best))
    return shares


def test_halves_are_shared_to_the_last_whole_chip() -> None:
    rng, options = Random(2), AnacondaOptions()
    for _ in range(300):
        hands = {
            seat: ScoredHand((rng.randrange(3),), (-rng.randrange(3),), rng.choice(("high", "low")))
            for seat in range(rng.randint(1, 5))
        }
        chips = rng.randint(1, 90)
        found, exact = split_pot(Pot(chips, tuple(hands)), hands, options, list(hands)), slow_split(hands, chips)
        assert sum(found.gains.values()) + found.rest == chips
        assert {seat for seat in exact if exact[seat]} == {*found.gains}
        for seat, share in found.gains.items():
            assert 0 <= exact[seat] - share < 2


def test_both_ways_wins_all_or_nothing() -> None:
    """Among hands of which some go both ways, nobody who went both ways wins one half alone, unless all have failed."""
    rng, options = Random(3), AnacondaOptions({"declare-both": "must-win-both"})
    for _ in range(300):
        hands = {
            seat: ScoredHand((rng.randrange(4),), (-rng.randrange(4),), rng.choice(("high", "low", "both")))
            for seat in range(rng.randint(2, 5))
        }
        high, low = list_high_and_low_winners(hands, options)
        for seat, hand in hands.items():
            if hand.way == "both" and any(one.way != "both" for one in hands.values()):
                assert (high == (seat,)) == (low == (seat,))


# -- cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2, 8))
def test_everybody_gives_and_is_given(number: int) -> None:
    """In every pass, whoever has folded: to nobody twice, and never to oneself."""
    for size in range(2, number + 1):
        for active in combinations(range(number), size):
            for steps in (1, 2, 3, -1, -2):
                takers = [hand_stages.get_receiver(active, giver, steps) for giver in active]
                assert sorted(takers) == list(active)
                assert all(taker != giver for taker, giver in zip(takers, active, strict=True))


def test_nobody_sees_what_is_laid_thrown_or_given() -> None:
    seen = 0
    for state, _ in random_tables(8):
        for seat in (None, *range(state.seats)):
            position = GAME.build_view(state, seat).position
            for key in ("chosen", "thrown"):
                for owner, cards in enumerate(position[key]):
                    assert owner == seat or not cards.strip("? ")
                    seen += bool(cards)
            for text in position["given"]:
                _, giver, taker, *cards = text.split()
                assert seat in (int(giver), int(taker)) or not {*cards} - {UNKNOWN.code}
    assert seen


def test_a_card_is_given_once_in_a_pass() -> None:
    said = {"seats": 4, "given": ["1 0 1 KS KS 4H"]}
    with pytest.raises(BadText, match="a card can be passed only once in a pass"):
        GAME.load_position(said)
    with pytest.raises(BadText, match="a card can be passed only once in a pass"):
        GAME.load_position({**said, "given": ["1 0 1 ? ? ?", "1 1 2 3C ? 3C"]})


# -- what is seen ----------------------------------------------------------------------------------------------


def declaring(**rules: str) -> AnacondaState:
    """Three players, of whom the first of all has gone high and the next is to declare."""
    position = {"options": rules, "seats": 3, "phase": "declare", "match": {"dealer": 2}, "declared": ["high", "", ""]}
    return GAME.load_position(position)


def test_what_was_said_aloud_stands_beside_the_player() -> None:
    notes = GAME.build_screen(GAME.build_view(declaring(**{"declare-mode": "spoken"}), 1)).seats
    assert [note.note for note in notes] == ["going high", "", ""]


def test_a_fist_tells_that_it_is_closed_and_no_more() -> None:
    notes = GAME.build_screen(GAME.build_view(declaring(), 1)).seats
    assert [note.note for note in notes] == ["ready", "", ""]


@pytest.mark.parametrize("both", ["off", "must-win-both", "tie-keeps"])
@pytest.mark.parametrize("mode", ["chips", "spoken"])
def test_declaring_is_described_as_it_is_done(mode: str, both: str) -> None:
    """With fists where there are fists, and with what both ways ask for."""
    screen = GAME.build_screen(GAME.build_view(declaring(**{"declare-mode": mode, "declare-both": both}), 1))
    says = {action.verb: action.sentence for action in screen.actions}
    assert all(("fist" in text) == (mode == "chips") for text in (screen.prompt, *says.values()))
    assert ("two chips mean both" in screen.prompt) == (mode == "chips" and both != "off")
    assert ("tie" in says.get("both", "")) == (both == "tie-keeps")


QUALIFYING = {"low-qualifier": "8"}


@pytest.mark.parametrize(
    ("hand", "rules", "high", "low"),
    [
        ("2S 3D 4C 6H 7H AC AD", {}, "a pair of aces", "6-4-3-2-A"),
        ("2S 3D 4C 6H 7H AC AD", {"low-system": "A6", **QUALIFYING}, "a pair of aces", "6-4-3-2-A"),
        ("2S 3D 4C 6H 7H AC AD", {"low-system": "27"}, "a pair of aces", "7-6-4-3-2"),
        ("2S 3S 4S 5S AS KD KC", {}, "a straight flush to the five", "5-4-3-2-A"),
        ("2S 3S 4S 5S AS KD KC", {"low-system": "A6"}, "a straight flush to the five", "K-4-3-2-A"),
        ("2S 3S 4S 5S AS KD KC", {"low-system": "27"}, "a straight flush to the five", "K-5-4-3-2"),
        ("9C 9D 9H KS KD KH 2C", {}, "kings full of nines", "kings and nines"),
        ("9C 9D 9H KS KD KH 2C", QUALIFYING, "kings full of nines", "kings and nines, too high"),
        ("2S 4D 6C 9H JH QC AD", {}, "A-Q-J-9-6", "9-6-4-2-A"),
        ("2S 4D 6C 9H JH QC AD", QUALIFYING, "A-Q-J-9-6", "9-6-4-2-A, too high"),
        ("4S 5D 6C 7H 8H TC TD", QUALIFYING, "a straight to the eight", "8-7-6-5-4"),
        (
            "4S 5D 6C 7H 8H TC TD",
            {"low-system": "A6", **QUALIFYING},
            "a straight to the eight",
            "10-7-6-5-4, too high",
        ),
    ],
)
def test_who_declares_reads_what_the_own_cards_are_worth(hand: str, rules: dict[str, str], high: str, low: str) -> None:
    """By the order of low hands at this table, and on no other hand's account."""
    for mode in ("chips", "spoken"):
        table = {"options": {**rules, "declare-mode": mode}, "seats": 3, "phase": "declare", "match": {"dealer": 2}}
        state = GAME.load_position({**table, "hands": [hand]})
        actions = GAME.build_screen(GAME.build_view(state, 0)).actions
        assert {action.verb: action.note for action in actions} == {"high": high, "low": low}
    alone = GAME.load_position({**GAME.build_view(state, 1).position, "turn": 1, "declared": ["high", "", ""]})
    assert [action.note for action in GAME.build_screen(GAME.build_view(alone, 1)).actions] == ["", ""]


def test_both_ways_are_gone_with_the_same_five_cards() -> None:
    table = {"options": {"declare-both": "tie-keeps"}, "seats": 3, "phase": "declare"}
    state = GAME.load_position({**table, "hands": ["2S 3D 4C 6H 7H AC AD"]})
    notes = [action.note for action in GAME.build_screen(GAME.build_view(state, 0)).actions]
    assert notes == ["a pair of aces", "6-4-3-2-A", "with the same five cards"]


@pytest.mark.parametrize(
    ("rules", "round", "stays"),
    [({}, 1, "four"), ({"pass-pattern": "3L-2L-1L"}, 2, "five"), ({"pass-pattern": "4L-3L-2L-1L"}, 1, "three")],
)
def test_a_hint_counts_the_cards_that_stay_in_a_pass(rules: dict[str, str], round: int, stays: str) -> None:
    hands = ["9H 9S TH 2D 4C KS AD"]
    state = GAME.load_position({"options": rules, "seats": 3, "phase": "pass", "round": round, "hands": hands})
    assert GAME.build_hint(GAME.build_view(state, 0)).idea.startswith(f"You keep {stays} cards")


@pytest.mark.parametrize(("high_only", "way"), [(True, "high"), (False, "low")])
def test_a_hint_speaks_of_low_hands_where_they_are_worth_something(high_only: bool, way: str) -> None:
    table = {"options": {"high-only": high_only}, "seats": 3, "phase": "bet", "hands": ["2H 9S 3H 4D 6C KS AD"]}
    assert f"best {way} hand" in GAME.build_hint(GAME.build_view(GAME.load_position(table), 0)).cards


# -- bots and puzzles ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [preset.name for preset in AnacondaOptions.presets])
def test_puzzles_do_not_run_dry_and_differ(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for theme in GAME.puzzles:
        found = set()
        for seed in range(6):
            try:
                found.add(repr(theme.make(Random(seed), options)))
            except (VoidPuzzle, Unproven):
                assert theme.slug == "which-way"
                assert not hand_stages.has_declaration(options)  # type: ignore[arg-type]
        assert len(found) >= 5 or not found


THEMES = {theme.slug: theme for theme in GAME.puzzles}


@pytest.mark.parametrize("odd", ["leave", "high", "left-of-dealer"])
def test_who_deals_is_told_where_an_odd_chip_goes_by_seats(odd: str) -> None:
    options = AnacondaOptions({"odd-chip": odd})
    hands = ["KS KH 4D 4C 9S", "8S 6H 5D 4S AC", "KD KC 4H 4S 9D"]
    puzzle = THEMES["who-gets-what"].pose({"hands": hands, "ways": ["high", "low", "high"], "pot": 61}, options)
    assert ("The player on your right deals." in puzzle.question) == (odd != "leave")
    assert puzzle.key == {"leave": "n15", "high": "n16", "left-of-dealer": "n16"}[odd]


def test_nobody_has_gone_high_where_nothing_is_declared() -> None:
    setup = THEMES["behind-four"].make(Random(1), AnacondaOptions())
    asked = {
        mode: THEMES["behind-four"].pose(setup, AnacondaOptions({"declare-mode": mode})).question for mode in MODES
    }
    assert [mode for mode in MODES if "went high" in asked[mode]] == ["chips", "spoken"]


@pytest.mark.slow
def test_bots_play_a_match_to_its_end() -> None:
    rng = Random(4)
    state = GAME.start_match(GAME.options({"hands": 2}), 3)
    while state.waiting:
        seat = state.waiting[0]
        if seat == DEALER:
            GAME.apply_move(state, DEALER, GAME.draw_dealer_move(state, rng))
        else:
            bot = GAME.bots[("learner", "steady", "strong")[seat]]
            GAME.play_move(state, seat, bot.choose_move(GAME.build_view(state, seat), rng).move)
    assert state.match.over


def staying(seats: int, rng: Random, **rules: str) -> Iterator[tuple[AnacondaState, int]]:
    """States of a hand in which somebody folds now and then, each with a seat that may move."""
    state = GAME.start_match(GAME.options(rules), seats)
    while not state.match.deals:
        seat = rng.choice(state.waiting)
        yield state, seat
        moves = [move_of(GAME, state, seat, rng) for _ in range(4)]
        GAME.apply_move(state, seat, next((move for move in moves if move.verb != "fold"), moves[0]))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4, 7])
@pytest.mark.parametrize("pattern", hand_stages.PASSES)
def test_imagined_hands_have_what_is_known_of_them(pattern: str, seats: int) -> None:
    """No card twice, those that are shown, and those that the seat gave in the last pass."""
    looked, rng = 0, Random(seats)
    tables = [staying(seats, rng, **{"pass-pattern": pattern, "reveal": reveal}) for reveal in ("four", "roll") * 2]
    for state, seat in chain.from_iterable(tables):
        if state.phase not in ("bet", "pass", "declare"):
            continue
        imagined = HandSimulation(GAME.load_position(GAME.build_view(state, seat).position), seat)
        hands = imagined.draw_possible_hands(rng)
        assert list(hands) == state.active_seats
        assert hands[seat] == tuple(state.hands[seat])
        last = min(state.round - 1, len(hand_stages.list_passes(state.options)))
        for one in imagined.rivals:
            given = [gift.cards for gift in state.given if gift[:3] == (last, seat, one)]
            assert len(hands[one]) == DEALT
            assert {*state.shown_cards[one], *chain(*given)} <= {*hands[one]}
        cards = Counter(chain(*hands.values()))
        assert set(cards.values()) == {1}
        passed = imagined.apply_passes(hands)
        assert Counter(chain(*passed.values())) == cards
        assert {len(hand) for hand in passed.values()} <= {KEPT, DEALT}
        assert 0 <= imagined.compute_pot_share(passed) <= 1
        looked += 1
    assert looked > 40


def test_the_card_to_hide_is_not_always_the_one_without_a_pair() -> None:
    theme, alone = next(theme for theme in GAME.puzzle_themes if theme.slug == "which-to-hide"), 0
    for seed in range(60):
        puzzle = theme.pose(theme.make(Random(seed), GAME.options()), GAME.options())
        ranks = Counter(option.cards[0] for option in puzzle.options)
        alone += [option.id for option in puzzle.options if ranks[option.cards[0]] == 1] == [puzzle.key]
    assert alone < 30


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("deal", {"number": 2, "pot": 0}, "{1} deals hand 2."),
        ("deal", {"number": 2, "pot": 1}, "{1} deals hand 2. The pot already has one chip from earlier hands."),
        ("deal", {"number": 9, "pot": 14}, "{1} deals hand 9. The pot already has 14 chips from earlier hands."),
        ("declare", {"way": "low"}, "{1} goes low."),
        ("declare", {"way": "both"}, "{1} goes both ways."),
    ],
)
def test_how_a_deal_and_a_declaration_are_told(kind: str, facts: dict[str, Any], said: str) -> None:
    assert GAME.describe_event(Event(kind, 1, facts=facts)) == said


def walk_to_receiver(active: Sequence[int], giver: int, steps: int) -> int:
    """Go from neighbor to neighbor among those who haven't folded; who comes back to the giver goes one to the left."""
    seat = giver
    for _ in range(abs(steps)):
        seat = (seat + (1 if steps > 0 else -1)) % 7
        while seat not in active:
            seat = (seat + (1 if steps > 0 else -1)) % 7
    return walk_to_receiver(active, giver, 1) if seat == giver else seat


DIRECTIONS = {
    "left": 1,
    "2nd left": 2,
    "3rd left": 3,
    "right": -1,
    "2nd right": -2,
    "to the left": 1,
    "to the second player on the left": 2,
    "to the third player on the left": 3,
    "to the right": -1,
    "to the second player on the right": -2,
}


@pytest.mark.parametrize("pattern", hand_stages.PASSES)
def test_what_is_said_of_a_pass_is_true_whoever_has_folded(pattern: str) -> None:
    """The button, the question, and the words on the cards; a neighbor is never the second player on the other side."""
    for seats in range(2, 8):
        near = {tuple(range(size)) for size in range(2, seats + 1)}
        for active in sorted(near | {(0, *(seats - seat for seat in reversed(active[1:]))) for active in near}):
            for number, going in enumerate(hand_stages.PASSES[pattern], 1):
                folded = [seat for seat in range(seats) if seat not in active]
                table = {"options": {"pass-pattern": pattern}, "seats": seats, "phase": "pass", "round": number}
                state = GAME.load_position({**table, "folded": folded})
                screen = GAME.build_screen(GAME.build_view(state, 0))
                (action,) = screen.actions
                takers = [walk_to_receiver(active, 0, steps) for _, steps in going]
                totals = Counter(dict.fromkeys(takers, 0))
                for taker, (cards, _) in zip(takers, going, strict=True):
                    totals[taker] += cards
                parts = [f"{spell_count(cards, 'card')} to {{{taker}}}" for taker, cards in totals.items()]
                assert action.sentence == f"Pass {' and '.join(parts)}."
                assert action.fields[0].label == f"Pass {', and then '.join(parts)}"
                places = {sign.seat: sign.groups for sign in screen.signs if sign.kind == "places"}
                assert places == {taker: (cards,) for taker, cards in totals.items()}
                for taker, (_, steps) in zip(takers, going, strict=True):
                    long = hand_stages.describe_direction(len(active), steps)
                    short = hand_stages.describe_direction_briefly(len(active), steps)
                    if len(active) == 2:
                        assert (long, short) == ("to the only other player", "")
                        continue
                    for words in (long, short):
                        assert walk_to_receiver(active, 0, DIRECTIONS[words]) == taker
                        assert "2nd" not in words.replace("second", "2nd") or taker not in (active[1], active[-1])
                marks = [mark for _, _, mark in action.fields[0].split]
                assert marks in (
                    [],
                    [hand_stages.describe_direction_briefly(len(active), steps) for _, steps in going],
                )


def test_places_for_cards_stay_until_the_pass_is_over_and_are_only_for_those_who_pass() -> None:
    table = {"seats": 4, "phase": "pass", "folded": [2], "hands": ["2S 3S 4S 5S 6S 7S 8S"], "chosen": ["2S 3S 4S"]}
    state = GAME.load_position(table)
    places = {
        seat: [(sign.words, sign.seat) for sign in GAME.build_screen(GAME.build_view(state, seat)).signs if sign.groups]
        for seat in (0, 1, 2, 3, None)
    }
    assert places == {0: [("To {1}", 1)], 1: [("To {3}", 3)], 2: [], 3: [("To {0}", 0)], None: []}


@pytest.mark.parametrize(("folded", "fills"), [([], [""] * 2), ([1, 2], ["give"])])
def test_places_for_cards_are_filled_where_one_player_gets_them_all(folded: list[int], fills: list[str]) -> None:
    state = GAME.load_position({"options": {"pass-pattern": "2L+1R"}, "phase": "pass", "seats": 4, "folded": folded})
    signs = GAME.build_screen(GAME.build_view(state, 0)).signs
    assert [sign.verb for sign in signs if sign.groups] == fills


def test_cards_on_their_way_to_the_only_other_player_are_marked() -> None:
    table = {"options": {"pass-pattern": "2L+1R"}, "seats": 4, "phase": "pass", "folded": [1, 2]}
    state = GAME.load_position({**table, "hands": ["2S 3S 4S 5S 6S 7S 8S"], "chosen": ["2S 3S 4S"]})
    own = GAME.build_screen(GAME.build_view(state, 0)).get_zone("hand-0")
    assert dict(zip(own.cards, own.words, strict=True)) == {
        **dict.fromkeys(("2S", "3S", "4S"), "passed"),
        **dict.fromkeys(("5S", "6S", "7S", "8S"), ""),
    }


def test_a_prompt_names_each_receiver_once() -> None:
    position = {"options": {"pass-pattern": "2L+1R"}, "phase": "pass", "seats": 4}
    prompts = [GAME.build_prompt(GAME.load_position({**position, "folded": folded}), 0) for folded in ([], [1, 2])]
    assert prompts == ["Pass two cards to {1} and one card to {3}.", "Pass three cards to {3}."]


def test_more_chips_than_one_stack_can_be_bet_and_are_read_as_written() -> None:
    rules = {"stack": 100_000, "ante": 1000, "bet-structure": "no-limit"}
    bets = {"bets": [120_000, 0, 120_000], "paid": [121_000, 1000, 121_000], "match": {"scores": [0, 57_000, 0]}}
    position = GAME.build_position(GAME.load_position({"options": rules, "seats": 3, **bets}))
    assert GAME.build_position(GAME.load_position(position)) == position


@pytest.mark.slow
def test_what_is_asked_is_asked_in_whole_sentences() -> None:
    asked = {GAME.build_screen(GAME.build_view(state, seat)).prompt for state, seat in random_tables(20)}
    assert any(prompt.startswith("Pass three cards ") for prompt in asked)
    assert any(prompt.startswith("It costs ") for prompt in asked)
    assert not any("to call." in prompt for prompt in asked)


def in_sight(cards: Sequence[Card]) -> tuple[Any, ...]:
    """Return how good some open cards are, by rules written for this test: alike ones first, then high ones."""
    ranks = [14 if card.rank == 1 else card.rank for card in cards]
    alike = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(count for count, _ in alike), tuple(rank for _, rank in alike)


@pytest.mark.parametrize(
    ("rules", "best"),
    [
        ({"reveal": "roll"}, (4, 5, 6, 7)),
        ({"reveal": "roll", "last-opener": "best-showing"}, (4, 5, 6, 7)),
        ({"reveal": "roll", "roll-opener": "as-usual"}, ()),
        ({"reveal": "roll", "roll-opener": "as-usual", "last-opener": "best-showing"}, (4, 5, 6, 7)),
        ({"last-opener": "best-showing"}, (4,)),
        ({}, ()),
    ],
    ids=str,
)
def test_rounds_are_opened_by_the_best_cards_in_sight(rules: dict[str, Any], best: tuple[int, ...]) -> None:
    opened = Counter[int]()
    for seed in range(30):
        rng, state = Random(seed), GAME.start_match(GAME.options({**rules, "hands": 1}), 4)
        number = 0
        while state.waiting:
            if state.phase == "bet" and state.round != number:
                number = state.round
                opened[number] += 1
                order = [(state.match.dealer + by) % 4 for by in range(1, 5)]
                able = [seat for seat in order if seat in state.active_seats and state.match.scores[seat]]
                first = max(able, key=lambda seat: in_sight(state.shown_cards[seat])) if number in best else able[0]
                assert state.turn == first, (seed, number)
            for seat in state.waiting[:1]:
                chance = seat == DEALER
                move = GAME.draw_dealer_move(state, rng) if chance else rng.choice(gentle(GAME.list_moves(state, seat)))
                GAME.play_move(state, seat, move)
    assert set(opened) == {1, 2, 3, 4, *best} | ({5, 6, 7} if rules.get("reveal") else set())
    assert min(opened.values()) > 10


def test_the_rulebook_says_why_two_cards_are_thrown_away() -> None:
    """Its source says three, and a hand of seven would then have four left."""
    text = " ".join(GAME.rulebook.get_clause_text("final.discard-two", GAME.options()).split())
    assert "keeps five of the seven cards and discards two, face down" in text
    assert "Our source says three, but that would leave four cards, and a hand has five." in text


def gentle(moves: list[Move]) -> list[Move]:
    """Without folding, so that hands are shown."""
    return [move for move in moves if move.verb != "fold"]


@pytest.mark.parametrize("pattern", hand_stages.PASSES)
def test_what_you_pass_or_keep_is_one_choice_of_cards(pattern: str) -> None:
    """The cards that a page asks for, written in the order in which you choose them, are a legal move."""
    verbs = Counter[str]()
    for state, seat in staying(4, Random(2), **{"pass-pattern": pattern}):
        screen = GAME.build_screen(GAME.build_view(state, seat)) if seat != DEALER else None
        for action in screen.actions if screen else ():
            if action.verb not in ("give", "keep"):
                continue
            (field,) = action.fields
            hand = list(state.hands[seat])
            parts = field.split or ((field.low, field.join, ""),)
            assert sum(number for number, _, _ in parts) == field.low == field.high
            words = [action.verb]
            for number, join, _ in parts:
                words += [join, *(hand.pop().code for _ in range(number))]
            assert GAME.find_violation(state, seat, GAME.parse_move(" ".join(filter(None, words)))) is None, words
            verbs[action.verb] += 1
    assert verbs["give"]
    assert verbs["keep"]


@pytest.mark.parametrize("reveal", ["four", "roll"])
def test_what_you_have_chosen_stands_beside_your_hand(reveal: str) -> None:
    """While others still choose, and until the hidden cards are turned; and only beside your own cards."""
    seen, kept = Counter[str](), dict[int, list[Card]]()
    for state, _ in staying(4, Random(3), reveal=reveal):
        for seat in set(state.active_seats) if state.phase in PLAYED else ():
            zones = [
                zone for zone in GAME.build_screen(GAME.build_view(state, seat)).zones if zone.id.startswith("hand-")
            ]
            assert not any(zone.words for zone in zones if zone.owner != seat)
            (own,) = [zone for zone in zones if zone.owner == seat]
            if state.phase == "final" and state.laid[seat]:
                kept[seat] = state.laid[seat]
            if state.phase == "pass" and state.laid[seat]:
                passed = [
                    card for card, word in zip(own.cards, own.words, strict=True) if word in ("left", "2nd right")
                ]
                assert {*passed} == {card.code for card in state.laid[seat]}
            elif seat in kept:
                assert dict(zip(own.words, own.cards, strict=True))["hidden"] == kept[seat][-1].code
                assert [*own.cards] == [card.code for card in kept[seat]]
            seen.update({*own.words})
    assert {*seen} == {"", "left", "2nd right", "hidden"}

"""The course and the puzzles of Contract Rummy: what they say and ask holds wherever they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

import games
from games.contract_rummy.contracts import count_hands, get_hand_size
from games.contract_rummy.endgame import find_fewest_points_left, find_moves_to_go_out
from games.contract_rummy.possible_melds import list_layoffs
from games.contract_rummy.puzzles.common import POSING
from games.contract_rummy.scoring import count_hand_points
from games.engine.examples import expand_short_forms
from games.engine.lesson import Step
from games.engine.move import Move
from games.engine.puzzle import Puzzle, Setup, VoidPuzzle
from games.engine.state import DEALER
from games.words import spell_number
from tests.games.courses import fitting, rule_sets, said
from tests.games.posing import posed

GAME = games.get("contract-rummy")
BOOK = GAME.options()
STEPS = [step for lesson in GAME.lessons for step in lesson.steps]
THEMES = {theme.slug: theme for theme in GAME.puzzles}
PRESETS = [preset.name for preset in GAME.options.presets]
RULE_SETS = rule_sets(GAME.slug)
CODE = re.compile(r"`([^`]*)`")
BARE = re.compile(r"(?<![\w=*])(?:\*=)?[A2-9TJQK][CDHS](?![\w=*])")

each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


# -- lessons -------------------------------------------------------------------------------------------------


@pytest.mark.repeated
@each_step
def test_a_step_holds_wherever_its_text_is_true(step: Step) -> None:
    fitting(GAME, step)
    for name, options in RULE_SETS.items():
        faults = step.list_step_faults(GAME, options)
        if step.is_true_under_options(options) and faults:
            assert "doesn’t apply under these house rules" in faults[0], name


@each_step
def test_the_dealer_is_never_asked(step: Step) -> None:
    assert DEALER not in step.load_state(GAME, fitting(GAME, step)).waiting


# -- puzzles -------------------------------------------------------------------------------------------------


def made(slug: str, preset: str = "classic", seeds: range = range(6)) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a theme, each with its setup."""
    return posed(GAME.slug, slug, preset, seeds)


@pytest.mark.parametrize(
    "slug", ["lay-it-now", "whole-hand", "joker-stands-for", "lay-it-off", "swap-or-not", "go-out"]
)
def test_nobody_is_asked_to_lay_cards_in_the_turn_of_another_player(slug: str) -> None:
    setup, _ = next(made(slug))
    with pytest.raises(VoidPuzzle, match="your turn"):
        THEMES[slug].pose({**setup, "position": {**setup["position"], "turn": 1}}, BOOK)


# -- the exact searches behind them ----------------------------------------------------------------------------


def test_no_order_of_lay_offs_leaves_less() -> None:
    """Tries the cards in every order, each on every meld that takes it."""
    for setup, puzzle in made("lay-it-off", seeds=range(8)):
        state = POSING.load_state(setup["position"], BOOK)
        best = count_hand_points(BOOK, state.hands[0])
        for order in permutations(range(len(state.hands[0]))):
            now = state.copy()
            cards = list(state.hands[0])
            for at in order:
                spot = next((move for move in list_layoffs(now, 0) if move[1][0].base is cards[at]), None)
                if spot is not None and now.match.deals == state.match.deals:
                    GAME.apply_move(now, 0, Move("layoff", spot[0], (spot[1],)))
            left = 0 if now.match.deals > state.match.deals else count_hand_points(BOOK, now.hands[0])
            best = min(best, left)
        assert puzzle.key <= best
        points, moves = find_fewest_points_left(state, 0)
        after = state.copy()
        for move in moves:
            GAME.play_move(after, 0, move)
        done = after.match.deals > state.match.deals
        assert points == puzzle.key == (0 if done else count_hand_points(BOOK, after.hands[0]))


def test_a_way_out_ends_the_hand_and_none_is_found_by_wandering_where_there_is_none() -> None:
    rng = Random(4)
    for setup, puzzle in made("go-out", seeds=range(12)):
        state = POSING.load_state(setup["position"], BOOK)
        found = find_moves_to_go_out(state, 0)
        assert (found is None) == (puzzle.key == "no")
        if found is not None:
            for move in found:
                GAME.play_move(state, 0, move)
            assert state.match.deals == POSING.load_state(setup["position"], BOOK).match.deals + 1
            continue
        for _ in range(60):
            now = state.copy()
            while now.waiting == (0,) and now.phase == "table":
                GAME.play_move(now, 0, rng.choice(GAME.list_moves(now, 0)))
            assert now.match.deals == state.match.deals


LOW, HIGH = (" ".join(rank + suit for rank in ranks for suit in "CDHS") for ranks in ("234", "TJQ"))
LEVEL = {"ask": "total", "hands": ["", LOW, HIGH, HIGH], "out": 0, "scores": [200, 164, 240, 250]}


@pytest.mark.parametrize("tie", ["shared", "fewest-hands-lost"])
def test_a_tie_is_decided_by_what_the_question_says(tie: str) -> None:
    """Where hands won decide, it says how many there were before the one in which seat 0 goes out."""
    puzzle = THEMES["score-it"].pose(LEVEL, GAME.options({"tie": tie}))
    assert ("the same number of hands" in puzzle.question) == (tie == "fewest-hands-lost")
    assert puzzle.key == (["0", "1"] if tie == "shared" else ["0"])


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_hands_that_are_left_in_the_last_hand_can_be(preset: str) -> None:
    """Where the whole hand is laid at once, everybody else still holds all of theirs."""
    options, theme = GAME.options.load_preset(preset), THEMES["score-it"]
    for seed in range(30):
        setup = theme.make(Random(seed), options)
        assert theme.pose(setup, options)
        held = [len(hand.split()) for hand in setup.get("hands", []) if hand]
        assert not options.has_all_or_nothing or {*held} <= {get_hand_size(options, count_hands(options))}
    if options.has_all_or_nothing:
        with pytest.raises(VoidPuzzle):
            theme.pose({**LEVEL, "hands": ["", "5C", "KD KH", "QS QD QC"]}, options)


def test_nobody_is_asked_who_wins_where_a_bonus_depends_on_what_is_not_said() -> None:
    options = GAME.options({"blind-out-bonus": True})
    with pytest.raises(VoidPuzzle):
        THEMES["score-it"].pose(LEVEL, options)
    for seed in range(30):
        assert THEMES["score-it"].pose(THEMES["score-it"].make(Random(seed), options), options)


FITS = "3C 4C 5C 6C 8H 9H TH JH AS 2S 3S 4S"


@pytest.mark.parametrize(
    ("more", "told", "hint"), [("5S", "all 13 cards", "Every card"), ("9D", "`9D` is", "All but one")]
)
def test_one_card_may_be_left_over_where_it_is_discarded(more: str, told: str, hint: str) -> None:
    setup = {"position": {"seats": 4, "contract": 7, "hands": [f"{FITS} {more}"]}}
    puzzle = THEMES["whole-hand"].pose(setup, GAME.options({"hand7": "all-then-discard"}))
    assert told in puzzle.why
    assert puzzle.hints[3].startswith(hint)


@pytest.mark.parametrize(
    ("last", "over"), [("all-no-discard", "nothing"), ("all-then-discard", "no more than one card")]
)
def test_what_may_be_left_over_is_said_where_too_much_is(last: str, over: str) -> None:
    setup = {"position": {"seats": 4, "contract": 7, "hands": [f"{FITS[:-3]} 9D QD"]}}
    puzzle = THEMES["whole-hand"].pose(setup, GAME.options({"hand7": last}))
    assert puzzle.why.endswith(f"{over} left over.")


def test_a_card_that_somebody_has_got_no_longer_lies_on_the_pile() -> None:
    seconds = 0
    for _, puzzle in made("who-gets-it", seeds=range(80)):
        asked_for = CODE.findall(puzzle.question)
        if "asked for" in puzzle.question:
            seconds += 1
            assert puzzle.position["pile"].split()[-1] == asked_for[-1] != asked_for[0]
    assert seconds > 5


def test_the_discard_pile_is_counted_where_it_may_have_to_pay() -> None:
    """Cards under the one asked for may become the new stock, and only the last card shows."""
    counted = 0
    for setup, puzzle in made("who-gets-it", seeds=range(120)):
        lying = re.search(r"The discard pile has (\w+) cards", puzzle.question)
        if len(setup["position"]["stock"].split()) <= 1 and setup["draws"] == "stock":
            assert lying, puzzle.question
            counted += 1
            assert lying[1] == spell_number(len(puzzle.position["pile"].split()))
        if puzzle.why.endswith("can’t pay for it."):
            assert lying
            assert puzzle.clauses[0] == "mayi.penalty-available"
    assert counted > 8


def test_nobody_lacks_cards_for_a_contract_that_lies_there() -> None:
    lying = {"phase": "table", "melds": ["8C 8D 8H / JD JH JS"], "hand": "2C 3D 9S"}
    for setting, lacking in ((lying, None), ({**lying, "melds": []}, 4)):
        assert GAME.evaluate_fact(GAME.load_position(expand_short_forms(GAME, setting)), 0, "lacks") == lacking


def test_no_step_counts_the_cards_of_a_price_that_is_another() -> None:
    options, one = GAME.options({"mayi-penalty": 2}), re.compile(r"pa(y|id)( for it)? with a card|a penalty card")
    for lesson in GAME.lessons:
        told = [
            text
            for step in lesson.list_valid_steps(GAME, options)
            for text in (*said(step), *dict(step.missed).values())
        ]
        assert not [text for text in (lesson.idea, *told) if one.search(text)], lesson.slug

"""The course and the puzzles of Contract Rummy: what they say and ask holds wherever they are shown."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

import games
from games.cards import parse_cards
from games.contract_rummy.endgame import least_left, way_out
from games.contract_rummy.laying import layoffs
from games.contract_rummy.puzzles.common import seated
from games.contract_rummy.scoring import hand_value
from games.engine.lesson import Step
from games.engine.move import Move
from games.engine.puzzle import FORMS, Puzzle, Setup, Theme, Void, status
from games.engine.state import DEALER
from games.errors import BadText
from tests.games.courses import fitting, rule_sets
from tests.games.posing import posed, wrong_answers

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


@each_step
def test_a_step_holds_wherever_its_text_is_true(step: Step) -> None:
    fitting(GAME, step)
    for name, options in RULE_SETS.items():
        faults = step.faults(GAME, options)
        if step.true_under(options) and faults:
            assert "There is no rule" in faults[0], name


@each_step
def test_the_dealer_is_never_asked(step: Step) -> None:
    assert DEALER not in step.load(GAME, fitting(GAME, step)).waiting


# -- puzzles -------------------------------------------------------------------------------------------------


def made(slug: str, preset: str = "classic", seeds: range = range(6)) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a theme, each with its setup."""
    return posed(GAME.slug, slug, preset, seeds)


@each_preset
@each_theme
def test_puzzles_are_well_formed(theme: Theme, preset: str) -> None:
    options = GAME.options.preset(preset)
    for setup, puzzle in made(theme.slug, preset):
        assert theme.pose(setup, options) == puzzle
        assert puzzle.theme == theme.slug
        assert puzzle.form in FORMS
        assert puzzle.clauses
        assert set(puzzle.clauses) <= set(theme.clauses)
        assert len(puzzle.hints) == 4
        assert 800 <= puzzle.rating <= 2400
        assert json.loads(json.dumps(puzzle.key)) == puzzle.key
        ids = [option.id for option in puzzle.options]
        assert len(set(ids)) == len(ids)
        assert puzzle.form in ("number", "play") or set(puzzle.reasons) == set(ids)
        if puzzle.position:
            state = GAME.load(puzzle.position)
            assert GAME.view(state, 0).position == puzzle.position
            assert set(puzzle.zones) <= {zone.id for zone in GAME.screen(GAME.view(state, 0)).zones}


@each_preset
@each_theme
def test_right_answers_are_right_and_wrong_ones_are_refuted(theme: Theme, preset: str) -> None:
    options = GAME.options.preset(preset)
    for setup, puzzle in made(theme.slug, preset):
        verdict = theme.judge(setup, options, puzzle.key)
        assert (verdict.right, verdict.refutation, verdict.sentence) == (True, "", puzzle.why)
        for answer in wrong_answers(puzzle):
            verdict = theme.judge(setup, options, answer)
            assert not verdict.right, answer
            assert verdict.refutation or puzzle.form == "number"
            assert set(verdict.clauses) <= set(GAME.clauses)


@each_preset
@each_theme
def test_puzzles_speak_in_whole_sentences_and_draw_their_cards(theme: Theme, preset: str) -> None:
    for _, puzzle in made(theme.slug, preset):
        for sentence in (puzzle.question, puzzle.why, *puzzle.hints, *puzzle.reasons.values()):
            assert sentence[:1] in "`“-0123456789" or sentence[:1].isupper(), sentence
            assert sentence.endswith((".", "?", "!")), sentence
            assert "{" not in sentence
            assert "  " not in sentence
            assert not BARE.search(CODE.sub("", sentence)), sentence
            assert all(parse_cards(code) for code in CODE.findall(sentence))


@each_theme
def test_every_clause_of_a_theme_can_be_asked_about(theme: Theme) -> None:
    met = {id for preset in PRESETS for _, puzzle in made(theme.slug, preset) for id in puzzle.clauses}
    for clause in set(theme.clauses) - met:
        for preset in PRESETS:
            options = GAME.options.preset(preset)
            try:
                setup = theme.make_about(clause, Random(clause), options, tries=80)
            except Void:
                continue
            assert clause in theme.pose(setup, options).clauses
            break
        else:
            pytest.fail(f"{clause} never came up")


@each_theme
def test_answers_vary(theme: Theme) -> None:
    keys = {json.dumps(puzzle.key) for _, puzzle in made(theme.slug, seeds=range(20))}
    assert len(keys) >= (2 if theme.slug in ("two-runs", "buy-or-pass") else 3)


@each_theme
def test_a_puzzle_holds_changes_its_answer_or_asks_nothing_under_other_rules(theme: Theme) -> None:
    found: Counter[str] = Counter()
    for setup, _ in made(theme.slug, seeds=range(3)):
        for options in RULE_SETS.values():
            found[status(theme, setup, BOOK, options)] += 1
    assert set(found) <= {"holds", "other answer", "void"}
    assert found["holds"]
    assert found["other answer"] + found["void"] or theme.slug == "joker-stands-for"


def test_an_answer_of_another_form_is_refused_as_text() -> None:
    for slug, answers in {
        "go-out": [None, 5, [], "", ["FLURB"], ["discard 1X"]],
        "how-far": [None, "many", True],
        "two-runs": [None, "maybe", 3],
    }.items():
        setup, _ = next(made(slug))
        for answer in answers:
            with pytest.raises(BadText):
                THEMES[slug].judge(setup, BOOK, answer)


# -- the exact searches behind them ----------------------------------------------------------------------------


def test_no_order_of_lay_offs_leaves_less() -> None:
    """Tries the cards in every order, each on every meld that takes it."""
    for setup, puzzle in made("lay-it-off", seeds=range(8)):
        state = seated(setup["position"], BOOK)
        best = hand_value(BOOK, state.hands[0])
        for order in permutations(range(len(state.hands[0]))):
            now = state.copy()
            cards = list(state.hands[0])
            for at in order:
                spot = next((move for move in layoffs(now, 0) if move[1][0].base is cards[at]), None)
                if spot is not None and now.match.deals == state.match.deals:
                    GAME.apply(now, 0, Move("layoff", spot[0], (spot[1],)))
            left = 0 if now.match.deals > state.match.deals else hand_value(BOOK, now.hands[0])
            best = min(best, left)
        assert puzzle.key <= best
        points, moves = least_left(state, 0)
        after = state.copy()
        for move in moves:
            GAME.play(after, 0, move)
        done = after.match.deals > state.match.deals
        assert points == puzzle.key == (0 if done else hand_value(BOOK, after.hands[0]))


def test_a_way_out_ends_the_hand_and_none_is_found_by_wandering_where_there_is_none() -> None:
    rng = Random(4)
    for setup, puzzle in made("go-out", seeds=range(12)):
        state = seated(setup["position"], BOOK)
        found = way_out(state, 0)
        assert (found is None) == (puzzle.key == "no")
        if found is not None:
            for move in found:
                GAME.play(state, 0, move)
            assert state.match.deals == seated(setup["position"], BOOK).match.deals + 1
            continue
        for _ in range(60):
            now = state.copy()
            while now.waiting == (0,) and now.phase == "table":
                GAME.play(now, 0, rng.choice(GAME.moves(now, 0)))
            assert now.match.deals == state.match.deals

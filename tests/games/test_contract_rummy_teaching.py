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
from games.cards import UNKNOWN, parse_cards
from games.contract_rummy.endgame import least_left, way_out
from games.contract_rummy.laying import layoffs
from games.contract_rummy.puzzles.claims import CLAIMS
from games.contract_rummy.puzzles.common import seated
from games.contract_rummy.scoring import hand_value
from games.engine.lesson import COMPANY, KINDS, Lesson, Step
from games.engine.move import Move
from games.engine.options import Number, Options
from games.engine.puzzle import FORMS, Puzzle, Setup, Theme, Void, status
from games.engine.state import DEALER
from games.errors import BadText
from tests.games.posing import posed, wrong_answers

GAME = games.get("contract-rummy")
BOOK = GAME.options()
COURSE = tuple(GAME.lessons)
STEPS = [(lesson, number, step) for lesson in COURSE for number, step in enumerate(lesson.steps)]
THEMES = {theme.slug: theme for theme in GAME.themes}
PRESETS = [preset.name for preset in GAME.options.presets]
CODE = re.compile(r"`([^`]*)`")
BARE = re.compile(r"(?<![\w=*])(?:\*=)?[A2-9TJQK][CDHS](?![\w=*])")

each_step = pytest.mark.parametrize(
    ("lesson", "number", "step"), STEPS, ids=[f"{lesson.slug}-{number}" for lesson, number, _ in STEPS]
)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


def rule_sets() -> Iterator[tuple[str, Options]]:
    """Every preset, and the book with any single option changed."""
    for preset in PRESETS:
        yield preset, GAME.options.preset(preset)
    for option in GAME.options.all():
        values = option.values()
        for value in (values[0], values[1], values[-1]) if isinstance(option, Number) else values:
            if value != option.default:
                yield f"{option.name}={value}", GAME.options({option.name: value})


RULE_SETS = dict(rule_sets())


def fitting(step: Step) -> Options:
    """House rules under which the step holds."""
    for options in (BOOK, *RULE_SETS.values()):
        if not step.faults(GAME, options):
            return options
    pytest.fail(f"{step.faults(GAME, BOOK)} whatever the house rules: {step.text}")


# -- lessons -------------------------------------------------------------------------------------------------


def test_thirteen_lessons_with_five_to_eight_steps_by_the_book() -> None:
    assert len({lesson.slug for lesson in COURSE}) == len(COURSE) == 13
    lengths = [len(lesson.under(GAME, BOOK)) for lesson in COURSE]
    assert all(5 <= length <= 8 for length in lengths), lengths
    assert COURSE[0].steps[0].kind == "do"
    assert {step.kind for _, _, step in STEPS} == set(KINDS)


def test_every_clause_is_taught_by_the_book() -> None:
    taught = {clause for lesson in COURSE for _, step in lesson.under(GAME, BOOK) for clause in step.clauses}
    assert taught == set(GAME.clauses)


@each_step
def test_a_step_holds_wherever_its_text_is_true(lesson: Lesson, number: int, step: Step) -> None:
    fitting(step)
    for name, options in RULE_SETS.items():
        faults = step.faults(GAME, options)
        if step.true_under(options) and faults:
            assert "There is no rule" in faults[0], name


@each_step
def test_a_step_is_well_written(lesson: Lesson, number: int, step: Step) -> None:
    assert 0 < len(step.text) <= 420
    assert len(step.done) <= 200
    assert len(step.question) <= 120
    assert all(len(hint) <= 160 for hint in step.hints)
    assert 1 <= len(set(step.clauses)) == len(step.clauses) <= 6
    texts = [step.text, step.done, *step.hints, *(part for one in step.answers for part in (one.text, one.why))]
    for text in texts:
        assert len(text) <= 420
        assert all(parse_cards(code) for code in CODE.findall(text))
        assert not BARE.search(CODE.sub("", text)), text
        assert not any(name in text for name in COMPANY[step.seats(GAME) :])
    assert "`" not in step.question
    assert not BARE.search(step.question)
    assert (step.kind == "do") == (len(step.hints) == 4)
    assert bool(step.answers) == (step.kind in ("choose", "predict"))
    if step.answers:
        assert sum(answer.right for answer in step.answers) == 1
        assert len({answer.value for answer in step.answers}) == len(step.answers) >= 2


@each_step
def test_a_solution_names_its_buttons_and_works_with_all_cards_dealt(lesson: Lesson, number: int, step: Step) -> None:
    options = fitting(step)
    now = step.load(GAME, options)
    for text in step.solution if step.kind == "do" else ():
        move = GAME.parse_move(text)
        labels = {action.verb: action.label for action in GAME.screen(GAME.view(now, 0)).actions}
        assert labels[move.verb].lower() in step.hints[-1].lower()
        GAME.apply(now, 0, move)
    start = step.dealt(GAME, options, Random(number))
    assert UNKNOWN not in [*start.stock, *(card for hand in start.hands for card in hand)]
    after, moves = start.copy(), []
    for text in step.solution:
        moves.append(GAME.parse_move(text))
        GAME.play(after, 0, moves[-1])
    if step.goal is not None:
        assert step.goal(start, moves, after)
        assert not step.goal(start, [], start)


@each_preset
def test_most_of_the_course_serves_every_preset(preset: str) -> None:
    options = GAME.options.preset(preset)
    assert sum(len(lesson.under(GAME, options)) for lesson in COURSE) >= 55


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
        "may-you": [None, ["a99"], {}],
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


@pytest.mark.parametrize("name", CLAIMS)
def test_a_statement_can_be_true_and_can_be_false(name: str) -> None:
    claim = CLAIMS[name]
    fact = claim.ask(BOOK, {})
    lures = claim.false(BOOK, {}, fact)
    assert lures
    texts = {claim.say({}, value) for value in (fact, *lures)}
    assert len(texts) == len({fact, *lures})
    assert all(text.endswith(".") for text in texts)


def test_dealers_are_never_asked_in_lessons() -> None:
    for _, _, step in STEPS:
        assert DEALER not in step.load(GAME, fitting(step)).waiting

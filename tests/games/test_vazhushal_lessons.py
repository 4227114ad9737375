"""The course of Vazhushal: its ways to a goal, and what is left of it under each rule set."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.cards import parse_cards
from games.engine.lesson import Step
from games.engine.options import Choice, Options
from tests.games.courses import fitting, read_again, rule_sets

GAME = games.get("vazhushal")
COURSE = tuple(GAME.lessons)
STEPS = [step for lesson in COURSE for step in lesson.steps]
RULE_SETS = rule_sets(GAME.slug)
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)


def test_fourteen_lessons() -> None:
    assert len(COURSE) == 14


def test_cards_that_a_position_names_stay_when_the_rest_is_dealt() -> None:
    steps = [step for step in STEPS if step.position.get("known")]
    assert steps
    for step in steps:
        start = step.dealt(GAME, fitting(GAME, step), Random(1))
        assert [list(parse_cards(text)) for text in step.position["hands"]] == start.hands


# -- any way to the goal counts ------------------------------------------------------------------------------


def step_of(slug: str, number: int) -> Step:
    return next(lesson for lesson in COURSE if lesson.slug == slug).steps[number]


def reaches(step: Step, *moves: str) -> bool:
    """Whether these moves, all legal, reach the goal of the step."""
    start = step.load(GAME, fitting(GAME, step))
    now, made = start.copy(), []
    for text in moves:
        made.append(GAME.parse_move(text))
        GAME.play(now, 0, made[-1])
    assert step.goal is not None
    return step.goal(start, made, now)


@pytest.mark.parametrize(
    ("slug", "number", "moves"),
    [
        ("melds", 2, ["meld 9D 9H 9S"]),
        ("melds", 5, ["meld AS 2S 3S"]),
        ("melds", 7, ["meld 8D 8H 8S", "meld 3C 4C 5C"]),
        ("turn", 1, ["meld 4C 5C 6C", "discard 2H"]),
        ("first-meld", 3, ["discard AH"]),
        ("out", 3, ["meld 6S 7S 8S", "discard 5S"]),
        ("wipe-to-open", 3, ["wipe 1 8C 9C TC"]),
        ("open-then-wipe", 5, ["wipe 4 9H 9C 9S after 2H 3H 4H", "meld TD JD QD"]),
        ("jokers", 0, ["meld *=8S 9S TS"]),
        ("negative", 2, ["meld 8D=JC QC KC"]),
        ("rearrange", 1, ["layoff 2 *=AD"]),
        ("rearrange", 4, ["rearrange *=7S 8S 9S TS / 4H 5H 6H"]),
        ("twins", 1, ["layoff 1 TS", "meld 7S 8S 9S"]),
        ("end", 4, ["meld 3C 3D 3S *=3H"]),
    ],
)
def test_another_way_counts_too(slug: str, number: int, moves: list[str]) -> None:
    assert reaches(step_of(slug, number), *moves)


@pytest.mark.parametrize(
    ("slug", "number", "moves"),
    [
        ("turn", 4, ["stock", "meld 9D 9H 9S", "discard 7S"]),
        ("first-meld", 1, ["meld 4S 5S 6S"]),
        ("first-meld", 3, ["discard 6H"]),
        ("out", 0, ["meld JC QC KC"]),
        ("wipe", 1, ["stock"]),
        ("wipe-to-open", 4, ["wipe 4 6S 7S 8S"]),
        ("open-then-wipe", 5, ["wipe 1 TD JD QD"]),
        ("rearrange", 7, ["wipe 1 5C 6C 7C"]),
        ("end", 4, ["meld 3C 3D 3S"]),
    ],
)
def test_less_than_the_goal_does_not_count(slug: str, number: int, moves: list[str]) -> None:
    assert not reaches(step_of(slug, number), *moves)


# -- under house rules ---------------------------------------------------------------------------------------

FEW = {
    # A table without a negative joker has only the jokers to speak of.
    ("negative", "duel-plain"): 2,
    ("negative", "wild-rule=printed-only"): 2,
    # With one pack, doubles do not exist, and twins take wild cards.
    ("twins", "three-one-pack"): 2,
    ("twins", "packs=1"): 2,
    ("twins", "twin-scope=off"): 2,
    # Where nobody wipes to open, there are not two ways of it either.
    ("wipe-to-open", "wipe-before-first=False"): 3,
    ("open-then-wipe", "wipe-before-first=False"): 2,
    # A line of a single card leaves little to wipe.
    ("wipe", "line-limit=1"): 1,
    ("wipe-to-open", "line-limit=1"): 2,
    ("open-then-wipe", "line-limit=1"): 2,
    ("starter", "line-limit=1"): 1,
}


@each_rule_set
def test_no_lesson_falls_apart_under_other_house_rules(name: str) -> None:
    options = RULE_SETS[name]
    for lesson in COURSE:
        left = len(lesson.under(GAME, options))
        assert left >= FEW.get((lesson.slug, name), 4), lesson.slug


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_most_of_the_course_serves_every_preset(preset: str) -> None:
    options = GAME.options.preset(preset)
    assert sum(len(lesson.under(GAME, options)) for lesson in COURSE) >= 90


@each_rule_set
def test_the_tour_of_other_tables_holds_whatever_the_reader_plays(name: str) -> None:
    steps = [step for step in COURSE[-1].steps if step.options is not None]
    assert len(steps) >= 6
    for step in steps:
        assert step.faults(GAME, RULE_SETS[name]) == []


def test_a_step_without_a_line_so_long_is_not_shown_where_lines_are_shorter() -> None:
    for step in STEPS:
        cards = len(step.position.get("line", "").split())
        if step.options is None and cards > 1:
            assert not step.true_under(GAME.options({"line-limit": cards - 1}))


STAYS = {
    "packs": {"twins-7"},
    "redeal-doubles": {"twins-6"},
    "redeal-jokers-count": {"twins-7"},
    "neg-drawable": {"negative-0", "end-0"},
    "starter-take": {"starter-7"},
    "starter-nobody-scope": {"starter-7"},
    "wipe-before-first": {"turn-3", "rearrange-6", "starter-0"},
    "wipe-table-cards": {"wipe-5", "wipe-to-open-3", "rearrange-3", "rearrange-4"},
    "layoff-own": {"rearrange-3"},
    "all-wild-melds": {"jokers-2", "jokers-3", "negative-6"},
    "twin-scope": {"twins-0", "twins-2", "twins-5"},
    "twin-compare": {"twins-0", "twins-1", "twins-2", "twins-3"},
    "out-discard": {"out-0", "out-4", "out-8", "end-3", "house-rules-7"},
}
"""Per option, the steps about a rule that it changes whose words were read again and are true under all its values."""


@pytest.mark.parametrize("option", GAME.options.all(), ids=lambda option: option.name)
def test_steps_about_a_changed_rule_name_the_option_or_were_read_again(option: Choice[str]) -> None:
    assert read_again(GAME, option) == STAYS.get(option.name, set())


def any_options(rng: Random) -> Options:
    """Some options changed at random, as far as they go together."""
    chosen: dict[str, object] = {}
    for option in GAME.options.all():
        if rng.random() < 0.3:
            tried = {**chosen, option.name: rng.choice(option.values())}
            try:
                GAME.options(tried)
            except games.engine.options.BadOption:
                continue
            chosen = tried
    return GAME.options(chosen)


@pytest.mark.parametrize("seed", range(40))
def test_the_course_stands_under_any_mixture(seed: int) -> None:
    options = any_options(Random(seed))
    left = [lesson.under(GAME, options) for lesson in COURSE]
    assert left[0]
    assert sum(map(len, left)) >= 40

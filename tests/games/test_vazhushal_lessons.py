"""The course of Vazhushal: its ways to a goal, and what is left of it under each rule set."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.cards import parse_cards
from games.engine.facts_and_goals import play_move_lines
from games.engine.options import Choice
from tests.games.courses import fitting, read_again, rule_sets

GAME = games.get("vazhushal")
COURSE = tuple(GAME.lessons)
STEPS = [step for lesson in COURSE for step in lesson.steps]
RULE_SETS = rule_sets(GAME.slug)
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)


def test_cards_that_a_position_names_stay_when_the_rest_is_dealt() -> None:
    steps = [step for step in STEPS if step.position.get("known")]
    assert steps
    for step in steps:
        start = step.load_dealt_state(GAME, fitting(GAME, step), Random(1))
        assert [list(parse_cards(text)) for text in step.position["hands"]] == start.hands


# -- any way to the goal counts ------------------------------------------------------------------------------


def reaches(id: str, *moves: str) -> bool:
    """Return whether these moves, all legal, reach the goal of the step."""
    step = next(step for step in STEPS if step.id == id)
    start = step.load_state(GAME, fitting(GAME, step))
    made = [GAME.parse_move(text) for text in moves]
    return step.has_reached_goals(GAME, start, made, play_move_lines(GAME, start, moves))


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        ("melds-set", ["meld 9D 9H 9S"]),
        ("melds-ace-at-either-end", ["meld AS 2S 3S"]),
        ("melds-run-and-set", ["meld 8D 8H 8S", "meld 3C 4C 5C"]),
        ("turn-discard", ["meld 4C 5C 6C", "discard 2H"]),
        ("first-meld-any-turn", ["discard AH"]),
        ("out-keep-one", ["meld 6S 7S 8S", "discard 5S"]),
        ("wipe-to-open-all-at-once", ["wipe 1 8C 9C TC"]),
        ("open-then-wipe-three-melds", ["wipe 4 9H 9C 9S after 2H 3H 4H", "meld TD JD QD"]),
        ("jokers-helper", ["meld *=8S 9S TS"]),
        ("negative-as-a-club", ["meld 8D=JC QC KC"]),
        ("rearrange-add-a-joker", ["layoff 2 *=AD"]),
        ("rearrange-joker-moves", ["rearrange *=7S 8S 9S TS / 4H 5H 6H"]),
        ("twins-not-quite", ["layoff 1 TS", "meld 7S 8S 9S"]),
        ("end-last-melds", ["meld 3C 3D 3S *=3H"]),
    ],
)
def test_another_way_counts_too(id: str, moves: list[str]) -> None:
    assert reaches(id, *moves)


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        ("turn-whole-turn", ["stock", "meld 9D 9H 9S", "discard 7S"]),
        ("first-meld-the-key", ["meld 4S 5S 6S"]),
        ("first-meld-any-turn", ["discard 6H"]),
        ("out-last-four", ["meld JC QC KC"]),
        ("wipe-newest", ["stock"]),
        ("wipe-to-open-second-meld", ["wipe 4 6S 7S 8S"]),
        ("open-then-wipe-three-melds", ["wipe 1 TD JD QD"]),
        ("rearrange-join-runs", ["wipe 1 5C 6C 7C"]),
        ("end-last-melds", ["meld 3C 3D 3S"]),
    ],
)
def test_less_than_the_goal_does_not_count(id: str, moves: list[str]) -> None:
    assert not reaches(id, *moves)


# -- under house rules ---------------------------------------------------------------------------------------

GONE = {("negative", "duel-plain"), ("negative", "wild-rule=printed-only")}
"""A table without a negative joker has no lesson on it."""
FEW = {
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


@pytest.mark.repeated
@each_rule_set
def test_no_lesson_falls_apart_under_other_house_rules(name: str) -> None:
    options = RULE_SETS[name]
    for lesson in COURSE:
        left = len(lesson.list_valid_steps(GAME, options))
        if (lesson.slug, name) in GONE:
            assert not left, lesson.slug
        else:
            assert left >= FEW.get((lesson.slug, name), 4), lesson.slug


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_most_of_the_course_serves_every_preset(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    assert sum(len(lesson.list_valid_steps(GAME, options)) for lesson in COURSE) >= 90


@each_rule_set
def test_the_tour_of_other_tables_holds_whatever_the_reader_plays(name: str) -> None:
    steps = [step for step in COURSE[-1].steps if step.options is not None]
    assert len(steps) >= 6
    for step in steps:
        assert step.list_step_faults(GAME, RULE_SETS[name]) == []


def test_a_step_without_a_line_so_long_is_not_shown_where_lines_are_shorter() -> None:
    for step in STEPS:
        cards = len(step.position.get("line", "").split())
        if step.options is None and cards > 1:
            assert not step.is_true_under_options(GAME.options({"line-limit": cards - 1}))


STAYS = {
    "packs": {"twins-three-doubles"},
    "redeal-doubles": {"twins-doubles"},
    "redeal-jokers-count": {"twins-three-doubles"},
    "neg-drawable": {"negative-what-is-wild", "negative-joker-turned", "end-last-card"},
    "starter-take": {"starter-nobody-pure"},
    "starter-nobody-scope": {"starter-nobody-pure"},
    "wipe-before-first": {"turn-no-laying-before", "rearrange-not-before-draw", "starter-take-it-all"},
    "wipe-table-cards": {
        "wipe-not-onto-a-run",
        "wipe-to-open-all-at-once",
        "rearrange-spare-six",
        "rearrange-join-runs",
        "rearrange-joker-moves",
    },
    "layoff-own": {"rearrange-spare-six"},
    "all-wild-melds": {"jokers-two-at-once", "jokers-three-alone", "negative-all-acting"},
    "twin-scope": {"twins-same-run", "twins-hers", "twins-by-what-they-play"},
    "twin-compare": {"twins-same-run", "twins-not-quite", "twins-hers", "twins-sets"},
    "out-discard": {"out-last-four", "out-fourteen-cards", "out-play-on", "end-out-in-time", "house-rules-last-word"},
}
"""Per option, the steps about a rule that it changes whose words were read again and are true under all its values."""


@pytest.mark.parametrize("option", GAME.options.list_options(), ids=lambda option: option.name)
def test_steps_about_a_changed_rule_name_the_option_or_were_read_again(option: Choice[str]) -> None:
    assert read_again(GAME, option) == STAYS.get(option.name, set())

"""The course of Court Piece: both directions of play, ways to a goal, and what is left of it under each rule set."""

from __future__ import annotations

import re
from random import Random

import pytest

import games
from games.court_piece.lessons.truths import courts
from games.court_piece.scoring import Count, next_dealer
from games.engine.lesson import COMPANY, Lesson, Step
from games.engine.options import Choice, Options
from games.engine.state import DEALER
from tests.games.courses import fitting, read_again, rule_sets, said

GAME = games.get("court-piece")
BOOK = GAME.options()
COURSE = tuple(GAME.lessons)
STEPS = [(lesson, number, step) for lesson in COURSE for number, step in enumerate(lesson.steps)]
NAMES = [f"{lesson.slug}-{number}" for lesson, number, _ in STEPS]
RULE_SETS = rule_sets(GAME.slug)
SIDEWAYS = re.compile(r"\b(?:on|of) (?:your|his|the) (?:left|right)\b|to the (?:left|right)\b|clockwise")

each_step = pytest.mark.parametrize(("lesson", "number", "step"), STEPS, ids=NAMES)
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)
each_preset = pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])


def step_of(slug: str, number: int) -> Step:
    return next(lesson for lesson in COURSE if lesson.slug == slug).steps[number]


def reaches(step: Step, *moves: str) -> bool:
    """Whether these moves, all legal, reach the goal of the step."""
    start = step.load(GAME, fitting(GAME, step))
    now, made = start.copy(), []
    for text in moves:
        made.append(GAME.parse_move(text))
        GAME.play(now, 0, made[-1])
        assert GAME.screen(GAME.view(now, 0)).zones
    assert step.goal is not None
    return step.goal(start, made, now)


def test_thirteen_lessons() -> None:
    assert len(COURSE) == 13


def test_the_first_step_needs_a_hand_and_a_trick_only() -> None:
    first = COURSE[0].steps[0]
    assert COURSE[0].zones == ("trick", "hand-0")
    assert len(first.position["hands"][0].split()) <= 5
    assert len(first.position["trick"].split()) == 3


def test_the_place_of_an_answer_gives_nothing_away() -> None:
    asked = [step for _, _, step in STEPS if len(step.answers) == 3]
    places = [[answer.right for answer in step.answers].index(True) for step in asked]
    assert all(len(asked) / 5 < places.count(place) < len(asked) / 2 for place in range(3))


# -- both directions -----------------------------------------------------------------------------------------


def test_what_is_said_for_one_direction_is_said_for_the_other() -> None:
    for lesson in COURSE:
        ways = [step.needs["direction"] for step in lesson.steps if "direction" in step.needs]
        assert ways[::2] == ["clockwise"] * (len(ways) // 2)
        assert ways[1::2] == ["counterclockwise"] * (len(ways) // 2)


@each_step
def test_a_step_for_both_directions_holds_in_both_and_speaks_of_neither(
    lesson: Lesson, number: int, step: Step
) -> None:
    if step.options is not None or "direction" in step.needs:
        return
    options = fitting(GAME, step)
    for direction in ("clockwise", "counterclockwise"):
        assert step.faults(GAME, options.with_values(direction=direction)) == []
    assert not any(SIDEWAYS.search(text) for text in (*said(step), step.question))


@each_step
def test_whoever_took_a_trick_leads_to_the_next(lesson: Lesson, number: int, step: Step) -> None:
    state = step.load(GAME, fitting(GAME, step))
    for before, after in zip(state.tricks, state.tricks[1:], strict=False):
        assert not after.cards or after.leader == before.winner
    if state.trick and state.tricks:
        same = state.leader == state.tricks[-1].winner
        # Where a step serves both directions, nobody is told which of the two opponents took an older trick.
        assert same or (step.options is None and state.leader % 2 == state.tricks[-1].winner % 2)


@each_rule_set
def test_a_table_can_be_drawn_after_each_move_of_a_solution(name: str) -> None:
    for lesson in COURSE:
        for number, step in lesson.under(GAME, RULE_SETS[name]):
            now = step.dealt(GAME, RULE_SETS[name], Random(number))
            for text in step.solution if DEALER not in now.waiting else ():
                GAME.play(now, 0, GAME.parse_move(text))
                assert GAME.screen(GAME.view(now, 0)).zones


@pytest.mark.parametrize("number", [10, 11])
def test_the_deal_at_a_glance_is_that_of_the_rules(number: int) -> None:
    step = step_of("after-court", number)
    state = step.load(GAME, fitting(GAME, step))

    def then(winner: int, scored: int) -> tuple[str, str]:
        won = [scored if side == winner else 0 for side in (0, 1)]
        dealer = next_dealer(state, Count(winner, won, "", ""))
        return COMPANY[dealer], COMPANY[state.after(dealer)]

    assert state.match.dealer is not None
    mine = COMPANY[state.match.dealer]
    assert then(0, 0) == (mine, "You")
    assert f"without a court: {mine} deals again, and you call again" in step.text
    assert "with a court: {} deals, and {} calls".format(*then(0, 1)) in step.text
    assert then(1, 0) == then(1, 1)
    assert then(1, 0)[0] == "You"
    assert f"without: you deal, and {then(1, 0)[1]} calls" in step.text


# -- any way to the goal counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "number", "moves"),
    [
        ("tricks", 0, ["play 3C"]),
        ("tricks", 3, ["play 9D"]),
        ("tricks", 8, ["play AD", "play 9C"]),
        ("trumps", 4, ["play TH"]),
        ("trumps", 7, ["play KS"]),
        ("call", 0, ["trump hearts"]),
        ("call", 3, ["trump diamonds", "play QC"]),
        ("match", 7, ["deal-on"]),
    ],
)
def test_another_way_counts_too(slug: str, number: int, moves: list[str]) -> None:
    assert reaches(step_of(slug, number), *moves)


@pytest.mark.parametrize(
    ("slug", "number", "moves"),
    [
        ("partners", 0, ["play 6H"]),
        ("partners", 1, ["play QC"]),
        ("partners", 1, ["play 2C"]),
        ("partners", 2, ["play KH"]),
        ("tricks", 8, ["play AD"]),
        ("trumps", 0, ["play QH"]),
        ("trumps", 4, ["play 2S"]),
        ("trumps", 7, ["play 5H"]),
        ("call", 3, ["trump clubs"]),
        ("court", 1, ["go-on"]),
        ("thirteen", 0, ["stop"]),
        ("thirteen", 10, ["stop"]),
        ("put-right", 2, ["keep"]),
    ],
)
def test_less_than_the_goal_does_not_count(slug: str, number: int, moves: list[str]) -> None:
    assert not reaches(step_of(slug, number), *moves)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("slug", "number", "scored"), [("court", 0, "1 0"), ("thirteen", 11, "52 0")])
def test_what_a_play_on_promises_comes_true_however_the_cards_lie(
    slug: str, number: int, scored: str, seed: int
) -> None:
    step, rng = step_of(slug, number), Random(seed)
    now = step.dealt(GAME, BOOK, rng)
    bot = GAME.bots["steady"]
    while not now.between:
        seat = now.waiting[0]
        if seat == 0 and now.phase == "playon":
            move = GAME.parse_move("go-on" if slug == "thirteen" else "stop")
        elif seat == 0:
            move = GAME.parse_move(f"play {now.hands[0][0].code}")
        else:
            move = bot.choose(GAME.view(now, seat), rng).move
        GAME.play(now, seat, move)
    assert courts(now) == scored


# -- under house rules ---------------------------------------------------------------------------------------


@each_preset
def test_every_lesson_has_its_length_under_every_preset(preset: str) -> None:
    options = GAME.options.preset(preset)
    assert all(5 <= len(lesson.under(GAME, options)) <= 8 for lesson in COURSE)


FEW = {
    # Where nobody may play on, no table waits for an answer after the seventh trick.
    ("court", "playon-allowed=False"): 3,
    ("thirteen", "playon-allowed=False"): 2,
    # Two hands in a row are a court there: longer rows do not exist.
    ("tally", "tally-target=2"): 2,
}


@each_rule_set
def test_no_lesson_falls_apart_under_other_house_rules(name: str) -> None:
    for lesson in COURSE:
        assert len(lesson.under(GAME, RULE_SETS[name])) >= FEW.get((lesson.slug, name), 4), lesson.slug


@each_rule_set
def test_other_tables_stay_the_same_whatever_the_reader_plays(name: str) -> None:
    elsewhere = [step for _, _, step in STEPS if step.options is not None]
    assert len(elsewhere) >= 20
    assert all(step.faults(GAME, RULE_SETS[name]) == [] for step in elsewhere)


STAYS = {
    "deal-packets": {"call-2"},
    "hand-stop-at-seven": {"court-6"},
    "court-goon": {"court-0", "court-1", "court-6", "court-8", "match-8"},
    "playon-value": {"thirteen-11"},
    "deal-after-court": {"dealers-0", "dealers-2", "dealers-4", "dealers-8"},
    "match-courts": {"match-0"},
}
"""Per option, the steps about a rule that it changes whose words were read again and are true under all its values."""


@pytest.mark.parametrize("option", GAME.options.all(), ids=lambda option: option.name)
def test_steps_about_a_changed_rule_name_the_option_or_were_read_again(option: Choice[str]) -> None:
    assert read_again(GAME, option) == STAYS.get(option.name, set())


def any_options(rng: Random) -> Options:
    """Some options changed at random."""
    changed = [option for option in GAME.options.all() if rng.random() < 0.3]
    return GAME.options({option.name: rng.choice(option.values()) for option in changed})


@pytest.mark.parametrize("seed", range(40))
def test_the_course_stands_under_any_mixture(seed: int) -> None:
    left = [lesson.under(GAME, any_options(Random(seed))) for lesson in COURSE]
    assert all(left)
    assert sum(map(len, left)) >= 60

"""A course as it is written: what it says is read, and each mistake is reported with file and line."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.engine.course import OWN, BadCourse, LessonSource, read_course
from games.engine.lesson import Answer

GAME = games.get("commune")
LESSON = '''title = "One pool"
idea = "All cards together."

[[step]]
id = "look"
kind = "choose"
text = """
You hold one card. How
many are there?
"""
clauses = "call.ends-hand"
hands = ["KS", "?"]
question = "How many cards?"
fact = "in-play"
right = ["Two", 2, "One each."]
wrong = [["One", 1, "That is yours."]]

[[step]]
id = "say"
kind = "do"
text = "Say king high."
clauses = "ladder.high"
hands = ["KS", "?"]
goal = "said high king"
solution = "high king"
hints = ["a", "b", "c", "d"]
done = "So it is."
'''


def read(folder: Path, lesson: str, course: str = 'lessons = ["pool"]') -> Any:
    (folder / "course.toml").write_text(course)
    (folder / "pool.toml").write_text(lesson)
    return read_course(GAME, folder)


def test_a_lesson_says_what_is_written(tmp_path: Path) -> None:
    (lesson,) = read(tmp_path, LESSON)
    look, say = lesson.steps
    assert (lesson.slug, lesson.idea) == ("pool", "All cards together.")
    assert look.text == "You hold one card. How many are there?"
    assert look.answers == (Answer("Two", True, "One each.", 2), Answer("One", False, "That is yours.", 1))
    assert (say.goals, say.solution, say.position) == (("said high king",), ("high king",), {"hands": ["KS", "?"]})
    assert [step.list_step_faults(GAME, GAME.options()) for step in lesson.steps] == [[], []]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('kind = "do"', 'kind = "dance"', "line 20: there is no kind “dance”"),
        ('fact = "in-play"', 'fact = "in-lay"', "line 14: “in-lay” isn’t a fact"),
        ('goal = "said high king"', 'goal = "sad"', "line 24: “sad” isn’t a goal"),
        ('clauses = "ladder.high"', 'clauses = "ladder.low"', "line 22: there is no clause “ladder.low”"),
        (
            'hands = ["KS", "?"]\nquestion',
            'handz = ["KS", "?"]\nquestion',
            "line 12: “handz” isn’t a key of a step or a position",
        ),
        ('solution = "high king"\n', "", "line 18: a step of the kind “do” needs “solution”"),
        ('right = ["Two", 2, "One each."]', 'right = ["Two", 2]', "line 15: an answer has to be a list"),
        ('id = "say"', 'id = "Say it"', "line 19: an id can have only"),
        ('id = "say"', 'id = "look"', "the id “look” is already used by another step"),
        (
            'id = "say"',
            'id = "say"\nneeds = { jokers = 99 }',
            "line 20: “99” isn’t a valid value for the option “jokers”",
        ),
        ('id = "say"', 'id = "say"\noptions = { joker = 1 }', "line 20: there is no option “joker”"),
        ('idea = "', 'ide = "', "a lesson needs “idea”"),
        ('kind = "do"', "kind = do", "pool.toml: "),
    ],
)
def test_a_mistake_is_reported_with_its_place(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in LESSON
    with pytest.raises(BadCourse) as told:
        read(tmp_path, LESSON.replace(before, after))
    assert "pool.toml" in str(told.value)
    assert said in str(told.value)


JUNK = [0, -1, 1.5, True, "", "x", "nobody", "7H", [], [0], ["x"], [[]], [["x", 1, "y"]], {}, {"x": 1}, {"hands": 1}]


@pytest.mark.slow
@settings(max_examples=300)
@given(luck=st.randoms(use_true_random=False), junk=st.sampled_from(JUNK))
def test_whatever_stands_in_a_file_is_answered(luck: Random, junk: object) -> None:
    """A key of some step of some course has another value: it is read or refused, and then judged."""
    game = luck.choice([game for game in games.all_games().values() if game.lessons])
    folder = Path(games.__file__).parent / game.slug.replace("-", "_") / "lessons"
    path = luck.choice([path for path in sorted(folder.glob("*.toml")) if path.stem != "course"])
    written = tomllib.loads(path.read_text())
    step = luck.choice(written["step"])
    step[luck.choice([*step, *sorted(OWN), "hand", "hands", "match", "turn"])] = junk
    with suppress(BadCourse):
        lesson = LessonSource(game, "some", {**written, "step": [step]}).build_lesson()
        assert all(fault.key for one in lesson.steps for fault in one.list_step_faults(game, game.options()))


def test_the_course_names_every_file_and_no_other(tmp_path: Path) -> None:
    with pytest.raises(BadCourse, match=r"no sea\.toml"):
        read(tmp_path, LESSON, 'lessons = ["pool", "sea"]')
    (tmp_path / "left.toml").write_text(LESSON)
    with pytest.raises(BadCourse, match=r"left\.toml"):
        read(tmp_path, LESSON)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            'right = ["Two", 2',
            'right = ["Two", 3',
            "According to the rules, the answer “Two” is wrong. Two cards are in play.",
        ),
        ('wrong = [["One", 1', 'wrong = [["One", 2', "According to the rules, the answer “One” is right"),
        ('solution = "high king"', 'solution = "high ace"', "doesn’t reach the goal"),
        ('solution = "high king"', 'solution = "pair"', "“pair” isn’t legal"),
        ('goal = "said high king"', 'goal = "said high"', "isn’t a poker hand"),
        ('hands = ["KS", "?"]\ngoal', 'hands = ["KS", "KS"]\ngoal', "This step’s position isn’t valid"),
    ],
)
def test_what_does_not_hold_is_a_fault(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in LESSON
    (lesson,) = read(tmp_path, LESSON.replace(before, after))
    faults = [fault for step in lesson.steps for fault in step.list_step_faults(GAME, GAME.options())]
    assert any(said in fault for fault in faults), faults


def test_twins_are_one_step_told_for_two_values(tmp_path: Path) -> None:
    twins = LESSON + LESSON[LESSON.index('[[step]]\nid = "say"') :]
    twins = twins.replace('kind = "do"', 'kind = "do"\nneeds = { jokers = 0 }', 1)
    with pytest.raises(BadCourse, match="say"):
        read(tmp_path, twins)
    at = twins.rindex('kind = "do"')
    (lesson,) = read(tmp_path, twins[:at] + "needs = { jokers = [1, 2] }\n" + twins[at:])
    assert [step.id for step in lesson.steps] == ["look", "say", "say"]
    assert [len(lesson.list_valid_steps(GAME, GAME.options({"jokers": jokers}))) for jokers in (0, 1)] == [2, 2]


def test_a_step_may_be_like_another_above_it(tmp_path: Path) -> None:
    again = LESSON.replace(
        'clauses = "ladder.high"\nhands = ["KS", "?"]', 'clauses = "ladder.high"\nlike = "look"\nseats = 2'
    )
    (lesson,) = read(tmp_path, again)
    assert lesson.steps[1].position == {"hands": ["KS", "?"], "seats": 2}
    with pytest.raises(BadCourse, match="no step above has the id “nobody”"):
        read(tmp_path, again.replace('like = "look"', 'like = "nobody"'))


def test_what_all_steps_have_is_said_once(tmp_path: Path) -> None:
    each = 'each = { hands = ["KS", "?"], options = {} }\n'
    bare = LESSON.replace('hands = ["KS", "?"]\n', "")
    (lesson,) = read(tmp_path, each + bare)
    assert [step.position for step in lesson.steps] == [{"hands": ["KS", "?"]}] * 2
    assert [step.options for step in lesson.steps] == [{}, {}]
    (lesson,) = read(tmp_path, each + bare.replace('kind = "do"', 'kind = "do"\nhands = ["KS", "QD"]'))
    assert [step.position["hands"] for step in lesson.steps] == [["KS", "?"], ["KS", "QD"]]
    with pytest.raises(BadCourse, match="“each” has to be a table"):
        read(tmp_path, f"each = 3\n{LESSON}")
    with pytest.raises(BadCourse, match="“mood” isn’t a key of a step or a position"):
        read(tmp_path, f"each = {{ mood = 3 }}\n{LESSON}")


def test_a_milestone_ends_with_a_lesson(tmp_path: Path) -> None:
    (lesson,) = read(tmp_path, LESSON, 'lessons = ["pool"]\nmilestones = [["You can play", "pool"]]')
    assert lesson.milestone == "You can play"
    assert lesson.is_needed, "without a mark, all lessons are needed"
    pools = 'lessons = ["pool"]\nmilestones = [["You can play", "pool"]]'
    assert read(tmp_path, LESSON, f'{pools}\nready = "pool"')[0].is_needed
    with pytest.raises(BadCourse, match="no milestone ends with “sea”"):
        read(tmp_path, LESSON, f'{pools}\nready = "sea"')
    with pytest.raises(BadCourse, match="no such lesson"):
        read(tmp_path, LESSON, 'lessons = ["pool"]\nmilestones = [["You can play", "sea"]]')

"""Drafts of lessons: the site's own are read in and written out without loss, and every mistake is found and named."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from core.authoring.lessons.drafts import (
    CHANGES,
    MOST_STEPS,
    LessonDraft,
    build_blank_content,
    build_draft_from_course_lesson,
    parse_lesson_file,
)
from core.authoring.lessons.toml_files import dump_lesson
from core.authoring.puzzles.errors import BadChange
from games.engine.course import LessonSource
from games.errors import RulesError

GAME = games.get("court-piece")
EVERY = pytest.mark.parametrize("slug", [game.slug for game in games.all_games().values() if game.lessons])


@pytest.mark.repeated
@EVERY
def test_every_lesson_of_the_site_can_be_copied_and_holds(slug: str) -> None:
    game = games.get(slug)
    for lesson in game.lessons:
        draft = build_draft_from_course_lesson(game, lesson.slug, game.options())
        assert draft.mistakes == [], lesson.slug
        ids = [step.id for step in lesson.list_valid_steps(game, game.options())]
        assert [step["id"] for step in draft.steps] == ids


@pytest.mark.repeated
@EVERY
def test_what_is_written_out_is_read_again_as_it_was(slug: str) -> None:
    game = games.get(slug)
    for lesson in game.lessons:
        text = dump_lesson(build_draft_from_course_lesson(game, lesson.slug, game.options()))
        read = LessonSource.from_text(game, lesson.slug, text).build_lesson()
        assert (read.title, read.idea, read.zones, read.can) == (lesson.title, lesson.idea, lesson.zones, lesson.can)
        held = lesson.list_valid_steps(game, game.options())
        assert [without_needs(one) for one in read.steps] == [without_needs(one) for one in held]
        assert dump_lesson(parse_lesson_file(game, text, game.options())) == text


def without_needs(step: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(step).items() if name != "needs"}


@pytest.mark.repeated
@EVERY
def test_a_copy_by_other_rules_is_about_those(slug: str) -> None:
    game = games.get(slug)
    options = game.options.load_preset(game.options.presets[-1].name)
    for lesson in game.lessons:
        if not lesson.list_valid_steps(game, options):
            continue
        draft = build_draft_from_course_lesson(game, lesson.slug, options)
        steps = draft.build_lesson("own-1").steps
        assert [step.list_step_faults(game, game.options()) for step in steps] == [[]] * len(steps), lesson.slug
        assert [step["id"] for step in draft.steps] == [step.id for step in lesson.list_valid_steps(game, options)]


@pytest.mark.repeated
@EVERY
def test_a_table_that_is_changed_keeps_what_else_lay_there(slug: str) -> None:
    """Filling another place changes nothing, however the file had said it."""
    game = games.get(slug)
    for lesson in game.lessons[:3]:
        draft = build_draft_from_course_lesson(game, lesson.slug, game.options())
        for at, _ in enumerate(draft.steps):
            before = draft.build_lesson("x").steps[at]
            changed = draft.apply_change({"do": "next", "at": str(at)})
            after = changed.build_lesson("x").steps[at]
            assert game.build_position(after.load_state(game, game.options())) == game.build_position(
                before.load_state(game, game.options())
            )
            assert changed.mistakes == []


# -- written from nothing --------------------------------------------------------------------------


def made(*changes: dict[str, str], title: str = "Follow suit") -> LessonDraft:
    draft = LessonDraft(build_blank_content(GAME, GAME.options()), title)
    for sent in changes:
        draft = draft.apply_change({"at": "0", **sent})
    return draft


FOLLOW = (
    {"do": "lesson", "idea": "Who can follow must.", "can": "Follow suit"},
    {"do": "put", "card": "7h kd"},
    {"do": "fill", "place": "trick"},
    {"do": "put", "card": "ah"},
    {"do": "say", "key": "leader", "value": "3"},
    {"do": "teach", "clause": "trick.follow-suit"},
)
DO = {"do": "step", "text": "Follow.", "goal": "played 7H", "done": "So it is.", "hints": "Look.\nFollow.\n7H."}


def test_a_lesson_is_written_from_nothing() -> None:
    draft = made(*FOLLOW, DO, {"do": "solve", "move": "play 7H"})
    assert [one.sentence for one in draft.mistakes] == []
    [step] = draft.build_lesson("own-1").steps
    assert (step.id, step.solution) == ("own-1-first", ("play 7H",))


@pytest.mark.parametrize(
    ("sent", "key", "said"),
    [
        ({"do": "solve", "move": "play KD"}, "solution", "“play KD” isn’t legal"),
        ({"do": "solve", "move": "dance"}, "solution", "dance"),
        ({**DO, "goal": "plaid 7H"}, "goal", "isn’t a goal"),
        ({**DO, "goal": ""}, "goal", "still empty"),
        ({**DO, "text": ""}, "text", "still empty"),
        ({"do": "teach", "clause": "trick.follow-suit"}, "clauses", "still empty"),
        ({"do": "kind", "kind": "choose"}, "question", "still empty"),
        ({"do": "kind", "kind": "try-illegal"}, "tempting", "still empty"),
        ({"do": "say", "key": "phase", "value": "deal"}, "position", ""),
    ],
)
def test_every_mistake_is_told_with_its_place(sent: dict[str, str], key: str, said: str) -> None:
    draft = made(*FOLLOW, DO, {"do": "step", "solution": "play 7H"}, sent)
    found = [(one.step, one.key) for one in draft.mistakes]
    assert (0, key) in found
    assert any(said in one.sentence for one in draft.mistakes if one.key == key)


def test_the_same_id_twice_is_a_mistake_with_a_cure() -> None:
    draft = made(*FOLLOW, DO, {"do": "solve", "move": "play 7H"}, {"do": "double"}, {"do": "step", "id": "second"})
    draft = draft.apply_change({"do": "step", "at": "1", "id": "second"})
    [mistake] = draft.mistakes
    assert (mistake.step, mistake.key) == (1, "id")
    mended = draft.apply_change(dict(mistake.fixes[0].sent))
    assert mended.mistakes == []
    assert [step["id"] for step in mended.steps] == ["second", "second-2"]


def test_a_wrong_answer_that_is_right_is_a_mistake() -> None:
    question = {
        "do": "step",
        "text": "Look.",
        "question": "Who has the highest card?",
        "fact": "holds-best",
        "right.text": "You",
        "right.value": "You",
        "right.why": "So.",
        "wrong.0.text": "Thirteen",
        "wrong.0.value": "13",
        "wrong.0.why": "No.",
    }
    draft = made(*FOLLOW, {"do": "kind", "kind": "choose"}, question)
    assert any(one.key == "fact" for one in draft.mistakes)
    draft = draft.apply_change({**question, "at": "0", "fact": "held 0", "right.value": "3"})
    assert draft.compute_answer(0) == "13"
    assert {one.key for one in draft.mistakes} == {"right", "wrong"}


def test_what_is_refused_here_is_offered_to_be_tried() -> None:
    draft = made(*FOLLOW, {"do": "kind", "kind": "try-illegal"}, {"do": "step", "text": "Try.", "done": "See."})
    [move] = [one for one in draft.list_move_choices(0) if one.text == "play KD"]
    draft = draft.apply_change({"do": "tempt", "at": "0", "move": move.text})
    assert draft.mistakes == []
    assert draft.apply_change({"do": "tempt", "at": "0", "move": move.text}).steps[0]["tempting"] == []


def test_a_step_is_done_by_what_its_solution_reaches() -> None:
    draft = made(*FOLLOW, {**DO, "goal": ""}, {"do": "solve", "move": "play 7H"})
    assert ("played 7H", "You have played one of `7H`.") in draft.list_reached_goals(0)
    draft = draft.apply_change({"do": "aim", "at": "0", "goal": "played 7H"})
    assert draft.mistakes == []
    assert draft.apply_change({"do": "aim", "at": "0", "goal": "played 7H"}).steps[0]["goal"] == []


def test_hints_come_from_the_rule() -> None:
    draft = made(*FOLLOW, DO, {"do": "solve", "move": "play 7H"}, {"do": "hint"})
    hints = draft.steps[0]["hints"]
    assert GAME.rulebook.get_clause_title("trick.follow-suit") in hints[0]
    assert GAME.rulebook.get_clause_text("trick.follow-suit", draft.house_rules).split(".")[0] in " ".join(
        hints[0].split()
    )
    assert hints[1:] == ["Play 7H."]
    assert draft.mistakes == []


# -- files -----------------------------------------------------------------------------------------

FILE = dump_lesson(made(*FOLLOW, DO, {"do": "solve", "move": "play 7H"}))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('kind = "do"', 'kind = "dance"', "Line 9: there is no kind “dance”"),
        ('kind = "do"', "kind = do", "Invalid value"),
        ('goal = [\n    "played 7H"', 'goal = [\n    "plaid 7H"', "isn’t a goal"),
        ("[[step]]", "[[stop]]", "at least one [[step]]"),
        ('idea = "', 'idee = "', "lesson needs “idea”"),
        ('clauses = "trick.follow-suit"', 'clauses = "trick.swallow-suit"', "there is no clause"),
        ('text = "Follow."', "text = 1979-05-27", "“text” has to be a string"),
        ('text = "Follow."', "text = 7", "“text” has to be a string"),
        ('text = "Follow."', "text = " + "9" * 5000, "this word or number has more than 200 characters"),
        ('text = "Follow."', "text = 0x" + "f" * 5000, "this word or number has more than 200 characters"),
        ('id = "first"', 'id = "First!"', "an id can have only"),
        ('id = "first"', 'id = "first"\nhandz = 1', "“handz” isn’t a key of a step or a position"),
    ],
)
def test_a_file_with_a_mistake_says_which_and_where(before: str, after: str, said: str) -> None:
    assert before in FILE
    with pytest.raises(BadChange) as told:
        parse_lesson_file(GAME, FILE.replace(before, after), GAME.options())
    assert said in str(told.value)


@pytest.mark.parametrize("said", ["seats = 99", 'seats = "x"', 'phase = "dance"'])
def test_a_table_that_cannot_be_is_a_mistake_and_can_be_looked_at(said: str) -> None:
    step = f'[[step]]\nid = "any"\nkind = "show"\ntext = "Look."\nclauses = "trick.follow-suit"\n{said}\n'
    draft = parse_lesson_file(GAME, FILE[: FILE.index("[[step]]")] + step, GAME.options())
    assert draft.mistakes
    assert draft.get_position_draft(0).position_builder.list_card_places()


@pytest.mark.parametrize("key", ["tempting", "solution", "hints"])
def test_no_list_of_a_file_is_without_end(key: str) -> None:
    lines = ", ".join(['"play 7H"'] * 21)
    step = f'[[step]]\nid = "any"\nkind = "show"\ntext = "Look."\nclauses = "trick.follow-suit"\n{key} = [{lines}]\n'
    with pytest.raises(BadChange, match=r"Step 1, .*: This can have at most 20 lines"):
        parse_lesson_file(GAME, FILE[: FILE.index("[[step]]")] + step, GAME.options())


def test_all_steps_that_cannot_be_read_are_told_at_once() -> None:
    two = FILE + FILE[FILE.index("[[step]]") :].replace('id = "first"', 'id = "second"')
    with pytest.raises(BadChange) as told:
        parse_lesson_file(GAME, two.replace('kind = "do"', 'kind = "dance"'), GAME.options())
    assert str(told.value).count("there is no kind “dance”") == 2


@pytest.mark.parametrize("text", ["", "x" * 1_000_000, "[" * 5000, "\0", "title = 1", "<script>alert(1)</script>"])
def test_what_is_no_file_is_refused(text: str) -> None:
    with pytest.raises(BadChange):
        parse_lesson_file(GAME, text, GAME.options())


# -- whatever is sent ------------------------------------------------------------------------------

WORDS = st.sampled_from(["", "0", "1", "do", "choose", "predict", "play 7H", "7H", "trick", "hands.0", "[]", "{}", "é"])
NAMES = ("kind", "text", "goal", "solution", "fact", "right.text", "right.value", "wrong.0.text", "hints", "turns")
MORE = (
    "clause",
    "move",
    "card",
    "place",
    "key",
    "value",
    "options",
    "theme",
    "file",
    "id",
    "missed.goal.0",
    "tempting",
)


@pytest.mark.slow
@settings(max_examples=150)
@given(
    changes=st.lists(
        st.tuples(
            st.sampled_from(sorted({*CHANGES, "put", "say", "seats", "start", "clear", "meld"} - {"another"})),
            st.dictionaries(st.sampled_from([*NAMES, *MORE]), WORDS, max_size=5),
        ),
        max_size=8,
    )
)
def test_whatever_is_sent_leaves_a_draft_that_can_be_looked_at(changes: list[tuple[str, dict[str, str]]]) -> None:
    draft = made(*FOLLOW, DO)
    for do, sent in changes:
        try:
            draft = draft.apply_change({**sent, "do": do, "at": "0"})
        except RulesError:
            continue
        assert all(one.sentence for one in draft.mistakes)
        assert draft.list_move_choices(0) is not None
        assert tomllib.loads(dump_lesson(draft))
        assert json.loads(json.dumps(draft.content)) == draft.content


def test_a_lesson_has_so_many_steps_and_no_more() -> None:
    draft = made(*FOLLOW, DO)
    for _ in range(MOST_STEPS - 1):
        draft = draft.apply_change({"do": "double", "at": "0"})
    for do in ("double", "add"):
        with pytest.raises(BadChange, match=f"at most {MOST_STEPS} steps"):
            draft.apply_change({"do": do, "at": "0", "kind": "do"})

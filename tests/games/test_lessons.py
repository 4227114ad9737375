"""What every course must keep: each step says what holds, asks what has one answer, and can be played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, wraps
from itertools import chain
from random import Random
from typing import Any

import pytest

import games
from games.cards import parse_cards
from games.engine.facts_and_goals import play_move_lines
from games.engine.game import Game
from games.engine.lesson import COMPANY, KINDS, Lesson, Step, estimate_minutes
from games.engine.mistakes import list_possible_mistakes
from games.engine.state import DEALER
from games.engine.table import Table
from games.words import spell_number
from tests.games.courses import fitting, rule_sets, said
from tests.games.wandering import some_rules

GAMES = list(games.all_games().values())
CODE = re.compile(r"`([^`]*)`")
BARE = re.compile(r"(?<![\w=*])(?:\*=)?[A2-9TJQK][CDHS](?![\w=*])")

LESSONS = [(game, lesson) for game in GAMES for lesson in game.lessons]


def each_step(test: Callable[[Game[Any], Step], None]) -> Callable[[Game[Any], Lesson], None]:
    """A test for each lesson that asks of each of its steps: by itself a step takes less time than being counted."""

    @pytest.mark.parametrize(
        ("game", "lesson"), LESSONS, ids=[f"{game.slug}-{lesson.slug}" for game, lesson in LESSONS]
    )
    @wraps(test, assigned=("__module__", "__name__", "__qualname__", "__doc__"), updated=())
    def of_lesson(game: Game[Any], lesson: Lesson) -> None:
        for step in lesson.steps:
            try:
                test(game, step)
            except BaseException as failure:
                failure.add_note(f"at the step {step.id}")
                raise

    del of_lesson.__wrapped__  # pytest would ask for the parameters of what is wrapped
    return of_lesson


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
each_rule_set = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in GAMES for name in rule_sets(game.slug)],
    ids=[f"{game.slug}-{name}" for game in GAMES for name in rule_sets(game.slug)],
)


# -- the course as a whole -----------------------------------------------------------------------------------


@each_game
def test_the_course_begins_with_something_to_do(game: Game[Any]) -> None:
    assert game.lessons[0].steps[0].kind == "do"


@each_game
def test_every_kind_of_step_occurs(game: Game[Any]) -> None:
    assert {step.kind for lesson in game.lessons for step in lesson.steps} <= set(KINDS)
    assert {"do", "choose", "try-illegal"} <= {step.kind for lesson in game.lessons for step in lesson.steps}


@each_game
def test_at_most_35_percent_of_the_steps_are_questions(game: Game[Any]) -> None:
    kinds = [step.kind for lesson in game.lessons for step in lesson.steps]
    questions = kinds.count("choose") + kinds.count("predict")
    assert questions <= max(2, 0.35 * len(kinds)), f"{questions} of {len(kinds)}"


def count_words(text: str) -> int:
    """Cards that a text names together count as one word."""
    return len(CODE.sub("cards", text).split())


@each_step
def test_a_task_stands_out_in_ten_words_and_the_situation_takes_thirty(game: Game[Any], step: Step) -> None:
    task = step.question if step.answers else step.task
    assert task or step.kind == "show"
    assert count_words(task) <= (14 if step.answers else 10), task
    assert "**" not in step.task, "all of a task is bold"
    assert count_words(step.text) <= (45 if step.kind == "show" else 30), step.text


@each_game
def test_every_clause_is_taught_by_the_book_or_on_the_tour(game: Game[Any]) -> None:
    shown = [step for lesson in game.lessons for step in lesson.list_valid_steps(game, game.options())]
    assert {clause for step in shown for clause in step.clauses} == set(game.clauses)


@each_step
def test_a_step_teaches_a_few_clauses(game: Game[Any], step: Step) -> None:
    assert 1 <= len(step.clauses) <= 6
    assert len(set(step.clauses)) == len(step.clauses)


# -- each step by itself -------------------------------------------------------------------------------------


@each_step
def test_a_step_holds_by_the_book_or_needs_a_house_rule(game: Game[Any], step: Step) -> None:
    if step.is_true_under_options(game.options()):
        assert step.list_step_faults(game, game.options()) == []
    else:
        assert step.needs
        fitting(game, step)


@each_step
def test_a_step_is_short_enough(game: Game[Any], step: Step) -> None:
    assert step.task or step.text
    assert len(step.text) <= 420
    assert len(step.task) <= 80
    assert len(step.done) <= 200
    assert len(step.question) <= 120
    assert all(len(hint) <= 160 for hint in step.hints)
    for answer in step.answers:
        assert 0 < len(answer.text) <= 140
        assert 0 < len(answer.why) <= 140


@each_step
def test_cards_in_texts_are_codes_between_backticks(game: Game[Any], step: Step) -> None:
    for text in said(step):
        for code in CODE.findall(text):
            assert parse_cards(code)
        assert not BARE.search(CODE.sub("", text)), text
    assert "`" not in step.question
    assert not BARE.search(step.question)


@each_step
def test_only_those_at_the_table_are_spoken_of(game: Game[Any], step: Step) -> None:
    for text in (*said(step), step.question):
        for name in COMPANY[step.count_seats(game) :]:
            assert name not in text


@each_step
def test_what_is_done_is_praised_and_what_is_asked_has_hints(game: Game[Any], step: Step) -> None:
    if step.kind == "do":
        assert len(step.hints) == 4
    if step.kind in ("do", "try-illegal", "play-on"):
        assert step.done
    assert len(step.hints) in (0, 4)
    assert (step.kind == "play-on") == (step.turns > 0)
    assert (step.kind in ("choose", "predict")) == bool(step.answers)


@each_step
def test_a_question_has_one_right_answer(game: Game[Any], step: Step) -> None:
    if step.answers:
        assert sum(answer.right for answer in step.answers) == 1
        assert len({str(answer.value) for answer in step.answers}) == len(step.answers) >= 2


@each_step
def test_an_answer_says_the_value_that_it_means(game: Game[Any], step: Step) -> None:
    """Where the answers begin with numbers or names, and these are the values: not “Three” for two, and the other way
    round.
    """
    said = [_said_first(answer.text) for answer in step.answers]
    meant = [answer.value for answer in step.answers]
    if all(type(value) is int for value in (*said, *meant)) and {*said} == {*meant}:
        assert said == meant


def _said_first(text: str) -> int | None:
    """The number or the seat that is the first word of an answer."""
    first = re.split(r"[^\w-]", text)[0]
    names = {name: seat for seat, name in enumerate(COMPANY)} | {spell_number(n).capitalize(): n for n in range(1, 21)}
    return int(first) if first.isdecimal() else names.get(first)


@each_step
def test_the_last_hint_names_the_buttons(game: Game[Any], step: Step) -> None:
    if step.kind != "do":
        return
    now = step.load_state(game, fitting(game, step))
    for text in step.solution:
        move = game.parse_move(text)
        labels = {action.verb: action.label for action in game.build_screen(game.build_view(now, 0)).actions}
        assert labels[move.verb].lower() in step.hints[-1].lower()
        game.apply_move(now, 0, move)


@each_step
def test_tempting_moves_are_refused_by_what_the_step_teaches(game: Game[Any], step: Step) -> None:
    state = step.load_state(game, fitting(game, step))
    for text in step.tempting:
        refused = game.find_violation(state, 0, game.parse_move(text))
        assert refused is not None
        assert refused.sentence
        if step.kind == "try-illegal":
            assert refused.clause.id in step.clauses
    assert step.tempting or step.kind != "try-illegal"


@each_step
def test_a_step_can_be_played_with_all_cards_dealt(game: Game[Any], step: Step) -> None:
    options = fitting(game, step)
    start = step.load_dealt_state(game, options, Random(step.id))
    if DEALER in start.waiting:
        return
    assert "?" not in json.dumps([game.build_position(start).get(key) for key in ("hands", "stock")])
    assert game.build_screen(game.build_view(start, 0)).zones
    now = start.copy()
    moves = []
    for text in step.solution:
        moves.append(game.parse_move(text))
        game.play_move(now, 0, moves[-1])
    if step.goals:
        assert step.has_reached_goals(game, start, moves, now)
        assert not step.has_reached_goals(game, start, [], start)


@each_step
def test_something_is_said_to_every_mistake(game: Game[Any], step: Step) -> None:
    """To a wrong answer, a move that is refused, and one that is allowed and misses the goal."""
    for mistake in list_possible_mistakes(game, fitting(game, step), step):
        assert mistake.said, mistake.done
        assert "This step asks for" not in mistake.said, f"say what was missed: {mistake.done}"


@each_step
def test_what_a_step_says_to_a_mistake_can_come_up(game: Game[Any], step: Step) -> None:
    """Of the moves on the way to the solution, some reach what each sentence is for, and miss the step's goal."""
    if not step.missed:
        return
    start = now = step.load_dealt_state(game, fitting(game, step), Random(step.id))
    made: list[Any] = []
    said = set()
    for text in step.solution:
        for move in game.list_moves(now, 0):
            after = now.copy()
            game.apply_move(after, 0, move)
            said.add(step.explain_lost_goal(game, start, [*made, move], after))
        made.append(game.parse_move(text))
        now = play_move_lines(game, now, [text])
    assert {why for _, why in step.missed} <= said


@each_game
def test_each_lesson_says_three_things_that_its_reader_can_do_and_where_it_leads(game: Game[Any]) -> None:
    for lesson in game.lessons:
        assert len(lesson.can) == 3, lesson.slug
        assert all(len(one) <= 60 for one in lesson.can)
        assert lesson.milestone
        assert estimate_minutes(lesson.steps) >= 1


@each_game
def test_after_the_lessons_that_are_needed_one_can_play(game: Game[Any]) -> None:
    """They end with the milestone that promises it, and no milestone before does."""
    last = [lesson for lesson in game.lessons if lesson.is_needed][-1]
    assert last.milestone == "You can play"
    following = game.lessons[game.lessons.index(last) + 1 :]
    assert not following or following[0].milestone != last.milestone
    assert [lesson.milestone for lesson in game.lessons if lesson.milestone.startswith("You can play")] == [
        lesson.milestone for lesson in game.lessons if lesson.milestone == last.milestone
    ]


@pytest.mark.slow
@each_game
def test_the_lessons_that_are_needed_show_something_to_do_at_each_decision(game: Game[Any]) -> None:
    """In whole hands as beginners play them, by the book: one of the verbs that are legal was used in a solution."""
    needed = [step for lesson in game.lessons if lesson.is_needed for step in lesson.steps]
    verbs = {game.parse_move(text).verb for step in needed for text in step.solution}
    bot = game.bots.get("learner")
    for seed in range(8):
        rng, table = Random(seed), Table(game, game.options(), game.usual_seats or game.seats[0])
        table.play_dealer_moves(rng)
        for _ in range(400):
            if table.is_over:
                break
            seat = table.state.waiting[0]
            moves = table.list_moves(seat)
            assert verbs & {move.verb for move in moves}, f"{game.build_prompt(table.state, seat)} {moves[:4]}"
            table.play_move(seat, bot.choose_move(table.build_view(seat), rng).move if bot else rng.choice(moves))
            table.play_dealer_moves(rng)


# -- under house rules ---------------------------------------------------------------------------------------


@pytest.mark.repeated
@each_rule_set
def test_a_course_stands_under_other_house_rules(game: Game[Any], name: str) -> None:
    """A lesson may go with the rule that it is about; the first one and most of the others stay. What stays holds."""
    options = rule_sets(game.slug)[name]
    left = [lesson.list_valid_steps(game, options) for lesson in game.lessons]
    steps = list(map(len, left))
    assert steps[0], steps
    assert 4 * steps.count(0) <= len(steps), steps
    assert 2 * sum(steps) >= steps_by_the_book(game), steps
    for step in chain(*left):
        for clause in step.clauses:
            entry = game.rulebook.find_clause_entry(clause, step.get_step_options(options))
            assert entry is not None
            assert entry.is_in_force


@pytest.mark.slow
@each_game
def test_a_course_stands_under_any_mixture(game: Game[Any]) -> None:
    rng = Random(game.slug)
    for options, _ in filter(None, (some_rules(game, rng) for _ in range(40))):
        left = [len(lesson.list_valid_steps(game, options)) for lesson in game.lessons]
        assert left[0], left
        assert 3 * sum(left) >= steps_by_the_book(game), left


@cache
def steps_by_the_book(game: Game[Any]) -> int:
    return sum(len(lesson.list_valid_steps(game, game.options())) for lesson in game.lessons)


# -- playing on ----------------------------------------------------------------------------------------------


@each_step
def test_bots_can_play_a_step_to_its_end(game: Game[Any], step: Step) -> None:
    if step.kind != "play-on":
        return
    rng = Random(step.id)
    state = step.load_dealt_state(game, fitting(game, step), rng)
    bot = game.bots["steady"] if game.decides else None
    begun, turns = False, 0
    while state.waiting and DEALER not in state.waiting and turns < step.turns:
        seat = state.waiting[0]
        move = bot.choose_move(game.build_view(state, seat), rng).move if bot else game.list_moves(state, seat)[0]
        game.play_move(state, seat, move)
        begun = begun or seat == 0
        turns += seat == 0 and 0 not in state.waiting
    assert begun


@pytest.mark.parametrize(
    ("slug", "step", "options"),
    [
        ("daifugo", "rounds-end", {"two-clears": True}),
        ("daifugo", "out-order", {"equal-allowed": True}),
        ("daifugo", "out-order", {"two-clears": True}),
        ("daifugo", "out-any", {"forbidden-finish-eight": True}),
        ("daifugo", "exchange-when", {"exchange-top": 0}),
        ("lorum", "domino-never-stuck", {"domino-must-play": False}),
        ("beggar-my-neighbor", "six", {"endless": "most-cards"}),
        ("beggar-my-neighbor", "pattern", {"endless": "most-cards"}),
    ],
)
def test_a_step_whose_words_would_be_untrue_is_left_out(slug: str, step: str, options: dict[str, Any]) -> None:
    """No proof of its answer finds that out."""
    game = games.get(slug)
    lesson = next(lesson for lesson in game.lessons if any(one.id == step for one in lesson.steps))
    assert step in {one.id for one in lesson.list_valid_steps(game, game.options())}
    assert step not in {one.id for one in lesson.list_valid_steps(game, game.options(options))}

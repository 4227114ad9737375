"""The course of Vazhushal: what its steps say holds under every rule set under which they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import games
from games.cards import UNKNOWN, parse_cards
from games.engine.lesson import COMPANY, KINDS, Lesson, Step
from games.engine.options import Choice, Flag, Number, Options
from games.engine.state import DEALER

GAME = games.get("vazhushal")
BOOK = GAME.options()
COURSE = tuple(GAME.lessons())
STEPS = [(lesson, number, step) for lesson in COURSE for number, step in enumerate(lesson.steps)]
NAMES = [f"{lesson.slug}-{number}" for lesson, number, _ in STEPS]
CODE = re.compile(r"`([^`]*)`")
BARE = re.compile(r"(?<![\w=*])(?:\*=)?[A2-9TJQK][CDHS](?![\w=*])")

each_step = pytest.mark.parametrize(("lesson", "number", "step"), STEPS, ids=NAMES)
each_lesson = pytest.mark.parametrize("lesson", COURSE, ids=[lesson.slug for lesson in COURSE])


def some_values(option: object) -> list[object]:
    """The values of an option that are tried: all of a choice, the ends and neighbours of a number."""
    if isinstance(option, Flag | Choice):
        return list(option.values())
    assert isinstance(option, Number)
    near = {option.low, option.default - option.step, option.default + option.step, 10, option.high}
    return sorted(near & set(option.values()))


def rule_sets() -> Iterator[tuple[str, Options]]:
    """Every preset, and the book with any single option changed."""
    for preset in GAME.options.presets:
        yield preset.name, GAME.options.preset(preset.name)
    for option in GAME.options.all():
        for value in some_values(option):
            if value != option.default:
                yield f"{option.name}={value}", GAME.options({option.name: value})


RULE_SETS = dict(rule_sets())
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)


def fitting(step: Step) -> Options:
    """House rules under which the step holds."""
    for options in (BOOK, *RULE_SETS.values()):
        if not step.faults(GAME, options):
            return options
    pytest.fail(f"{step.faults(GAME, BOOK)} whatever the house rules: {step.text}")


def said(step: Step) -> list[str]:
    """All that a reader sees of a step, except the question."""
    answers = [text for answer in step.answers for text in (answer.text, answer.why)]
    return [step.text, step.done, *step.hints, *answers]


# -- the course as a whole -----------------------------------------------------------------------------------


def test_fourteen_lessons_with_five_to_eight_steps_by_the_book() -> None:
    assert len(COURSE) == 14
    assert len({lesson.slug for lesson in COURSE}) == 14
    lengths = [len(lesson.under(GAME, BOOK)) for lesson in COURSE]
    assert all(5 <= length <= 8 for length in lengths), lengths


def test_the_course_begins_with_cards_in_the_hand() -> None:
    first = COURSE[0].steps[0]
    assert first.kind == "do"
    assert "meld" in first.solution[0]


def test_every_kind_of_step_occurs() -> None:
    assert {step.kind for _, _, step in STEPS} == set(KINDS)


def test_every_clause_is_taught_by_the_book_or_on_the_tour() -> None:
    taught = {clause for lesson in COURSE for _, step in lesson.under(GAME, BOOK) for clause in step.clauses}
    assert taught == set(GAME.clauses)


@each_step
def test_a_step_teaches_a_few_clauses(lesson: Lesson, number: int, step: Step) -> None:
    assert 1 <= len(step.clauses) <= 6
    assert len(set(step.clauses)) == len(step.clauses)


# -- each step by itself -------------------------------------------------------------------------------------


@each_step
def test_a_step_holds_by_the_book_or_needs_a_house_rule(lesson: Lesson, number: int, step: Step) -> None:
    if step.true_under(BOOK):
        assert step.faults(GAME, BOOK) == []
    else:
        assert step.needs
        fitting(step)


@each_step
def test_a_step_is_short_enough(lesson: Lesson, number: int, step: Step) -> None:
    assert 0 < len(step.text) <= 420
    assert len(step.done) <= 200
    assert len(step.question) <= 120
    assert all(len(hint) <= 160 for hint in step.hints)
    for answer in step.answers:
        assert 0 < len(answer.text) <= 140
        assert 0 < len(answer.why) <= 140


@each_step
def test_cards_in_texts_are_codes_between_backticks(lesson: Lesson, number: int, step: Step) -> None:
    for text in said(step):
        for code in CODE.findall(text):
            assert parse_cards(code)
        assert not BARE.search(CODE.sub("", text)), text
    assert "`" not in step.question
    assert not BARE.search(step.question)


@each_step
def test_only_those_at_the_table_are_spoken_of(lesson: Lesson, number: int, step: Step) -> None:
    for text in (*said(step), step.question):
        for name in COMPANY[step.seats(game) :]:
            assert name not in text


@each_step
def test_what_is_done_is_praised_and_what_is_asked_has_hints(lesson: Lesson, number: int, step: Step) -> None:
    if step.kind == "do":
        assert len(step.hints) == 4
    if step.kind in ("do", "try-illegal", "play-on"):
        assert step.done
    assert len(step.hints) in (0, 4)
    assert (step.kind == "play-on") == (step.turns > 0)
    assert (step.kind in ("choose", "predict")) == bool(step.answers)


@each_step
def test_a_question_has_one_right_answer(lesson: Lesson, number: int, step: Step) -> None:
    if step.answers:
        assert sum(answer.right for answer in step.answers) == 1
        assert len({answer.value for answer in step.answers}) == len(step.answers) >= 2


@each_step
def test_the_last_hint_names_the_buttons(lesson: Lesson, number: int, step: Step) -> None:
    if step.kind != "do":
        return
    now = step.load(GAME, fitting(step))
    for text in step.solution:
        move = GAME.parse_move(text)
        labels = {action.verb: action.label for action in GAME.screen(GAME.view(now, 0)).actions}
        assert labels[move.verb].lower() in step.hints[-1].lower()
        GAME.apply(now, 0, move)


@each_step
def test_tempting_moves_are_refused_by_what_the_step_teaches(lesson: Lesson, number: int, step: Step) -> None:
    state = step.load(GAME, fitting(step))
    for text in step.tempting:
        refused = GAME.why_not(state, 0, GAME.parse_move(text))
        assert refused is not None
        assert refused.sentence
        if step.kind == "try-illegal":
            assert refused.clause.id in step.clauses
    assert step.tempting or step.kind != "try-illegal"


@each_step
def test_a_step_can_be_played_with_all_cards_dealt(lesson: Lesson, number: int, step: Step) -> None:
    options = fitting(step)
    start = step.dealt(GAME, options, Random(number))
    if DEALER in start.waiting:
        return
    assert UNKNOWN not in [*start.stock, *(card for hand in start.hands for card in hand)]
    assert GAME.screen(GAME.view(start, 0)).zones
    now = start.copy()
    moves = []
    for text in step.solution:
        moves.append(GAME.parse_move(text))
        GAME.play(now, 0, moves[-1])
    if step.goal is not None:
        assert step.goal(start, moves, now)
        assert not step.goal(start, [], start)


def test_cards_that_a_position_names_stay_when_the_rest_is_dealt() -> None:
    steps = [step for _, _, step in STEPS if step.position.get("known")]
    assert steps
    for step in steps:
        start = step.dealt(GAME, fitting(step), Random(1))
        assert [list(parse_cards(text)) for text in step.position["hands"]] == start.hands


# -- any way to the goal counts ------------------------------------------------------------------------------


def step_of(slug: str, number: int) -> Step:
    return next(lesson for lesson in COURSE if lesson.slug == slug).steps[number]


def reaches(step: Step, *moves: str) -> bool:
    """Whether these moves, all legal, reach the goal of the step."""
    start = step.load(GAME, fitting(step))
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
def test_no_step_teaches_a_rule_that_does_not_hold(name: str) -> None:
    for lesson in COURSE:
        for _, step in lesson.under(GAME, RULE_SETS[name]):
            for clause in step.clauses:
                entry = GAME.rulebook.entry(clause, step.rules(RULE_SETS[name]))
                assert entry is not None
                assert entry.holds


@each_rule_set
def test_the_tour_of_other_tables_holds_whatever_the_reader_plays(name: str) -> None:
    steps = [step for step in COURSE[-1].steps if step.options is not None]
    assert len(steps) >= 6
    for step in steps:
        assert step.faults(GAME, RULE_SETS[name]) == []


def test_a_step_without_a_line_so_long_is_not_shown_where_lines_are_shorter() -> None:
    for _, _, step in STEPS:
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
    """The rules prove answers and moves, not sentences: what stays must have been read with the option in mind."""
    stays = set()
    for value in some_values(option):
        if value == option.default:
            continue
        options = GAME.options({option.name: value})
        for lesson in COURSE:
            for number, step in lesson.under(GAME, options):
                named = step.options is not None or option.name in step.needs
                if not named and set(step.clauses) & set(option.clauses):
                    stays.add(f"{lesson.slug}-{number}")
    assert stays == STAYS.get(option.name, set())


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


# -- playing on ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "number"), [(lesson.slug, number) for lesson, number, step in STEPS if step.kind == "play-on"]
)
def test_bots_can_play_a_step_to_its_end(slug: str, number: int) -> None:
    step = step_of(slug, number)
    rng = Random(number)
    state = step.dealt(GAME, fitting(step), rng)
    bot = GAME.bots()["steady"]
    begun, turns = False, 0
    while state.waiting and DEALER not in state.waiting and turns < step.turns:
        seat = state.waiting[0]
        GAME.play(state, seat, bot.choose(GAME.view(state, seat), rng).move)
        begun = begun or seat == 0
        turns += seat == 0 and 0 not in state.waiting
    assert begun

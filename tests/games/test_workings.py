"""Whoever is told a number is told how it comes about, and the parts come to it."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from games.engine import phrasing
from games.engine.calculations import Calculation, explain_count, explain_subtraction, explain_sum
from games.engine.examples import read_examples
from games.engine.facts_and_goals import NUMBER, Fact, play_move_lines
from games.engine.game import Game
from games.engine.lesson import Answer
from games.engine.puzzle import PuzzleTheme
from games.engine.state import State
from games.errors import RulesError
from tests.games.courses import fitting
from tests.games.english import reads_well
from tests.games.posing import posed
from tests.games.wandering import some_rules, wander
from tests.games.workings import number_of, things_of

GAMES = list(games.all_games().values())
KINDS = [(game, theme) for game in GAMES for theme in game.puzzle_themes]
HANDS = ("pair kings", "high ace", "trips sevens", "flush hearts", "straight nine", "two-pair kings sevens")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


# -- sentences -------------------------------------------------------------------------------------

SENTENCES = [
    (explain_sum(("`KS`", 10), ("joker", 20)), "`KS` 10 + joker 20 = 30."),
    (explain_sum(("`KS`", 10), ("`2C`", 0)), "`KS`: 10."),
    (explain_sum(("the skunk", 0)), "The skunk: 0."),
    (explain_sum(), "Nothing: 0."),
    (explain_subtraction(("melds", 42), ("`AC`", 10), ("`2D`", 0)), "Melds 42 − `AC` 10 − `2D` 0 = 32."),
    (explain_subtraction(("the highest bet", 4), ("yours", 6)), "The highest bet 4 − yours 6 = −2."),
    (explain_sum(("each suit", 13), times=4), "Each suit 13 × 4 = 52."),
    (explain_sum(("the game", 3), ("asterisks", 6), times=3), "(the game 3 + asterisks 6) × 3 = 27."),
    (explain_sum(("the pot", 25), among=2), "The pot 25 ÷ 2 = 12, rounded down."),
    (explain_count(["`2D`", "`KC`"]), "`2D KC`: 2."),
    (explain_count(["twice `2D`", "two jokers"]), "Twice `2D` and two jokers: 2."),
    (explain_count([]), "There are none."),
]


@pytest.mark.parametrize(("working", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_a_working_is_a_sentence_that_comes_to_its_number(working: Calculation, sentence: str) -> None:
    assert str(working) == sentence
    assert number_of(sentence) == working.total


@pytest.mark.parametrize("sentence", ["`KS` 10 + joker 20 = 31.", "(a 3 + b 6) × 3 = 28.", "It is ten."])
def test_parts_that_do_not_come_to_a_number_are_noticed(sentence: str) -> None:
    assert number_of(sentence) is None


# -- facts -----------------------------------------------------------------------------------------


@each_game
def test_every_fact_that_is_a_number_says_how_it_comes_about(game: Game[Any]) -> None:
    assert [fact.name for fact in game.all_facts.values() if (fact.kind == NUMBER) != (fact.working is not None)] == []


@pytest.mark.repeated
@each_game
def test_the_parts_of_every_number_come_to_it(game: Game[Any]) -> None:
    """In random play by any house rules, as all is and as one seat knows it, and in the examples."""
    rng, seen = Random(game.slug), Counter[str]()
    for state in tables(game, rng):
        for fact in game.all_facts.values():
            if fact.kind == NUMBER:
                seen[fact.name] += is_worked_out(game, fact, state, some_words(game, fact, state, rng))
    for example in read_examples(game):
        for text in example.setting.get("then", {}):
            fact_name, *words = text.removeprefix("fact ").split()
            fact = game.all_facts.get(fact_name)
            if fact is not None and fact.kind == NUMBER and "start" not in example.setting:
                seen[fact.name] += is_worked_out(game, fact, example.build_state(game), words)
    assert {fact.name for fact in game.all_facts.values() if fact.kind == NUMBER} == {*+seen}


def tables(game: Game[Any], rng: Random) -> list[State]:
    found = []
    for number in range(6):
        options, seats = (some_rules(game, rng) if number else None) or (game.options(), game.default_seat_count)
        for state, seat in islice(wander(game, options, seats, rng, deals=3), 0, 500, 25):
            found += [state.copy(), game.load_position(game.build_view(state, max(seat, 0)).position)]
    return found


def some_words(game: Game[Any], fact: Fact, state: State, rng: Random) -> list[str]:
    """Words that a fact may be asked with."""
    words = []
    for one in fact.takes:
        if one.annotation == "Seat":
            words.append(str(rng.randrange(state.seats)))
        elif one.annotation == "int":
            words.append(str(rng.randrange(1, 4)))
        elif one.name == "rank":
            words.append(rng.choice("A2K*7"))
        elif one.name == "hand":
            words += rng.choice(HANDS).split()
        else:
            words.append(rng.choice([card.code for card in state.deck]))
    return words


def is_worked_out(game: Game[Any], fact: Fact, state: State, words: list[str]) -> bool:
    """Return whether there is such a number, whose parts then come to it."""
    try:
        value = fact.evaluate(state, 0, words)
    except RulesError:
        return False
    working = fact.explain_calculation(state, 0, words)
    if value is None:
        assert working is None
        return False
    assert working is not None
    said = phrasing.replace_seats_by_words(str(working), state.seats)
    assert working.total == number_of(said) == value, (fact.name, words, value, said)
    assert not working.counted or not value or things_of(said) == value, (fact.name, words, value, said)
    reads_well(said)
    return True


# -- wherever a number is asked for ----------------------------------------------------------------


@pytest.mark.repeated
@pytest.mark.parametrize(("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS])
def test_a_puzzle_whose_answer_is_a_number_says_how_it_comes_about(game: Game[Any], theme: PuzzleTheme) -> None:
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for setup, puzzle in posed(game.slug, theme.slug, preset.name, range(3)):
            assert bool(puzzle.working) == (puzzle.form == "number")
            if puzzle.form == "number":
                assert number_of(puzzle.working) == puzzle.key, (puzzle.key, puzzle.working)
                assert theme.judge_answer(setup, options, puzzle.key + 1, puzzle).sentence.endswith(puzzle.working)


@pytest.mark.slow
@each_game
def test_a_question_of_ones_own_says_how_its_number_comes_about(game: Game[Any]) -> None:
    rng, kind, asked = Random(game.slug), game.question_kinds["own-fact"], 0
    for state in tables(game, rng)[1::8]:
        view = {
            key: value for key, value in game.build_view(state, 0).position.items() if key not in ("game", "options")
        }
        for fact in game.all_facts.values():
            if fact.kind != NUMBER:
                continue
            text = " ".join([fact.name, *some_words(game, fact, state, rng)])
            try:
                puzzle = kind.pose({"position": view, "before": [], "fact": text}, state.options)
            except RulesError:
                continue
            asked += 1
            assert number_of(puzzle.working) == puzzle.key, (text, puzzle.working)
    assert asked > 5


NUMBERS = {
    **{word: number for number, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven"))},
    **{word: number for number, word in enumerate(("eight", "nine", "ten", "eleven", "twelve", "thirteen"), 8)},
    "none": 0,
    "nothing": 0,
    "fifteen": 15,
    "thirty": 30,
    "sixty": 60,
    "last": 4,
}


def says(answer: Answer, number: int) -> bool:
    """Return whether an answer has a number in its words, whatever the sign."""
    words = answer.text.lower().replace("−", "").replace(",", " ").replace(":", " ").replace("minus", "").split()
    return abs(number) in {NUMBERS.get(word, int(word) if word.isdecimal() else -1) for word in words}


@each_game
def test_a_step_that_asks_for_a_number_says_how_it_comes_about(game: Game[Any]) -> None:
    for lesson in game.lessons:
        for step in lesson.steps:
            fact = game.all_facts.get((step.fact.split() or [""])[0])
            state = step.load_dealt_state(game, fitting(game, step), Random(step.id))
            working = step.explain_calculation(game, state)
            if fact is None or fact.kind != NUMBER or not step.answers:
                assert working == ""
                continue
            value = game.evaluate_fact(play_move_lines(game, state, step.after), 0, step.fact)
            assert number_of(working) == value, (step.id, working)
            right = next(answer for answer in step.answers if answer.right)
            assert isinstance(value, int)
            assert says(right, value), f"{step.id} says “{right.text}”, and then “{working}”"

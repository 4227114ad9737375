"""What the tests of courses share: house rules to try them under, and what a step says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.lesson import Step
from games.engine.options import Choice, Flag, Number, Option, Options


def some_values(option: object) -> list[object]:
    """The values of an option that are tried: all of a choice, the ends and neighbours of a number."""
    if isinstance(option, Flag | Choice):
        return list(option.list_values())
    assert isinstance(option, Number)
    near = {option.low, option.default - option.step, option.default + option.step, 10, option.high}
    return sorted(near & set(option.list_values()))


def _rule_sets(game: Game[Any]) -> Iterator[tuple[str, Options]]:
    for preset in game.options.presets:
        yield preset.name, game.options.load_preset(preset.name)
    for option in game.options.list_options():
        for value in some_values(option):
            if value != option.default and not game.options.list_option_problems({option.name: value}):
                yield f"{option.name}={value}", game.options({option.name: value})


@cache
def rule_sets(slug: str) -> dict[str, Options]:
    """Every preset, and the book with any single option changed."""
    return dict(_rule_sets(games.get(slug)))


def fitting(game: Game[Any], step: Step) -> Options:
    """House rules under which the step holds."""
    book = game.options()
    for options in (book, *rule_sets(game.slug).values()):
        if not step.list_step_faults(game, options):
            return options
    pytest.fail(f"{step.list_step_faults(game, book)} whatever the house rules: {step.text}")


def said(step: Step) -> list[str]:
    """Return all that a reader sees of a step, except the question."""
    answers = [text for answer in step.answers for text in (answer.text, answer.why)]
    return [step.task, step.text, step.done, *step.hints, *answers]


def read_again(game: Game[Any], option: Option[Any]) -> set[str]:
    """The steps about a rule that an option changes, shown under another of its values without naming the option.

    The rules prove answers and moves, not sentences: these have to be read with the option in mind.
    """
    stays = set()
    for value in some_values(option):
        if value == option.default:
            continue
        options = game.options({option.name: value})
        for lesson in game.lessons:
            for step in lesson.list_valid_steps(game, options):
                named = step.options is not None or option.name in step.needs
                if not named and set(step.clauses) & set(game.rulebook.list_changed_clauses(option.name)):
                    stays.add(step.id)
    return stays

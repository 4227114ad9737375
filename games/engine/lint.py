"""Checks of a game's written material: rulebook, examples, known answers, course, and record legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.course import BadCourse
from games.engine.examples import BadExample, read_examples
from games.engine.game import Game
from games.engine.known_answers import read_known_answers
from games.engine.lesson import Step
from games.engine.options import BadOption, Options
from games.engine.record_legend import BadRecordLegend, list_legend_gaps
from games.engine.rulebook import BadRulebook


def list_text_faults(game: Game[Any]) -> Iterator[str]:
    """Yield a sentence for each mistake in a game's written material. The sentence says where it is.

    Yields nothing if all written material agrees with the engine.
    """
    try:
        examples, known = read_examples(game), read_known_answers(game)
        lessons, lacking = game.lessons, list(list_legend_gaps(game))
        written = game.written_answers.sources.values()
    except (BadRulebook, BadExample, BadCourse, BadRecordLegend) as unreadable:
        yield str(unreadable)
        return
    yield from lacking
    for source in written:
        yield from (
            f"question {source.id}: there is no clause {id}." for id in source.clauses if id not in game.clauses
        )
    for example in examples:
        for fault in example.list_example_faults(game):
            yield f"example {example.place}: {fault}"
    for one in known:
        yield from (f"puzzle {one.name}: {fault}" for fault in one.list_differences_from_theme(game))
    for lesson in lessons:
        if len(lesson.can) != 3:
            yield f"lesson {lesson.slug}: “can” has to have three entries, not {len(lesson.can)}."
        if not lesson.milestone:
            yield f"lesson {lesson.slug}: no milestone in course.toml comes after it."
        for step in lesson.steps:
            for fault in _list_step_faults(game, step):
                yield f"lesson {lesson.slug}, step {step.id}: {fault}"


def _list_step_faults(game: Game[Any], step: Step) -> Sequence[str]:
    """Return a step's faults, or [] if there are house rules under which it has none.

    Only house rules with the option values that the step needs are tried. If the step has faults under all of them,
    returns those under the first. If there are no such house rules, returns a sentence that says so.
    """
    found: Sequence[str] = []
    for options in list_house_rules_for_step(game, step):
        faults = step.list_step_faults(game, options)
        if not faults:
            return []
        found = found or faults
    return found or ["No house rules of this game have the option values that this step needs."]


def list_house_rules_for_step(game: Game[Any], step: Step) -> Iterator[Options]:
    """Yield house rules with the option values that a step needs, based on the standard rules and on each preset."""
    for base in (game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)):
        needed = {name: wanted[0] for name, wanted in step.needs.items() if base.get_option_value(name) not in wanted}
        try:
            yield game.options({**base.list_nonstandard_values(), **needed})
        except BadOption:
            continue

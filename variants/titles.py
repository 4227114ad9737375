"""House rules in words: a title, and the differences between two rule sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.game import Game
from games.engine.options import BadOption, Option, Options, Value
from games.words import join_words

STANDARD_RULES = "the standard rules"


@dataclass(frozen=True)
class OptionDifference:
    """An option whose values differ between two rule sets, with a sentence for each of the two values."""

    option: Option[Any]
    before: str
    after: str
    by_book: bool
    """Whether `after` is the standard value."""


def list_option_differences(before: Options, after: Options) -> list[OptionDifference]:
    """Return the options whose values differ between two rule sets, in the order of the form for house rules."""
    return [
        OptionDifference(option, option.describe_value(old), option.describe_value(new), new == option.default)
        for option in after.list_options()
        if (old := before.get_option_value(option.name)) != (new := after.get_option_value(option.name))
    ]


def list_changes_from_standard(options: Options) -> list[OptionDifference]:
    """Return the options of these rules that differ from the standard rules."""
    return list_option_differences(type(options)(), options)


def build_title(options: Options) -> str:
    """Build a title for house rules that have no name.

    It's “the standard rules”, the title of a preset, or else the labels of the changed options. If more than three
    options are changed, it's two labels and the number of others.
    """
    changed = options.list_nonstandard_values()
    if not changed:
        return STANDARD_RULES
    for preset in options.presets:
        if options.load_preset(preset.name) == options:
            return preset.title
    labels = [options.get_option(name).label for name in changed]
    if len(labels) > 3:
        labels[2:] = [f"{len(labels) - 2} more"]
    return join_words(labels)


def format_option_value(value: Value) -> str:
    """Format an option's value as forms and the rulebook write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def describe_seat_counts(numbers: list[int]) -> str:
    """Return numbers of players in words: “2”, “2 or 3”, “2 to 6”."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(filter(None, [", ".join(map(str, numbers[:-1])), str(numbers[-1])])) if numbers else "no"


def explain_seat_limits(game: Game[Any], options: Options) -> dict[str, str]:
    """Return the reasons why options can't be used with some numbers of players.

    The keys are the names of these options.
    """
    refused: dict[str, list[tuple[int, BadOption]]] = {}
    for seats in game.seats:
        for problem in options.list_conflicts(seats):
            refused.setdefault(problem.option, []).append((seats, problem))
    return {
        name: f"Not available with {describe_seat_counts([seats for seats, _ in found])} players: {found[0][1]}"
        for name, found in refused.items()
    }

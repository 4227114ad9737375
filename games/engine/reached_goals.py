"""Finds goals that a list of moves has reached, so that a question can ask a reader to find such moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

from games.cards import format_cards
from games.engine import phrasing
from games.engine.facts_and_goals import ANSWERED, PLAYER, Fact, Goal, Value, parse_moves, play_move_lines
from games.errors import RulesError

if TYPE_CHECKING:
    from games.engine.game import Game
    from games.engine.move import Move
    from games.engine.state import State

HIGHEST = 40
"""The highest number to try as the argument of a goal."""


def list_reached_goals(game: Game[Any], start: State, lines: Sequence[str]) -> list[str]:
    """Return the goals that these moves by seat 0 reach and that weren't reached before.

    Each goal is a string of its name and arguments. The game's own goals come first, then facts with a new value, then
    the last move. Raises RulesError if a move is illegal.
    """
    moves, now = parse_moves(game, lines), play_move_lines(game, start, lines)
    if not moves:
        return []
    found = list(dict.fromkeys(_list_reached_game_goals(game, start, moves, now)))
    return [
        *found,
        *_list_changed_facts(game, start, now),
        *dict.fromkeys((f"made {moves[-1]}", f"made {moves[-1].verb}")),
    ]


def _list_reached_game_goals(game: Game[Any], start: State, moves: Sequence[Move], now: State) -> Iterator[str]:
    for goal in game.goals.values():
        numbered = any(one.annotation == "int" for one in goal.takes)
        for words in _list_goal_arguments_to_try(game, goal, moves, now.seats):
            text = " ".join((goal.name, *words))
            with suppress(RulesError):
                if game.is_goal_reached(text, start, moves, now) and not game.is_goal_reached(text, start, [], start):
                    yield text
                    if numbered:  # only the highest number: lower ones follow from it
                        break


def _list_goal_arguments_to_try(
    game: Game[Any], goal: Goal, moves: Sequence[Move], seats: int
) -> Iterator[Sequence[str]]:
    """Yield lists of arguments with which a goal might have been reached.

    A seat can be any seat, and a number any low number. Cards are those of the moves. Any other argument is one that
    the game's lessons use with this goal.
    """
    said = [text.split()[1:] for text in _list_goals_of_lessons(game) if text.split()[0] == goal.name]
    choices: list[list[str]] = []
    for place, one in enumerate(goal.takes):
        if one.annotation == "Seat":
            choices.append([str(seat) for seat in range(seats)])
        elif one.annotation == "int":
            choices.append([str(number) for number in range(HIGHEST, 0, -1)])
        elif one.name == "cards":
            without = [""] if phrasing.can_omit_goal_argument(goal, one.name) else []
            choices.append([*without, *(format_cards(move.cards) for move in moves if move.cards)])
        elif one.name == "card":
            choices.append([card.code for move in moves for card in move.cards])
        elif one.kind is one.VAR_POSITIONAL:
            choices.append([" ".join(words[place:]) for words in said])
        else:
            choices.append([words[place] for words in said if len(words) > place])
    for words in product(*map(dict.fromkeys, choices)):
        yield " ".join(words).split()


def _list_goals_of_lessons(game: Game[Any]) -> Iterator[str]:
    """Yield the goals in the game's own lessons."""
    for lesson in game.lessons:
        for step in lesson.steps:
            yield from step.goals


def _list_changed_facts(game: Game[Any], start: State, now: State) -> Iterator[str]:
    """Yield a goal, as text, for each fact of the game whose value has changed: “so held 2 = 3”.

    Only facts without arguments, or with just seats as arguments, are compared.
    """
    for fact in game.facts.values():
        if fact.kind in ANSWERED and all(one.annotation == "Seat" for one in fact.takes):
            for words in product(map(str, range(now.seats)), repeat=len(fact.takes)):
                with suppress(RulesError):
                    before, after = fact.evaluate(start, 0, words), fact.evaluate(now, 0, words)
                    if after is not None and after != before:
                        yield " ".join(("so", fact.name, *words, "=", _format_fact_value(fact, after)))


def _format_fact_value(fact: Fact, value: Value) -> str:
    """Format a value as text that `Fact.parse_fact_value` can parse."""
    if fact.kind == PLAYER or not isinstance(value, bool):
        return str(value)
    return "yes" if value else "no"

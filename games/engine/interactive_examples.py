"""Interactive examples: tables where a reader tries moves that a rule allows or forbids.

An example is shown if everything that it says about its moves is also true under the reader's house rules. If a clause
has no such example, the page shows examples for other house rules under which the clause has the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any

from games.engine import phrasing
from games.engine.clause import Violation
from games.engine.examples import OWN, BadExample, Example, expand_short_forms, read_examples, split_move_lines
from games.engine.facts_and_goals import play_move_lines, split_seat_from_move
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from games.engine.view import View
from games.errors import RulesError

MOST = 3
"""The maximum number of examples to show for a clause."""


class EmptyExample(RulesError):
    """Raised for an example that shows nothing under these house rules."""


@dataclass(frozen=True)
class InteractiveExample:
    """An example to try, for seat `seat` in the state `start`.

    Cards that the example leaves open are dealt, always in the same way. `moves` are the example's moves, legal and
    illegal, shuffled so that their order reveals nothing. If there's nothing to do, `facts` are what the table shows,
    as questions with answers.
    """

    name: str
    clause: str
    says: str
    seat: int
    start: State
    moves: tuple[Move, ...]
    facts: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=64)
def list_clauses_with_interactive_examples(game: Game[Any], options: Options) -> frozenset[str]:
    """Return the ids of clauses that have an example to try at a table under these house rules."""
    return frozenset(
        clause for clause in _index_examples_by_clause(game) if list_interactive_examples(game, clause, options)
    )


@lru_cache(maxsize=1024)
def list_interactive_examples(game: Game[Any], clause: str, options: Options) -> tuple[InteractiveExample, ...]:
    """Return the examples of a clause that can be shown under these house rules.

    Examples written for these house rules come first, then the simplest.
    """
    wanted = game.rulebook.get_clause_text(clause, options)
    examples = (
        sorted(
            _index_examples_by_clause(game).get(clause, ()),
            key=lambda one: _build_example_sort_key(game, one, clause, options),
        )
        if wanted
        else []
    )
    found = list(_build_all_examples(game, clause, [(example, options) for example in examples]))
    if not found:
        own = [(example, example.get_house_rules(game)) for example in examples]
        found = list(
            _build_all_examples(
                game, clause, [one for one in own if game.rulebook.get_clause_text(clause, one[1]) == wanted]
            )
        )
    return tuple(found[:MOST])


def _build_all_examples(
    game: Game[Any], clause: str, examples: Iterable[tuple[Example, Options]]
) -> Iterator[InteractiveExample]:
    for example, options in examples:
        with suppress(RulesError):
            yield _build_example(game, example, clause, options)


@cache
def _index_examples_by_clause(game: Game[Any]) -> dict[str, list[Example]]:
    """Return the examples that have something to try or to see, by clause."""
    try:
        examples = read_examples(game)
    except BadExample:
        return {}
    found: dict[str, list[Example]] = {}
    for example in examples:
        if "start" in example.setting:
            continue
        for clause in {example.clause, *(clause for _, clause in example.list_refused_moves())}:
            if clause in game.clauses and (
                _list_moves_to_try(game, example, clause) or _list_visible_facts(game, example)
            ):
                found.setdefault(clause, []).append(example)
    return found


def _list_moves_to_try(game: Game[Any], example: Example, clause: str) -> dict[str, bool]:
    """Return the moves to try in an example of a clause, as lines of text, each with whether it's legal."""
    allowed = dict.fromkeys(split_move_lines(example.setting.get("allowed", [])), True)
    refused = {text: False for text, broken in example.list_refused_moves() if broken == clause}
    said = {**allowed, **refused} if example.clause == clause else refused
    last = split_move_lines(example.setting.get("moves", []))[-1:]
    if not said and example.clause == clause:
        said = dict.fromkeys(last, True)
    said = {text: right for text, right in said.items() if _is_complete_move(game, text)}
    movers = [split_seat_from_move(0, text)[0] for text in said]
    return {text: right for text, right in said.items() if split_seat_from_move(0, text)[0] == movers[0]}


def _is_complete_move(game: Game[Any], text: str) -> bool:
    """Return whether a line of an example is a complete move by a player, not by the dealer.

    The line can begin with a seat, as in “2: stock”. Returns False if it can't be parsed, or if the move leaves
    something open, such as what a wild card stands for.
    """
    try:
        seat, said = split_seat_from_move(0, text)
        move = game.parse_move(said)
    except RulesError:
        return False
    verb = game.verbs.get(move.verb)
    return seat != DEALER and verb is not None and verb.chance is None and not game.has_open_detail(move)


def _list_visible_facts(game: Game[Any], example: Example) -> list[str]:
    """Return the names of the facts in the example's `then` that a question to a reader can ask for.

    Users have to be able to type or choose the value of such a fact.
    """
    stated = example.setting.get("then", {})
    return [key for key in stated if key in game.facts and game.facts[key].can_be_asked_in_puzzles]


def _build_example_sort_key(game: Game[Any], example: Example, clause: str, options: Options) -> tuple[int, ...]:
    """Return a sort key for examples.

    Examples whose house rules differ least from `options` come first, then those with both legal and illegal moves,
    then those with a text, then those with a short position.
    """
    said = _list_moves_to_try(game, example, clause)
    other = sum(
        options.get_option_value(name) != value
        for name, value in example.get_house_rules(game).list_nonstandard_values().items()
    )
    size = len(str({key: value for key, value in example.setting.items() if key not in OWN}))
    return other, -len(set(said.values())), not example.says, size


def _build_example(game: Game[Any], example: Example, clause: str, options: Options) -> InteractiveExample:
    """Build the example as a table under these house rules. Raises RulesError if it isn't true under them."""
    setting, said = example.setting, _list_moves_to_try(game, example, clause)
    before = split_move_lines(setting.get("moves", []))
    if before and [*said] == before[-1:]:
        before = before[:-1]
    position = game.complete_position(
        expand_short_forms(game, {key: value for key, value in setting.items() if key not in OWN})
    )
    seats = game.get_position_seat_count(setting)
    now = play_move_lines(
        game, game.load_position({**position, "options": options.list_nonstandard_values(), "seats": seats}), before
    )
    moves = {split_seat_from_move(0, text): right for text, right in said.items()}
    seat = next((seat for seat, _ in moves), 0)
    start: State = game.sample_possible_state(View(game.slug, seat, game.build_position(now)), Random(example.name))
    tried = {game.parse_move(text): right for (_, text), right in moves.items()}
    for move, right in tried.items():
        if _classify_move_by_refusal(game.find_violation(start, seat, move), clause) is not right:
            raise EmptyExample(f"Under these house rules, the move “{move}” has a different result.")
    facts = () if tried else tuple(_answer_questions_about_facts(game, example, start))
    if not tried and not facts:
        raise EmptyExample("This example has nothing to try.")
    shuffled = Random(example.name).sample(sorted(tried, key=str), len(tried))
    return InteractiveExample(example.name, clause, _get_text_for_reader(example), seat, start, tuple(shuffled), facts)


def _classify_move_by_refusal(refused: Violation | None, clause: str) -> bool | None:
    """Return True if the move is legal, False if it breaks this clause, and None if it breaks only others.

    `refused` is the violation by the move, or None if it's legal.
    """
    if refused is None:
        return True
    return False if clause in {one.clause.id for one in (refused, *refused.others)} else None


def _answer_questions_about_facts(game: Game[Any], example: Example, start: State) -> Iterator[tuple[str, str]]:
    for name in _list_visible_facts(game, example):
        value, fact = game.evaluate_fact(start, 0, name), game.facts[name]
        if value != example.setting["then"][name]:
            raise EmptyExample(f"Under these house rules, “{name}” has a different value.")
        yield fact.question, phrasing.phrase_answer(game, fact, (), value, start.seats)


def _get_text_for_reader(example: Example) -> str:
    """Return the example's text for readers.

    Returns "" if the text names seats by number, which only authors of examples understand.
    """
    return "" if "seat " in example.says.lower() else example.says

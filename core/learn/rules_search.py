"""Answers questions about the rules, which are typed as words or as cards.

Common questions have a written answer. Cards are tried as moves on example tables. An answer says what's true under the
current house rules, and which other option values would change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.learn.course import get_course
from core.learn.question_matching import get_question_matcher
from core.learn.search_index import extract_terms, find_cards, get_search_index, merge_term_weights
from games.cards import JOKER, Card, format_cards
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.interactive_examples import list_clauses_with_interactive_examples, list_interactive_examples
from games.engine.move import Move
from games.engine.options import BadOption, Option, Options, Value
from games.engine.puzzle import PROOF
from games.engine.state import State
from games.engine.table import Table
from games.engine.view import Action
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.engine.written_answers import WrittenAnswer
from games.errors import RulesError

LONGEST = 200
"""The maximum number of characters of a question. The rest is ignored."""
MOST = {"clause": 6, "option": 4, "lesson": 3}
WORTH_SAYING = 0.4
"""The minimum score of an answer that is shown, relative to the best score of the same kind."""
ELSEWHERE_ONLY = 0.5
"""The factor for the score of a clause that doesn't apply under the current rules."""
ELSEWHERE = 4
"""The maximum number of other house rules shown for one answer."""
SEATS_LOOKED_AT = 40
"""The maximum number of example tables where the question's cards are tried as moves."""


class OtherOptionValue(NamedTuple):
    """A value of an option other than the current one.

    It comes with the option's name and label, and with a sentence that describes the value.
    """

    option: str
    label: str
    value: Value
    sentence: str


@dataclass(frozen=True)
class ClauseAnswer:
    """A clause that matches a question, with its most relevant sentence.

    `holds` says whether the clause applies under the current house rules. `elsewhere` are option values that change it.
    """

    id: str
    title: str
    says: str
    holds: bool
    elsewhere: tuple[OtherOptionValue, ...]
    can_be_tried: bool


@dataclass(frozen=True)
class OptionAnswer:
    """An option that matches a question, with the sentence about its current value, and some of its other values."""

    option: str
    label: str
    says: str
    elsewhere: tuple[OtherOptionValue, ...]


@dataclass(frozen=True)
class LessonAnswer:
    """A lesson that matches a question: its slug, its title, and its main idea."""

    slug: str
    title: str
    says: str


@dataclass(frozen=True)
class CardsAnswer:
    """The answer to cards in a question, which were tried as a move: the move in words, and whether it's legal.

    `refused` is the rule violation, or None for a legal move. `clauses` are the ids of the clauses that decide this.
    """

    words: str
    refused: Violation | None
    clauses: tuple[str, ...]

    @property
    def is_allowed(self) -> bool:
        return self.refused is None

    @property
    def says(self) -> str:
        """The reason why the move is illegal, or "" if it's legal."""
        return self.refused.sentence if self.refused else ""


@dataclass(frozen=True)
class Answers:
    """The best answers to a question, by kind, best first.

    `written` is the written answer, or None. `is_sure` is False if it might answer a different question.
    """

    question: str
    written: WrittenAnswer | None
    is_sure: bool
    cards: tuple[CardsAnswer, ...]
    clauses: tuple[ClauseAnswer, ...]
    options: tuple[OptionAnswer, ...]
    lessons: tuple[LessonAnswer, ...]

    def __bool__(self) -> bool:
        return bool(self.written or self.cards or self.clauses or self.options or self.lessons)


def answer_question(game: Game[Any], options: Options, question: str) -> Answers:
    """Answer a question about a game's rules under these house rules, and find house rules that change the answers."""
    question = " ".join(question.split())[:LONGEST]
    known = get_search_index(game, options)
    terms = known.parse_question(question)
    meant, scores = merge_term_weights(terms), known.rank_documents(terms)
    for name, score in scores["option"].items():
        for id in game.rulebook.list_changed_clauses(name):
            scores["clause"][id] = scores["clause"].get(id, 0) + score / 10
    tried = _find_card_answers(game, options, find_cards(question))
    match = None if tried else get_question_matcher(game).find_match(options, question)
    best = max(scores["clause"].values(), default=1.0)
    for id in (id for cards_answer in tried for id in cards_answer.clauses):
        scores["clause"][id] = 3 * best + scores["clause"].get(id, 0)
    for id in scores["clause"]:
        scores["clause"][id] *= 1 if game.rulebook.get_clause_text(id, options) else ELSEWHERE_ONLY
    chosen = {kind: _select_best_answers(kind, of_kind) for kind, of_kind in scores.items()}
    clauses = [_build_clause_answer(game, options, id, meant) for id in chosen["clause"]]
    lessons = [(slug, get_course(game, options)[slug][0].lesson) for slug in chosen["lesson"]]
    return Answers(
        question,
        match.answer if match else None,
        bool(match and match.is_sure),
        tried,
        tuple(filter(None, clauses)),
        tuple(_build_option_answer(options, name) for name in chosen["option"]),
        tuple(LessonAnswer(slug, lesson.title, lesson.idea) for slug, lesson in lessons),
    )


def suggest_question(game: Game[Any], options: Options) -> str:
    """Return a question about the game as an example of what can be asked.

    It's the question about winning if that has a written answer, or else the title of a clause, if possible of one that
    a move can break.
    """
    answers = game.written_answers.list_answers(options)
    if "win" in answers:
        question = answers["win"].question
    else:
        clauses = [clause for clause in game.clauses.values() if game.rulebook.get_clause_text(clause.id, options)]
        question = game.rulebook.get_clause_title(max(clauses, key=lambda clause: bool(clause.refusal)).id)
    return question[:1].lower() + question[1:]


def _select_best_answers(kind: str, scores: Mapping[str, float]) -> list[str]:
    least = WORTH_SAYING * max(scores.values(), default=0.0)
    return [id for id in sorted(scores, key=lambda id: -scores[id]) if scores[id] >= least][: MOST[kind]]


def _build_clause_answer(game: Game[Any], options: Options, id: str, meant: Mapping[str, float]) -> ClauseAnswer | None:
    entry = game.rulebook.find_clause_entry(id, options)
    if entry is None:
        return None
    elsewhere, other_text = [], ""
    for option in (one for one in game.options.list_options() if id in game.rulebook.list_changed_clauses(one.name)):
        for other in _list_other_option_values(options, option):
            text = game.rulebook.get_clause_text(id, _apply_option_value(options, other))
            if text != entry.text:
                elsewhere.append(other)
                other_text = other_text or text
    says = _pick_best_sentence(entry.text or other_text, meant)
    return ClauseAnswer(
        id,
        entry.title,
        says,
        entry.is_in_force,
        tuple(elsewhere[:ELSEWHERE]),
        id in list_clauses_with_interactive_examples(game, options),
    )


def _build_option_answer(options: Options, name: str) -> OptionAnswer:
    option = options.get_option(name)
    says = option.describe_value(options.get_option_value(name))
    others = [one for one in _list_other_option_values(options, option) if one.sentence != says]
    return OptionAnswer(name, option.label, says, tuple(others[:ELSEWHERE]))


def _list_other_option_values(options: Options, option: Option[Any]) -> Iterator[OtherOptionValue]:
    """Yield the values of an option other than the current one. If it has many values, yield only the default."""
    values = option.list_values()
    for value in values if len(values) <= ELSEWHERE + 1 else [option.default]:
        if value != options.get_option_value(option.name):
            yield OtherOptionValue(option.name, option.label, value, option.describe_value(value))


def _apply_option_value(options: Options, other: OtherOptionValue) -> Options:
    """Return these house rules with another option value. If that isn't allowed, return them unchanged."""
    with suppress(BadOption):
        return type(options)({**options.list_nonstandard_values(), other.option: other.value})
    return options


def _pick_best_sentence(text: str, meant: Mapping[str, float]) -> str:
    """Return the sentence of a text that matches the question's terms best, or the first one if none matches.

    `meant` has the weights of the terms.
    """
    sentences = [one.strip(" -*\n") for one in re.split(r"(?<=[.!?])\s+|\n\s*[-*] |\n\n", text)]
    sentences = [one for one in sentences if one and not one.startswith("|")]
    if not sentences:
        return ""
    return max(sentences, key=lambda one: sum(meant.get(term, 0) for term in set(extract_terms(one))))


# -- cards as moves --------------------------------------------------------------------------------


def _find_card_answers(game: Game[Any], options: Options, cards: list[Card]) -> tuple[CardsAnswer, ...]:
    """Return whether these cards can be played as moves, which are tried on example tables.

    On each table, a player holds the cards. There's one answer for each kind of move: the first legal move, or else the
    last illegal one. When the engine's work limit is reached, the remaining tables are left out. Returns () for fewer
    than two cards.
    """
    said: dict[str, CardsAnswer] = {}
    if len(cards) < 2:  # whether one card can be played depends on the other cards on the table
        return ()
    with WorkAllowance(PROOF), suppress(OutOfSteps):
        for state, seat in _list_example_tables(game, options, cards):
            for action in game.build_screen(game.build_view(state, seat)).actions:
                if action.verb not in said or said[action.verb].refused:
                    said |= _judge_cards_as_move(game, state, seat, action, cards)
    return tuple(said.values())


def _judge_cards_as_move(
    game: Game[Any], state: State, seat: int, action: Action, cards: list[Card]
) -> dict[str, CardsAnswer]:
    """Judge the move that does an action with just these cards. Return a dict from the action's verb to the answer.

    The dict is empty if there is no such move, or if the move breaks a clause that isn't one of the game's own.
    """
    move = _build_move_from_cards(game, state, seat, action, cards)
    refused = game.find_violation(state, seat, move) if move else None
    if move is None or (refused and refused.clause.id not in game.clauses):
        return {}
    clauses = (
        [one.clause.id for one in (refused, *refused.others)]
        if refused
        else [game.get_permitting_clause(state, seat, move)]
    )
    return {action.verb: CardsAnswer(game.describe_move(move), refused, tuple(filter(None, clauses)))}


def _list_example_tables(game: Game[Any], options: Options, cards: list[Card]) -> Iterator[tuple[State, int]]:
    """Yield tables of examples in the rulebook, changed so that the example's player holds these cards.

    Each is a pair of the table's state and the player's seat.
    """
    starts = [
        trial
        for id in sorted(list_clauses_with_interactive_examples(game, options))
        for trial in list_interactive_examples(game, id, options)[:1]
    ]
    for trial in starts[:SEATS_LOOKED_AT]:
        view = game.build_view(trial.start, trial.seat).position
        held = view.get("hands", [])
        if trial.seat >= len(held):
            continue
        hands = [*held]
        size = len(held[trial.seat].split())
        hands[trial.seat] = format_cards(cards) + " ?" * max(0, size - len(cards))
        with suppress(RulesError):
            yield game.load_position({**view, "hands": hands}), trial.seat


def _build_move_from_cards(game: Game[Any], state: State, seat: int, action: Action, cards: list[Card]) -> Move | None:
    """Build the move that does this action with just these cards, or return None if there is no such move."""
    needed = [field for field in action.fields if field.low or field.kind == "amount"]
    if len(needed) != 1 or needed[0].kind != "cards" or not needed[0].low <= len(cards) <= needed[0].high:
        return None
    field = needed[0]
    text = " ".join(f"{card.code}=?" if field.wild and card is JOKER else card.code for card in cards)
    with suppress(RulesError):
        readings = Table.from_state(game, state).list_move_readings(
            seat, " ".join(filter(None, (action.verb, field.join.strip(), text)))
        )
        return readings[0]
    return None

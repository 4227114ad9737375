"""Answers to questions in words or in cards: from the rules of this table, and from other house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.learn.course import course
from core.learn.search_index import cards_in, index, meant_by, terms_of
from games.cards import JOKER, Card, codes
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import BadOption, Option, Options, Value
from games.engine.puzzle import PROOF
from games.engine.state import State
from games.engine.table import Table
from games.engine.try_examples import can_be_tried, trials
from games.engine.view import Action
from games.engine.work import TooMuch, Work
from games.errors import HouseError

LONGEST = 200
"""The most characters of a question that are read."""
MOST = {"clause": 6, "option": 4, "lesson": 3}
WORTH_SAYING = 0.4
"""The lowest score of an answer, as a part of the best score."""
ELSEWHERE_ONLY = 0.5
"""The factor for the score of a clause that doesn't hold under the rules in force."""
ELSEWHERE = 4
"""The most other house rules that are shown for one answer."""
SEATS_LOOKED_AT = 40
"""The most tables of examples that are searched for one where the question's cards can be played."""


class MissingStep(NamedTuple):
    """A value of an option that isn't in force: the option's name and label, the value, and its sentence."""

    option: str
    label: str
    value: Value
    sentence: str


@dataclass(frozen=True)
class Answer:
    """A clause that matches: its most relevant sentence at this table, and other house rules that change it."""

    id: str
    title: str
    says: str
    holds: bool
    elsewhere: tuple[MissingStep, ...]
    can_be_tried: bool


@dataclass(frozen=True)
class Chosen:
    """An option that matches: its sentence under the rules in force, and the sentences of its other values."""

    option: str
    label: str
    says: str
    elsewhere: tuple[MissingStep, ...]


@dataclass(frozen=True)
class Taught:
    """A lesson that matches."""

    slug: str
    title: str
    says: str


@dataclass(frozen=True)
class Tried:
    """The question's cards as a move: its words, why it's refused (None if it's legal), and the clauses behind it."""

    words: str
    refused: Violation | None
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Answers:
    """All answers to a question, by kind, best first."""

    question: str
    cards: tuple[Tried, ...]
    clauses: tuple[Answer, ...]
    options: tuple[Chosen, ...]
    lessons: tuple[Taught, ...]

    def __bool__(self) -> bool:
        return bool(self.cards or self.clauses or self.options or self.lessons)


def ask(game: Game[Any], options: Options, question: str) -> Answers:
    """Return the answers of the rules in force, and of other house rules, to a question."""
    question = " ".join(question.split())[:LONGEST]
    known = index(game, options)
    asked = known.asked(question)
    meant, scores = meant_by(asked), known.ranked(asked)
    for name, score in scores["option"].items():
        for id in game.rulebook.changed_by(name):
            scores["clause"][id] = scores["clause"].get(id, 0) + score / 10
    tried = _tried(game, options, cards_in(question))
    best = max(scores["clause"].values(), default=1.0)
    for id in (id for one in tried for id in one.clauses):
        scores["clause"][id] = 3 * best + scores["clause"].get(id, 0)
    for id in scores["clause"]:
        scores["clause"][id] *= 1 if game.rulebook.text_of(id, options) else ELSEWHERE_ONLY
    chosen = {kind: _best(kind, of_kind) for kind, of_kind in scores.items()}
    clauses = [_answer(game, options, id, meant) for id in chosen["clause"]]
    lessons = [(slug, course(game, options)[slug][0].lesson) for slug in chosen["lesson"]]
    return Answers(
        question,
        tried,
        tuple(one for one in clauses if one),
        tuple(_option(options, name) for name in chosen["option"]),
        tuple(Taught(slug, lesson.title, lesson.idea) for slug, lesson in lessons),
    )


def worth_asking(game: Game[Any], options: Options) -> str:
    """Return an example of a question that these rules answer: a clause's title, if possible of one with a refusal."""
    held = [one for one in game.clauses.values() if game.rulebook.text_of(one.id, options)]
    title = game.rulebook.title_of(max(held, key=lambda one: bool(one.refusal)).id)
    return title[:1].lower() + title[1:]


def _best(kind: str, scores: Mapping[str, float]) -> list[str]:
    least = WORTH_SAYING * max(scores.values(), default=0.0)
    return [id for id in sorted(scores, key=lambda id: -scores[id]) if scores[id] >= least][: MOST[kind]]


def _answer(game: Game[Any], options: Options, id: str, meant: Mapping[str, float]) -> Answer | None:
    entry = game.rulebook.entry(id, options)
    if entry is None:
        return None
    elsewhere, other_text = [], ""
    for option in (one for one in game.options.all() if id in game.rulebook.changed_by(one.name)):
        for other in _elsewhere(options, option):
            text = game.rulebook.text_of(id, _with(options, other))
            if text != entry.text:
                elsewhere.append(other)
                other_text = other_text or text
    says = _to_the_point(entry.text or other_text, meant)
    return Answer(id, entry.title, says, entry.holds, tuple(elsewhere[:ELSEWHERE]), id in can_be_tried(game, options))


def _option(options: Options, name: str) -> Chosen:
    option = options.named(name)
    says = option.sentence(options.value(name))
    others = [one for one in _elsewhere(options, option) if one.sentence != says]
    return Chosen(name, option.label, says, tuple(others[:ELSEWHERE]))


def _elsewhere(options: Options, option: Option[Any]) -> Iterator[MissingStep]:
    """Yield the other values of an option; if it has many, only the default."""
    values = option.values()
    for value in values if len(values) <= ELSEWHERE + 1 else [option.default]:
        if value != options.value(option.name):
            yield MissingStep(option.name, option.label, value, option.sentence(value))


def _with(options: Options, other: MissingStep) -> Options:
    """Return these house rules with another value; unchanged if the rules don't allow it."""
    with suppress(BadOption):
        return type(options)({**options.changed(), other.option: other.value})
    return options


def _to_the_point(text: str, meant: Mapping[str, float]) -> str:
    """Return the sentence of a text that matches the asked terms best; the first if none matches."""
    sentences = [one.strip(" -*\n") for one in re.split(r"(?<=[.!?])\s+|\n\s*[-*] |\n\n", text)]
    sentences = [one for one in sentences if one and not one.startswith("|")]
    if not sentences:
        return ""
    return max(sentences, key=lambda one: sum(meant.get(term, 0) for term in set(terms_of(one))))


# -- cards as moves --------------------------------------------------------------------------------


def _tried(game: Game[Any], options: Options, cards: list[Card]) -> tuple[Tried, ...]:
    """Return how the rules judge these cards as a move, at example tables where a seat might hold them.

    For each kind of move, it's the first legal move, or else the last refused one. What takes too long is left out.
    """
    said: dict[str, Tried] = {}
    if len(cards) < 2:  # whether one card can be played depends on the other cards on the table
        return ()
    with Work(PROOF), suppress(TooMuch):
        for state, seat in _tables(game, options, cards):
            for action in game.screen(game.view(state, seat)).actions:
                if action.verb not in said or said[action.verb].refused:
                    said |= _judged(game, state, seat, action, cards)
    return tuple(said.values())


def _judged(game: Game[Any], state: State, seat: int, action: Action, cards: list[Card]) -> dict[str, Tried]:
    """Return these cards as one kind of move with the rules' judgment, by verb; empty if the rules have none."""
    move = _as_move(game, state, seat, action, cards)
    refused = game.why_not(state, seat, move) if move else None
    if move is None or (refused and refused.clause.id not in game.clauses):
        return {}
    clauses = (
        [one.clause.id for one in (refused, *refused.others)]
        if refused
        else [game.permitting_clause(state, seat, move)]
    )
    return {action.verb: Tried(game.in_words(move), refused, tuple(filter(None, clauses)))}


def _tables(game: Game[Any], options: Options, cards: list[Card]) -> Iterator[tuple[State, int]]:
    """Yield the states of examples, each with a seat that might hold these cards and gets them."""
    starts = [trial for id in sorted(can_be_tried(game, options)) for trial in trials(game, id, options)[:1]]
    for trial in starts[:SEATS_LOOKED_AT]:
        view = game.view(trial.start, trial.seat).position
        held = view.get("hands", [])
        if trial.seat >= len(held):
            continue
        hands = [*held]
        size = len(held[trial.seat].split())
        hands[trial.seat] = codes(cards) + " ?" * max(0, size - len(cards))
        with suppress(HouseError):
            yield game.load({**view, "hands": hands}), trial.seat


def _as_move(game: Game[Any], state: State, seat: int, action: Action, cards: list[Card]) -> Move | None:
    """Return these cards as one kind of move; None if such a move needs anything else."""
    needed = [field for field in action.fields if field.low or field.kind == "amount"]
    if len(needed) != 1 or needed[0].kind != "cards" or not needed[0].low <= len(cards) <= needed[0].high:
        return None
    field = needed[0]
    text = " ".join(f"{card.code}=?" if field.wild and card is JOKER else card.code for card in cards)
    with suppress(HouseError):
        readings = Table.at(game, state).read(seat, " ".join(filter(None, (action.verb, field.join.strip(), text))))
        return readings[0]
    return None

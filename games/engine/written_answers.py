"""Written answers to beginners' questions, adapted to the house rules.

`questions.md` of a game has a heading for each question, `### Question {#id}`. Below it are other ways to ask the
question, the clauses that the answer comes from, and the answer in one to three sentences. The first sentence gives the
answer:

    ### How many cards do I get? {#deal}
    :asked what is the hand size
    :clauses deal.hand-size
    You get 13 cards.

An answer of a game that consists only of questions and clauses is the beginning of its first clause.

The answer has the conditions and slots of a rulebook (`games.engine.rulebook`). It also has the slot `{player-counts}`
and, for each option that is a number, a slot such as `{match-target-in-words}`. An answer that has no text under some
house rules doesn't apply there. `questions.md` next to this module has answers that are the same in every game, and
ways to ask the questions that every game answers in its own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from games.engine.options import Options
from games.engine.rulebook import (
    ASKED,
    BadRulebook,
    ClauseSource,
    Numbers,
    Rulebook,
    check_names_in_text,
    format_slot_value,
    render_clause_text,
)
from games.words import get_first_sentences, join_words, spell_number

CLAUSES = ":clauses "
SHARED = Path(__file__).with_name("questions.md")
"""The file with the questions that all games share."""
MOST_SENTENCES = 3
"""The maximum number of sentences of an answer that's taken from a clause."""
_QUESTION = re.compile(r"^### (?P<question>.+?) \{#(?P<id>[a-z0-9-]+)\}$")


@dataclass(frozen=True)
class WrittenAnswer:
    """A question, its answer under these house rules in Markdown, and the ids of the clauses that it comes from."""

    id: str
    question: str
    text: str
    clauses: tuple[str, ...]


@dataclass
class AnswerSource(ClauseSource):
    """An answer as written, for all house rules. Its title is the question."""

    clauses: list[str] = field(default_factory=list)

    @property
    def phrasings(self) -> tuple[str, ...]:
        """The question, and other ways to ask it."""
        return (self.title, *self.asked)


class WrittenAnswers:
    """The written answers of a game.

    `list_seat_counts` returns the possible numbers of players under given house rules. Raises BadRulebook if a text
    uses an option, value, or number that doesn't exist.
    """

    def __init__(
        self,
        sources: Mapping[str, AnswerSource],
        rulebook: Rulebook,
        options: type[Options],
        numbers: Numbers,
        list_seat_counts: Callable[[Options], list[int]],
    ) -> None:
        self.sources = sources
        self._rulebook, self._numbers, self._list_seat_counts = rulebook, numbers, list_seat_counts
        values = {option.name: [*map(format_slot_value, option.list_values())] for option in options.list_options()}
        counted = self._count_numbers(options())
        for source in sources.values():
            check_names_in_text(source, values, counted)
        self.list_answers = lru_cache(maxsize=64)(self._list_answers)

    def _list_answers(self, options: Options) -> Mapping[str, WrittenAnswer]:
        """Return the answers that apply under these house rules, by id.

        Each answer has the ids of its clauses that apply under these rules. If none of its clauses applies, because the
        answer says that there is no such rule, it has the ids of all its clauses.
        """
        counted = self._count_numbers(options)
        answers = {}
        for source in self.sources.values():
            if any(line.strip() for line in source.lines):
                text = " ".join(render_clause_text(source, options, counted).split())
            else:
                text = " ".join(self._rulebook.get_clause_text(source.clauses[0], options).split())
                text = get_first_sentences(text, MOST_SENTENCES)
            if text:
                in_force = tuple(id for id in source.clauses if self._rulebook.get_clause_text(id, options))
                answers[source.id] = WrittenAnswer(source.id, source.title, text, in_force or tuple(source.clauses))
        return answers

    def _count_numbers(self, options: Options) -> dict[str, int | str]:
        values = {option.name: options.get_option_value(option.name) for option in options.list_options()}
        spelled = {
            f"{name}-in-words": spell_number(value)
            for name, value in values.items()
            if isinstance(value, int) and not isinstance(value, bool)
        }
        counts = self._list_seat_counts(options)
        return {**self._numbers(options), **spelled, "player-counts": _spell_seat_counts(counts)}


@cache
def read_answer_sources(slug: str) -> Mapping[str, AnswerSource]:
    """Read a game's answers as written, by id, including those that all games share. Raises BadRulebook.

    If a game has its own answer to a shared question, it replaces the shared answer. The shared ways to ask the
    question are added to the game's own, except those that the game has for another answer.
    """
    shared = {source.id: source for source in _read_answer_file(SHARED)}
    path = SHARED.parent.parent / slug.replace("-", "_") / SHARED.name
    sources = {source.id: source for source in _read_answer_file(path)} if path.exists() else {}
    own_questions = {question.lower().rstrip("?") for source in sources.values() for question in source.phrasings}
    for id in sources.keys() & shared.keys():
        questions = shared[id].phrasings
        sources[id].asked += [question for question in questions if question.lower().rstrip("?") not in own_questions]
    return sources | {id: source for id, source in shared.items() if id not in sources and any(source.lines)}


def _read_answer_file(path: Path) -> Iterator[AnswerSource]:
    source: AnswerSource | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        heading = _QUESTION.match(line)
        if heading:
            if source:
                yield source
            source = AnswerSource(heading["id"], heading["question"], "")
        elif line.startswith("# ") or (source is None and not line.strip()):
            continue
        elif source is None or line.startswith("#"):
            raise BadRulebook(
                f"{path.parent.name}/{path.name}, line {number}: this line isn’t a question or in an answer: {line}"
            )
        elif line.startswith(ASKED):
            source.asked.append(line.removeprefix(ASKED).strip())
        elif line.startswith(CLAUSES):
            source.clauses += line.removeprefix(CLAUSES).split()
        else:
            source.lines.append(line)
    if source:
        yield source


def _spell_seat_counts(counts: list[int]) -> str:
    """Return numbers of players in words: “four”, “two or three”, “two to six”, or “no” if the list is empty."""
    words = [*map(spell_number, counts or [0])]
    is_range = len(counts) > 2 and counts == [*range(counts[0], counts[-1] + 1)]
    return f"{words[0]} to {words[-1]}" if is_range else join_words(words, "or")

"""Finds the written answer to a beginner's question, no matter how it's phrased.

A question is compared to all phrasings of the questions that have written answers. Two phrasings are similar if they
share words, and rare words count most (inverse document frequency). Words are stems. Words with the same meaning count
as the same word, and a misspelled word counts as the most similar known word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from math import log
from typing import Any

from core.learn.search_index import ALIKE, get_search_index, stem_word
from games.engine.game import Game
from games.engine.options import Options
from games.engine.written_answers import WrittenAnswer

SIMILAR = 0.6
"""The minimum similarity, from 0 to 1, between a question and a known phrasing."""
OFF_TOPIC = 0.3
"""The weight of a word that is in neither the known questions nor the rules, relative to the highest weight."""

_WORD = re.compile(r"[a-z]+|\d+")
_REPHRASED = [
    (re.compile(rf"\b(?:{pattern})\b"), words)
    for pattern, words in (
        (r"u|ya", "you"),
        (r"ppl|folks|persons?", "people"),
        (r"1st", "first"),
        (r"hw", "how"),
        (r"wat|wut", "what"),
        (r"opponents|other players|others|other people|(?:some|any)(?:one|body) elses?", "opponent"),
        (r"(?:have|has|need|got) to|forced to|required to|obliged to|must i", "must"),
        (r"(?:am|are) (?:i|we|you) allowed to|may i|could i", "can"),
        (r"how (?:many|much)", "howmany"),
        (r"whose|whos|who is|which player|what player", "who"),
        (r"how long", "howlong"),
        (r"run(?:s|ning)? out|ran out|used up|(?:is|are|gets?) empty|(?:is|are) gone", "runout"),
        (r"(?:take|taking|took|go|going) (?:it |that |a move |a card |my move )?back", "undo"),
        (r"(?:all|every(?:one|body)|each player|each of us)", "everyone"),
        (r"(?:nobody|no one|noone|no player)", "nobody"),
        (r"(?:dont|do not|doesnt|cant|cannot|can not|havent|isnt)", "not"),
    )
]
"""Expressions with the same meaning: a pattern and its replacement. The text has no apostrophes."""
_SAME = """win goal aim object objective purpose
    start begin first open
    end over finish finished
    stock deck pile
    worth value cost count
    person people player
    undo revert oops
    see look show peek
    swap exchange trade
    pick choose select
    tie draw equal same
    wild joker
    meaning mean
    set book
    run sequence
    dealt deal
    biggest highest best high top strongest
    lowest worst smallest weakest
    let allow
    kind type"""
_SILENT = """a an the my your his her their i you u we me us our they he she it is are am be was were been do does did
    to of its this that these those there here and or for with if so just please then get gets got happen happens mean
    means meaning about when actually exactly thing really ok hey"""
_PASSED_OVER = frozenset(_SILENT.split())
"""Words that don't say what a question is about."""
_MEANINGS = {stem_word(word): stem_word(group.split()[0]) for group in _SAME.splitlines() for word in group.split()}
"""Maps each word in `_SAME` to the first word of its group, as stems."""


class QuestionMatcher:
    """Finds the written answer to a question about a game, by comparing it to known phrasings of questions."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        sources = game.written_answers.sources.values()
        self.phrasings = [(source.id, extract_question_terms(text)) for source in sources for text in source.phrasings]
        answers_by_term = Counter(
            term for source in sources for term in set().union(*map(extract_question_terms, source.phrasings))
        )
        self.weights = {term: log(1 + len(sources) / count) for term, count in answers_by_term.items()}
        self.greatest = log(1 + len(sources))
        self.stems = sorted(term for term in self.weights if len(term) > 2)

    def find_answer(self, options: Options, question: str) -> WrittenAnswer | None:
        """Return the answer under these house rules to the most similar question, or None if none is similar enough."""
        answers = self.game.written_answers.list_answers(options)
        weights = self._weigh_question(options, question)
        similarities = [(self._compute_similarity(terms, weights), id) for id, terms in self.phrasings if id in answers]
        best = max(similarities, key=lambda one: one[0], default=(0.0, ""))
        return answers[best[1]] if best[0] >= SIMILAR else None

    def _weigh_question(self, options: Options, question: str) -> dict[str, float]:
        """Return the weights of a question's terms, by term, after correcting misspelled words."""
        in_rules = get_search_index(self.game, options).worth
        weights = {}
        for term in extract_question_terms(question):
            if term not in self.weights and term not in in_rules and len(term) > 3:
                term = next(iter(get_close_matches(term, self.stems, 1, ALIKE)), term)
            unlisted = min(in_rules.get(term, OFF_TOPIC * self.greatest), self.greatest)
            weights[term] = self.weights.get(term, unlisted)
        return weights

    def _compute_similarity(self, terms: frozenset[str], weights: Mapping[str, float]) -> float:
        """Return how similar a known phrasing and a question are: the weighted Dice coefficient of their terms.

        `terms` are those of the phrasing, and `weights` has the weights of the question's terms.
        """
        shared = sum(weights[term] for term in terms & weights.keys())
        total = sum(weights.values()) + sum(self.weights[term] for term in terms)
        return 2 * shared / total if total else 0.0


@cache
def get_question_matcher(game: Game[Any]) -> QuestionMatcher:
    """Return the `QuestionMatcher` of a game. It's cached."""
    return QuestionMatcher(game)


def extract_question_terms(question: str) -> frozenset[str]:
    """Return the terms that say what a question is about: stems, with one stem for words with the same meaning."""
    text = question.lower().replace("’", "").replace("'", "")
    for pattern, words in _REPHRASED:
        text = pattern.sub(words, text)
    stems = [stem_word(word) for word in _WORD.findall(text) if word not in _PASSED_OVER]
    return frozenset(_MEANINGS.get(stem, stem) for stem in stems)

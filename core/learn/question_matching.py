"""Finds the written answer to a beginner's question, no matter how it's phrased.

A question is compared to all phrasings of the questions that have written answers. Two phrasings are similar if they
share words, and rare words count most (inverse document frequency). Words of the question that occur neither in the
answer nor in any of its phrasings count against it. Words are stems. Words with the same meaning count
as the same word, and a misspelled word counts as the most similar known word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from math import log
from typing import Any, NamedTuple

from core.learn.search_index import ALIKE, get_search_index, stem_word
from games.engine.game import Game
from games.engine.options import Options
from games.engine.written_answers import WrittenAnswer

SIMILAR = 0.6
"""The minimum similarity, from 0 to 1, between a question and a known phrasing."""
SURE = 0.8
"""The minimum similarity at which an answer is given without asking whether the question was meant."""
AS_ASKED = 0.7
"""The weight of a question's similarity to a phrasing, against the share of its words that the answer covers at all."""
OFF_TOPIC = 0.3
"""The weight of a word that is in neither the known questions nor the rules, relative to the highest weight."""

_WORD = re.compile(r"[a-z]+|\d+")
_REPHRASED = [
    (re.compile(rf"\b(?:{pattern})\b"), words)
    for pattern, words in (
        (r"u|ya", "you"),
        (r"r", "are"),
        (r"ppl|folks|persons?", "people"),
        (r"1st", "first"),
        (r"2nd", "second"),
        (r"3rd", "third"),
        (r"(\d+)s", r"\1"),
        (r"j", "jack"),
        (r"q", "queen"),
        (r"k", "king"),
        (r"hw", "how"),
        (r"wat|wut|whats", "what"),
        (r"we both|us both|both (?:of (?:us|them)|players?|people)|(?:two|2) (?:people|players?|of us)", "both"),
        (r"opponents?|others|(?:an)?other (?:players?|peoples?|persons?|guys?|ones?|team)", "opponent"),
        (r"every(?:one|body) (?:but|except) me|all (?:but|except) me|by myself|on my own", "alone"),
        (r"only (?:one|player|person|me|i)", "alone"),
        (r"(?:some|any)(?:one|body)(?: elses?|s)", "opponent"),
        (r"(?:some|any)(?:one|body)", ""),
        (r"(?:have|has|need|needs|got) to|gotta|forced to|required to|obliged to|must i", "must"),
        (r"(?:am|are) (?:i|we|you) (?:allowed|able) to|(?:is|are) (?:it )?(?:ok|okay|legal|possible|fine) to", "can"),
        (r"^(?:may|could) i|able to|possible to", "can"),
        (r"how (?:many times|often)", "howoften"),
        (r"how (?:many|much)", "howmany"),
        (r"whose|whos|who is|which player|what player", "who"),
        (r"how long", "howlong"),
        (r"run(?:s|ning)? out|ran out|used up|(?:is|are|gets?) empty|(?:is|are) gone", "runout"),
        (r"(?:no|zero|0)(?: more)? cards?(?: left)?|out of cards", "runout"),
        (r"broke|bankrupt|(?:no|out of)(?: more)? (?:chips|money)(?: left)?", "nochips"),
        (r"(?:take|taking|took|go|going) (?:it |that |a move |a card |my move )?back", "undo"),
        (r"(?:we|us|you|they) all|all (?:of (?:us|them)|players)|every(?:one|body)|each player|each of us", "everyone"),
        (r"(?:nobody|no one|noone|no player|none of us)", "nobody"),
        (r"(?:dont|do not|doesnt|does not|didnt|cant|cannot|can not|havent|isnt|wont)", "not"),
        (r"(?:my|a|your|whose) go", "turn"),
        (r"turn(?:s|ed|ing)? (?:up|over)|flip(?:s|ped|ping)? (?:up|over)", "flip"),
        (r"(?:hang|hold) on to", "keep"),
        (r"pick(?:s|ed|ing)? up", "take"),
        (r"get(?:ting)? rid of|thr[oe]w(?:ing|s|n)?(?: (?:away|out))?", "discard"),
        (r"la(?:y|ys|ying) off", "layoff"),
        (r"la(?:y|ys|ying|id)", "put"),
        (r"higher|better|stronger|bigger|greater", "beat"),
        (r"draw(?:ing)? pile", "stock"),
    )
]
"""Expressions with the same meaning: a pattern and its replacement. The text has no apostrophes."""
_SAME = """goal aim object objective purpose
    start begin beginning first open opening initial
    end over finish finished stop done
    last final
    until till
    stock deck
    worth value cost
    point score
    chip money coin
    person people player
    undo revert oops
    see look show peek view
    swap exchange trade switch change replace
    pick choose select
    take grab capture collect steal catch
    keep save hold
    add put place stick attach
    discard throw toss dump ditch
    say declare announce bid
    call challenge doubt accuse
    bluff lie cheat
    join merge combine connect
    tie equal same identical
    beat outrank
    opponent enemy rival
    partner teammate
    wild joker
    meaning mean
    set book
    run sequence
    dealt deal
    shuffle mix
    alone single
    nothing none zero
    each every
    biggest highest best high top strongest
    lowest worst smallest weakest
    let allow
    kind type sort"""
_SILENT = """a an the my your his her their i you u we me us our they he she it is are am be was were been do does did
    to of its this that these those there here and or for with if so just please then get gets got happen happens mean
    means meaning about when actually exactly thing really ok hey as than something anything
    guy around im ive id ill youre theyre thats theres lets
    once already even also too now
    at from up by will would has have use used using own like still away make makes any"""
_PASSED_OVER = frozenset(_SILENT.split())
"""Words that don't say what a question is about."""
_MEANINGS = {stem_word(word): stem_word(group.split()[0]) for group in _SAME.splitlines() for word in group.split()}
"""Maps each word in `_SAME` to the first word of its group, as stems."""


class Match(NamedTuple):
    """A written answer, and how similar a question is to one that it answers, from 0 to 1."""

    answer: WrittenAnswer
    similarity: float

    @property
    def is_sure(self) -> bool:
        return self.similarity >= SURE


class QuestionMatcher:
    """Finds the written answer to a question about a game, by comparing it to known phrasings of questions."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        sources = game.written_answers.sources.values()
        self.phrasings = [(source.id, extract_question_terms(text)) for source in sources for text in source.phrasings]
        self.terms_by_answer = {
            source.id: frozenset[str]().union(*map(extract_question_terms, source.phrasings)) for source in sources
        }
        answers_by_term = Counter(term for terms in self.terms_by_answer.values() for term in terms)
        self.weights = {term: log(1 + len(sources) / count) for term, count in answers_by_term.items()}
        self.greatest = log(1 + len(sources))
        self.stems = sorted(term for term in self.weights if len(term) > 2)

    def find_match(self, options: Options, question: str) -> Match | None:
        """Return the answer to the most similar question and its similarity, or None if none is similar enough."""
        answers = self.game.written_answers.list_answers(options)
        weights = self._weigh_question(options, question)
        coverage = {id: self._compute_coverage(answer, weights) for id, answer in answers.items()}
        matches = (
            Match(answers[id], AS_ASKED * self._compute_similarity(terms, weights) + (1 - AS_ASKED) * coverage[id])
            for id, terms in self.phrasings
            if id in answers
        )
        best = max(matches, key=lambda match: match.similarity, default=None)
        return best if best and best.similarity >= SIMILAR else None

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

    def _compute_coverage(self, answer: WrittenAnswer, weights: Mapping[str, float]) -> float:
        """Return the share of a question's terms, by weight, that are in an answer or any of its phrasings.

        `weights` has the weights of the question's terms. A term that's only in the answer's text counts half.
        """
        phrased, answered = self.terms_by_answer[answer.id], _extract_answer_terms(answer.text)
        covered = sum(weight * (1 if term in phrased else 0.5 * (term in answered)) for term, weight in weights.items())
        return covered / sum(weights.values()) if weights else 0.0


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


@lru_cache(maxsize=5000)
def _extract_answer_terms(text: str) -> frozenset[str]:
    """Return the terms of an answer's text. They're cached, because every question is compared to all answers."""
    return extract_question_terms(text)

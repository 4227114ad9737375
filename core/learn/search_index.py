"""A search index for the rules. It finds clauses, house rules, and lessons that match the words or cards of a question.

There's an index for each game and rule set. It uses BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
Framework: BM25 and Beyond", 2009), over stems, pairs of words, and cards. The names that a game uses for the same move
are synonyms: `layoff`, "lay off", "add". A document whose name consists of the question's words and few others comes
first. A word that isn't in the rules is replaced with the most similar word that is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import pairwise
from math import inf, log
from typing import Any, NamedTuple

import games
from core.learn.course import get_course
from core.rendering.card_parsing import extract_cards
from games.cards import JOKER, Card, parse_card
from games.engine.examples import BadExample, read_examples
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE

SATURATION, BY_LENGTH = 1.2, 0.6
"""The parameters k1 and b of BM25: how quickly repeated words stop counting, and how much long texts are penalized."""
MEANT_TOO = 0.5
"""The weight of a synonym, relative to the word in the question."""
NAMED = 3.0
"""The bonus for a document whose name consists of the question's words: its score is multiplied by 1 + NAMED."""
AT_ANY_TABLE = 0.2
"""The factor for the score of a clause that all games share."""
ALIKE = 0.8
"""The minimum similarity, from 0 to 1, of a known word that replaces an unknown one."""
KINDS = ("clause", "option", "lesson")

# -- words and cards -------------------------------------------------------------------------------

_WORD = re.compile(r"[a-z]+|\d+|\*")
_FORMS = """led lead laid lay drawn draw drew draw held hold won win taken take took take dealt deal went go gone go
    threw throw thrown throw lost lose began begin players player better beat * joker
    2 two 3 three 4 four 5 five 6 six 7 seven 8 eight 9 nine 10 ten"""
_OTHERWISE = dict(zip(_FORMS.split()[::2], _FORMS.split()[1::2], strict=True))
_SAME = (
    "run sequence straight",
    "set group book",
    "stock deck",
    "joker wild",
    "match game",
    "deal give",
    "manycards handsize cardseach",
    "point score worth value cost",
    "start begin first open",
    "end over finish",
    "tie level draw equal same",
    "discard throw",
    "must haveto duty mandatory forced compulsory",
    "put lay",
    "see look show peek",
    "pick choose",
    "swap exchange trade",
    "empty left gone exhausted",
    "limit maximum cap",
    "bluff lie truth believed",
    "wrong mistake revoke",
    "money chip",
    "partner friend",
    "people player",
)
"""Groups of synonyms that players use in any game."""
_SILENT = """a an and are as at be but by can card cards do does for from has have he her his how i if in is it its
    many may me my no not of on one or our she so than that the their them then there they this to was we what when
    where which who why will with you your am did does get gets got happen happens mean allow need should would
    could whats im dont doesnt cant isnt just also anybody want like know work"""
_PASSED_OVER = frozenset(_SILENT.split())
_NO_NAME = "a an the my your is are what how of do does can it that"
_ARTICLES = frozenset(_NO_NAME.split())
"""Words that don't form a name with an adjacent word."""
_WHOLE = frozenset({"player", "starter"})
"""Words that aren't stemmed, because most texts about players aren't about playing."""


@lru_cache(maxsize=20_000)
def stem_word(word: str) -> str:
    word = _OTHERWISE.get(word, word)
    if word in _WHOLE:
        return word
    for ending in ("ings", "ing", "ers", "er", "ed", "es", "s", "e", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 2 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def find_cards(text: str) -> list[Card]:
    """Return the cards in a question, such as `7♣` or “ten of diamonds”. Jokers count only next to such cards."""
    plain, found = extract_cards(text)
    jokers = [JOKER for word in _WORD.findall(plain.lower()) if stem_word(word) in ("*", "jok")] if found else []
    return [*map(parse_card, found), *jokers]


def extract_terms(text: str) -> list[str]:
    """Return the search terms of a text: stems, pairs of adjacent words, and cards."""
    words, cards = _split_words(text)
    return [*_stem_words(words), *map(stem_word, map("".join, pairwise(words))), *cards]


def _split_words(text: str) -> tuple[list[str], list[str]]:
    """Return the words of a text in lowercase, and the codes of the cards in it, as two lists."""
    plain, cards = extract_cards(text)
    return _WORD.findall(plain.lower().replace("’", "").replace("'", "")), cards


def _stem_words(words: list[str]) -> list[str]:
    return [stem_word(word) for word in words if word not in _PASSED_OVER]


# -- the index -------------------------------------------------------------------------------------


class Document(NamedTuple):
    """A clause, option, or lesson in the search index.

    It has its names (titles, ids, and questions), and the weights of its terms.
    """

    kind: str
    id: str
    names: tuple[str, ...]
    said: Counter[str]

    @property
    def name_stems(self) -> list[frozenset[str]]:
        """The stems of the words in each name, as one set per name."""
        return [frozenset(_stem_words(_split_words(name)[0])) for name in self.names]


def _weigh_terms(*fields: tuple[float, str]) -> Counter[str]:
    """Return how often each term occurs in these texts, weighted. `fields` are pairs of a weight and a text."""
    found: Counter[str] = Counter()
    for weight, text in fields:
        for term in extract_terms(text):
            found[term] += weight  # type: ignore[assignment]
    return found


class SearchIndex:
    """The search index of a game's rules under given house rules."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self.game, self.options = game, options
        self.documents = [*_index_clauses(game, options), *_index_options(game), *_index_lessons(game, options)]
        self.usual = sum(one.said.total() for one in self.documents) / max(len(self.documents), 1)
        within = Counter(term for one in self.documents for term in one.said)
        self.worth = {term: log(1 + (len(self.documents) - n + 0.5) / (n + 0.5)) for term, n in within.items()}
        self.same = _collect_synonyms(game)
        self.called = [one.name_stems for one in self.documents]
        self.stems = sorted(frozenset().union(*(name for names in self.called for name in names)))
        self.titled = self.same.keys() | {
            term for one in self.documents for name in one.names for term in extract_terms(name)
        }

    def parse_question(self, question: str) -> list[dict[str, float]]:
        """Return a dict for each term of a question, in order, with the weights of the term and its synonyms.

        Terms that aren't in the rules are left out.
        """
        words, cards = _split_words(question)
        known = [self._correct_word(word) for word in words]
        terms = dict.fromkeys([*_stem_words(known), *self._list_phrases(known), *cards])
        return [one for one in map(self._weigh_synonyms, terms) if one]

    def _weigh_synonyms(self, term: str) -> dict[str, float]:
        """Return the weights of a term and its synonyms. A synonym always weighs less than the term."""
        own = {term: self.worth[term]} if term in self.worth else {}
        most = own.get(term, inf)
        same = [other for other in self.same.get(term, ()) if other in self.worth]
        return {**{other: MEANT_TOO * min(self.worth[other], most) for other in same}, **own}

    def _correct_word(self, word: str) -> str:
        """Return a word of the question, or the most similar word in the rules if the word isn't there."""
        if (
            word in _PASSED_OVER
            or len(word) < 4
            or {stem_word(word), *self.same.get(stem_word(word), ())} & self.worth.keys()
        ):
            return word
        return next(iter(get_close_matches(stem_word(word), self.stems, 1, ALIKE)), word)

    def _list_phrases(self, words: list[str]) -> list[str]:
        """Return a term for each pair of adjacent words that form a phrase: the stem of both words joined.

        A pair is a phrase if neither word is a stop word (`_PASSED_OVER`). For a pair that's in a name or a synonym,
        there are fewer stop words (`_ARTICLES`).
        """
        return [
            stem_word(one + other)
            for one, other in pairwise(words)
            if not {one, other} & _PASSED_OVER
            or (stem_word(one + other) in self.titled and one not in _ARTICLES and other not in _ARTICLES)
        ]

    def rank_documents(self, asked: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """Return the scores of all documents that match a question.

        There's a dict from a document's id to its score for each kind of document: clause, option, and lesson. `asked`
        has the question's terms, as returned by `parse_question`.
        """
        found: dict[str, dict[str, float]] = {kind: {} for kind in KINDS}
        meant = merge_term_weights(asked)
        first = self._find_defining_clause(asked)
        for (kind, id, _, said), names in zip(self.documents, self.called, strict=True):
            held_back = SATURATION * (1 - BY_LENGTH + BY_LENGTH * said.total() / self.usual)
            score = sum(
                weight * said[term] * (SATURATION + 1) / (said[term] + held_back) for term, weight in meant.items()
            )
            if score > 0:
                called = 1.0 if id == first else max(self._compute_similarity(name, asked) for name in names)
                found[kind][id] = score * (1 + NAMED * called) * (AT_ANY_TABLE if id.startswith("table.") else 1)
        return found

    def _find_defining_clause(self, asked: Sequence[Mapping[str, float]]) -> str | None:
        """Return the id of the clause that defines the thing that a question consists of, or None if there is none.

        That's the first clause whose id begins with the question's only term or a synonym of it: for “meld”, the first
        clause with an id such as `meld.kinds`. Returns None if the question has several terms or is exactly the name of
        a clause.
        """
        clauses = [
            (one.id, names) for one, names in zip(self.documents, self.called, strict=True) if one.kind == "clause"
        ]
        if len(asked) != 1 or any(self._compute_similarity(name, asked) >= 1 for _, names in clauses for name in names):
            return None
        return next((id for id, _ in clauses if stem_word(id.partition(".")[0]) in asked[0]), None)

    def _compute_similarity(self, title: frozenset[str], asked: Sequence[Mapping[str, float]]) -> float:
        """Return how similar a document's name and a question are, from 0 to 1.

        `title` has the stems of the name, and `asked` the question's terms, as returned by `parse_question`.
        """
        hit = sum(max((one[term] for term in title & one.keys()), default=0.0) for one in asked)
        if not hit:
            return 0.0
        meant = {term for one in asked for term in one}
        within = sum(self.worth.get(term, 0) for term in title & meant) / sum(self.worth.get(term, 0) for term in title)
        return within * hit / sum(max(one.values()) for one in asked)


def merge_term_weights(asked: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return all terms of a question and their synonyms, each with its highest weight.

    `asked` has the question's terms, as returned by `SearchIndex.parse_question`.
    """
    found: dict[str, float] = {}
    for term, weight in (pair for one in asked for pair in one.items()):
        found[term] = max(weight, found.get(term, 0.0))
    return found


@lru_cache(maxsize=32)
def get_search_index(game: Game[Any], options: Options) -> SearchIndex:
    """Return the search index for the rules of a game under these house rules. It's cached."""
    return SearchIndex(game, options)


def build_search_indexes() -> None:
    """Build the index of every game under the standard rules in advance, so that no question has to wait for it."""
    for game in games.all_games().values():
        get_search_index(game, game.options())


def _index_clauses(game: Game[Any], options: Options) -> Iterator[Document]:
    shown = _collect_example_texts(game)
    by_options: dict[str, list[str]] = {}
    for option in game.options.list_options():
        for id in game.rulebook.list_changed_clauses(option.name):
            texts = dict.fromkeys([option.label, *map(option.describe_value, option.list_values()[:20])])
            by_options.setdefault(id, []).extend(texts)
    for section in (*game.rulebook.render_sections(options), TABLE):
        for entry in section.entries:
            clause, asked = game.clauses.get(entry.id), game.rulebook.list_beginner_questions(entry.id)
            yield Document(
                "clause",
                entry.id,
                (entry.title, entry.id, *asked),
                _weigh_terms(
                    (3, entry.title),
                    *((3, one) for one in asked),
                    (1, section.title),
                    (1, entry.id.replace("-", " ").replace(".", " ")),
                    (1, entry.text or entry.book),
                    (0.7, re.sub(r"\{.*?\}", "", clause.refusal) if clause else ""),
                    (0.4, " ".join(by_options.get(entry.id, ()))),
                    (0.3, shown.get(entry.id, "")),
                ),
            )


@cache
def _collect_example_texts(game: Game[Any]) -> dict[str, str]:
    """Return the text of each clause's examples, including legal and illegal moves, by clause id."""
    found: dict[str, list[str]] = {}
    with suppress(BadExample):
        for one in read_examples(game):
            moves = [*one.setting.get("allowed", []), *(text for text, _ in one.list_refused_moves())]
            found.setdefault(one.clause, []).extend([one.says, *map(str, moves)])
    return {id: " ".join(texts) for id, texts in found.items()}


def _index_options(game: Game[Any]) -> Iterator[Document]:
    for option in game.options.list_options():
        sentences = dict.fromkeys(map(option.describe_value, option.list_values()[:20]))
        yield Document(
            "option", option.name, (option.label,), _weigh_terms((3, option.label), (1, " ".join(sentences)))
        )


def _index_lessons(game: Game[Any], options: Options) -> Iterator[Document]:
    for slug, places in get_course(game, options).items():
        lesson, title_of = places[0].lesson, game.rulebook.get_clause_title
        taught = dict.fromkeys(title_of(id) for place in places for id in place.step.clauses)
        texts = " ".join(f"{place.step.task} {place.step.text}" for place in places)
        fields = _weigh_terms((3, lesson.title), (2, lesson.idea), (1, " ".join(taught)), (0.3, texts))
        yield Document("lesson", slug, (lesson.title,), fields)


@cache
def _collect_synonyms(game: Game[Any]) -> dict[str, set[str]]:
    """Return the synonyms of each term: those that players use in any game, and the game's names for its moves."""
    verbs = list(game.verbs.values())
    first = Counter(verb.words.split()[0] for verb in verbs)
    groups = [{stem_word(word) for word in words.split()} for words in _SAME]
    for verb in verbs:
        names = {verb.name.replace("-", ""), "".join(verb.label.lower().split())}
        word, *others = verb.words.split()
        if first[word] == 1 and verb.name not in others:  # in "choose trump", `trump` is what's chosen
            names.add(word)
        groups.append({stem_word(name) for name in names if name and name.isalpha()})
    found: dict[str, set[str]] = {}
    for group in groups:
        for term in group:
            found.setdefault(term, set()).update(group - {term})
    return found

"""Finding rules: which clauses, house rules and lessons say something of the words or cards of a question.

An index for each game and rule set ranks them by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
BM25 and Beyond", 2009), over stems, pairs of words, and cards. What the game calls a move in one place and otherwise in
another means the same: `layoff`, "lay off", "add". What is called by the asked words, and by little else, comes first;
a word that the rules do not know is taken for the one that it is most like.
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
from core.learn.course import course
from core.rendering.card_parsing import spelled
from games.cards import JOKER, Card, parse_card
from games.engine.examples import BadExample, read_examples
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE

SATURATION, BY_LENGTH = 1.2, 0.6
"""The two numbers of BM25: how soon a word said again adds nothing, and how far long texts are held back."""
MEANT_TOO = 0.5
"""What a word of the same meaning counts beside the one that was asked for."""
NAMED = 3.0
"""By how much more than once counts what is called by the asked words alone."""
AT_ANY_TABLE = 0.2
"""What a clause counts that is of any game."""
ALIKE = 0.8
"""How like a known word another one has to be to be taken for it."""
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
"""What players call by several names, whatever the game."""
_SILENT = """a an and are as at be but by can card cards do does for from has have he her his how i if in is it its
    many may me my no not of on one or our she so than that the their them then there they this to was we what when
    where which who why will with you your am did does get gets got happen happens mean allow need should would
    could whats im dont doesnt cant isnt just also anybody want like know work"""
_PASSED_OVER = frozenset(_SILENT.split())
_NO_NAME = "a an the my your is are what how of do does can it that"
_ARTICLES = frozenset(_NO_NAME.split())
"""Words that make no name with their neighbour."""
_WHOLE = frozenset({"player", "starter"})
"""What is not of the word that it is made of: most of what is said of players says nothing of playing."""


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = _OTHERWISE.get(word, word)
    if word in _WHOLE:
        return word
    for ending in ("ings", "ing", "ers", "er", "ed", "es", "s", "e", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 2 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def cards_in(text: str) -> list[Card]:
    """The cards that a question names: `7♣`, `TD`, "ten of diamonds", and beside such cards jokers too."""
    plain, found = spelled(text)
    jokers = [JOKER for word in _WORD.findall(plain.lower()) if _stem(word) in ("*", "jok")] if found else []
    return [*map(parse_card, found), *jokers]


def terms_of(text: str) -> list[str]:
    """Return what a text is found by: stems, pairs of neighbouring words, and cards."""
    words, cards = _words(text)
    return [*_stems(words), *map(_stem, map("".join, pairwise(words))), *cards]


def _words(text: str) -> tuple[list[str], list[str]]:
    """The words of a text and its cards."""
    plain, cards = spelled(text)
    return _WORD.findall(plain.lower().replace("’", "").replace("'", "")), cards


def _stems(words: list[str]) -> list[str]:
    return [_stem(word) for word in words if word not in _PASSED_OVER]


# -- the index -------------------------------------------------------------------------------------


class Document(NamedTuple):
    """Something that can be found: a clause, an option or a lesson, what it is called or asked for by, and how much it
    says of each term.
    """

    kind: str
    id: str
    names: tuple[str, ...]
    said: Counter[str]

    @property
    def called(self) -> list[frozenset[str]]:
        """The stems of its names."""
        return [frozenset(_stems(_words(name)[0])) for name in self.names]


def _weighed(*fields: tuple[float, str]) -> Counter[str]:
    """The terms of some texts, each text with its weight."""
    found: Counter[str] = Counter()
    for weight, text in fields:
        for term in terms_of(text):
            found[term] += weight  # type: ignore[assignment]
    return found


class Index:
    """The rules of a game under some house rules, to be asked."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self.game, self.options = game, options
        self.documents = [*_clauses(game, options), *_options(game), *_lessons(game, options)]
        self.usual = sum(one.said.total() for one in self.documents) / max(len(self.documents), 1)
        within = Counter(term for one in self.documents for term in one.said)
        self.worth = {term: log(1 + (len(self.documents) - n + 0.5) / (n + 0.5)) for term, n in within.items()}
        self.same = _same_words(game)
        self.called = [one.called for one in self.documents]
        self.stems = sorted(frozenset().union(*(name for names in self.called for name in names)))
        self.titled = self.same.keys() | {
            term for one in self.documents for name in one.names for term in terms_of(name)
        }

    def asked(self, question: str) -> list[dict[str, float]]:
        """What a question asks for, one after the other: a term with those of the same meaning, and what each counts.

        Terms that the rules do not know are left out.
        """
        words, cards = _words(question)
        known = [self._known(word) for word in words]
        terms = dict.fromkeys([*_stems(known), *self._phrases(known), *cards])
        return [one for one in map(self._meant, terms) if one]

    def _meant(self, term: str) -> dict[str, float]:
        """A term and those of the same meaning, of which none counts as much."""
        own = {term: self.worth[term]} if term in self.worth else {}
        most = own.get(term, inf)
        same = [other for other in self.same.get(term, ()) if other in self.worth]
        return {**{other: MEANT_TOO * min(self.worth[other], most) for other in same}, **own}

    def _known(self, word: str) -> str:
        """A word of the question, or the one of the rules that it is most like if they have no such word."""
        if word in _PASSED_OVER or len(word) < 4 or {_stem(word), *self.same.get(_stem(word), ())} & self.worth.keys():
            return word
        return next(iter(get_close_matches(_stem(word), self.stems, 1, ALIKE)), word)

    def _phrases(self, words: list[str]) -> list[str]:
        """Neighbouring words that say something together: those of a title, and any that are not silent."""
        return [
            _stem(one + other)
            for one, other in pairwise(words)
            if not {one, other} & _PASSED_OVER
            or (_stem(one + other) in self.titled and one not in _ARTICLES and other not in _ARTICLES)
        ]

    def ranked(self, asked: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """The score of everything that says something of what is asked, by kind and id."""
        found: dict[str, dict[str, float]] = {kind: {} for kind in KINDS}
        meant = meant_by(asked)
        first = self._first_of(asked)
        for (kind, id, _, said), names in zip(self.documents, self.called, strict=True):
            held_back = SATURATION * (1 - BY_LENGTH + BY_LENGTH * said.total() / self.usual)
            score = sum(
                weight * said[term] * (SATURATION + 1) / (said[term] + held_back) for term, weight in meant.items()
            )
            if score > 0:
                called = 1.0 if id == first else max(self._alike(name, asked) for name in names)
                found[kind][id] = score * (1 + NAMED * called) * (AT_ANY_TABLE if id.startswith("table.") else 1)
        return found

    def _first_of(self, asked: Sequence[Mapping[str, float]]) -> str | None:
        """The clause that says what something is, if no more is asked and none is called so: the first of its kind."""
        clauses = [
            (one.id, names) for one, names in zip(self.documents, self.called, strict=True) if one.kind == "clause"
        ]
        if len(asked) != 1 or any(self._alike(name, asked) >= 1 for _, names in clauses for name in names):
            return None
        return next((id for id, _ in clauses if _stem(id.partition(".")[0]) in asked[0]), None)

    def _alike(self, title: frozenset[str], asked: Sequence[Mapping[str, float]]) -> float:
        """Return how far a title and what is asked are the same, 0 to 1."""
        hit = sum(max((one[term] for term in title & one.keys()), default=0.0) for one in asked)
        if not hit:
            return 0.0
        meant = {term for one in asked for term in one}
        within = sum(self.worth.get(term, 0) for term in title & meant) / sum(self.worth.get(term, 0) for term in title)
        return within * hit / sum(max(one.values()) for one in asked)


def meant_by(asked: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """All terms that are asked for, with the most that each counts."""
    found: dict[str, float] = {}
    for term, weight in (pair for one in asked for pair in one.items()):
        found[term] = max(weight, found.get(term, 0.0))
    return found


@lru_cache(maxsize=32)
def index(game: Game[Any], options: Options) -> Index:
    """The index of a game under these house rules."""
    return Index(game, options)


def look_through() -> None:
    """Read every game's rules by the book, so that nobody's first question has to."""
    for game in games.all_games().values():
        index(game, game.options())


def _clauses(game: Game[Any], options: Options) -> Iterator[Document]:
    shown = _examples_in_words(game)
    by_options: dict[str, list[str]] = {}
    for option in game.options.all():
        for id in game.rulebook.changed_by(option.name):
            by_options.setdefault(id, []).extend({option.label, *map(option.sentence, option.values()[:20])})
    for section in (*game.rulebook.under(options), TABLE):
        for entry in section.entries:
            clause, asked = game.clauses.get(entry.id), game.rulebook.asked_of(entry.id)
            yield Document(
                "clause",
                entry.id,
                (entry.title, entry.id, *asked),
                _weighed(
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
def _examples_in_words(game: Game[Any]) -> dict[str, str]:
    """Return what the examples of each clause say, with the moves that they allow and refuse."""
    found: dict[str, list[str]] = {}
    with suppress(BadExample):
        for one in read_examples(game):
            moves = [*one.setting.get("allowed", []), *(text for text, _ in one.refused())]
            found.setdefault(one.clause, []).extend([one.says, *map(str, moves)])
    return {id: " ".join(texts) for id, texts in found.items()}


def _options(game: Game[Any]) -> Iterator[Document]:
    for option in game.options.all():
        sentences = dict.fromkeys(map(option.sentence, option.values()[:20]))
        yield Document("option", option.name, (option.label,), _weighed((3, option.label), (1, " ".join(sentences))))


def _lessons(game: Game[Any], options: Options) -> Iterator[Document]:
    for slug, places in course(game, options).items():
        lesson, title_of = places[0].lesson, game.rulebook.title_of
        taught = dict.fromkeys(title_of(id) for place in places for id in place.step.clauses)
        texts = " ".join(place.step.text for place in places)
        fields = _weighed((3, lesson.title), (2, lesson.idea), (1, " ".join(taught)), (0.3, texts))
        yield Document("lesson", slug, (lesson.title,), fields)


@cache
def _same_words(game: Game[Any]) -> dict[str, set[str]]:
    """Terms of the same meaning: those that players share, and what the game calls each of its moves."""
    verbs = list(game.verbs.values())
    first = Counter(verb.words.split()[0] for verb in verbs)
    groups = [{_stem(word) for word in words.split()} for words in _SAME]
    for verb in verbs:
        names = {verb.name.replace("-", ""), "".join(verb.label.lower().split())}
        names |= {word for word in verb.words.split()[:1] if first[word] == 1}
        groups.append({_stem(name) for name in names if name and name.isalpha()})
    found: dict[str, set[str]] = {}
    for group in groups:
        for term in group:
            found.setdefault(term, set()).update(group - {term})
    return found

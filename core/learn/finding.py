"""Finding rules: which clauses, house rules and lessons say something of the words or cards of a question.

An index for each game and rule set ranks them by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
BM25 and Beyond", 2009), over stems, pairs of words, and cards. What the game calls a move in one place and otherwise in
another means the same: `layoff`, "lay off", "add".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import pairwise
from math import log
from typing import Any, NamedTuple

import games
from core.learn.course import course
from core.spelled import spelled
from games.cards import JOKER, Card, parse_card
from games.engine.examples import BadExample, read_examples
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE

SATURATION, BY_LENGTH = 1.2, 0.6
"""The two numbers of BM25: how soon a word said again adds nothing, and how far long texts are held back."""
MEANT_TOO = 0.5
"""What a word of the same meaning counts beside the one that was asked for."""
KINDS = ("clause", "option", "lesson")

# -- words and cards -------------------------------------------------------------------------------

_WORD = re.compile(r"[a-z]+|\*")
_FORMS = """led lead laid lay drawn draw drew draw held hold won win taken take took take dealt deal went go gone go
    threw throw thrown throw lost lose * joker"""
_OTHERWISE = dict(zip(_FORMS.split()[::2], _FORMS.split()[1::2], strict=True))
_SAME = (
    "run sequence straight",
    "set group book",
    "stock deck",
    "joker wild",
    "match game",
    "deal get give",
    "point score",
)
"""What players call by several names, whatever the game."""
_SILENT = """a an and are as at be but by can card cards do does for from has have he her his how i if in is it its
    many may me must my no not of on one or our she so than that the their them then there they this to was we what when
    where which who why will with you your"""
_PASSED_OVER = frozenset(_SILENT.split())


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = _OTHERWISE.get(word, word)
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
    """What a text is found by: stems, pairs of neighbouring words, and cards."""
    plain, cards = spelled(text)
    words = _WORD.findall(plain.lower().replace("’", "").replace("'", ""))
    stems = [_stem(word) for word in words if word not in _PASSED_OVER]
    pairs = ["".join(pair) for pair in pairwise(words)]
    return [*stems, *map(_stem, pairs), *cards]


# -- the index -------------------------------------------------------------------------------------


class Document(NamedTuple):
    """Something that can be found: a clause, an option or a lesson, and how much it says of each term."""

    kind: str
    id: str
    said: Counter[str]


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

    def meant(self, question: str) -> dict[str, float]:
        """The terms of a question that the rules know, and those of the same meaning, with what each counts."""
        asked = dict.fromkeys(terms_of(question), 1.0)
        too = {other: MEANT_TOO for term in asked for other in self.same.get(term, ())}
        return {term: weight * self.worth[term] for term, weight in {**too, **asked}.items() if term in self.worth}

    def ranked(self, meant: Mapping[str, float]) -> dict[str, dict[str, float]]:
        """The score of everything that says something of it, by kind and id."""
        found: dict[str, dict[str, float]] = {kind: {} for kind in KINDS}
        for kind, id, said in self.documents:
            held_back = SATURATION * (1 - BY_LENGTH + BY_LENGTH * said.total() / self.usual)
            score = sum(
                weight * said[term] * (SATURATION + 1) / (said[term] + held_back) for term, weight in meant.items()
            )
            if score > 0:
                found[kind][id] = score
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
            clause = game.clauses.get(entry.id)
            yield Document(
                "clause",
                entry.id,
                _weighed(
                    (3, entry.title),
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
    """What the examples of each clause say, with the moves that they allow and refuse."""
    found: dict[str, list[str]] = {}
    with suppress(BadExample):
        for one in read_examples(game):
            moves = [*one.setting.get("allowed", []), *(text for text, _ in one.refused())]
            found.setdefault(one.clause, []).extend([one.says, *map(str, moves)])
    return {id: " ".join(texts) for id, texts in found.items()}


def _options(game: Game[Any]) -> Iterator[Document]:
    for option in game.options.all():
        sentences = dict.fromkeys(map(option.sentence, option.values()[:20]))
        yield Document("option", option.name, _weighed((3, option.label), (1, " ".join(sentences))))


def _lessons(game: Game[Any], options: Options) -> Iterator[Document]:
    for slug, places in course(game, options).items():
        lesson, title_of = places[0].lesson, game.rulebook.title_of
        taught = dict.fromkeys(title_of(id) for place in places for id in place.step.clauses)
        texts = " ".join(place.step.text for place in places)
        fields = _weighed((3, lesson.title), (2, lesson.idea), (1, " ".join(taught)), (0.3, texts))
        yield Document("lesson", slug, fields)


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

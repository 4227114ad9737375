"""Facts and goals as sentences, addressed to the player of seat 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.cards import RANK_NAMES, RANKS, SUIT_NAMES, Card, parse_cards
from games.engine.clause import drawn
from games.engine.state import DEALER, State
from games.errors import HouseError
from games.words import capital, in_word, listed, spoken_to

if TYPE_CHECKING:
    from games.engine.asking import Fact, Goal, Value
    from games.engine.game import Game

_GAP = re.compile(r"(`?)\{([a-z]+)\}\1")
_SEAT = re.compile(r"\{(\d+)\}")
_THINGS = re.compile(r"\{value\} (?:wild )?[a-z]+s\b")
_NONE = re.compile(r"(^|There are |\b(?:has|have) )\{value\}")
_ABOUT = re.compile(r"(It|They|That|Of|To|By|There are \{value\}\.)\b")
"""Beginnings of sentences that make sense only after the question."""
_RANKS = {rank: f"{name}s" for rank, name in zip(RANKS, RANK_NAMES[1:], strict=True)} | {"6": "sixes", "*": "jokers"}
NOBODY, NOTHING = "nobody", "none"


def question(game: Game[Any], fact: Fact, words: Sequence[str], seats: int) -> str:
    """Return the question that asks for a fact with these words."""
    return seated(_filled(game, fact.question, fact, words), seats)


def answer(game: Game[Any], fact: Fact, words: Sequence[str], value: Value, seats: int) -> str:
    """Return the sentence that answers a fact's question with this value."""
    if fact.kind in ("player", "players"):
        return seated(f"It is {_value(fact.kind, value)}.", seats)
    told = seated(named(game, fact, words, value), seats)
    if value is not False:
        return told
    return f"It is not so that {told if told.startswith('`') else told[:1].lower() + told[1:]}"


def worked(game: Game[Any], text: str, state: State) -> str:
    """Return how the number of a fact is calculated; "" if it isn't a number.

    `text` is the fact's name and words.
    """
    name, *words = text.split()
    working = game.known_facts[name].worked(state, 0, words)
    return seated(str(working), state.seats) if working else ""


def statement(game: Game[Any], fact: Fact, words: Sequence[str], value: Value, seats: int) -> str:
    """Return the sentence that a fact has this value; for a yes-or-no fact, the sentence that it is true."""
    return seated(named(game, fact, words, value), seats)


def task(game: Game[Any], text: str, seats: int) -> str:
    """Return the sentence that a goal is reached. `text` is the goal's name and words."""
    name, *words = text.split()
    if name == "so":
        asked, _, wanted = " ".join(words).partition(" = ")
        name, *rest = asked.split()
        return _so(game, game.known_facts[name], rest, wanted, seats)
    goal = game.known_goals[name]
    return seated(_filled(game, goal.sentence, goal, words).replace("?.", "?"), seats)


def _so(game: Game[Any], fact: Fact, words: Sequence[str], wanted: str, seats: int) -> str:
    """Return the sentence that a fact has a value, with the question before it if it makes no sense alone."""
    value = fact.read(wanted)
    if fact.kind in ("player", "players"):
        return statement(game, fact, words, value, seats)
    told = answer(game, fact, words, value, seats)
    return f"{question(game, fact, words, seats)} {told}" if _ABOUT.match(fact.sentence) else told


def named(game: Game[Any], fact: Fact, words: Sequence[str], value: Value) -> str:
    """Return the sentence that a fact has a value, with `{0}` for the name of seat 0."""
    text = _filled(game, fact.sentence, fact, words)
    if fact.kind == "number" and type(value) is int:
        return _counted(text, value)
    return text.replace("{value}", _said(game, str(value)) if fact.kind == "word" else _value(fact.kind, value))


def seated(text: str, seats: int) -> str:
    """Replace `{0}`, `{1}` … in a text by words for these players, addressed to seat 0."""
    text = spoken_to(text, 0)
    return capital(_SEAT.sub(lambda found: sits(int(found[1]), seats), text))


def sits(seat: int, seats: int) -> str:
    """Return the words for a seat as seat 0 sees it; seats count clockwise, so seat 1 is on the left of seat 0."""
    if seat == 0:
        return "you"
    if seats == 2:
        return "the other player"
    if seat == 1:
        return "the player on your left"
    if seat == seats - 1:
        return "the player on your right"
    return "the player opposite you" if 2 * seat == seats else f"the player {in_word(seat)} places to your left"


# -- filling the gaps ------------------------------------------------------------------------------


def can_do_without(goal: Goal, name: str) -> bool:
    """Return whether a goal's sentence makes sense without the words of this name.

    For example “You have laid a run[, with … in it].”
    """
    return _aside(name).search(goal.sentence) is not None


def _aside(name: str) -> re.Pattern[str]:
    return re.compile(rf",[^,{{}}]*\{{{name}\}}[^,.]*")


def _filled(game: Game[Any], text: str, asked: Fact | Goal, words: Sequence[str]) -> str:
    """Return a text with all gaps filled except `{value}`."""
    left, given = list(words), {}
    for one in asked.takes:
        many = one.kind is one.VAR_POSITIONAL
        taken, left = (left, []) if many else (left[:1], left[1:])
        given[one.name] = f"{{{taken[0]}}}" if one.annotation == "Seat" and taken else _word(game, one.name, taken)
        if many and not taken:
            text = _aside(one.name).sub("", text)
        if one.annotation == "int" and taken == ["1"]:
            text = re.sub(rf"(\{{{one.name}\}} (?:wild )?[a-z]+)s\b", r"\1", text)
    return _GAP.sub(lambda found: found[0] if found[2] == "value" else given[found[2]], text)


def _word(game: Game[Any], name: str, words: Sequence[str]) -> str:
    said = " ".join(words)
    if name == "rank" and said in _RANKS:
        return _RANKS[said]
    if name == "suit" and said in SUIT_NAMES:
        return SUIT_NAMES[said]
    if name == "move":
        return _move(game, said)
    return _said(game, said)


def _said(game: Game[Any], word: str) -> str:
    """Return a word as readers see it: a clause as its heading, cards as drawn cards."""
    if word in game.clauses:
        return f"“{game.rulebook.title_of(word)}”"
    return f"`{word}`" if _cards(word) else drawn(game.word_told(word))


def _move(game: Game[Any], text: str) -> str:
    """Return a move in the game's words, or the label of a verb alone."""
    verb = game.verbs.get(text)
    if verb:
        return verb.label or capital(verb.words)
    try:
        return drawn(game.in_words(game.parse_move(text)))
    except HouseError:
        return drawn(text)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except HouseError:
        return ()


def _value(kind: str, value: Value) -> str:
    if kind == "player":
        return NOBODY if value is None else f"{{{value}}}"
    if kind == "players" and isinstance(value, list):
        return listed([f"{{{seat}}}" for seat in value if seat != DEALER]) or NOBODY
    if kind == "cards":
        return f"`{value}`" if value else NOTHING
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _counted(text: str, number: int) -> str:
    """Return a sentence with a number filled in: “There is one card”, “None are in it”, “It costs 0”."""
    things = _THINGS.search(text)
    if number == 1:
        text = text.replace("There are {value}", "There is {value}")
        text = re.sub(r"(\{value\} (?:wild )?[a-z]+)s\b", r"\1", text) if things else text
        text = re.sub(r"(\{value\}(?: [a-z]+)*?) are\b", r"\1 is", text)
        text = re.sub(r"(\{value\}(?: [a-z]+)*?) were\b", r"\1 was", text)
    none = NOTHING if _NONE.search(text) else "0"
    return text.replace("{value}", none if not number and not things else in_word(number))

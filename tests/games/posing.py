"""What the tests of puzzles share: puzzles of a theme, and answers to them that are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import games
from games.cards import RANK_NAMES, SUIT_NAMES
from games.engine.game import Game
from games.engine.puzzle import Puzzle, Setup, VoidPuzzle

FRAME = {*["something", "is", "missing", "there", "to", "tick", "not", "among", "them", "it", "so"]}
"""Words that are told whatever is right."""
NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@cache
def _made(slug: str, theme: str, preset: str, seed: int) -> tuple[str, Puzzle] | None:
    game = games.get(slug)
    kind = next(one for one in game.puzzle_themes if one.slug == theme)
    options = game.options.load_preset(preset)
    try:
        setup = json.dumps(kind.make(Random(f"{preset} {seed}"), options))
    except VoidPuzzle:
        return None
    return setup, kind.pose(json.loads(setup), options)


def posed(slug: str, theme: str, preset: str, seeds: range) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a game's theme, each with its setup as JSON gave it back."""
    for seed in seeds:
        found = _made(slug, theme, preset, seed)
        if found is not None:
            yield json.loads(found[0]), found[1]


def wrong_answers(game: Game[Any], puzzle: Puzzle) -> list[Any]:
    """Answers that differ from the key."""
    ids = [option.id for option in puzzle.options]
    if puzzle.form == "tick":
        ticked = [ids, [], *([id] for id in ids), sorted({*ids} ^ {*puzzle.key}), sorted({*puzzle.key} ^ {ids[0]})]
        return [answer for answer in ticked if sorted(answer) != puzzle.key]
    if puzzle.form == "one":
        return [id for id in ids if id != puzzle.key]
    if puzzle.form == "number":
        return [puzzle.key + 1, str(puzzle.key - 2)]
    if puzzle.form == "match":
        labels = [label for label, _ in puzzle.labels]
        return [{**puzzle.key, id: label} for id in ids for label in labels if label != puzzle.key[id]]
    verb = next(name for name, verb in game.verbs.items() if not verb.chance)
    return [[f"{verb} 2C 7D 9S"], *(id for id in ids[:1] if puzzle.key != id)]


def given_away(game: Game[Any], puzzle: Puzzle, answer: Any, said: str) -> list[set[str]]:
    """Return what `said` of an answer gives away of the right one.

    Each part of that, such as an option, has words, numbers and cards of its own that no wrong one has, nor the
    question, nor the answer itself. It is given away by one of these cards, or by all of these words. Where there are
    but two options, that one of them is wrong gives all away.
    """
    told = _words(said) - FRAME
    found = []
    for own in _rightly(game, puzzle, answer):
        there = own & told
        if there and (there == own or any(_CARD.fullmatch(word) for word in there)):
            found.append(there)
    return found


def _rightly(game: Game[Any], puzzle: Puzzle, answer: Any) -> Iterator[set[str]]:
    """The words of each part of the right answer that is not in another one."""
    options = {option.id: _words(f"{option.text} {option.cards}") for option in puzzle.options}
    key, known = puzzle.key, _words(puzzle.question)
    if puzzle.form == "number":
        yield _words(str(key)) - known - _words(str(answer))
    elif puzzle.form == "match":
        labels = {id: _words(label) for id, label in puzzle.labels}
        known = known.union(*(labels[label] for label in answer.values()), *options.values())
        counted = {str(number) for number in range(len(options))}
        yield from (labels[key[id]] - known - counted for id in options if answer[id] != key[id])
    elif puzzle.form == "play" and isinstance(key, list):
        moves = [game.describe_move(game.parse_move(line)) for line in key]
        tried = answer if isinstance(answer, list) else []
        known = known.union(*(_words(game.describe_move(game.parse_move(line))) for line in tried))
        yield from (_words(move) - known for move in moves)
    elif puzzle.form != "one" or len(options) > 2:
        right, chosen = ({*ids} if isinstance(ids, list) else {ids} for ids in (key, answer))
        known = known.union(*(words for id, words in options.items() if id not in right or id in chosen))
        yield from (options[id] - known for id in right - chosen)


_CARD = re.compile(r"[A2-9TJQK][CDHS]")
_NAME = re.compile(rf"({'|'.join(RANK_NAMES[1:])}) of ({'|'.join(SUIT_NAMES.values())})", re.I)
_RANKS = dict(zip(RANK_NAMES[1:], "A23456789TJQKA", strict=False))
_SUITS = {name: suit for suit, name in SUIT_NAMES.items()}


def _words(text: str) -> set[str]:
    """The words of a text, with cards as codes and numbers in figures."""
    coded = _NAME.sub(lambda found: _RANKS[found[1].lower()] + _SUITS[found[2].lower()], text)
    words = [word if _CARD.fullmatch(word) else word.lower() for word in re.findall(r"[−-]?\d+(?!\w)|\w+|\*", coded)]
    return {str(NUMBERS.index(word)) if word in NUMBERS else word.replace("−", "-") for word in words}

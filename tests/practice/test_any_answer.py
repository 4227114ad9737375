"""Whatever is sent as an answer to a puzzle, of every kind and every game, is judged or refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.api.models import SCOPES, Token
from core.practice.models import Attempt, NoPuzzlePossible, Puzzle
from games.engine.game import Game
from games.engine.puzzle import LONGEST_ANSWER, PuzzleTheme
from games.engine.puzzle import Puzzle as Posed
from games.errors import RulesError

pytestmark = pytest.mark.django_db
KINDS = [(game, theme) for game in games.all_games().values() for theme in game.puzzle_themes]
each_kind = pytest.mark.parametrize(
    ("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS]
)

NESTED: Any = "zz"
for _ in range(20):
    NESTED = [NESTED]
WRONG_TYPES = [None, True, 5.5, 10**30, {}, [], [None], [1, 2], {"a": {"b": [1]}}, NESTED]
TEXTS = ["", "zz", "²", "٣", "−", "--3", "a" * 5000, "\u2028", "{0}", "%s", "🂡"]
CARDS = ["5C", "9D", "*", "?", "*=9S", "QH=?", "AS"]
LINES = [
    ["discard ? *"],
    ["wipe 999 5C"],
    ["meld 5C 6C 7C after 8C left"],
    ["rearrange " + " / ".join(["5C 6C 7C"] * 30)],
    ["meld " + " ".join(["*"] * 300)],
    ["stock"] * LONGEST_ANSWER,
    ["stock"] * (LONGEST_ANSWER + 1),
]


def _made(game: Game[Any], theme: PuzzleTheme) -> Puzzle:
    """A puzzle of this kind, under the first house rules that leave something to ask."""
    for preset in game.options.presets:
        try:
            return Puzzle.generate_puzzle(game, game.options(preset.values), theme=theme.slug)
        except NoPuzzlePossible:
            continue
    claimable = {"revoke-mode": "claimable"}
    return Puzzle.generate_puzzle(game, game.options(claimable), theme=theme.slug)


def _answers(posed: Posed, rng: Random) -> Iterator[Any]:
    """Wrong types, text that says nothing, ids that are none, moves of any game."""
    ids, labels = [option.id for option in posed.options], [value for value, _ in posed.labels]
    yield from [*WRONG_TYPES, *TEXTS, ["zz"], "\n".join(TEXTS)]
    yield from [ids, ids * 500, [ids], *ids[:1]]
    yield from [dict.fromkeys(ids, one) for one in ("zz", [], *labels[:1])]
    if posed.form == "play":
        verbs = sorted({verb for game in games.all_games().values() for verb in game.verbs})
        yield from [*LINES, *([verb] for verb in verbs)]
        for verb in verbs:
            yield [f"{verb} {rng.choice(['', '1', '99'])} {' '.join(rng.choices(CARDS, k=rng.randint(1, 8)))}"]


@each_kind
def test_judged_or_refused_in_a_sentence(game: Game[Any], theme: PuzzleTheme) -> None:
    puzzle = _made(game, theme)
    for answer in _answers(puzzle.engine_puzzle, Random(theme.slug)):
        try:
            said = puzzle.judge_answer(answer).sentence
        except RulesError as refused:
            said = str(refused)
        assert 0 < len(said) < 2000, answer


@pytest.mark.slow
@each_kind
def test_by_programs_and_on_the_page(anna: User, as_anna: Client, game: Game[Any], theme: PuzzleTheme) -> None:
    puzzle = _made(game, theme)
    header = {"Authorization": f"Token {Token.create_with_secret(anna, 'a test', SCOPES, 1)[1]}"}
    ids = [option.id for option in puzzle.engine_puzzle.options]
    tries = 0
    for answer in ["zz", NESTED, {"a": 1}, ids]:
        path = f"/api/v1/puzzles/{puzzle.code}/attempts/"
        told = as_anna.post(path, {"answer": answer}, content_type="application/json", headers=header)
        if told.status_code == 200:
            tries += 1
        else:
            assert (told.status_code, told.json()["code"]) in ((422, "bad-text"), (422, "invalid")), (answer, told)
            assert told.json()["detail"]
    for answer in ["zz", "", "deal 5C"]:
        fields = {"answer": answer, **{f"answer-{id}": answer for id in ids}}
        shown = as_anna.post(f"/practice/puzzle/{puzzle.code}/answer/", fields)
        assert shown.status_code in (200, 422), answer
        tries += shown.status_code == 200
        if shown.status_code == 422:
            assert re.search(r'class="[^"]*notice', shown.content.decode())
    moved = as_anna.post(f"/practice/puzzle/{puzzle.code}/move/", {"move": "zz"})
    assert moved.status_code == (422 if puzzle.engine_puzzle.form == "play" else 404)
    found = Attempt.objects.filter(puzzle=puzzle).first()
    assert (found.tries if found else 0) == tries, "what was refused has changed nothing"

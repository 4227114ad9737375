"""What bots, hints, and coaches say is true of the table: each sentence is read a second time, in another way."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any

import pytest

import games
from games.engine.bot import ADVISER, explain_move
from games.engine.game import Game
from games.engine.hint import build_hint
from games.engine.move import Move
from tests.games.claims import read
from tests.games.readings import SENTENCE, Decision, Said, decisions, faults, readings_of, sayings

TAUGHT = [game for game in games.all_games().values() if hasattr(game.bots.get(ADVISER), "reasons")]
"""Those with bots of their own."""
GAMES = [game for game in TAUGHT if game.slug != "plain-tricks"]  # the guide's game has no readings
DECISIONS = 200
STRONG_EVERY = 25
MOVES = 2
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@pytest.mark.slow
@each_game
def test_what_is_said_of_a_decision_is_so(game: Game[Any]) -> None:
    """A bot's reason, three rungs of a hint, and the coach: whoever is told that something is so finds it so."""
    count = read(game, DECISIONS, seed=7, strong_every=STRONG_EVERY)
    assert not count.false, [
        (kind, sentence, number, example and (str(example.decision.move), game.build_position(example.decision.whole)))
        for (kind, sentence), number in count.false.most_common(3)
        for example in [count.example.get((kind, sentence))]
    ]


def chosen(game: Game[Any], number: int, seed: int) -> Iterator[tuple[Decision, set[str]]]:
    """Some decisions with any legal move of a kind that bots make, and the verbs of these kinds."""
    rng, verbs = Random(seed), set[str]()
    for state, seat in islice(decisions(game, rng), number):
        view = game.build_view(state, seat)
        verbs |= {bot.choose_move(view, rng).move.verb for level, bot in game.bots.items() if level != "strong"}
        verbs.add(game.build_hint(view).move.verb)
        moves = [move for move in game.list_moves(state, seat) if move.verb in verbs]
        for move in rng.sample(moves, min(MOVES, len(moves))):
            yield Decision(game, state.copy(), seat, move), verbs


def said_of(game: Game[Any], at: Decision) -> list[Said]:
    """Return what a bot would say that made this move, and what a hint to it would be."""
    claims: ModuleType = import_module(f"games.{game.slug.replace('-', '_')}.reasons")
    reason = explain_move(claims.REASONS, at.seen, at.seat, at.move).reason
    if not hasattr(claims, "ADVICE"):
        return [Said("reason", reason, at)]
    hint = build_hint(claims.ADVICE, at.seen, at.seat, at.move)
    return [Said("reason", reason, at), Said("hint 1", hint.idea, at), Said("hint 3", hint.cards, at)]


@pytest.mark.slow
@each_game
def test_what_could_be_said_of_any_move_is_so(game: Game[Any]) -> None:
    """Bots choose few of the moves that they could, and another day they may choose others."""
    readings, false = readings_of(game), []
    for at, _ in chosen(game, DECISIONS // 2, seed=8):
        for said in said_of(game, at):
            false += [(said.kind, sentence, str(at.move)) for sentence in faults(readings, said)]
    assert not false, false[:5]


@pytest.mark.slow
@each_game
def test_each_reading_can_fail(game: Game[Any]) -> None:
    """A reading that finds a sentence true of whatever move would find nothing."""
    readings, rng = readings_of(game), Random(9)
    moves = [at for at, _ in chosen(game, DECISIONS // 2, seed=9)]
    sentences = {
        sentence
        for state, seat in islice(decisions(game, Random(10)), DECISIONS // 2)
        for said in sayings(game, state.copy(), seat, rng, strong=False)
        for sentence in SENTENCE.split(said.text)
    }
    never = [sentence for sentence in sorted(sentences) if all(is_so(readings, sentence, at) for at in moves)]
    assert not never


def is_so(readings: Any, sentence: str, at: Decision) -> bool:
    """Return whether a sentence is true of a move; it is not where it makes no sense."""
    try:
        return not list(faults(readings, Said("", sentence, at)))
    except Exception:
        return False


MELDED_OUT = {"seats": 2, "phase": "final", "turn": 0, "hands": ["", "KH 6C"], "stock": "", "done": [1]}
"""Seat 0 has melded its last cards after the last draw, and the others are done."""


def test_nobody_goes_out_in_the_last_round_of_vazhushal() -> None:
    game = games.get("vazhushal")
    table = {"game": "vazhushal", **MELDED_OUT, "melds": [["JC QC KC"], ["5D 6D 7D"]], "negative": "TC"}
    at = Decision(game, game.load_position(game.complete_position(table)), 0, Move("done"))
    assert said_of(game, at)[0].text == "I can’t meld anything else."


def test_a_meld_with_the_upcard_is_read_where_every_card_goes_with_some_card_of_the_hand() -> None:
    """Reading it takes a card that stays in the hand: where each card would make a meld, that is none of a meld."""
    game = games.get("contract-rummy")
    hand = "6D 2D JC 7D 5S JH TS TH 7S AC"
    table = {
        "game": "contract-rummy",
        "seats": 3,
        "turn": 0,
        "phase": "draw",
        "contract": 1,
        "hands": [hand, "2C QS", "9H 4H"],
        "melds": [["4S 4C 4H", "9C 9S 9D"], [], []],
        "pile": "KD 6H",
    }
    at = Decision(game, game.load_position(game.complete_position(table)), 0, Move("stock"))
    sentence = "I can’t use the upcard in any meld."
    assert not list(faults(readings_of(game), Said("reason", sentence, at)))


@each_game
def test_a_sentence_that_nobody_reads_is_found(game: Game[Any]) -> None:
    state, seat = next(decisions(game, Random(1)))
    at = Decision(game, state, seat, Move("pass"))
    assert list(faults(readings_of(game), Said("reason", "It is the best move.", at)))


@pytest.mark.slow
def test_each_game_that_is_taught_has_readings() -> None:
    assert [game for game in games.all_games().values() if game.decides] == GAMES
    for game in GAMES:
        assert readings_of(game)

"""The kinds of puzzle that every game has from its declarations."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.puzzle import Theme, Void
from games.engine.questions import LUCK, Allowed, Facts, Forbidden, HouseRules, scenes_of
from tests.games.posing import posed, wrong_answers

SLUGS = ("what-is-allowed", "which-rule", "what-is-so", "at-this-table")
KINDS = [(game, theme) for game in games.all_games().values() for theme in game.themes if theme.slug in SLUGS]
BARE = re.compile(r"(?<![\\w=*`])[A2-9TJQK][CDHS](?![\\w=*])")

each_kind = pytest.mark.parametrize(
    ("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS]
)
each_game = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)


@each_kind
def test_a_puzzle_is_whole(game: Game[Any], theme: Theme) -> None:
    """It has four hints, a reason for each option, cards that are drawn, and nothing but what seat 0 may see."""
    found = list(posed(game.slug, theme.slug, game.options.presets[0].name, range(12)))
    assert found
    for setup, puzzle in found:
        assert theme.judge(setup, game.options.preset(game.options.presets[0].name), puzzle.key).right
        assert len(puzzle.hints) == 4
        assert all(option.id in puzzle.reasons for option in puzzle.options)
        assert set(puzzle.clauses) <= set(theme.clauses)
        texts = [puzzle.question, puzzle.why, *puzzle.hints, *puzzle.reasons.values()]
        texts += [option.text for option in puzzle.options]
        for text in texts:
            assert text[:1].isupper() or text[:1].isdigit() or text[:1] in "“`", text
            assert not BARE.search(re.sub(r"`[^`]*`", "", text)), text
            assert "{" not in text
        if puzzle.position:
            state = game.load(puzzle.position)
            assert game.view(state, 0).position == puzzle.position


@each_kind
def test_a_wrong_answer_is_wrong_and_is_told_why(game: Game[Any], theme: Theme) -> None:
    preset = game.options.presets[0].name
    for setup, puzzle in posed(game.slug, theme.slug, preset, range(6)):
        for answer in wrong_answers(puzzle):
            verdict = theme.judge(setup, game.options.preset(preset), answer)
            assert not verdict.right
            assert verdict.sentence


@pytest.mark.parametrize("kind", [Allowed, Forbidden, Facts])
@each_game
def test_each_clause_that_a_kind_names_is_asked_about_by_some_rules(game: Game[Any], kind: Any) -> None:
    one, asked = kind(game, tuple(scenes_of(game))), set()
    for number, scene in enumerate(one.scenes):
        for luck in range(LUCK):
            try:
                asked |= set(one.pose(one.setup(scene, Random(number + luck)), scene.options).clauses)
                break
            except Void:
                continue
    assert asked == set(one.clauses)


@each_game
def test_what_is_allowed_is_what_the_rules_allow(game: Game[Any]) -> None:
    for _, puzzle in posed(game.slug, "what-is-allowed", game.options.presets[0].name, range(20)):
        state = game.load(puzzle.position)
        said = {re.sub("`", "", option.text): option.id in puzzle.key for option in puzzle.options}
        legal = {game.in_words(move) for move in game.moves(state, 0)}
        assert all(said[text] for text in said.keys() & legal)
        assert set(said.values()) == {True, False}


@each_game
def test_a_house_rule_is_in_force_or_not(game: Game[Any]) -> None:
    kind = HouseRules(game)
    for preset in game.options.presets:
        options = game.options.preset(preset.name)
        puzzle = kind.pose(json.loads(json.dumps(kind.make(Random(3), options))), options)
        sentences = {option.sentence(options.value(option.name)) for option in game.options.all()}
        assert {one.id for one in puzzle.options if one.text in sentences} == set(puzzle.key)
        assert len(puzzle.key) < len(puzzle.options)

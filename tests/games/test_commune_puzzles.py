"""Puzzles of Commune: well formed, right under every house rule, and every clause can be asked about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

import games
from games.cards import parse_cards
from games.commune.options import CommuneOptions
from games.engine.puzzle import FORMS, Puzzle, Setup, Theme, Void, status
from games.errors import BadText
from tests.games.courses import rule_sets
from tests.games.posing import posed, wrong_answers

GAME = games.get("commune")
THEMES = {theme.slug: theme for theme in GAME.puzzles}
PRESETS = [preset.name for preset in GAME.options.presets]
SEEDS = range(12)

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


def made(theme: Theme, preset: str = "classic", seeds: range = SEEDS) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a theme, each with its setup."""
    return posed(GAME.slug, theme.slug, preset, seeds)


@each_preset
@each_theme
def test_puzzles_are_well_formed(theme: Theme, preset: str) -> None:
    options = GAME.options.preset(preset)
    found = list(made(theme, preset))
    assert len(found) >= 6
    for setup, puzzle in found:
        assert theme.pose(setup, options) == puzzle
        assert puzzle.theme == theme.slug
        assert puzzle.form in FORMS
        assert puzzle.clauses
        assert set(puzzle.clauses) <= set(theme.clauses)
        assert len(puzzle.hints) == 4
        assert all(puzzle.hints)
        assert 800 <= puzzle.rating <= 2400
        assert json.loads(json.dumps(puzzle.key)) == puzzle.key
        ids = [option.id for option in puzzle.options]
        assert len(set(ids)) == len(ids)
        assert len({option.text for option in puzzle.options}) == len(ids)
        if puzzle.form in ("tick", "one", "match"):
            assert set(puzzle.reasons) == set(ids)
        for clause in puzzle.clauses:
            entry = GAME.rulebook.entry(clause, options)
            assert entry is not None
            assert entry.holds


@each_preset
@each_theme
def test_what_a_puzzle_shows_is_what_seat_0_may_see(theme: Theme, preset: str) -> None:
    for _, puzzle in made(theme, preset):
        if puzzle.position:
            state = GAME.load(puzzle.position)
            assert GAME.view(state, 0).position == puzzle.position
            assert set(puzzle.zones) <= {zone.id for zone in GAME.screen(GAME.view(state, 0)).zones}


@each_preset
@each_theme
def test_right_answers_are_right_and_wrong_ones_are_refuted(theme: Theme, preset: str) -> None:
    options = GAME.options.preset(preset)
    for setup, puzzle in made(theme, preset):
        verdict = theme.judge(setup, options, puzzle.key)
        assert (verdict.right, verdict.refutation) == (True, "")
        for answer in wrong_answers(puzzle):
            verdict = theme.judge(setup, options, answer)
            assert not verdict.right, answer
            assert verdict.refutation or puzzle.form == "number"


@each_theme
def test_puzzles_speak_in_whole_sentences_and_draw_their_cards(theme: Theme) -> None:
    for preset in PRESETS:
        for _, puzzle in made(theme, preset):
            for sentence in [puzzle.question, puzzle.why, *puzzle.hints, *puzzle.reasons.values()]:
                assert sentence[:1].isupper() or sentence[:1] in "“`0123456789", sentence
                assert sentence.endswith((".", "?", ".”")), sentence
                assert not re.search(r"[{}]|None|  ", sentence), sentence
                bare = re.sub(r"`[^`]*`", "", sentence)
                assert not re.search(r"\b[2-9TJQKA][CDHS]\b", bare), sentence
                for code in re.findall(r"`([^`]*)`", sentence):
                    assert parse_cards(code)
            for option in puzzle.options:
                assert option.text
                parse_cards(option.cards)


@each_theme
def test_every_clause_of_a_theme_can_be_asked_about(theme: Theme) -> None:
    for clause in theme.clauses:
        setup = theme.make_about(clause, Random(clause), GAME.options())
        assert clause in theme.pose(setup, GAME.options()).clauses


def test_every_clause_of_the_game_has_a_theme() -> None:
    assert set(GAME.clauses) == {clause for theme in THEMES.values() for clause in theme.clauses}


@each_theme
def test_a_theme_has_many_answers(theme: Theme) -> None:
    keys = {json.dumps(puzzle.key) for _, puzzle in made(theme, seeds=range(30))}
    assert len(keys) >= (2 if theme.slug == "call-or-believe" else 4)


@each_theme
def test_a_puzzle_holds_changes_its_answer_or_asks_nothing_under_other_rules(theme: Theme) -> None:
    found = set()
    for setup, _ in made(theme):
        found |= {status(theme, setup, GAME.options(), other) for other in rule_sets("commune").values()}
    assert found <= {"holds", "other answer", "void"}
    assert "holds" in found
    assert found != {"holds"}


@pytest.mark.parametrize("name", rule_sets("commune"))
def test_themes_can_be_made_for_any_house_rules(name: str) -> None:
    options = rule_sets("commune")[name]
    for theme in THEMES.values():
        setup = theme.make(Random(8), options)
        puzzle = theme.pose(json.loads(json.dumps(setup)), options)
        assert theme.judge(setup, options, puzzle.key).right


def test_answers_of_another_form_are_refused_as_text() -> None:
    for theme in THEMES.values():
        setup, _ = next(made(theme))
        for answer in (None, "no such", {"no": "such"}, [["x"]]):
            with pytest.raises(BadText):
                theme.judge(setup, GAME.options(), answer)


def test_a_commune_that_the_pack_does_not_hold_asks_nothing() -> None:
    setup = {"cards": "KS KD * *", "hand": "pair kings", "ask": "there"}
    assert THEMES["present-or-not"].pose(setup, CommuneOptions()).key == "yes"
    with pytest.raises(Void):
        THEMES["present-or-not"].pose(setup, CommuneOptions({"jokers": 1}))

"""What every puzzle must keep, of the kinds that a game finds by itself and of those that every game has."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import games
from games.cards import parse_cards
from games.engine.common_puzzles import FactPuzzleKind, HouseRulePuzzleKind, list_example_scenes
from games.engine.coverage import list_clauses_covered_by_puzzles as asked_about
from games.engine.examples import expand_short_forms, read_examples
from games.engine.game import Game
from games.engine.known_answers import KnownAnswer, read_known_answers
from games.engine.options import Options
from games.engine.puzzle import FORMS, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle, compute_rule_change_effect
from games.engine.unbroken_clauses import ObservedRefusals
from games.engine.view import View
from games.errors import BadText
from tests.games.courses import rule_sets
from tests.games.english import reads_well
from tests.games.fresh import Kind, fresh
from tests.games.posing import given_away, posed, wrong_answers
from tests.games.wandering import some_rules

GAMES = list(games.all_games().values())
KINDS = [(game, theme) for game in GAMES for theme in game.puzzle_themes]
SEEDS = range(3)
SLOW = ("name-the-trump", "play-on", "best-opening")
"""Kinds that take longest to make: only those are looked at that are made anyway."""
CODE = re.compile(r"`([^`]*)`")
BARE = re.compile(r"(?<![\w=*`])[A2-9TJQK][CDHS](?![\w=*`])")
SPOILT = re.compile(r"[{}]|isn’t a valid move|\bNone\b(?! of| are)|  ")

each_kind = pytest.mark.parametrize(
    ("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS]
)
OWN = [(game, theme) for game, theme in KINDS if theme in game.puzzles]
each_own_kind = pytest.mark.parametrize(
    ("game", "theme"), OWN, ids=[f"{game.slug}-{theme.slug}" for game, theme in OWN]
)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


# -- each puzzle by itself -------------------------------------------------------------------------


@pytest.mark.slow
@each_game
def test_a_question_hides_no_card_that_its_seat_would_see(game: Game[Any]) -> None:
    """An example leaves out what does not matter to it; a puzzle is a hand of cards all the same."""
    for theme in (theme for theme in game.puzzle_themes if theme not in game.puzzles):
        for _, puzzle in posed(game.slug, theme.slug, game.options.presets[0].name, range(8)):
            if "?" in str(puzzle.position.get("hands", [""])[0]):
                dealt = game.sample_possible_state(View(game.slug, 0, puzzle.position), Random(1))
                assert "?" in game.build_view(dealt, 0).position["hands"][0], (theme.slug, puzzle.position)


@pytest.mark.slow
@each_kind
def test_puzzles_keep_what_they_promise(game: Game[Any], theme: PuzzleTheme) -> None:
    """By every preset. Some kinds ask nothing by the book, but all do by one preset or another."""
    keys, named, drawn = [], set[str](), set[str]()
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for setup, puzzle in posed(game.slug, theme.slug, preset.name, SEEDS):
            assert theme.pose(setup, options) == puzzle
            is_whole(game, theme, options, puzzle)
            speaks_plainly(puzzle)
            is_judged(game, theme, options, setup, puzzle)
            keys.append(json.dumps(puzzle.key))
            named.update(puzzle.zones)
            drawn |= zones_of_what_may_be_seen(game, puzzle)
    assert len(keys) >= len(SEEDS)
    assert len(set(keys)) > 1, "the answer is not always the same"
    assert named <= drawn


def is_whole(game: Game[Any], theme: PuzzleTheme, options: Options, puzzle: Puzzle) -> None:
    """It has four hints, a reason for each option of several, an answer of its form, and is about rules that hold."""
    ids, labels = [option.id for option in puzzle.options], {label for label, _ in puzzle.labels}
    assert puzzle.theme == theme.slug
    assert puzzle.form in FORMS
    assert len(puzzle.hints) == 4
    assert 800 <= puzzle.rating <= 2400
    assert puzzle.clauses
    assert set(puzzle.clauses) <= set(theme.clauses if theme in game.puzzles else game.clauses)
    entries = [game.rulebook.find_clause_entry(clause, options) for clause in puzzle.clauses]
    assert all(entry is not None and entry.is_in_force for entry in entries), puzzle.clauses
    assert json.loads(json.dumps(puzzle.key)) == puzzle.key
    assert len(set(ids)) == len(ids)
    assert len({(option.text, option.cards) for option in puzzle.options}) == len(ids)
    assert set(puzzle.reasons) <= set(ids)
    assert puzzle.form not in ("tick", "match") or set(puzzle.reasons) == set(ids)
    assert puzzle.form != "one" or puzzle.key in ids
    assert puzzle.form != "tick" or set(puzzle.key) <= set(ids)
    assert puzzle.form != "match" or (set(puzzle.key) == set(ids) and set(puzzle.key.values()) <= labels)
    names_a_clause_for_each_option(game, options, puzzle)


def names_a_clause_for_each_option(game: Game[Any], options: Options, puzzle: Puzzle) -> None:
    """Of a question about several rules, each option says which of them decides it; of one answer, at least that."""
    named = puzzle.clauses_by_option
    assert set(named) <= {option.id for option in puzzle.options}
    for clause in named.values():
        entry = game.rulebook.find_clause_entry(clause, options)
        assert entry is not None, (puzzle.theme, clause)
        assert entry.is_in_force, (puzzle.theme, clause)
    if puzzle.theme == "at-this-table":  # a house rule may have no clause that holds here
        return
    if len(puzzle.clauses) > 1 and puzzle.form in ("tick", "match"):
        assert set(named) == {option.id for option in puzzle.options}, (puzzle.theme, named)
    if len(puzzle.clauses) > 1 and puzzle.form == "one" and puzzle.theme != "what-is-so":
        assert puzzle.key in named, (puzzle.theme, named)


def zones_of_what_may_be_seen(game: Game[Any], puzzle: Puzzle) -> set[str]:
    """The zones of its table, which is as seat 0 may see it."""
    if not puzzle.position:
        return set()
    view = game.build_view(game.load_position(puzzle.position), 0)
    assert view.position == puzzle.position
    return {zone.id for zone in game.build_screen(view).zones}


def speaks_plainly(puzzle: Puzzle) -> None:
    """In whole sentences, with nothing left out; its cards are drawn."""
    sentences = (puzzle.question, puzzle.explanation, *puzzle.hints, *puzzle.reasons.values())
    for sentence in sentences:
        assert sentence[:1].isupper() or sentence[:1].isdigit() or sentence[:1] in "“`-−", sentence
        assert sentence.endswith((".", "?", "!", ".”")), sentence
    for text in (*sentences, *map(str, puzzle.labels)):
        assert not SPOILT.search(text), text
        reads_well(text)
        assert not BARE.search(CODE.sub("", text)), text
        assert all(parse_cards(code) for code in CODE.findall(text))
    for option in puzzle.options:
        assert option.text
        assert not BARE.search(CODE.sub("", option.text)), option.text
        parse_cards(option.cards)


def is_judged(game: Game[Any], theme: PuzzleTheme, options: Options, setup: Setup, puzzle: Puzzle) -> None:
    """The key is right; what differs from it, and is not right too, is refuted without giving the right one away."""
    for nonsense in (None, [["x"]], {"no": "such"}):
        with pytest.raises(BadText):
            theme.judge_answer(setup, options, nonsense, puzzle)
    verdict = theme.judge_answer(setup, options, puzzle.key)
    assert (verdict.right, verdict.refutation, verdict.sentence) == (True, "", puzzle.explanation)
    assert puzzle.explanation.startswith(puzzle.why)
    assert puzzle.explanation.endswith(puzzle.working)
    for answer in wrong_answers(game, puzzle):
        verdict = theme.judge_answer(setup, options, answer, puzzle)
        assert theme.judge_by is not None or not verdict.right
        assert verdict.sentence
        assert set(verdict.clauses) <= set(game.clauses)
        if not verdict.right:
            assert verdict.refutation
            assert set(verdict.missed) <= set(game.clauses)
            assert len(verdict.missed) <= max(1, len(wrong_options(puzzle, answer)))
            assert not given_away(game, puzzle, answer, verdict.refutation), (puzzle, answer, verdict.refutation)


def wrong_options(puzzle: Puzzle, answer: Any) -> set[str]:
    """The options that an answer has wrong, found anew; of one answer, only one counts."""
    if puzzle.form == "tick":
        return {*([answer] if isinstance(answer, str) else answer)} ^ {*puzzle.key}
    if puzzle.form == "match":
        return {id for id, label in answer.items() if puzzle.key[id] != label}
    return set()


@pytest.mark.slow
@each_kind
def test_only_the_clauses_of_wrong_options_are_missed(game: Game[Any], theme: PuzzleTheme) -> None:
    """A choice is missed by the clause that it breaks; what was left out by the clause that makes it right."""
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for setup, puzzle in posed(game.slug, theme.slug, preset.name, SEEDS):
            if puzzle.form not in ("tick", "match"):
                continue
            alone = {*puzzle.clauses} if len(puzzle.clauses) == 1 else set()
            for answer in wrong_answers(game, puzzle):
                verdict = theme.judge_answer(setup, options, answer, puzzle)
                named = {
                    puzzle.clauses_by_option[id] for id in wrong_options(puzzle, answer) & {*puzzle.clauses_by_option}
                }
                assert verdict.right or set(verdict.missed) == (named or alone), (puzzle, answer)


@pytest.mark.repeated
@each_game
def test_a_move_names_the_clause_that_the_rules_name(game: Game[Any]) -> None:
    """Asked of the rules themselves, move by move."""
    if all(theme.slug != "what-is-allowed" for theme in game.puzzle_themes):
        return
    for setup, puzzle in posed(game.slug, "what-is-allowed", game.options.presets[0].name, range(8)):
        state = game.load_position(puzzle.position)
        moves = [game.parse_move(text) for text in (*setup["moves"], *setup.get("right", ()))]
        refused = {
            game.describe_move(move): game.find_violation(state, 0, move)
            for move in (*moves, *game.list_moves(state, 0))
        }
        for option in puzzle.options:
            violation = refused.get(option.text.replace("`", ""))
            if violation is not None:
                assert puzzle.clauses_by_option[option.id] == violation.clause.id, (setup, option)


KNOWN = [(game, known) for game in GAMES for known in read_known_answers(game)]


@pytest.mark.parametrize(("game", "known"), KNOWN, ids=[f"{game.slug}-{known.name}" for game, known in KNOWN])
def test_an_answer_that_is_known_is_the_answer(game: Game[Any], known: KnownAnswer) -> None:
    assert known.list_differences_from_theme(game) == []


# -- some of a kind --------------------------------------------------------------------------------


@pytest.mark.slow
@each_kind
def test_a_kind_is_neither_always_the_same_nor_guessed(game: Game[Any], theme: PuzzleTheme) -> None:
    """The worst that `tests.games.fresh` finds, in a few puzzles: an answer that is nearly always right, such as the
    first one, puzzles that are alike, and what one in three clicks solves.
    """
    preset = next((one.name for one in game.options.presets if [*posed(game.slug, theme.slug, one.name, range(1))]), "")
    seeds = SEEDS if theme.slug in SLOW else range(12) if theme in game.puzzles else range(8)
    options, kind = game.options.load_preset(preset), Kind()
    for setup, puzzle in posed(game.slug, theme.slug, preset, seeds):
        kind.made.append(fresh(game, theme, options, setup, puzzle))
    assert 2 * kind.alike <= len(kind.made), kind.alike  # a small game has few tables to ask about
    assert kind.constant[0] <= 0.85, kind.constant
    most = min(0.35 * max(len(kind.made), 4), 0.5 * len(kind.made))  # of three, one may have two right answers
    assert sum(one.clicked for one in kind.made) <= most
    assert not kind.only


# -- a kind as a whole -----------------------------------------------------------------------------


@pytest.mark.slow
@each_own_kind
def test_a_kind_asks_about_every_clause_that_it_names(game: Game[Any], theme: PuzzleTheme) -> None:
    assert asked_about(game, [theme], theme.clauses) == set(theme.clauses)


@pytest.mark.slow
@each_kind
def test_a_puzzle_holds_changes_its_answer_or_asks_nothing_under_other_rules(
    game: Game[Any], theme: PuzzleTheme
) -> None:
    rules, found = [*rule_sets(game.slug).values()], Counter[str]()
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for setup, puzzle in posed(game.slug, theme.slug, preset.name, SEEDS[:1]):
            others = [options, *Random(theme.slug).sample(rules, min(12, len(rules)))]
            found.update(compute_rule_change_effect(theme, setup, options, other, puzzle) for other in others)
    assert set(found) <= {"holds", "other answer", "void", "unproven"}
    assert found["holds"]


@pytest.mark.slow
@each_game
def test_puzzles_can_be_made_by_any_house_rules(game: Game[Any]) -> None:
    rng, made = Random(8), 0
    for drawn in filter(None, (some_rules(game, rng) for _ in range(6))):
        for theme in game.puzzle_themes:
            try:
                setup = theme.make(rng, drawn[0])
                puzzle = theme.pose(json.loads(json.dumps(setup)), drawn[0])
            except (VoidPuzzle, Unproven):
                continue
            made += 1
            assert theme.judge_answer(setup, drawn[0], puzzle.key, puzzle).right
    assert made >= len(game.puzzle_themes)


@each_game
def test_what_is_allowed_is_what_the_rules_allow(game: Game[Any]) -> None:
    """Where there are enough moves to choose from, that is asked."""
    if all(theme.slug != "what-is-allowed" for theme in game.puzzle_themes):
        return
    for _, puzzle in posed(game.slug, "what-is-allowed", game.options.presets[0].name, range(8)):
        state = game.load_position(puzzle.position)
        said = {re.sub("`", "", option.text): option.id in puzzle.key for option in puzzle.options}
        legal = {game.describe_move(move) for move in game.list_moves(state, 0)}
        assert all(said[text] for text in said.keys() & legal)
        assert set(said.values()) == {True, False}


@pytest.mark.slow
@each_game
def test_what_is_so_is_so_whatever_the_cards_are_that_nobody_shows(game: Game[Any]) -> None:
    kind = FactPuzzleKind(game, list_example_scenes(game))
    for scene in kind.scenes:
        for fact in filter(lambda text: game.all_facts[text.split()[0]].can_be_asked_in_puzzles, scene.facts):
            with suppress(VoidPuzzle):
                puzzle = kind.pose(scene.build_setup(fact=fact), scene.options)
                value = game.evaluate_fact(game.load_position(puzzle.position), 0, fact)
                assert value is not None
                assert puzzle.form != "number" or puzzle.key == value
                view = View(game.slug, 0, puzzle.position)
                for seed in SEEDS:
                    assert game.evaluate_fact(game.sample_possible_state(view, Random(seed)), 0, fact) == value, (
                        fact,
                        view,
                    )


each_that_asks_what_is_so = pytest.mark.parametrize(
    "game", [game for game, theme in KINDS if theme.slug == "what-is-so"], ids=lambda game: game.slug
)


def test_a_puzzle_that_was_kept_before_it_said_what_is_hidden_is_read() -> None:
    game = games.get("beggar-my-neighbor")
    kept = next(puzzle for _, puzzle in posed(game.slug, "what-is-so", game.options.presets[0].name, range(8)))
    whole = json.loads(json.dumps(kept.to_json()))
    assert Puzzle.from_json(whole) == kept
    asked = [{"kind": "number", "right": 3, "text": "", "others": []}]
    before = {key: value for key, value in whole.items() if key not in ("hidden", "working")}
    for one in (asked, asked[0], None):
        assert Puzzle.from_json({**before, "asked": one}) == replace(kept, hidden=(), working="")


@pytest.mark.slow
@each_that_asks_what_is_so
def test_a_hint_calls_only_a_number_even_or_odd(game: Game[Any]) -> None:
    for _, puzzle in posed(game.slug, "what-is-so", game.options.presets[0].name, range(8)):
        assert puzzle.form == "number" or "number" not in puzzle.hints[-1]


@pytest.mark.slow
@each_that_asks_what_is_so
def test_what_is_so_is_asked_with_four_answers_or_more(game: Game[Any]) -> None:
    """Where a fact has fewer, several things are said at once: each is so as the rules have it, or it is not."""
    for preset in game.options.presets:
        for setup, puzzle in posed(game.slug, "what-is-so", preset.name, range(3)):
            assert puzzle.guess_chance <= 1 / 4, puzzle.question
            said = {f"s{number}": one for number, one in enumerate(setup.get("said", []), 1)}
            state = game.load_position(puzzle.position)
            for option in puzzle.options if puzzle.form == "tick" else ():
                text, claimed = said[option.id]
                assert (option.id in puzzle.key) == (game.evaluate_fact(state, 0, text) == claimed), option.text


@each_game
def test_a_house_rule_is_in_force_or_not(game: Game[Any]) -> None:
    kind = HouseRulePuzzleKind(game)
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        puzzle = kind.pose(json.loads(json.dumps(kind.make_setup(Random(3), options))), options)
        sentences = {
            option.describe_value(options.get_option_value(option.name)) for option in game.options.list_options()
        }
        assert {one.id for one in puzzle.options if one.text in sentences} == set(puzzle.key)
        assert len(puzzle.key) < len(puzzle.options)


KEPT = [
    ("mille", "pile 9C 9D KC", "turn.phases discard.one", "out.no-discard-needed"),
    ("mille", "meld 9C 9D KC", "turn.phases meld.no-rearrange", ""),
    ("chinese-ten", "play 5C", "capture.one-card match.sum-to-ten turn.two-parts", ""),
]
"""Moves that are refused, with rules that they keep for certain, and with some that their judge does not come to."""
TABLES = {
    "pile": {"phase": "take", "hand": "9C 9D KC 4S", "pile": "5S 9H"},
    "meld": {"phase": "table", "hand": "9C 9D KC 4S", "pile": "5S"},
    "play": {"phase": "play", "hand": "5C KD", "layout": "5H 2D 7S JC"},
}


@pytest.mark.parametrize(("slug", "text", "kept", "unsure"), KEPT, ids=[text for _, text, _, _ in KEPT])
def test_what_a_refused_move_keeps_is_known_or_not_said(slug: str, text: str, kept: str, unsure: str) -> None:
    game = games.get(slug)
    state, move = (
        game.load_position(game.complete_position(expand_short_forms(game, TABLES[text.split()[0]]))),
        game.parse_move(text),
    )
    sure = ObservedRefusals(game, read_examples(game)).list_unbroken_rules(
        state, move, game.find_violation(state, 0, move)
    )
    assert {*kept.split()} <= sure
    assert not {*unsure.split()} & sure


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [game for game, theme in KINDS if theme.slug == "which-rule"], ids=lambda game: game.slug
)
def test_the_words_of_a_move_do_not_tell_which_rule_forbids_it(game: Game[Any]) -> None:
    """“Check” is never forbidden by “Checking” alone among rules about something else."""
    found = [puzzle for _, puzzle in posed(game.slug, "which-rule", game.options.presets[0].name, range(12))]
    assert len(found) > 10
    assert sum(told_by_words(puzzle) for puzzle in found) <= 0.1 * len(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [game for game, theme in KINDS if theme.slug == "which-rule"], ids=lambda game: game.slug
)
def test_a_hint_leaves_two_rules_of_four(game: Game[Any]) -> None:
    for _, puzzle in posed(game.slug, "which-rule", game.options.presets[0].name, range(8)):
        named = {option.id for option in puzzle.options if f"“{option.text}”" in puzzle.hints[2]}
        assert len(named) == 2
        assert puzzle.key in named


def told_by_words(puzzle: Puzzle) -> bool:
    """Return whether the right answer has more of the words of the question than any other one."""
    said = puzzle.question.partition("”")[0]
    shared = {option.id: len(stems(option.text) & stems(said)) for option in puzzle.options}
    return all(shared[puzzle.key] > number for id, number in shared.items() if id != puzzle.key)


def stems(text: str) -> set[str]:
    return {word[:4] for word in re.findall("[a-z]{3,}", text.lower())} - {"the", "and", "card"}

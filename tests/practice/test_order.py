"""In which order puzzles come: within what the lessons taught, and the easy ones first."""

from __future__ import annotations

from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.learn.models import StepDone
from core.practice import models
from core.practice.glicko import FIRST_ANSWERS
from core.practice.models import Attempt, Puzzle, Rating
from core.practice.next_puzzle import compute_readiness, generate_next_puzzle
from core.practice.themes import LearnerReadiness, find_sample_puzzle, get_difficulty, list_available_themes

pytestmark = pytest.mark.django_db
GAMES = list(games.all_games().values())


def taught(person: object, game: games.Game) -> set[str]:
    """The clauses of the first lesson, which this person has taken."""
    options, steps = game.options(), game.lessons[0].list_valid_steps(game, game.options())
    for step in steps:
        StepDone.mark_step_done(person, game, options, step.id)  # type: ignore[arg-type]
    return {clause for step in steps for clause in step.clauses}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_first_puzzles_are_about_the_lessons_taken_and_easy(game: games.Game, anna: User) -> None:
    met = taught(anna.person, game)
    reach = compute_readiness(anna.person, game)
    assert reach.met == met
    assert reach.aim < 1000
    plain, fitting = (
        [Puzzle.generate_puzzle(game, game.options(), reach=readiness, name=f"{label}/{number}") for number in range(6)]
        for label, readiness in (("plain", None), ("fitting", reach))
    )
    unknown, known = (sum(reach.count_unseen_clauses(puzzle.clauses) for puzzle in made) for made in (plain, fitting))
    assert known <= unknown


@pytest.mark.slow
def test_what_was_not_taught_is_asked_less(anna: User) -> None:
    """Not of each game: a small one may have nothing that its first lesson leaves out."""
    game = GAMES[0]
    taught(anna.person, game)
    reach = compute_readiness(anna.person, game)
    plain, fitting = (
        sum(
            reach.count_unseen_clauses(
                Puzzle.generate_puzzle(game, game.options(), reach=readiness, name=f"{label}/{number}").clauses
            )
            for number in range(6)
        )
        for label, readiness in (("plain", None), ("fitting", reach))
    )
    assert fitting < plain / 2


def test_puzzles_become_harder_with_the_rating(anna: User) -> None:
    game = GAMES[0]
    easy = compute_readiness(anna.person, game)
    Rating.objects.create(person=anna.person, game=game.slug, rating=1700, deviation=60)
    hard = compute_readiness(anna.person, game)
    themes = list_available_themes(game, game.options())
    mean = [
        sum(get_difficulty(theme, game.options()) for theme in fit) / len(fit)
        for fit in (reach.select_themes(themes, game.options()) for reach in (easy, hard))
    ]
    assert mean[0] < mean[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_new_players_start_with_puzzles_of_their_lessons(game: games.Game, anna: User) -> None:
    """Unless no kind of puzzle has any that's about these lessons alone."""
    met: set[str] = set()
    for lesson in game.lessons[:4]:
        for step in lesson.list_valid_steps(game, game.options()):
            StepDone.mark_step_done(anna.person, game, game.options(), step.id)
            met |= set(step.clauses)
        puzzles = [generate_next_puzzle(anna.person, game, game.options()) for _ in range(3)]
        if any(met.issuperset(puzzle.clauses) for puzzle in puzzles):
            assert all(met.issuperset(puzzle.clauses) for puzzle in puzzles), lesson.slug
        else:
            about = [
                posed
                for theme in list_available_themes(game, game.options())
                if (posed := find_sample_puzzle(theme, game.options()))
            ]
            assert not any(met.issuperset(posed.clauses) for posed in about), lesson.slug
    assert met.issuperset(puzzles[-1].clauses)


def test_after_ten_puzzles_come_puzzles_of_other_lessons_too(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game, reaches = GAMES[0], []
    monkeypatch.setattr(Puzzle, "generate_puzzle", lambda *asked, reach: reaches.append(reach))
    for _ in range(FIRST_ANSWERS + 1):
        generate_next_puzzle(anna.person, game, game.options())
        puzzle = Puzzle.objects.create(
            code=f"p{len(reaches)}", game=game.slug, theme="any", setup={}, digest="any", rating=1500
        )
        Attempt.objects.create(person=anna.person, puzzle=puzzle, tries=1, rated=True)
    assert [reach.is_new for reach in reaches] == [True] * FIRST_ANSWERS + [False]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_nobody_is_asked_the_same_again(game: games.Game, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """By luck that would bring the first puzzle for ever, for a kind, about a clause, and as it comes."""
    monkeypatch.setattr(models, "SystemRandom", lambda: Random(1))
    theme = list_available_themes(game, game.options())[0]
    looks = set()
    for wanted in ({"theme": theme.slug}, {"clause": theme.clauses[0]}, {}):
        for _ in range(3):
            puzzle = generate_next_puzzle(anna.person, game, game.options(), **wanted)
            assert puzzle.look == puzzle.engine_puzzle.content_digest not in looks
            looks.add(puzzle.look)
            Attempt.objects.create(person=anna.person, puzzle=puzzle)
        assert generate_next_puzzle(None, game, game.options(), **wanted).look in looks


def test_the_page_lists_what_was_not_taught_yet_as_later(as_anna: Client, anna: User) -> None:
    game = GAMES[0]
    assert "After more lessons" not in as_anna.get(f"/practice/{game.slug}/").text
    met = taught(anna.person, game)
    page = as_anna.get(f"/practice/{game.slug}/").text
    now, later = page.split("After more lessons")
    for theme in list_available_themes(game, game.options()):
        shelf = now if LearnerReadiness(frozenset(met), 0).is_ready_for_theme(theme, game.options()) else later
        assert f'value="{theme.slug}"' in shelf


def test_a_kind_that_was_asked_for_is_given(anna: User) -> None:
    game = GAMES[0]
    hardest = max(list_available_themes(game, game.options()), key=lambda theme: get_difficulty(theme, game.options()))
    assert generate_next_puzzle(anna.person, game, game.options(), hardest.slug).theme == hardest.slug
    assert Puzzle.objects.count() == 1

"""Ratings against the worked example of their author, and what must hold of any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.practice.glicko import FIRST_ANSWERS, LEAST, MOST, MOST_AT_ONCE, Result, Strength, rate_answer, rate_player

strengths = st.builds(Strength, st.floats(600, 2800), st.floats(LEAST, MOST), st.floats(0.04, 0.09))


def test_the_worked_example() -> None:
    # Glickman, "Example of the Glicko-2 system", 2013: 1464.06, 151.52, 0.05999.
    player = Strength(1500, 200, 0.06)
    results = [Result(Strength(1400, 30), 1.0), Result(Strength(1550, 100), 0.0), Result(Strength(1700, 300), 0.0)]
    after = rate_player(player, results)
    assert round(after.rating, 2) == 1464.05
    assert round(after.deviation, 2) == 151.52
    assert round(after.volatility, 5) == 0.06


@given(strengths, strengths)
def test_a_win_never_costs_and_a_loss_never_pays(player: Strength, opponent: Strength) -> None:
    assert rate_player(player, [Result(opponent, 1.0)]).rating >= player.rating
    assert rate_player(player, [Result(opponent, 0.0)]).rating <= player.rating


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_deviation_stays_within_its_bounds(player: Strength, opponent: Strength, score: float) -> None:
    assert LEAST <= rate_player(player, [Result(opponent, score)]).deviation <= MOST


@given(strengths)
def test_a_game_says_more_of_a_newcomer_than_of_an_old_hand(opponent: Strength) -> None:
    newcomer, old_hand = Strength(1500, 350), Strength(1500, 60)
    assert rate_player(newcomer, [Result(opponent, 1.0)]).rating > rate_player(old_hand, [Result(opponent, 1.0)]).rating


def test_without_a_game_one_is_only_less_sure() -> None:
    player = Strength(1620, 80)
    after = rate_player(player, [])
    assert round(after.rating, 6) == 1620
    assert after.deviation > player.deviation


@given(strengths, strengths, st.booleans(), st.sampled_from([0.0, 0.25, 0.5]))
def test_one_answer_changes_no_rating_by_much(player: Strength, puzzle: Strength, right: bool, guess: float) -> None:
    for before, after in zip((player, puzzle), rate_answer(player, puzzle, right, guess), strict=True):
        assert abs(after.rating - before.rating) <= MOST_AT_ONCE + 1e-6


def test_a_newcomer_neither_falls_nor_rises_far_by_the_first_answer() -> None:
    easy, fair = Strength(850, 200), Strength(1500, 200)
    assert rate_player(Strength(), [Result(easy, 0.0)]).rating < 1100
    assert rate_answer(Strength(), easy, right=False)[0].rating == 1500 - MOST_AT_ONCE
    plain, guessed = (rate_answer(Strength(), fair, right=True, guess=guess)[0].rating - 1500 for guess in (0.0, 0.5))
    assert 0 < guessed < plain / 2


answers_to_puzzles = st.tuples(strengths, st.booleans(), st.sampled_from([0.0, 0.25, 0.5]))


@given(st.lists(answers_to_puzzles, min_size=1, max_size=FIRST_ANSWERS + 5))
def test_nobody_loses_more_than_twenty_in_their_first_ten_puzzles(
    answers: list[tuple[Strength, bool, float]],
) -> None:
    """In whatever order, and however many points right answers have brought meanwhile."""
    assert FIRST_ANSWERS == 10
    solver, lost = Strength(), 0.0
    for before, (puzzle, right, guess) in enumerate(answers):
        after = rate_answer(solver, puzzle, right, guess, before)[0]
        change = after.rating - solver.rating
        assert change >= 0 if right else change <= 0
        assert change >= -20 - 1e-6
        if before < 10:
            lost += max(-change, 0.0)
        solver = after
    assert lost <= 20 + 1e-6


@pytest.mark.parametrize("deviation", [60, 350])
def test_whoever_is_right_as_often_as_expected_stays_where_they_are(deviation: float) -> None:
    player, guess = Strength(1500, deviation), 0.5
    up, down = (rate_answer(player, Strength(1500, 60), right, guess)[0].rating - 1500 for right in (True, False))
    by_luck_or_not = guess + (1 - guess) * 0.5
    assert abs(by_luck_or_not * up + (1 - by_luck_or_not) * down) < 1

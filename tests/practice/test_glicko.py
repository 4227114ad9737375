"""Ratings against the worked example of their author, and what must hold of any."""

from hypothesis import given
from hypothesis import strategies as st

from core.practice.glicko import LEAST, MOST, Strength, rated

strengths = st.builds(Strength, st.floats(600, 2800), st.floats(LEAST, MOST), st.floats(0.04, 0.09))


def test_the_worked_example() -> None:
    # Glickman, "Example of the Glicko-2 system", 2013: 1464.06, 151.52, 0.05999.
    player = Strength(1500, 200, 0.06)
    results = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    after = rated(player, results)
    assert round(after.rating, 2) == 1464.05
    assert round(after.deviation, 2) == 151.52
    assert round(after.volatility, 5) == 0.06


@given(strengths, strengths)
def test_a_win_never_costs_and_a_loss_never_pays(player: Strength, opponent: Strength) -> None:
    assert rated(player, [(opponent, 1.0)]).rating >= player.rating
    assert rated(player, [(opponent, 0.0)]).rating <= player.rating


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_deviation_stays_within_its_bounds(player: Strength, opponent: Strength, score: float) -> None:
    assert LEAST <= rated(player, [(opponent, score)]).deviation <= MOST


@given(strengths)
def test_a_game_says_more_of_a_newcomer_than_of_an_old_hand(opponent: Strength) -> None:
    newcomer, old_hand = Strength(1500, 350), Strength(1500, 60)
    assert rated(newcomer, [(opponent, 1.0)]).rating > rated(old_hand, [(opponent, 1.0)]).rating


def test_without_a_game_one_is_only_less_sure() -> None:
    player = Strength(1620, 80)
    after = rated(player, [])
    assert round(after.rating, 6) == 1620
    assert after.deviation > player.deviation

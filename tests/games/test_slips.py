"""The learner bot is weak as a beginner is: it says which mistakes it makes, and a steady player profits by them."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.engine.bot import list_typical_mistakes
from games.engine.game import Game
from games.engine.tournament import play_duel

GAMES = [
    one
    for one in games.all_games().values()
    if one.decides and type(one.bots["learner"]) is not type(one.bots["steady"])
]
"""Those with something to be mistaken about: in a game of luck alone all bots are alike."""
MATCHES = {"guts": 600, "anaconda": 40, "contract-rummy": 4}
"""How many are played where luck decides much, or a match takes long."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_learner_says_which_mistakes_it_makes(game: Game[Any]) -> None:
    slips = game.bots["learner"].slips  # type: ignore[attr-defined]
    assert all(0 < slip.often <= 1 for slip in slips)
    assert list_typical_mistakes(game.bots["learner"])
    assert not list_typical_mistakes(game.bots["steady"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_steady_beats_it_clearly(game: Game[Any]) -> None:
    number = MATCHES.get(game.slug, 12) if game.deals_differ else 60
    *_, score = play_duel(game, game.options(), [game.bots["steady"], game.bots["learner"]], number)
    assert score.share_of_points >= 0.6 or score.confidence_interval[0] > 0.5

"""Addresses of games: the game itself is found in them, or there is no such address."""

import pytest
from django.urls import Resolver404, resolve, reverse

import games

OF_GAMES = ("/games/{}/rules/", "/practice/{}/", "/rules/{}/", "/api/v1/games/{}/", "/api/v1/games/{}/oracle/legal/")


@pytest.mark.parametrize("address", OF_GAMES)
def test_a_game_stands_in_its_address(address: str) -> None:
    for slug, game in games.all_games().items():
        found = resolve(address.format(slug))
        assert found.kwargs == {"game": game}
        for named in (game, slug):
            assert reverse(found.view_name, kwargs={"game": named}) == address.format(slug)
    with pytest.raises(Resolver404):
        resolve(address.format("no-game"))

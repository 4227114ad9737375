"""Pages that list games make no more queries when there are more games."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from core.learn.models import StepDone
from games.engine.game import Game
from variants import services
from variants.rules_by_digest import list_unsaved_rules

PAGES = ("/", "/games/", "/rules/", "/practice/", "/play/", "/me/")
MORE, STEP = 7, "first"


@pytest.fixture
def longer_shelf(monkeypatch: pytest.MonkeyPatch) -> list[Game[Any]]:
    """Add `MORE` games, each a copy of an existing one with a different name and no course."""
    there = list(games.all_games().values())
    more = []
    for number in range(MORE):
        like = there[number % len(there)]
        assert like.rulebook
        assert like.puzzle_themes  # read by now from the folder of its own name
        one = copy.copy(like)
        one.__dict__.update(slug=f"{like.slug}-{number}", lessons=())
        more.append(one)
    shelf = {game.slug: game for game in [*there, *more]}
    monkeypatch.setattr(games, "all_games", lambda: shelf)
    return more


def at_home_in(client: Client, user: User, found: list[Game[Any]]) -> None:
    """For each game, finish a step and set three different rule sets: the person's, the site's, and a link's."""
    for game in found:
        StepDone.objects.create(person=user.person, game=game.slug, step=STEP)
        own, sites, linked = (list_unsaved_rules(game)[number % len(list_unsaved_rules(game))] for number in (1, 2, 3))
        services.save_preferred_rules(user.person, services.save_rules(game, own, person=user.person))
        services.set_site_default_rules(game, services.save_rules(game, sites, site=True))
        client.get(f"/games/{game.slug}/?rules={linked.digest()}")


def asked(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(path).status_code in (200, 302)
    return [query["sql"] for query in queries]


@pytest.fixture
def counts(as_anna: Client, anna: User) -> dict[str, int]:
    """Return the numbers of queries of the pages, for a person who has used every game."""
    at_home_in(as_anna, anna, list(games.all_games().values()))
    return {path: len(asked(as_anna, path)) for path in PAGES for _ in range(2)}


@pytest.mark.slow
def test_a_longer_shelf_asks_no_more(
    counts: dict[str, int], as_anna: Client, anna: User, longer_shelf: list[Game[Any]]
) -> None:
    at_home_in(as_anna, anna, longer_shelf)
    for path in PAGES:
        asked(as_anna, path)
        now = asked(as_anna, path)
        assert len(now) == counts[path], (path, now)
    assert longer_shelf[-1].slug in as_anna.get("/games/").content.decode()


@pytest.mark.slow
def test_a_linked_rule_set_is_followed_beside_others(as_anna: Client, anna: User) -> None:
    """The pages read the rule sets of all games at once, and still tell them apart."""
    there = list(games.all_games().values())
    at_home_in(as_anna, anna, there)
    page = as_anna.get("/rules/").content.decode()
    for game in there:
        assert f"/rules/{game.slug}/{list_unsaved_rules(game)[3 % len(list_unsaved_rules(game))].digest()}/" in page

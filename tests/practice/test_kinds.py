"""Which kinds of puzzle are offered, and what the house keeps of its own, with the real makers of every game."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from django.test import Client

import games
from core.practice import maintenance
from core.practice.models import NoPuzzlePossible, Puzzle
from core.practice.themes import list_available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import compute_rule_change_effect
from variants import services

pytestmark = pytest.mark.django_db
ONE_PACK = {"packs": "1", "wild-rule": "printed-only"}
"""One pack, and no negative joker: hardly a position of the book is left."""


def slugs(game: Game[Any], options: Options) -> set[str]:
    return {theme.slug for theme in list_available_themes(game, options)}


def some_rules_of_every_game() -> list[Any]:
    found = [pytest.param(games.get("vazhushal").options(ONE_PACK), id="vazhushal one pack")]
    for game in games.all_games().values():
        ends = (game.options.presets[0], game.options.presets[-1])
        found += [pytest.param(game.options.load_preset(one.name), id=f"{game.slug} {one.name}") for one in ends]
    return found


def game_of(options: Options) -> Game[Any]:
    return next(game for game in games.all_games().values() if isinstance(options, game.options))


@pytest.mark.slow
@pytest.mark.parametrize("options", some_rules_of_every_game())
def test_a_kind_is_offered_exactly_if_it_asks_something(options: Options, stranger: Client) -> None:
    game = game_of(options)
    services.set_site_default_rules(game, services.save_rules(game, options, site=True))
    offered = slugs(game, options)
    page = stranger.get(f"/practice/{game.slug}/").text
    listed = stranger.get(f"/api/v1/games/{game.slug}/?rules={options.digest()}").json()["themes"]
    assert {theme.slug for theme in game.puzzle_themes if f'value="{theme.slug}"' in page} == offered
    assert {theme["slug"] for theme in listed} == offered
    for theme in game.puzzle_themes:
        if theme.slug in offered:
            puzzle = Puzzle.generate_puzzle(game, options, theme.slug)
            assert puzzle.digest == options.digest()
            assert compute_rule_change_effect(theme, puzzle.setup, options, options) == "holds"
        else:
            with pytest.raises(NoPuzzlePossible):
                Puzzle.generate_puzzle(game, options, theme.slug)


@pytest.mark.parametrize(
    ("slug", "values", "gone"),
    [
        ("court-piece", {}, {"spot-the-revoke", "put-it-right"}),
        ("court-piece", {"revoke-mode": "claimable"}, set()),
        ("vazhushal", {}, set()),
        ("vazhushal", ONE_PACK, {"throw-in"}),
    ],
)
def test_kinds_that_ask_nothing_are_known(slug: str, values: dict[str, Any], gone: set[str]) -> None:
    game = games.get(slug)
    assert {theme.slug for theme in game.puzzle_themes} - slugs(game, game.options(values)) == gone


def test_a_program_is_offered_the_same_without_rules_as_by_the_book(stranger: Client) -> None:
    for game in games.all_games().values():
        offered = slugs(game, game.options())
        for address in (f"/api/v1/games/{game.slug}/", f"/api/v1/games/{game.slug}/?rules=book"):
            assert {theme["slug"] for theme in stranger.get(address).json()["themes"]} == offered


def test_a_surprise_is_of_a_kind_that_asks_something(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("court-piece")
    asking = [theme for theme in game.puzzle_themes if theme.slug == "which-cards"]
    silent = [theme for theme in game.puzzle_themes if theme.slug == "spot-the-revoke"]
    monkeypatch.setattr(game, "puzzle_themes", tuple(silent * 30 + asking))
    for _ in range(3):
        assert "/puzzle/" in stranger.post(f"/practice/{game.slug}/new/").url


@pytest.mark.slow
def test_the_houses_own_puzzles_follow_the_sites_default_rules() -> None:
    game = games.get("vazhushal")
    book, options = game.options(), game.options(ONE_PACK)
    maintenance.fill_site_collection(game)
    assert {one.digest for one in Puzzle.objects.in_site_collection(game.slug)} == {book.digest()}
    services.set_site_default_rules(game, services.save_rules(game, options, site=True))
    made = maintenance.fill_site_collection(game)
    kept = list(Puzzle.objects.in_site_collection(game.slug))
    assert made == len(kept) == maintenance.PER_THEME * len(slugs(game, options))
    assert [one.get_status_under_rules(options) for one in kept] == ["holds"] * made
    assert [compute_rule_change_effect(one.engine_theme, one.setup, options, options) for one in kept] == [
        "holds"
    ] * made
    assert maintenance.fill_site_collection(game) == 0
    services.set_site_default_rules(game, None)
    assert maintenance.fill_site_collection(game) == 0, "the book’s are there still"
    assert {one.digest for one in Puzzle.objects.in_site_collection(game.slug)} == {book.digest()}


@pytest.mark.slow
def test_a_preview_tells_what_becomes_of_the_sites_own_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "PATIENCE", inf)
    game = games.get("vazhushal")
    options = game.options(ONE_PACK)
    services.set_site_default_rules(game, services.save_rules(game, options, site=True))
    maintenance.fill_site_collection(game)
    told = [
        one
        for one in maintenance.list_puzzles_affected_by_rules(None, game, options, game.options())
        if one.kind == "puzzle"
    ]
    assert told
    assert not [one for one in told if "again" in one.change]

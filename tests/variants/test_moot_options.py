"""An option that can't matter under other house rules says so, and nothing about it is on offer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games
from core.learn.course import get_course
from games.engine.game import Game
from games.engine.options import Options
from tests.conftest import HTMX
from tests.games.wandering import move_of, some_rules
from variants.forms import build_rules_form

GAMES = list(games.all_games().values())
MOVES = 150
PAIRS = 6


def moot(game: Game[Any], options: Options) -> list[str]:
    return [one.name for one in options.list_options() if not game.rulebook.is_option_relevant(one.name, options)]


def test_without_a_negative_joker_its_options_do_not_apply() -> None:
    game = games.get("vazhushal")
    book, without = game.options(), game.options({"wild-rule": "printed-only"})
    assert {*moot(game, without)} - {*moot(game, book)} == {"neg-printed", "neg-drawable", "ranked-wild-hand-value"}
    assert "negative" in get_course(game, book)
    assert "negative" not in get_course(game, without)


def pairs(game: Game[Any], rng: Random) -> Iterator[tuple[Options, Options, str]]:
    """House rules, and the same with another value of an option that can't matter under them."""
    for _ in range(PAIRS):
        found = some_rules(game, rng)
        names = moot(game, found[0]) if found else []
        for name in rng.sample(names, min(2, len(names))):
            options = found[0]  # type: ignore[index]
            for value in options.get_option(name).list_values_to_try():
                chosen = {**options.list_nonstandard_values(), name: value}
                if value != options.get_option_value(name) and not game.options.list_option_problems(chosen):
                    yield options, game.options(chosen), name


@pytest.mark.repeated
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_match_is_the_same_with_any_value_of_an_option_that_cannot_matter(game: Game[Any]) -> None:
    for one, other, name in pairs(game, Random(4)):
        both = [seats for seats in game.seats if not one.list_option_problems(one.list_nonstandard_values(), seats)]
        if not both or any(other.list_option_problems(other.list_nonstandard_values(), seats) for seats in both[:1]):
            continue
        first, second = game.start_match(one, both[0]), game.start_match(other, both[0])
        luck, same = Random(name), Random(name)
        for _ in range(MOVES):
            if not first.waiting:
                break
            assert (first.waiting, first.interrupting_seats) == (second.waiting, second.interrupting_seats), (
                name,
                one.list_nonstandard_values(),
            )
            seat = luck.choice(first.waiting)
            assert seat == same.choice(second.waiting)
            move, like = move_of(game, first, seat, luck), move_of(game, second, seat, same)
            assert move == like, (name, one.list_nonstandard_values())
            assert game.apply_move(first, seat, move) == game.apply_move(second, seat, like), (
                name,
                one.list_nonstandard_values(),
            )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_option_that_cannot_matter_is_marked(game: Game[Any]) -> None:
    rules = {game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)}
    for options in rules:
        rows = [row for _, rows in build_rules_form(game, options).list_option_groups() for row in rows]
        assert [row.option.name for row in rows if not row.applies] == moot(game, options)


def test_the_mark_comes_and_goes_with_each_choice(client: Client, db: None) -> None:
    page = reverse("variants:game", args=["vazhushal"])
    mark = "Doesn’t apply"
    says = client.get(page).text.partition('id="says-neg-printed"')[2].partition("</summary>")[0]
    assert mark not in says
    answer = client.post(
        reverse("variants:preview", args=["vazhushal"]), {"rule-wild-rule": "printed-only"}, headers=HTMX
    ).text
    assert mark in answer.partition('id="says-neg-printed"')[2].partition("</span>\n")[0]

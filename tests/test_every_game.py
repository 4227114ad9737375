"""Every page, form, and endpoint, tried with every game. Nothing here knows what a game is about."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

import games
from core.api.models import Token
from core.learn import urls as learn
from core.play import bots
from core.play.models import Table
from core.practice.models import Puzzle
from games.engine.bot import ITSELF
from games.engine.game import Game
from games.engine.puzzle import Unproven, VoidPuzzle
from games.engine.state import DEALER
from games.engine.table import Table as Board
from tests.games.wandering import move_of

pytestmark = pytest.mark.django_db
each_game = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
LONGEST = 4000
PAGES = {str(page.pattern) for page in learn.game if "<" not in str(page.pattern)} - {"start-over/"}
"""The addresses of a game's pages, after its own; one more is opened here with every game."""


def good(answer: Any) -> str:
    assert answer.status_code in (200, 201, 302), (answer.request["PATH_INFO"], answer.content[:500])
    return str(answer.content.decode())


def quick(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all bots with the quickest one, if there are any, so that a match takes seconds."""
    if not game.bots:
        return
    level = "learner" if "learner" in game.bots else next(iter(game.bots))
    bot = game.bots[level]
    monkeypatch.setattr(type(game), "bots", {"learner": bot, "steady": bot})


@pytest.mark.slow
@each_game
def test_to_look_around(client: Client, game: Game[Any]) -> None:
    home = f"/games/{game.slug}/"
    assert game.title in good(client.get("/games/"))
    assert game.title in good(client.get("/"))
    for path in PAGES:
        assert game.title in good(client.get(home + path))
    for path in (
        f"/rules/{game.slug}/",
        f"/practice/{game.slug}/",
        f"/play/?game={game.slug}",
        "/rules/",
        "/practice/",
    ):
        good(client.get(path))
    assert game.title in good(client.get(f"/api/v1/docs/records/{game.slug}/"))
    for preset in game.options.presets:
        digest = game.options.load_preset(preset.name).digest()
        good(client.get(f"/rules/{game.slug}/?preset={preset.name}"))
        good(client.get(f"{home}rules/?rules={digest}"))


@pytest.mark.slow
@each_game
def test_to_practice(client: Client, game: Game[Any]) -> None:
    for theme in game.puzzle_themes:
        answer = client.post(f"/practice/{game.slug}/new/", {"theme": theme.slug})
        path = answer.url.partition("?")[0]
        good(client.get(answer.url))
        if path == f"/practice/{game.slug}/":  # by the book there is nothing of this kind to ask
            continue
        good(client.post(f"{path}hint/"))
        puzzle = Puzzle.objects.get(code=path.rstrip("/").rpartition("/")[2])
        key = puzzle.engine_puzzle.key
        given = {"answer": key} if not isinstance(key, dict) else {f"answer-{id}": label for id, label in key.items()}
        if puzzle.engine_puzzle.form == "play":
            for move in key if isinstance(key, list) else []:
                good(client.post(f"{path}move/", {"move": move}))
            given = {} if isinstance(key, list) else {"answer": key}
        assert "Correct" in good(client.post(f"{path}answer/", given)), theme.slug


@pytest.mark.slow
@each_game
def test_to_play_a_match(client: Client, game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """In one hand, the visitor makes random moves in two seats and bots play the rest, until the deal is over."""
    quick(game, monkeypatch)
    good(client.post("/play/now/", {"game": game.slug, "name": "Zoe"}))
    table, rng = Table.objects.get(), Random(5)
    path = table.get_absolute_url()
    for _ in range(LONGEST):
        table.refresh_from_db()
        if table.is_over or table.is_between_deals:
            break
        if table.bot_due:
            assert bots.play_bot_turn(table.pk, table.version), table.board.state.phase
            continue
        state, seat = table.board.state, table.waits_for[0]
        good(client.get(path))
        good(client.get(f"{path}allowed/"))
        good(client.get(f"{path}allowed/?mark=1"))
        move = str(move_of(game, state, seat, rng))
        good(client.post(f"{path}move/", {"move": move, "version": table.version}, headers={"HX-Request": "true"}))
    assert table.is_over or table.is_between_deals
    good(client.get(f"{path}replay/{table.moves.count()}/?all"))
    good(client.get(f"{path}replay/1/"))
    assert json.loads(good(client.get(f"{path}record.json")))["game"] == game.slug
    if table.is_between_deals:
        good(client.post(f"{path}deal/", {"version": table.version}))


@each_game
def test_to_choose_house_rules(client: Client, game: Game[Any]) -> None:
    option = game.options.list_options()[0]
    value = next(value for value in option.list_values() if value != option.default)
    changed = game.options({option.name: value})
    form = {f"rule-{one.name}": _written(changed.get_option_value(one.name)) for one in game.options.list_options()}
    good(client.post(f"/rules/{game.slug}/preview/", form))
    saved = client.post(f"/rules/{game.slug}/save/", form)
    good(saved)
    good(client.get(f"/rules/{game.slug}/{changed.digest()}/"))
    good(client.get(f"/rules/{game.slug}/diff/{changed.digest()}/{game.options().digest()}/"))
    assert escape(option.describe_value(value)) in good(client.get(f"/rules/{game.slug}/{changed.digest()}/"))


def _written(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@each_game
def test_to_administer(admin_client: Client, game: Game[Any]) -> None:
    good(admin_client.get(f"/admin/variants/ruleset/add/?game={game.slug}"))


@pytest.mark.slow
@each_game
def test_for_programs(game: Game[Any], anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(game, monkeypatch)
    _, secret = Token.create_with_secret(anna, "walk", ["play", "practice", "learn", "rules"], 1)
    program = Client(headers={"Authorization": f"Token {secret}"})

    def post(path: str, body: Any) -> Any:
        return json.loads(good(program.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")))

    at = f"games/{game.slug}/"
    clause = next(iter(game.clauses))
    digest = game.options().digest()
    for path in ("", "clauses/", f"clauses/{clause}/", "options/", "rulebook/", f"rules/{digest}/", "course/"):
        json.loads(good(program.get(f"/api/v1/{at}{path}")))
    board = Board(game, game.options(), game.seats[0])
    board.play_dealer_moves(Random(1))
    seat = board.state.waiting[0]
    assert seat != DEALER
    question = {"position": game.build_position(board.state), "seat": seat}
    actions = post(f"{at}oracle/legal/", question)["actions"]
    move = next(move for action in actions for move in action["moves"])
    assert post(f"{at}oracle/check/", {**question, "move": move})["legal"]
    post(f"{at}oracle/apply/", {**question, "move": move})
    post(f"{at}oracle/explain/", {**question, "move": move})
    program.post(f"/api/v1/{at}oracle/score/", json.dumps({"position": question["position"]}), "application/json")
    for theme in game.puzzle_themes[:3]:
        try:
            puzzle = post("puzzles/", {"game": game.slug, "theme": theme.slug})
        except (VoidPuzzle, Unproven):
            continue
        key = Puzzle.objects.get(code=puzzle["code"]).engine_puzzle.key
        assert post(f"puzzles/{puzzle['code']}/attempts/", {"answer": key})["right"]
    table = post(
        "tables/", {"game": game.slug, "seating": ["me", *["steady" if game.decides else ITSELF] * (game.seats[0] - 1)]}
    )
    for path in ("", "moves/", "record/"):
        json.loads(good(program.get(f"/api/v1/tables/{table['code']}/{path}")))

"""Tables in the API: the same permissions as on the page, and no cards of other players."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

from core.api.docs import get_schema
from core.play import bots, moves, seating
from core.play import seating as table_seating
from core.play.models import Move, Table
from core.play.seating import create_table
from games import all_games
from games.engine.game import Game
from tests.api.conftest import Program


def _version(code: str) -> int:
    return Table.objects.get(code=code).version


def _legal(game: Game[Any], table: dict[str, Any]) -> str:
    state = game.load_position(table["position"])
    return str(game.list_moves(state, table["seat"])[0])


def _unchanged(table: dict[str, Any]) -> bool:
    return _version(table["code"]) == table["version"]


# -- works --------------------------------------------------------------------------------------------------------


def test_a_table_is_set_up_and_listed(annas: Program, table: dict[str, Any]) -> None:
    assert (table["seat"], table["status"], table["your_turn"]) == (0, "playing", True)
    listed = annas.get("tables/").json()
    assert [row["code"] for row in listed["results"]] == [table["code"]]
    assert table["live"] == f"/live/table/{table['code']}/"


def test_a_move_is_made(annas: Program, table: dict[str, Any], game: Game[Any]) -> None:
    move = _legal(game, table)
    found = annas.post(f"tables/{table['code']}/moves/", {"move": move, "version": table["version"]})
    assert found.status_code == 200, found.content
    assert found.json()["move"] == {"number": table["version"] + 1, "text": move}
    assert found.json()["table"]["version"] == table["version"] + 1


def test_what_happened_is_told(annas: Program, table: dict[str, Any], game: Game[Any]) -> None:
    annas.post(f"tables/{table['code']}/moves/", {"move": _legal(game, table), "version": table["version"]})
    told = annas.get(f"tables/{table['code']}/moves/?since={table['version']}").json()
    assert [move["seat"] for move in told["moves"]] == [0]
    assert told["moves"][0]["told"][0].startswith("You draw")
    assert told["version"] == _version(table["code"])
    first = annas.get(f"tables/{table['code']}/moves/?limit=1").json()
    assert first["more"]
    rest = annas.get(f"tables/{table['code']}/moves/?since={first['version']}").json()
    assert len(rest["moves"]) == Move.objects.filter(table__code=table["code"]).count() - 1


@pytest.mark.slow
def test_a_match_goes_on_to_the_next_deal(annas: Program, table: dict[str, Any], game: Game[Any]) -> None:
    from random import Random

    rng, code = Random(4), table["code"]
    early = annas.post(f"tables/{code}/deal/", {"version": table["version"]})
    assert (early.status_code, early.json()["code"]) == (409, "table.not-playing")
    found = Table.objects.get(code=code)
    while not found.is_between_deals:
        if not bots.play_bot_turn(found.pk, found.version):
            moves.play_move(found, 0, str(game.draw_random_move(found.board.state, 0, rng)))
        found.refresh_from_db()
    shown = annas.get(f"tables/{code}/").json()
    assert shown["between"]
    assert shown["result"]["sentence"]
    assert shown["opened"][0]["text"].startswith("dealer")
    dealt = annas.post(f"tables/{code}/deal/", {"version": shown["version"]}).json()
    assert not dealt["between"]
    assert dealt["version"] > shown["version"]


def test_seats_by_invitation(annas: Program, bens: Program, ben: User) -> None:
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()
    assert made["status"] == "open"
    joined = bens.post("tables/join/", {"invite": made["invite"]})
    assert (joined.status_code, joined.json()["seat"], joined.json()["status"]) == (200, 1, "playing")
    assert bens.delete(f"tables/{made['code']}/seat/").status_code == 204
    assert bens.get(f"tables/{made['code']}/").json()["seat"] is None
    assert bens.post(f"tables/{made['code']}/seat/").json()["seat"] == 1
    full = annas.post("tables/join/", {"invite": made["invite"], "seat": 1})
    assert full.json()["seat"] == 0
    assert bens.post("tables/join/", {"invite": "nothing"}).status_code == 404


def test_bots_take_seats(annas: Program, bens: Program) -> None:
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()
    bot = annas.post(f"tables/{made['code']}/seats/1/bot/", {"level": "steady"})
    assert (bot.status_code, bot.json()["seats"][1]["level"]) == (200, "steady")
    assert annas.post(f"tables/{made['code']}/seats/0/bot/", {"level": "steady"}).json()["code"] == "table.seat-taken"
    assert annas.post(f"tables/{made['code']}/seats/1/bot/", {"level": "genius"}).json()["code"] == "table.bad-seats"
    assert bens.post(f"tables/{made['code']}/seats/1/bot/", {"level": "steady"}).status_code == 404


def test_a_move_is_taken_back_and_a_program_is_told(annas: Program, table: dict[str, Any], game: Game[Any]) -> None:
    code, stored = table["code"], Table.objects.get(code=table["code"])
    assert annas.post(f"tables/{code}/back/", {"version": table["version"]}).json()["code"] == "table.too-late"
    rng = Random(4)
    while stored.back != 0:
        if not bots.play_bot_turn(stored.pk, stored.version):
            moves.play_move(stored, 0, str(game.draw_random_move(stored.board.state, 0, rng)))
        stored.refresh_from_db()
    shown = annas.get(f"tables/{code}/").json()
    assert shown["may_take_back"]
    back = annas.post(f"tables/{code}/back/", {"version": shown["version"]}).json()
    assert back["version"] == shown["version"] + 1
    told = annas.get(f"tables/{code}/moves/?since={shown['version']}").json()
    assert (told["moves"], told["rewound"]) == ([], back["version"])


def test_the_record_and_once_more(annas: Program, table: dict[str, Any]) -> None:
    record = annas.get(f"tables/{table['code']}/record/").json()
    assert record["position"] == table["position"]
    again = annas.post(f"tables/{table['code']}/again/")
    assert again.status_code == 201
    assert again.json()["code"] != table["code"]


def test_nobody_sets_up_tables_without_end(
    annas: Program, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES", 1)
    made = {"game": "vazhushal", "seating": ["me", "learner"]}
    for path, body in (("tables/", made), (f"tables/{table['code']}/again/", {})):
        refused = annas.post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "table.too-many"), path
    assert Table.objects.count() == 1


def test_rules_of_a_table(annas: Program, game: Game[Any]) -> None:
    seating = ["me", "learner"]
    kept = annas.post("rules/", {"game": "vazhushal", "options": {"packs": "2"}}).json()
    by_hash = annas.post("tables/", {"game": "vazhushal", "seating": seating, "rules": kept["digest"]}).json()
    assert by_hash["options"] == {"packs": "2"}
    inline = annas.post("tables/", {"game": "vazhushal", "seating": seating, "options": {"packs": "2"}}).json()
    assert inline["rules"] == kept["digest"]


# -- refused, and nothing changed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ("discard ZZ", 422, "bad-text"),
        ("discard 5C 5C", 422, "move.illegal"),
        ("meld 5C 5C 5C", 422, "move.illegal"),
        ("deal 5C", 422, "move.illegal"),
        ("", 422, "invalid"),
    ],
)
def test_moves_that_are_refused(annas: Program, table: dict[str, Any], move: str, status: int, code: str) -> None:
    response = annas.post(f"tables/{table['code']}/moves/", {"move": move, "version": table["version"]})
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert response["Content-Type"] == "application/problem+json"
    assert _unchanged(table)
    if code == "move.illegal":
        assert all(clause["id"] and clause["text"] for clause in response.json()["clauses"])


def test_a_move_out_of_turn(annas: Program, bens: Program) -> None:
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()
    table = bens.post("tables/join/", {"invite": made["invite"]}).json()
    other = bens if table["waiting"] == [0] else annas
    response = other.post(f"tables/{table['code']}/moves/", {"move": "stock", "version": table["version"]})
    assert (response.status_code, response.json()["code"]) == (409, "move.turn")
    assert response.json()["clauses"][0]["id"] == "table.turn"
    assert "seat" not in response.json()["detail"]  # by name, as on the page
    assert _unchanged(table)


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_stale_version(annas: Program, table: dict[str, Any], off: int) -> None:
    response = annas.post(f"tables/{table['code']}/moves/", {"move": "stock", "version": table["version"] + off})
    assert (response.status_code, response.json()["code"]) == (409, "table.stale")
    assert response.json()["version"] == table["version"]
    assert ("has moved on" if off < 0 else "isn’t at that version yet") in response.json()["detail"]
    assert _unchanged(table)


@pytest.mark.parametrize("game", all_games().values(), ids=str)
def test_it_is_documented_who_can_take_a_seat(strangers: Program, game: Game[Any]) -> None:
    levels = strangers.get(f"games/{game.slug}/").json()["bots"]
    said = get_schema()["components"]["schemas"]["TableRequest"]["properties"]["seating"]["description"]
    assert all(level in levels or f"`{level}`" in said for level in game.automatic_player_levels)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "hearts", "seating": ["me"]}, "not-found"),
        ({"game": "vazhushal", "seating": ["me"]}, "bad-option"),
        ({"game": "vazhushal", "seating": ["me", "me"]}, "table.bad-seats"),
        ({"game": "vazhushal", "seating": ["me", "genius"]}, "table.bad-seats"),
        ({"game": "vazhushal", "seating": []}, "invalid"),
        ({"game": "vazhushal", "seating": ["me", "link"], "pace": "slow"}, "invalid"),
        ({"game": "vazhushal", "seating": ["me", "link"], "options": {"no-such": 1}}, "bad-option"),
        ({"game": "vazhushal", "seating": ["me", *["link"] * 5], "options": {"packs": "1"}}, "bad-option"),
        ({"game": "vazhushal", "seating": ["me", "link"], "forced_moves": "yes"}, "invalid"),
        ({"game": "vazhushal", "seating": "me"}, "invalid"),
    ],
)
def test_tables_that_cannot_be(annas: Program, body: dict[str, Any], code: str) -> None:
    response = annas.post("tables/", body)
    assert response.json()["code"] == code
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"pace": "warp"}, "This must be at-once, brisk, or calm."),
        ({"pace": ["calm"]}, "This must be at-once, brisk, or calm."),
        ({"patience": "30"}, "This must be 0, 30, or 120."),
        ({"patience": False}, "This must be 0, 30, or 120."),
    ],
)
def test_what_is_one_of_a_few_says_which(annas: Program, wrong: dict[str, Any], said: str) -> None:
    response = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"], **wrong})
    assert response.json()["errors"] == [{"where": f"/{next(iter(wrong))}", "what": said}]


# -- others -------------------------------------------------------------------------------------------------------

CALLS = ["", "moves/", "record/"]


@pytest.mark.parametrize("path", CALLS)
def test_nobody_elses_table_is_there(bens: Program, table: dict[str, Any], path: str) -> None:
    assert bens.get(f"tables/{table['code']}/{path}").status_code == 404


def test_nobody_else_moves(bens: Program, table: dict[str, Any]) -> None:
    asked = {"move": "stock", "version": table["version"]}
    for path, body in (("moves/", asked), ("deal/", {"version": 1}), ("seat/", None), ("again/", None)):
        assert bens.post(f"tables/{table['code']}/{path}", body).status_code == 404
    assert _unchanged(table)


@pytest.mark.parametrize("path", ["tables/", "rules/", "attempts/", "me/", "me/data/", "progress/?game=vazhushal"])
def test_a_stranger_needs_a_token(strangers: Program, path: str) -> None:
    response = strangers.get(path)
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
    assert response["WWW-Authenticate"] == "Bearer"
    assert response["Content-Type"] == "application/problem+json"


def test_a_session_is_no_token(as_anna: Any, table: dict[str, Any]) -> None:
    """A session cookie gives no access to the API, so no other site can use it through a browser."""
    assert as_anna.get(f"/api/v1/tables/{table['code']}/").status_code == 401
    move = json.dumps({"move": "stock", "version": table["version"]})
    response = as_anna.post(f"/api/v1/tables/{table['code']}/moves/", move, content_type="application/json")
    assert response.status_code == 401
    assert _unchanged(table)


def test_nobody_sees_through_another_seat(annas: Program, bens: Program, table: dict[str, Any]) -> None:
    assert annas.get(f"tables/{table['code']}/?seat=0").status_code == 200
    refused = annas.get(f"tables/{table['code']}/?seat=1")
    assert (refused.status_code, refused.json()["code"]) == (403, "table.not-your-seat")
    assert bens.get(f"tables/{table['code']}/?seat=0").status_code == 404


def test_nobody_else_is_told_that_a_move_had_no_other(
    anna: User, ben: User, annas: Program, bens: Program, game: Game[Any]
) -> None:
    table = create_table(anna.person, game, game.options(), ["me", "link"])
    table_seating.sit_down(table, ben.person)
    table.refresh_from_db()
    seat = table.waits_for[0]
    moves.play_move(table, seat, str(table.board.list_moves(seat)[0]))
    table.moves.filter(seat=seat).update(by=Move.MoverKind.ITSELF)
    told = [program.get(f"tables/{table.code}/moves/").json()["moves"][-1]["by"] for program in (annas, bens)]
    assert told[seat] == "itself"
    assert told[1 - seat] == "person"


def test_the_links_of_a_table_are_not_for_those_who_have_left_it(annas: Program, anna: User, bens: Program) -> None:
    """They can see the table, but can't invite players or spectators."""
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "link"]}).json()
    path, link = f"tables/{made['code']}/", {"invite": made["invite"]}
    bens.post("tables/join/", link)
    seating.set_spectator_link(Table.objects.get(code=made["code"]), anna.person, True)
    links = {name: annas.get(path).json()[name] for name in ("invite", "watch")}
    assert all(links.values())
    shown = bens.get(path).json()
    assert {name: shown[name] for name in links} == links
    bens.delete(f"{path}seat/")
    for rest in ("", "moves/", "record/"):
        response = bens.get(path + rest)
        assert response.status_code == 200
        assert not [name for name, secret in links.items() if secret in response.content.decode()], rest
    assert bens.post(f"{path}seat/").json()["invite"] == links["invite"]


def test_who_only_set_up_a_table_sees_no_cards(annas: Program) -> None:
    made = annas.post("tables/", {"game": "vazhushal", "seating": ["learner", "learner"], "pace": "at-once"}).json()
    assert made["seat"] is None
    assert set("".join(made["position"]["hands"])) <= {"?", " "}
    move = annas.post(f"tables/{made['code']}/moves/", {"move": "stock", "version": made["version"]})
    assert (move.status_code, move.json()["code"]) == (403, "table.not-seated")


def test_a_wrong_scope(anna: User, program_of: Callable[..., Program], table: dict[str, Any]) -> None:
    response = program_of(anna, "learn").get(f"tables/{table['code']}/")
    assert (response.status_code, response.json()["code"], response.json()["scope"]) == (403, "scope.missing", "play")


def test_a_reading_token(anna: User, program_of: Callable[..., Program], table: dict[str, Any]) -> None:
    reader = program_of(anna, "play", read_only=True)
    assert reader.get(f"tables/{table['code']}/").status_code == 200
    response = reader.post(f"tables/{table['code']}/moves/", {"move": "stock", "version": table["version"]})
    assert (response.status_code, response.json()["code"]) == (403, "scope.read-only")
    assert reader.delete(f"tables/{table['code']}/seat/").status_code == 403
    assert _unchanged(table)


@pytest.mark.parametrize(
    "body",
    [{}, {"move": "stock"}, {"version": 1}, {"move": "stock", "version": "1"}, {"move": "stock", "version": -1}, []],
)
def test_nonsense(annas: Program, table: dict[str, Any], body: Any) -> None:
    response = annas.post(f"tables/{table['code']}/moves/", json.dumps(body))
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    assert annas.get(f"tables/{table['code']}/moves/?since=x").status_code == 400
    assert annas.get(f"tables/{table['code']}/?seat=x").status_code == 400
    assert _unchanged(table)


def test_the_wrong_method(annas: Program, table: dict[str, Any]) -> None:
    assert annas.get(f"tables/{table['code']}/deal/").status_code == 405
    assert annas.delete(f"tables/{table['code']}/").status_code == 405
    assert _unchanged(table)


# -- secrets ------------------------------------------------------------------------------------------------------


def _texts(found: Any) -> list[str]:
    if isinstance(found, dict):
        return [text for value in found.values() for text in _texts(value)]
    if isinstance(found, list):
        return [text for value in found for text in _texts(value)]
    return [found] if isinstance(found, str) else []


@pytest.mark.slow
def test_no_answer_holds_anothers_cards(annas: Program, game: Game[Any]) -> None:
    """With one deck, there's only one of each card, so a card from another hand in a response is a leak."""
    body = {"game": "vazhushal", "seating": ["me", "learner"], "options": {"packs": "1"}, "pace": "at-once"}
    code = annas.post("tables/", body).json()["code"]
    for _ in range(12):
        table = Table.objects.get(code=code)
        state = table.board.state
        own = {card.code for card in (*state.hands[0], *state.known[1])}
        hidden = ({card.code for card in (*state.hands[1], *state.stock)} - own) - {
            card.code for card in (*state.wilds, state.negative)
        }
        for path in ("", "moves/", "record/"):
            words = {
                word.strip(".,:;")
                for text in _texts(annas.get(f"tables/{code}/{path}").json())
                for word in text.split()
            }
            public = {card.code for card in state.line} | {c.base.code for own in state.melds for m in own for c in m}
            told = words & (hidden - public)
            assert not told, (path, told)
        assert not {card for card in hidden if card in annas.get("tables/").content.decode()}
        refused = annas.post(f"tables/{code}/moves/", {"move": f"discard {min(hidden)}", "version": table.version})
        assert refused.status_code in (409, 422)
        if 0 in state.waiting:
            moves.play_move(
                table, 0, str(game.list_moves(state, 0)[0] if state.phase != "table" else game.list_moves(state, 0)[-1])
            )
        else:
            bots.play_bot_turn(table.pk, table.version)


def test_a_closed_table_says_so(annas: Program, table: dict[str, Any]) -> None:
    assert (table["status"], table["closed"]) == ("playing", False)
    seating.close_table(Table.objects.get(code=table["code"]))
    shown = annas.get(f"tables/{table['code']}/").json()
    (row,) = annas.get("tables/").json()["results"]
    assert [(one["status"], one["closed"]) for one in (shown, row)] == [("over", True)] * 2

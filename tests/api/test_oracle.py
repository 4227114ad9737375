"""The oracle: what the rules say about a position. Only a question that can't be understood is an error."""

import json
from random import Random
from typing import Any

import pytest

from core.api.docs import get_schema
from core.api.oracle import views as oracle
from games import all_games
from games.engine.game import Game
from games.engine.table import Table
from tests.api.conftest import Program
from tests.games.slow import FOUND

AT = "games/vazhushal/oracle/"
HAND = {"hands": ["5C 6C 7C 2D 9S", "? ? ?"], "line": "8H", "phase": "table", "negative": "4S"}
QUESTIONS = ("legal", "check", "apply", "explain", "score")


def _ask(program: Program, what: str, position: Any, seat: int = 0, **more: Any) -> Any:
    body = {"position": position, **({} if what == "score" else {"seat": seat}), **more}
    return program.post(f"{AT}{what}/", body)


def test_legal_lists_actions_and_moves(strangers: Program, game: Game[Any]) -> None:
    found = _ask(strangers, "legal", HAND).json()
    actions = {action["verb"]: action for action in found["actions"]}
    assert "meld 5C 6C 7C" in actions["meld"]["moves"]
    assert not actions["meld"]["complete"]
    assert actions["discard"]["complete"]
    assert len(actions["discard"]["moves"]) == 5
    assert actions["meld"]["fields"][0]["zones"] == ["hand-0"]
    state = game.load_position(HAND)
    for action in found["actions"]:
        for move in action["moves"]:
            assert game.find_violation(state, 0, game.parse_move(move)) is None


@pytest.mark.parametrize("slug", all_games())
def test_a_record_is_played_again_as_the_page_for_programs_says(strangers: Program, slug: str) -> None:
    record = strangers.get(f"games/{slug}/match/").json()
    first = record["moves"][0][1].split()[0]
    position = {"phase": first, "seats": record["seats"], "options": record["options"]}
    for seat, text in record["moves"][:60]:
        body = {"position": position, "seat": seat, "move": text, "whole": True}
        position = strangers.post(f"games/{slug}/oracle/apply/", body).json()["position"]
    if len(record["moves"]) <= 60:
        match = position["match"]
        assert (match["over"], match["scores"], match["winners"]) == (True, record["scores"], record["winners"])


def test_legal_out_of_turn(strangers: Program) -> None:
    found = _ask(strangers, "legal", HAND, seat=1).json()
    assert (found["actions"], found["waiting"]) == ([], [0])
    assert found["violation"]["id"] == "table.turn"
    assert found["violation"]["text"].endswith("is waiting for seat 0.")


def test_check_names_the_clause(strangers: Program) -> None:
    found = _ask(strangers, "check", HAND, move="meld 5C 6C 2D")
    assert found.status_code == 200
    assert not found.json()["legal"]
    assert found.json()["violation"]["id"] == "meld.kinds"
    assert _ask(strangers, "check", HAND, move="meld 5C 6C 7C").json()["legal"]


def test_check_out_of_turn_is_an_answer(strangers: Program) -> None:
    found = _ask(strangers, "check", HAND, seat=1, move="stock")
    assert (found.status_code, found.json()["violation"]["id"]) == (200, "table.turn")


def test_what_is_the_case_is_asked_by_name(strangers: Program, game: Game[Any]) -> None:
    described = strangers.get("games/vazhushal/").json()
    assert [fact["name"] for fact in described["facts"]] == list(game.all_facts)
    found = _ask(strangers, "ask", HAND, fact="legal meld 5C 6C 7C").json()
    assert found == {"kind": "yes-no", "value": True, "clauses": []}
    assert _ask(strangers, "ask", HAND, fact="refused-by meld 5C 6C 2D").json()["value"] == "meld.kinds"
    for fact in ("", "weather", "dealer 3"):
        assert _ask(strangers, "ask", HAND, fact=fact).status_code in (400, 422), fact


def test_readings_of_a_wild_card(strangers: Program) -> None:
    position = {**HAND, "hands": ["5C 6C * 2D 9S", "? ? ?"], "melds": [["TD JD QD"]]}
    found = _ask(strangers, "check", position, move="meld 5C 6C *=?").json()
    assert found["legal"]
    assert {"meld *=4C 5C 6C", "meld 5C 6C *=7C"} <= set(found["readings"])
    refused = _ask(strangers, "apply", position, move="meld 5C 6C *=?")
    assert (refused.status_code, refused.json()["code"]) == (422, "table.unclear")


def test_options_decide(strangers: Program) -> None:
    position = {"hands": ["5C 6C 7C 9S", "?"], "phase": "table", "negative": "9H", "melds": [["TD JD QD"]]}
    move = "meld 5C 6C 9S=7C"
    assert _ask(strangers, "check", position, move=move).json()["legal"]
    printed = _ask(strangers, "check", position, move=move, options={"wild-rule": "printed-only"}).json()
    assert printed["violation"]["id"] == "wild.set"


def test_apply_moves_on_and_tells_the_seat_only_its_own(strangers: Program, game: Game[Any]) -> None:
    table = Table(game, game.options(), 2)
    table.play_dealer_moves(Random(3))
    seat = table.state.waiting[0]
    whole = game.build_position(table.state)
    found = _ask(strangers, "apply", whole, seat=seat, move="stock").json()
    table.play_move(seat, "stock")
    assert found["position"] == table.build_view(seat).position
    assert found["position"]["hands"][1 - seat] == " ".join(["?"] * 13)
    assert "draw" in found["events"][0]["text"]
    all_of_it = _ask(strangers, "apply", whole, seat=seat, move="stock", whole=True).json()
    assert all_of_it["position"] == game.build_position(table.state)


def test_apply_refuses_what_is_illegal(strangers: Program) -> None:
    found = _ask(strangers, "apply", HAND, move="meld 5C 6C 2D")
    assert (found.status_code, found.json()["code"]) == (422, "move.illegal")
    assert found.json()["clauses"][0]["id"] == "meld.kinds"
    early = _ask(strangers, "apply", HAND, seat=1, move="stock")
    assert (early.status_code, early.json()["code"]) == (409, "move.turn")


@pytest.mark.slow
def test_a_view_is_enough(strangers: Program, game: Game[Any]) -> None:
    """A seat's view can be sent to the oracle unchanged, with the others' cards hidden."""
    rng = Random(5)
    table = Table(game, game.options(), 3)
    for _ in range(30):
        table.play_dealer_moves(rng)
        seat = table.state.waiting[0]
        view = table.build_view(seat).position
        for action in _ask(strangers, "legal", view, seat=seat).json()["actions"]:
            for move in action["moves"][:2]:
                assert _ask(strangers, "check", view, seat=seat, move=move).json()["legal"]
                assert _ask(strangers, "apply", view, seat=seat, move=move).status_code == 200
        table.play_move(seat, game.draw_random_move(table.state, seat, rng))


def test_explain_has_the_rulebooks_words(strangers: Program, game: Game[Any]) -> None:
    found = _ask(strangers, "explain", HAND, move="meld 5C 6C 2D").json()
    assert found["clauses"][0]["broken"]
    assert found["clauses"][0]["text"] == game.rulebook.find_clause_entry("meld.kinds", game.options()).text
    allowed = _ask(strangers, "explain", HAND, move="discard 2D").json()
    assert allowed["legal"]
    assert [clause["id"] for clause in allowed["clauses"]] == ["discard.one"]


def test_score_counts_what_is_known(strangers: Program) -> None:
    found = _ask(strangers, "score", {**HAND, "melds": [["TD JD QD"]]}).json()
    assert found == {"counts": True, "scores": [{"seat": 0, "score": 30 - 29}, {"seat": 1, "score": None}]}
    assert not _ask(strangers, "score", {"phase": "dealer"}).json()["counts"]


BAD_POSITIONS = [
    ({"hands": ["5X", "?"]}, "bad-text"),
    ({"hands": ["5C 5C 5C", "?"], "options": {"packs": "1"}}, "bad-position"),
    ({"hands": [" ".join(["?"] * 60), "?"]}, "bad-position"),
    ({"hands": ["AC"], "no-such-key": 1}, "bad-text"),
    ({"options": {"no-such": 1}}, "bad-option"),
    ({"options": {"packs": "1"}, "seats": 6}, "bad-option"),
    ({"seats": 99}, "bad-text"),
    ({"seats": True}, "bad-text"),
    ({"hands": 7}, "bad-text"),
    ({"game": "hearts"}, "bad-text"),
    ({"melds": [["5C 9D 2H"]]}, "bad-position"),
    ({"match": {"scores": ["x"]}}, "bad-text"),
    ({"match": {"scores": [int("9" * 4300), 0]}}, "bad-text"),
]


@pytest.mark.parametrize("what", QUESTIONS)
@pytest.mark.parametrize(("position", "code"), BAD_POSITIONS)
def test_positions_that_cannot_be(strangers: Program, what: str, position: Any, code: str) -> None:
    more = {"move": "stock"} if what in ("check", "apply", "explain") else {}
    response = _ask(strangers, what, position, **more)
    assert (response.status_code, response.json()["code"]) == (422, code), response.content
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "move", ["", "discard", "discard ZZ", "DISCARD 5C", "meld / 5C", "wipe 3", "x" * 801, "discard 5C 5C"]
)
def test_moves_that_say_little(strangers: Program, move: str) -> None:
    response = _ask(strangers, "check", HAND, move=move)
    found = response.json()
    assert (response.status_code == 200 and not found["legal"]) or found["code"] in ("bad-text", "invalid")


@pytest.mark.parametrize(
    "body",
    [
        [],
        None,
        "stock",
        {},
        {"position": HAND},
        {"position": [], "seat": 0, "move": "stock"},
        {"position": HAND, "seat": "0", "move": "stock"},
        {"position": HAND, "seat": True, "move": "stock"},
        {"position": HAND, "seat": 0.5, "move": "stock"},
        {"position": HAND, "seat": -2, "move": "stock"},
        {"position": HAND, "seat": 2, "move": "stock"},
        {"position": HAND, "seat": 0, "move": 5},
        {"position": HAND, "seat": 0, "move": "stock", "moves": []},
        {"position": HAND, "seat": 0, "move": "stock", "options": {}, "rules": "book"},
        {"position": HAND, "seat": 0, "move": "stock", "options": None},
    ],
)
def test_questions_that_are_none(strangers: Program, body: Any) -> None:
    response = strangers.post(f"{AT}check/", json.dumps(body))
    assert (response.status_code, response.json()["code"]) == (422, "invalid"), response.content


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nonsense",
        '{"a": NaN}',
        '{"a": 1e}',
        "[" * 100_000,
        '{"a":' * 100 + "1" + "}" * 100,
        '{"position": {"hands": ["\\ud800"]}}',
        '{"position": {"hands": ["\\u0000"]}}',
        '{"position": {"hands": ["\\u0000"]}}'.encode("utf-16-le"),
        b'{"position": {"hands": ["\xed\xa0\x80"]}}',
        b"\xff\xfe\x00",
        "1" * 5000,
        "[]",
    ],
)
def test_text_that_is_no_json(strangers: Program, text: str | bytes) -> None:
    response = strangers.post(f"{AT}check/", text)
    assert response.status_code in (400, 422), response.content
    assert response.json()["code"] in ("malformed", "invalid")
    for word in ("codec", "sys.", "dictionary"):
        assert word not in response.text, "a word of Python"


@pytest.mark.parametrize(("key", "said"), [("hands", "“hands” is in the same object twice"), ("\\ud800", "U+D800")])
def test_a_key_that_comes_twice_is_refused(strangers: Program, key: str, said: str) -> None:
    """It isn't clear which one is meant, and a different parser might use the other one."""
    response = strangers.post(f"{AT}check/", f'{{"position": {{"{key}": ["7H"], "{key}": ["8H"]}}}}')
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
    assert said in response.json()["detail"]


def test_a_number_that_no_json_writes_again_is_none(strangers: Program) -> None:
    assert strangers.post(f"{AT}check/", '{"a": 1e999}').json()["code"] == "malformed"


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "vazhushal", "options": {"\\ud800": 1}}'.encode("utf-16-le"),
        b'{"game": "vazhushal", "options": {"\xed\xa0\x80": 1}}',
    ],
)
def test_half_of_a_letter_is_not_read(annas: Program, body: bytes) -> None:
    """It can't be written as UTF-8, so a refusal with it in the text would fail."""
    response = annas.post("rules/", body)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


def test_a_large_body_is_not_read(strangers: Program) -> None:
    response = strangers.post(f"{AT}check/", b"[" + b" " * 5_000_000 + b"]")
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]
)
def test_bodies_of_another_kind(strangers: Program, kind: str) -> None:
    response = strangers.client.post(f"/api/v1/{AT}check/", "x=1", content_type=kind)
    assert (response.status_code, response.json()["code"]) == (415, "media-type")


def test_answers_of_another_kind(strangers: Program) -> None:
    response = strangers.post(f"{AT}check/", {}, Accept="text/html")
    assert (response.status_code, response.json()["code"]) == (406, "not-acceptable")


def test_the_wrong_method(strangers: Program) -> None:
    for what in QUESTIONS:
        response = strangers.get(f"{AT}{what}/")
        assert (response.status_code, response["Allow"]) == (405, "POST")


@pytest.mark.slow
def test_whatever_is_asked_of_random_tables_is_answered(strangers: Program, game: Game[Any]) -> None:
    """Every question about every kind of position gets a response that isn't a server error."""
    rng = Random(11)
    verbs = list(game.verbs)
    cards = ["5C", "KD", "*", "?", "*=9S", "*=?", "QH=?", "AS"]
    for seats in (2, 4):
        table = Table(game, game.options(), seats)
        for _ in range(60):
            position = game.build_position(table.state) if rng.random() < 0.5 else table.build_view(0).position
            move = f"{rng.choice(verbs)} {rng.choice(['', '1', '3', '101'])} {' '.join(rng.sample(cards, 3))}"
            for what in QUESTIONS:
                more = {"move": move} if what in ("check", "apply", "explain") else {}
                response = _ask(strangers, what, position, seat=rng.randrange(-1, seats), **more)
                assert response.status_code in (200, 409, 422), (what, position, move)
                assert response.status_code == 200 or response.json()["code"] != "unanswerable", (what, position, move)
            table.play_dealer_moves(rng)
            if not table.is_over:
                seat = table.state.waiting[0]
                table.play_move(seat, game.draw_random_move(table.state, seat, rng))


def _worst() -> dict[str, Any]:
    found: list[dict[str, Any]] = json.loads(FOUND.read_text())["vazhushal"]
    return found[0]["position"]


@pytest.mark.parametrize("what", QUESTIONS)
def test_what_once_stopped_the_site_is_answered(strangers: Program, what: str) -> None:
    more = {"move": "stock"} if what in ("check", "apply", "explain") else {}
    assert _ask(strangers, what, _worst(), **more).status_code == 200


def test_a_list_that_was_cut_is_not_called_complete(strangers: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _ask(strangers, "legal", HAND).json()["actions"]
    monkeypatch.setattr(oracle, "LISTED", 5)
    cut = _ask(strangers, "legal", HAND).json()["actions"]
    assert any(action["complete"] for action in whole)
    assert not any(action["complete"] for action in cut)
    assert [action["verb"] for action in cut] == [action["verb"] for action in whole]


def test_a_list_without_room_for_all_is_not_called_complete(
    strangers: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "MOST_MOVES", 2)
    found = _ask(strangers, "legal", HAND).json()["actions"]
    assert not any(action["complete"] for action in found)


@pytest.mark.parametrize("path", [*(f"games/{{game}}/oracle/{what}/" for what in [*QUESTIONS, "ask"]), "puzzles/"])
def test_it_is_documented_that_a_question_may_be_too_hard(path: str) -> None:
    answers = get_schema()["paths"][f"/api/v1/{path}"]["post"]["responses"]
    assert "`too-hard`" in answers["422"]["description"]


def test_the_belt_ends_in_a_problem(strangers: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.http.middleware.SECONDS", 0.0)
    position = {"phase": "table", "hands": ["* * 3C 4C 6D 7D 9H TH QS KS 2S 7C 7H", "?"], "melds": [LONG, []]}
    options = {"packs": "2", "extra-jokers": 4}
    found = _ask(strangers, "legal", position, options=options)
    assert (found.status_code, found["Content-Type"]) == (422, "application/problem+json")
    assert found.json()["code"] == "too-hard"
    assert "7D" not in found.json()["detail"]


LONG = ["5C 6C 7C", "4H 5H 6H 7H 8H", "9C 9D 9S", "TC TD TS", "2C 2D 2H", "JD QD KD AD"]

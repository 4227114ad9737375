"""The documentation: the schema is committed, the examples are real, and the page is small."""

import asyncio
import inspect
import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import jsonschema
import pytest
import yaml
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve
from drf_spectacular.validation import validate_schema

import games
from core.api import docs as docs_views
from core.api.docs import BOT, ENGINE, ENVIRONMENT, EXAMPLES, get_schema, split_fenced_code
from core.api.errors import PROBLEMS
from core.api.example_recorder import (
    describe_json_structure,
    list_structure_differences,
    record_examples,
    shorten_response,
)
from core.api.models import SCOPES
from core.server import asgi_tools
from core.server.wsgi_bridge import REFUSALS
from games.engine.game import Game
from games.engine.table import Table
from games.engine.view import FIELD_KINDS, LAYOUTS
from tests.api.conftest import Program, address

COMMITTED = Path(__file__).with_name("schema.yaml")


def _operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (method, path, operation)
        for path, operations in get_schema()["paths"].items()
        for method, operation in operations.items()
    }


def test_the_schema_is_the_one_that_was_agreed_on() -> None:
    """After an intended change, run `manage.py spectacular --file tests/api/schema.yaml`."""
    assert get_schema() == json.loads(json.dumps(yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)))


@pytest.mark.slow
def test_the_schema_is_openapi_3_1() -> None:
    assert get_schema()["openapi"] == "3.1.0"
    validate_schema(get_schema())


def test_those_who_ask_for_the_schema_at_once_do_not_get_in_each_others_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator fails if two threads are the first to use it."""
    made = []

    class Slow:
        def get_schema(self, **_: Any) -> dict[str, Any]:
            made.append(self)
            sleep(0.05)
            return {"openapi": "3.1.0"}

    monkeypatch.setattr(docs_views, "SchemaGenerator", Slow)
    docs_views._generate_schema.cache_clear()
    try:
        with ThreadPoolExecutor(3) as threads:
            found = [asked.result() for asked in [threads.submit(get_schema) for _ in range(3)]]
    finally:
        docs_views._generate_schema.cache_clear()
    assert found == [{"openapi": "3.1.0"}] * 3
    assert len(made) == 1


def test_every_operation_says_how_it_may_fail() -> None:
    for name, (_, _, operation) in _operations().items():
        errors = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
        assert "429" in errors, name
        assert "Retry-After" in errors["429"]["headers"]
        for status, answer in errors.items():
            assert answer["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
            codes = re.findall(r"`([^`]+)`:", answer["description"])
            assert codes, (name, status)
            assert {str(PROBLEMS[code][0]) for code in codes} == {status}


@pytest.mark.parametrize("status", asgi_tools.PROBLEMS)
def test_what_is_refused_before_the_site_is_asked_is_an_error_like_all_others(status: int) -> None:
    assert REFUSALS.keys() <= asgi_tools.PROBLEMS.keys()
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(asgi_tools.send_problem(send, status, "It cannot be."))
    found = json.loads(sent[1]["body"])
    jsonschema.validate(found, get_schema()["components"]["schemas"]["Problem"])
    assert (sent[0]["status"], PROBLEMS[found["code"]][:2]) == (status, (status, found["title"]))
    assert (b"access-control-allow-origin", b"*") in sent[0]["headers"]


@pytest.mark.slow
def test_every_operation_says_which_scopes_it_needs(program_of: Any, anna: User, strangers: Program) -> None:
    others = {scope: program_of(anna, *(other for other in SCOPES if other != scope)) for scope in SCOPES}
    for name, (method, path, operation) in _operations().items():
        needs = [scope for one in operation.get("security", ()) for scope in one["token"]]
        told = strangers.client.generic(method.upper(), address(path))
        assert (told.status_code == 401) == bool(operation.get("security")), name
        for scope in needs:
            refused = others[scope].client.generic(method.upper(), address(path))
            assert (refused.status_code, refused.json()["scope"]) == (403, scope), name


READ = re.compile(r'GET(?:\.get)?[(\[]"(\w+)"|"(\w+)" (?:not )?in [\w.]*GET|integer_parameter\(\s*\w+, "(\w+)"')
"""The ways in which a view reads a parameter of the query."""


def test_every_query_parameter_that_a_view_reads_is_documented() -> None:
    """If a view reads another parameter, name it in `document_operation`."""
    documented: dict[Any, set[str]] = {}
    for _, path, operation in _operations().values():
        names = {field["name"] for field in operation.get("parameters", ()) if field["in"] == "query"}
        documented.setdefault(resolve(address(path)).func.cls, set()).update(names)
    read = {view: {"".join(names) for names in READ.findall(inspect.getsource(view))} for view in documented}
    assert not {view: names - documented[view] for view, names in read.items() if names - documented[view]}
    assert {"game", "seat", "since"} <= set().union(*read.values())


@pytest.mark.slow
def test_every_header_that_is_promised_comes(strangers: Program) -> None:
    for name, (method, path, operation) in _operations().items():
        if "304" in operation["responses"]:
            found = strangers.client.generic(method.upper(), address(path))
            again = strangers.client.get(address(path), headers={"If-None-Match": found["ETag"]})
            assert (found.status_code, again.status_code) == (200, 304), name


def test_every_kind_of_field_is_described() -> None:
    """The actions of all games consist of the kinds of fields in the documentation."""
    field = get_schema()["components"]["schemas"]["ActionField"]["properties"]["kind"]
    assert field["enum"] == list(FIELD_KINDS)
    assert all(f"`{kind}`" in field["description"] for kind in FIELD_KINDS)
    for game in games.all_games().values():
        rng, board = Random(3), Table(game, game.options(), game.seats[0])
        for _ in range(40):
            board.play_dealer_moves(rng)
            if board.is_over:
                break
            seat = board.state.waiting[0]
            screen = board.build_screen(seat)
            assert {one.kind for action in screen.actions for one in action.fields} <= set(FIELD_KINDS)
            assert {zone.layout for zone in screen.zones} <= set(LAYOUTS)
            board.play_move(seat, game.draw_random_move(board.state, seat, rng))


def test_the_document_says_where_it_is_from(strangers: Program) -> None:
    document = strangers.get("schema/").json()
    assert [server["url"] for server in document["servers"]] == ["/"]


def test_every_operation_has_an_example() -> None:
    recorded = {call["operation"] for call in json.loads(EXAMPLES.read_text())}
    assert recorded == set(_operations())


@pytest.mark.slow
def test_the_examples_still_happen(db: None) -> None:
    """After an intended change, run `manage.py record_examples`."""
    before, now = json.loads(EXAMPLES.read_text()), json.loads(json.dumps(record_examples(cut=False)))
    told = [(call["operation"], call["title"], call["status"], call["type"]) for call in before]
    assert told == [(call["operation"], call["title"], call["status"], call["type"]) for call in now]
    for old, new in zip(before, now, strict=True):
        _is_the_same(old, new)
        assert not list_structure_differences(
            describe_json_structure(old["answer"]), describe_json_structure(new["answer"])
        ), old["operation"]
        _fits_the_schema(new)
        times = re.findall(r'"(\d{4}-\d\d-\d\dT[^"]*)"', json.dumps(new["answer"]))
        assert not [time for time in times if not time.endswith("Z")], old["operation"]


def _is_the_same(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Check that responses without chance are the same: references and the oracle completely, errors only in kind."""
    if _operations()[old["operation"]][2].get("security"):
        kind = ("type", "title", "status", "code") if old["status"] >= 400 else ()
        assert [old["answer"][key] for key in kind] == [new["answer"][key] for key in kind]
    else:
        assert (old["path"], old.get("body")) == (new["path"], new.get("body"))
        assert old["answer"] == shorten_response(new["answer"]), old["operation"]


def _fits_the_schema(call: dict[str, Any]) -> None:
    """Check a response, with all its keys, against the schema: OpenAPI 3.1 uses JSON Schema."""
    answers = _operations()[call["operation"]][2]["responses"]
    answer = answers[str(call["status"])]
    if not call["type"]:
        assert "content" not in answer
        return
    wanted = answer["content"][call["type"]]["schema"]
    jsonschema.validate(call["answer"], {**wanted, "components": get_schema()["components"]})
    if "$ref" in wanted and call["status"] < 300:
        documented = get_schema()["components"]["schemas"][wanted["$ref"].rpartition("/")[2]]
        if "oneOf" not in documented:
            assert call["answer"].keys() <= documented["properties"].keys(), call["operation"]


def test_no_example_shows_a_token() -> None:
    for call in json.loads(EXAMPLES.read_text()):
        assert call.get("headers", {}).get("Authorization", "Bearer …") == "Bearer …"


@pytest.fixture
def docs(stranger: Client) -> str:
    response = stranger.get("/api/v1/docs/")
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.fixture
def engine(stranger: Client) -> str:
    response = stranger.get("/api/v1/docs/engine/")
    assert response.status_code == 200
    return str(response.content.decode())


LEGENDS = [f"records/{slug}/" for slug in games.all_games()]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "engine/", *LEGENDS])
def test_a_page_is_light_and_alone(page: str, stranger: Client) -> None:
    said = stranger.get(f"/api/v1/docs/{page}").content.decode()
    assert len(said.encode()) < 500_000
    assert not re.search(r'(?:src|href)="(?:https?:)?//', said)
    assert not re.search(r"<script(?![^>]*src=)|\sstyle=|\son[a-z]+=", said)


def test_the_page_has_every_operation_problem_and_the_bot(docs: str) -> None:
    docs = docs.replace("<wbr>", "")
    for name, (method, path, _) in _operations().items():
        assert f'id="{name}"' in docs
        assert f"{method.upper()} {path}" in docs
    for code in PROBLEMS:
        assert f'id="problem-{code}"' in docs
    assert "urlopen" in docs


@pytest.mark.repeated
@pytest.mark.parametrize("page", ["", "engine/", *LEGENDS])
def test_a_page_has_no_link_that_leads_nowhere(page: str, stranger: Client) -> None:
    said = stranger.get(f"/api/v1/docs/{page}").content.decode()
    ids = set(re.findall(r'id="([^"]+)"', said))
    assert set(re.findall(r'href="#([^"]+)"', said)) <= ids | {"icon-house", "icon-theme", "icon-person", "pip-d"}


def test_the_pages_lead_to_each_other(docs: str, engine: str) -> None:
    assert 'href="/api/v1/docs/"' in engine
    wanted = set(re.findall(r'href="/api/v1/docs/engine/(?:#([^"]+))?"', docs))
    assert len(wanted) > 1
    assert wanted - {""} <= set(re.findall(r'id="([^"]+)"', engine))


def test_the_documentation_leads_to_the_records_of_every_game(docs: str) -> None:
    for slug in games.all_games():
        assert f'href="/api/v1/docs/records/{slug}/"' in docs


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_a_small_match_is_shown_move_by_move(stranger: Client, game: Game[Any]) -> None:
    """The page shows the record as the API returns it, with each move and result."""
    said = unescape(stranger.get(f"/api/v1/docs/records/{game.slug}/").content.decode())
    record = stranger.get(f"/api/v1/games/{game.slug}/match/").json()
    shown = re.findall(r"<li><code>(.*?)</code> <span>(.*?)</span>", said)
    assert [json.loads(pair) for pair, _ in shown] == record["moves"]
    assert all(told.endswith((".", "!", "?")) for _, told in shown)
    found = [json.loads(text) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", said, re.DOTALL)]
    assert found[1:-1] == record["results"]
    assert {**found[0], **found[-1]}.items() <= record.items()


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_a_legend_explains_every_verb_and_leads_to_the_rulebook(stranger: Client, game: Game[Any]) -> None:
    legend = stranger.get(f"/api/v1/docs/records/{game.slug}/").content.decode()
    assert all(f'id="move-{verb}"' in legend for verb in game.verbs)
    linked = set(re.findall(rf'href="/games/{game.slug}/rules/#([^"]+)"', legend))
    assert linked <= set(game.clauses)


def test_there_are_no_records_of_a_game_that_is_not_here(stranger: Client) -> None:
    assert stranger.get("/api/v1/docs/records/whist/").status_code == 404
    assert stranger.post("/api/v1/docs/records/mille/").status_code == 405


def test_the_page_on_the_engine_shows_its_code_and_the_environment_as_they_are(engine: str) -> None:
    shown = [unescape(text) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", engine, re.DOTALL)]
    assert shown == [*(text for kind, text in split_fenced_code(ENGINE.read_text()) if kind), ENVIRONMENT.read_text()]


@pytest.mark.parametrize(("example", "most"), [(BOT, 40), (ENVIRONMENT, 130)], ids=["bot", "environment"])
def test_an_example_is_short(example: Path, most: int) -> None:
    lines = [line for line in example.read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(lines) <= most

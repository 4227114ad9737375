"""On the real site, the documentation's bot plays a match, a program listens, and large bodies get an explanation."""

import http.client
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest

from core.api.docs import BOT, get_schema
from tests.house import IN_HASTE, House

pytestmark = pytest.mark.processes

MAKE = """
from django.contrib.auth.models import User; from core.api.models import Token
for name in ("robot", "listener", "another"):
    user = User.objects.create(username=name)
    for scope in ("play", "learn"):
        print("SECRET", name, scope, Token.create_with_secret(user, "a bot", [scope], 1)[1])
"""
ONE_HAND = {"match-mode": "fixed-hands", "match-target": 1}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House(**IN_HASTE) as running:
        yield running


@pytest.fixture(scope="module")
def tokens(house: House) -> dict[tuple[str, str], str]:
    """Tokens by account and scope."""
    said = [line.split()[1:] for line in house.manage("shell", "-c", MAKE).splitlines() if line.startswith("SECRET")]
    return {(name, scope): token for name, scope, token in said}


def _ask(house: House, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Token {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{house.url}{path}", data, headers), timeout=20) as answer:
        return json.load(answer)


def test_the_bot_plays_a_match(house: House, tokens: dict[tuple[str, str], str]) -> None:
    token = tokens["robot", "play"]
    command = [sys.executable, str(BOT), house.url, token, json.dumps(ONE_HAND)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "Seats that won the match: [" in done.stdout
    tables = _ask(house, "/api/v1/tables/", token=token)["results"]
    assert [table["status"] for table in tables] == ["over"]
    record = _ask(house, f"/api/v1/tables/{tables[0]['code']}/record/", token=token)
    assert record["format"] == "house-rules/1"


def test_the_stream_is_for_those_who_may_watch(house: House, tokens: dict[tuple[str, str], str]) -> None:
    token, other, learner = tokens["robot", "play"], tokens["another", "play"], tokens["robot", "learn"]
    table = _ask(house, "/api/v1/tables/", {"game": "vazhushal", "seating": ["me", "link"]}, token)

    def listen(header: str) -> Any:
        request = urllib.request.Request(f"{house.url}{table['live']}", headers={"Authorization": header})
        return urllib.request.urlopen(request, timeout=20)

    with listen(f"Token {token}") as stream:
        assert stream.readline() == b"event: version\n"
        assert stream.readline().startswith(b"data: ")
    for header in (f"Token {other}", f"Token {learner}", "Token forged", "nonsense"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            listen(header)
        assert refused.value.code == 404
        refused.value.close()


def test_one_stream_tells_what_waits_for_an_account(house: House, tokens: dict[tuple[str, str], str]) -> None:
    token, other = tokens["listener", "play"], tokens["another", "play"]
    live = _ask(house, "/api/v1/me/", token=token)["live"]

    def listen(secret: str, last: str = "") -> Any:
        headers = {"Authorization": f"Bearer {secret}", **({"Last-Event-ID": last} if last else {})}
        return urllib.request.urlopen(urllib.request.Request(f"{house.url}{live}", headers=headers), timeout=20)

    def next_turn(stream: Any) -> tuple[str, dict[str, Any]]:
        fields: dict[str, str] = {}
        while fields.get("event") != "turn":
            fields = {}
            while line := stream.readline().decode().strip():
                name, _, value = line.partition(": ")
                fields[name] = value
        return fields["id"], json.loads(fields["data"])

    def set_up() -> str:
        return str(_ask(house, "/api/v1/tables/", {"game": "vazhushal", "seating": ["me", "learner"]}, token)["code"])

    with listen(token) as stream:
        first = set_up()
        last, told = next_turn(stream)
        assert told["table"] == first
    second = set_up()
    with listen(token, last) as stream:
        assert next_turn(stream)[1]["table"] == second
    with pytest.raises(urllib.error.HTTPError) as refused:
        listen(other)
    assert refused.value.code == 404
    refused.value.close()


PATH = "/api/v1/games/vazhushal/oracle/legal/"
SMALL = json.dumps({"position": {"hands": ["5C 6C 7C", "?"], "phase": "table"}, "seat": 0}).encode()


def _send(house: House, body: Any, **headers: str) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(urlsplit(house.url).netloc, timeout=20)
    try:
        connection.request("POST", PATH, body, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def test_a_body_in_pieces_is_read(house: House) -> None:
    status, found = _send(house, iter([SMALL[:20], SMALL[20:]]))  # no length: sent in chunks
    assert status == 200, found
    assert found["actions"]


@pytest.mark.parametrize("chunked", [False, True])
def test_five_megabytes_hear_why_not(house: House, chunked: bool) -> None:
    large = b" " * 5_000_000
    status, found = _send(house, iter([large[:2_500_000], large[2_500_000:]]) if chunked else large)
    assert (status, found["code"]) == (413, "too-large")
    jsonschema.validate(found, get_schema()["components"]["schemas"]["Problem"])
    assert house.status("/health/live") == 200

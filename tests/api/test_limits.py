"""Rate limits: shared by all processes, and explained in responses."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import resolve

from core.api import throttling
from core.api.docs import get_schema
from tests.api.conftest import Program, address

CHEAP = {"keepRules", "noteStep", "addStudents"}
"""What makes something, and counts like a change all the same."""


@pytest.fixture
def low(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set low limits, with the clock stopped within a minute."""
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 1_000_000.0))
    settings.API_LIMITS = {"read": 3, "oracle": 2, "write": 1, "make": 1}


def test_an_address_is_limited(strangers: Program, low: None) -> None:
    for _ in range(3):
        assert strangers.get("games/").status_code == 200
    response = strangers.get("games/")
    assert (response.status_code, response.json()["code"]) == (429, "too-many-requests")
    assert (response.json()["limit"], response.json()["per_minute"]) == ("read", 3)
    assert 1 <= int(response["Retry-After"]) <= 60
    assert response["Content-Type"] == "application/problem+json"


def test_each_limit_is_its_own(annas: Program, strangers: Program, low: None) -> None:
    for _ in range(4):
        strangers.get("games/")
    question = {"position": {}, "seat": 0}
    assert [strangers.post("games/vazhushal/oracle/legal/", question).status_code for _ in range(3)] == [200, 200, 429]
    assert annas.get("me/").status_code == 200


def test_trying_out_what_rules_leave_to_ask_counts_like_making_it(strangers: Program, low: None) -> None:
    assert [strangers.get("games/vazhushal/?rules=book").status_code for _ in range(2)] == [200, 429]
    assert strangers.get("games/vazhushal/?options={}").status_code == 429
    assert strangers.get("games/vazhushal/").status_code == 200


def test_whatever_makes_something_new_counts_as_that() -> None:
    counted: dict[str, str] = {}
    for path, operations in get_schema()["paths"].items():
        for method, operation in operations.items():
            if "201" in operation["responses"]:
                found = resolve(address(path)).func
                view = found.cls(**found.initkwargs)
                view.action = getattr(found, "actions", {}).get(method)
                counted[operation["operationId"]] = view.get_throttle_scope(method.upper())
    assert {"setUpTable", "playAgain", "publishBuilt", "publishWritten"} <= {*counted}
    assert counted == {name: "write" if name in CHEAP else "make" for name in counted}


def test_accounts_are_told_apart(annas: Program, bens: Program, low: None) -> None:
    asked = {"game": "vazhushal", "options": {}}
    assert [annas.post("rules/", asked).status_code for _ in range(2)] == [201, 429]
    assert bens.post("rules/", asked).status_code == 201


def test_no_limit(strangers: Program, settings: Any) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 0}
    assert all(strangers.get("").status_code == 200 for _ in range(50))


def test_processes_share_a_limit(db: None) -> None:
    """A request counted by one process counts for the others, and the limit is never exceeded."""
    given = 0
    for _ in range(100):
        throttling.clear_permits()  # as another process would begin: with nothing in hand
        given += throttling.take_permit("test:shared", 60)
    assert given <= 60
    assert cache.get("test:shared") >= 60
    throttling.clear_permits()
    assert sum(throttling.take_permit("test:alone", 60) for _ in range(100)) == 60

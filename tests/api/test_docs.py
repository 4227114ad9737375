"""The documentation: the schema is an artefact, the examples have happened, the page is light."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.test import Client
from drf_spectacular.validation import validate_schema

from core.api.problems import PROBLEMS
from core.api.recording import differs, record, shape
from core.api.views.docs import BOT, EXAMPLES, schema

COMMITTED = Path(__file__).with_name("schema.yaml")


def _operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (method, path, operation)
        for path, operations in schema()["paths"].items()
        for method, operation in operations.items()
    }


def test_the_schema_is_the_one_that_was_agreed_on() -> None:
    """After a wanted change: `manage.py spectacular --file tests/api/schema.yaml`."""
    assert schema() == json.loads(json.dumps(yaml.safe_load(COMMITTED.read_text())))


def test_the_schema_is_openapi_3_1() -> None:
    assert schema()["openapi"] == "3.1.0"
    validate_schema(schema())


def test_every_operation_may_answer_with_a_problem() -> None:
    for _, _, operation in _operations().values():
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_every_operation_has_an_example() -> None:
    recorded = {call["operation"] for call in json.loads(EXAMPLES.read_text())}
    assert recorded == set(_operations())


def test_the_examples_still_happen(db: None) -> None:
    """After a wanted change: `manage.py record_examples`."""
    before, now = json.loads(EXAMPLES.read_text()), json.loads(json.dumps(record(cut=False)))
    told = [(call["operation"], call["title"], call["status"], call["type"]) for call in before]
    assert told == [(call["operation"], call["title"], call["status"], call["type"]) for call in now]
    for old, new in zip(before, now, strict=True):
        assert not differs(shape(old["answer"]), shape(new["answer"])), old["operation"]
        _fits_the_schema(new)


def _fits_the_schema(call: dict[str, Any]) -> None:
    """OpenAPI 3.1 speaks JSON Schema, so an answer can be held against it, every one of its keys."""
    answers = _operations()[call["operation"]][2]["responses"]
    answer = answers.get(str(call["status"]), answers["default"])
    if not call["type"]:
        assert "content" not in answer
        return
    wanted = answer["content"][call["type"]]["schema"]
    jsonschema.validate(call["answer"], {**wanted, "components": schema()["components"]})
    if "$ref" in wanted and call["status"] < 300:
        documented = schema()["components"]["schemas"][wanted["$ref"].rpartition("/")[2]]["properties"]
        if call["operation"] != "readRecord":
            assert call["answer"].keys() <= documented.keys(), call["operation"]


def test_no_example_shows_a_token() -> None:
    for call in json.loads(EXAMPLES.read_text()):
        assert call.get("headers", {}).get("Authorization", "Bearer …") == "Bearer …"


@pytest.fixture
def docs(stranger: Client) -> str:
    response = stranger.get("/api/v1/docs/")
    assert response.status_code == 200
    return str(response.content.decode())


def test_the_page_is_light_and_alone(docs: str) -> None:
    assert len(docs.encode()) < 500_000
    assert not re.search(r'(?:src|href)="(?:https?:)?//', docs)
    assert not re.search(r"<script(?![^>]*src=)|\sstyle=|\son[a-z]+=", docs)


def test_the_page_has_every_operation_problem_and_the_bot(docs: str) -> None:
    for name, (method, path, _) in _operations().items():
        assert f'id="{name}"' in docs
        assert f"{method.upper()} {path}" in docs
    for code in PROBLEMS:
        assert f'id="problem-{code}"' in docs
    assert "urlopen" in docs


def test_the_page_has_no_link_that_leads_nowhere(docs: str) -> None:
    ids = set(re.findall(r'id="([^"]+)"', docs))
    assert set(re.findall(r'href="#([^"]+)"', docs)) <= ids | {"icon-house", "icon-theme", "icon-person", "pip-d"}


def test_the_bot_is_about_30_lines() -> None:
    lines = [line for line in BOT.read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(lines) <= 40

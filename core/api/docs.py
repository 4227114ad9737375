"""The OpenAPI document, the documentation page with recorded examples, and the page about the engine."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import CachedView
from core.api.errors import PROBLEMS
from core.api.json_format import format_json
from core.api.models import SCOPES
from core.api.throttling import NAMES
from core.rendering.markdown import render_markdown
from games.engine.view import FIELD_KINDS

FOLDER = Path(__file__).resolve().parent
EXAMPLES = FOLDER / "examples.json"
BOT = FOLDER / "examples" / "bot.py"
ENGINE = FOLDER / "examples" / "engine.md"
ENVIRONMENT = FOLDER / "examples" / "pettingzoo_env.py"
_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHORT = 200
SEEN = "… as in the first example"
MOST_ITEMS = 3
"""The maximum number of items of a list that an example shows."""
TAGS = {
    "games": "Games and their rules",
    "oracle": "The oracle",
    "rules": "House rules",
    "tables": "Tables",
    "puzzles": "Puzzles",
    "course": "Course and progress",
    "classes": "Classes",
    "workshop": "Your puzzles",
    "collections": "Collections of puzzles and lessons",
    "lessons": "Your lessons",
    "me": "Your account",
}
COMMON = {
    *("unauthorized", "scope.missing", "scope.read-only", "key-used"),
    *("malformed", "too-slow", "too-large", "media-type", "not-acceptable", "too-many-requests", "unavailable"),
}
"""Codes of errors that any operation with a token or a body can have. The page lists them only once."""
_generating = Lock()


def get_schema() -> dict[str, Any]:
    """Return the OpenAPI document of this version."""
    with _generating:  # the generator is not made for two threads at once
        return _generate_schema()


@lru_cache(maxsize=1)
def _generate_schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(public=True)))
    return document


class SchemaView(CachedView):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Return the OpenAPI document as JSON."""
        return Response(get_schema())


@require_safe
def show_docs(request: HttpRequest) -> HttpResponse:
    """Render the documentation of the whole API on one page."""
    context = {
        "groups": [
            {"tag": tag, "title": title, "operations": _describe_operations(tag)} for tag, title in TAGS.items()
        ],
        "problems": [
            {"code": code, "status": p[0], "title": p[1], "when": _render_backticks(p[2])}
            for code, p in PROBLEMS.items()
        ],
        "common": [code for code in PROBLEMS if code in COMMON],
        "scopes": SCOPES,
        "games": games.all_games().values(),
        "limits": {NAMES[name]: most for name, most in settings.API_LIMITS.items()},
        "bot": BOT.read_text(encoding="utf-8"),
        "types": list_response_types(),
        "kinds": [(kind, _render_backticks(said)) for kind, said in FIELD_KINDS.items()],
    }
    return render(request, "api/docs.html", context)


@require_safe
def show_engine_guide(request: HttpRequest) -> HttpResponse:
    """Render the page that explains how to use the engine in your own program."""
    _, *sections = re.split(r"^## (.+)$", ENGINE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    context = {
        "sections": [
            {
                "id": slugify(title),
                "title": title,
                "pieces": [(kind, said if kind else render_markdown(said)) for kind, said in split_fenced_code(text)],
            }
            for title, text in zip(sections[::2], sections[1::2], strict=True)
        ],
        "environment": ENVIRONMENT.read_text(encoding="utf-8"),
    }
    return render(request, "api/engine.html", context)


def split_fenced_code(text: str) -> Iterator[tuple[str, str]]:
    """Split Markdown into prose and fenced code. Yields (kind, text) for each part.

    The kind is the language of fenced code, and it's "" for prose.
    """
    prose, *fenced = _FENCED.split(text)
    yield "", prose
    for kind, said, prose in zip(fenced[::3], fenced[1::3], fenced[2::3], strict=True):
        yield kind, said
        if prose.strip():
            yield "", prose


@lru_cache(maxsize=1)
def load_examples() -> dict[str, list[dict[str, Any]]]:
    """Load the recorded example calls: a list of calls for each operation id."""
    found: dict[str, list[dict[str, Any]]] = {}
    for call in json.loads(EXAMPLES.read_text(encoding="utf-8")) if EXAMPLES.exists() else []:
        found.setdefault(call["operation"], []).append(call)
    return found


@lru_cache(maxsize=16)
def _describe_operations(tag: str) -> list[dict[str, Any]]:
    document = get_schema()
    shown: set[str] = set()
    return [
        _describe_operation(path, method, operation, document, shown)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if tag in operation.get("tags", ())
    ]


def _describe_operation(
    path: str, method: str, operation: dict[str, Any], document: dict[str, Any], shown: set[str]
) -> dict[str, Any]:
    """Build the template context for an operation of the API.

    `shown` has the response types that the page's section has already shown in full. Types that are shown here are
    added.
    """
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answer = _get_response_schema(operation)
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": _render_description(operation["summary"], operation["description"]),
        "token": any("token" in one for one in operation.get("security", [])),
        "scopes": [scope for one in operation.get("security", []) for scope in one.get("token", [])],
        "parameters": [_describe_parameter(one) for one in operation.get("parameters", []) if one["in"] != "path"],
        "fields": _describe_fields(body, document),
        "gives": _render_type(answer) if answer else "",
        "headers": list(get_success_response(operation)[1].get("headers", {})),
        "errors": _list_errors(operation),
        "examples": [
            _render_example(call, str(answer), shown) for call in load_examples().get(operation["operationId"], [])
        ],
    }


def _list_errors(operation: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return an operation's error codes, as pairs of an HTTP status and the codes with this status.

    Leaves out the codes in COMMON, which many operations share. The page lists those only once.
    """
    found = [
        (status, [code for code in re.findall(r"`([^`]+)`:", answer["description"]) if code not in COMMON])
        for status, answer in operation["responses"].items()
        if status >= "400"
    ]
    return [(status, codes) for status, codes in found if codes]


@lru_cache(maxsize=1)
def list_response_types() -> list[dict[str, Any]]:
    """Return the template context for each type in the OpenAPI document: its name, description, and keys.

    Types of request bodies are left out.
    """
    document = get_schema()
    return [
        {"name": name, "said": _render_type_description(shape), "fields": _describe_fields(shape, document)}
        for name, shape in sorted(document["components"]["schemas"].items())
        if not name.endswith("Request")
    ]


def _render_type_description(shape: dict[str, Any]) -> SafeString:
    """Render the description of a type as HTML. `shape` is the type's schema in the OpenAPI document.

    A union without a description gets a list of its alternatives. Any other type without a description gets an empty
    text.
    """
    return _render_backticks(shape.get("description", "")) or (
        _render_type(shape) if "oneOf" in shape else mark_safe("")
    )


def _render_description(summary: str, text: str) -> SafeString:
    """Render the description of an operation as HTML. Returns "" if it only repeats the summary."""
    return _render_backticks("" if text.rstrip(".") == summary else " ".join(text.split()))


def _render_backticks(text: str) -> SafeString:
    """Render text as HTML, with words in backticks as code."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def get_success_response(operation: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the status and the description of an operation's success response."""
    return next((status, answer) for status, answer in operation["responses"].items() if status.startswith("2"))


def _get_response_schema(operation: dict[str, Any]) -> dict[str, Any]:
    shape: dict[str, Any] = (
        get_success_response(operation)[1].get("content", {}).get("application/json", {}).get("schema", {})
    )
    return shape


def _describe_parameter(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": one["name"],
        "where": one["in"],
        "said": _render_backticks(one.get("description", "")),
        "type": _render_type(one["schema"]),
    }


def _describe_fields(shape: dict[str, Any], document: dict[str, Any]) -> list[dict[str, Any]]:
    """Build the template context for the keys of the object type with the schema `shape`."""
    found = _resolve_reference(shape, document)
    required = found.get("required", [])
    return [
        {
            "name": name,
            "type": _render_type(inner),
            "said": _render_backticks(inner.get("description", "")),
            "required": name in required,
        }
        for name, inner in found.get("properties", {}).items()
    ]


def _resolve_reference(shape: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    return shape


def _render_type(shape: dict[str, Any]) -> SafeString:
    """Render a short name of a type as HTML, such as “list of string”. Named types are links.

    `shape` is the type's schema in the OpenAPI document.
    """
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return format_html('<a href="#type-{}">{}</a>', name, name)
    several = shape.get("oneOf") or shape.get("allOf") or shape.get("anyOf")
    if several:
        return _join_alternatives(_render_type(one) for one in several)
    if "enum" in shape:
        return _join_alternatives(format_html("<code>{}</code>", json.dumps(value)) for value in shape["enum"])
    kind = shape.get("type", "any")
    if kind == "array" and "prefixItems" in shape:
        return format_html(
            "list of {}", format_html_join(" and ", "{}", ((_render_type(one),) for one in shape["prefixItems"]))
        )
    if kind == "array":
        return format_html("list of {}", _render_type(shape["items"]))
    if kind == "object" and isinstance(shape.get("additionalProperties"), dict) and shape["additionalProperties"]:
        return format_html("object of {}", _render_type(shape["additionalProperties"]))
    return _join_alternatives(kind) if isinstance(kind, list) else format_html("{}", kind)


def _join_alternatives(parts: Iterable[str]) -> SafeString:
    return format_html_join(" or ", "{}", ((part,) for part in dict.fromkeys(parts)))


def _render_example(call: dict[str, Any], kind: str, shown: set[str]) -> dict[str, Any]:
    """Build the template context for a recorded call.

    `kind` identifies the response's type, and `shown` has the types that the page has already shown in full. In a
    further response of such a type, short notes replace long values. Adds `kind` to `shown` if the response is an
    object.
    """
    found = _shorten_lists(call["answer"])
    if call["status"] < 300 and isinstance(found, dict):
        found = _replace_long_values(found) if kind in shown else found
        shown.add(kind)
    asked = [f"{call['method']} {call['path']}"]
    asked += [f"{name}: {value}" for name, value in call.get("headers", {}).items()]
    if "body" in call:
        asked += ["", format_json(call["body"])]
    answer = [f"{call['status']} {call['type']}", ""] if call["type"] else [str(call["status"])]
    answer += [format_json(found)] if call["type"] else []
    return {
        "title": call.get("title", ""),
        "asked": _escape_code("\n".join(asked)),
        "answer": _escape_code("\n".join(answer)),
    }


def _escape_code(text: str) -> SafeString:
    """Escape text for HTML, except for quotation marks, which don't need it outside of attributes."""
    return mark_safe(html.escape(text, quote=False))


def _shorten_lists(value: Any) -> Any:
    """Shorten each list in a response to its first items."""
    if isinstance(value, dict):
        return {key: _shorten_lists(inner) for key, inner in value.items()}
    if isinstance(value, list):
        items = [_shorten_lists(inner) for inner in value[:MOST_ITEMS]]
        return items if len(value) <= MOST_ITEMS else [*items, f"… and {len(value) - MOST_ITEMS} more"]
    return value


def _replace_long_values(found: dict[str, Any]) -> dict[str, Any]:
    """Return a response in which a short note replaces each value with more than `SHORT` characters of JSON."""
    return {key: SEEN if len(json.dumps(value)) > SHORT else value for key, value in found.items()}

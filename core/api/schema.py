"""Postprocesses the OpenAPI document: adds type names, errors, headers, and the types of all games."""

from __future__ import annotations

from typing import Any

from core.api.base import EACH_TIME, KEY, PROBLEMS_OF, REPLAYED, ApiView
from core.api.errors import CONTENT_TYPE, PROBLEMS
from core.api.fields import RequestSerializer
from games import all_games
from games.engine.state import DEALER

PROBLEM = {
    "type": "object",
    "description": "An error (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "A link to the description of the error."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people."},
        "code": {"type": "string", "enum": list(PROBLEMS), "description": "The error code, for programs."},
        "clauses": {
            "type": "array",
            "description": "For errors about rules: the clauses, the most relevant first.",
            "items": {"$ref": "#/components/schemas/ClauseRef"},
        },
        "version": {"type": "integer", "description": "With `table.stale`: the table’s current version."},
        "readings": {
            "type": "array",
            "items": {"type": "string"},
            "description": "With `table.unclear`: the moves this could mean. Send one of them.",
        },
        "scope": {"type": "string", "description": "With `scope.missing`: the required scope."},
        "option": {"type": "string", "description": "With `bad-option`: the option at fault."},
        "limit": {"type": "string", "description": "With `too-many-requests`: the name of the limit."},
        "per_minute": {
            "type": "integer",
            "description": "With `too-many-requests`: the number of requests allowed per minute.",
        },
        "errors": {
            "type": "array",
            "description": "With `invalid`: the errors by field.",
            "items": {"$ref": "#/components/schemas/Fault"},
        },
    },
}
SEAT = {"type": "integer", "minimum": DEALER, "description": f"The seat, {DEALER} for the dealer."}
FAULT = {
    "type": "object",
    "required": ["where", "what"],
    "properties": {"where": {"type": "string"}, "what": {"type": "string"}},
}
HEADERS = {
    "ETag": "The version of this response. Send it back as `If-None-Match`.",
    "Retry-After": "The number of seconds to wait.",
    "WWW-Authenticate": "How to send a token.",
    REPLAYED: "`true` if this repeats the response to an earlier request with the same key.",
}
"""Descriptions of the response headers."""
KEY_HEADER = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "pattern": f"^{KEY.pattern}$"},
    "description": "Any text that’s unique to this request. If you repeat the request with the same key "
    "within two days, it runs once, and you get the same response.",
}
KNOWN_HEADER = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` of a cached response. You get 304 if it’s still valid.",
}

WANTED_HEADER = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` of the response you expect. You get 412 if it has changed.",
}


def postprocess_openapi_document(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add errors and headers to each operation, and add the types of all games to the document.

    This is a drf-spectacular hook.
    """
    schemas = result["components"]["schemas"]
    for name in _list_request_schema_names(RequestSerializer):
        if name in schemas:
            schemas[name]["additionalProperties"] = False
    schemas |= {
        "Problem": PROBLEM,
        "Fault": FAULT,
        **build_position_schemas(),
        **build_record_schemas(schemas["Record"]),
    }
    result["components"]["headers"] = {
        name: {"description": said, "schema": {"type": "string"}} for name, said in HEADERS.items()
    }
    for path, operations in result["paths"].items():
        methods = [method for method in ApiView.http_method_names if method in operations]
        result["paths"][path] = {method: operations[method] for method in methods}  # their order is random before
        for method, operation in operations.items():
            _add_headers_and_errors(method, operation)
    return result


def build_position_schemas() -> dict[str, Any]:
    """Build the schemas of each game's positions, house rules, and moves, and of a position of any game."""
    found: dict[str, Any] = {}
    for slug, game in all_games().items():
        name = _build_type_prefix(slug)
        keys = dict(game.position_schema["properties"])
        rules = {option: _convert_to_enum(one) for option, one in keys["options"]["properties"].items()}
        found[f"{name}Options"] = {**keys["options"], "properties": rules}
        found[f"{name}Move"] = game.move_schema
        keys["options"] = {"allOf": [_build_schema_reference(f"{name}Options")]}
        found[f"{name}Position"] = {**game.position_schema, "properties": keys, "required": ["game"]}
    return found | {"Position": _build_union_schema("Position")}


def build_record_schemas(record: dict[str, Any]) -> dict[str, Any]:
    """Build the schemas of the record of a finished match, by type name: one for each game and one for any game.

    `record` is the schema without the types that depend on the game.
    """
    found: dict[str, Any] = {}
    for slug, game in all_games().items():
        name, keys = _build_type_prefix(slug), game.position_schema["properties"]
        move = {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "prefixItems": [SEAT, _build_schema_reference(f"{name}Move")],
        }
        played = {
            "game": keys["game"],
            "options": {"allOf": [_build_schema_reference(f"{name}Options")]},
            "seats": keys["seats"],
            "moves": {"type": "array", "items": move, "description": "The seat of each move, and its text."},
        }
        found[f"{name}Record"] = {**record, "properties": record["properties"] | played}
    return found | {"Record": _build_union_schema("Record")}


def _build_union_schema(kind: str) -> dict[str, Any]:
    """Build a schema that accepts the type `kind`, such as `Record`, of any game.

    The key `game` in the data says which game's type applies (the discriminator).
    """
    kinds = {slug: _build_schema_reference(f"{_build_type_prefix(slug)}{kind}") for slug in all_games()}
    mapping = {slug: ref["$ref"] for slug, ref in kinds.items()}
    return {"oneOf": list(kinds.values()), "discriminator": {"propertyName": "game", "mapping": mapping}}


def _build_type_prefix(slug: str) -> str:
    """Return the prefix of a game's type names, such as `GoFish` for `go-fish`."""
    return "".join(word.capitalize() for word in slug.split("-"))


def _build_schema_reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _convert_to_enum(option: dict[str, Any]) -> dict[str, Any]:
    """Convert `oneOf` constants in an option's schema to an enum, which client generators handle better."""
    if "oneOf" not in option:
        return option
    said = " ".join(f"`{one['const']}`: {one['description']}" for one in option["oneOf"])
    kind = "string" if isinstance(option["default"], str) else "integer"
    listed = {"type": kind, "enum": [one["const"] for one in option["oneOf"]], "description": said}
    return {"title": option["title"], "default": option["default"], **listed}


def _add_headers_and_errors(method: str, operation: dict[str, Any]) -> None:
    """Add parameters, headers, and errors to an operation of the OpenAPI document. `method` is its HTTP method.

    Most of them are those that similar operations share. For example, each GET request without a token gets the ETag
    headers.
    """
    token = any("token" in one for one in operation.get("security", ()))
    parameters = operation.setdefault("parameters", [])
    answers = operation["responses"]
    success = next(iter(answers.values()))
    success["description"] = "Done." if method != "get" else "The requested data."
    keyed = method == "post" and token and not operation.pop(EACH_TIME, False)
    if keyed:
        parameters.append(KEY_HEADER)
        success["headers"] = _build_header_references(REPLAYED)
    if method == "get" and not token:
        parameters.append(KNOWN_HEADER)
        success["headers"] = _build_header_references("ETag")
        parameters.append(WANTED_HEADER)
        answers["304"] = {"description": "Nothing new since that `ETag`.", "headers": _build_header_references("ETag")}
    for code in _list_error_codes(method, operation, token, keyed):
        _add_error(answers, code)
    operation["responses"] = dict(sorted(answers.items()))


def _list_error_codes(method: str, operation: dict[str, Any], token: bool, keyed: bool) -> list[str]:
    """Return an operation's error codes: its own, and those that all similar operations share.

    `token` says whether it needs a token, and `keyed` whether it accepts an idempotency key.
    """
    codes = list(operation.pop(PROBLEMS_OF, ()))
    names = {one["name"] for one in operation["parameters"] if one["in"] == "query"}
    if token:
        codes += ["unauthorized", "scope.missing"] + ["scope.read-only"] * (method != "get")
    if method == "get" and not token:
        codes.append("changed")
    if any(one["in"] == "path" for one in operation["parameters"]):
        codes.append("not-found")
    if "rules" in names:
        codes += ["invalid", "bad-option", "no-such-rules"]
    if "requestBody" in operation:
        codes.append("invalid")
    if method == "post":
        codes += ["too-slow", "too-large", "media-type"] + ["key-used"] * keyed
    return sorted({*codes, "malformed", "not-acceptable", "too-many-requests", "unavailable"}, key=list(PROBLEMS).index)


def _add_error(answers: dict[str, Any], code: str) -> None:
    """Add an error code to an operation's responses, under its status."""
    status, title, _ = PROBLEMS[code]
    known = answers.setdefault(
        str(status),
        {"description": "", "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}},
    )
    known["description"] = f"{known['description']} `{code}`: {title}.".strip()
    if status in (429, 503):
        known["headers"] = _build_header_references("Retry-After")
    if status == 401:
        known["headers"] = _build_header_references("WWW-Authenticate")


def _build_header_references(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _list_request_schema_names(kind: type[RequestSerializer]) -> set[str]:
    """Return the names of all subclasses of `kind`. These are the schema names of request bodies."""
    found = {one.__name__ for one in kind.__subclasses__()}
    return found.union(*(_list_request_schema_names(one) for one in kind.__subclasses__()))

"""The last touches to the OpenAPI document."""

from __future__ import annotations

from typing import Any

from core.api.problems import CONTENT_TYPE, PROBLEMS
from core.api.shapes import Question

PROBLEM = {
    "type": "object",
    "description": "An error (RFC 9457).",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "Where the kind of error is described."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people."},
        "code": {"type": "string", "enum": list(PROBLEMS), "description": "The kind of error, for programs."},
        "clauses": {
            "type": "array",
            "description": "Where a rule is concerned: the clauses, the most telling first.",
            "items": {"$ref": "#/components/schemas/ClauseRef"},
        },
        "version": {"type": "integer", "description": "With `table.stale`: the table's version now."},
        "readings": {"type": "array", "items": {"type": "string"}, "description": "With `table.unclear`."},
        "errors": {
            "type": "array",
            "description": "With `invalid`: what is wrong where.",
            "items": {
                "type": "object",
                "properties": {"where": {"type": "string"}, "what": {"type": "string"}},
            },
        },
    },
}
METHODS = ("get", "post", "put", "patch", "delete")


def finish(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Every operation may answer with a problem; questions take no other keys; names lose their endings."""
    schemas = result["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for name in _questions(Question):
        if name in schemas:
            schemas[name]["additionalProperties"] = False
    answer = {"$ref": "#/components/schemas/Problem"}
    for operations in result["paths"].values():
        for method in METHODS:
            if method in operations:
                operations[method]["responses"]["default"] = {
                    "description": "An error",
                    "content": {CONTENT_TYPE: {"schema": answer}},
                }
    return result


def _questions(kind: type[Question]) -> set[str]:
    """The names in the schema of all questions."""
    found = {one.__name__ for one in kind.__subclasses__()}
    return found.union(*(_questions(one) for one in kind.__subclasses__()))

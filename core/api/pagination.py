"""Pagination of lists."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.parsers import parse_integer_parameter

MOST_LISTED = 100
MOST_SKIPPED = 1_000_000


class ListPagination(LimitOffsetPagination):
    """Pagination by `limit` and `offset`. Values that aren't whole numbers in their range are errors."""

    default_limit = 20

    def get_limit(self, request: Request) -> int:
        return parse_integer_parameter(request, "limit", self.default_limit, 1, MOST_LISTED)

    def get_offset(self, request: Request) -> int:
        return parse_integer_parameter(request, "offset", 0, 0, MOST_SKIPPED)

    def get_paginated_response(self, data: Any) -> Response:
        count, end = self.count or 0, (self.offset or 0) + (self.limit or 0)
        return Response({"count": count, "next_offset": end if end < count else None, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        fields = {"count": {"type": "integer"}, "next_offset": {"type": ["integer", "null"]}, "results": schema}
        return {"type": "object", "properties": fields, "required": [*fields]}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        limit = {"type": "integer", "minimum": 1, "maximum": MOST_LISTED}
        offset = {"type": "integer", "minimum": 0, "maximum": MOST_SKIPPED}
        return [
            {
                "in": "query",
                "name": "limit",
                "schema": limit,
                "description": f"The number of items, at most {MOST_LISTED}.",
            },
            {"in": "query", "name": "offset", "schema": offset, "description": "The number of items to skip."},
        ]

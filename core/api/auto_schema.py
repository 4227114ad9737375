"""The generator of the OpenAPI document's operations."""

from drf_spectacular.openapi import AutoSchema


class ApiSchema(AutoSchema):
    """A schema generator that names the type of a page of a list `ClausePage` instead of `PaginatedClauseList`."""

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}Page"

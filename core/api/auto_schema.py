"""The drf-spectacular schema class, which generates the operations of the OpenAPI document."""

from drf_spectacular.openapi import AutoSchema


class ApiSchema(AutoSchema):
    """A schema generator that shortens the type names of paginated lists.

    The type of a page of clauses is `ClausePage`, for example, and not `PaginatedClauseList`.
    """

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}Page"

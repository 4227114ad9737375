"""Generates the operations of the OpenAPI document."""

from drf_spectacular.openapi import AutoSchema


class ApiSchema(AutoSchema):
    """A schema generator that names the page type of a list `ClausePage` instead of `PaginatedClauseList`."""

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}Page"

"""The generator of the OpenAPI document's operations."""

from drf_spectacular.openapi import AutoSchema


class ApiSchema(AutoSchema):
    """A generator that calls the type of a page of `Things` a `ThingsPage`."""

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}Page"

"""Serializer fields and base classes. They don't accept unknown keys, or `"1"` where a number is expected."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as drf

from games.words import join_words

BIGGEST = 2**63 - 1
"""The largest id that a database column can hold."""
NULL_ERROR = {"null": "This can’t be null."}
"""The message of every field for null."""


class StrictTextField(drf.CharField):
    """A text field that accepts only JSON strings, and no numbers or booleans that DRF would convert."""

    default_error_messages = {
        **NULL_ERROR,
        "invalid": "This must be a string.",
        "blank": "This string can’t be empty.",
        "max_length": "This string can have at most {max_length} characters.",
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 200, "trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictIntegerField(drf.IntegerField):
    """An integer field that accepts only JSON integers: no `"1"` and no booleans."""

    default_error_messages = {
        **NULL_ERROR,
        "invalid": "This must be a whole number.",
        "min_value": "This number must be at least {min_value}.",
        "max_value": "This number can be at most {max_value}.",
    }

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class RoundedIntegerField(drf.IntegerField):
    """A field that rounds a number to the nearest integer in responses."""

    def to_representation(self, value: Any) -> int:
        return round(float(value))


class CountField(drf.IntegerField):
    """A field that shows the number of items in a collection in responses."""

    def to_representation(self, value: Any) -> int:
        return len(value)


class StrictChoiceField(drf.ChoiceField):
    """A choice field that accepts only the choices themselves, with the same type. Its error lists them."""

    default_error_messages = NULL_ERROR

    def to_internal_value(self, data: Any) -> Any:
        if not any(type(data) is type(choice) and data == choice for choice in self.choices):
            raise drf.ValidationError(f"This must be {join_words([str(choice) for choice in self.choices], 'or')}.")
        return data


class BoundedListField(drf.ListField):
    """A list field that rejects a list that is too long before it validates any items."""

    default_error_messages = {
        **NULL_ERROR,
        "not_a_list": "This must be a list.",
        "empty": "This list can’t be empty.",
        "min_length": "This list is too short. Its minimum length is {min_length}.",
        "max_length": "This list is too long. Its maximum length is {max_length}.",
    }

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.most = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return list(super().to_internal_value(data))


class StrictBooleanField(drf.BooleanField):
    """A boolean field that accepts only true or false."""

    default_error_messages = {**NULL_ERROR, "invalid": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "object", "additionalProperties": {}})
class JsonObjectField(drf.JSONField):
    """A field for a JSON object whose keys the serializer doesn't know, such as a position."""

    default_error_messages = NULL_ERROR

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise drf.ValidationError("This must be an object.")
        return data


@extend_schema_field({"$ref": "#/components/schemas/Position"})
class PositionField(drf.DictField):
    """A field for a position in a response.

    Its JSON schema depends on the game (see `schema.build_position_schemas`).
    """


class RequestSerializer(drf.Serializer):
    """The JSON body of a request. Keys that aren’t listed are rejected."""

    default_error_messages = {**NULL_ERROR, "invalid": "This must be an object."}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise drf.ValidationError(
                    {name[:60]: ["This operation doesn’t have a key with this name."] for name in unknown[:10]}
                )
        return super().to_internal_value(data)


def build_list_serializer(shape: type[drf.Serializer], **kwargs: Any) -> drf.Serializer:
    """Build a serializer for a list of objects. `shape` is the serializer class for each object."""
    return shape(many=True, **kwargs)


def build_text_list_field(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.CharField(), **kwargs)


def build_seat_list_field(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.IntegerField(), **kwargs)


class ClauseRef(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()


class HouseRulesRequest(RequestSerializer):
    options = JsonObjectField(required=False, help_text="House rules: the values that differ from the standard rules.")
    rules = StrictTextField(required=False, help_text="Instead of options, the hash of a rule set, or `book`.")

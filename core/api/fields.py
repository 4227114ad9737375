"""Fields and base classes of serializers. A request refuses keys that it doesn't know, and `"1"` is no number."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as drf

from games.words import listed

BIGGEST = 2**63 - 1
"""No id is larger than this."""


class Text(drf.CharField):
    """Text, and nothing that only could be written as one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 200, "trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Whole(drf.IntegerField):
    """A whole number, written as one."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class OneOf(drf.ChoiceField):
    """One of a few values, written as it is; the refusal lists them."""

    def to_internal_value(self, data: Any) -> Any:
        if not any(type(data) is type(one) and data == one for one in self.choices):
            raise drf.ValidationError(f"One of {listed([str(one) for one in self.choices], 'or')} is wanted.")
        return data


class Many(drf.ListField):
    """A list. One that's too long is refused as a whole, before anything in it is looked at."""

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.most = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return list(super().to_internal_value(data))


class Yes(drf.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Thing(drf.JSONField):
    """An object with keys of its own, such as a position."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise drf.ValidationError("An object is wanted.")
        return data


@extend_schema_field({"$ref": "#/components/schemas/Position"})
class Seen(drf.DictField):
    """A position in an answer, of the type of its game: see `schema.positions`."""


class RequestSerializer(drf.Serializer):
    """What is sent."""

    default_error_messages = {"invalid": "An object is wanted."}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise drf.ValidationError({name[:60]: ["There is no such key."] for name in unknown[:10]})
        return super().to_internal_value(data)


def some(shape: type[drf.Serializer], **kwargs: Any) -> drf.Serializer:
    """A list of these."""
    return shape(many=True, **kwargs)


def texts(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.CharField(), **kwargs)


def seats_list(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.IntegerField(), **kwargs)


class ClauseRef(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()


class RulesRequest(RequestSerializer):
    options = Thing(required=False, help_text="House rules: the values that differ from the book.")
    rules = Text(required=False, help_text="Instead of options, the hash of a rule set, or `book`.")


def page_of(shape: type[drf.Serializer]) -> type[drf.Serializer]:
    """A page of a list of these."""
    fields = {
        "count": drf.IntegerField(),
        "next_offset": drf.IntegerField(allow_null=True),
        "results": some(shape),
    }
    return type(shape.__name__.removesuffix("Serializer") + "PageSerializer", (drf.Serializer,), fields)

"""Serializers of the token's person, their tokens, and their ratings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import RoundedIntegerField, build_list_serializer, build_text_list_field


class TokenSerializer(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    scopes = build_text_list_field()
    read_only = drf.BooleanField()
    made = drf.DateTimeField(source="created")
    expires = drf.DateTimeField(source="expiry", allow_null=True)


class RatingSerializer(drf.Serializer):
    game = drf.CharField()
    rating = RoundedIntegerField()
    deviation = RoundedIntegerField()


class LiveAddressField(drf.CharField):
    """A field for the URL of a person's live stream, built from the person's code."""

    def to_representation(self, value: Any) -> str:
        return f"/live/account/{value}/"


class MeSerializer(drf.Serializer):
    code = drf.CharField(source="person.code")
    name = drf.CharField(source="person.display_name")
    username = drf.CharField(source="token.user.username")
    token = TokenSerializer()
    ratings = build_list_serializer(RatingSerializer)
    live = LiveAddressField(
        source="person.code",
        help_text="What’s waiting for you, as Server-Sent Events. Send the same `Authorization` header.",
    )

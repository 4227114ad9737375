"""Serializers of the token's person, their tokens, and their ratings."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import build_list_serializer, build_text_list_field


class TokenSerializer(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    scopes = build_text_list_field()
    read_only = drf.BooleanField()
    made = drf.DateTimeField()
    expires = drf.DateTimeField(allow_null=True)


class RatingSerializer(drf.Serializer):
    game = drf.CharField()
    rating = drf.IntegerField()
    deviation = drf.IntegerField()


class MeSerializer(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    username = drf.CharField()
    token = TokenSerializer()
    ratings = build_list_serializer(RatingSerializer)
    live = drf.CharField(help_text="Where to listen for what waits for you (Server-Sent Events), with the same header.")

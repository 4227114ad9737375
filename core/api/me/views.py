"""API views for the token's person: profile, ratings, and data export."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import ApiView, document_operation
from core.api.me.serializers import MeSerializer
from core.api.models import SCOPES
from core.practice.models import Rating
from games.engine.game import Game


class OwnProfileView(ApiView):
    @document_operation("showMe", MeSerializer, tag="me")
    def get(self, request: Request) -> Response:
        """The account that the token belongs to, the token's scopes, and the ratings."""
        ratings = self.person.ratings.order_by("game")
        return Response(MeSerializer({"person": self.person, "token": request.auth, "ratings": ratings}).data)


class ResetRatingView(ApiView):
    scopes = ("practice",)

    @document_operation("restartRating", None, status=204, tag="me", problems="not-found")
    def delete(self, request: Request, game: Game[Any]) -> Response:
        """Reset your rating in a game. Your next rated answer starts a new one. Your answers are kept."""
        Rating.reset_rating(self.person, game.slug)
        return Response(status=204)


class OwnDataExportView(ApiView):
    scopes = tuple(SCOPES)

    @document_operation("exportMe", OpenApiTypes.OBJECT, tag="me")
    def get(self, request: Request) -> Response:
        """All data that the site stores about you. Needs a token with all scopes."""
        return Response(self.person.export_stored_data())

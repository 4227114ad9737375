"""Public API views of games, clauses, options, rulebooks, and rule sets."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import RULES, CachedView, build_query_parameter, document_operation, get_requested_rules
from core.api.pagination import ListPagination
from core.api.reference.representations import (
    answers_json,
    clauses_json,
    game_json,
    options_json,
    rulebook_json,
    rules_json,
)
from core.api.reference.serializers import (
    AnswersSerializer,
    ApiIndexSerializer,
    ClauseSerializer,
    GameRowSerializer,
    GameSerializer,
    OptionsSerializer,
    RulebookSerializer,
    RulesSerializer,
)
from core.api.tables.serializers import RecordSerializer
from games.engine.game import Game
from games.engine.sample_match import play_sample_match
from variants.services import NoSuchRules, get_rules_by_digest


class ApiIndexView(CachedView):
    @document_operation("index", ApiIndexSerializer, tag="games")
    def get(self, request: Request) -> Response:
        """The entry points of the API."""
        return Response({name: reverse(f"api:{name}") for name in ("games", "schema", "docs")})


class GameListView(CachedView, ListAPIView[Any]):
    serializer_class = GameRowSerializer
    pagination_class = ListPagination

    def get_queryset(self) -> Any:
        return list(games.all_games().values())

    @document_operation("listGames", GameRowSerializer(many=True), tag="games")
    def get(self, request: Request) -> Response:
        """Every game, in a few words; `showGame` has the rest."""
        return self.list(request)


class ThrottledByRulesView(CachedView):
    """A cached view that is expensive under other rules than the standard rules.

    A request that names rules counts against the limit `make`, like making a puzzle.
    """

    def get_throttle_scope(self, method: str | None) -> str:
        return "make" if {"rules", "options"} & set(self.request.GET) else super().get_throttle_scope(method)


class GameDetailView(ThrottledByRulesView):
    @document_operation("showGame", GameSerializer, tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """One game: its description, numbers of players, verbs, bots, and the kinds of puzzle under a rule set."""
        return Response(game_json(game, get_requested_rules(request, game)))


class ClauseListView(CachedView, ListAPIView[Any]):
    serializer_class = ClauseSerializer
    pagination_class = ListPagination

    def get_queryset(self) -> Any:
        game = self.kwargs["game"]
        return list(clauses_json(game, get_requested_rules(self.request, game)))

    @document_operation("listClauses", ClauseSerializer(many=True), tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """Every clause of a game, as worded under a rule set; the clauses that all games share come last."""
        return self.list(request)


class ClauseDetailView(CachedView):
    @document_operation("showClause", ClauseSerializer, tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any], clause: str) -> Response:
        """One clause of a game, as worded under a rule set."""
        for found in clauses_json(game, get_requested_rules(request, game)):
            if found["id"] == clause:
                return Response(found)
        raise Http404


class GameOptionsView(CachedView):
    @document_operation("listOptions", OptionsSerializer, tag="games")
    def get(self, request: Request, game: Game[Any]) -> Response:
        """The house rules a game can be played by: as JSON Schema, with a sentence per value, and as presets."""
        return Response(options_json(game))


class SampleMatchView(CachedView):
    @document_operation("sampleMatch", RecordSerializer, tag="games")
    def get(self, request: Request, game: Game[Any]) -> Response:
        """A small whole match between bots, as a record: the same match each time."""
        return Response({**play_sample_match(game).export_match(), "players": [], "deals": [], "reasons": {}})


class RulebookView(CachedView):
    @document_operation("readRulebook", RulebookSerializer, tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """The rulebook under a rule set. Text is Markdown."""
        return Response(rulebook_json(game, get_requested_rules(request, game)))


class AskRulesView(ThrottledByRulesView):
    @document_operation(
        "askRules",
        AnswersSerializer,
        tag="games",
        query=[
            build_query_parameter("q", "The question, in words or in cards such as `7C 8C 9D`.", required=True),
            *RULES,
        ],
    )
    def get(self, request: Request, game: Game[Any]) -> Response:
        """Ask the rules: the answers of a rule set to a question, best first, and the answers of other house rules."""
        return Response(answers_json(game, get_requested_rules(request, game), request.GET.get("q", "")))


class RuleSetDetailView(CachedView):
    @document_operation("showRules", RulesSerializer, tag="rules")
    def get(self, request: Request, game: Game[Any], digest: str) -> Response:
        """A rule set by the hash of its content. The address is permanent."""
        try:
            options, _ = get_rules_by_digest(game, digest)
        except NoSuchRules as missing:
            raise Http404(str(missing)) from missing
        return Response(rules_json(game, options))

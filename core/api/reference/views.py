"""Public API views for games, clauses, options, rulebooks, and rule sets."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404
from django.urls import reverse
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

import games
from core.api.base import RULES, CachedView, build_query_parameter, document_operation, get_requested_rules
from core.api.pagination import ListPagination
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
from core.learn.rules_search import answer_question
from core.play.replay import build_match_record
from games.engine.clause import TABLE_CLAUSES, Clause
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE, RulebookEntry, RulebookSection
from games.engine.sample_match import play_sample_match
from variants.models import RuleSet
from variants.services import NoSuchRules, get_rules_by_digest


class WordedClause(NamedTuple):
    """A clause with its entry in the rulebook under given house rules, and the entry's section."""

    clause: Clause
    entry: RulebookEntry
    section: RulebookSection


def list_worded_clauses(game: Game[Any], options: Options) -> list[WordedClause]:
    """Return every clause of a game with its text under these rules, then the clauses that all games share."""
    clauses = {**game.clauses, **TABLE_CLAUSES}
    sections = (*game.rulebook.render_sections(options), TABLE)
    return [WordedClause(clauses[entry.id], entry, section) for section in sections for entry in section.entries]


class ApiIndexView(CachedView):
    @document_operation("index", ApiIndexSerializer, tag="games")
    def get(self, request: Request) -> Response:
        """The entry points of the API."""
        names = {"games": "game-list", "schema": "schema", "docs": "docs"}
        return Response(ApiIndexSerializer({key: reverse(f"api:{name}") for key, name in names.items()}).data)


class ThrottledByRulesView(CachedView):
    """A cached view that is slow under rules other than the standard rules.

    A request whose query string names rules counts toward the rate limit `make`, which also limits new tables and
    puzzles.
    """

    def get_throttle_scope(self, method: str | None) -> str:
        names_rules = "game" in self.kwargs and {"rules", "options"} & set(self.request.GET)
        return "make" if names_rules else super().get_throttle_scope(method)


class GameViewSet(ListModelMixin, ThrottledByRulesView, GenericViewSet[Any]):
    serializer_class = GameRowSerializer
    pagination_class = ListPagination
    lookup_field = lookup_value_converter = "game"

    def get_queryset(self) -> Any:
        return list(games.all_games().values())

    @document_operation("listGames", GameRowSerializer, tag="games")
    def list(self, request: Request) -> Response:
        """Every game, in brief. `showGame` has the details."""
        return super().list(request)

    @document_operation("showGame", GameSerializer, tag="games", query=RULES)
    def retrieve(self, request: Request, game: Game[Any]) -> Response:
        """One game: its description, numbers of players, verbs (kinds of moves), bots, and puzzle types.

        The puzzle types are those that are possible under a rule set.
        """
        return Response(GameSerializer(game, context={"options": get_requested_rules(request, game)}).data)


class ClauseViewSet(ListModelMixin, CachedView, GenericViewSet[Any]):
    serializer_class = ClauseSerializer
    pagination_class = ListPagination
    lookup_field = lookup_value_converter = "clause"

    def get_queryset(self) -> Any:
        game = self.kwargs["game"]
        return list_worded_clauses(game, get_requested_rules(self.request, game))

    @document_operation("listClauses", ClauseSerializer, tag="games", query=RULES)
    def list(self, request: Request, game: Game[Any]) -> Response:
        """Every clause of a game, as worded under a rule set; the clauses that all games share come last."""
        return super().list(request)

    @document_operation("showClause", ClauseSerializer, tag="games", query=RULES)
    def retrieve(self, request: Request, game: Game[Any], clause: str) -> Response:
        """One clause of a game, as worded under a rule set."""
        for worded_clause in self.get_queryset():
            if worded_clause.entry.id == clause:
                return Response(self.get_serializer(worded_clause).data)
        raise Http404


class GameOptionsView(CachedView):
    @document_operation("listOptions", OptionsSerializer, tag="games")
    def get(self, request: Request, game: Game[Any]) -> Response:
        """A game’s house rules: a JSON Schema, the options with a sentence for each value, and the presets.

        A preset is a named set of house rules.
        """
        return Response(OptionsSerializer(game, context={"game": game}).data)


class SampleMatchView(CachedView):
    @document_operation("sampleMatch", RecordSerializer, tag="games")
    def get(self, request: Request, game: Game[Any]) -> Response:
        """A short, complete match between bots, as a record. It’s the same match each time."""
        return Response(build_match_record(play_sample_match(game)))


class RulebookView(CachedView):
    @document_operation("readRulebook", RulebookSerializer, tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """The rulebook under a rule set. Text is Markdown."""
        options = get_requested_rules(request, game)
        sections = (*game.rulebook.render_sections(options), TABLE)
        content = {"game": game, "rules": RuleSet.build_unsaved(game, options), "sections": sections}
        return Response(RulebookSerializer(content).data)


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
        """Ask the rules: send a question, and get answers under a rule set, best first.

        The answers also say what changes under other house rules.
        """
        options = get_requested_rules(request, game)
        answers = answer_question(game, options, request.GET.get("q", ""))
        return Response(AnswersSerializer({"game": game.slug, "rules": options.digest(), "answers": answers}).data)


class RuleSetDetailView(CachedView):
    @document_operation("showRules", RulesSerializer, tag="rules")
    def get(self, request: Request, game: Game[Any], digest: str) -> Response:
        """A rule set by the hash of its content. The address is permanent."""
        try:
            options, _ = get_rules_by_digest(game, digest)
        except NoSuchRules as missing:
            raise Http404(str(missing)) from missing
        return Response(RulesSerializer(RuleSet.build_unsaved(game, options)).data)

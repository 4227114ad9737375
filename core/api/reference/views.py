"""Public API views of games, clauses, options, rulebooks, and rule sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import (
    PAGE,
    RULES,
    CachedView,
    build_query_parameter,
    document_operation,
    paginate,
    read_requested_rules,
)
from core.api.fields import make_page_serializer
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
from core.learn.rules_search import answer_question as answers_to
from core.practice.themes import list_available_themes
from games.engine.bot import LEVELS
from games.engine.clause import TABLE_CLAUSES
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE
from games.engine.sample_match import play_sample_match
from variants.services import NoSuchRules, get_rules_by_digest
from variants.titles import list_changes_from_standard, make_title


class ApiIndexView(CachedView):
    @document_operation("index", ApiIndexSerializer, tag="games")
    def get(self, request: Request) -> Response:
        """The entry points of the API."""
        return Response({name: reverse(f"api:{name}") for name in ("games", "schema", "docs")})


class GameListView(CachedView):
    @document_operation("listGames", make_page_serializer(GameRowSerializer), tag="games", query=PAGE)
    def get(self, request: Request) -> Response:
        """Every game, in a few words; `showGame` has the rest."""
        return paginate(request, list(games.all_games().values()), game_row_json)


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
        return Response(game_json(game, read_requested_rules(request, game)))


class ClauseListView(CachedView):
    @document_operation("listClauses", make_page_serializer(ClauseSerializer), tag="games", query=[*RULES, *PAGE])
    def get(self, request: Request, game: Game[Any]) -> Response:
        """Every clause of a game, as worded under a rule set; the clauses that all games share come last."""
        return paginate(request, list(clauses_json(game, read_requested_rules(request, game))), lambda clause: clause)


class ClauseDetailView(CachedView):
    @document_operation("showClause", ClauseSerializer, tag="games", query=RULES)
    def get(self, request: Request, game: Game[Any], clause: str) -> Response:
        """One clause of a game, as worded under a rule set."""
        for found in clauses_json(game, read_requested_rules(request, game)):
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
        return Response(rulebook_json(game, read_requested_rules(request, game)))


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
        return Response(answers_json(game, read_requested_rules(request, game), request.GET.get("q", "")))


class RuleSetDetailView(CachedView):
    @document_operation("showRules", RulesSerializer, tag="rules")
    def get(self, request: Request, game: Game[Any], digest: str) -> Response:
        """A rule set by the hash of its content. The address is permanent."""
        try:
            options, _ = get_rules_by_digest(game, digest)
        except NoSuchRules as missing:
            raise Http404(str(missing)) from missing
        return Response(rules_json(game, options))


def game_row_json(game: Game[Any]) -> dict[str, Any]:
    """Return a game as JSON, for a list of games."""
    return {
        "slug": game.slug,
        "title": game.title,
        "family": game.family,
        "tagline": game.tagline,
        "minutes": game.minutes,
        "seats": list(game.seats),
        "usual_seats": game.get_usual_seat_count(game.options()),
        "version": game.version,
        "clauses": len(game.clauses),
    }


def game_json(game: Game[Any], options: Options) -> dict[str, Any]:
    """Return a game as JSON, with the kinds of puzzle that have questions under these rules."""
    return {
        **game_row_json(game),
        "verbs": {name: verb.words for name, verb in game.verbs.items()},
        "position": dict(game.position_keys),
        "decides": game.decides,
        "bots": {level: LEVELS.get(level, "") for level in game.bots},
        "themes": [
            {"slug": theme.slug, "title": theme.title, "sentence": theme.sentence, "clauses": list(theme.clauses)}
            for theme in list_available_themes(game, options)
        ],
        "facts": [
            {
                "name": fact.name,
                "kind": fact.kind,
                "question": fact.question,
                "takes": [one.name for one in fact.takes],
                "clauses": list(fact.clauses),
            }
            for fact in game.all_facts.values()
        ],
        "lessons": len(game.lessons),
    }


def clauses_json(game: Game[Any], options: Options) -> Iterator[dict[str, Any]]:
    """Yield every clause of a game as worded under these rules, then the clauses that all games share."""
    sections = (*game.rulebook.render_sections(options), TABLE)
    entries = {one.id: (section.title, one) for section in sections for one in section.entries}
    for id, clause in {**game.clauses, **TABLE_CLAUSES}.items():
        section, entry = entries.get(id, ("", None))
        yield {
            "id": id,
            "title": entry.title if entry else id,
            "section": section,
            "text": entry.text if entry else "",
            "refusal": clause.refusal,
            "holds": bool(entry and entry.is_in_force),
            "changed": bool(entry and entry.is_changed),
        }


def answers_json(game: Game[Any], options: Options, question: str) -> dict[str, Any]:
    """Return the answers of the rules to a question as JSON."""
    found = answers_to(game, options, question)
    return {
        "game": game.slug,
        "rules": options.digest(),
        "question": found.question,
        "cards": [
            {
                "words": one.words,
                "allowed": one.refused is None,
                "says": one.refused.sentence if one.refused else "",
                "clauses": list(one.clauses),
            }
            for one in found.cards
        ],
        "clauses": [
            {
                "id": one.id,
                "title": one.title,
                "says": one.says,
                "holds": one.holds,
                "elsewhere": [other._asdict() for other in one.elsewhere],
            }
            for one in found.clauses
        ],
        "options": [
            {
                "option": one.option,
                "label": one.label,
                "says": one.says,
                "elsewhere": [other._asdict() for other in one.elsewhere],
            }
            for one in found.options
        ],
        "lessons": [{"slug": one.slug, "title": one.title, "says": one.says} for one in found.lessons],
    }


def options_json(game: Game[Any]) -> dict[str, Any]:
    """Return every option of a game with a sentence for each value, and the presets."""
    return {
        "game": game.slug,
        "schema": game.options.build_schema(),
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "group": option.group,
                "default": option.default,
                "clauses": list(game.rulebook.list_changed_clauses(option.name)),
                "values": [
                    {"value": value, "sentence": option.describe_value(value)} for value in option.list_values_to_try()
                ],
            }
            for option in game.options.list_options()
        ],
        "presets": [
            {
                "name": preset.name,
                "title": preset.title,
                "sentence": preset.sentence,
                "values": dict(preset.values),
                "digest": game.options(preset.values).digest(),
            }
            for preset in game.options.presets
        ],
    }


def rulebook_json(game: Game[Any], options: Options) -> dict[str, Any]:
    """Return the rulebook as worded under these rules."""
    book = game.rulebook
    return {
        "game": game.slug,
        "title": book.title,
        "rules": rules_json(game, options),
        "intro": book.intro,
        "sections": [
            {
                "title": section.title,
                "clauses": [
                    {
                        "id": entry.id,
                        "title": entry.title,
                        "text": entry.text,
                        "book": entry.book if entry.is_changed else None,
                        "holds": entry.is_in_force,
                    }
                    for entry in section.entries
                ],
            }
            for section in (*book.render_sections(options), TABLE)
        ],
        "sources": book.sources,
    }


def rules_json(game: Game[Any], options: Options, name: str = "") -> dict[str, Any]:
    """Return a rule set as JSON: its values, and in words how it differs from the standard rules."""
    return {
        "game": game.slug,
        "digest": options.digest(),
        "name": name,
        "title": name or make_title(options),
        "options": options.list_nonstandard_values(),
        "differences": [
            {"option": one.option.name, "label": one.option.label, "before": one.before, "after": one.after}
            for one in list_changes_from_standard(options)
        ],
        "seats": game.list_seat_counts(options),
        "page": reverse("variants:rules", args=[game.slug, options.digest()]),
    }

"""The page that explains how to read a game's records: moves and results in words, and a small sample match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from core.api.json_format import format_json
from core.rendering.markdown import render_markdown_with_card_codes
from core.rendering.table_context import fill_in_names
from games.engine.game import Game
from games.engine.record_legend import load_legend
from games.engine.sample_match import play_sample_match
from games.engine.table import Table

_CODE = re.compile(r"<code>([^<]*)</code>")


class ExplainedNames(NamedTuple):
    """Names of verbs (kinds of moves) or facts (questions that the engine can answer) that share an explanation.

    `names` has pairs of a name and its wording for readers. The wording is "" for facts, and for verbs whose wording is
    the same as the name. `text` is the explanation.
    """

    names: list[tuple[str, str]]
    text: SafeString


class RecordedMove(NamedTuple):
    """A move in a record: its number, its JSON, and the sentences that describe it."""

    number: int
    pair: str
    told: str


class RecordedDeal(NamedTuple):
    """A deal of the sample match: its moves, and its result as JSON."""

    moves: list[RecordedMove]
    result: str


@require_safe
def show_record_guide(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Render the page that explains how to read a game's records."""
    return render(request, "api/legend.html", {"game": game, **_build_record_guide_context(game)})


@lru_cache(maxsize=64)
def _build_record_guide_context(game: Game[Any]) -> dict[str, Any]:
    """Build the page's template context for a game. It's the same for everyone."""
    known, table = load_legend(game), play_sample_match(game)
    account = table.export_match()
    head = {key: account[key] for key in ("format", "game", "options", "seats")}
    foot = {key: account[key] for key in ("scores", "winners")}
    by_dealer = {name: text for name, text in known.verbs.items() if game.verbs[name].chance}
    by_players = {name: text for name, text in known.verbs.items() if name not in by_dealer}
    words = {name: verb.words for name, verb in game.verbs.items()}
    return {
        "match": _render_markdown(game, known.match),
        "parts": [
            {
                "id": "dealer",
                "title": "Dealer moves",
                "verbs": list(_group_by_explanation(game, by_dealer, words)),
            },
            {
                "id": "players",
                "title": "Player moves",
                "verbs": list(_group_by_explanation(game, by_players, words)),
            },
        ],
        "results": _render_markdown(game, known.results),
        "facts": list(_group_by_explanation(game, known.facts, {})),
        "head": format_json(head),
        "deals": list(list_deals(table)),
        "foot": format_json(foot),
    }


def _render_markdown(game: Game[Any], text: str) -> SafeString:
    """Render Markdown as HTML, with clause ids as links to the rulebook."""
    rules = reverse("learn:rulebook", args=[game])

    def link_clause_id(found: re.Match[str]) -> str:
        if found[1] not in game.clauses:
            return found[0]
        return format_html('<a href="{}#{}">{}</a>', rules, found[1], found[1])

    return mark_safe(_CODE.sub(link_clause_id, render_markdown_with_card_codes(text)))


def _group_by_explanation(
    game: Game[Any], texts: Mapping[str, str], words: Mapping[str, str]
) -> Iterator[ExplainedNames]:
    """Yield groups of names that have the same explanation, with the explanation as HTML.

    `texts` maps each name to its explanation in Markdown. `words` maps verbs to their wordings for readers.
    """
    together: dict[str, list[str]] = {}
    for name, text in texts.items():
        together.setdefault(text, []).append(name)
    for text, names in together.items():
        called = [(name, words.get(name, "")) for name in names]
        yield ExplainedNames(
            [(name, "" if said == name else said) for name, said in called], _render_markdown(game, text)
        )


def list_deals(table: Table) -> Iterator[RecordedDeal]:
    """Yield the deals of a finished match with their moves."""
    game, names, moves = table.game, {seat: f"Seat {seat}" for seat in range(table.state.seats)}, []
    again = Table(game, table.state.options, table.state.seats)
    for number, (seat, text) in enumerate(table.record.moves, 1):
        before = again.state.match.deals
        said = [
            fill_in_names(told, names) for event in again.play_move(seat, text) if (told := game.describe_event(event))
        ]
        told = " ".join(said) or f"{game.describe_move(game.parse_move(text))}."
        moves.append(RecordedMove(number, json.dumps([seat, text]), told))
        if again.state.match.deals > before:
            yield RecordedDeal(moves, format_json(again.state.match.results[-1].to_json()))
            moves = []
    if moves:
        yield RecordedDeal(moves, "")

"""Views for searching the rules with a question, and for trying the examples of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.http import reswap, retarget

from core.http.decorators import require_form
from core.http.htmx import MORPH, render_page_or_part
from core.learn.rules_search import answer_question as answers_to
from core.learn.rules_search import suggest_question
from core.people.requests import HttpRequest
from core.rendering.table_context import (
    build_screen_context,
    describe_move_readings,
    fill_in_violation_names,
    narrate_events,
)
from games.engine.game import Game
from games.engine.interactive_examples import InteractiveExample, list_interactive_examples
from games.engine.lesson import COMPANY
from games.engine.move import Move
from games.engine.rulebook import RulebookEntry
from games.engine.table import Table
from games.engine.view import filter_zones
from games.errors import RulesError
from variants.services import RulesInForce, get_rules_in_force


@require_safe
def search_rules(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Search the rules for `?q=`. Results under the current rules come first, then those of other house rules."""
    rules = get_rules_in_force(request, game)
    found = answers_to(game, rules.options, request.GET.get("q", ""))
    context = {"active": "rules", "game": game, "rules": rules, "found": found}
    return render_page_or_part(
        request, "learn/ask.html", "answers", context | {"worth_asking": suggest_question(game, rules.options)}
    )


@require_form
def try_example(request: HttpRequest, game: Game[Any], clause: str) -> HttpResponse:
    """Show an example of a clause as a small table, and judge the moves that the reader tries there (POST).

    Nothing is stored: each move is tried from the start, and the form has the moves that were tried before.
    """
    rules = get_rules_in_force(request, game)
    entry = _get_rulebook_entry(game, clause, rules)
    found = list_interactive_examples(game, clause, rules.options)
    wanted = request.POST.get("example") or request.GET.get("example")
    trial = next((one for one in found if one.name == wanted), found[0] if found else None)
    context = {"active": "rules", "game": game, "rules": rules, "entry": entry, "trials": found, "trial": trial}
    if trial is None:
        return _render_example(request, context)
    sitting = _ExampleTable(game, trial, rules)
    if request.method == "POST":
        return sitting.try_move(request, context)
    return _render_example(request, context | sitting.build_example_context())


def _get_rulebook_entry(game: Game[Any], clause: str, rules: RulesInForce) -> RulebookEntry:
    entry = game.rulebook.find_clause_entry(clause, rules.options)
    if entry is None:
        raise Http404("That rule doesn’t exist.")
    return entry


def _render_example(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Render an example of a clause: as part of the rulebook page for htmx, otherwise as a page of its own.

    For htmx, the response also closes the example that was open before.
    """
    opened = next((id for id in request.GET.getlist("open") if id and id != context["entry"].id), "")
    context["folded"] = context["game"].rulebook.find_clause_entry(opened, context["rules"].options)
    template = "learn/example_part.html" if request.htmx else "learn/example.html"
    if request.htmx and "fold" in request.GET:
        template = "learn/example_link.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


class _ExampleTable:
    """The table of a clause's example, where the reader tries moves."""

    def __init__(self, game: Game[Any], trial: InteractiveExample, rules: RulesInForce) -> None:
        self.game, self.trial, self.rules = game, trial, rules
        self.table = Table.from_state(game, trial.start)
        seats = trial.start.seats
        self.names = [COMPANY[(seat - trial.seat) % seats] for seat in range(seats)]

    def try_move(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        """Try the move in the request. Respond with the table after it, or with the reason why it's illegal.

        If the text can mean several moves, responds with these. `context` is the template context of the example.
        """
        seat, before = self.trial.seat, request.POST.getlist("tried")
        try:
            readings = self.table.list_move_readings(seat, request.POST.get("move", ""))
        except RulesError as refused:
            return self._render_refusal(request, context, before, message=str(refused))
        if len(readings) > 1:
            return self._render_refusal(
                request, context, before, readings=describe_move_readings(self.game, readings[:8])
            )
        move = readings[0]
        known = [*before, str(move)]
        violation = self.game.find_violation(self.table.state, seat, move)
        if violation is not None:
            return self._render_refusal(
                request, context, known, violation=fill_in_violation_names(violation, self.names, seat)
            )
        events = self.table.play_move(seat, move)
        said = " ".join(narrate_events(self.game, events, seat, self.names)) or f"{self.game.describe_move(move)}."
        response = _render_example(request, context | self.build_example_context(known, said=f"That’s legal. {said}"))
        return retarget(reswap(response, MORPH), "#example") if request.htmx else response

    def _render_refusal(
        self, request: HttpRequest, context: dict[str, Any], known: Sequence[str], **notice: Any
    ) -> HttpResponse:
        """Build the response to a move that is illegal, or whose text can mean several moves.

        For a move made at the table with htmx, it's only a message. For a move chosen from the list of moves to try, or
        without htmx, it's the whole example. `known` has the texts of the moves tried so far, and `notice` the template
        variables that explain the problem.
        """
        whole = context | self.build_example_context(known) | notice
        if request.htmx and "offered" not in request.POST:
            return render(request, "learn/example_notice.html", whole, status=422)
        response = _render_example(request, whole, status=422)
        return retarget(reswap(response, MORPH), "#example") if request.htmx else response

    def build_example_context(self, tried: Sequence[str] = (), said: str = "") -> dict[str, Any]:
        """Build the template context of the example: its table, and the moves to try.

        `tried` has the texts of the moves tried so far, whose results are shown. `said` describes the legal move that
        the reader has just made, or is "" if there is none.
        """
        seat, done = self.trial.seat, bool(said)
        url = reverse("learn:example", args=[self.game.slug, self.trial.clause])
        screen = filter_zones(self.table.build_screen(seat), (), self.table.state)
        if said or not self.trial.moves:
            screen = replace(screen, prompt=said)
        offered = [self._build_move_context(move, tried) for move in self.trial.moves]
        return {
            **build_screen_context(
                self.game,
                screen,
                self.names,
                seat,
                move_url="" if done or not self.trial.moves else f"{url}?example={self.trial.name}",
                rules_url="",
                is_turn_shared=self.table.state.is_turn_shared,
            ),
            "url": url,
            "offered": offered,
            "left": sum(not one["tried"] for one in offered),
            "done": done,
            "by_own": self.trial.start.options != self.rules.options,
        }

    def _build_move_context(self, move: Move, tried: Sequence[str]) -> dict[str, Any]:
        """Build the template context for a move that the reader can try: its text, and the move in words.

        `tried` has the texts of the moves tried so far. In the context, `tried` says whether this move is one of them,
        and `right` whether it's also legal.
        """
        known = str(move) in tried
        right = known and self.game.is_legal(self.trial.start, self.trial.seat, move)
        return {"text": str(move), "words": self.game.describe_move(move), "tried": known, "right": right}

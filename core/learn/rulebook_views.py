"""Views to search the rules with a question, and to try the examples of a clause."""

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
from core.http.htmx import MORPH, page_or_part
from core.learn.rules_search import ask as answers_to
from core.learn.rules_search import worth_asking
from core.people.requests import HttpRequest
from core.rendering.table_context import choices, named, narrate, screen_context
from games.engine.game import Game
from games.engine.lesson import COMPANY
from games.engine.move import Move
from games.engine.rulebook import Entry
from games.engine.table import Table
from games.engine.try_examples import Trial, trials
from games.engine.view import showing
from games.errors import HouseError
from variants.services import InForce, rules_in_force


@require_safe
def ask(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Search the rules for `?q=`: the rules in force first, then those of other house rules."""
    rules = rules_in_force(request, game)
    found = answers_to(game, rules.options, request.GET.get("q", ""))
    context = {"active": "rules", "game": game, "rules": rules, "found": found}
    return page_or_part(
        request, "learn/ask.html", "answers", context | {"worth_asking": worth_asking(game, rules.options)}
    )


@require_form
def example(request: HttpRequest, game: Game[Any], clause: str) -> HttpResponse:
    """Render an example of a clause as a small table, and judge the moves that the reader tries there.

    Nothing is stored: each move is tried from the start, and the form lists the moves that were tried before.
    """
    rules = rules_in_force(request, game)
    entry = _entry(game, clause, rules)
    found = trials(game, clause, rules.options)
    wanted = request.POST.get("example") or request.GET.get("example")
    trial = next((one for one in found if one.name == wanted), found[0] if found else None)
    context = {"active": "rules", "game": game, "rules": rules, "entry": entry, "trials": found, "trial": trial}
    if trial is None:
        return _answer(request, context)
    sitting = _Sitting(game, trial, rules)
    if request.method == "POST":
        return sitting.tried(request, context)
    return _answer(request, context | sitting.context())


def _entry(game: Game[Any], clause: str, rules: InForce) -> Entry:
    entry = game.rulebook.entry(clause, rules.options)
    if entry is None:
        raise Http404("There is no such rule.")
    return entry


def _answer(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return the example for htmx, with the example that was open before closed; a whole page for others."""
    opened = next((id for id in request.GET.getlist("open") if id and id != context["entry"].id), "")
    context["folded"] = context["game"].rulebook.entry(opened, context["rules"].options)
    template = "learn/example_part.html" if request.htmx else "learn/example.html"
    if request.htmx and "fold" in request.GET:
        template = "learn/example_link.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


class _Sitting:
    """The reader's seat at the table of an example."""

    def __init__(self, game: Game[Any], trial: Trial, rules: InForce) -> None:
        self.game, self.trial, self.rules = game, trial, rules
        self.table = Table.at(game, trial.start)
        seats = trial.start.seats
        self.names = [COMPANY[(seat - trial.seat) % seats] for seat in range(seats)]

    def tried(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        """Return the response to a move: the table after it, or the reason why it's refused."""
        seat, before = self.trial.seat, request.POST.getlist("tried")
        try:
            readings = self.table.read(seat, request.POST.get("move", ""))
        except HouseError as refused:
            return self._refuse(request, context, before, message=str(refused))
        if len(readings) > 1:
            return self._refuse(request, context, before, readings=choices(self.game, readings[:8]))
        move = readings[0]
        known = [*before, str(move)]
        violation = self.game.why_not(self.table.state, seat, move)
        if violation is not None:
            return self._refuse(request, context, known, violation=named(violation, self.names, seat))
        events = self.table.play(seat, move)
        said = " ".join(narrate(self.game, events, seat, self.names)) or f"{self.game.in_words(move)}."
        response = _answer(request, context | self.context(known, said=f"That is allowed. {said}"))
        return retarget(reswap(response, MORPH), "#example") if request.htmx else response

    def _refuse(
        self, request: HttpRequest, context: dict[str, Any], known: Sequence[str], **notice: Any
    ) -> HttpResponse:
        """Return a refusal: only the notice for a move at the table, the whole example for a move from the list."""
        whole = context | self.context(known) | notice
        if request.htmx and "offered" not in request.POST:
            return render(request, "learn/example_notice.html", whole, status=422)
        response = _answer(request, whole, status=422)
        return retarget(reswap(response, MORPH), "#example") if request.htmx else response

    def context(self, tried: Sequence[str] = (), said: str = "") -> dict[str, Any]:
        """Return the context of the example: its table, and the moves to try with the results of those tried."""
        seat, done = self.trial.seat, bool(said)
        url = reverse("learn:example", args=[self.game.slug, self.trial.clause])
        screen = showing(self.table.screen(seat), (), self.table.state)
        if said or not self.trial.moves:
            screen = replace(screen, prompt=said)
        offered = [self._offered(move, tried) for move in self.trial.moves]
        return {
            **screen_context(
                self.game,
                screen,
                self.names,
                seat,
                move_url="" if done or not self.trial.moves else f"{url}?example={self.trial.name}",
                rules_url="",
            ),
            "url": url,
            "offered": offered,
            "left": sum(not one["tried"] for one in offered),
            "done": done,
            "by_own": self.trial.start.options != self.rules.options,
        }

    def _offered(self, move: Move, tried: Sequence[str]) -> dict[str, Any]:
        """Return a move to try, with whether it was tried and, if so, whether it's legal."""
        known = str(move) in tried
        right = known and self.game.allows(self.trial.start, self.trial.seat, move)
        return {"text": str(move), "words": self.game.in_words(move), "tried": known, "right": right}

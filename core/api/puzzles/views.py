"""API views for practice puzzles: new ones, shown without the right answer, and answers to them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import ApiViewSet, build_query_parameter, document_operation, resolve_house_rules
from core.api.errors import Problem
from core.api.puzzles.serializers import (
    AnswerRequest,
    AttemptSerializer,
    DailyPuzzleSerializer,
    HintsSerializer,
    PuzzleRequest,
    PuzzleSerializer,
    VerdictSerializer,
)
from core.http.time_zone import get_local_date, parse_time_zone
from core.practice.attempt_contexts import (
    AttemptContext,
    AttemptsClosed,
    collect_codes_with_hidden_results,
    get_default_context,
)
from core.practice.daily import find_daily_puzzle
from core.practice.levels import parse_level
from core.practice.models import NO_LONGER, Attempt, Puzzle
from core.practice.next_puzzle import generate_next_puzzle


def _parse_date(text: str) -> date:
    """Parse a date such as “2026-11-29”. Raises Problem if the text isn't a date in this format."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Problem("invalid", f"“{text[:20]}” isn’t a date. Write a date like 2026-11-29.")
    return day


class PuzzleViewSet(ApiViewSet):
    scopes = ("practice",)
    lookup_field = "code"
    serializer_class = PuzzleSerializer

    def get_puzzle_and_context(self) -> tuple[Puzzle, AttemptContext]:
        """Return the puzzle in the URL, and its attempt context: the purpose for which the person solves it.

        Raises Http404 if the person can't open the puzzle, or if it can no longer be asked.
        """
        puzzle = get_object_or_404(Puzzle.objects.select_related("daily"), code=self.kwargs["code"])
        if not puzzle.can_be_asked:
            raise Http404(NO_LONGER)
        return puzzle, get_default_context(self.person, puzzle)

    def get_answerable_puzzle(self) -> Puzzle:
        """Return the puzzle in the URL if the person can answer it through the API.

        Raises Http404 if the person can't open the puzzle, or if it can no longer be asked. Raises AttemptsClosed for a
        daily puzzle, or for a puzzle that a teacher has assigned to the person. Those can only be answered on their
        page.
        """
        puzzle, context = self.get_puzzle_and_context()
        if context.code:
            raise AttemptsClosed(f"Answer this puzzle on its page: {puzzle.get_absolute_url()}{context.query_string}")
        return puzzle

    @document_operation(
        "makePuzzle",
        PuzzleSerializer,
        asks=PuzzleRequest,
        status=201,
        tag="puzzles",
        problems="not-found nothing-to-ask bad-option no-such-rules too-hard",
    )
    def create(self, request: Request) -> Response:
        """Create a puzzle: of one theme or any theme, about one clause or any clause, at one level or any level.

        Without rules, your own house rules apply. Without a clause, the puzzle is chosen for you: it's about what
        you've learned, and easy at first.
        """
        data = self.validate_body(PuzzleRequest)
        return self.respond_idempotently(lambda: self.get_serializer(self._generate_puzzle(data)).data, status=201)

    def _generate_puzzle(self, data: dict[str, Any]) -> Puzzle:
        game = games.get(data["game"])
        options = resolve_house_rules(game, data.get("options"), data.get("rules"), self.person)
        level = parse_level(data.get("level", ""))
        return generate_next_puzzle(self.person, game, options, data.get("theme", ""), data.get("clause", ""), level)

    @document_operation("showPuzzle", PuzzleSerializer, tag="puzzles")
    def retrieve(self, request: Request, code: str) -> Response:
        """A puzzle to solve, without its right answer."""
        puzzle, _ = self.get_puzzle_and_context()
        return Response(self.get_serializer(puzzle).data)

    @document_operation(
        "showDailyPuzzle",
        DailyPuzzleSerializer,
        tag="puzzles",
        query=[
            build_query_parameter("date", "The day, such as `2026-11-29`. Default: today.", date),
            build_query_parameter("time_zone", "The time zone, such as `Pacific/Auckland`. Default: UTC."),
        ],
        problems="invalid not-found",
    )
    @action(detail=False, methods=["get"], url_path="daily")
    def show_daily(self, request: Request) -> Response:
        """The daily puzzle for a date, the same for everyone, under the standard rules. You answer it on its page."""
        today = get_local_date(timezone.now(), parse_time_zone(request.GET.get("time_zone", "")))
        daily = find_daily_puzzle(_parse_date(request.GET["date"]) if "date" in request.GET else today, today)
        if daily is None:
            raise Http404("There’s no puzzle for this day.")
        return Response(DailyPuzzleSerializer(daily).data)

    @document_operation(
        "answerPuzzle",
        VerdictSerializer,
        asks=AnswerRequest,
        tag="puzzles",
        problems="bad-text puzzle.given",
    )
    @action(detail=True, methods=["post"], url_path="attempts")
    def answer(self, request: Request, code: str) -> Response:
        """Answer a puzzle. Any correct answer is accepted. Only a first answer without hints is rated."""
        answer = self.validate_body(AnswerRequest)["answer"]
        return self.respond_idempotently(lambda: self._submit_answer(answer))

    def _submit_answer(self, answer: Any) -> Any:
        """Judge and save an answer to the puzzle in the URL. Return the result as JSON.

        Raises AttemptsClosed or BadText.
        """
        puzzle = self.get_answerable_puzzle()
        verdict, attempt = puzzle.submit_answer(self.person, answer)
        book = puzzle.engine_game.rulebook
        clauses = [{"id": id, "text": book.get_clause_title(id)} for id in verdict.clauses]
        return VerdictSerializer({"verdict": verdict, "puzzle": puzzle, "clauses": clauses, "attempt": attempt}).data

    @document_operation("hintPuzzle", HintsSerializer, tag="puzzles", problems="puzzle.given")
    @action(detail=True, methods=["post"], url_path="hints")
    def give_hint(self, request: Request, code: str) -> Response:
        """Get one more hint. The hint is recorded, and an answer after a hint isn't rated."""
        return self.respond_idempotently(self._give_hint)

    def _give_hint(self) -> Any:
        """Store that the person gets another hint. Return the hints so far as JSON. Raises AttemptsClosed."""
        puzzle = self.get_answerable_puzzle()
        hints = puzzle.engine_puzzle.hints
        seen = (
            Attempt.objects.filter(person=self.person, puzzle=puzzle, occasion="")
            .values_list("hints", flat=True)
            .first()
        )
        attempt = Attempt.record_hint(self.person, puzzle, min((seen or 0) + 1, len(hints)))
        return HintsSerializer({"hints": hints[: attempt.hints], "more": attempt.hints < len(hints)}).data


class AttemptViewSet(ListModelMixin, ApiViewSet):
    scopes = ("practice",)
    serializer_class = AttemptSerializer

    def get_queryset(self) -> QuerySet[Attempt]:
        hidden = collect_codes_with_hidden_results(self.person)
        attempts = Attempt.objects.filter(person=self.person).exclude(occasion__in=hidden)
        return attempts.select_related("puzzle").order_by("-begun", "-pk")

    @document_operation("listAttempts", AttemptSerializer, tag="puzzles")
    def list(self, request: Request) -> Response:
        """The puzzles you’ve tried, newest first."""
        return super().list(request)

"""API views of practice puzzles: new ones, shown without the answer key, and answers to them."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, document_operation, paginate, resolve_house_rules
from core.api.fields import make_page_serializer
from core.api.puzzles.representations import attempt_json, puzzle_json
from core.api.puzzles.serializers import (
    AnswerRequest,
    AttemptSerializer,
    HintsSerializer,
    PuzzleRequest,
    PuzzleSerializer,
    VerdictSerializer,
)
from core.practice.attempt_contexts import (
    AttemptContext,
    AttemptsClosed,
    get_default_context,
    list_contexts_with_hidden_results,
)
from core.practice.models import NO_LONGER, Attempt, Puzzle
from core.practice.next_puzzle import generate_next_puzzle


class PuzzleView(ApiView):
    scopes = ("practice",)

    def get_puzzle(self, code: str) -> Puzzle:
        """Return a puzzle that the person can see. Raises Http404 if it can't be asked anymore."""
        return self._get_puzzle_with_attempt_context(code)[0]

    def _get_puzzle_with_attempt_context(self, code: str) -> tuple[Puzzle, AttemptContext]:
        found = get_object_or_404(Puzzle, code=code)
        if not found.can_be_asked:
            raise Http404(NO_LONGER)
        return found, get_default_context(self.person, found)

    def get_answerable_puzzle(self, code: str) -> Puzzle:
        """Return a puzzle that the person can answer here.

        Raises Http404 if the puzzle can't be asked anymore, AttemptsClosed if a teacher has assigned the puzzle to the
        person.
        """
        found, occasion = self._get_puzzle_with_attempt_context(code)
        if occasion.code:
            raise AttemptsClosed("This puzzle was given to you by a teacher. Answer it on the page that they gave you.")
        return found


class CreatePuzzleView(PuzzleView):
    limit = "make"

    @document_operation(
        "makePuzzle",
        PuzzleSerializer,
        asks=PuzzleRequest,
        status=201,
        tag="puzzles",
        problems="not-found nothing-to-ask bad-option no-such-rules too-hard",
    )
    def post(self, request: Request) -> Response:
        """Make a puzzle: of one theme or any theme, about one clause or any clause.

        Without rules, your own house rules apply. If no clause is named, the puzzle suits you: it's about what you have
        learned, and easy at first.
        """
        asked = self.validate_body(PuzzleRequest)
        return self.respond_idempotently(lambda: self._make_puzzle(asked), status=201)

    def _make_puzzle(self, asked: dict[str, Any]) -> dict[str, Any]:
        game = games.get(asked["game"])
        options = resolve_house_rules(game, asked.get("options"), asked.get("rules"), self.person)
        made = generate_next_puzzle(self.person, game, options, asked.get("theme", ""), asked.get("clause", ""))
        return puzzle_json(made)


class PuzzleDetailView(PuzzleView):
    @document_operation("showPuzzle", PuzzleSerializer, tag="puzzles")
    def get(self, request: Request, code: str) -> Response:
        """A puzzle to solve; its key is not in it."""
        return Response(puzzle_json(self.get_puzzle(code)))


class AnswerPuzzleView(PuzzleView):
    @document_operation(
        "answerPuzzle",
        VerdictSerializer,
        asks=AnswerRequest,
        tag="puzzles",
        problems="bad-text puzzle.given",
    )
    def post(self, request: Request, code: str) -> Response:
        """Answer a puzzle. Any right answer is accepted; only a first answer without a hint before it is rated."""
        asked = self.validate_body(AnswerRequest)
        return self.respond_idempotently(lambda: self._answer_puzzle(code, asked["answer"]))

    def _answer_puzzle(self, code: str, answer: Any) -> dict[str, Any]:
        puzzle = self.get_answerable_puzzle(code)
        verdict, attempt = puzzle.submit_answer(self.person, answer)
        book = puzzle.engine_game.rulebook
        return {
            "right": verdict.right,
            "sentence": verdict.sentence,
            "refutation": verdict.refutation,
            "reasons": dict(verdict.reasons),
            "key": puzzle.engine_puzzle.key,
            "clauses": [{"id": id, "text": book.get_clause_title(id)} for id in verdict.clauses],
            "attempt": attempt_json(attempt),
        }


class GiveHintView(PuzzleView):
    @document_operation("hintPuzzle", HintsSerializer, tag="puzzles", problems="puzzle.given")
    def post(self, request: Request, code: str) -> Response:
        """Get one more hint. The hint is recorded, and an answer after a hint isn't rated."""
        return self.respond_idempotently(lambda: self._give_hint(code))

    def _give_hint(self, code: str) -> dict[str, Any]:
        puzzle = self.get_answerable_puzzle(code)
        hints = puzzle.engine_puzzle.hints
        seen = (
            Attempt.objects.filter(person=self.person, puzzle=puzzle, occasion="")
            .values_list("hints", flat=True)
            .first()
        )
        attempt = Attempt.record_hint(self.person, puzzle, min((seen or 0) + 1, len(hints)))
        return {"hints": list(hints[: attempt.hints]), "more": attempt.hints < len(hints)}


class OwnAttemptListView(PuzzleView):
    @document_operation("listAttempts", make_page_serializer(AttemptSerializer), tag="puzzles", query=PAGE)
    def get(self, request: Request) -> Response:
        """The puzzles that you have tried, the last first."""
        rows: Any = Attempt.objects.filter(person=self.person).exclude(
            occasion__in=list_contexts_with_hidden_results(self.person)
        )
        rows = rows.select_related("puzzle").order_by("-begun", "-pk")
        return paginate(request, rows, attempt_json)

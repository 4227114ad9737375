"""API views for timed runs: starting one, the current puzzle, answers, and best scores."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import ApiViewSet, build_query_parameter, document_operation, resolve_house_rules
from core.api.errors import Problem
from core.api.puzzles.serializers import (
    BestScoresSerializer,
    RunAnswerRequest,
    RunAnswerSerializer,
    RunRequest,
    RunSerializer,
)
from core.http.time_zone import parse_time_zone
from core.practice.attempt_contexts import AttemptsClosed
from core.practice.models import Run
from core.practice.runs import RunProgress, ask_next_puzzle, build_attempt_context, find_best_scores, load_progress
from games.engine.game import Game
from games.engine.options import Options


class RunViewSet(ApiViewSet):
    scopes = ("practice",)
    lookup_field = "code"
    serializer_class = RunSerializer

    def load_own_progress(self) -> RunProgress:
        """Return the person's run in the URL, with its attempts. Raises Http404."""
        return load_progress(get_object_or_404(Run, code=self.kwargs["code"], person=self.person))

    def ask_next(self, progress: RunProgress) -> RunProgress:
        """Return the run with its next puzzle, or the run unchanged if it's over or no puzzle is left.

        If the current puzzle isn't answered yet, it stays.
        """
        if progress.is_over or not ask_next_puzzle(progress, self._get_house_rules):
            return progress
        return load_progress(progress.run)

    def _get_house_rules(self, game: Game[Any]) -> Options:
        return resolve_house_rules(game, None, None, self.person)

    @document_operation(
        "startRun", RunSerializer, asks=RunRequest, status=201, tag="puzzles", problems="not-found too-hard"
    )
    def create(self, request: Request) -> Response:
        """Start a timed run: three minutes of puzzles, easy ones first, in one game or in all games.

        Your own house rules apply. Three wrong answers end the run, and its answers aren't rated.
        """
        slug = self.validate_body(RunRequest).get("game", "")
        if slug:
            games.get(slug)
        return self.respond_idempotently(lambda: self._start_run(slug), status=201)

    def _start_run(self, slug: str) -> Any:
        run = Run.objects.create(person=self.person, game=slug, started=timezone.now())
        return RunSerializer(self.ask_next(load_progress(run))).data

    @document_operation("showRun", RunSerializer, tag="puzzles", problems="not-found")
    def retrieve(self, request: Request, code: str) -> Response:
        """One of your runs: the time left, the answers so far, and the current puzzle."""
        return Response(RunSerializer(self.load_own_progress()).data)

    @document_operation(
        "answerInRun",
        RunAnswerSerializer,
        asks=RunAnswerRequest,
        tag="puzzles",
        problems="not-found bad-text run.refused too-hard",
    )
    @action(detail=True, methods=["post"], url_path="answers")
    def answer(self, request: Request, code: str) -> Response:
        """Answer the current puzzle of a run, and get the next one. Each puzzle takes one answer.

        The clock is the server's: an answer that arrives after the end doesn't count.
        """
        data = self.validate_body(RunAnswerRequest)
        return self.respond_idempotently(lambda: self._submit_answer(data["puzzle"], data["answer"]))

    def _submit_answer(self, code: str, answer: Any) -> Any:
        """Judge and save an answer. Return the result and the next puzzle as JSON. Raises Problem or BadText."""
        progress = self.load_own_progress()
        closed = progress.explain_why_closed(timezone.now())
        if closed:
            raise Problem("run.refused", closed)
        if progress.current is None or progress.current.puzzle.code != code:
            raise Problem("run.refused", "The run is on a different puzzle now.")
        try:
            verdict, _ = progress.current.puzzle.submit_answer(
                self.person, answer, occasion=build_attempt_context(progress)
            )
        except AttemptsClosed as error:
            raise Problem("run.refused", str(error)) from error
        progress = self.ask_next(load_progress(progress.run))
        return RunAnswerSerializer({"right": verdict.right, "run": progress}).data

    @document_operation(
        "showBestScores",
        BestScoresSerializer,
        tag="puzzles",
        query=[
            build_query_parameter("game", "A game. Without it, you get runs across all games."),
            build_query_parameter("time_zone", "Where the week begins, such as `Pacific/Auckland`. Default: UTC."),
        ],
        problems="not-found",
    )
    @action(detail=False, methods=["get"], url_path="best")
    def show_best_scores(self, request: Request) -> Response:
        """Best scores in runs: yours, and the best of the week by anyone, without a name."""
        slug = request.GET.get("game", "")
        if slug:
            games.get(slug)
        scores = find_best_scores(self.person, slug, parse_time_zone(request.GET.get("time_zone", "")))
        return Response(BestScoresSerializer({"game": slug, **scores._asdict()}).data)

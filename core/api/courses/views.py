"""API views for courses, and for a person's progress."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import RULES, ApiView, CachedView, build_query_parameter, document_operation, get_requested_rules
from core.api.courses.serializers import CourseSerializer, LessonSerializer, ProgressSerializer, StepDoneRequest
from core.api.errors import Problem
from core.learn.course import StepTable, get_course, get_course_steps
from core.learn.models import StepDone
from core.learn.progress import CourseProgress
from games.engine.game import Game
from variants.services import get_person_rules


class CourseView(CachedView):
    @document_operation("showCourse", CourseSerializer, tag="course", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """The lessons of a course under a rule set, in teaching order, with the ids of their steps."""
        options = get_requested_rules(request, game)
        lessons = CourseProgress(get_course(game, options), ()).rows
        return Response(CourseSerializer({"game": game.slug, "rules": options.digest(), "lessons": lessons}).data)


class LessonView(CachedView):
    @document_operation("showLesson", LessonSerializer, tag="course", query=RULES)
    def get(self, request: Request, game: Game[Any], lesson: str) -> Response:
        """A whole lesson: its steps with positions, hints, and answers."""
        options = get_requested_rules(request, game)
        places = get_course(game, options).get(lesson)
        if not places:
            raise Http404
        steps = [StepTable(game, options, place, []) for place in places]
        content = {"game": game.slug, "rules": options.digest(), "lesson": places[0].lesson, "steps": steps}
        return Response(LessonSerializer(content).data)


class CourseProgressView(ApiView):
    scopes = ("learn",)

    @document_operation(
        "showProgress",
        ProgressSerializer,
        tag="course",
        query=[build_query_parameter("game", "The slug of the game.", required=True)],
        problems="not-found",
    )
    def get(self, request: Request) -> Response:
        """Your progress in a course, under the rules that you play by."""
        game = games.get(request.GET.get("game", ""))
        return Response(self.serialize_progress(game))

    @document_operation(
        "noteStep",
        ProgressSerializer,
        asks=StepDoneRequest,
        status=201,
        tag="course",
        problems="not-found",
    )
    def post(self, request: Request) -> Response:
        """Mark a step as done. A step that is marked twice counts once."""
        data = self.validate_body(StepDoneRequest)
        return self.respond_idempotently(
            lambda: self._mark_step_done(**data), lambda slug: self.serialize_progress(games.get(slug)), 201
        )

    @document_operation(
        "restartCourse",
        ProgressSerializer,
        tag="course",
        query=[build_query_parameter("game", "The slug of the game.", required=True)],
        problems="not-found",
    )
    def delete(self, request: Request) -> Response:
        """Start a course over: none of its steps are done anymore. Your classes still see the steps you did."""
        game = games.get(request.GET.get("game", ""))
        StepDone.restart_course(self.person, game)
        return Response(self.serialize_progress(game))

    def _mark_step_done(self, game: str, step: str, unaided: bool = True) -> str:
        """Mark a step of a game's course as done by the person, and return the game's slug.

        `unaided` says whether the person did the step without hints and mistakes. Raises NoSuchGame for an unknown
        game, and Problem if the course doesn't have the step under the person's house rules.
        """
        engine_game = games.get(game)
        options = get_person_rules(self.person, engine_game).options
        if step not in get_course_steps(engine_game, options):
            raise Problem("invalid", "This step isn’t in the course under your house rules.")
        StepDone.mark_step_done(self.person, engine_game, options, step, refused=not unaided)
        return game

    def serialize_progress(self, game: Game[Any]) -> Any:
        """Return a game's lessons under the person's house rules, with the steps that are done, as JSON."""
        options = get_person_rules(self.person, game).options
        done = {row.step: row.unaided for row in StepDone.objects.done_by(self.person, game.slug)}
        progress = CourseProgress(get_course(game, options), done)
        return ProgressSerializer({"game": game.slug, "rules": options.digest(), "progress": progress}).data

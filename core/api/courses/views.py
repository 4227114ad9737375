"""API views of courses, and of a person's progress in them."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import RULES, ApiView, CachedView, build_query_parameter, document_operation, read_requested_rules
from core.api.courses.serializers import CourseSerializer, LessonSerializer, ProgressSerializer, StepDoneRequest
from core.api.errors import Problem
from core.learn.course import LessonStep, StepTable, get_course
from core.learn.models import StepDone
from core.people.models import Person
from games.engine.game import Game
from games.engine.options import Options
from variants.services import get_person_rules


class CourseView(CachedView):
    @document_operation("showCourse", CourseSerializer, tag="course", query=RULES)
    def get(self, request: Request, game: Game[Any]) -> Response:
        """The lessons of a course under a rule set, in teaching order, with the ids of their steps."""
        options = read_requested_rules(request, game)
        lessons = [
            {
                **_lesson_json(places),
                "steps": [place.id for place in places],
                "clauses": sorted({clause for place in places for clause in place.step.clauses}),
            }
            for places in get_course(game, options).values()
        ]
        return Response({"game": game.slug, "rules": options.digest(), "lessons": lessons})


class LessonView(CachedView):
    @document_operation("showLesson", LessonSerializer, tag="course", query=RULES)
    def get(self, request: Request, game: Game[Any], lesson: str) -> Response:
        """A whole lesson: its steps with positions, hints, and answers."""
        options = read_requested_rules(request, game)
        places = get_course(game, options).get(lesson)
        if not places:
            raise Http404
        steps = [step_json(game, options, place) for place in places]
        return Response({"game": game.slug, "rules": options.digest(), **_lesson_json(places), "steps": steps})


class CourseProgressView(ApiView):
    scopes = ("learn",)

    @document_operation(
        "showProgress",
        ProgressSerializer,
        tag="course",
        query=[build_query_parameter("game", "Its slug.", required=True)],
        problems="not-found",
    )
    def get(self, request: Request) -> Response:
        """Your progress in a course, under the rules that you play by."""
        game = games.get(request.GET.get("game", ""))
        return Response(progress_json(game, self.person))

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
        asked = self.validate_body(StepDoneRequest)
        return self.respond_idempotently(lambda: self._mark_step_done(asked), status=201)

    @document_operation(
        "restartCourse",
        ProgressSerializer,
        tag="course",
        query=[build_query_parameter("game", "Its slug.", required=True)],
        problems="not-found",
    )
    def delete(self, request: Request) -> Response:
        """Start a course over: no step of it is done any more. Your classes still see the steps that you did."""
        game = games.get(request.GET.get("game", ""))
        StepDone.start_course_over(self.person, game)
        return Response(progress_json(game, self.person))

    def _mark_step_done(self, asked: dict[str, Any]) -> dict[str, Any]:
        game = games.get(asked["game"])
        options = get_person_rules(self.person, game).options
        if asked["step"] not in [place.id for places in get_course(game, options).values() for place in places]:
            raise Problem("invalid", "There is no such step under the rules you play by.")
        StepDone.mark_step_done(self.person, game, options, asked["step"], asked.get("unaided", True))
        return progress_json(game, self.person)


def _lesson_json(places: tuple[LessonStep, ...]) -> dict[str, Any]:
    lesson = places[0].lesson
    return {"slug": lesson.slug, "title": lesson.title, "idea": lesson.idea}


def step_json(game: Game[Any], options: Options, place: LessonStep) -> dict[str, Any]:
    """Return a step of a lesson as JSON, with its position, answers, hints, and solution."""
    step = place.step
    table = StepTable(game, options, place, [])
    return {
        "id": place.id,
        "kind": step.kind,
        "text": step.text,
        "clauses": list(step.clauses),
        "position": game.build_view(table.start, 0).position,
        "point_at": list(step.point_at),
        "question": step.question,
        "fact": step.fact,
        "after": list(step.after),
        "answers": [{"text": a.text, "value": a.value, "right": a.right, "why": a.why} for a in place.answers],
        "tempting": list(step.tempting),
        "goals": list(step.goals),
        "solution": list(step.solution),
        "done": step.done,
        "turns": step.turns,
        "hints": list(step.hints),
    }


def progress_json(game: Game[Any], person: Person) -> dict[str, Any]:
    """Return the lessons of a game under a person's house rules, and which of their steps are done."""
    options = get_person_rules(person, game).options
    done = {one.step: one.unaided for one in StepDone.objects.done_by(person, game.slug)}
    lessons: list[dict[str, Any]] = [
        {
            "slug": slug,
            "title": places[0].lesson.title,
            "steps": [{"id": p.id, "done": p.id in done, "unaided": done.get(p.id)} for p in places],
        }
        for slug, places in get_course(game, options).items()
    ]
    steps = [step for lesson in lessons for step in lesson["steps"]]
    finished = sum(step["done"] for step in steps)
    return {"game": game.slug, "rules": options.digest(), "done": finished, "of": len(steps), "lessons": lessons}

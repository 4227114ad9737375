"""API views for lessons that people write: uploaded as files, checked as in the editor, and published."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

import games
from core.api.base import ApiViewSet, document_operation, resolve_house_rules
from core.api.errors import Problem
from core.api.lessons.serializers import (
    AuthoredLessonRowSerializer,
    AuthoredLessonSerializer,
    CreateLessonRequest,
    LessonDraftStatusSerializer,
    LessonFileRequest,
    LessonVersionSerializer,
    PublishLessonRequest,
)
from core.api.workshop.serializers import WithdrawRequest
from core.authoring.lessons.drafts import LessonDraft
from core.authoring.lessons.first_drafts import build_first_draft, create_lesson_from_draft
from core.authoring.lessons.models import Lesson, LessonVersion
from core.authoring.lessons.publishing import check_publishable, get_draft, publish_version
from core.authoring.puzzles.errors import BadChange, ChangedElsewhere
from core.authoring.puzzles.models import lock_row
from core.authoring.puzzles.publishing import delete_unpublished_work, set_withdrawn


class AuthoredLessonViewSet(ListModelMixin, RetrieveModelMixin, ApiViewSet):
    scopes = ("puzzle:write",)
    lookup_field = "code"

    def get_queryset(self) -> QuerySet[Lesson]:
        lessons = self.person.lessons.prefetch_related(Prefetch("versions", LessonVersion.objects.defer("draft")))
        return lessons.defer("draft") if self.action == "list" else lessons

    def get_serializer_class(self) -> type[Serializer[Any]]:
        return AuthoredLessonSerializer if self.action == "retrieve" else AuthoredLessonRowSerializer

    def get_own_lesson(self) -> Lesson:
        """Return the lesson in the URL. Raises Http404 if it isn't by the token's person."""
        return Lesson.get_own_work(self.person, self.kwargs["code"])

    def serialize_draft_status(self, code: str) -> Any:
        """Return a lesson's code, the URL of its editor, and the mistakes in its draft, as JSON."""
        return LessonDraftStatusSerializer(Lesson.get_own_work(self.person, code)).data

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(Problem("lesson.amiss", str(exc)) if isinstance(exc, BadChange) else exc)

    @document_operation("listWritten", AuthoredLessonRowSerializer, tag="lessons")
    def list(self, request: Request) -> Response:
        """Your lessons, most recently changed first."""
        return super().list(request)

    @document_operation(
        "writeLesson",
        LessonDraftStatusSerializer,
        asks=CreateLessonRequest,
        status=201,
        tag="lessons",
        problems="not-found lesson.amiss list-full bad-option no-such-rules too-hard",
    )
    def create(self, request: Request) -> Response:
        """Create a lesson: from the text of a lesson file, as a copy of a lesson of the course, or with one empty step.

        Text that can't be read as a lesson is an error that names the faulty lines. Other mistakes are listed, and the
        draft is kept. Without rules, the lesson uses your own house rules.
        """
        data = self.validate_body(CreateLessonRequest)
        return self.respond_idempotently(
            lambda draft: create_lesson_from_draft(self.person, *draft).code,
            self.serialize_draft_status,
            201,
            prepare=lambda: self._build_first_draft(data),
        )

    def _build_first_draft(self, data: dict[str, Any]) -> tuple[LessonDraft, str]:
        if "toml" in data and "lesson" in data:
            raise Problem("invalid", "Send “toml” or “lesson”, not both.")
        game = games.get(data["game"])
        options = resolve_house_rules(game, data.get("options"), data.get("rules"), self.person)
        return build_first_draft(game, options, data.get("toml", ""), data.get("lesson", ""))

    @document_operation("showWritten", AuthoredLessonSerializer, tag="lessons", problems="too-hard")
    def retrieve(self, request: Request, code: str) -> Response:
        """One of your lessons: its draft, the draft as a file, the draft's mistakes, and its versions."""
        return super().retrieve(request)

    @document_operation(
        "changeWritten",
        LessonDraftStatusSerializer,
        asks=LessonFileRequest,
        tag="lessons",
        problems="lesson.amiss bad-option no-such-rules too-hard",
    )
    def update(self, request: Request, code: str) -> Response:
        """Change the draft of a lesson: send other house rules, the TOML text of a whole file, or both.

        The earlier draft can be restored on the lesson's page, and published versions stay unchanged.
        """
        data = self.validate_body(LessonFileRequest)
        return self.respond_idempotently(
            self._save_draft,
            lambda _: self.serialize_draft_status(code),
            prepare=lambda: self._change_draft(self.get_own_lesson(), data),
        )

    def _change_draft(self, lesson: Lesson, data: dict[str, Any]) -> tuple[Lesson, LessonDraft]:
        """Return a lesson, and its draft after the change that a request's `data` asks for. Nothing is saved.

        Raises Problem if the request asks for no change or names two rule sets, and RulesError if the change isn't
        possible.
        """
        if not data:
            raise Problem("invalid", "Send “toml”, “options”, or “rules”.")
        draft = get_draft(lesson)
        if "options" in data or "rules" in data:
            options = resolve_house_rules(lesson.engine_game, data.get("options"), data.get("rules"), self.person)
            draft = draft.apply_change({"do": "options", "options": json.dumps(options.dump_values_to_store())})
        if "toml" in data:
            draft = draft.apply_change({"do": "take-in", "file": data["toml"]})
        return lesson, draft

    @transaction.atomic
    def _save_draft(self, change: tuple[Lesson, LessonDraft]) -> None:
        lesson, draft = change
        locked = lock_row(lesson)
        if locked.step != lesson.step:
            raise ChangedElsewhere
        locked.save_draft(draft.content, draft.title)

    @document_operation("deleteWritten", None, status=204, tag="lessons", problems="lesson.amiss")
    def destroy(self, request: Request, code: str) -> Response:
        """Delete a draft that was never published."""
        delete_unpublished_work(self.get_own_lesson())
        return Response(status=204)

    @document_operation(
        "publishWritten",
        LessonVersionSerializer,
        asks=PublishLessonRequest,
        status=201,
        tag="lessons",
        problems="lesson.amiss too-hard",
    )
    @action(detail=True, methods=["post"], limit="make")
    def publish(self, request: Request, code: str) -> Response:
        """Publish the draft as the next version. A draft with mistakes isn't published; the error names the first."""
        visibility = self.validate_body(PublishLessonRequest).get("visibility", "")
        return self.respond_idempotently(
            lambda lesson: publish_version(lesson, visibility).number,
            lambda number: LessonVersionSerializer(self.get_own_lesson().versions.get(number=number)).data,
            201,
            prepare=lambda: check_publishable(self.get_own_lesson()),
        )

    @document_operation(
        "withdrawWritten",
        AuthoredLessonRowSerializer,
        asks=WithdrawRequest,
        tag="lessons",
        problems="lesson.amiss",
    )
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, code: str) -> Response:
        """Unpublish a lesson, or republish it. Students' progress is kept."""
        away = self.validate_body(WithdrawRequest)["withdrawn"]
        return self.respond_idempotently(
            lambda: set_withdrawn(self.get_own_lesson(), away),
            lambda _: self.get_serializer(self.get_object()).data,
        )

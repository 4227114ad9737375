"""API views of lessons that people write: uploaded as files, checked as in the editor, and published."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, document_operation, paginate, resolve_house_rules
from core.api.errors import Problem
from core.api.fields import make_page_serializer
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
from core.authoring.lessons.models import Lesson, Version
from core.authoring.lessons.publishing import check_publishable, get_draft, publish_version
from core.authoring.lessons.toml_files import dump_lesson
from core.authoring.puzzles.errors import BadChange, ChangedElsewhere
from core.authoring.puzzles.models import lock_row
from core.authoring.puzzles.publishing import delete_unpublished_work, set_withdrawn
from core.http.time_zone import format_utc


class AuthoredLessonView(ApiView):
    scopes = ("puzzle:write",)

    def get_own_lesson(self, code: str) -> Lesson:
        """Return a lesson that the token's person writes. Raises Http404 for anyone else's lesson."""
        return Lesson.get_own_work(self.person, code)

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(Problem("lesson.amiss", str(exc)) if isinstance(exc, BadChange) else exc)


class AuthoredLessonListView(AuthoredLessonView):
    post_limit = "make"

    @document_operation("listWritten", make_page_serializer(AuthoredLessonRowSerializer), tag="lessons", query=PAGE)
    def get(self, request: Request) -> Response:
        """The lessons that you write, the last one changed first."""
        versions = Version.objects.defer("draft")
        lessons = self.person.lessons.defer("draft").prefetch_related(Prefetch("versions", versions))
        return paginate(request, lessons, lesson_row_json)

    @document_operation(
        "writeLesson",
        LessonDraftStatusSerializer,
        asks=CreateLessonRequest,
        status=201,
        tag="lessons",
        problems="not-found lesson.amiss list-full bad-option no-such-rules too-hard",
    )
    def post(self, request: Request) -> Response:
        """Begin a lesson: from the text of a lesson file, as a copy of a lesson of the course, or with one empty step.

        Text that can't be read as a lesson is refused, with the lines at fault. Other mistakes are listed, and the
        draft is kept. Without rules, the lesson uses your own house rules.
        """
        asked = self.validate_body(CreateLessonRequest)
        return self.respond_idempotently(
            lambda first: create_lesson_from_draft(self.person, *first).code,
            lambda code: draft_status_json(self.get_own_lesson(code)),
            201,
            prepare=lambda: self._build_first_draft(asked),
        )

    def _build_first_draft(self, asked: dict[str, Any]) -> tuple[LessonDraft, str]:
        if "toml" in asked and "lesson" in asked:
            raise Problem("invalid", "Say “toml” or “lesson”, not both.")
        game = games.get(asked["game"])
        options = resolve_house_rules(game, asked.get("options"), asked.get("rules"), self.person)
        return build_first_draft(game, options, asked.get("toml", ""), asked.get("lesson", ""))


class AuthoredLessonDetailView(AuthoredLessonView):
    @document_operation("showWritten", AuthoredLessonSerializer, tag="lessons", problems="too-hard")
    def get(self, request: Request, code: str) -> Response:
        """A lesson that you write: its draft, the draft as a file, the draft's mistakes, and its versions."""
        lesson = self.get_own_lesson(code)
        versions = [version_json(one) for one in lesson.versions.defer("draft")]
        draft = {"draft": lesson.draft, "toml": dump_lesson(get_draft(lesson))}
        return Response({**lesson_row_json(lesson), **draft, "mistakes": _list_mistakes(lesson), "versions": versions})

    @document_operation(
        "changeWritten",
        LessonDraftStatusSerializer,
        asks=LessonFileRequest,
        tag="lessons",
        problems="lesson.amiss bad-option no-such-rules too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Change the draft of a lesson: by other house rules, by the TOML text of a whole file, or both.

        The earlier draft can be restored on the lesson's page, and published versions stay unchanged.
        """
        asked = self.validate_body(LessonFileRequest)
        return self.respond_idempotently(
            self._save_draft,
            lambda _: draft_status_json(self.get_own_lesson(code)),
            prepare=lambda: self._change_draft(self.get_own_lesson(code), asked),
        )

    def _change_draft(self, lesson: Lesson, asked: dict[str, Any]) -> tuple[Lesson, LessonDraft]:
        """Return a lesson and its draft after the requested change. Raises Problem, BadChange."""
        if not asked:
            raise Problem("invalid", "Say “toml”, “options” or “rules”.")
        made = get_draft(lesson)
        if "options" in asked or "rules" in asked:
            options = resolve_house_rules(lesson.engine_game, asked.get("options"), asked.get("rules"), self.person)
            made = made.apply_change({"do": "options", "options": json.dumps(options.dump_values_to_store())})
        if "toml" in asked:
            made = made.apply_change({"do": "take-in", "file": asked["toml"]})
        return lesson, made

    @transaction.atomic
    def _save_draft(self, change: tuple[Lesson, LessonDraft]) -> None:
        lesson, made = change
        found = lock_row(lesson)
        if found.step != lesson.step:
            raise ChangedElsewhere
        found.save_draft(made.content, made.title)

    @document_operation("deleteWritten", None, status=204, tag="lessons", problems="lesson.amiss")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a draft that was never published."""
        delete_unpublished_work(self.get_own_lesson(code))
        return Response(status=204)


class PublishLessonView(AuthoredLessonView):
    limit = "make"

    @document_operation(
        "publishWritten",
        LessonVersionSerializer,
        asks=PublishLessonRequest,
        status=201,
        tag="lessons",
        problems="lesson.amiss too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Publish the draft as the next version. A draft with mistakes isn't published; the error names the first."""
        visibility = self.validate_body(PublishLessonRequest).get("visibility", "")
        return self.respond_idempotently(
            lambda lesson: publish_version(lesson, visibility).number,
            lambda number: self._get_version_json(code, number),
            201,
            prepare=lambda: check_publishable(self.get_own_lesson(code)),
        )

    def _get_version_json(self, code: str, number: int) -> dict[str, Any]:
        return version_json(self.get_own_lesson(code).versions.get(number=number))


class WithdrawLessonView(AuthoredLessonView):
    @document_operation(
        "withdrawWritten",
        AuthoredLessonRowSerializer,
        asks=WithdrawRequest,
        tag="lessons",
        problems="lesson.amiss",
    )
    def post(self, request: Request, code: str) -> Response:
        """Withdraw a published lesson, or publish a withdrawn lesson again. Students' progress is kept."""
        away = self.validate_body(WithdrawRequest)["withdrawn"]
        return self.respond_idempotently(
            lambda: set_withdrawn(self.get_own_lesson(code), away), lambda _: lesson_row_json(self.get_own_lesson(code))
        )


# -- representations ---------------------------------------------------------------------------------------------------


def lesson_row_json(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson that the person writes as JSON, for a list of lessons."""
    newest = max(lesson.versions.all(), key=lambda one: one.number, default=None)
    return {
        "code": lesson.code,
        "title": lesson.title,
        "game": lesson.game,
        "visibility": lesson.visibility,
        "changed": format_utc(lesson.changed),
        "withdrawn": format_utc(lesson.withdrawn),
        "slug": newest.slug if newest else None,
        "page": lesson.editor_url,
    }


def draft_status_json(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson's code, page, and the mistakes of its draft."""
    return {"code": lesson.code, "page": lesson.editor_url, "mistakes": _list_mistakes(lesson)}


def version_json(version: Version) -> dict[str, Any]:
    """Return a published version of a lesson as JSON."""
    return {
        "number": version.number,
        "slug": version.slug,
        "title": version.title,
        "at": format_utc(version.at),
        "page": reverse("learn:lesson", args=[version.lesson.game, version.slug]),
    }


def _list_mistakes(lesson: Lesson) -> list[dict[str, Any]]:
    return [{"step": one.step, "key": one.key, "sentence": one.sentence} for one in get_draft(lesson).mistakes]

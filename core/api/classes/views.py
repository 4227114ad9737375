"""API views for classes, which a school's system can use to keep rosters, assign work, and get results."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.datastructures import MultiValueDict
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

import games
from core.api.base import ApiViewSet, document_operation, resolve_house_rules
from core.api.classes.serializers import (
    ArchiveRequest,
    AssignmentRequest,
    AssignmentResultsSerializer,
    AssignmentSerializer,
    ClassNameRequest,
    ClassRequest,
    ClassroomRowSerializer,
    ClassroomSerializer,
    LoginSlipsRequest,
    LoginSlipsSerializer,
    StudentsRequest,
    StudentsSerializer,
)
from core.api.errors import Problem
from core.classes import enrollment
from core.classes.access import explain_why_read_only, get_assignment, get_class_of_teacher
from core.classes.assignment_form import LOCAL, AssignmentForm
from core.classes.assignment_puzzles import NoPuzzleAboutClause
from core.classes.models import Assignment, AssignmentItem, Classroom, Student, get_rules_for_new_assignment
from core.classes.results import ResultsTable

USUAL_TRIES = 2
WHERE = {"clauses": "fresh/clauses"}
"""Form field names and their paths in the request body where the two differ. They're used in validation errors."""


class TeacherViewSet(ApiViewSet):
    """Base class of the views for a class and its assignments. Only the class's teachers can use them."""

    def get_required_scopes(self, method: str | None) -> Sequence[str]:
        return ("class:read",) if method in SAFE_METHODS else ("class:write",)

    def get_taught_class(self) -> Classroom:
        """Return the class in the URL. Raises Http404 if the token's person doesn't teach it."""
        return get_class_of_teacher(self.person, self.kwargs["code"])

    def get_active_class(self) -> Classroom:
        """Return the class in the URL. Raises Http404, or ClassroomError if the class is archived."""
        classroom = self.get_taught_class()
        if reason := explain_why_read_only(classroom):
            raise enrollment.ClassroomError(reason)
        return classroom


class ClassroomViewSet(ListModelMixin, RetrieveModelMixin, TeacherViewSet):
    lookup_field = "code"

    def get_queryset(self) -> QuerySet[Classroom]:
        classes = Classroom.objects.taught_by(self.person).with_student_counts()
        return classes if self.action == "list" else classes.prefetch_related(Prefetch("students", _list_students()))

    def get_serializer_class(self) -> type[Serializer[Any]]:
        return ClassroomRowSerializer if self.action == "list" else ClassroomSerializer

    def serialize_class(self, code: str) -> Any:
        """Load the class with this code, and return it with its students as JSON. Raises Http404."""
        return self.get_serializer(get_object_or_404(self.get_queryset(), code=code)).data

    @document_operation("listClasses", ClassroomRowSerializer, tag="classes")
    def list(self, request: Request) -> Response:
        """The classes that you teach, newest first."""
        return super().list(request)

    @document_operation(
        "makeClass",
        ClassroomSerializer,
        asks=ClassRequest,
        status=201,
        tag="classes",
        problems="class.refused class.namesakes",
    )
    def create(self, request: Request) -> Response:
        """Create a class. Each name becomes a student with a username, who chooses a password with the code on a slip.

        A name that occurs twice, regardless of case, is refused unless `namesakes` says what to do with repeated names.
        """
        data = self.validate_body(ClassRequest)
        return self.respond_idempotently(lambda: self._create_class(**data).code, self.serialize_class, 201, keep=False)

    def _create_class(self, name: str, names: Sequence[str] = (), namesakes: str = enrollment.REFUSE) -> Classroom:
        return enrollment.create_class(self.person, name, names, secrets.token_hex(8), namesakes)

    @document_operation("showClass", ClassroomSerializer, tag="classes")
    def retrieve(self, request: Request, code: str) -> Response:
        """A class with its students."""
        return super().retrieve(request)

    @document_operation(
        "renameClass",
        ClassroomSerializer,
        asks=ClassNameRequest,
        tag="classes",
        problems="class.refused",
    )
    @action(detail=True, methods=["post"], url_path="name")
    def rename(self, request: Request, code: str) -> Response:
        """Rename a class."""
        name = self.validate_body(ClassNameRequest)["name"]
        return self.respond_idempotently(
            lambda: enrollment.rename_class(self.get_active_class(), name),
            lambda _: self.serialize_class(code),
            keep=False,
        )

    @document_operation("archiveClass", ClassroomSerializer, asks=ArchiveRequest, tag="classes")
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, code: str) -> Response:
        """Archive a class, so that the class can't be changed, or restore an archived class. No data is lost."""
        away = self.validate_body(ArchiveRequest)["archived"]
        return self.respond_idempotently(
            lambda: enrollment.archive_or_restore_class(self.get_taught_class(), away),
            lambda _: self.serialize_class(code),
            keep=False,
        )

    @document_operation(
        "addStudents",
        StudentsSerializer,
        asks=StudentsRequest,
        status=201,
        tag="classes",
        problems="class.refused class.namesakes",
    )
    @action(detail=True, methods=["post"], url_path="students")
    def add_students(self, request: Request, code: str) -> Response:
        """Add students. A name that's already in the class or the list is refused until you say what to do with it.

        Names are compared regardless of case, and full-width letters count as letters. Send `namesakes`: `add` if the
        names belong to other people, `leave-out` if they belong to the same people. The response lists only the
        students who were added.
        """
        data = self.validate_body(StudentsRequest)
        return self.respond_idempotently(
            lambda: self._enroll_students(**data), self._serialize_added_students, 201, keep=False
        )

    def _enroll_students(self, names: Sequence[str], namesakes: str = enrollment.REFUSE) -> Sequence[int]:
        """Add students with these names to the class in the URL, and return their ids.

        `namesakes` says what to do with names that are already in the class or occur twice.
        """
        added = enrollment.enroll_with_namesake_policy(self.get_active_class(), names, secrets.token_hex(8), namesakes)
        return [student.pk for student in added]

    def _serialize_added_students(self, ids: Sequence[int]) -> Any:
        return StudentsSerializer({"students": _list_students(classroom=self.get_taught_class(), pk__in=ids)}).data

    @document_operation("removeStudent", None, status=204, tag="classes")
    @action(detail=True, methods=["delete"], url_path="students/<int:student>")
    def remove_student(self, request: Request, code: str, student: int) -> Response:
        """Remove a student from a class. An account made only for the class is deleted with all its data.

        The account stays if its owner is in another class or is a teacher.
        """
        enrollment.remove_student(get_object_or_404(self.get_taught_class().students, pk=student))
        return Response(status=204)

    @document_operation(
        "makeSlips",
        LoginSlipsSerializer,
        asks=LoginSlipsRequest,
        tag="classes",
        problems="class.refused",
        each_time=True,
    )
    @action(detail=True, methods=["post"], url_path="slips")
    def create_slips(self, request: Request, code: str) -> Response:
        """Make sign-in slips with new codes. Earlier codes stop working.

        A student uses the code on a slip once, to choose a password. Students who joined with an account of their own
        get no slip. The codes are only in this response and aren't stored. So there is no idempotency key here: if the
        response was lost, ask again, and hand out the newest slips.
        """
        classroom = self.get_active_class()
        chosen = self.validate_body(LoginSlipsRequest).get("students")
        slips = enrollment.create_slips(classroom, _get_slip_student_ids(classroom, chosen))
        return Response(LoginSlipsSerializer({"slips": slips}).data)


class AssignmentViewSet(ListModelMixin, TeacherViewSet):
    serializer_class = AssignmentSerializer
    lookup_field, lookup_url_kwarg = "code", "assignment"

    def get_queryset(self) -> QuerySet[Assignment]:
        """Return the assignments of the class in the URL.

        Prefetches only those items (puzzles and lessons) of an assignment that are the same for all students.
        """
        common = AssignmentItem.objects.filter(student=None).with_puzzles()
        assignments = self.get_taught_class().assignments
        return assignments.select_related("classroom").prefetch_related(Prefetch("items", common))

    @document_operation("listAssignments", AssignmentSerializer, tag="classes")
    def list(self, request: Request, code: str) -> Response:
        """A class's assignments, newest first."""
        return super().list(request)

    @document_operation(
        "giveAssignment",
        AssignmentSerializer,
        asks=AssignmentRequest,
        status=201,
        tag="classes",
        problems="not-found class.refused bad-option no-such-rules nothing-to-ask too-hard",
    )
    def create(self, request: Request, code: str) -> Response:
        """Assign lessons, puzzles, collections, or new puzzles to a class.

        Without rules, the class's own house rules apply. New puzzles are made one after the other, so `items`
        grows until all of them are ready.
        """
        data = self.validate_body(AssignmentRequest)
        return self.respond_idempotently(lambda: self._create_assignment(data), self._serialize_assignment, 201)

    def _create_assignment(self, data: dict[str, Any]) -> str:
        """Create an assignment and return its code."""
        classroom, game = self.get_active_class(), games.get(data["game"])
        if "options" in data or "rules" in data:
            options = resolve_house_rules(game, data.get("options"), data.get("rules"))
        else:
            options = get_rules_for_new_assignment(classroom, game, self.person)
        form = AssignmentForm(
            classroom, self.person, game, _convert_to_form_data(data, options.digest()), options=options
        )
        if not form.is_valid():
            raise ValidationError(
                {WHERE.get(name, name): [str(error) for error in errors] for name, errors in form.errors.items()}
            )
        try:
            return form.create_assignment().code
        except NoPuzzleAboutClause as nothing:
            raise Problem("nothing-to-ask", form.explain_why_no_puzzle(nothing.clause)) from None

    def _serialize_assignment(self, code: str) -> Any:
        return self.get_serializer(get_object_or_404(self.get_queryset(), code=code)).data

    @document_operation("showResults", AssignmentResultsSerializer, tag="classes")
    @action(detail=True)
    def results(self, request: Request, code: str, assignment: str) -> Response:
        """Assignment results: each student's result for each puzzle and lesson, and how many got each clause right."""
        table = ResultsTable(get_assignment(self.get_taught_class(), assignment))
        return Response(AssignmentResultsSerializer(table).data)


def _list_students(**conditions: Any) -> QuerySet[Student]:
    """Return a queryset of the students who match these conditions. It also loads their accounts."""
    return Student.objects.filter(**conditions).select_related("person__user")


# -- requests ----------------------------------------------------------------------------------------------------------


def _get_slip_student_ids(classroom: Classroom, chosen: Sequence[int] | None) -> Sequence[int]:
    """Return the ids of the students who get sign-in slips: the `chosen` ones or, without any, all who haven't joined.

    Raises ValidationError if a chosen student isn't in the class.
    """
    if not chosen:
        return list(classroom.students.filter(joined=None).values_list("pk", flat=True))
    if classroom.students.filter(pk__in=chosen).count() < len(set(chosen)):
        raise ValidationError({"students": ["Some of these students aren’t in the class."]})
    return chosen


def _convert_to_form_data(asked: dict[str, Any], rules: str) -> MultiValueDict[str, str]:
    """Convert the data of an API request to the data that the page's form for a new assignment would send.

    That way, `AssignmentForm` checks both. `rules` is the digest (a hash) of the house rules.
    """
    fresh = asked.get("fresh", {})
    fields = {
        "title": asked["title"],
        "rules": rules,
        "puzzles": "\n".join(asked.get("puzzles", [])),
        "fresh": str(fresh.get("number", 0)),
        "same": "yes" if fresh.get("same", True) else "no",
        "opens": _format_datetime_for_form(asked.get("opens")),
        "due": _format_datetime_for_form(asked.get("due")),
        "tries": str(asked.get("tries", USUAL_TRIES)),
        "tells": "now" if asked.get("tells", True) else "later",
        "hints": "on" if asked.get("hints", True) else "",
        "pass_at": str(asked.get("pass_at") or ""),
    }
    lists = {name: asked.get(name, []) for name in ("lessons", "collections")}
    lists["clauses"] = fresh.get("clauses", [])
    return MultiValueDict({**{name: [one] for name, one in fields.items()}, **lists})


def _format_datetime_for_form(moment: datetime | None) -> str:
    return moment.astimezone(UTC).strftime(LOCAL) if moment else ""

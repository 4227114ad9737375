"""API views of classes, with which a school's system keeps rosters, assigns work, and fetches results."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, document_operation, paginate, resolve_house_rules
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
from core.api.fields import make_page_serializer
from core.classes import enrolment
from core.classes.access import explain_why_unchangeable, get_assignment, get_class_of_teacher
from core.classes.assignment_form import LOCAL, AssignmentForm
from core.classes.assignment_puzzles import NoPuzzleAboutClause
from core.classes.export import assignment_to_json, student_to_json
from core.classes.models import Assignment, AssignmentItem, Classroom, Student, get_rules_for_new_assignment
from core.classes.results import FIRST, LATER, NOT, NOT_YET, AssignmentSlot, ResultRow, ResultsTable, StudentMark
from core.http.time_zone import format_utc

USUAL_TRIES = 2
WHERE = {"clauses": "fresh/clauses"}
"""Form field names and their paths in the request body, where the two differ; used in validation errors."""


class ClassroomView(ApiView):
    def get_required_scopes(self, method: str | None) -> Sequence[str]:
        return ("class:read",) if method in SAFE_METHODS else ("class:write",)

    def get_taught_class(self, code: str) -> Classroom:
        """Return a class that the token's person teaches. Raises Http404 for any other class."""
        return get_class_of_teacher(self.person, code)

    def get_unarchived_class(self, code: str) -> Classroom:
        """Return a class that the person teaches and that isn't archived. Raises Http404, ClassroomError."""
        classroom = self.get_taught_class(code)
        if said := explain_why_unchangeable(classroom):
            raise enrolment.ClassroomError(said)
        return classroom

    def get_class_json(self, code: str) -> dict[str, Any]:
        """Return the class as it is now, with its students, as JSON."""
        classroom = get_object_or_404(Classroom.objects.taught_by(self.person).with_student_counts(), code=code)
        return {
            **classroom_row_json(classroom),
            "students": [student_to_json(one) for one in _select_students_with_logins(classroom)],
        }


class ClassroomListView(ClassroomView):
    post_limit = "make"

    @document_operation("listClasses", make_page_serializer(ClassroomRowSerializer), tag="classes", query=PAGE)
    def get(self, request: Request) -> Response:
        """The classes that you teach, the newest first."""
        return paginate(request, Classroom.objects.taught_by(self.person).with_student_counts(), classroom_row_json)

    @document_operation(
        "makeClass",
        ClassroomSerializer,
        asks=ClassRequest,
        status=201,
        tag="classes",
        problems="class.refused class.namesakes",
    )
    def post(self, request: Request) -> Response:
        """Make a class. Each name becomes a student with a login name, who chooses a password with the code on a slip.

        A name that occurs twice, regardless of case, is refused unless `namesakes` says what to do with repeated names.
        """
        asked = self.validate_body(ClassRequest)
        return self.respond_idempotently(lambda: self._create_class(asked).code, self.get_class_json, 201, keep=False)

    def _create_class(self, asked: dict[str, Any]) -> Classroom:
        names, namesakes = asked.get("names", []), asked.get("namesakes", enrolment.REFUSE)
        return enrolment.create_class(self.person, asked["name"], names, secrets.token_hex(8), namesakes)


class ClassroomDetailView(ClassroomView):
    @document_operation("showClass", ClassroomSerializer, tag="classes")
    def get(self, request: Request, code: str) -> Response:
        """A class with its students."""
        return Response(self.get_class_json(code))


class RenameClassroomView(ClassroomView):
    @document_operation(
        "renameClass",
        ClassroomSerializer,
        asks=ClassNameRequest,
        tag="classes",
        problems="class.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Give a class another name."""
        name = self.validate_body(ClassNameRequest)["name"]
        return self.respond_idempotently(
            lambda: enrolment.rename_class(self.get_unarchived_class(code), name),
            lambda _: self.get_class_json(code),
            keep=False,
        )


class ArchiveClassroomView(ClassroomView):
    @document_operation("archiveClass", ClassroomSerializer, asks=ArchiveRequest, tag="classes")
    def post(self, request: Request, code: str) -> Response:
        """Archive a class, so that the class can't be changed, or restore an archived class. No data is lost."""
        away = self.validate_body(ArchiveRequest)["archived"]
        return self.respond_idempotently(
            lambda: enrolment.archive_or_restore_class(self.get_taught_class(code), away),
            lambda _: self.get_class_json(code),
            keep=False,
        )


class AddStudentsView(ClassroomView):
    @document_operation(
        "addStudents",
        StudentsSerializer,
        asks=StudentsRequest,
        status=201,
        tag="classes",
        problems="class.refused class.namesakes",
    )
    def post(self, request: Request, code: str) -> Response:
        """Add students. A name that's already in the class or the list is refused until you say what to do with it.

        Names are compared regardless of case, and full-width letters count as letters. Send `namesakes`: `add` if the
        names belong to other people, `leave-out` if they belong to the same people. The response lists only the
        students who were added.
        """
        asked = self.validate_body(StudentsRequest)
        return self.respond_idempotently(
            lambda: self._enroll_students(code, asked),
            lambda made: self._get_added_students_json(code, made),
            201,
            keep=False,
        )

    def _enroll_students(self, code: str, asked: dict[str, Any]) -> list[int]:
        namesakes = asked.get("namesakes", enrolment.REFUSE)
        added = enrolment.enroll_names_checking_namesakes(
            self.get_unarchived_class(code), asked["names"], secrets.token_hex(8), namesakes
        )
        return [one.pk for one in added]

    def _get_added_students_json(self, code: str, made: Sequence[int]) -> dict[str, Any]:
        added = _select_students_with_logins(self.get_taught_class(code)).filter(pk__in=made)
        return {"students": [student_to_json(one) for one in added]}


class RemoveStudentView(ClassroomView):
    @document_operation("removeStudent", None, status=204, tag="classes")
    def delete(self, request: Request, code: str, student: int) -> Response:
        """Remove a student from a class. An account made only for the class is deleted with all its data.

        The account stays if its owner is in another class or is a teacher.
        """
        enrolment.remove_student(get_object_or_404(self.get_taught_class(code).students, pk=student))
        return Response(status=204)


class CreateLoginSlipsView(ClassroomView):
    @document_operation(
        "makeSlips",
        LoginSlipsSerializer,
        asks=LoginSlipsRequest,
        tag="classes",
        problems="class.refused",
        each_time=True,
    )
    def post(self, request: Request, code: str) -> Response:
        """Make slips with new codes. Earlier codes stop working.

        Students who joined with an account of their own get no slip. The codes are only in this response and aren't
        stored. So there is no idempotency key here: if the response was lost, ask again, and hand out the newest slips.
        """
        classroom = self.get_unarchived_class(code)
        chosen = self.validate_body(LoginSlipsRequest).get("students")
        slips = enrolment.create_slips(classroom, _choose_student_ids(classroom, chosen))
        return Response({"slips": [_login_slip_json(slip) for slip in slips]})


class AssignmentListView(ClassroomView):
    post_limit = "make"

    @document_operation("listAssignments", make_page_serializer(AssignmentSerializer), tag="classes", query=PAGE)
    def get(self, request: Request, code: str) -> Response:
        """The assignments of a class, the newest first."""
        return paginate(request, _select_assignments_with_items(self.get_taught_class(code)), assignment_with_url_json)

    @document_operation(
        "giveAssignment",
        AssignmentSerializer,
        asks=AssignmentRequest,
        status=201,
        tag="classes",
        problems="not-found class.refused bad-option no-such-rules nothing-to-ask too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Give a class an assignment: lessons, puzzles, collections, fresh puzzles, or any of these.

        Without rules, the class's own house rules apply. Fresh puzzles are made one after the other; `items` grows
        until all fresh puzzles are there.
        """
        asked = self.validate_body(AssignmentRequest)
        return self.respond_idempotently(
            lambda: self._create_assignment(code, asked), lambda made: self._get_assignment_json(code, made), 201
        )

    def _create_assignment(self, code: str, asked: dict[str, Any]) -> str:
        classroom, game = self.get_unarchived_class(code), games.get(asked["game"])
        named = "options" in asked or "rules" in asked
        options = (
            resolve_house_rules(game, asked.get("options"), asked.get("rules"))
            if named
            else get_rules_for_new_assignment(classroom, game, self.person)
        )
        form = AssignmentForm(
            classroom, self.person, game, _convert_to_form_data(asked, options.digest()), options=options
        )
        if not form.is_valid():
            raise ValidationError(
                {WHERE.get(name, name): [str(one) for one in said] for name, said in form.errors.items()}
            )
        try:
            return form.create_assignment().code
        except NoPuzzleAboutClause as nothing:
            raise Problem("nothing-to-ask", form.explain_why_no_puzzle(nothing.clause)) from None

    def _get_assignment_json(self, code: str, made: str) -> dict[str, Any]:
        return assignment_with_url_json(
            get_object_or_404(_select_assignments_with_items(self.get_taught_class(code)), code=made)
        )


class AssignmentResultsView(ClassroomView):
    @document_operation("showResults", AssignmentResultsSerializer, tag="classes")
    def get(self, request: Request, code: str, assignment: str) -> Response:
        """The results of an assignment: for each student with each puzzle and lesson, and for each clause."""
        return Response(assignment_results_json(ResultsTable(get_assignment(self.get_taught_class(code), assignment))))


# -- requests ----------------------------------------------------------------------------------------------------------


def _choose_student_ids(classroom: Classroom, chosen: Sequence[int] | None) -> Sequence[int]:
    """Return the ids of the chosen students, or of all who haven't joined if none are chosen.

    Raises ValidationError if a chosen student isn't in the class.
    """
    if not chosen:
        return list(classroom.students.filter(joined=None).values_list("pk", flat=True))
    if classroom.students.filter(pk__in=chosen).count() < len(set(chosen)):
        raise ValidationError({"students": ["Not all of these are in the class."]})
    return chosen


def _convert_to_form_data(asked: dict[str, Any], rules: str) -> MultiValueDict[str, str]:
    """Convert a request's data to the form data that the page for assigning work would send."""
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


# -- representations ---------------------------------------------------------------------------------------------------


def _select_students_with_logins(classroom: Classroom) -> QuerySet[Student]:
    return classroom.students.select_related("person__user")


def _select_assignments_with_items(classroom: Classroom) -> QuerySet[Assignment]:
    """Return the assignments of a class, with the assignment items that all students share prefetched."""
    common = AssignmentItem.objects.filter(student=None).with_puzzles()
    return classroom.assignments.select_related("classroom").prefetch_related(Prefetch("items", common))


def classroom_row_json(classroom: Any) -> dict[str, Any]:
    """Return a class with annotated counts as JSON, for a list of classes."""
    return {
        "code": classroom.code,
        "name": classroom.name,
        "joining": classroom.joining,
        "created": format_utc(classroom.created),
        "archived": format_utc(classroom.archived),
        "size": classroom.size,
        "here": classroom.here,
        "page": classroom.get_absolute_url(),
    }


def assignment_with_url_json(assignment: Assignment) -> dict[str, Any]:
    """Return an assignment as JSON, with the URL of its page."""
    return {**assignment_to_json(assignment), "page": assignment.get_absolute_url()}


def _login_slip_json(slip: enrolment.SignInSlip) -> dict[str, Any]:
    known = student_to_json(slip.student)
    return {**{name: known[name] for name in ("id", "name", "login")}, "code": slip.code}


def assignment_results_json(found: ResultsTable) -> dict[str, Any]:
    """Return the results of an assignment as JSON, by student and by clause."""
    return {
        "assignment": found.assignment.code,
        "title": found.assignment.title,
        "places": [
            {"number": slot.number, "title": slot.title, "lesson": slot.lesson} for slot in found.assignment_slots
        ],
        "students": [
            {
                "id": student.pk,
                "name": student.name,
                "passed": found.has_passed(student),
                "marks": [_item_result_json(found, student, slot) for slot in found.assignment_slots],
            }
            for student in found.students
        ],
        "clauses": [_clause_result_json(row) for row in found.clause_rows],
    }


def _item_result_json(found: ResultsTable, student: Student, slot: AssignmentSlot) -> dict[str, Any]:
    mark: StudentMark = found.get_student_mark(student, slot)
    item, last = found.find_student_item(student, slot), found.find_last_answer_time(student, slot)
    return {
        "number": slot.number,
        "puzzle": item.puzzle.code if item and item.puzzle else None,
        "right_at_first": None if mark.sign == NOT_YET else mark.sign == FIRST,
        "right": mark.sign in (FIRST, LATER),
        "tries": mark.tries,
        "hints": mark.hints,
        "seconds": mark.seconds,
        "last": format_utc(last),
        "missed": mark.missed,
    }


def _clause_result_json(row: ResultRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "right_at_first": row.student_counts_by_result[FIRST],
        "right_later": row.student_counts_by_result[LATER],
        "not_right": row.student_counts_by_result[NOT],
        "not_yet": row.student_counts_by_result[NOT_YET],
    }

"""Exports classes as JSON, for download by their teachers and for a person's data export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.classes.models import Classroom, Student
from core.http.time_zone import format_utc
from core.people.models import Person
from core.practice.models import Answer


def export_class(classroom: Classroom) -> dict[str, Any]:
    """Return everything about a class as JSON: its students, house rules, assignments, and answers."""
    students = list(classroom.students.select_related("person__user"))
    assignments = list(classroom.assignments.prefetch_related("items__puzzle"))
    return {
        "class": {
            "name": classroom.name,
            "code": classroom.code,
            "created": format_utc(classroom.created),
            "archived": format_utc(classroom.archived),
            "teachers": [teacher.display_name for teacher in classroom.teachers.select_related("user")],
            "house_rules": {rules.game: rules.options for rules in classroom.rules.all()},
        },
        "students": [build_student_json(student) for student in students],
        "assignments": [build_assignment_json(one) for one in assignments],
        "answers": _list_answers([one.code for one in assignments], students),
    }


def export_classes(person: Person) -> dict[str, Any]:
    """Return the classes that a person teaches (with all their data) and those that they attend, as JSON."""
    attended = person.student_of.select_related("classroom")
    return {
        "taught": [export_class(classroom) for classroom in Classroom.objects.taught_by(person)],
        "attended": [
            {"class": one.classroom.name, "name": one.name, "joined": format_utc(one.joined)} for one in attended
        ],
    }


def build_student_json(student: Student) -> dict[str, Any]:
    """Return a student's data as JSON: names, username, and dates. The class's teachers can see them."""
    return {
        "id": student.pk,
        "name": student.name,
        "login": student.person.user.get_username() if student.person.user else None,
        "table_name": student.person.display_name,
        "added": format_utc(student.added),
        "joined": format_utc(student.joined),
    }


def build_assignment_json(assignment: Any) -> dict[str, Any]:
    """Return an assignment with its settings and items, as JSON.

    For several assignments, prefetch `items__puzzle` to save queries.
    """
    kept = ("code", "title", "game", "options", "fresh", "clauses", "same", "tries", "tells", "hints", "pass_at")
    return {
        **{name: getattr(assignment, name) for name in kept},
        "opens": format_utc(assignment.opens),
        "due": format_utc(assignment.due),
        "items": [
            {
                "place": item.place,
                "student": item.student_id,
                "title": item.title,
                "lesson": item.lesson,
                "puzzle": item.puzzle.code if item.puzzle else None,
            }
            for item in assignment.items.all()
        ],
    }


def _list_answers(codes: Iterable[str], students: Iterable[Student]) -> list[dict[str, Any]]:
    """Return the answers to the assignments with these codes, as JSON, the oldest first.

    If an answer isn't by one of these students, its `student` is None, so that former students stay anonymous.
    """
    by_person = {student.person_id: student.pk for student in students}
    fields = ("occasion", "puzzle__code", "number", "given", "right", "missed", "hints", "seconds", "version", "at")
    rows = Answer.objects.filter(occasion__in=list(codes)).order_by("at", "pk").values("person", *fields)
    return [
        {
            "assignment": row.pop("occasion"),
            "student": by_person.get(row.pop("person")),
            "puzzle": row.pop("puzzle__code"),
            **row,
            "at": format_utc(row["at"]),
        }
        for row in rows
    ]

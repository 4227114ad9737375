"""Serializers of classes, their students, and their assignments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import (
    BIGGEST,
    BoundedListField,
    HouseRulesRequest,
    RequestSerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictTextField,
    build_list_serializer,
    build_text_list_field,
)
from core.classes.enrollment import NAMESAKES
from core.classes.models import LONGEST_NAME, MOST_ITEMS, MOST_STUDENTS
from core.classes.results import FIRST, LATER, NOT, NOT_YET
from core.classes.roster import clean_text, parse_roster_line


class StudentNameField(StrictTextField):
    """A text field for a student's name, with the same checks as for a pasted list of students.

    It removes numbers and bullets, puts the first name first, and rejects text that doesn't look like a name.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        line = parse_roster_line(" ".join(super().to_internal_value(data).split()))
        if line.refused or line.asks:
            raise drf.ValidationError(line.refused or "This doesn’t look like a name.")
        return line.name


class ClassNameField(StrictTextField):
    """A text field for the name of a class. It removes invisible characters and symbols, and rejects an empty name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        name = clean_text(super().to_internal_value(data))
        if not name:
            raise drf.ValidationError("Give the class a name.")
        return name


class NamesakePolicyField(StrictChoiceField):
    """A choice field for what happens to names that are already in the class or occur twice."""

    def __init__(self, **kwargs: Any) -> None:
        said = "What to do with names that are already in the class or the list, regardless of case: "
        super().__init__(
            **{
                "choices": NAMESAKES,
                "required": False,
                "help_text": f"{said}`refuse` them all (the default), `add` them, or leave them out (`leave-out`).",
                **kwargs,
            }
        )


class ClassRequest(RequestSerializer):
    name = ClassNameField()
    names = BoundedListField(
        child=StudentNameField(), max_length=MOST_STUDENTS, required=False, help_text="The names of its students."
    )
    namesakes = NamesakePolicyField()


class ClassNameRequest(RequestSerializer):
    name = ClassNameField()


class ArchiveRequest(RequestSerializer):
    archived = StrictBooleanField(help_text="With `false`, the class is restored.")


class StudentsRequest(RequestSerializer):
    names = BoundedListField(child=StudentNameField(), min_length=1, max_length=MOST_STUDENTS)
    namesakes = NamesakePolicyField()


class LoginSlipsRequest(RequestSerializer):
    students = BoundedListField(
        child=StrictIntegerField(min_value=1, max_value=BIGGEST),
        max_length=MOST_STUDENTS,
        required=False,
        help_text="The ids of students. Empty: all who haven’t joined.",
    )


class FreshPuzzles(RequestSerializer):
    """The puzzles to generate for an assignment: how many, and about which clauses (rules of the game)."""

    number = StrictIntegerField(min_value=1, max_value=MOST_ITEMS)
    clauses = BoundedListField(
        child=StrictTextField(max_length=80),
        max_length=MOST_ITEMS,
        required=False,
        help_text="The clauses they’re about. Empty: any.",
    )
    same = StrictBooleanField(required=False, help_text="Whether all students get the same puzzles. Default: true.")


class AssignmentRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    title = StrictTextField(max_length=LONGEST_NAME)
    lessons = BoundedListField(
        child=StrictTextField(max_length=80),
        max_length=MOST_ITEMS,
        required=False,
        help_text="The slugs of course lessons, or of the newest versions of your own.",
    )
    puzzles = BoundedListField(
        child=StrictTextField(max_length=20), max_length=MOST_ITEMS, required=False, help_text="Their codes."
    )
    collections = BoundedListField(
        child=StrictTextField(max_length=20),
        max_length=MOST_ITEMS,
        required=False,
        help_text="The codes of your collections. Their items for this game are assigned.",
    )
    fresh = FreshPuzzles(required=False)
    opens = drf.DateTimeField(required=False, help_text="To the minute. Default: now.")
    due = drf.DateTimeField(required=False, help_text="To the minute. Default: no due date.")
    tries = StrictIntegerField(
        required=False, min_value=0, max_value=3, help_text="Attempts per puzzle. 0 means no limit. Default: 2."
    )
    tells = StrictBooleanField(
        required=False, help_text="With `false`, students see the correct answers after the due date."
    )
    hints = StrictBooleanField(required=False, help_text="With `false`, students get no hints.")
    pass_at = StrictIntegerField(
        required=False, min_value=0, max_value=100, help_text="Percent correct on first try. 0 means no passing score."
    )


class ClassroomRowSerializer(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    joining = drf.CharField(help_text="The code students type to join.")
    created = drf.DateTimeField()
    archived = drf.DateTimeField(allow_null=True, help_text="When the class was archived, or null.")
    size = drf.IntegerField(help_text="The number of students.")
    here = drf.IntegerField(help_text="The number of students who have joined.")
    page = drf.CharField(source="get_absolute_url")


class StudentSerializer(drf.Serializer):
    id = drf.IntegerField()
    name = drf.CharField(help_text="The student’s name, seen only by the class’s teachers.")
    login = drf.CharField(source="person.user.username", allow_null=True, help_text="The username.")
    table_name = drf.CharField(source="person.display_name", help_text="The name others see.")
    added = drf.DateTimeField()
    joined = drf.DateTimeField(allow_null=True, help_text="null if the student hasn’t joined yet.")


class ClassroomSerializer(ClassroomRowSerializer):
    students = build_list_serializer(StudentSerializer)


class StudentsSerializer(drf.Serializer):
    students = build_list_serializer(StudentSerializer)


class LoginSlipSerializer(drf.Serializer):
    id = drf.IntegerField(source="student.id")
    name = drf.CharField(source="student.name")
    login = drf.CharField(source="student.person.user.username")
    code = drf.CharField(help_text="The code that the student needs to choose a password. It works once.")


class LoginSlipsSerializer(drf.Serializer):
    slips = build_list_serializer(LoginSlipSerializer)


class AssignmentItemSerializer(drf.Serializer):
    place = drf.IntegerField()
    student = drf.IntegerField(source="student_id", allow_null=True, help_text="null if the item is for everyone.")
    title = drf.CharField()
    lesson = drf.CharField(help_text="The slug of a lesson, or empty.")
    puzzle = drf.CharField(source="puzzle.code", allow_null=True, help_text="The code of a puzzle.")


class AssignmentSerializer(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    options = drf.DictField(help_text="House rules: the values that differ from the standard rules.")
    fresh = drf.IntegerField(help_text="The number of new puzzles.")
    clauses = build_text_list_field(help_text="The clauses they’re about. Empty: any.")
    same = drf.BooleanField(help_text="Whether all students get the same puzzles.")
    opens = drf.DateTimeField()
    due = drf.DateTimeField(allow_null=True)
    tries = drf.IntegerField()
    tells = drf.BooleanField()
    hints = drf.BooleanField()
    pass_at = drf.IntegerField()
    items = build_list_serializer(
        AssignmentItemSerializer, help_text="The items that all students have and that are ready."
    )
    page = drf.CharField(source="get_absolute_url")


class ResultColumnSerializer(drf.Serializer):
    number = drf.IntegerField()
    title = drf.CharField()
    lesson = drf.CharField(help_text="The slug of a lesson, or empty.")


class ItemResultSerializer(drf.Serializer):
    number = drf.IntegerField(help_text="Its position in the assignment.")
    puzzle = drf.CharField(allow_null=True, help_text="null for a lesson, or for a puzzle that isn’t ready yet.")
    right_at_first = drf.BooleanField(allow_null=True, help_text="null if not answered yet.")
    right = drf.BooleanField(help_text="Whether the final answer is correct. For a lesson: whether all of it is done.")
    tries = drf.IntegerField()
    hints = drf.IntegerField()
    seconds = drf.IntegerField()
    last = drf.DateTimeField(allow_null=True, help_text="The time of the last answer.")
    missed = build_text_list_field(help_text="The clauses that wrong answers missed, if any are known.")


class StudentResultsSerializer(drf.Serializer):
    id = drf.IntegerField(source="student.id")
    name = drf.CharField(source="student.name")
    passed = drf.BooleanField(source="has_passed", allow_null=True, help_text="null if there’s no passing score.")
    marks = build_list_serializer(ItemResultSerializer, source="items")


class ClauseResultsSerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    right_at_first = drf.IntegerField(
        source=f"student_counts_by_result.{FIRST}",
        help_text="The number of students correct on first try.",
    )
    right_later = drf.IntegerField(
        source=f"student_counts_by_result.{LATER}",
        help_text="The number of students correct on a later try.",
    )
    not_right = drf.IntegerField(
        source=f"student_counts_by_result.{NOT}",
        help_text="The number of students who missed it and aren’t correct yet.",
    )
    not_yet = drf.IntegerField(
        source=f"student_counts_by_result.{NOT_YET}", help_text="The number of students without a relevant answer."
    )


class AssignmentResultsSerializer(drf.Serializer):
    assignment = drf.CharField(source="assignment.code")
    title = drf.CharField(source="assignment.title")
    places = build_list_serializer(ResultColumnSerializer, source="assignment_slots")
    students = build_list_serializer(StudentResultsSerializer, source="student_results")
    clauses = build_list_serializer(ClauseResultsSerializer, source="clause_rows", help_text="Most missed first.")

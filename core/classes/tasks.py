"""The background task that generates the puzzles of assignments."""

from __future__ import annotations

from celery import shared_task

from core.classes import assignment_puzzles
from core.classes.models import Assignment, Student

LONGEST = 120.0
"""The time limit for the puzzles of one assignment, in seconds."""


EXPIRES = 300
"""Seconds after which the task expires. If a student opens the page again, a new task is queued."""


@shared_task(expires=EXPIRES)
def make_assignment_puzzles(assignment: int, student: int | None = None) -> None:
    """Generate those puzzles of an assignment that don't exist yet. It's safe to run twice.

    They're the puzzles that everyone gets or, with `student`, those for this student only. `assignment` and `student`
    are primary keys.
    """
    found = Assignment.objects.filter(pk=assignment, same=student is None).first()
    if found:
        whose = Student.objects.filter(pk=student, classroom=found.classroom_id).first() if student else None
        if student is None or whose:
            assignment_puzzles.generate_missing_puzzles(found, whose, patience=LONGEST)

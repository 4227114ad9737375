"""Background work for classes."""

from __future__ import annotations

from celery import shared_task

from core.classes import assignment_puzzles
from core.classes.models import Assignment, Pupil

LONGEST = 120.0
"""Seconds that one assignment may take."""


EXPIRES = 300
"""Seconds after which a request is forgotten: a pupil who looks again makes it again."""


@shared_task(expires=EXPIRES)
def make(assignment: int, pupil: int | None = None) -> None:
    """Make the puzzles that an assignment, or one pupil in it, still lacks. May run twice without harm."""
    found = Assignment.objects.filter(pk=assignment, same=pupil is None).first()
    if found:
        whose = Pupil.objects.filter(pk=pupil, classroom=found.classroom_id).first() if pupil else None
        if pupil is None or whose:
            assignment_puzzles.make(found, whose, patience=LONGEST)

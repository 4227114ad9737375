"""Background work for classes."""

from __future__ import annotations

from celery import shared_task

from core.classes import making
from core.classes.models import Assignment

LONGEST = 120.0
"""Seconds that one assignment may take."""


@shared_task
def make(assignment: int) -> None:
    """Make the puzzles that an assignment still lacks. May run twice without harm."""
    found = Assignment.objects.filter(pk=assignment, same=True).first()
    if found:
        making.make(found, patience=LONGEST)

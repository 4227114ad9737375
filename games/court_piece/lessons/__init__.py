"""The course."""

from __future__ import annotations

from games.court_piece.lessons.basics import PARTNERS, TRICKS, TRUMPS
from games.court_piece.lessons.hands import CALL, COURT, PILE
from games.engine.lesson import Lesson

COURSE: tuple[Lesson, ...] = (PARTNERS, TRICKS, TRUMPS, PILE, CALL, COURT)
"""All lessons, in teaching order."""

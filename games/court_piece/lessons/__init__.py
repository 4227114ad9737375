"""The course: thirteen lessons, from the first trick to the match."""

from __future__ import annotations

from games.court_piece.lessons.basics import PARTNERS, TRICKS, TRUMPS
from games.court_piece.lessons.counting import AFTER_COURT, DEALERS, TALLY
from games.court_piece.lessons.hands import CALL, COURT, PILE
from games.court_piece.lessons.matches import MATCH, THIRTEEN
from games.court_piece.lessons.revokes import FOUND_OUT, PUT_RIGHT
from games.engine.lesson import Lesson

COURSE: tuple[Lesson, ...] = (
    PARTNERS,
    TRICKS,
    TRUMPS,
    PILE,
    CALL,
    COURT,
    TALLY,
    DEALERS,
    AFTER_COURT,
    THIRTEEN,
    PUT_RIGHT,
    FOUND_OUT,
    MATCH,
)
"""All lessons, in teaching order."""

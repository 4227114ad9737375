"""The course: fourteen lessons, from the first run to the rules of other houses."""

from __future__ import annotations

from games.engine.lesson import Lesson
from games.vazhushal.lessons.basics import MELDS, TURN
from games.vazhushal.lessons.ending import END, STARTER
from games.vazhushal.lessons.house import HOUSE_RULES
from games.vazhushal.lessons.opening import FIRST_MELD, OUT
from games.vazhushal.lessons.own_table import REARRANGE, TWINS
from games.vazhushal.lessons.wilds import JOKERS, NEGATIVE
from games.vazhushal.lessons.wiping import LINE, OPEN_THEN_WIPE, TO_OPEN

COURSE: tuple[Lesson, ...] = (
    MELDS,
    TURN,
    FIRST_MELD,
    OUT,
    LINE,
    TO_OPEN,
    OPEN_THEN_WIPE,
    JOKERS,
    NEGATIVE,
    REARRANGE,
    TWINS,
    STARTER,
    END,
    HOUSE_RULES,
)
"""All lessons, in teaching order."""

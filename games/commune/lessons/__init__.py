"""The course: eleven lessons, from one pool of cards to the rules of other houses."""

from __future__ import annotations

from games.commune.lessons.basics import CLIMBING, LADDER, NAMING, POOL
from games.commune.lessons.calls import CALLING, LOSING, READING
from games.commune.lessons.house import HOUSE_RULES
from games.commune.lessons.there import RUNS, THERE, WILD
from games.engine.lesson import Lesson

COURSE: tuple[Lesson, ...] = (POOL, LADDER, NAMING, CLIMBING, THERE, WILD, RUNS, CALLING, LOSING, READING, HOUSE_RULES)
"""All lessons, in teaching order."""

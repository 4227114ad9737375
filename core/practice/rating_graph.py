"""The graph of a person's rating in a game, from their rated answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, tzinfo
from math import ceil, floor
from typing import Any, NamedTuple

from django.utils import timezone

import games
from core.http.time_zone import get_local_date
from core.people.models import Person
from core.practice.models import Attempt

MOST_ANSWERS = 60
"""The maximum number of answers that the graph shows."""
WIDTH, HEIGHT = 400, 150
"""The size of the graph, without its labels."""
STEPS = (10, 20, 50, 100, 200, 500)
"""The possible distances between two of the graph's lines."""


class GraphLine(NamedTuple):
    """A horizontal line in the rating graph: its rating, and its distance `y` from the top, from 0 to `HEIGHT`."""

    rating: int
    y: float


class RatingGraph(NamedTuple):
    """The graph of a person's rating: the points of its curve, its horizontal lines, and numbers that describe it."""

    points: str
    end_x: float
    end_y: float
    lines: list[GraphLine]
    first_day: date
    answers: int
    first: int
    last: int
    lowest: int
    highest: int
    change_this_month: int

    @property
    def change_in_words(self) -> str:
        """The rating's change this month in words, such as “up 42 this month”, or "" if it hasn't changed."""
        if not self.change_this_month:
            return ""
        return f"{'up' if self.change_this_month > 0 else 'down'} {abs(self.change_this_month)} this month"


def build_latest_rating_card(person: Person | None, zone: tzinfo) -> dict[str, Any] | None:
    """Return the game in which a person last gave a rated answer, with its rating graph, as a template context.

    Returns None if there's no graph.
    """
    attempts = Attempt.objects.filter(person=person, rated=True) if person else Attempt.objects.none()
    slug = attempts.order_by("-answered", "-pk").values_list("puzzle__game", flat=True).first()
    if slug is None:
        return None
    graph = build_rating_graph(person, slug, zone)
    return {"game": games.get(slug), "graph": graph} if graph else None


def build_rating_graph(person: Person | None, game: str, zone: tzinfo) -> RatingGraph | None:
    """Build the graph of a person's last rated answers in a game, or return None if there are fewer than two.

    Days are counted in `zone`.
    """
    if person is None:
        return None
    attempts = Attempt.objects.rated(person, game)
    latest = attempts.order_by("-answered", "-pk").values_list("answered", "rating_before", "rating_after")
    rows = [
        (answered, before, after)
        for answered, before, after in reversed(latest[:MOST_ANSWERS])
        if answered is not None and before is not None and after is not None
    ]
    if len(rows) < 2:
        return None
    ratings = [after for _, _, after in rows]
    lines = _choose_lines(min(ratings), max(ratings))
    low, high = lines[0], lines[-1]

    def get_y(rating: float) -> float:
        return round(HEIGHT * (high - rating) / (high - low), 1)

    month = get_local_date(timezone.now(), zone).replace(day=1)
    before = [was for answered, was, _ in rows if get_local_date(answered, zone) >= month]
    across = [round(WIDTH * number / (len(ratings) - 1), 1) for number in range(len(ratings))]
    return RatingGraph(
        points=" ".join(f"{x},{get_y(rating)}" for x, rating in zip(across, ratings, strict=True)),
        end_x=across[-1],
        end_y=get_y(ratings[-1]),
        lines=[GraphLine(rating, get_y(rating)) for rating in lines],
        first_day=get_local_date(rows[0][0], zone),
        answers=len(rows),
        first=round(ratings[0]),
        last=round(ratings[-1]),
        lowest=round(min(ratings)),
        highest=round(max(ratings)),
        change_this_month=round(ratings[-1] - before[0]) if before else 0,
    )


def _choose_lines(lowest: float, highest: float) -> Sequence[int]:
    """Return two to four evenly spaced round ratings that enclose the range from `lowest` to `highest`."""
    for step in STEPS:
        low, high = floor(lowest / step) * step, ceil(highest / step) * step
        if high - low <= 3 * step:
            break
    return range(low, max(high, low + step) + 1, step)

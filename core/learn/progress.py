"""A person's progress in a lesson, toward a milestone, in a course, and in all courses that they have started."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.urls import reverse

import games
from core import people
from core.learn.course import LessonStep, course
from core.learn.models import StepDone
from core.people.requests import HttpRequest
from games.engine.game import Game
from games.engine.lesson import Lesson, minutes
from variants.services import InForce, rules_in_force

Steps = dict[str, set[str]]
"""The ids of the steps that a person has done, by game slug."""


@dataclass(frozen=True)
class Row:
    """A lesson with its reader's progress: its number in the course, its steps, and the ids of done steps."""

    number: int
    places: Sequence[LessonStep]
    done: Collection[str]

    @property
    def lesson(self) -> Lesson:
        return self.places[0].lesson

    @property
    def count(self) -> int:
        """The number of its steps that are done."""
        return sum(place.id in self.done for place in self.places)

    @property
    def complete(self) -> bool:
        return self.count == len(self.places)

    @property
    def next(self) -> LessonStep:
        """The first step that isn't done, or the first step if all are."""
        return next((place for place in self.places if place.id not in self.done), self.places[0])

    @property
    def minutes(self) -> int:
        """The minutes that the whole lesson takes."""
        return minutes(place.step for place in self.places)

    @property
    def left(self) -> int:
        """The minutes that the steps take that aren't done."""
        return minutes(place.step for place in self.places if place.id not in self.done)

    @property
    def dots(self) -> list[tuple[LessonStep, bool, bool]]:
        """The steps for the progress dots: each with whether it's done, and whether it's next."""
        return [(one, one.id in self.done, one is self.next and not self.complete) for one in self.places]


@dataclass(frozen=True)
class Milestone:
    """Consecutive lessons that lead to the same goal."""

    title: str
    rows: Sequence[Row]

    @property
    def complete(self) -> bool:
        return all(row.complete for row in self.rows)

    @property
    def minutes(self) -> int:
        return sum(row.minutes for row in self.rows)

    @property
    def span(self) -> str:
        """The numbers of its lessons: “lessons 5–7”."""
        first, last = self.rows[0].number, self.rows[-1].number
        return f"lesson {first}" if first == last else f"lessons {first}–{last}"


class Progress:
    """A reader's progress in a course."""

    def __init__(self, lessons: Mapping[str, Sequence[LessonStep]], done: Collection[str]) -> None:
        self.rows = [Row(number, places, done) for number, places in enumerate(lessons.values(), 1)]

    @cached_property
    def milestones(self) -> list[Milestone]:
        grouped = groupby(self.rows, key=lambda row: row.lesson.milestone)
        return [Milestone(title, list(rows)) for title, rows in grouped]

    @property
    def total(self) -> int:
        """The number of steps in the course."""
        return sum(len(row.places) for row in self.rows)

    @property
    def finished(self) -> int:
        """The number of steps that are done."""
        return sum(row.count for row in self.rows)

    @property
    def turned(self) -> int:
        """The number of lessons that are done."""
        return sum(row.complete for row in self.rows)

    @property
    def here(self) -> Row | None:
        """The first lesson that isn't done; None if all are."""
        return next((row for row in self.rows if not row.complete), None)

    @property
    def minutes(self) -> int:
        return sum(row.minutes for row in self.rows)

    @property
    def left(self) -> int:
        """The minutes that are left in the course."""
        return sum(row.left for row in self.rows)

    @property
    def can_play(self) -> bool:
        """Whether the reader has done the lessons that a player needs."""
        return self._needed is None or self._needed.complete

    @property
    def needed_span(self) -> str:
        """The numbers of the lessons that a player needs: “lessons 1–9”."""
        return self._needed.span if self._needed else ""

    @property
    def _needed(self) -> Milestone | None:
        rows = [row for row in self.rows if row.lesson.is_needed]
        return Milestone("", rows) if rows else None

    def row(self, slug: str) -> Row:
        """Return a lesson by its slug. Raises StopIteration if there is none."""
        return next(row for row in self.rows if row.lesson.slug == slug)


def steps_done(request: HttpRequest, *found: Game[Any]) -> Steps:
    """Return the ids of the steps that the reader has done in these games; the most recent game comes last."""
    done: Steps = {game.slug: set() for game in found}
    person = people.get_person(request)
    for game, step in StepDone.listed(person, *done) if person and done else []:
        done[game] = done.pop(game)
        done[game].add(step)
    return done


def progress_of(rules: InForce, steps: Steps) -> Progress:
    """Return the reader's progress in the course of a game."""
    return Progress(course(rules.game, rules.options), steps[rules.game.slug])


def begun(request: HttpRequest) -> Iterator[tuple[Game[Any], Progress]]:
    """Yield the courses that the reader has started and not finished, the most recent first."""
    steps = steps_done(request, *games.all_games().values())
    for slug in reversed([slug for slug, done in steps.items() if done]):
        game = games.get(slug)
        progress = progress_of(rules_in_force(request, game), steps)
        if progress.here:
            yield game, progress


def courses(request: HttpRequest) -> Iterator[people.InProgress]:
    """Yield the courses that the reader has started and not finished as items of their own page."""
    for game, progress in begun(request):
        assert progress.here is not None
        title = f"{progress.here.number}. {progress.here.lesson.title}"
        url = reverse("learn:course", args=[game.slug])
        yield people.InProgress(game.title, url, title, progress.finished, progress.total)

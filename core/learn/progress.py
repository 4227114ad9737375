"""A person's progress in a lesson, toward a milestone, in a course, and in all courses that they've started."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.urls import reverse

import games
from core import people
from core.learn.course import LessonStep, get_course
from core.learn.models import StepDone
from core.people.requests import HttpRequest
from games.engine.game import Game
from games.engine.lesson import Lesson, estimate_minutes
from variants.services import RulesInForce, get_rules_in_force

Steps = dict[str, set[str]]
"""The ids of the steps that a person has completed, by game slug."""


@dataclass(frozen=True)
class LessonProgress:
    """The reader's progress in a lesson: its number in the course, its steps, and the ids of completed steps."""

    number: int
    places: Sequence[LessonStep]
    done: Collection[str]

    @property
    def lesson(self) -> Lesson:
        return self.places[0].lesson

    @property
    def step_ids(self) -> list[str]:
        return [place.id for place in self.places]

    @property
    def clauses(self) -> list[str]:
        """The ids of the clauses that the lesson's steps teach, sorted."""
        return sorted({clause for place in self.places for clause in place.step.clauses})

    @property
    def done_step_count(self) -> int:
        """The number of the lesson's steps that are completed."""
        return sum(place.id in self.done for place in self.places)

    @property
    def is_complete(self) -> bool:
        return self.done_step_count == len(self.places)

    @property
    def next_step(self) -> LessonStep:
        """The first step that isn't completed, or the first step if all are."""
        return next((place for place in self.places if place.id not in self.done), self.places[0])

    @property
    def minutes(self) -> int:
        """The estimated minutes for the whole lesson."""
        return estimate_minutes(place.step for place in self.places)

    @property
    def minutes_left(self) -> int:
        """The estimated minutes for the steps that aren't completed."""
        return estimate_minutes(place.step for place in self.places if place.id not in self.done)

    @property
    def step_states(self) -> list[tuple[LessonStep, bool, bool]]:
        """The steps with their states, for the row of dots that shows progress.

        Each step comes with whether it's completed and whether it's the next one.
        """
        return [(one, one.id in self.done, one is self.next_step and not self.is_complete) for one in self.places]


@dataclass(frozen=True)
class Milestone:
    """A milestone of a course, such as “You can play”, with the consecutive lessons that lead to it."""

    title: str
    rows: Sequence[LessonProgress]

    @property
    def is_complete(self) -> bool:
        return all(row.is_complete for row in self.rows)

    @property
    def minutes(self) -> int:
        return sum(row.minutes for row in self.rows)

    @property
    def lesson_number_range(self) -> str:
        """The numbers of the milestone's lessons as text: “lessons 5 to 7”."""
        first, last = self.rows[0].number, self.rows[-1].number
        return f"lesson {first}" if first == last else f"lessons {first} to {last}"


class CourseProgress:
    """A reader's progress in a game's course. `rows` has the progress in each lesson."""

    def __init__(self, lessons: Mapping[str, Sequence[LessonStep]], done: Collection[str]) -> None:
        self.rows = [LessonProgress(number, places, done) for number, places in enumerate(lessons.values(), 1)]

    @cached_property
    def milestones(self) -> list[Milestone]:
        grouped = groupby(self.rows, key=lambda row: row.lesson.milestone)
        return [Milestone(title, list(rows)) for title, rows in grouped]

    @property
    def step_count(self) -> int:
        """The number of steps in the course."""
        return sum(len(row.places) for row in self.rows)

    @property
    def done_step_count(self) -> int:
        """The number of steps that are completed."""
        return sum(row.done_step_count for row in self.rows)

    @property
    def done_lesson_count(self) -> int:
        """The number of lessons that are completed."""
        return sum(row.is_complete for row in self.rows)

    @property
    def next_lesson(self) -> LessonProgress | None:
        """The first lesson that isn't completed, or None if all are."""
        return next((row for row in self.rows if not row.is_complete), None)

    @property
    def minutes(self) -> int:
        return sum(row.minutes for row in self.rows)

    @property
    def minutes_left(self) -> int:
        """The estimated minutes for the steps of the course that aren't completed."""
        return sum(row.minutes_left for row in self.rows)

    @property
    def has_done_needed_lessons(self) -> bool:
        """Whether the reader has completed all lessons that are needed to play the game."""
        return self._needed_lessons is None or self._needed_lessons.is_complete

    @property
    def needed_lesson_number_range(self) -> str:
        """The numbers of the lessons that are needed to play, as text: “lessons 1 to 9”, or "" if none are."""
        return self._needed_lessons.lesson_number_range if self._needed_lessons else ""

    @property
    def _needed_lessons(self) -> Milestone | None:
        rows = [row for row in self.rows if row.lesson.is_needed]
        return Milestone("", rows) if rows else None

    def get_lesson_progress(self, slug: str) -> LessonProgress:
        """Return the reader's progress in the lesson with this slug. Raises StopIteration if there is none."""
        return next(row for row in self.rows if row.lesson.slug == slug)


@dataclass(frozen=True)
class LessonStars:
    """The stars of a completed lesson: one for completing it, one for no hints, and one for no wrong moves or answers.

    `missed` is the first step with a hint or a wrong move or answer, or None.
    """

    hint_count: int
    refusal_count: int
    missed: LessonStep | None

    @property
    def shine(self) -> list[bool]:
        """Three booleans that say for each star whether it's lit. The lit stars come first."""
        return sorted([True, not self.hint_count, not self.refusal_count], reverse=True)


def rate_lesson(request: HttpRequest, game: Game[Any], lesson: LessonProgress) -> LessonStars | None:
    """Return the stars of a lesson, based on the reader's best result in each step, or None if it isn't completed."""
    if not lesson.is_complete:
        return None
    rows = list(StepDone.objects.done_by(people.get_person(request), game.slug).filter(step__in=lesson.step_ids))
    hinted = set(lesson.step_ids) - {row.step for row in rows if not row.hinted}
    refused = set(lesson.step_ids) - {row.step for row in rows if not row.refused}
    missed = next((place for place in lesson.places if place.id in hinted | refused), None)
    return LessonStars(len(hinted), len(refused), missed)


def get_done_steps_by_game(request: HttpRequest, *found: Game[Any]) -> Steps:
    """Return the ids of the steps that the reader has completed in the games `found`, as a dict by game slug.

    The game with the most recently completed step comes last.
    """
    done: Steps = {game.slug: set() for game in found}
    person = people.get_person(request)
    for game, step in StepDone.list_done_steps(person, *done) if person and done else []:
        done[game] = done.pop(game)
        done[game].add(step)
    return done


def get_course_progress(rules: RulesInForce, steps: Steps) -> CourseProgress:
    """Return the reader's progress in the course of a game under these house rules.

    `steps` has the ids of the steps that the reader has completed, by game slug.
    """
    return CourseProgress(get_course(rules.game, rules.options), steps[rules.game.slug])


def list_started_courses(request: HttpRequest) -> Iterator[tuple[Game[Any], CourseProgress]]:
    """Yield the courses that the reader has started and not finished, most recent first."""
    steps = get_done_steps_by_game(request, *games.all_games().values())
    for slug in reversed([slug for slug, done in steps.items() if done]):
        game = games.get(slug)
        progress = get_course_progress(get_rules_in_force(request, game), steps)
        if progress.next_lesson:
            yield game, progress


def build_activities_in_progress(request: HttpRequest) -> Iterator[people.ActivityInProgress]:
    """Yield an activity for each course that the reader has started and not finished, for the account page."""
    for game, progress in list_started_courses(request):
        assert progress.next_lesson is not None
        title = f"{progress.next_lesson.number}. {progress.next_lesson.lesson.title}"
        url = reverse("learn:course", args=[game.slug])
        yield people.ActivityInProgress(game.title, url, title, progress.done_step_count, progress.step_count)

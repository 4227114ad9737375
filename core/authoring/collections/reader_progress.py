"""A reader's progress in a collection, and the URLs that lead from one entry to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from core.authoring.collections.editing import list_entries
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons.publishing import list_version_steps
from core.authoring.puzzles.models import find_published_version
from core.authoring.puzzles.publishing import check_puzzle_access
from core.learn.course import get_course
from core.learn.lesson_assignments import LessonAssignment
from core.learn.progress import get_done_steps_by_game
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import AttemptContext, get_default_context
from core.practice.models import Attempt, Puzzle
from games.engine.game import Game
from variants.not_found import ExplainedNotFound
from variants.services import get_rules_in_force


@dataclass(frozen=True)
class CollectionProgress:
    """A reader's progress in a collection.

    `entries` are the entries that the reader can open, and `left_out` is the number of the other entries. `finished`
    has the primary keys of the finished entries. A puzzle that was only solved for a class's assignment isn't finished.
    """

    entries: Sequence[CollectionEntry]
    finished: frozenset[int]
    left_out: int

    @property
    def finished_count(self) -> int:
        return len(self.finished)

    @property
    def entries_with_status(self) -> list[tuple[CollectionEntry, bool]]:
        """Pairs of an entry and whether the reader has finished it."""
        return [(one, one.pk in self.finished) for one in self.entries]

    def find_next_entry(self, after: int = 0) -> CollectionEntry | None:
        """Return the first unfinished entry whose number is greater than `after`, or None if there is none."""
        return next((one for one, done in self.entries_with_status if one.number > after and not done), None)


def build_collection_progress(collection: Collection, request: HttpRequest) -> CollectionProgress:
    """Return the reader's progress in a collection."""
    person, entries = get_person(request), list_entries(collection)
    lessons = {one.pk: steps for one in entries if one.lesson_slug and (steps := _list_step_ids(one, request))}
    theirs = [one for one in entries if one.pk in lessons or (one.puzzle and _can_open_puzzle(person, one.puzzle))]
    finished = _list_solved_entry_ids(collection, person) | _list_finished_entry_ids(request, entries, lessons)
    return CollectionProgress(theirs, finished & {one.pk for one in theirs}, len(entries) - len(theirs))


def _list_step_ids(entry: CollectionEntry, request: HttpRequest) -> set[str]:
    """Return the ids of the steps of an entry's lesson, or an empty set if readers can't open the lesson.

    They depend on the house rules. A custom lesson has its own house rules. For a lesson of a course, the reader's
    apply.
    """
    if entry.written:
        taken_back = entry.written.lesson.withdrawn
        return set() if taken_back else {one.id for one in list_version_steps(entry.written.pk, entry.lesson_slug)}
    rules = get_rules_in_force(request, entry.engine_game)
    return {one.id for one in get_course(rules.game, rules.options).get(entry.lesson, ())}


def _can_open_puzzle(person: Person | None, puzzle: Puzzle) -> bool:
    """Return whether a person can open a puzzle and it can still be asked."""
    try:
        if find_published_version(puzzle):  # only its author can hide a built puzzle
            check_puzzle_access(person, puzzle)
        else:
            get_default_context(person, puzzle)
    except Http404:
        return False
    return puzzle.can_be_asked


def _list_solved_entry_ids(collection: Collection, person: Person | None) -> frozenset[int]:
    """Return the primary keys of entries whose puzzle a person has solved on their own, and not for a class."""
    if person is None:
        return frozenset()
    solved = Attempt.objects.filter(person=person, occasion="", solved=True).values("puzzle")
    return frozenset(collection.entries.filter(puzzle__in=solved).values_list("pk", flat=True))


def _list_finished_entry_ids(
    request: HttpRequest, entries: Sequence[CollectionEntry], lessons: Mapping[int, set[str]]
) -> frozenset[int]:
    """Return the primary keys of entries whose lesson the reader has finished.

    `lessons` maps primary keys of entries to the ids of the lesson's steps.
    """
    taught = [one for one in entries if one.pk in lessons]
    done = get_done_steps_by_game(request, *{one.engine_game.slug: one.engine_game for one in taught}.values())
    return frozenset(one.pk for one in taught if lessons[one.pk] <= done[one.engine_game.slug])


def get_entry_url(entry: CollectionEntry) -> str:
    """Return the URL of an entry's puzzle or lesson. Its page then links to the next entry."""
    return entry.url + AttemptContext(along=entry.collection.code).query_string


def find_puzzle_context(request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
    """Return the `AttemptContext` for a puzzle that the reader solves as part of the collection with this code.

    It says with which limits and links the puzzle is solved. Returns None if there is no such collection. If the puzzle
    was assigned to the reader, returns the assignment's context. Raises ExplainedNotFound if the puzzle is no longer in
    the collection.
    """
    collection = Collection.objects.filter(code=code).first()
    if collection is None:
        return None
    entry = collection.entries.filter(puzzle=puzzle).first()
    if entry is None:
        raise ExplainedNotFound(
            "This puzzle is no longer in that collection.", (str(collection), collection.get_absolute_url())
        )
    ruled = get_default_context(get_person(request), puzzle)
    if ruled.code:
        return ruled
    return AttemptContext(
        along=code, title=str(collection), back=collection.get_absolute_url(), onwards=_get_next_url(entry)
    )


def find_lesson_context(request: HttpRequest, code: str, game: Game[Any], lesson: str) -> LessonAssignment | None:
    """Return the title of the collection with this code, and the URL to open after a lesson.

    They're returned as a `LessonAssignment`, for the lesson's page in the learn app. Returns None if there is no such
    collection. The collection doesn't have to include the lesson, because a lesson's pages link to other lessons in the
    course. For such a lesson, the URL is that of the collection.
    """
    collection = Collection.objects.filter(code=code).first()
    if collection is None:
        return None
    there = (one for one in collection.entries.select_related("written__lesson") if one.lesson_slug == lesson)
    entry = next((one for one in there if one.engine_game == game), None)
    return LessonAssignment(None, str(collection), _get_next_url(entry) if entry else collection.get_absolute_url())


def _get_next_url(entry: CollectionEntry) -> str:
    """Return the URL that redirects to the next unfinished entry after this one."""
    return f"{reverse('collections:next', args=[entry.collection.code])}?after={entry.number}"

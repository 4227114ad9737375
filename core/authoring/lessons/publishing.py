"""Publishing of lessons: drafts become versions, and versions become lessons that students take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse

from core.authoring.lessons.drafts import LessonDraft
from core.authoring.lessons.models import Lesson, LessonVersion
from core.authoring.puzzles.errors import BadChange, ChangedElsewhere
from core.authoring.puzzles.models import Visibility, lock_row
from core.learn.course import LessonStep
from core.learn.custom_lessons import CustomLesson, PublishedLesson
from core.people.models import Person
from games.engine.game import Game
from games.engine.lesson import Lesson as Taught
from games.engine.lesson import Step

DRAFT = "draft"
"""The end of the slug of a draft that its author tries. It takes the place of a version's number."""
_SLUG = re.compile(r"([a-z0-9]{4,20})-(\d{1,6}|draft)")


def get_draft(work: Lesson | LessonVersion) -> LessonDraft:
    """Return the draft of a lesson, or the draft that a version was published from."""
    return LessonDraft(work.draft, work.title)


def check_publishable(lesson: Lesson) -> Lesson:
    """Return the lesson if its draft can be published. Raises BadChange if it can't.

    This is slow, so call it before you lock the lesson's row.
    """
    if mistakes := get_draft(lesson).mistakes:
        first = mistakes[0]
        where = "" if first.step is None else f"Step {first.step + 1}, {first.key_label}: "
        raise BadChange(f"This can’t be published yet. {where}{first.sentence}")
    return lesson


@transaction.atomic
def publish_version(lesson: Lesson, visibility: str = "") -> LessonVersion:
    """Publish a lesson that `check_publishable` has accepted. If it was withdrawn, it's available again.

    Creates and returns a new version if the title or draft has changed since the newest one, or if there is none yet.
    If only the visibility has changed or the lesson was withdrawn, returns the newest version. If nothing has changed,
    raises BadChange. An empty `visibility` leaves the visibility as it is. Raises ChangedElsewhere if the draft or
    title has changed since the check.
    """
    found = lock_row(lesson)
    if (found.draft, found.title) != (lesson.draft, lesson.title):
        raise ChangedElsewhere
    newest = found.newest_version
    before = found.visibility, found.withdrawn
    if visibility in (Visibility.LINK, Visibility.PUBLIC):
        found.visibility = visibility
    found.withdrawn = None
    again = before != (found.visibility, found.withdrawn)
    found.save(update_fields=["visibility", "withdrawn"])
    if newest and (newest.title, newest.draft) == (found.title, found.draft):
        if again:
            return newest
        raise BadChange(f"Nothing has changed since version {newest.number}, so there’s nothing to publish.")
    return found.publish(found.engine_game.version)


def find_lesson(person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
    """Return the custom lesson with this slug, or None. The slug is that of a version or of a draft.

    Only the author can open the draft.
    """
    known = _SLUG.fullmatch(slug)
    if known is None:
        return None
    if known[2] == DRAFT:
        lesson = Lesson.objects.filter(code=known[1], game=game.slug, owner=person).first() if person else None
        return _build_trial_lesson(lesson, slug) if lesson else None
    there = LessonVersion.objects.filter(lesson__code=known[1], lesson__game=game.slug, number=int(known[2]))
    newer = LessonVersion.objects.filter(lesson=OuterRef("lesson"), number__gt=OuterRef("number"))
    version = there.select_related("lesson__owner__user").annotate(newer=Exists(newer)).first()
    if version is None:
        return None
    owner = version.lesson.owner
    return CustomLesson(
        places=list_version_steps(version.pk, slug),
        options=get_draft(version).house_rules,
        by=owner.display_name if owner else "",
        back=reverse("learn:course", args=[game.slug]),
        gone=version.lesson.withdrawn is not None,
        newer=version.lesson.get_absolute_url() if version.newer else "",
    )


def _build_trial_lesson(lesson: Lesson, slug: str) -> CustomLesson | None:
    """Build a lesson from a draft, so that the author can try it.

    It has only the steps that can be shown, even if they have mistakes. Returns None if no step can be shown. `slug` is
    the draft's name in URLs.
    """
    draft = get_draft(lesson).build_trial_draft()
    back = lesson.editor_url
    if not draft.steps:
        return None
    taught = draft.build_lesson(slug)
    return CustomLesson(_build_lesson_steps(taught, taught.steps), draft.house_rules, "", back, counts=False)


@lru_cache(maxsize=256)
def list_version_steps(version: int, slug: str) -> tuple[LessonStep, ...]:
    """Return the steps of a lesson version that are still valid under the lesson's house rules.

    They can become invalid when the game's rules change. `version` is the version's primary key. The ids of the steps
    start with `slug`. The result is cached.
    """
    draft = get_draft(LessonVersion.objects.get(pk=version))
    lesson = draft.build_lesson(slug)
    return _build_lesson_steps(lesson, lesson.list_valid_steps(draft.game, draft.house_rules))


def _build_lesson_steps(lesson: Taught, steps: Sequence[Step]) -> tuple[LessonStep, ...]:
    """Return a `LessonStep`, which the learn app can show, for each of these steps of a lesson.

    A `LessonStep` has the lesson, the step, the step's number (starting from 1), and the number of all steps.
    """
    return tuple(LessonStep(lesson, step, shown, len(steps)) for shown, step in enumerate(steps, 1))


def list_own_lessons(person: Person | None, game: Game[Any]) -> list[tuple[str, str]]:
    """Return (slug, title) for the newest version of each lesson for this game that a person has published.

    The most recent one comes first. Withdrawn lessons are left out. Returns [] if `person` is None.
    """
    versions = LessonVersion.objects.filter(lesson__owner=person, lesson__game=game.slug, lesson__withdrawn=None)
    newest = {one.lesson_id: one for one in versions.select_related("lesson").order_by("at", "pk")}
    return [(one.slug, one.title) for one in reversed(newest.values())] if person else []


def list_published_lessons(game: Game[Any]) -> list[PublishedLesson]:
    """Return the lessons of a game that are published for everyone."""
    return [
        PublishedLesson(one.title, one.owner.display_name if one.owner else "", one.get_absolute_url())
        for one in Lesson.list_public_works(game.slug)
    ]

"""Edits collections: adds and orders entries, and warns a collection's owner about problems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Prefetch, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve
from django.utils import timezone

import games
from core.authoring.collections.models import Collection, CollectionEntry, Published
from core.authoring.lessons.models import LessonVersion
from core.authoring.puzzles.models import LONGEST_TITLE, BuiltPuzzle, PuzzleVersion, Visibility
from core.http.untrusted_text import LONGEST_NAME, normalize_for_comparison
from core.people.models import Person
from core.practice.attempt_contexts import DAILY, get_default_context
from core.practice.models import NO_LONGER, Puzzle
from games.engine.game import Game
from games.errors import RulesError
from variants.not_found import ExplainedNotFound

MOST_COLLECTIONS = 100
MOST_ENTRIES = 40
FEWEST_ALIKE = 2
"""If at least this many questions have the first choice as the right answer in each, there's a warning."""
CODE = re.compile(r"(?:\S*/)?([a-z0-9]{4,20})/?(?:[?#]\S*)?")
"""A puzzle's code, by itself or at the end of a URL."""
WRITTEN = re.compile(r"([a-z0-9]{4,20})(?:-(\d{1,6}))?")
"""A custom lesson's code, by itself or followed by a version number."""
LESSON = re.compile(r"([a-z0-9-]{1,40})/([a-z0-9-]{1,40})")
"""The name of a lesson in a game's course (see `CollectionEntry.name`)."""
WORKS = ("puzzle__built__item", "puzzle__daily", "written__lesson")
HEAVY = ("puzzle__built__item__draft", "written__draft", "written__lesson__draft")
LIGHT = LessonVersion.objects.defer("draft")


class CollectionError(RulesError):
    """Raised if a collection doesn't allow a change, for example because it's full. The message says why."""


def get_own_collection(person: Person | None, code: str) -> Collection:
    """Return this person's collection with this code. Raises Http404 if there is none."""
    if person is None:
        raise Http404("That collection doesn’t exist.")
    return get_object_or_404(Collection, code=code, owner=person)


# -- editing ---------------------------------------------------------------------------------------


def create_collection(owner: Person, title: str) -> Collection:
    """Create an empty collection. Raises CollectionError if the title is empty or too long.

    Also raises it if the owner already has the maximum number of collections.
    """
    if owner.collections.count() >= MOST_COLLECTIONS:
        raise CollectionError(f"You already have {MOST_COLLECTIONS} collections. Delete one you no longer need.")
    return Collection.objects.create(owner=owner, title=_clean_title(title))


def rename_collection(collection: Collection, title: str) -> None:
    """Change the title of a collection. Raises CollectionError if the title is empty or too long."""
    collection.title = _clean_title(title)
    _save_collection(collection)


def _clean_title(title: str) -> str:
    """Return the title without extra whitespace. Raises CollectionError if it's empty or too long."""
    found = " ".join(title.split())
    if not 0 < len(found) <= LONGEST_TITLE:
        raise CollectionError(
            f"A title can have at most {LONGEST_TITLE} characters." if found else "Give the collection a title."
        )
    return found


@transaction.atomic
def copy_collection(collection: Collection) -> Collection:
    """Create a copy of a collection, with the same entries, and return it.

    Raises CollectionError if the owner has too many collections.
    """
    made = create_collection(collection.owner, f"A copy of {collection}"[:LONGEST_TITLE])
    entries = list(collection.entries.all())
    for one in entries:
        one.pk, one.collection = None, made
    CollectionEntry.objects.bulk_create(entries)
    return made


@transaction.atomic
def add_entry(collection: Collection, entry: CollectionEntry) -> None:
    """Append an unsaved entry to a collection, and save it.

    Raises CollectionError if the collection is full, or already has this puzzle or lesson.
    """
    _lock_collection(collection)
    there = list_entries(collection)
    if len(there) >= MOST_ENTRIES:
        raise CollectionError(
            f"“{collection}” already has {MOST_ENTRIES} items, the maximum. Remove one, or create a new collection."
        )
    if twice := next((one for one in there if one.version_independent_key == entry.version_independent_key), None):
        raise CollectionError(f"“{twice.title}” is already in “{collection}”. You can add each item only once.")
    entry.collection, entry.number = collection, max((one.number for one in there), default=0) + 1
    entry.save()
    _save_collection(collection)


@transaction.atomic
def move_entry(entry: CollectionEntry, up: bool) -> None:
    """Swap an entry with its neighbor above or below, if there is one."""
    _lock_collection(entry.collection)
    order = list(entry.collection.entries.all())
    at = order.index(entry) if entry in order else -1
    other = at - 1 if up else at + 1
    if at >= 0 and 0 <= other < len(order):
        order[at], order[other] = order[other], order[at]
        _save_entry_order(entry.collection, order)


@transaction.atomic
def reorder_entries(collection: Collection, ids: Sequence[int]) -> None:
    """Put a collection's entries in the order of these ids.

    Raises CollectionError unless each entry's id occurs exactly once.
    """
    _lock_collection(collection)
    there = {one.pk: one for one in list_entries(collection)}
    if strange := [id for id in ids if id not in there]:
        raise CollectionError(f"There’s no entry with the id {strange[0]} in “{collection}”.")
    if left := [one for id, one in there.items() if ids.count(id) != 1]:
        number = ids.count(left[0].pk)
        fault = f"is on the list {number} times" if number else "isn’t on the list"
        raise CollectionError(f"“{left[0].title}” {fault}. Send each entry exactly once.")
    _save_entry_order(collection, [there[id] for id in ids])


def _save_entry_order(collection: Collection, entries: Sequence[CollectionEntry]) -> None:
    """Number the entries in this order, starting from 1, and save the numbers."""
    for number, one in enumerate(entries, 1):
        one.number = number
    CollectionEntry.objects.bulk_update(entries, ["number"])
    _save_collection(collection)


def remove_entry(entry: CollectionEntry) -> None:
    """Remove an entry from its collection."""
    entry.delete()
    _save_collection(entry.collection)


def update_entry_version(entry: CollectionEntry) -> None:
    """Update an entry to the newest version of its puzzle or lesson.

    Raises CollectionError if there's no newer version.
    """
    newer = find_newer_version(entry)
    if newer is None:
        raise CollectionError(f"There’s no newer version of “{entry.title}”.")
    taken = build_entry(newer)
    entry.puzzle, entry.written = taken.puzzle, taken.written
    entry.save(update_fields=["puzzle", "written"])
    _save_collection(entry.collection)


def _lock_collection(collection: Collection) -> None:
    Collection.objects.select_for_update().get(pk=collection.pk)


def _save_collection(collection: Collection) -> None:
    """Save a collection's title, and set its time of change to now."""
    collection.changed = timezone.now()
    collection.save(update_fields=["title", "changed"])


# -- possible entries ------------------------------------------------------------------------------


def parse_entry(text: str, person: Person | None) -> CollectionEntry:
    """Build an unsaved entry for the puzzle or lesson with this URL, code, or name.

    Raises CollectionError if there is none, or if the person can't see it or can't add it to a collection.
    """
    said = text.strip()
    nothing = (
        f"We couldn’t find “{said[:60]}”. Paste the link to a puzzle or lesson, or the code at the end of the link."
    )
    if len(said) > LONGEST_NAME:
        raise CollectionError(nothing)
    said = normalize_for_comparison(said)
    if lesson := _find_lesson_entry(said):
        return lesson
    found = CODE.fullmatch(said)
    puzzle = _find_puzzle(found[1]) if found else None
    if puzzle is None:
        raise CollectionError(nothing)
    try:
        occasion = get_default_context(person, puzzle)
    except ExplainedNotFound as gone:
        raise CollectionError(gone.sentence) from None
    except Http404:
        raise CollectionError(nothing) from None
    if occasion.code == DAILY:
        raise CollectionError("This is a daily puzzle. You can’t add it to a collection.")
    if occasion.code:
        raise CollectionError("This puzzle is part of your assignment. You can add it when the assignment closes.")
    if not puzzle.can_be_asked:
        raise CollectionError(NO_LONGER)
    return CollectionEntry(puzzle=puzzle)


def _find_puzzle(code: str) -> Puzzle | None:
    """Return the puzzle with this code, or None. For the code of a built puzzle, return its newest version."""
    item = BuiltPuzzle.objects.filter(code=code).first()
    newest = item.newest_version if item else None
    return newest.puzzle if newest else Puzzle.objects.select_related("daily").filter(code=code).first()


def _find_lesson_entry(text: str) -> CollectionEntry | None:
    """Return an unsaved entry for the lesson with this name, code, or URL (of any of its pages), or None.

    Raises CollectionError if the lesson was withdrawn.
    """
    found = LESSON.fullmatch(text)
    game, slug = (found[1], found[2]) if found else _parse_lesson_url(text)
    if game in games.all_games() and any(one.slug == slug for one in games.get(game).lessons):
        return CollectionEntry(game=game, lesson=slug)
    known = WRITTEN.fullmatch(slug)
    versions = LessonVersion.objects.filter(lesson__code=known[1]) if known else LessonVersion.objects.none()
    if known and known[2]:
        versions = versions.filter(number=int(known[2]))
    version = versions.select_related("lesson").order_by("-number").first()
    if version and version.lesson.withdrawn:
        raise CollectionError("The author has unpublished this lesson.")
    return build_entry(version) if version else None


def _parse_lesson_url(address: str) -> tuple[str, str]:
    """Return the game and slug of the lesson that a URL belongs to.

    For the link to a custom lesson, returns "" and the lesson's code. For other pages of this site, returns "" twice.
    If the text isn't a path of this site, returns "" and the text itself, which can be a lesson's name or code.
    """
    try:
        found = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return "", address
    if found.app_names == ["learn"] and "lesson" in found.kwargs:
        return found.kwargs["game"].slug, found.kwargs["lesson"]
    return "", found.kwargs["code"] if found.view_name == "lessons:lesson" else ""


def list_addable_entries(person: Person, entries: Sequence[CollectionEntry]) -> list[CollectionEntry]:
    """Return unsaved entries for the newest versions of a person's own puzzles and lessons.

    Leaves out puzzles and lessons that are withdrawn, and those that are already in `entries`.
    """
    inside = {one.version_independent_key for one in entries}
    puzzles = PuzzleVersion.objects.filter(item__owner=person, item__withdrawn=None).select_related("puzzle", "item")
    lessons = LessonVersion.objects.filter(lesson__owner=person, lesson__withdrawn=None).select_related("lesson")
    published: list[Published] = [*puzzles.order_by("at", "pk")]
    published += lessons.defer("draft", "lesson__draft").order_by("at", "pk")
    newest = {one.version_independent_key: one for one in map(build_entry, published)}
    return [one for thing, one in reversed(newest.items()) if thing not in inside]


def build_entry(version: Published) -> CollectionEntry:
    """Build an unsaved entry of a collection for `version`, a published version of a puzzle or lesson."""
    return (
        CollectionEntry(puzzle=version.puzzle)
        if isinstance(version, PuzzleVersion)
        else CollectionEntry(written=version)
    )


def list_course_entries() -> list[tuple[Game[Any], list[CollectionEntry]]]:
    """Return pairs of a game and the lessons of its course, as unsaved entries that can be added to a collection."""
    return [
        (game, [CollectionEntry(game=game.slug, lesson=one.slug) for one in game.lessons])
        for game in games.all_games().values()
    ]


def can_assign_entry(entry: CollectionEntry) -> bool:
    """Return whether the collection's owner can assign the entry to a class.

    Withdrawn puzzles and lessons can't be assigned, and neither can another author's work that is for classes only.
    """
    if entry.published_version is None:
        return True
    work = entry.published_version.authored_work
    hidden = work.visibility == Visibility.CLASS and work.owner_id != entry.collection.owner_id
    return not hidden and not work.withdrawn


def find_newer_version(entry: CollectionEntry) -> Published | None:
    """Return the newest version of an entry's puzzle or lesson, or None if the entry already has it.

    Also returns None if the entry can't be assigned, or if its puzzle or lesson is one of the site's own.
    """
    version = entry.published_version
    if version is None or not can_assign_entry(entry):
        return None
    versions: list[Published] = list(version.authored_work.versions.all())
    newest = max(versions, key=lambda one: one.number)
    return newest if newest.number > version.number else None


# -- the owner's view ------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntryRow:
    """A row in the editor of a collection: an entry, and a newer version of its puzzle or lesson.

    `newer` is None if there is no newer version. `hidden_reason` says why other people don't see the entry. It's "" if
    they do.
    """

    entry: CollectionEntry
    newer: Published | None
    hidden_reason: str

    @property
    def has_newer_version(self) -> bool:
        return self.newer is not None


def list_entries(collection: Collection) -> list[CollectionEntry]:
    """Return the entries of a collection with their versions, in a constant number of queries."""
    found = collection.entries.select_related(*WORKS).defer(*HEAVY)
    return list(found.prefetch_related("puzzle__built__item__versions", Prefetch("written__lesson__versions", LIGHT)))


def get_entry(collection: Collection, id: int) -> CollectionEntry:
    """Return an entry of this collection. Raises Http404."""
    return get_object_or_404(collection.entries.select_related("collection", *WORKS), pk=id)


def build_entry_rows(entries: Sequence[CollectionEntry]) -> list[EntryRow]:
    """Return the rows of these entries for the page of the collection's owner."""
    return [EntryRow(one, find_newer_version(one), _get_hidden_reason(one)) for one in entries]


def _get_hidden_reason(entry: CollectionEntry) -> str:
    """Return the reason why other people don't see an entry, or "" if they do."""
    work = entry.published_version.authored_work if entry.published_version else None
    if work and work.withdrawn:
        return "unpublished, so nobody can see it"
    if work and work.visibility == Visibility.CLASS:
        return "for classes only, so others can’t see it"
    if entry.puzzle:
        return "" if entry.puzzle.can_be_asked else "left out, because its rules have changed"
    return "" if entry.written or entry.course_lesson else "left out, because the lesson no longer exists"


def is_first_option_always_right(entries: Sequence[CollectionEntry]) -> bool:
    """Return whether readers could guess the answers: the first choice is right in all single-choice questions.

    Returns False if there are fewer than `FEWEST_ALIKE` such questions in these entries.
    """
    asked = [one.puzzle.engine_puzzle for one in entries if one.puzzle and one.puzzle.can_be_asked]
    found = [posed for posed in asked if posed.form == "one"]
    return len(found) >= FEWEST_ALIKE and all(posed.options[0].id == posed.key for posed in found)


def list_assignable_collections(
    person: Person | None, game: Game[Any]
) -> list[tuple[Collection, list[CollectionEntry]]]:
    """Return (collection, entries) for each of a teacher's collections that has assignable entries for this game.

    `entries` are the assignable entries, in the order of the collection.
    """
    if person is None:
        return []
    about = Q(puzzle__game=game.slug) | Q(written__lesson__game=game.slug) | Q(game=game.slug)
    entries = CollectionEntry.objects.filter(about, collection__owner=person).select_related("collection", *WORKS)
    entries = entries.defer("puzzle__asked", "puzzle__setup", "puzzle__options", *HEAVY)
    ordered = entries.order_by("-collection__changed", "-collection__pk", "number")
    found = groupby(filter(can_assign_entry, ordered), lambda entry: entry.collection)
    return [(one, list(entries)) for one, entries in found]

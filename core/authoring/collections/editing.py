"""Collections as they are put together: what comes in, in which order, and what their makers are told of it."""

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
from core.authoring.collections.models import Collection, Entry, Published
from core.authoring.lessons.models import Version as WrittenVersion
from core.authoring.puzzles.models import LONGEST_TITLE, Item, Version, Visibility
from core.http.outside_text import LONGEST_NAME, fold_text
from core.people.models import Person
from core.practice.attempt_contexts import default_context
from core.practice.models import NO_LONGER, Puzzle
from games.engine.game import Game
from games.errors import HouseError
from games.words import figure
from variants.not_found import NotHere

MOST_COLLECTIONS = 100
MOST_ENTRIES = 40
FEWEST_ALIKE = 2
"""One question of which the first choice is right says nothing yet."""
CODE = re.compile(r"(?:\S*/)?([a-z0-9]{4,20})/?(?:[?#]\S*)?")
"""The code of something, alone or at the end of an address."""
WRITTEN = re.compile(r"([a-z0-9]{4,20})(?:-(\d{1,6}))?")
"""The code of a lesson that somebody has written, alone or with the number of a version."""
LESSON = re.compile(r"([a-z0-9-]{1,40})/([a-z0-9-]{1,40})")
"""A lesson by its name, see `Entry.name`."""
WORKS = ("puzzle__built__item", "written__lesson")
HEAVY = ("puzzle__built__item__draft", "written__draft", "written__lesson__draft")
LIGHT = WrittenVersion.objects.defer("draft")


class Refused(HouseError):
    """A collection cannot be like that; the message says why."""


def own_collection(person: Person | None, code: str) -> Collection:
    """A collection of this person's. Raises Http404."""
    if person is None:
        raise Http404("There is no such collection here.")
    return get_object_or_404(Collection, code=code, owner=person)


# -- putting together ------------------------------------------------------------------------------


def begin(owner: Person, title: str) -> Collection:
    """A collection with nothing in it. Raises Refused."""
    if owner.collections.count() >= MOST_COLLECTIONS:
        raise Refused(f"You keep {MOST_COLLECTIONS} collections already. Delete one that you do not need any more.")
    return Collection.objects.create(owner=owner, title=_tidy(title))


def rename(collection: Collection, title: str) -> None:
    """Call it something else. Raises Refused."""
    collection.title = _tidy(title)
    _touch(collection)


def _tidy(title: str) -> str:
    found = " ".join(title.split())
    if not 0 < len(found) <= LONGEST_TITLE:
        raise Refused(f"Up to {LONGEST_TITLE} letters, please." if found else "A collection needs a title.")
    return found


@transaction.atomic
def copy(collection: Collection) -> Collection:
    """Another collection with the same in it. Raises Refused."""
    made = begin(collection.owner, f"A copy of {collection}"[:LONGEST_TITLE])
    entries = list(collection.entries.all())
    for one in entries:
        one.pk, one.collection = None, made
    Entry.objects.bulk_create(entries)
    return made


@transaction.atomic
def put(collection: Collection, entry: Entry) -> None:
    """Put something at the end. Raises Refused."""
    _lock(collection)
    there = entries_of(collection)
    if len(there) >= MOST_ENTRIES:
        raise Refused(f"“{collection}” holds {MOST_ENTRIES} things, and no more fit. Take one out, or begin another.")
    if twice := next((one for one in there if one.thing == entry.thing), None):
        raise Refused(f"“{twice.title}” is in “{collection}” already. Everything stands in it once.")
    entry.collection, entry.number = collection, max((one.number for one in there), default=0) + 1
    entry.save()
    _touch(collection)


@transaction.atomic
def move(entry: Entry, up: bool) -> None:
    """Let something and its neighbour change places, if it has one there."""
    _lock(entry.collection)
    order = list(entry.collection.entries.all())
    at = order.index(entry) if entry in order else -1
    other = at - 1 if up else at + 1
    if at >= 0 and 0 <= other < len(order):
        order[at], order[other] = order[other], order[at]
        _number(entry.collection, order)


@transaction.atomic
def order(collection: Collection, ids: Sequence[int]) -> None:
    """Put its entries, by their ids, into this order. Raises Refused if these are not all, each once."""
    _lock(collection)
    there = {one.pk: one for one in entries_of(collection)}
    if strange := [id for id in ids if id not in there]:
        raise Refused(f"There is no entry {strange[0]} in “{collection}”.")
    if left := [one for id, one in there.items() if ids.count(id) != 1]:
        raise Refused(f"Name each entry once: “{left[0].title}” is named {figure(ids.count(left[0].pk), 'time')}.")
    _number(collection, [there[id] for id in ids])


def _number(collection: Collection, entries: Sequence[Entry]) -> None:
    for number, one in enumerate(entries, 1):
        one.number = number
    Entry.objects.bulk_update(entries, ["number"])
    _touch(collection)


def remove(entry: Entry) -> None:
    """Take something out."""
    entry.delete()
    _touch(entry.collection)


def renew(entry: Entry) -> None:
    """Take the newest version in the place of the one that is there. Raises Refused."""
    newer = newer_than(entry)
    if newer is None:
        raise Refused(f"There is no newer version of “{entry.title}”.")
    taken = collected(newer)
    entry.puzzle, entry.written = taken.puzzle, taken.written
    entry.save(update_fields=["puzzle", "written"])
    _touch(entry.collection)


def _lock(collection: Collection) -> None:
    Collection.objects.select_for_update().get(pk=collection.pk)


def _touch(collection: Collection) -> None:
    collection.changed = timezone.now()
    collection.save(update_fields=["title", "changed"])


# -- what can be put in ----------------------------------------------------------------------------


def meant(text: str, person: Person | None) -> Entry:
    """The puzzle or lesson whose address, code or name this is, for somebody who may see it. Raises Refused."""
    said = text.strip()
    nothing = f"There is no puzzle or lesson “{said[:60]}”. Paste its address, or the code at the end of that."
    if len(said) > LONGEST_NAME:
        raise Refused(nothing)
    said = fold_text(said)
    if lesson := _lesson(said):
        return lesson
    found = CODE.fullmatch(said)
    puzzle = _puzzle(found[1]) if found else None
    if puzzle is None:
        raise Refused(nothing)
    try:
        occasion = default_context(person, puzzle)
    except NotHere as gone:
        raise Refused(gone.sentence) from None
    except Http404:
        raise Refused(nothing) from None
    if occasion.code:
        raise Refused("You were given this puzzle to do. It can be collected once that is over.")
    if not puzzle.can_be_asked:
        raise Refused(NO_LONGER)
    return Entry(puzzle=puzzle)


def _puzzle(code: str) -> Puzzle | None:
    """The puzzle of this code, or the newest version of what was built under it."""
    item = Item.objects.filter(code=code).first()
    newest = item.newest if item else None
    return newest.puzzle if newest else Puzzle.objects.filter(code=code).first()


def _lesson(text: str) -> Entry | None:
    """The lesson that is named so, at whichever of its pages. Raises Refused for one that was taken back."""
    found = LESSON.fullmatch(text)
    game, slug = (found[1], found[2]) if found else _place(text)
    if game in games.all_games() and any(one.slug == slug for one in games.get(game).lessons):
        return Entry(game=game, lesson=slug)
    known = WRITTEN.fullmatch(slug)
    versions = WrittenVersion.objects.filter(lesson__code=known[1]) if known else WrittenVersion.objects.none()
    if known and known[2]:
        versions = versions.filter(number=int(known[2]))
    version = versions.select_related("lesson").order_by("-number").first()
    if version and version.lesson.withdrawn:
        raise Refused("Its maker has taken this lesson back.")
    return collected(version) if version else None


def _place(address: str) -> tuple[str, str]:
    """The game and the lesson of a page's address, or the code of one that somebody has written."""
    try:
        found = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return "", address
    if found.app_names == ["learn"] and "lesson" in found.kwargs:
        return found.kwargs["game"].slug, found.kwargs["lesson"]
    return "", found.kwargs["code"] if found.view_name == "lessons:lesson" else ""


def to_collect(person: Person, entries: Sequence[Entry]) -> list[Entry]:
    """This person's puzzles and lessons in their newest versions, as far as they are not among these yet."""
    inside = {one.thing for one in entries}
    puzzles = Version.objects.filter(item__owner=person, item__withdrawn=None).select_related("puzzle", "item")
    lessons = WrittenVersion.objects.filter(lesson__owner=person, lesson__withdrawn=None).select_related("lesson")
    published: list[Published] = [*puzzles.order_by("at", "pk")]
    published += lessons.defer("draft", "lesson__draft").order_by("at", "pk")
    newest = {one.thing: one for one in map(collected, published)}
    return [one for thing, one in reversed(newest.items()) if thing not in inside]


def collected(version: Published) -> Entry:
    """Return what somebody has published, to be put into a collection."""
    return Entry(puzzle=version.puzzle) if isinstance(version, Version) else Entry(written=version)


def courses() -> list[tuple[Game[Any], list[Entry]]]:
    """The lessons of the site, to be put in."""
    return [
        (game, [Entry(game=game.slug, lesson=one.slug) for one in game.lessons]) for game in games.all_games().values()
    ]


def can_be_given(entry: Entry) -> bool:
    """Return whether the maker of the collection may give it to others, as far as whoever made it says."""
    if entry.version is None:
        return True
    work = entry.version.work
    hidden = work.visibility == Visibility.CLASS and work.owner_id != entry.collection.owner_id
    return not hidden and not work.withdrawn


def newer_than(entry: Entry) -> Published | None:
    """The newest version of it, if the collection has an older one and its maker may see the newer."""
    version = entry.version
    if version is None or not can_be_given(entry):
        return None
    versions: list[Published] = list(version.work.versions.all())
    newest = max(versions, key=lambda one: one.number)
    return newest if newest.number > version.number else None


# -- as its maker sees it --------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """What stands in a collection: which version may take its place, and why others do not get it, if they do not."""

    entry: Entry
    newer: Published | None
    kept: str


def entries_of(collection: Collection) -> list[Entry]:
    """Return what stands in a collection, with its versions, in as many queries however much it is."""
    found = collection.entries.select_related(*WORKS).defer(*HEAVY)
    return list(found.prefetch_related("puzzle__built__item__versions", Prefetch("written__lesson__versions", LIGHT)))


def entry_of(collection: Collection, id: int) -> Entry:
    """An entry of this collection. Raises Http404."""
    return get_object_or_404(collection.entries.select_related("collection", *WORKS), pk=id)


def lines(entries: Sequence[Entry]) -> list[Line]:
    """These entries as the maker of the collection sees them."""
    return [Line(one, newer_than(one), _kept(one)) for one in entries]


def _kept(entry: Entry) -> str:
    work = entry.version.work if entry.version else None
    if work and work.withdrawn:
        return "taken back, so nobody gets it"
    if work and work.visibility == Visibility.CLASS:
        return "for classes only, so it is left out for others"
    if entry.puzzle:
        return "" if entry.puzzle.can_be_asked else "left out, since the rules that it was made for have changed"
    return "" if entry.written or entry.taught else "left out, since the course has no such lesson any more"


def always_first(entries: Sequence[Entry]) -> bool:
    """Return whether the first choice is right in all questions that have one answer, and there are some of these."""
    asked = [one.puzzle.posed for one in entries if one.puzzle and one.puzzle.can_be_asked]
    found = [posed for posed in asked if posed.form == "one"]
    return len(found) >= FEWEST_ALIKE and all(posed.options[0].id == posed.key for posed in found)


def to_give(person: Person | None, game: Game[Any]) -> list[tuple[Collection, list[Entry]]]:
    """The collections of a teacher that have something of a game to give, each with that in order."""
    if person is None:
        return []
    about = Q(puzzle__game=game.slug) | Q(written__lesson__game=game.slug) | Q(game=game.slug)
    entries = Entry.objects.filter(about, collection__owner=person).select_related("collection", *WORKS)
    entries = entries.defer("puzzle__asked", "puzzle__setup", "puzzle__options", *HEAVY)
    ordered = entries.order_by("-collection__changed", "-collection__pk", "number")
    found = groupby(filter(can_be_given, ordered), lambda entry: entry.collection)
    return [(one, list(entries)) for one, entries in found]

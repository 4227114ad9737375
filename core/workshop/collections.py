"""Collections: puzzles in an order, put together by somebody, and gone through by whoever has the link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from core.people import person_of
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.models import NO_LONGER, Attempt, Puzzle
from core.practice.occasions import Occasion, own_occasion
from core.workshop.models import LONGEST_TITLE, Collection, Entry, Item, Version, Visibility, version_of
from core.workshop.publishing import guard
from games.engine.game import Game
from games.errors import HouseError
from games.words import figure
from variants.gone import NotHere

MOST_COLLECTIONS = 100
MOST_ENTRIES = 40
FEWEST_ALIKE = 2
"""One question of which the first choice is right says nothing yet."""
CODE = re.compile(r"(?:\S*/)?([a-z0-9]{4,20})/?(?:[?#]\S*)?")
"""A code, alone or at the end of an address."""


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
    found = " ".join(title.replace("\0", "").split())
    if not 0 < len(found) <= LONGEST_TITLE:
        raise Refused(f"Up to {LONGEST_TITLE} letters, please." if found else "A collection needs a title.")
    return found


@transaction.atomic
def copy(collection: Collection) -> Collection:
    """Another collection with the same puzzles. Raises Refused."""
    made = begin(collection.owner, f"A copy of {collection}"[:LONGEST_TITLE])
    Entry.objects.bulk_create(
        Entry(collection=made, puzzle_id=one.puzzle_id, number=one.number) for one in collection.entries.all()
    )
    return made


@transaction.atomic
def put(collection: Collection, puzzle: Puzzle) -> None:
    """Put a puzzle at the end. Raises Refused."""
    there = _locked(collection).entries
    if there.count() >= MOST_ENTRIES:
        raise Refused(f"“{collection}” holds {MOST_ENTRIES} puzzles, and no more fit. Take one out, or begin another.")
    version = version_of(puzzle)
    same = Q(puzzle=puzzle) | Q(puzzle__built__item=version.item_id) if version else Q(puzzle=puzzle)
    twice = there.filter(same).select_related("puzzle__built").first()
    if twice:
        raise Refused(f"“{twice.title}” is in “{collection}” already. Each puzzle stands in it once.")
    last = there.aggregate(last=Max("number"))["last"] or 0
    Entry.objects.create(collection=collection, puzzle=puzzle, number=last + 1)
    _touch(collection)


@transaction.atomic
def move(entry: Entry, up: bool) -> None:
    """Let a puzzle and its neighbour change places, if it has one there."""
    order = list(_locked(entry.collection).entries.all())
    at = order.index(entry) if entry in order else -1
    other = at - 1 if up else at + 1
    if at >= 0 and 0 <= other < len(order):
        order[at], order[other] = order[other], order[at]
        _number(entry.collection, order)


@transaction.atomic
def order(collection: Collection, codes: Sequence[str]) -> None:
    """Put its puzzles, named by their codes, into this order. Raises Refused if these are not all, each once."""
    there = {one.puzzle.code: one for one in _locked(collection).entries.select_related("puzzle")}
    if strange := [code for code in codes if code not in there]:
        raise Refused(f"“{strange[0]}” is no puzzle of “{collection}”.")
    if left := [code for code in there if codes.count(code) != 1]:
        raise Refused(f"Name each puzzle once: “{left[0]}” is named {figure(codes.count(left[0]), 'time')}.")
    _number(collection, [there[code] for code in codes])


def _number(collection: Collection, entries: Sequence[Entry]) -> None:
    for number, one in enumerate(entries, 1):
        one.number = number
    Entry.objects.bulk_update(entries, ["number"])
    _touch(collection)


def remove(entry: Entry) -> None:
    """Take a puzzle out."""
    entry.delete()
    _touch(entry.collection)


def renew(entry: Entry) -> None:
    """Take the newest version of a puzzle in the place of the one that is there. Raises Refused."""
    newer = newer_than(entry)
    if newer is None:
        raise Refused(f"There is no newer version of “{entry.title}”.")
    entry.puzzle = newer.puzzle
    entry.save(update_fields=["puzzle"])
    _touch(entry.collection)


def _locked(collection: Collection) -> Collection:
    return Collection.objects.select_for_update().get(pk=collection.pk)


def _touch(collection: Collection) -> None:
    collection.changed = timezone.now()
    collection.save(update_fields=["title", "changed"])


# -- which puzzles ---------------------------------------------------------------------------------


def meant(text: str, person: Person | None) -> Puzzle:
    """The puzzle whose address or code this is, for somebody who may see it. Raises Refused."""
    found = CODE.fullmatch(text.strip())
    puzzle = _of_code(found[1]) if found else None
    nothing = f"There is no puzzle “{text.strip()[:60]}”. Paste its address, or the code at the end of that."
    if puzzle is None:
        raise Refused(nothing)
    try:
        occasion = own_occasion(person, puzzle)
    except NotHere as gone:
        raise Refused(gone.sentence) from None
    except Http404:
        raise Refused(nothing) from None
    if occasion.code:
        raise Refused("You were given this puzzle to do. It can be collected once that is over.")
    if not puzzle.can_be_asked:
        raise Refused(NO_LONGER)
    return puzzle


def _of_code(code: str) -> Puzzle | None:
    """The puzzle of this code, or the newest version of what was built under it."""
    item = Item.objects.filter(code=code).first()
    newest = item.newest if item else None
    return newest.puzzle if newest else Puzzle.objects.filter(code=code).first()


def to_collect(person: Person, collection: Collection) -> list[Version]:
    """The newest versions of this person's puzzles that are not in a collection of theirs yet."""
    inside = Version.objects.filter(puzzle__collected__collection=collection).values("item")
    versions = Version.objects.filter(item__owner=person, item__withdrawn=None).exclude(item__in=inside)
    newest = {one.item_id: one for one in versions.select_related("puzzle").order_by("at", "pk")}
    return list(reversed(newest.values()))


def can_be_given(entry: Entry) -> bool:
    """Whether the maker of the collection may give its puzzle to others, as far as the puzzle's own maker says."""
    if entry.version is None:
        return True
    item = entry.version.item
    hidden = item.visibility == Visibility.CLASS and item.owner_id != entry.collection.owner_id
    return not hidden and not item.withdrawn


def newer_than(entry: Entry) -> Version | None:
    """The newest version of a puzzle, if the collection has an older one and its maker may see the newer."""
    version = entry.version
    if version is None or not can_be_given(entry):
        return None
    newest = max(version.item.versions.all(), key=lambda one: one.number)
    return newest if newest.number > version.number else None


# -- as its maker sees it --------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A puzzle in a collection: what version may take its place, and why solvers do not get it, if they do not."""

    entry: Entry
    newer: Version | None
    kept: str


def entries_of(collection: Collection) -> list[Entry]:
    """The puzzles of a collection with what was built, in as many queries however many there are."""
    found = collection.entries.select_related("puzzle__built__item")
    return list(found.prefetch_related("puzzle__built__item__versions"))


def lines(entries: Sequence[Entry]) -> list[Line]:
    """These puzzles as the maker of the collection sees them."""
    return [Line(one, newer_than(one), _kept(one)) for one in entries]


def _kept(entry: Entry) -> str:
    version = entry.version
    if version and version.item.withdrawn:
        return "taken back, so nobody gets it"
    if version and version.item.visibility == Visibility.CLASS:
        return "for classes only, so it is left out for others"
    return "" if entry.puzzle.can_be_asked else "left out, since the rules that it was made for have changed"


def always_first(entries: Sequence[Entry]) -> list[Entry]:
    """The questions with one answer, if the first choice is right in all of them."""
    found = [one for one in entries if one.puzzle.can_be_asked and one.puzzle.posed.form == "one"]
    alike = all(one.puzzle.posed.options[0].id == one.puzzle.posed.key for one in found)
    return found if alike and len(found) >= FEWEST_ALIKE else []


def to_give(person: Person | None, game: Game[Any]) -> list[tuple[Collection, list[Entry]]]:
    """The collections of a teacher that have puzzles of a game to give, each with these in order."""
    theirs = Q(puzzle__built__item__owner=person) | ~Q(puzzle__built__item__visibility=Visibility.CLASS)
    found = Entry.objects.filter(theirs, collection__owner=person, puzzle__game=game.slug)
    found = found.filter(puzzle__built__item__withdrawn=None).select_related("collection", "puzzle__built")
    found = found.defer("puzzle__asked", "puzzle__setup", "puzzle__options")
    ordered = found.order_by("-collection__changed", "-collection__pk", "number") if person else ()
    return [(one, list(entries)) for one, entries in groupby(ordered, lambda entry: entry.collection)]


# -- as solvers see it -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A collection for a reader: its puzzles that are for them, which of these they have solved by themselves, and how
    many are left out.
    """

    entries: Sequence[Entry]
    solved: frozenset[int]
    left_out: int

    @property
    def done(self) -> int:
        return sum(one.puzzle_id in self.solved for one in self.entries)

    @property
    def steps(self) -> list[tuple[Entry, bool]]:
        """Each puzzle, and whether it is solved."""
        return [(one, one.puzzle_id in self.solved) for one in self.entries]

    def next(self, after: int = 0) -> Entry | None:
        """The first puzzle behind this number that is not solved."""
        return next((one for one, solved in self.steps if one.number > after and not solved), None)


def way_through(collection: Collection, person: Person | None) -> Way:
    """How far somebody has come in a collection."""
    entries = entries_of(collection)
    theirs = [one for one in entries if _is_for(person, one.puzzle)]
    solved = Attempt.objects.filter(person=person, occasion="", solved=True, puzzle__collected__collection=collection)
    done = frozenset(solved.values_list("puzzle_id", flat=True)) if person else frozenset[int]()
    return Way(theirs, done, len(entries) - len(theirs))


def _is_for(person: Person | None, puzzle: Puzzle) -> bool:
    try:
        if version_of(puzzle):  # what somebody has built is kept from nobody but by its maker
            guard(person, puzzle)
        else:
            own_occasion(person, puzzle)
    except Http404:
        return False
    return puzzle.can_be_asked


def address_of(entry: Entry) -> str:
    """Where a puzzle is solved so that the collection goes on after it."""
    return entry.puzzle.get_absolute_url() + Occasion(along=entry.collection.code).query


def along(request: HttpRequest, code: str, puzzle: Puzzle) -> Occasion | None:
    """That somebody goes through a collection: for themselves, unless the puzzle was given to them."""
    collection = Collection.objects.filter(code=code).first()
    if collection is None:
        return None
    entry = collection.entries.filter(puzzle=puzzle).first()
    if entry is None:
        raise NotHere("This puzzle is no longer in that collection.", (str(collection), collection.get_absolute_url()))
    ruled = own_occasion(person_of(request), puzzle)
    if ruled.code:
        return ruled
    onwards = f"{reverse('workshop:collection_next', args=[code])}?after={entry.number}"
    return Occasion(along=code, title=str(collection), back=collection.get_absolute_url(), onwards=onwards)

"""Collections: the pages on which they are put together, and those on which they are solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.htmx import MORPH
from core.methods import require_form
from core.people import ensure_person, person_of
from core.people.requests import HttpRequest
from core.workshop import collections as kept
from core.workshop.collections import Refused, own_collection
from core.workshop.models import LONGEST_TITLE, Collection, Entry, Item

Change = Callable[..., None]


# -- all of somebody's -----------------------------------------------------------------------------


@require_form
@never_cache
def collections(request: HttpRequest) -> HttpResponse:
    """The collections of this person, and a new one; with `?put=` a puzzle of theirs, to be put into one of them."""
    item = _to_put(request)
    if request.method != "POST":
        return _shelf(request, item)
    try:
        made = kept.begin(ensure_person(request), request.POST.get("title", ""))
    except Refused as refused:
        return _shelf(request, item, str(refused))
    if item and (newest := item.newest):
        kept.put(made, newest.puzzle)
    return redirect("workshop:arrange", made.code)


def _to_put(request: HttpRequest) -> Item | None:
    """The puzzle that is to be put into a collection. Raises Http404 for what is not this person's."""
    code = request.GET.get("put", "")
    return Item.own(person_of(request), code) if code else None


def _shelf(request: HttpRequest, item: Item | None, problem: str = "") -> HttpResponse:
    person, newest = person_of(request), item.newest if item else None
    context = {
        "active": "teach",
        "collections": person.collections.prefetch_related("entries") if person else [],
        "item": item if newest else None,
        "puzzle": newest.puzzle if newest else None,
        "longest": LONGEST_TITLE,
        "problem": problem,
        "title": request.POST.get("title", ""),
    }
    return render(request, "workshop/collections.html", context, status=422 if problem else 200)


# -- one of them -----------------------------------------------------------------------------------


@require_safe
@never_cache
def arrange(request: HttpRequest, code: str) -> HttpResponse:
    """The page on which a collection is put together."""
    return _page(request, own_collection(person_of(request), code))


def changing(change: Change) -> Callable[..., HttpResponse]:
    """What changes a collection: afterwards its page is shown, with what was refused if something was."""

    @require_POST
    @wraps(change)
    def guarded(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        found = own_collection(person_of(request), code)
        try:
            change(request, found, **others)
        except Refused as refused:
            return _page(request, found, str(refused), at=change.__name__)
        return _page(request, found) if request.htmx else redirect("workshop:arrange", code)

    return guarded


@changing
def rename(request: HttpRequest, collection: Collection) -> None:
    """Give it another title."""
    kept.rename(collection, request.POST.get("title", ""))


@changing
def add(request: HttpRequest, collection: Collection) -> None:
    """Put a puzzle into it, by its address or code."""
    kept.put(collection, kept.meant(request.POST.get("puzzle", ""), person_of(request)))


@changing
def move(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Let a puzzle come one place earlier or later."""
    kept.move(_entry(collection, entry), up=request.POST.get("way") == "up")


@changing
def remove(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Take a puzzle out."""
    kept.remove(_entry(collection, entry))


@changing
def renew(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Take the newest version of a puzzle."""
    kept.renew(_entry(collection, entry))


def _entry(collection: Collection, number: int) -> Entry:
    """A puzzle in this collection. Raises Http404."""
    return get_object_or_404(collection.entries.select_related("collection", "puzzle__built__item"), pk=number)


@require_POST
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Begin another collection with the same puzzles."""
    found = own_collection(person_of(request), code)
    try:
        made = kept.copy(found)
    except Refused as refused:
        return _page(request, found, str(refused))
    return redirect("workshop:arrange", made.code)


@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Let it go; its puzzles stay."""
    found = own_collection(person_of(request), code)
    found.delete()
    messages.success(request, f"“{found}” is deleted. Its puzzles are there as before.")
    return redirect("workshop:collections")


def _page(request: HttpRequest, collection: Collection, problem: str = "", at: str = "") -> HttpResponse:
    """The page on which a collection is put together, with what was refused at one of its forms."""
    entries = kept.entries_of(collection)
    counts = Counter(one.puzzle.game for one in entries if kept.can_be_given(one))
    alike = kept.always_first(entries)
    context = {
        "active": "teach",
        "collection": collection,
        "lines": kept.lines(entries),
        "alike": alike,
        "own_alike": [one for one in alike if one.version and one.version.item.owner_id == collection.owner_id],
        "choices": kept.to_collect(collection.owner, collection),
        "given": [(games.get(slug), number) for slug, number in counts.items()],
        "longest": LONGEST_TITLE,
        "problem": problem,
        "at": at,
        "sent": request.POST,
    }
    if request.htmx and request.method == "POST":
        return retarget(reswap(render(request, "workshop/collection_part.html", context), MORPH), "#collection")
    return render(request, "workshop/arrange.html", context, status=422 if problem else 200)


# -- what solvers see ------------------------------------------------------------------------------


@require_safe
@never_cache
def collection(request: HttpRequest, code: str) -> HttpResponse:
    """A collection with what its reader has solved of it."""
    found = _shown(code)
    way = kept.way_through(found, person_of(request))
    steps = [(one, solved, kept.address_of(one)) for one, solved in way.steps]
    context = {"active": "practise", "collection": found, "way": way, "steps": steps}
    return render(request, "workshop/collection.html", context)


@require_safe
@never_cache
def following(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to what is still to be solved behind a puzzle, or to the end."""
    found, after = _shown(code), request.GET.get("after", "")
    number = int(after) if after.isdecimal() and len(after) < 6 else 0
    comes = kept.way_through(found, person_of(request)).next(number)
    return redirect(kept.address_of(comes) if comes else found)


def _shown(code: str) -> Collection:
    return get_object_or_404(Collection.objects.select_related("owner"), code=code)

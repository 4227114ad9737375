"""The pages on which owners edit collections, and those on which readers work through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.authoring.collections import editing, runs
from core.authoring.collections.editing import Refused, own_collection
from core.authoring.collections.models import Collection, Entry
from core.authoring.lessons import toml_files
from core.authoring.lessons.models import Lesson
from core.authoring.lessons.publishing import draft_of
from core.authoring.puzzles.models import LONGEST_TITLE, Item
from core.http.decorators import require_form
from core.http.deleted_rows import delete_with_children
from core.http.htmx import MORPH
from core.http.idempotency import idempotent
from core.http.outside_text import parse_number
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from games.engine.game import Game

Change = Callable[..., None]


# -- a user's collections --------------------------------------------------------------------------


@require_form
@never_cache
@idempotent
def shelf(request: HttpRequest) -> HttpResponse:
    """Show the user's collections, and create one; `?put=` names a work of theirs to add to one of them."""
    entry = _to_put(request)
    if request.method != "POST":
        return _shelf(request, entry)
    try:
        made = editing.begin(get_or_create_person(request), request.POST.get("title", ""))
    except Refused as refused:
        return _shelf(request, entry, str(refused))
    if entry:
        editing.put(made, entry)
    return redirect("collections:arrange", made.code)


def _to_put(request: HttpRequest) -> Entry | None:
    """Return the newest version of the puzzle or lesson that `?put=` names, as an unsaved entry; None without `?put=`.

    Raises Http404 if the work isn't the user's, or wasn't published.
    """
    code, person = request.GET.get("put", ""), get_person(request)
    if not code:
        return None
    newest = None
    if person and code.isalnum():
        works = (kind.objects.filter(owner=person, code=code).first() for kind in (Item, Lesson))
        newest = next((work.newest for work in works if work), None)
    if newest is None:
        raise Http404("There is nothing of yours to put into a collection.")
    return editing.collected(newest)


def _shelf(request: HttpRequest, entry: Entry | None, problem: str = "") -> HttpResponse:
    person = get_person(request)
    context = {
        "active": "teach",
        "collections": person.collections.annotate(size=Count("entries")) if person else [],
        "entry": entry,
        "put": request.GET.get("put", ""),
        "longest": LONGEST_TITLE,
        "problem": problem,
        "title": request.POST.get("title", ""),
    }
    return render(request, "collections/shelf.html", context, status=422 if problem else 200)


# -- editing a collection --------------------------------------------------------------------------


@require_safe
@never_cache
def arrange(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page on which a collection is edited."""
    return _page(request, own_collection(get_person(request), code))


def changing(change: Change) -> Callable[..., HttpResponse]:
    """Turn a function that changes a collection into a view that shows the page again, with the message if it was
    refused.
    """

    @require_POST
    @wraps(change)
    def guarded(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        found = own_collection(get_person(request), code)
        try:
            change(request, found, **others)
        except Refused as refused:
            return _page(request, found, str(refused), at=change.__name__)
        return _page(request, found) if request.htmx else redirect("collections:arrange", code)

    return guarded


@changing
def rename(request: HttpRequest, collection: Collection) -> None:
    """Change the title of a collection."""
    editing.rename(collection, request.POST.get("title", ""))


@changing
def add(request: HttpRequest, collection: Collection) -> None:
    """Add a puzzle or lesson by its URL, code, or name."""
    editing.put(collection, editing.meant(request.POST.get("thing", ""), get_person(request)))


@changing
def move(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Move an entry one place up or down, if it's still where the page showed it."""
    found = _entry(collection, entry)
    if request.POST.get("at", str(found.number)) == str(found.number):
        editing.move(found, up=request.POST.get("way") == "up")


@changing
def remove(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Remove an entry."""
    editing.remove(_entry(collection, entry))


@changing
def renew(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Replace an entry with its newest version."""
    editing.renew(_entry(collection, entry))


def _entry(collection: Collection, id: int) -> Entry:
    """Return an entry. Raises Refused if it's gone, since the page may be older than the collection."""
    try:
        return editing.entry_of(collection, id)
    except Http404:
        raise Refused("That is not in this collection any more.") from None


@require_safe
@never_cache
def course_file(request: HttpRequest, code: str, game: Game[Any]) -> HttpResponse:
    """Download the lessons of a game that the collection's owner has written, as a course in the collection's order."""
    collection = own_collection(get_person(request), code)
    entries = collection.entries.filter(written__lesson__owner=collection.owner, written__lesson__game=game.slug)
    found = [one.written for one in entries.select_related("written__lesson") if one.written]
    drafts = [(draft_of(one), one.lesson.code) for one in found]
    if not drafts:
        raise Http404("There is no lesson of yours of this game in it.")
    return toml_files.course_file(game.slug, drafts)


@require_POST
@idempotent
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Create a copy of a collection."""
    found = own_collection(get_person(request), code)
    try:
        made = editing.copy(found)
    except Refused as refused:
        return _page(request, found, str(refused))
    return redirect("collections:arrange", made.code)


@require_POST
@idempotent
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a collection; its puzzles and lessons stay."""
    found = own_collection(get_person(request), code)
    delete_with_children(found)
    messages.success(request, f"“{found}” is deleted. What was in it is there as before.")
    return redirect("collections:shelf")


def _page(request: HttpRequest, collection: Collection, problem: str = "", at: str = "") -> HttpResponse:
    """Render the editing page; `problem` says what was refused, `at` names the form."""
    entries = editing.entries_of(collection)
    counts = Counter(one.played.slug for one in entries if editing.can_be_given(one))
    owns = [one.written.lesson for one in entries if one.written and one.written.lesson.owner_id == collection.owner_id]
    context = {
        "active": "teach",
        "collection": collection,
        "lines": editing.lines(entries),
        "alike": editing.always_first(entries),
        "choices": editing.to_collect(collection.owner, entries),
        "courses": editing.courses(),
        "files": [games.get(slug) for slug in dict.fromkeys(one.game for one in owns)],
        "given": [(games.get(slug), number) for slug, number in counts.items()],
        "longest": LONGEST_TITLE,
        "problem": problem,
        "at": at,
        "sent": request.POST,
    }
    if request.htmx and request.method == "POST":
        return retarget(reswap(render(request, "collections/arrange_part.html", context), MORPH), "#collection")
    return render(request, "collections/arrange.html", context, status=422 if problem else 200)


# -- readers' pages --------------------------------------------------------------------------------


@require_safe
@never_cache
def collection(request: HttpRequest, code: str) -> HttpResponse:
    """Show a collection with the reader's progress."""
    found = _shown(code)
    way = runs.way_through(found, request)
    steps = [(one, done, runs.address_of(one)) for one, done in way.steps]
    context = {"active": "practise", "collection": found, "way": way, "steps": steps}
    return render(request, "collections/collection.html", context)


@require_safe
@never_cache
def following(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the next unfinished entry after `?after=`, or to the collection if there is none."""
    found = _shown(code)
    comes = runs.way_through(found, request).next(parse_number(request.GET.get("after"), 0))
    return redirect(runs.address_of(comes) if comes else found)


def _shown(code: str) -> Collection:
    return get_object_or_404(Collection.objects.select_related("owner"), code=code)

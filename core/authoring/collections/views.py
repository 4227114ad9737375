"""Pages where owners edit collections and readers work through them."""

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
from core.authoring.collections import editing, reader_progress
from core.authoring.collections.editing import CollectionError, get_own_collection
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons import toml_files
from core.authoring.lessons.models import Lesson
from core.authoring.lessons.publishing import get_draft
from core.authoring.puzzles.models import LONGEST_TITLE, BuiltPuzzle
from core.http.decorators import require_form
from core.http.deleted_rows import delete_with_dependents
from core.http.htmx import MORPH
from core.http.idempotency import idempotent
from core.http.untrusted_text import parse_number
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from games.engine.game import Game

Change = Callable[..., None]


# -- a user's collections --------------------------------------------------------------------------


@require_form
@never_cache
@idempotent
def list_collections(request: HttpRequest) -> HttpResponse:
    """Show the user's collections, or create one (POST).

    `?put=` is the code of one of the user's puzzles or lessons. It can then be added to one of the collections, and is
    added to a collection that is created.
    """
    entry = _get_entry_to_add(request)
    if request.method != "POST":
        return _render_collection_list(request, entry)
    try:
        made = editing.create_collection(get_or_create_person(request), request.POST.get("title", ""))
    except CollectionError as refused:
        return _render_collection_list(request, entry, str(refused))
    if entry:
        editing.add_entry(made, entry)
    return redirect("collections:arrange", made.code)


def _get_entry_to_add(request: HttpRequest) -> CollectionEntry | None:
    """Return an unsaved entry for the newest version of the puzzle or lesson in `?put=`, or None without `?put=`.

    Raises Http404 if the puzzle or lesson isn't the user's or wasn't published.
    """
    code, person = request.GET.get("put", ""), get_person(request)
    if not code:
        return None
    newest = None
    if person and code.isalnum():
        works = (kind.objects.filter(owner=person, code=code).first() for kind in (BuiltPuzzle, Lesson))
        newest = next((work.newest_version for work in works if work), None)
    if newest is None:
        raise Http404("You have nothing to add to a collection.")
    return editing.build_entry(newest)


def _render_collection_list(request: HttpRequest, entry: CollectionEntry | None, problem: str = "") -> HttpResponse:
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
def edit_collection(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page for editing a collection."""
    return _render_editor(request, get_own_collection(get_person(request), code))


def make_change_view(change: Change) -> Callable[..., HttpResponse]:
    """Decorate a function that changes a collection, so that it becomes a view for POST requests.

    The view passes the user's own collection to the function. Then it shows the collection's editor again, with an
    error message if the change failed.
    """

    @require_POST
    @wraps(change)
    def change_and_render(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        found = get_own_collection(get_person(request), code)
        try:
            change(request, found, **others)
        except CollectionError as refused:
            return _render_editor(request, found, str(refused), at=change.__name__)
        return _render_editor(request, found) if request.htmx else redirect("collections:arrange", code)

    return change_and_render


@make_change_view
def rename_collection(request: HttpRequest, collection: Collection) -> None:
    """Change the title of a collection."""
    editing.rename_collection(collection, request.POST.get("title", ""))


@make_change_view
def add_entry(request: HttpRequest, collection: Collection) -> None:
    """Add the puzzle or lesson with this URL, code, or name to a collection."""
    editing.add_entry(collection, editing.parse_entry(request.POST.get("thing", ""), get_person(request)))


@make_change_view
def move_entry(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Move an entry up or down one place. Do nothing if it's no longer where the page showed it."""
    found = _get_entry(collection, entry)
    if request.POST.get("at", str(found.number)) == str(found.number):
        editing.move_entry(found, up=request.POST.get("way") == "up")


@make_change_view
def remove_entry(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Remove an entry from a collection."""
    editing.remove_entry(_get_entry(collection, entry))


@make_change_view
def update_entry_version(request: HttpRequest, collection: Collection, entry: int) -> None:
    """Update an entry to the newest version of its puzzle or lesson."""
    editing.update_entry_version(_get_entry(collection, entry))


def _get_entry(collection: Collection, id: int) -> CollectionEntry:
    """Return an entry of a collection.

    Raises CollectionError if it no longer exists, because the page may be older than the change.
    """
    try:
        return editing.get_entry(collection, id)
    except Http404:
        raise CollectionError("That item is no longer in this collection.") from None


@require_safe
@never_cache
def download_course(request: HttpRequest, code: str, game: Game[Any]) -> HttpResponse:
    """Download the owner's own lessons for a game in this collection as a course, in the collection's order."""
    collection = get_own_collection(get_person(request), code)
    entries = collection.entries.filter(written__lesson__owner=collection.owner, written__lesson__game=game.slug)
    found = [one.written for one in entries.select_related("written__lesson") if one.written]
    drafts = [(get_draft(one), one.lesson.code) for one in found]
    if not drafts:
        raise Http404("This collection doesn’t have any of your lessons for this game.")
    return toml_files.download_course(game.slug, drafts)


@require_POST
@idempotent
def copy_collection(request: HttpRequest, code: str) -> HttpResponse:
    """Create a copy of a collection."""
    found = get_own_collection(get_person(request), code)
    try:
        made = editing.copy_collection(found)
    except CollectionError as refused:
        return _render_editor(request, found, str(refused))
    return redirect("collections:arrange", made.code)


@require_POST
@idempotent
def delete_collection(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a collection. Its puzzles and lessons stay."""
    found = get_own_collection(get_person(request), code)
    delete_with_dependents(found)
    messages.success(request, f"“{found}” was deleted. Its puzzles and lessons are still there.")
    return redirect("collections:shelf")


def _render_editor(request: HttpRequest, collection: Collection, problem: str = "", at: str = "") -> HttpResponse:
    """Render the page for editing a collection.

    `problem` is an error message. `at` is the name of the change that failed, so that its form shows the message.
    """
    entries = editing.list_entries(collection)
    counts = Counter(one.engine_game.slug for one in entries if editing.can_assign_entry(one))
    owns = [one.written.lesson for one in entries if one.written and one.written.lesson.owner_id == collection.owner_id]
    context = {
        "active": "teach",
        "collection": collection,
        "lines": editing.build_entry_rows(entries),
        "alike": editing.is_first_option_always_right(entries),
        "choices": editing.list_addable_entries(collection.owner, entries),
        "courses": editing.list_course_entries(),
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
def show_collection(request: HttpRequest, code: str) -> HttpResponse:
    """Show a collection with the reader's progress."""
    found = _get_collection(code)
    way = reader_progress.build_collection_progress(found, request)
    steps = [(one, done, reader_progress.get_entry_url(one)) for one, done in way.entries_with_status]
    context = {"active": "practice", "collection": found, "way": way, "steps": steps}
    return render(request, "collections/collection.html", context)


@require_safe
@never_cache
def redirect_to_next_entry(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the first unfinished entry with a number above `?after=`, or to the collection if there is none."""
    found = _get_collection(code)
    comes = reader_progress.build_collection_progress(found, request).find_next_entry(
        parse_number(request.GET.get("after"), 0)
    )
    return redirect(reader_progress.get_entry_url(comes) if comes else found)


def _get_collection(code: str) -> Collection:
    return get_object_or_404(Collection.objects.select_related("owner"), code=code)

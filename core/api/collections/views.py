"""API views of collections of puzzles and lessons, with the same rules as their page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import PAGE, ApiView, document_operation, paginate
from core.api.collections.serializers import (
    AddEntriesRequest,
    CollectionOrderRequest,
    CollectionRequest,
    CollectionRowSerializer,
    CollectionSerializer,
    CollectionTitleRequest,
)
from core.api.fields import make_page_serializer
from core.authoring.collections import editing
from core.authoring.collections.models import Collection
from core.http.deleted_rows import delete_with_children
from core.http.time_zone import format_utc


class CollectionView(ApiView):
    scopes = ("puzzle:write",)

    def get_own_collection(self, code: str) -> Collection:
        """Return a collection of the token's person. Raises Http404 for anyone else's collection."""
        return editing.get_own_collection(self.person, code)

    def get_collection_json(self, code: str) -> dict[str, Any]:
        """Return the collection as it is now, with its entries, as JSON."""
        collection = get_object_or_404(_annotate_sizes(self.person.collections), code=code)
        lines = editing.build_entry_rows(editing.list_entries(collection))
        return {**collection_row_json(collection), "entries": [_entry_json(line) for line in lines]}

    def add_entries(self, collection: Collection, names: Iterable[str]) -> None:
        """Append puzzles and lessons to a collection, each named by its code or `game/slug`. Raises CollectionError."""
        for name in names:
            editing.add_entry(collection, editing.parse_entry(name, self.person))


class CollectionListView(CollectionView):
    post_limit = "make"

    @document_operation("listCollections", make_page_serializer(CollectionRowSerializer), tag="collections", query=PAGE)
    def get(self, request: Request) -> Response:
        """Your collections, the most recently changed first."""
        return paginate(request, _annotate_sizes(self.person.collections), collection_row_json)

    @document_operation(
        "makeCollection",
        CollectionSerializer,
        asks=CollectionRequest,
        status=201,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request) -> Response:
        """Make a collection of these puzzles and lessons. If an entry can't be collected, no collection is made."""
        asked = self.validate_body(CollectionRequest)
        return self.respond_idempotently(lambda: self._create_collection(asked).code, self.get_collection_json, 201)

    @transaction.atomic
    def _create_collection(self, asked: dict[str, Any]) -> Collection:
        made = editing.create_collection(self.person, asked["title"])
        self.add_entries(made, asked.get("entries", []))
        return made


class CollectionDetailView(CollectionView):
    @document_operation("showCollection", CollectionSerializer, tag="collections")
    def get(self, request: Request, code: str) -> Response:
        """A collection with its entries in order."""
        return Response(self.get_collection_json(code))

    @document_operation("deleteCollection", None, status=204, tag="collections")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a collection. Its puzzles and lessons aren't deleted."""
        delete_with_children(self.get_own_collection(code))
        return Response(status=204)


class RenameCollectionView(CollectionView):
    @document_operation(
        "renameCollection",
        CollectionSerializer,
        asks=CollectionTitleRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Give a collection another title."""
        title = self.validate_body(CollectionTitleRequest)["title"]
        return self.respond_idempotently(
            lambda: editing.rename_collection(self.get_own_collection(code), title),
            lambda _: self.get_collection_json(code),
        )


class AddEntriesView(CollectionView):
    @document_operation(
        "putEntries",
        CollectionSerializer,
        asks=AddEntriesRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Add puzzles and lessons at the end of a collection. If an entry can't be collected, none is added."""
        names = self.validate_body(AddEntriesRequest)["entries"]
        return self.respond_idempotently(
            lambda: self._add_to_own_collection(code, names), lambda _: self.get_collection_json(code)
        )

    @transaction.atomic
    def _add_to_own_collection(self, code: str, names: Sequence[str]) -> None:
        self.add_entries(self.get_own_collection(code), names)


class RemoveEntryView(CollectionView):
    @document_operation("removeEntry", None, status=204, tag="collections")
    def delete(self, request: Request, code: str, entry: int) -> Response:
        """Remove an entry from a collection."""
        editing.remove_entry(editing.get_entry(self.get_own_collection(code), entry))
        return Response(status=204)


class UpdateEntryVersionView(CollectionView):
    @document_operation("renewEntry", CollectionSerializer, tag="collections", problems="collection.refused")
    def post(self, request: Request, code: str, entry: int) -> Response:
        """Replace an entry of a collection with its newest version."""
        return self.respond_idempotently(
            lambda: editing.update_entry_version(editing.get_entry(self.get_own_collection(code), entry)),
            lambda _: self.get_collection_json(code),
        )


class ReorderEntriesView(CollectionView):
    @document_operation(
        "orderEntries",
        CollectionSerializer,
        asks=CollectionOrderRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Reorder the entries of a collection: name all entries, each once, in the new order."""
        ids = self.validate_body(CollectionOrderRequest)["entries"]
        return self.respond_idempotently(
            lambda: editing.order_entries(self.get_own_collection(code), ids), lambda _: self.get_collection_json(code)
        )


# -- representations ---------------------------------------------------------------------------------------------------


def _annotate_sizes(collections: Any) -> Any:
    """Annotate a queryset of collections with `size`, the number of entries."""
    return collections.annotate(size=Count("entries"))


def collection_row_json(collection: Any) -> dict[str, Any]:
    """Return a collection, annotated with `size`, as JSON for a list of collections."""
    return {
        "code": collection.code,
        "title": collection.title,
        "changed": format_utc(collection.changed),
        "size": collection.size,
        "page": reverse("collections:arrange", args=[collection.code]),
        "link": collection.get_absolute_url(),
    }


def _entry_json(line: editing.EntryRow) -> dict[str, Any]:
    entry = line.entry
    return {
        "id": entry.pk,
        "name": entry.name,
        "lesson": bool(entry.lesson_slug),
        "title": entry.title,
        "game": entry.engine_game.slug,
        "page": entry.url,
        "newer": line.newer is not None,
        "left_out": line.hidden_reason,
    }

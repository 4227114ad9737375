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

from core.api.base import PAGE, ApiView, api_schema, page
from core.api.collections.serializers import (
    CollectedRequest,
    CollectionOrderRequest,
    CollectionRequest,
    CollectionRowSerializer,
    CollectionSerializer,
    CollectionTitleRequest,
)
from core.api.fields import page_of
from core.authoring.collections import editing
from core.authoring.collections.models import Collection
from core.http.deleted_rows import delete_with_children


class CollectionApi(ApiView):
    scopes = ("puzzle:write",)

    def own(self, code: str) -> Collection:
        """Return a collection of the token's person. Raises Http404 for anyone else's collection."""
        return editing.own_collection(self.person, code)

    def shown(self, code: str) -> dict[str, Any]:
        """Return the collection as it is now, with its entries, as JSON."""
        collection = get_object_or_404(_counted(self.person.collections), code=code)
        lines = editing.lines(editing.entries_of(collection))
        return {**row_json(collection), "entries": [_line_json(line) for line in lines]}

    def put(self, collection: Collection, names: Iterable[str]) -> None:
        """Append the puzzles and lessons with these names to a collection. Raises Refused."""
        for name in names:
            editing.put(collection, editing.meant(name, self.person))


class Collections(CollectionApi):
    post_limit = "make"

    @api_schema("listCollections", page_of(CollectionRowSerializer), tag="collections", query=PAGE)
    def get(self, request: Request) -> Response:
        """The collections that you keep, the last one changed first."""
        return page(request, _counted(self.person.collections), row_json)

    @api_schema(
        "makeCollection",
        CollectionSerializer,
        asks=CollectionRequest,
        status=201,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request) -> Response:
        """Make a collection of these puzzles and lessons. If one of them cannot be collected, nothing is made."""
        asked = self.validated(CollectionRequest)
        return self.once(lambda: self._make(asked).code, self.shown, 201)

    @transaction.atomic
    def _make(self, asked: dict[str, Any]) -> Collection:
        made = editing.begin(self.person, asked["title"])
        self.put(made, asked.get("entries", []))
        return made


class OneCollection(CollectionApi):
    @api_schema("showCollection", CollectionSerializer, tag="collections")
    def get(self, request: Request, code: str) -> Response:
        """A collection with its entries in order."""
        return Response(self.shown(code))

    @api_schema("deleteCollection", None, status=204, tag="collections")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a collection. What is in it is there as before."""
        delete_with_children(self.own(code))
        return Response(status=204)


class CollectionTitle(CollectionApi):
    @api_schema(
        "renameCollection",
        CollectionSerializer,
        asks=CollectionTitleRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Give a collection another title."""
        title = self.validated(CollectionTitleRequest)["title"]
        return self.once(lambda: editing.rename(self.own(code), title), lambda _: self.shown(code))


class Entries(CollectionApi):
    @api_schema(
        "putEntries",
        CollectionSerializer,
        asks=CollectedRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Put puzzles and lessons at the end. If one of them cannot be collected, none is put in."""
        names = self.validated(CollectedRequest)["entries"]
        return self.once(lambda: self._put(code, names), lambda _: self.shown(code))

    @transaction.atomic
    def _put(self, code: str, names: Sequence[str]) -> None:
        self.put(self.own(code), names)


class OneEntry(CollectionApi):
    @api_schema("removeEntry", None, status=204, tag="collections")
    def delete(self, request: Request, code: str, entry: int) -> Response:
        """Take something out of a collection."""
        editing.remove(editing.entry_of(self.own(code), entry))
        return Response(status=204)


class RenewEntry(CollectionApi):
    @api_schema("renewEntry", CollectionSerializer, tag="collections", problems="collection.refused")
    def post(self, request: Request, code: str, entry: int) -> Response:
        """Take the newest version of something in the place of the one that is there."""
        return self.once(lambda: editing.renew(editing.entry_of(self.own(code), entry)), lambda _: self.shown(code))


class Order(CollectionApi):
    @api_schema(
        "orderEntries",
        CollectionSerializer,
        asks=CollectionOrderRequest,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Put the entries of a collection into another order: name all of them, each once."""
        ids = self.validated(CollectionOrderRequest)["entries"]
        return self.once(lambda: editing.order(self.own(code), ids), lambda _: self.shown(code))


# -- representations ---------------------------------------------------------------------------------------------------


def _counted(collections: Any) -> Any:
    """Annotate a queryset of collections with `size`, the number of entries."""
    return collections.annotate(size=Count("entries"))


def row_json(collection: Any) -> dict[str, Any]:
    """Return a collection, annotated with `size`, as a row of a list."""
    return {
        "code": collection.code,
        "title": collection.title,
        "changed": collection.changed.isoformat(),
        "size": collection.size,
        "page": reverse("collections:arrange", args=[collection.code]),
        "link": collection.get_absolute_url(),
    }


def _line_json(line: editing.Line) -> dict[str, Any]:
    entry = line.entry
    return {
        "id": entry.pk,
        "name": entry.name,
        "lesson": bool(entry.slug),
        "title": entry.title,
        "game": entry.played.slug,
        "page": entry.url,
        "newer": line.newer is not None,
        "left_out": line.kept,
    }

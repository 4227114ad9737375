"""API views for collections of puzzles and lessons. The same rules apply as on their page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from core.api.base import ApiViewSet, document_operation
from core.api.collections.serializers import (
    AddEntriesRequest,
    CollectionOrderRequest,
    CollectionRequest,
    CollectionRowSerializer,
    CollectionSerializer,
    CollectionTitleRequest,
)
from core.authoring.collections import editing
from core.authoring.collections.models import Collection
from core.http.deleted_rows import delete_with_dependents


class CollectionViewSet(ListModelMixin, RetrieveModelMixin, ApiViewSet):
    scopes = ("puzzle:write",)
    lookup_field = "code"

    def get_queryset(self) -> QuerySet[Collection]:
        return self.person.collections.annotate(size=Count("entries"))

    def get_serializer_class(self) -> type[Serializer[Any]]:
        return CollectionRowSerializer if self.action == "list" else CollectionSerializer

    def get_own_collection(self) -> Collection:
        """Return the collection in the URL. Raises Http404 if the token's person doesn't own it."""
        return editing.get_own_collection(self.person, self.kwargs["code"])

    def serialize_collection(self, code: str) -> Any:
        """Load the collection with this code, and return it with its entries as JSON. Raises Http404."""
        return self.get_serializer(get_object_or_404(self.get_queryset(), code=code)).data

    def change_and_respond(self, change: Callable[[], object]) -> Response:
        """Call `change`, which changes the collection in the URL, and respond with this collection as JSON.

        If a request is sent again with the same idempotency key, `change` isn't called again.
        """
        return self.respond_idempotently(change, lambda _: self.serialize_collection(self.kwargs["code"]))

    @document_operation("listCollections", CollectionRowSerializer, tag="collections")
    def list(self, request: Request) -> Response:
        """Your collections, most recently changed first."""
        return super().list(request)

    @document_operation(
        "makeCollection",
        CollectionSerializer,
        asks=CollectionRequest,
        status=201,
        tag="collections",
        problems="collection.refused",
    )
    def create(self, request: Request) -> Response:
        """Create a collection of puzzles and lessons. If one of them can't be added, no collection is created."""
        data = self.validate_body(CollectionRequest)
        return self.respond_idempotently(lambda: self._create_collection(**data).code, self.serialize_collection, 201)

    @transaction.atomic
    def _create_collection(self, title: str, entries: Sequence[str] = ()) -> Collection:
        collection = editing.create_collection(self.person, title)
        self._add_entries(collection, entries)
        return collection

    @document_operation("showCollection", CollectionSerializer, tag="collections")
    def retrieve(self, request: Request, code: str) -> Response:
        """A collection with its entries in order."""
        return super().retrieve(request)

    @document_operation("deleteCollection", None, status=204, tag="collections")
    def destroy(self, request: Request, code: str) -> Response:
        """Delete a collection. Its puzzles and lessons aren't deleted."""
        delete_with_dependents(self.get_own_collection())
        return Response(status=204)

    @document_operation(
        "renameCollection",
        CollectionSerializer,
        asks=CollectionTitleRequest,
        tag="collections",
        problems="collection.refused",
    )
    @action(detail=True, methods=["post"], url_path="title")
    def rename(self, request: Request, code: str) -> Response:
        """Rename a collection."""
        title = self.validate_body(CollectionTitleRequest)["title"]
        return self.change_and_respond(lambda: editing.rename_collection(self.get_own_collection(), title))

    @document_operation(
        "putEntries",
        CollectionSerializer,
        asks=AddEntriesRequest,
        tag="collections",
        problems="collection.refused",
    )
    @action(detail=True, methods=["post"], url_path="entries")
    def add_entries(self, request: Request, code: str) -> Response:
        """Add puzzles and lessons at the end of a collection. If one entry can't be added, none are."""
        names = self.validate_body(AddEntriesRequest)["entries"]
        return self.change_and_respond(lambda: self._add_entries(self.get_own_collection(), names))

    @transaction.atomic
    def _add_entries(self, collection: Collection, names: Sequence[str]) -> None:
        """Append puzzles and lessons to a collection. Raises CollectionError, and then adds none of them.

        `names` has a puzzle's code or a lesson's `game/slug` for each new entry.
        """
        for name in names:
            editing.add_entry(collection, editing.parse_entry(name, self.person))

    @document_operation("removeEntry", None, status=204, tag="collections")
    @action(detail=True, methods=["delete"], url_path="entries/<int:entry>")
    def remove_entry(self, request: Request, code: str, entry: int) -> Response:
        """Remove an entry from a collection."""
        editing.remove_entry(editing.get_entry(self.get_own_collection(), entry))
        return Response(status=204)

    @document_operation("renewEntry", CollectionSerializer, tag="collections", problems="collection.refused")
    @action(detail=True, methods=["post"], url_path="entries/<int:entry>/renew")
    def update_entry_version(self, request: Request, code: str, entry: int) -> Response:
        """Update an entry in a collection to its newest version."""
        return self.change_and_respond(
            lambda: editing.update_entry_version(editing.get_entry(self.get_own_collection(), entry))
        )

    @document_operation(
        "orderEntries",
        CollectionSerializer,
        asks=CollectionOrderRequest,
        tag="collections",
        problems="collection.refused",
    )
    @action(detail=True, methods=["post"], url_path="order")
    def reorder_entries(self, request: Request, code: str) -> Response:
        """Reorder the entries in a collection: list the ids of all entries, each once, in the new order."""
        ids = self.validate_body(CollectionOrderRequest)["entries"]
        return self.change_and_respond(lambda: editing.reorder_entries(self.get_own_collection(), ids))

"""Collections of puzzles, for programs: put together as their page does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from core.api import serializers
from core.api.views.base import PAGE, Api, page, says
from core.workshop import collections as kept
from core.workshop.models import Collection, Entry


class CollectionApi(Api):
    scopes = ("puzzle:write",)

    def own(self, code: str) -> Collection:
        """A collection of the asker's; for all others there is none."""
        return kept.own_collection(self.person, code)

    def shown(self, code: str) -> dict[str, Any]:
        """The collection as it is now, with its puzzles."""
        collection = get_object_or_404(_counted(self.person.collections), code=code)
        lines = kept.lines(kept.entries_of(collection))
        return {**row_json(collection), "puzzles": [_line_json(line) for line in lines]}

    def put(self, collection: Collection, puzzles: Iterable[str]) -> None:
        """Put the puzzles of these codes at the end. Raises Refused."""
        for code in puzzles:
            kept.put(collection, kept.meant(code, self.person))


class Collections(CollectionApi):
    def limit_for(self, method: str | None) -> str:
        return "make" if method == "POST" else super().limit_for(method)

    @says("listCollections", serializers.page_of(serializers.CollectionRowShape), tag="collections", query=PAGE)
    def get(self, request: Request) -> Response:
        """The collections that you keep, the last one changed first."""
        return page(request, _counted(self.person.collections), row_json)

    @says(
        "makeCollection",
        serializers.CollectionShape,
        asks=serializers.CollectionQuestion,
        status=201,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request) -> Response:
        """Make a collection, with these puzzles in their order. If one of them cannot be collected, nothing is made."""
        asked = self.asked(serializers.CollectionQuestion)
        return self.once(lambda: self._make(asked).code, self.shown, 201)

    @transaction.atomic
    def _make(self, asked: dict[str, Any]) -> Collection:
        made = kept.begin(self.person, asked["title"])
        self.put(made, asked.get("puzzles", []))
        return made


class OneCollection(CollectionApi):
    @says("showCollection", serializers.CollectionShape, tag="collections")
    def get(self, request: Request, code: str) -> Response:
        """A collection with its puzzles in order."""
        return Response(self.shown(code))

    @says("deleteCollection", None, status=204, tag="collections")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a collection. Its puzzles are there as before."""
        self.own(code).delete()
        return Response(status=204)


class CollectionTitle(CollectionApi):
    @says(
        "renameCollection",
        serializers.CollectionShape,
        asks=serializers.CollectionTitleQuestion,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Give a collection another title."""
        title = self.asked(serializers.CollectionTitleQuestion)["title"]
        return self.once(lambda: kept.rename(self.own(code), title), lambda _: self.shown(code))


class Puzzles(CollectionApi):
    @says(
        "putPuzzles",
        serializers.CollectionShape,
        asks=serializers.CollectedQuestion,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Put puzzles at the end of a collection. If one of them cannot be collected, none is put in."""
        puzzles = self.asked(serializers.CollectedQuestion)["puzzles"]
        return self.once(lambda: self._put(code, puzzles), lambda _: self.shown(code))

    @transaction.atomic
    def _put(self, code: str, puzzles: Sequence[str]) -> None:
        self.put(self.own(code), puzzles)


class OneCollected(CollectionApi):
    @says("removePuzzle", None, status=204, tag="collections")
    def delete(self, request: Request, code: str, puzzle: str) -> Response:
        """Take a puzzle out of a collection."""
        entries = self.own(code).entries.select_related("collection")
        kept.remove(get_object_or_404(entries, puzzle__code=puzzle))
        return Response(status=204)


class Order(CollectionApi):
    @says(
        "orderPuzzles",
        serializers.CollectionShape,
        asks=serializers.CollectedQuestion,
        tag="collections",
        problems="collection.refused",
    )
    def post(self, request: Request, code: str) -> Response:
        """Put the puzzles of a collection into another order: name all of them, each once."""
        puzzles = self.asked(serializers.CollectedQuestion)["puzzles"]
        return self.once(lambda: kept.order(self.own(code), puzzles), lambda _: self.shown(code))


# -- what is answered --------------------------------------------------------------------------------------------------


def _counted(collections: Any) -> Any:
    """The same with `size`, how many puzzles each has."""
    return collections.annotate(size=Count("entries"))


def row_json(collection: Any) -> dict[str, Any]:
    """A collection in a list, counted."""
    return {
        "code": collection.code,
        "title": collection.title,
        "changed": collection.changed.isoformat(),
        "size": collection.size,
        "page": reverse("workshop:arrange", args=[collection.code]),
        "link": collection.get_absolute_url(),
    }


def _line_json(line: kept.Line) -> dict[str, Any]:
    entry: Entry = line.entry
    return {
        "puzzle": entry.puzzle.code,
        "title": entry.title,
        "game": entry.puzzle.game,
        "newer": line.newer is not None,
        "left_out": line.kept,
    }

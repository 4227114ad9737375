"""What the admin's pages have in common: looking things up, and saying in numbers what a deletion takes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, cast

from django.contrib import admin
from django.contrib.admin.utils import NestedObjects
from django.db import router
from django.db.models import Model, QuerySet
from django.http import HttpRequest


class Counted(admin.ModelAdmin):  # type: ignore[type-arg]
    """Before something is deleted, kinds and numbers tell what goes with it: a match has hundreds of moves.

    Who may delete a thing may delete what hangs on it.
    """

    def going_along(self, chosen: Sequence[Any]) -> Iterable[QuerySet[Any]]:
        """Return what is deleted besides, though it does not hang on what was chosen."""
        return ()

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        chosen = list(objs)
        collector = NestedObjects(using=router.db_for_write(self.model))
        collector.collect(chosen)
        for rows in self.going_along(chosen):
            collector.collect(rows)
        by_model = cast("dict[type[Model], set[Model]]", collector.model_objs)
        counts = {str(model._meta.verbose_name_plural): len(found) for model, found in by_model.items()}
        return [str(one) for one in chosen], counts, set(), [str(one) for one in collector.protected]


class LookUp(Counted):
    """Rows to look up, not to change. An address filters by what the page offers and by nothing else: a filter says
    something of a value even where the page does not show it.
    """

    lookups: ClassVar[Sequence[str]] = ()
    """What links to this list filter by, beside its filters."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = [*map(_parameter, self.list_filter), *filter(None, [self.date_hierarchy]), *self.lookups]
        return any(lookup == one or lookup.startswith(f"{one}__") for one in offered)


def _parameter(filtered: Any) -> str:
    """Return what the address of a filter begins with: a field, a field and how, or a class of its own."""
    named = filtered[0] if isinstance(filtered, tuple) else filtered
    return str(getattr(named, "parameter_name", named))

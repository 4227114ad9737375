"""Base classes for the admin: read-only lists, and deletion pages that count rows instead of listing them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, cast

from django.contrib import admin
from django.contrib.admin.utils import NestedObjects
from django.db import router
from django.db.models import Model, QuerySet
from django.http import HttpRequest


class DeletionSummaryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin whose deletion page counts the rows to be deleted, by kind, instead of listing them.

    The list could be very long, because a single match has hundreds of moves. A user who can delete an object can also
    delete all rows that depend on it.
    """

    def list_extra_rows_to_delete(self, chosen: Sequence[Any]) -> Iterable[QuerySet[Any]]:
        """Return querysets of further rows to delete with the `chosen` objects.

        These are rows that belong to the objects without a foreign key.
        """
        return ()

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        chosen = list(objs)
        collector = NestedObjects(using=router.db_for_write(self.model))
        collector.collect(chosen)
        for rows in self.list_extra_rows_to_delete(chosen):
            collector.collect(rows)
        by_model = cast("dict[type[Model], set[Model]]", collector.model_objs)
        counts = {str(model._meta.verbose_name_plural): len(found) for model, found in by_model.items()}
        return [str(one) for one in chosen], counts, set(), [str(one) for one in collector.protected]


class ReadOnlyAdmin(DeletionSummaryAdmin):
    """An admin for viewing and deleting rows, but not for adding or changing them.

    A query string can filter only by the filters on the page and by `lookups`. Other filters would reveal something
    about values that the page doesn't show.
    """

    lookups: ClassVar[Sequence[str]] = ()
    """Lookups that links to this list use, in addition to its filters."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = [*map(_get_filter_parameter, self.list_filter), *filter(None, [self.date_hierarchy]), *self.lookups]
        return any(lookup == one or lookup.startswith(f"{one}__") for one in offered)


def _get_filter_parameter(filtered: Any) -> str:
    """Return the query parameter of an item in `list_filter`: a field's name, or a filter class's `parameter_name`."""
    named = filtered[0] if isinstance(filtered, tuple) else filtered
    return str(getattr(named, "parameter_name", named))

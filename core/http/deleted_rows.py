"""Handles rows that one request deletes while another one uses them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model, ProtectedError

from core.infra.circuit_breaker import is_database_unavailable

ATTEMPTS = 5
FOREIGN_KEY = "23503"
"""PostgreSQL's error code for a reference to a row that doesn't exist."""


def is_row_deleted(error: BaseException) -> bool:
    """Return whether an error occurred because another request deleted a row in the meantime."""
    if isinstance(error, IntegrityError):
        cause = error.__cause__
        return getattr(cause, "sqlstate", "") == FOREIGN_KEY or "FOREIGN KEY" in str(cause)
    if isinstance(error, UpdateError):  # of a session
        return not is_database_unavailable(error)
    if isinstance(error, ObjectDoesNotExist):
        return not isinstance(error, AttributeError)  # a relation that was never there is a mistake of ours
    return isinstance(error, DatabaseError) and "did not affect any rows" in str(error)


def delete_with_retries(delete: Callable[[], object]) -> None:
    """Call `delete` in a transaction to delete rows.

    Tries again if other requests add dependent rows in the meantime. After ATTEMPTS attempts, raises IntegrityError.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with transaction.atomic():
                delete()
                if connection.vendor == "postgresql":  # SQLite lets nobody else write meanwhile
                    connection.check_constraints()
            return
        except IntegrityError as error:
            if attempt == ATTEMPTS or not (is_row_deleted(error) or isinstance(error, ProtectedError)):
                raise


def delete_with_dependents(row: Model) -> None:
    """Delete a row and all rows that depend on it. Do nothing if another request has already deleted it."""
    delete_with_retries(type(row)._base_manager.filter(pk=row.pk).delete)

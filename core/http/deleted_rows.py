"""Rows that one request deletes while another works with them."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model, ProtectedError
from django.http import HttpRequest, HttpResponse

from core.http.error_views import not_found
from core.infra.circuit_breaker import database_away
from variants.not_found import NotHere

logger = structlog.get_logger(__name__)

ATTEMPTS = 5
FOREIGN_KEY = "23503"
"""What PostgreSQL calls a reference to a row that isn't there."""
SENTENCE = "This was deleted while you were using it."


def is_row_deleted(error: BaseException) -> bool:
    """Return whether an error comes from a row that another request has deleted meanwhile."""
    if isinstance(error, IntegrityError):
        cause = error.__cause__
        return getattr(cause, "sqlstate", "") == FOREIGN_KEY or "FOREIGN KEY" in str(cause)
    if isinstance(error, UpdateError):  # of a session
        return not database_away(error)
    if isinstance(error, ObjectDoesNotExist):
        return not isinstance(error, AttributeError)  # a relation that was never there is a mistake of ours
    return isinstance(error, DatabaseError) and "did not affect any rows" in str(error)


def retry_deletion(delete: Callable[[], object]) -> None:
    """Delete rows in a transaction, again and again if other requests add something that depends on them meanwhile."""
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


def delete_with_children(row: Model) -> None:
    """Delete a row with all that depends on it. If another request has deleted it already, do nothing."""
    retry_deletion(type(row)._base_manager.filter(pk=row.pk).delete)


class DeletedRowMiddleware:
    """Answers a request whose row is deleted meanwhile as one that comes after: there's nothing there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or the problem for a program, if a row is gone; None for any other error."""
        if not is_row_deleted(error):
            return None
        match = request.resolver_match
        logger.warning("row_deleted_meanwhile", view=match.view_name if match else "", error=str(error))
        return not_found(request, NotHere(SENTENCE))

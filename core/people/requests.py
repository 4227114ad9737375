"""A request as it comes to a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.http.htmx import HtmxRequest

if TYPE_CHECKING:
    from core.people.models import Person


class HttpRequest(HtmxRequest):
    """With what the middlewares have put on it."""

    person: Person
    """Who is asking; something false for a visitor who has left no trace."""
    ensure_person: Callable[[], Person]
    """Return who is asking; a new visitor is written down."""
    known_person: tuple[int | None, Person | None]
    """What was found out of that already, beside the account that it was found for."""
    visitor_stays: int | None
    """Whom the browser belongs to again after somebody has logged out."""

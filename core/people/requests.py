"""The type of requests in views, with the attributes that the site's middleware adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.http.htmx import HtmxRequest

if TYPE_CHECKING:
    from core.people.models import Person


class HttpRequest(HtmxRequest):
    """A request with the attributes that the middleware sets, such as `person`."""

    person: Person
    """The person who sent the request. It's falsy for a visitor without a row."""
    ensure_person: Callable[[], Person]
    """Return the person who sent the request, creating a row for a new visitor."""
    known_person: tuple[int | None, Person | None]
    """The cached result of `get_person`, with the id of the user that it was looked up for."""
    visitor_stays: int | None
    """The id of the visitor that the browser belongs to again after a logout."""

"""Middleware and a context processor for `request.person`, which is loaded lazily."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponse
from django.utils.functional import SimpleLazyObject

from core.http.web_app import READER_HEADER
from core.people.identity import KEY, build_reader_key, get_or_create_person, get_person
from core.people.requests import HttpRequest

if TYPE_CHECKING:
    from core.people.models import Person


class PersonMiddleware:
    """Sets `request.person`: a lazy Person, which is falsy for a visitor without a row.

    Before something is saved for a visitor, `request.ensure_person()` creates the row. After a logout, the browser
    belongs to the same visitor again as before the login.

    HTML responses that use the session have a header that identifies the reader, so that a device never shows them to a
    different reader.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.person = cast("Person", SimpleLazyObject(lambda: get_person(request)))
        request.ensure_person = partial(get_or_create_person, request)
        request.visitor = partial(get_signed_in_user, request)
        response = self.get_response(request)
        if stays := getattr(request, "visitor_stays", None):  # logging out has emptied the session
            request.session[KEY] = stays
        if request.session.accessed and response.get("Content-Type", "").startswith("text/html"):
            response[READER_HEADER] = build_reader_key(request)
        return response


@dataclass(frozen=True)
class SignedInUser:
    """The signed-in user, as templates need it: `name` is the username.

    `look` has the display preferences as pairs of attribute name and value.
    """

    name: str
    look: tuple[tuple[str, str], ...]


def get_signed_in_user(request: HttpRequest) -> SignedInUser | None:
    """Return the signed-in user for templates, or None."""
    if not request.user.is_authenticated:
        return None
    return SignedInUser(
        request.user.get_username(), tuple(request.person.style_attributes.items()) if request.person else ()
    )


def person_context(request: HttpRequest) -> dict[str, Any]:
    """Add two variables to every template: `person` and `visitor`. It's a context processor.

    `person` is the person who sent the request. `visitor` is a function that returns the signed-in user, or None.
    """
    return {"person": getattr(request, "person", None), "visitor": getattr(request, "visitor", None)}

"""`request.person` and, in templates, `person`: who is asking, looked up only when somebody wants to know."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponse
from django.utils.functional import SimpleLazyObject

from core.people.identity import KEY, get_or_create_person, get_person
from core.people.requests import HttpRequest

if TYPE_CHECKING:
    from core.people.models import Person


class PersonMiddleware:
    """Gives requests a `person`: a Person, or something false for a visitor who has left no trace. Before something is
    kept for a visitor, `ensure_person()` writes them down.

    After somebody has logged out, the browser belongs again to the visitor it belonged to before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.person = cast("Person", SimpleLazyObject(lambda: get_person(request)))
        request.ensure_person = partial(get_or_create_person, request)
        request.visitor = partial(visitor_of, request)
        response = self.get_response(request)
        if stays := getattr(request, "visitor_stays", None):  # logging out has emptied the session
            request.session[KEY] = stays
        return response


@dataclass(frozen=True)
class Visitor:
    """What every page says of somebody who is signed in: what they sign in with, and how they like pages to look."""

    name: str
    look: tuple[tuple[str, str], ...]


def visitor_of(request: HttpRequest) -> Visitor | None:
    """Return who is signed in; None if nobody is."""
    if not request.user.is_authenticated:
        return None
    return Visitor(request.user.get_username(), tuple(request.person.look.items()) if request.person else ())


def person(request: HttpRequest) -> dict[str, Any]:
    """Context processor."""
    return {"person": getattr(request, "person", None), "visitor": getattr(request, "visitor", None)}

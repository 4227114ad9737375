"""`request.person` and, in templates, `person`: who is asking, looked up only when somebody wants to know."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponse
from django.utils.functional import SimpleLazyObject

from core.people.requests import HttpRequest
from core.people.visit import KEY, person_of

if TYPE_CHECKING:
    from core.people.models import Person


class PersonMiddleware:
    """Gives requests a `person`: a Person, or something false for a visitor who has left no trace.

    After somebody has logged out, the browser belongs again to the visitor it belonged to before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.person = cast("Person", SimpleLazyObject(lambda: person_of(request)))
        response = self.get_response(request)
        if stays := getattr(request, "visitor_stays", None):  # logging out has emptied the session
            request.session[KEY] = stays
        return response


def person(request: HttpRequest) -> dict[str, Any]:
    """Context processor."""
    return {"person": getattr(request, "person", None)}

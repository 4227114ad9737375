"""Who is asking? A visitor is known by account, or else by the session; nobody is written down before it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import auth
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from core.people.requests import HttpRequest

if TYPE_CHECKING:
    from core.people.models import Person, PersonQuerySet

KEY = "person"
DAY = timedelta(days=1)


def get_person(request: HttpRequest) -> Person | None:
    """The person who asks, or None for somebody who has left no trace yet. Never writes a row for a new visitor."""
    asker = _asker(request)
    known: tuple[int | None, Person | None] | None = getattr(request, "known_person", None)
    if known and known[0] == asker:
        return known[1]
    person = _by_user(asker) if asker else _by_session(request)
    return _known_as(request, asker, person)


def use_loaded_person(request: HttpRequest, people: Iterable[Person]) -> None:
    """Who asks may be one of these people, who are read already: then nobody has to be looked up."""
    asker, visitor = _asker(request), _visitor(request)
    for person in people:
        if person.user_id == asker if asker else person.pk == visitor and not person.user_id:
            _known_as(request, asker, person)


def _asker(request: HttpRequest) -> int | None:
    """The account of who asks; who is not signed in has none."""
    return getattr(getattr(request, "user", None), "pk", None)


def _known_as(request: HttpRequest, asker: int | None, person: Person | None) -> Person | None:
    if person:
        _note_visit(request, person)
    request.known_person = (asker, person)
    return person


def browser_of(request: HttpRequest) -> str:
    """Return what tells a browser from others behind its address, for counting; "" if it has sent no cookie yet."""
    session = getattr(getattr(request, "session", None), "session_key", None)
    return session or request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")


def get_or_create_person(request: HttpRequest) -> Person:
    """The person who asks; a new visitor is written down."""
    person = get_person(request)
    if not person:
        person = person_of_user(request.user) if request.user.is_authenticated else _written_down(request.session)
        request.known_person = (_asker(request), person)
    return person


def person_of_user(user: Any) -> Person:
    """The person behind an account, written down if need be."""
    return _people().get_or_create(user=user)[0]


def person_of_session(session_key: str | None) -> Person | None:
    """The person whom a session belongs to, for those who hold no request, such as a live stream."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    request.user = auth.get_user(request)
    return _by_user(request.user.pk) if request.user.is_authenticated else _by_session(request)


def person_of_authorization(header: str, scope: str) -> Person | None:
    """The person whom an Authorization header speaks for in a scope, such as "play"."""
    authenticate = import_string(settings.TOKEN_AUTHENTICATION)  # what it imports is 20 MB that workers never need
    person: Person | None = authenticate(header, scope)
    return person


def _people() -> PersonQuerySet:
    from core.people.models import Person

    return Person.objects.select_related("user")


def _by_user(pk: int) -> Person | None:
    return _people().filter(user=pk).first()


def _visitor(request: HttpRequest) -> int | None:
    """The person whom the session knows."""
    return request.session.get(KEY) if hasattr(request, "session") else None


def _by_session(request: HttpRequest) -> Person | None:
    pk = _visitor(request)
    return _people().filter(pk=pk, user=None).first() if pk else None


def _written_down(session: Any) -> Person:
    """A new person, held by the session. Two first clicks at once must find the same one, so the session is locked."""
    if not session.session_key:
        session.create()
    with transaction.atomic():
        stored = session.model.objects.select_for_update().filter(pk=session.session_key).first()
        pk = stored.get_decoded().get(KEY) if stored else None
        person = _people().filter(pk=pk, user=None).first() if pk else None
        if not person:
            person = _people().create()
        session[KEY] = person.pk
        session.save()
    return person


def _note_visit(request: HttpRequest, person: Person) -> None:
    """Once a day is enough; the session then lives on as well."""
    now = timezone.now()
    if now - person.seen > DAY:
        person.seen = now
        person.save(update_fields=["seen"])
        if hasattr(request, "session"):
            request.session.modified = True

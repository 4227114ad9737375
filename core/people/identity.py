"""The person behind a request, found by account or else by session. Rows are created only when they're needed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import auth
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string

from core.people.requests import HttpRequest

if TYPE_CHECKING:
    from core.people.models import Person, PersonQuerySet

KEY = "person"
DAY = timedelta(days=1)


def get_person(request: HttpRequest) -> Person | None:
    """Return the person who sent a request, or None for a visitor without a row. Never creates a row."""
    asker = _get_user_id(request)
    known: tuple[int | None, Person | None] | None = getattr(request, "known_person", None)
    if known and known[0] == asker:
        return known[1]
    person = _find_by_user(asker) if asker else _find_by_session(request)
    return _cache_person_on_request(request, asker, person)


def reuse_loaded_person(request: HttpRequest, people: Iterable[Person]) -> None:
    """If the request's person is among these loaded people, cache them on the request, which saves a query."""
    asker, visitor = _get_user_id(request), _get_visitor_id(request)
    for person in people:
        if person.user_id == asker if asker else person.pk == visitor and not person.user_id:
            _cache_person_on_request(request, asker, person)


def _get_user_id(request: HttpRequest) -> int | None:
    """Return the id of the signed-in user, or None."""
    return getattr(getattr(request, "user", None), "pk", None)


def _cache_person_on_request(request: HttpRequest, asker: int | None, person: Person | None) -> Person | None:
    if person:
        _record_visit(request, person)
    request.known_person = (asker, person)
    return person


def get_browser_key(request: HttpRequest) -> str:
    """Return a string that identifies the browser for rate limits, or "" if it hasn't sent a cookie yet."""
    session = getattr(getattr(request, "session", None), "session_key", None)
    return session or request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")


def build_reader_key(request: HttpRequest) -> str:
    """Return a string that identifies the reader, so that a device never shows its stored pages to a different reader.

    It's a hash of the account's id or, without an account, of the visitor's. It's "" for a visitor about whom nothing
    is stored.
    """
    user, visitor = _get_user_id(request), _get_visitor_id(request)
    if not (user or visitor):
        return ""
    return _hash_reader_name(f"user {user}" if user else f"visitor {visitor}")


@lru_cache(maxsize=1024)
def _hash_reader_name(name: str) -> str:
    return salted_hmac("reader", name).hexdigest()[:16]


def get_or_create_person(request: HttpRequest) -> Person:
    """Return the person who sent a request. For a new visitor, create a row."""
    person = get_person(request)
    if not person:
        person = (
            get_user_person(request.user)
            if request.user.is_authenticated
            else _get_or_create_for_session(request.session)
        )
        request.known_person = (_get_user_id(request), person)
    return person


def get_user_person(user: Any) -> Person:
    """Return the `Person` of a user account. If there is none, create it."""
    return _select_people_with_users().get_or_create(user=user)[0]


def find_session_person(session_key: str | None) -> Person | None:
    """Return the person that a session belongs to, or None, for code without a request, such as a live stream."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    request.user = auth.get_user(request)
    return _find_by_user(request.user.pk) if request.user.is_authenticated else _find_by_session(request)


def find_authorized_person(header: str, scope: str) -> Person | None:
    """Return the person whose token is in an Authorization header, or None if the token can't read in this scope.

    A scope is a name such as "play". Also returns None for an invalid token.
    """
    authenticate = import_string(settings.TOKEN_AUTHENTICATION)  # imported late: it's 20 MB that workers never need
    person: Person | None = authenticate(header, scope)
    return person


def _select_people_with_users() -> PersonQuerySet:
    from core.people.models import Person

    return Person.objects.select_related("user")


def _find_by_user(pk: int) -> Person | None:
    return _select_people_with_users().filter(user=pk).first()


def _get_visitor_id(request: HttpRequest) -> int | None:
    """Return the person id stored in the session, or None."""
    return request.session.get(KEY) if hasattr(request, "session") else None


def _find_by_session(request: HttpRequest) -> Person | None:
    pk = _get_visitor_id(request)
    return _select_people_with_users().filter(pk=pk, user=None).first() if pk else None


def _get_or_create_for_session(session: Any) -> Person:
    """Return the person stored in the session, creating one if there is none.

    The session's row is locked, so that two simultaneous first clicks get the same person.
    """
    if not session.session_key:
        session.create()
    with transaction.atomic():
        stored = session.model.objects.select_for_update().filter(pk=session.session_key).first()
        pk = stored.get_decoded().get(KEY) if stored else None
        person = _select_people_with_users().filter(pk=pk, user=None).first() if pk else None
        if not person:
            person = _select_people_with_users().create()
        session[KEY] = person.pk
        session.save()
    return person


def _record_visit(request: HttpRequest, person: Person) -> None:
    """Store the time of the visit, at most once a day, and extend the session."""
    now = timezone.now()
    if now - person.seen > DAY:
        person.seen = now
        person.save(update_fields=["seen"])
        if hasattr(request, "session"):
            request.session.modified = True

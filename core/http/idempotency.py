"""Requests that are sent twice and make something once: a button pressed again, or an answer that was lost.

A row with a unique key is the lock. Whoever creates it does the work; others wait until it's complete, and use what it
made. So it holds for all processes, and nothing that a cache may forget is needed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.models import IdempotencyKey

FORM_LIFETIME = timedelta(minutes=1)
"""The time for which a page that sends its form again gets the same result. Then, you may want another one."""
KEY_LIFETIME = timedelta(days=2)
"""The time for a program that sends an idempotency key."""
PATIENCE = 20.0
"""Seconds after which a request that isn't complete is believed to be dead; no page takes as long."""
PAUSE = 0.05
"""Seconds from one look at another request to the next."""


def digest(text: str) -> str:
    """Return a digest of a request, which tells it from others."""
    return hashlib.sha256(text.encode()).hexdigest()


def form_fingerprint(request: HttpRequest) -> str:
    """Return the key of a form that a page has sent, or "" if no page has.

    A page's forms have a token that is new for each page and good in one browser alone.
    """
    if request.method != "POST" or "csrfmiddlewaretoken" not in request.POST:
        return ""
    return f"form:{digest(f'{request.get_full_path()} {request.POST.urlencode()}')}"


def claim(person: Any, key: str, lifetime: timedelta, request: str = "") -> tuple[IdempotencyKey, bool]:
    """Return the row of a key of this Person (or None, for nobody known), and whether the caller has to do the work.

    If another request is doing it, wait until that one is complete, has failed, or is dead. A key that came with
    another `request` is returned as it is.
    """
    rows = IdempotencyKey.objects
    attempt, deadline = 0, 0.0
    while True:
        row, is_new = rows.get_or_create(person=person, key=key, defaults={"request": request})
        if is_new:
            return row, True
        if row.attempt != attempt:
            attempt, deadline = row.attempt, time.monotonic() + PATIENCE
        is_over = is_expired(row, lifetime)
        if not is_over and (row.is_complete or row.request != request):
            return row, False
        if (is_over or time.monotonic() > deadline) and _take_over(row, request):
            row.refresh_from_db()
            return row, True
        time.sleep(PAUSE)


def is_expired(row: IdempotencyKey, lifetime: timedelta) -> bool:
    """Return whether a key is too old, or comes from a time that the clock hasn't reached: then it was set back."""
    return abs(timezone.now() - row.created) > lifetime


def _take_over(row: IdempotencyKey, request: str) -> bool:
    """Start again under a key; False if another request was faster."""
    return bool(
        IdempotencyKey.objects.filter(pk=row.pk, attempt=row.attempt).update(
            attempt=F("attempt") + 1,
            request=request,
            is_complete=False,
            result=None,
            status=None,
            body=None,
            created=timezone.now(),
        )
    )


def complete(row: IdempotencyKey, result: Any) -> bool:
    """Keep what a request has made; False if another one has taken over."""
    mine = IdempotencyKey.objects.filter(pk=row.pk, attempt=row.attempt)
    row.is_complete, row.result = True, result
    return bool(mine.update(is_complete=True, result=result))


def release(row: IdempotencyKey) -> None:
    """Let the next request with this key try again, since nothing was made."""
    IdempotencyKey.objects.filter(pk=row.pk, attempt=row.attempt).delete()


def run_once(
    person: Any,
    key: str,
    make: Callable[..., Any],
    lifetime: timedelta,
    request: str = "",
    prepare: Callable[[], Any] | None = None,
) -> tuple[IdempotencyKey, bool]:
    """Make something once under a key; return the key's row, and whether this request has made it.

    What `prepare` returns, while no row is locked, `make` gets. What `make` returns is JSON, and stored in one
    transaction with what it made. If either fails, the key is free again.
    """
    while True:
        row, is_mine = claim(person, key, lifetime, request)
        if not is_mine:
            return row, False
        try:
            prepared = prepared_by(prepare)
            with transaction.atomic():
                if complete(row, make(*prepared)):
                    return row, True
                transaction.set_rollback(True)  # another request took this one for dead, and makes it instead
        except BaseException:
            release(row)
            raise


def prepared_by(prepare: Callable[[], Any] | None) -> tuple[Any, ...]:
    """Return the arguments of a `make`: what its `prepare` returns, or none."""
    return (prepare(),) if prepare else ()


def lock_key(person: Any, key: str, lifetime: timedelta) -> IdempotencyKey:
    """Return the row of a key, which no other request changes until the transaction ends. Its result may be None."""
    rows = IdempotencyKey.objects
    row, is_new = rows.get_or_create(person=person, key=key)
    if not is_new:
        row = rows.select_for_update().get(pk=row.pk)
        if is_expired(row, lifetime):
            row.result = None
    return row


def keep_result(row: IdempotencyKey, result: Any) -> None:
    """Keep the result of a key that is locked."""
    row.is_complete, row.result, row.created = True, result, timezone.now()
    row.save(update_fields=["is_complete", "result", "created"])


def keep_response(row: IdempotencyKey, status: int, body: Any) -> None:
    """Keep the response of a complete request, unless it's there already."""
    IdempotencyKey.objects.filter(pk=row.pk, status=None).update(status=status, body=body)
    row.refresh_from_db()


def idempotent(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a form that makes something, or takes something away, lead to the same page if it's sent again.

    Not for a visitor whom nobody knows yet: with the answer, what made them known was lost as well.
    """

    @wraps(view)
    def respond(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        key, person = form_fingerprint(request), request.person
        if not key or not person:
            return view(request, *args, **kwargs)
        row, is_mine = claim(person, key, FORM_LIFETIME)
        if not is_mine:
            return redirect(str(row.result))
        try:
            response = view(request, *args, **kwargs)
        except BaseException:
            release(row)
            raise
        if location := response.get("Location"):
            complete(row, location)
        else:
            release(row)
        return response

    return respond


def forget_old_keys() -> None:
    """Delete the keys that no request may use any more."""
    IdempotencyKey.objects.filter(created__lt=timezone.now() - KEY_LIFETIME).delete()

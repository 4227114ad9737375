"""Makes requests that are sent twice take effect once, such as after a second click or a lost response.

A row with a unique key is the lock. The request that creates the row does the work. Others wait until it's complete,
and use its result. So the lock works across processes, and doesn't depend on a cache.
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
"""The time during which the same form, submitted again, gets the same result. After that, it's a new request."""
KEY_LIFETIME = timedelta(days=2)
"""The time for which an API client's idempotency key is stored."""
PATIENCE = 20.0
"""Seconds after which an incomplete request is considered dead. No page takes that long."""
PAUSE = 0.05
"""Seconds between two checks whether another request is complete."""


def compute_digest(text: str) -> str:
    """Return the SHA-256 digest of a text as hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def compute_form_fingerprint(request: HttpRequest) -> str:
    """Return a key for a submitted form, or "" for any other request.

    The form's CSRF token makes the key unique: it's new for each page, and valid in only one browser.
    """
    if request.method != "POST" or "csrfmiddlewaretoken" not in request.POST:
        return ""
    return f"form:{compute_digest(f'{request.get_full_path()} {request.POST.urlencode()}')}"


def claim_key(person: Any, key: str, lifetime: timedelta, request: str = "") -> tuple[IdempotencyKey, bool]:
    """Return the row of an idempotency key, and whether the caller has to do the work.

    `person` is None for an unknown visitor. `request` is a digest of the caller's request. If the key was used with a
    different digest before, the row is returned unchanged. If another request is doing the work, waits until the work
    is complete or has failed, or until the other request seems to be dead.
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
        if (is_over or time.monotonic() > deadline) and _take_over_key(row, request):
            row.refresh_from_db()
            return row, True
        time.sleep(PAUSE)


def is_expired(row: IdempotencyKey, lifetime: timedelta) -> bool:
    """Return whether a key is too old, or is from the future because the clock was set back."""
    return abs(timezone.now() - row.created) > lifetime


def _take_over_key(row: IdempotencyKey, request: str) -> bool:
    """Give a key to the request with this digest, and clear the earlier result.

    Returns False if another request was faster.
    """
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


def complete_key(row: IdempotencyKey, result: Any) -> bool:
    """Store the result of a request. Return False if another request has taken over its key."""
    mine = IdempotencyKey.objects.filter(pk=row.pk, attempt=row.attempt)
    row.is_complete, row.result = True, result
    return bool(mine.update(is_complete=True, result=result))


def release_key(row: IdempotencyKey) -> None:
    """Delete the key of a request that did nothing, so that the next request with this key can try again."""
    IdempotencyKey.objects.filter(pk=row.pk, attempt=row.attempt).delete()


def run_once(
    person: Any,
    key: str,
    make: Callable[..., Any],
    lifetime: timedelta,
    request: str = "",
    prepare: Callable[[], Any] | None = None,
) -> tuple[IdempotencyKey, bool]:
    """Call `make` once per key. Return the key's row, and whether this request was the one that called `make`.

    `prepare` runs first, while no row is locked, and its result is passed to `make`. The result of `make` is JSON, and
    is stored in the same transaction as its changes. If `make` or `prepare` fails, the key is free again. `request` is
    a digest of the request. If the key was used with a different digest before, `make` isn't called.
    """
    while True:
        row, is_mine = claim_key(person, key, lifetime, request)
        if not is_mine:
            return row, False
        try:
            prepared = prepare_arguments(prepare)
            with transaction.atomic():
                if complete_key(row, make(*prepared)):
                    return row, True
                transaction.set_rollback(True)  # another request took this one for dead, and makes it instead
        except BaseException:
            release_key(row)
            raise


def prepare_arguments(prepare: Callable[[], Any] | None) -> tuple[Any, ...]:
    """Return the arguments for `make`: a tuple with the result of `prepare`, or () if `prepare` is None."""
    return (prepare(),) if prepare else ()


def lock_key(person: Any, key: str, lifetime: timedelta) -> IdempotencyKey:
    """Return a key's row, locked until the transaction ends. Its result is None if the key is new or expired."""
    rows = IdempotencyKey.objects
    row, is_new = rows.get_or_create(person=person, key=key)
    if not is_new:
        row = rows.select_for_update().get(pk=row.pk)
        if is_expired(row, lifetime):
            row.result = None
    return row


def store_result(row: IdempotencyKey, result: Any) -> None:
    """Store the result for a key that was locked by `lock_key`."""
    row.is_complete, row.result, row.created = True, result, timezone.now()
    row.save(update_fields=["is_complete", "result", "created"])


def store_response(row: IdempotencyKey, status: int, body: Any) -> None:
    """Store the response of a complete request, unless it's already stored."""
    IdempotencyKey.objects.filter(pk=row.pk, status=None).update(status=status, body=body)
    row.refresh_from_db()


def idempotent(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that submitting its form again redirects to the same page instead of acting twice.

    The decorator has no effect for an unknown visitor. If such a visitor's first response was lost, so was the cookie
    that would identify them.
    """

    @wraps(view)
    def respond_once(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        key, person = compute_form_fingerprint(request), request.person
        if not key or not person:
            return view(request, *args, **kwargs)
        row, is_mine = claim_key(person, key, FORM_LIFETIME)
        if not is_mine:
            return redirect(str(row.result))
        try:
            response = view(request, *args, **kwargs)
        except BaseException:
            release_key(row)
            raise
        if location := response.get("Location"):
            complete_key(row, location)
        else:
            release_key(row)
        return response

    return respond_once


def delete_expired_keys() -> None:
    """Delete idempotency keys that are too old to be used anymore."""
    IdempotencyKey.objects.filter(created__lt=timezone.now() - KEY_LIFETIME).delete()

"""What is made once, though it is sent twice: its answer was lost, or a button was pressed again."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest as AnyRequest
from django.http import HttpResponse
from django.shortcuts import redirect

from core.people import person_of
from core.people.requests import HttpRequest

LASTS = 60
"""Seconds for which it is known what came of a form."""
PATIENCE = 10.0
"""Seconds that the second of two waits for what comes of the first."""


def known_by(request: AnyRequest) -> str:
    """What a form is known by that is sent again by the same page; "" if no page has sent one.

    A page's forms have a token that is new for each page and good in one browser alone.
    """
    if request.method != "POST" or "csrfmiddlewaretoken" not in request.POST:
        return ""
    return hashlib.sha256(f"{request.get_full_path()} {request.POST.urlencode()}".encode()).hexdigest()


def once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a form that makes something, or takes something away, and leads on lead there again if it is sent again.

    Not for a visitor whom nobody knows yet: with the answer, what made them known was lost as well.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form, person = known_by(request), person_of(request)
        if not form or not person:
            return view(request, *args, **kwargs)
        key = f"once:{person.pk}:{form}"
        if not cache.add(key, "", LASTS) and (made := _awaited(key)):
            return redirect(made)
        made = ""
        try:
            found = view(request, *args, **kwargs)
            made = found.get("Location", "")
            return found
        finally:
            if made:
                cache.set(key, made, LASTS)
            else:
                cache.delete(key)

    return answer


def _awaited(key: str) -> str | None:
    """Where what the first has made is; None if that came to nothing."""
    end = time.monotonic() + PATIENCE
    while (made := cache.get(key)) == "" and time.monotonic() < end:
        time.sleep(0.1)
    found: str | None = made
    return found

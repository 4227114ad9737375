"""Decorators for views, and for what they ask more than once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.views.decorators.http import require_http_methods

T = TypeVar("T")

require_form = require_http_methods(["GET", "HEAD", "POST"])
"""For a page with a form that's sent back to it."""


def once_per_request(function: Callable[..., T]) -> Callable[..., T]:
    """Remember what a function returns for a request and its other arguments, until the request is answered."""

    @wraps(function)
    def remembered(request: Any, *args: Any) -> T:
        results: dict[tuple[Any, ...], T] = request.__dict__.setdefault("_once", {})
        key = (function, *args)
        if key not in results:
            results[key] = function(request, *args)
        return results[key]

    return remembered

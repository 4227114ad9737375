"""Answers that are drawn once of plain things: the pages that people look at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers

from core.http.htmx import HtmxRequest, wants_part
from core.templatetags.drawing import NOTHING, TOKEN, Kept, drawn_page, filled


@dataclass(frozen=True)
class Said:
    """A message as a page shows it."""

    level_tag: str
    message: str


def answer(
    request: HtmxRequest,
    template: str,
    context: Mapping[str, Any],
    part: str = "",
    status: int = 200,
    of: Kept = NOTHING,
) -> HttpResponse:
    """A page, or its `part` if htmx asks for something smaller, drawn of its context, and remembered by that.

    All that is in the context is plain, but for what its marks are filled in from (`drawing.FOR_NOW`); what many are
    drawn of may be given beside it, as `of`. Raises MayChange where something else may change, and NotGiven where the
    page asks for more.
    """
    whole = not (part and wants_part(request))
    frame = {"visitor": request.visitor(), "messages": _messages(request)} if whole else {}
    drawing = drawn_page(template if whole else f"{template}#{part}", {**context, **frame}, of)
    token = get_token(request) if TOKEN in drawing[1::2] else ""
    response = HttpResponse(filled(drawing, {**of, **context, "request": request}, token), status=status)
    if part:
        patch_vary_headers(response, ["HX-Request"])
    return response


def _messages(request: HtmxRequest) -> tuple[Said, ...]:
    return tuple(Said(one.level_tag, str(one.message)) for one in get_messages(request))

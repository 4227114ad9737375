"""Reading what programs send: JSON of a bounded size and depth, and parameters of an address."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

from django.http import HttpRequest
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from core.api.errors import Problem
from core.http.strict_json import NotPlain, plain_json

MOST_BYTES = 256 * 1024
PATIENCE = 8 * 1024 * 1024
"""So much of a body that is too large is read and thrown away, so that the sender gets to hear why."""
PIECE = 64 * 1024


class JsonParser(BaseParser):
    """JSON that is small enough, flat enough, and made of text that can be stored."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_json(read_body(stream))


class JsonAlone(DefaultContentNegotiation):
    """There is one kind of answer; who takes anything, or just that, need not be asked twice."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json"):
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


def read_body(stream: IO[bytes] | HttpRequest) -> bytes:
    """All there is to read, if it is not too much."""
    body = stream.read(MOST_BYTES + 1)
    if len(body) <= MOST_BYTES:
        return body
    left = PATIENCE
    while left > 0 and (piece := stream.read(PIECE)):
        left -= len(piece)
    raise Problem("too-large", f"The body is larger than {MOST_BYTES // 1024} KB.")


def unchunk(request: HttpRequest) -> None:
    """Let a body without a length be read as one with a length; Django would take it for an empty one."""
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower() and not request.META.get("CONTENT_LENGTH"):
        body = read_body(request.META["wsgi.input"])
        request._stream = BytesIO(body)
        request.META["CONTENT_LENGTH"] = str(len(body))


def read_json(text: bytes | str) -> Any:
    """The JSON of a text."""
    try:
        return plain_json(text)
    except NotPlain as error:
        raise Problem("malformed", str(error)) from None


def whole_number(request: HttpRequest, name: str, usual: int, low: int, high: int) -> int:
    """A whole number from the address."""
    text = request.GET.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise Problem("malformed", f"“{name}” is a whole number from {low} to {high}.")
    return int(text)

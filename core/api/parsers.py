"""Parses what API clients send: JSON of limited size and depth, and numbers in the query string."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

from django.http import HttpRequest
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from core.api.errors import Problem
from core.http.strict_json import InvalidJson, parse_json

MOST_BYTES = 256 * 1024
PATIENCE = 8 * 1024 * 1024
"""The maximum number of bytes of an oversized body to read and discard, so that the client can read the error."""
PIECE = 64 * 1024


class JsonParser(BaseParser):
    """A parser for JSON of limited size and depth, with text that the database can store."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_json(read_body(stream))


class JsonOnlyNegotiation(DefaultContentNegotiation):
    """Content negotiation for a single renderer. It skips DRF's parsing for the two most common Accept headers."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json"):
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


def read_body(stream: IO[bytes] | HttpRequest) -> bytes:
    """Read a whole request body. Raises Problem if it's too large."""
    body = stream.read(MOST_BYTES + 1)
    if len(body) <= MOST_BYTES:
        return body
    left = PATIENCE
    while left > 0 and (piece := stream.read(PIECE)):
        left -= len(piece)
    raise Problem("too-large", f"The body is larger than {MOST_BYTES // 1024} KB.")


def buffer_chunked_body(request: HttpRequest) -> None:
    """Buffer a chunked body and set its length. Without a length, Django would treat the body as empty."""
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower() and not request.META.get("CONTENT_LENGTH"):
        body = read_body(request.META["wsgi.input"])
        request._stream = BytesIO(body)
        request.META["CONTENT_LENGTH"] = str(len(body))


def read_json(text: bytes | str) -> Any:
    """Parse JSON text. Raises Problem if it isn't valid JSON or exceeds the limits, such as the limit of depth."""
    try:
        return parse_json(text)
    except InvalidJson as error:
        raise Problem("malformed", str(error)) from None


def parse_integer_parameter(request: HttpRequest, name: str, usual: int, low: int, high: int) -> int:
    """Return a query parameter as a whole number from `low` to `high`, or `usual` if it's missing.

    Raises Problem if it isn't such a number.
    """
    text = request.GET.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise Problem("malformed", f"“{name}” must be a whole number from {low} to {high}.")
    return int(text)

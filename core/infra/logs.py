"""What the log says of requests, and what it never says: keys of reset links, invitations, tokens, sessions."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest
from django_structlog import middlewares

PLAIN = {"code", "slug", "game", "lesson", "number", "digest", "clause"}
"""Parts of an address that open nothing, by their name in the URLs; every other part is told by its name alone."""

PART = re.compile(r"<(?:[a-z]+:)?(\w+)>")
_NAME = r"(?=\w*csrf)\w*token|\w*(?:sessionid|password\d?)|\w*secret\w*"
SECRETS = (
    (re.compile(r"(/(?:join|invite|key|confirm-email)/)[^/\s\"'\\?&#]+"), r"\1…"),
    (re.compile(r"(?<![^\s\"'\\?])(?=[^\s\"'\\?]*\?)([^\s\"'\\?]*/[^\s\"'\\?]*)\?[^\s\"'\\]+"), r"\1?…"),
    (re.compile(r"\b(Token|Bearer) +[^\s\"'\\,;]+", re.IGNORECASE), r"\1 …"),
    (re.compile(rf"\b(?=\w+=)({_NAME})=[^\s\"'\\,;&]+", re.IGNORECASE), r"\1=…"),
    (re.compile(r"(\b[a-z]+://[^\s:/@\"'\\]*):[^\s@/\"'\\]+@"), r"\1:…@"),
    (re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}(?![A-Za-z0-9])"), "…"),
)
"""What gives a secret away in a line, and what is written instead; last, any long word of letters and digits.

A line can hold text from outside, such as a header, so each takes time that grows with its length and no faster.
"""


class RequestMiddleware(middlewares.RequestMiddleware):
    """Tells which address was asked for, by what the URLs call it; never the query."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        found = request.resolver_match
        if not found:
            return f"{request.method} …"
        values = {name: str(value) for name, value in found.kwargs.items() if name in PLAIN}
        address = PART.sub(lambda part: values.get(part[1], f"<{part[1]}>"), found.route)
        return f"{request.method} /{address}"


def clean(logger: Any, method: str, line: str) -> str:
    """The last step before a line is written: whatever it holds, and wherever it comes from."""
    for secret, instead in SECRETS:
        line = secret.sub(instead, line)
    return line

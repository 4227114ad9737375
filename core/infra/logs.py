"""Logs requests without secrets: no keys of reset links, invitations, tokens, or sessions."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest
from django_structlog import middlewares

PLAIN = {"code", "slug", "game", "lesson", "number", "digest", "clause"}
"""Names of URL parameters whose values aren't secret. Of all others, only the name is logged."""

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
"""Patterns of secrets in a log line, with their replacements. The last one is any long word of letters and digits.

A line can contain untrusted text, such as a header, so each pattern takes time linear in the line's length.
"""


class RequestMiddleware(middlewares.RequestMiddleware):
    """Logs a request with its URL pattern, and not with its URL, which can have secrets.

    The values of harmless URL parameters (PLAIN) are logged, but never the query string.
    """

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        found = request.resolver_match
        if not found:
            return f"{request.method} …"
        values = {name: str(value) for name, value in found.kwargs.items() if name in PLAIN}
        address = PART.sub(lambda part: values.get(part[1], f"<{part[1]}>"), found.route)
        return f"{request.method} /{address}"


def remove_secrets(logger: Any, method: str, line: str) -> str:
    """Remove secrets from a finished log line. This is the last log processor."""
    for secret, instead in SECRETS:
        line = secret.sub(instead, line)
    return line

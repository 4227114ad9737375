"""Tokens as JSON, for the API and for a person's data export."""

from __future__ import annotations

from typing import Any

from core.api.models import Token
from core.http.time_zone import format_utc
from core.people.models import Person


def token_json(token: Token) -> dict[str, Any]:
    """Return a token as JSON for its owner, without its secret text."""
    return {
        "code": token.code,
        "name": token.name,
        "scopes": token.scopes,
        "read_only": token.read_only,
        "made": format_utc(token.created),
        "expires": format_utc(token.expiry),
    }


def export_tokens(person: Person) -> list[dict[str, Any]]:
    """Return a person's tokens as JSON."""
    return [token_json(token) for token in Token.kept.active_for(person.user)] if person.user else []

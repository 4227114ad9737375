"""Tokens as JSON, for the API and for a person's data export."""

from __future__ import annotations

from typing import Any

from core.api.models import Token
from core.people.models import Person


def token_json(token: Token) -> dict[str, Any]:
    """Return a token as JSON for its owner, without its secret text."""
    return {
        "code": token.code,
        "name": token.name,
        "scopes": token.scopes,
        "read_only": token.read_only,
        "made": token.created.isoformat(),
        "expires": token.expiry.isoformat() if token.expiry else None,
    }


def export_tokens(person: Person) -> list[dict[str, Any]]:
    """Return a person's tokens as JSON."""
    return [token_json(token) for token in Token.kept.active_for(person.user)] if person.user else []

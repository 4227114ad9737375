"""Token authentication for API requests, and permissions based on the tokens' scopes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework import exceptions
from rest_framework.authentication import get_authorization_header
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from core.api.errors import Problem
from core.people import get_user_person
from core.people.models import Person

if TYPE_CHECKING:
    from core.api.models import Token


class TokenAuthentication(KnoxAuthentication):
    """Authentication by `Authorization: Bearer …` or `Token …`. Any other text in that header is an error."""

    def authenticate(self, request: HttpRequest) -> Any:
        words = get_authorization_header(cast(Request, request)).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() not in (b"bearer", b"token"):
            raise exceptions.AuthenticationFailed("Send your token in a header of the form “Authorization: Bearer …”.")
        return self.authenticate_credentials(words[1])

    def authenticate_header(self, request: HttpRequest) -> str:
        return "Bearer"

    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)


class OpenApiTokenScheme(OpenApiAuthenticationExtension):
    target_class = "core.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API token. You can create one at /me/tokens/."}

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        """Return the token scopes that an operation needs, as an OpenAPI security requirement."""
        return {self.name: list(auto_schema.view.get_required_scopes(auto_schema.method))}


class HasScope(BasePermission):
    """Permission for tokens that have all scopes of the view, and that can write if the request changes something.

    Raises NotAuthenticated without a token, and Problem if a scope is missing or the token is read-only.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.auth:
            raise exceptions.NotAuthenticated
        token = cast("Token", request.auth)
        lacking = [scope for scope in view.get_required_scopes(request.method) if scope not in token.scopes]
        if lacking:
            raise Problem(
                "scope.missing", f"This operation requires a token with the scope “{lacking[0]}”.", scope=lacking[0]
            )
        if token.read_only and request.method not in SAFE_METHODS:
            raise Problem("scope.read-only", "You can’t change anything with this token, because it’s read-only.")
        return True


def find_authorized_person(header: str, scope: str) -> Person | None:
    """Return the person whose token is in an Authorization header, or None if the token can't read in this scope.

    Also returns None for an invalid token.
    """
    request = HttpRequest()
    request.META["HTTP_AUTHORIZATION"] = header
    try:
        user, token = TokenAuthentication().authenticate(request)
    except exceptions.AuthenticationFailed:
        return None
    return get_user_person(user) if token.allows_scope(scope, write=False) else None

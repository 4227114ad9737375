"""How accounts behave here, where allauth would do otherwise."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from core.errors import too_many
from core.people.registry import homes
from core.people.visit import person_of_user


class AccountAdapter(DefaultAccountAdapter):
    """Counts wrong passwords by account and address together.

    By account alone, anybody could lock somebody out; by address alone, a class would lock itself out.
    """

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{get_ip(request)}:{super()._get_login_attempts_cache_key(request, **credentials)}"

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where somebody finds what they came for, or the usual page."""
        person = person_of_user(request.user)
        return next((url for find in homes if (url := find(person))), super().get_login_redirect_url(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as refused:
            raise ImmediateHttpResponse(too_many(request, minutes=settings.WRONG_PASSWORDS_MINUTES)) from refused

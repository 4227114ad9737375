"""The account adapter, which changes some of allauth's defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from core.http.error_views import too_many_requests
from core.http.untrusted_text import normalize_for_comparison
from core.people.identity import get_user_person
from core.people.person_data import person_data
from variants.allauth_internals import get_ip


class AccountAdapter(DefaultAccountAdapter):
    """Changes some of allauth's defaults for signing in, such as how usernames are compared.

    Wrong passwords are limited per account and IP address together. If they were counted only per account, anyone could
    lock a user out. If they were counted only per address, a class could lock itself out.
    """

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Normalize a new username: lowercase, with letters of normal width.

        Raises ValidationError if the username is taken, regardless of case or letter width.
        """
        cleaned: str = super().clean_username(normalize_for_comparison(username), shallow)
        return cleaned

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user with this username and password, or None.

        In the username, full-width letters and capitals count as plain lowercase letters.
        """
        typed = credentials.get("username", "")
        user: AbstractBaseUser | None = super().authenticate(request, **self._normalize_credentials(credentials))
        if user is None and typed != normalize_for_comparison(typed) and User.objects.filter(username=typed).exists():
            # This account is older than another one with the same letters, and was left as it is.
            user = super().authenticate(request, **credentials)
        return user

    def _normalize_credentials(self, credentials: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: normalize_for_comparison(value) if name == "username" else value
            for name, value in credentials.items()
        }

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{get_ip(request)}:{super()._get_login_attempts_cache_key(request, **credentials)}"

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the page after signing in.

        An app can choose the page, such as a student's assignments. Otherwise, it's allauth's default.
        """
        person = get_user_person(request.user)
        usual = super().get_login_redirect_url(request)
        return next((url for data in person_data if (url := data.get_url_after_login(person))), usual)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as refused:
            raise ImmediateHttpResponse(
                too_many_requests(request, minutes=settings.WRONG_PASSWORDS_MINUTES)
            ) from refused

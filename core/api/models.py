"""The model of API tokens, with which programs use the API on behalf of an account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from knox.models import AbstractAuthToken

from core.people.models import new_code

SCOPES = {
    "play": "Create tables, take a seat, see what your seat sees, and make moves.",
    "practice": "Create puzzles, answer them, and see your results.",
    "learn": "Read and save your progress in a course.",
    "rules": "Save house rules, and list them.",
    "class:read": "Read your classes, their students, and their results.",
    "class:write": "Create classes, add and remove students, and assign work.",
    "puzzle:write": "Build puzzles, collect them, write lessons, and publish them.",
}
LIFETIMES = {"7": "a week", "30": "a month", "90": "three months", "365": "a year"}
MOST_TOKENS = 20


class TokenQuerySet(models.QuerySet["Token"]):
    def active_for(self, user: Any) -> TokenQuerySet:
        """Return an account's tokens that haven't expired, newest first."""
        return self.filter(user=user, expiry__gt=timezone.now()).order_by("-created")


class Token(AbstractAuthToken):
    """An API token with a name, scopes, and an expiry. Only a digest of its secret text is stored."""

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    read_only = models.BooleanField(default=False)

    kept = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.scopes)})"

    @classmethod
    def create_with_secret(
        cls, user: Any, name: str, scopes: Iterable[str], days: int, read_only: bool = False
    ) -> tuple[Token, str]:
        """Create a token, and return it with its secret text, which can't be retrieved later."""
        made: tuple[Token, str] = cls.objects.create(
            user, expiry=timedelta(days=days), name=name, scopes=sorted(scopes), read_only=read_only
        )
        return made

    def allows_scope(self, scope: str, write: bool) -> bool:
        """Return whether this token allows reading in a scope, or writing if `write`."""
        return scope in self.scopes and not (write and self.read_only)

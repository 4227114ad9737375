"""Tokens for programs, and answers that are given again when a request is repeated."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from knox.models import AbstractAuthToken

from core.people.models import Person, new_code

SCOPES = {
    "play": "Set up tables, sit down, look at your own seat's view, move.",
    "practice": "Make puzzles, answer them, see how you fare.",
    "learn": "Read and note how far you have come in a course.",
    "rules": "Keep house rules in your list, and read the list.",
    "class:read": "Read your classes, their pupils and their results.",
    "class:write": "Make classes, take pupils in and out, give them things to do.",
    "puzzle:write": "Build puzzles, collect them, write lessons, and publish them.",
}
LIFETIMES = {"7": "a week", "30": "a month", "90": "three months", "365": "a year"}
MOST_TOKENS = 20
KEPT = timedelta(days=2)
"""How long an answer is kept for a request that is sent again."""


class TokenQuerySet(models.QuerySet["Token"]):
    def of(self, user: Any) -> TokenQuerySet:
        """An account's tokens that have not expired, newest first."""
        return self.filter(user=user, expiry__gt=timezone.now()).order_by("-created")


class Token(AbstractAuthToken):
    """A key for a program: named, for some scopes, expiring, revocable. Only a digest of it is stored."""

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    read_only = models.BooleanField(default=False)

    kept = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.scopes)})"

    @classmethod
    def grant(
        cls, user: Any, name: str, scopes: Iterable[str], days: int, read_only: bool = False
    ) -> tuple[Token, str]:
        """A new token and its secret text, which nobody can read again."""
        made: tuple[Token, str] = cls.objects.create(
            user, expiry=timedelta(days=days), name=name, scopes=sorted(scopes), read_only=read_only
        )
        return made

    def may(self, scope: str, write: bool) -> bool:
        """Whether this token is good for a scope."""
        return scope in self.scopes and not (write and self.read_only)


class Answer(models.Model):
    """What came of a request with an idempotency key.

    `made` is stored with what it made, in one transaction: of two such requests at once, one makes it and the other
    finds it. What was answered, `status` and `body`, follows; whoever finds it missing says it anew from `made`.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="api_answers")
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=64)
    made = models.JSONField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="key_is_used_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status or 'not answered yet'}"

    @classmethod
    def once(
        cls,
        person: Person,
        key: str,
        asked: str,
        make: Callable[..., Any],
        prepare: Callable[[], Any] | None = None,
    ) -> tuple[Answer, bool]:
        """The answer under a key, and whether this request was the one that made something.

        What `prepare` returns, while nothing is locked, `make` gets. If either fails, nothing is stored and the key is
        free again.
        """
        cls.objects.filter(person=person, at__lt=timezone.now() - KEPT).delete()
        if known := cls.objects.filter(person=person, key=key).first():
            return known, False
        prepared = prepared_by(prepare)
        with transaction.atomic():
            answer, new = cls.objects.get_or_create(person=person, key=key, defaults={"asked": fingerprint(asked)})
            if new:
                answer.made = make(*prepared)
                answer.save(update_fields=["made"])
        return answer, new

    def fits(self, asked: str) -> bool:
        """Whether this is the request that the key came with at first."""
        return self.asked == fingerprint(asked)

    def fill(self, status: int, body: Any) -> None:
        """Keep what was answered, unless it is kept already."""
        type(self).objects.filter(pk=self.pk, status=None).update(status=status, body=body)
        self.refresh_from_db()


def prepared_by(prepare: Callable[[], Any] | None) -> tuple[Any, ...]:
    """Return the arguments of a `make`: what its `prepare` returns, or none."""
    return (prepare(),) if prepare else ()


def fingerprint(text: str) -> str:
    """A digest of a request."""
    return hashlib.sha256(text.encode()).hexdigest()

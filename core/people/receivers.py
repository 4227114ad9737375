"""Signal receivers that merge a visitor into an account, and that normalize usernames.

A visitor's data moves into a new account, but into an existing account only if the reader says so at login.
"""

from collections.abc import Iterable
from typing import Any

import structlog
from allauth.account.signals import user_signed_up
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver

from core.http.untrusted_text import normalize_for_comparison
from core.people.identity import KEY
from core.people.models import Person
from core.people.requests import HttpRequest

logger = structlog.get_logger(__name__)


@receiver(pre_save, sender=User)
def normalize_username(
    sender: type[User], instance: User, raw: bool = False, update_fields: Iterable[str] | None = None, **kwargs: Any
) -> None:
    """Convert a username to lowercase and normal letter width before it's saved, so that no two look the same.

    An existing account keeps its username if another account already has the converted one.
    """
    folded = normalize_for_comparison(instance.username)
    if raw or folded == instance.username or (update_fields is not None and "username" not in update_fields):
        return
    if instance._state.adding or not User.objects.filter(username=folded).exists():
        instance.username = folded


@receiver(user_signed_up)
def merge_visitor_into_account(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Connect the visitor who used this browser with the user's account.

    The visitor becomes the account's person, or is merged into the account's existing person. If that fails, the
    account and the login remain valid, and the session keeps the visitor for the next login.
    """
    pk = request.session.get(KEY)
    if not pk:
        return
    try:
        _assign_or_merge_visitor(pk, user)
    except Exception:
        logger.exception("merge_failed", person=pk, user=user.pk)
    else:
        del request.session[KEY]


@receiver(user_logged_out)
def keep_visitor_after_logout(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """After a logout, let this browser belong to the same visitor again as before the login (see PersonMiddleware)."""
    if user:  # deleting a visitor logs out too, and must leave nothing behind
        request.visitor_stays = request.session.get(KEY)


def _assign_or_merge_visitor(pk: int, user: User) -> None:
    with transaction.atomic():
        visitor = Person.objects.select_for_update().filter(pk=pk, user=None).first()
        account = Person.objects.filter(user=user).first()
        if visitor and account:
            visitor.merge_into(account)
        elif visitor:
            visitor.user = user
            visitor.save(update_fields=["user"])

"""When somebody logs in or signs up, what they did as a visitor comes along."""

from typing import Any

import structlog
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from core.people.models import Person
from core.people.visit import KEY

logger = structlog.get_logger(__name__)


@receiver(user_logged_in)
def bring_along(sender: Any, request: HttpRequest | None, user: AbstractBaseUser, **kwargs: Any) -> None:
    """The visitor becomes the account's person or, if it has one, is merged into it.

    If that fails, the login still holds, and the session keeps the visitor for the next one.
    """
    session = getattr(request, "session", None)
    pk = session.get(KEY) if session is not None else None
    if not pk:
        return
    try:
        _merge(pk, user)
    except Exception:
        logger.exception("merge_failed", person=pk, user=user.pk)
    else:
        del session[KEY]


def _merge(pk: int, user: AbstractBaseUser) -> None:
    with transaction.atomic():
        visitor = Person.objects.select_for_update().filter(pk=pk, user=None).first()
        account = Person.objects.filter(user=user).first()
        if visitor and account:
            visitor.merge_into(account)
        elif visitor:
            visitor.user = user
            visitor.save(update_fields=["user"])

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from core.people.models import Person


class ApiConfig(AppConfig):
    name = "core.api"
    label = "api"
    verbose_name = "Programs"

    def ready(self) -> None:
        from core import people
        from core.api import tokens

        people.on_authorization(person_of_authorization)
        people.on_export("tokens", tokens.export_tokens)


def person_of_authorization(header: str, scope: str) -> Person | None:
    """Loaded when somebody asks: background work never does, and what it loads is 20 MB and a quarter of a second."""
    from core.api import auth

    return auth.person_of_authorization(header, scope)

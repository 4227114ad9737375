"""Who may watch a table change, and its version: what `core.live` asks."""

from __future__ import annotations

from collections.abc import Iterable

from core.live import LiveRequest
from core.people import person_of_authorization, person_of_session
from core.play.models import Table


def may_watch(request: LiveRequest) -> bool:
    """Those who may look at the table: by their session, or a program by its token."""
    if request.authorization:
        person = person_of_authorization(request.authorization, "play")
    else:
        person = person_of_session(request.session_key) if request.session_key else None
    return Table.objects.known_to(person).filter(code=request.ident).exists()


def versions(codes: Iterable[str]) -> dict[str, int]:
    """The versions of these tables, by code."""
    return dict(Table.objects.filter(code__in=list(codes)).values_list("code", "version"))

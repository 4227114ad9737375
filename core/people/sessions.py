"""Sessions in the database. Every page asks for one, so they are asked for in plain SQL."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from core.sql import read


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Any:
        found = next(iter(read(self.model, "session_key = %s", [self.session_key])), None)
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

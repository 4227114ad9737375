"""Times as the API and files of one's own data give them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from core.http.time_zone import format_utc

NOON = datetime(2026, 3, 1, 12, 0, 5, tzinfo=UTC)


@pytest.mark.parametrize("offset", [-11, 0, 2, 14])
def test_a_moment_is_given_in_utc_with_a_z(offset: int) -> None:
    moment = NOON.astimezone(timezone(timedelta(hours=offset)))
    assert format_utc(moment) == "2026-03-01T12:00:05Z"
    assert datetime.fromisoformat(format_utc(moment + timedelta(microseconds=7)) or "") > moment


def test_no_moment_is_no_text() -> None:
    assert format_utc(None) is None

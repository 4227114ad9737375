"""The reader's time zone, and dates in it."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone

TIME_ZONE_COOKIE = "time_zone"
"""The cookie where a page's script stores the name of the browser's time zone, such as Europe/Berlin."""


def get_time_zone(request: HttpRequest) -> tzinfo:
    """Return the time zone of the browser that sent the request, or UTC if it hasn't sent one."""
    return parse_time_zone(request.COOKIES.get(TIME_ZONE_COOKIE, ""))


def parse_time_zone(name: str) -> tzinfo:
    """Return the time zone with this name, or UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def format_utc(moment: datetime | None) -> str | None:
    """Format a time in UTC according to RFC 3339, such as “2026-03-01T18:30:00Z”. None stays None."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat()}Z" if moment else None


def get_local_date(moment: datetime, zone: tzinfo) -> date:
    """Return the date of a moment in a time zone."""
    return moment.astimezone(zone).date()


def describe_days_ago(moment: datetime, zone: tzinfo) -> str:
    """Return how many days ago a moment was, in words: “today”, “yesterday”, “3 days ago”."""
    days = (get_local_date(timezone.now(), zone) - get_local_date(moment, zone)).days
    return {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")

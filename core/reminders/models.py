"""The email reminders that users have asked for. Nobody gets any without asking."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.signing import BadSignature, Signer
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from core.http.time_zone import format_utc, parse_time_zone

SIGNER = Signer(salt="reminders")


class ReminderSettings(models.Model):
    """A user's choice of email reminders: which kinds, and the hour of the daily email.

    `site_url` is the scheme and host that the user knows the site by. Tables that haven't changed since
    `reminded_until` cause no reminder, so that the user gets only one email per turn. `last_day` is the day of the last
    daily reminder, in the user's time zone.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminders")
    turns = models.BooleanField(default=False)
    daily_puzzle = models.BooleanField(default=False)
    reviews = models.BooleanField(default=False)
    hour = models.PositiveSmallIntegerField(default=9, validators=[MaxValueValidator(23)])
    time_zone = models.CharField(max_length=60, blank=True)
    site_url = models.CharField(max_length=300)
    reminded_until = models.DateTimeField(default=timezone.now)
    last_day = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "reminder settings"

    def __str__(self) -> str:
        return f"reminders for {self.user}"

    @property
    def local_time(self) -> datetime:
        """The current time in the user's time zone."""
        return timezone.now().astimezone(parse_time_zone(self.time_zone))

    @property
    def stop_url(self) -> str:
        """The absolute URL of the page that turns off all reminders, without signing in."""
        return self.site_url + reverse("reminders:stop", args=[SIGNER.sign(str(self.pk))])

    @classmethod
    def load_signed(cls, token: str) -> ReminderSettings | None:
        """Return the settings for the signed token in an email's link, or None if the token is invalid."""
        try:
            return cls.objects.filter(pk=SIGNER.unsign(token)).first()
        except (BadSignature, ValueError):
            return None

    def turn_off(self) -> None:
        """Turn off all reminders."""
        self.turns = self.daily_puzzle = self.reviews = False
        self.save(update_fields=["turns", "daily_puzzle", "reviews"])

    def export(self) -> dict[str, Any]:
        """Return the reminder settings as JSON, for the export of a person's data."""
        return {
            "turns": self.turns,
            "daily_puzzle": self.daily_puzzle,
            "reviews": self.reviews,
            "hour": self.hour,
            "time_zone": self.time_zone,
            "reminded_until": format_utc(self.reminded_until),
            "last_day": self.last_day and self.last_day.isoformat(),
        }


def get_confirmed_email(user: User | AnonymousUser) -> str:
    """Return the user's confirmed email address, or "" if there is none."""
    if not user.is_authenticated:
        return ""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return confirmed.email if confirmed else ""

"""What belongs to the house as a whole."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """When the clock of the background work last ticked; one row."""

    name = models.CharField(max_length=20, primary_key=True, default="beat")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"

    @classmethod
    def beat(cls) -> None:
        cls.objects.update_or_create(name="beat", defaults={"at": timezone.now()})

    @classmethod
    def age(cls) -> timedelta | None:
        """How long ago the clock ticked; None if it never did."""
        at = cls.objects.filter(name="beat").values_list("at", flat=True).first()
        return timezone.now() - at if at else None

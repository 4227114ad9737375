"""What belongs to the house as a whole."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """The time at which a queue's worker last heard the clock of the background work; one row for each queue."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"

    @classmethod
    def beat(cls, name: str) -> None:
        cls.objects.update_or_create(name=name, defaults={"at": timezone.now()})

    @classmethod
    def age(cls, name: str) -> timedelta | None:
        """Return how long ago a queue's worker heard the clock; None if it never did.

        It's below zero if this machine's clock has been set back since.
        """
        at = cls.objects.filter(name=name).values_list("at", flat=True).first()
        return timezone.now() - at if at else None

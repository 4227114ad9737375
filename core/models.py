"""Models for the whole site: heartbeats of workers, and idempotency keys."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """The time when a queue's worker last ran the periodic heartbeat task. There's one row per queue."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"

    @classmethod
    def record_heartbeat(cls, name: str) -> None:
        cls.objects.update_or_create(name=name, defaults={"at": timezone.now()})

    @classmethod
    def get_heartbeat_age(cls, name: str) -> timedelta | None:
        """Return how long ago a queue's worker ran the heartbeat task, or None if it never has.

        The value is negative if this machine's clock has been set back since.
        """
        at = cls.objects.filter(name=name).values_list("at", flat=True).first()
        return timezone.now() - at if at else None


class IdempotencyKey(models.Model):
    """A request that might be sent again, and its result. There's one row per key and person (or unknown visitor).

    `request` is a digest of the request, so that a key isn't used for a different one. `attempt` increases when a
    request takes over from one that died. `result` is the JSON result, and `status` and `body` are the response, if
    it's stored. `core.http.idempotency` uses these rows.
    """

    person = models.ForeignKey(
        "people.Person", on_delete=models.CASCADE, null=True, blank=True, related_name="idempotency_keys"
    )
    key = models.CharField(max_length=80)
    request = models.CharField(max_length=64, blank=True, default="")
    attempt = models.PositiveIntegerField(default=1)
    is_complete = models.BooleanField(default=False)
    result = models.JSONField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="key_is_used_once"),
            models.UniqueConstraint(fields=["key"], condition=models.Q(person=None), name="key_of_nobody_is_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.key}, {'complete' if self.is_complete else 'in progress'}"

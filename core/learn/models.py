"""How far somebody has come in a course."""

from __future__ import annotations

from django.db import models

from core.people.models import Person


class StepDoneQuerySet(models.QuerySet["StepDone"]):
    def of(self, person: Person | None, *games: str) -> StepDoneQuerySet:
        """The steps of these games that this person (None: nobody yet) has done."""
        return self.filter(person=person, game__in=games) if person else self.none()


class StepDone(models.Model):
    """A step of a lesson that a person has done; `unaided` if no hint was asked for and nothing was refused before."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="steps_done")
    game = models.SlugField(max_length=40)
    lesson = models.SlugField(max_length=60)
    step = models.PositiveSmallIntegerField()
    unaided = models.BooleanField(default=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = StepDoneQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game", "lesson", "step"], name="step_done_once")]
        verbose_name_plural = "steps done"

    def __str__(self) -> str:
        return f"{self.person}: {self.game} {self.lesson} {self.step}"


def move_progress(old: Person, new: Person) -> None:
    """Give one person's steps to another, who keeps what both have done."""
    done = set(StepDone.objects.filter(person=new).values_list("game", "lesson", "step"))
    for step in StepDone.objects.filter(person=old):
        if (step.game, step.lesson, step.step) not in done:
            step.person = new
            step.save(update_fields=["person"])


def export_progress(person: Person) -> list[dict[str, object]]:
    """What is kept of this person's learning, as JSON."""
    return list(StepDone.objects.filter(person=person).order_by("at").values("game", "lesson", "step", "unaided"))

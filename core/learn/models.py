"""How far somebody has come in a course."""

from __future__ import annotations

from typing import Any

from django.db import models

from core.people.models import Person
from games.engine.game import Game
from games.engine.options import Options


class StepDoneQuerySet(models.QuerySet["StepDone"]):
    def of(self, person: Person | None, *games: str) -> StepDoneQuerySet:
        """The steps of these games that this person (None: nobody yet) has done."""
        return self.filter(person=person, game__in=games) if person else self.none()


class StepDone(models.Model):
    """A step of a lesson that a person has done, and by which house rules; it is done by any others too.

    `step` is the id that lasts, `rules` their digest; `unaided` if no hint was asked for and nothing was refused.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="steps_done")
    game = models.SlugField(max_length=40)
    step = models.SlugField(max_length=80)
    rules = models.CharField(max_length=16, default="")
    unaided = models.BooleanField(default=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = StepDoneQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game", "step", "rules"], name="step_done_once")]
        verbose_name_plural = "steps done"

    def __str__(self) -> str:
        return f"{self.person}: {self.game} {self.step}"

    @classmethod
    def listed(cls, person: Person, *games: str) -> list[tuple[str, str]]:
        """Return the steps of these games that a person has done, as game and step, the oldest first."""
        return list(cls.objects.of(person, *games).order_by("at", "pk").values_list("game", "step"))

    @classmethod
    def note(cls, person: Person, game: Game[Any], options: Options, step: str, unaided: bool) -> None:
        """Note that somebody has done a step by these house rules. The first time counts."""
        key = {"person": person, "game": game.slug, "step": step, "rules": options.digest()}
        cls.objects.get_or_create(**key, defaults={"unaided": unaided})


def move_progress(old: Person, new: Person) -> None:
    """Give one person's steps to another, who keeps what both have done."""
    done = set(StepDone.objects.filter(person=new).values_list("game", "step", "rules"))
    for step in StepDone.objects.filter(person=old):
        if (step.game, step.step, step.rules) not in done:
            step.person = new
            step.save(update_fields=["person"])


def export_progress(person: Person) -> list[dict[str, object]]:
    """What is kept of this person's learning, as JSON."""
    done = StepDone.objects.filter(person=person).order_by("at")
    return [dict(row) for row in done.values("game", "step", "rules", "unaided")]

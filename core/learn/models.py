"""The lesson steps that people have completed."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.dispatch import receiver
from django.utils import timezone

from core.people.models import Person
from core.people.signals import person_merged
from games.engine.game import Game
from games.engine.options import Options


class StepDoneQuerySet(models.QuerySet["StepDone"]):
    def done_by(self, person: Person | None, *games: str) -> StepDoneQuerySet:
        """Return the steps of these games that a person has completed, or an empty queryset if `person` is None.

        Steps completed before the person last started the game's course over are left out, except those of custom
        lessons.
        """
        return self.filter(person=person, game__in=games, is_current=True) if person else self.none()


class StepDone(models.Model):
    """A lesson step that a person has completed, and the house rules used. It counts as completed under any rules.

    `step` is the step's permanent id, and `rules` the rule set's digest. `hinted` says that the person took a hint, and
    becomes false if they do the step again without one. `refused` says that a move or an answer was wrong, and becomes
    false if they do the step again without a mistake. After the person starts the course over, `is_current` is false
    for earlier steps: they count only for classes.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="steps_done")
    game = models.SlugField(max_length=40)
    step = models.SlugField(max_length=80)
    rules = models.CharField(max_length=16, default="")
    hinted = models.BooleanField(default=False)
    refused = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    is_current = models.BooleanField(default=True)

    objects = StepDoneQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game", "step", "rules"], name="step_done_once")]
        verbose_name_plural = "steps done"

    def __str__(self) -> str:
        return f"{self.person}: {self.game} {self.step}"

    @classmethod
    def list_done_steps(cls, person: Person, *games: str) -> list[tuple[str, str]]:
        """Return the steps of these games that a person has completed, oldest first.

        Each is a pair of the game's slug and the step's id.
        """
        return list(cls.objects.done_by(person, *games).order_by("at", "pk").values_list("game", "step"))

    @property
    def unaided(self) -> bool:
        """Whether the person completed the step without a hint and without a wrong move or answer."""
        return not (self.hinted or self.refused)

    @classmethod
    def mark_step_done(
        cls,
        person: Person,
        game: Game[Any],
        options: Options,
        step: str,
        *,
        hinted: bool = False,
        refused: bool = False,
    ) -> None:
        """Save that a person has completed a step under these house rules.

        If that's already saved, `hinted` and `refused` can only change from true to false. But if the person has
        started the course over since then, the row is overwritten with the new values.
        """
        key = {"person": person, "game": game.slug, "step": step, "rules": options.digest()}
        saved, is_new = cls.objects.get_or_create(**key, defaults={"hinted": hinted, "refused": refused})
        row = cls.objects.filter(pk=saved.pk)
        if not saved.is_current:
            row.update(hinted=hinted, refused=refused, is_current=True, at=timezone.now())
        elif not is_new:
            row.update(hinted=hinted and saved.hinted, refused=refused and saved.refused)

    @classmethod
    def restart_course(cls, person: Person, game: Game[Any]) -> None:
        """Start a person's course of a game over. The steps completed before then count only for classes.

        Steps of custom lessons stay completed.
        """
        select_done_course_steps(person, game).update(is_current=False)


def select_done_course_steps(person: Person | None, game: Game[Any]) -> StepDoneQuerySet:
    """Return a queryset of a course's steps that a person has completed since they last started the course over."""
    steps = [step.id for lesson in game.lessons for step in lesson.steps]
    return StepDone.objects.done_by(person, game.slug).filter(step__in=steps)


@receiver(person_merged)
def merge_progress(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the completed steps of `source` to `target`, when two people are merged.

    If both have completed a step, the target keeps its own row.
    """
    done = {(step.game, step.step, step.rules): step for step in StepDone.objects.filter(person=target)}
    for step in StepDone.objects.filter(person=source):
        same = done.get((step.game, step.step, step.rules))
        if same and step.is_current and not same.is_current:
            same.is_current = True
            same.save(update_fields=["is_current"])
        elif not same:
            step.person = target
            step.save(update_fields=["person"])


def export_progress(person: Person) -> list[dict[str, object]]:
    """Return the steps that a person has completed, as JSON."""
    done = StepDone.objects.filter(person=person).order_by("at")
    return [dict(row) for row in done.values("game", "step", "rules", "hinted", "refused", "is_current")]

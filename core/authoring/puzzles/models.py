"""Puzzles that people build: a draft that is worked on, versions that do not change any more, and collections."""

from __future__ import annotations

from datetime import date, datetime
from itertools import groupby
from typing import Any, ClassVar, Self, TypeVar

from django.db import models, transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

import games
from core.people.models import Person, random_code
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.puzzle import PROOF, TOO_MANY, Unproven, Void
from games.engine.puzzle import Puzzle as Posed
from games.errors import HouseError

LONGEST_TITLE = 80
KEPT_STEPS = 200
"""So many changes of a draft can be undone."""


def item_code() -> str:
    return random_code(10)


MILLION = 1_000_000
NEWEST = 5
LISTED = 20
"""So many of a game are listed for everybody."""


class FullShelf(HouseError):
    """Somebody keeps as many as there is room for."""

    def __init__(self, most: int, called: str) -> None:
        super().__init__(f"You keep {most} {called}s already. Delete drafts that you do not need any more.")


class Visibility(models.TextChoices):
    """Who may open the newest version."""

    LINK = "link", "Whoever has the link"
    PUBLIC = "public", "Everybody: it is listed with the game's puzzles"
    CLASS = "class", "Only classes that it is given to"


class Work(models.Model):
    """Something that somebody makes, one small change after the other, and publishes in versions.

    `draft` is what is worked on, as JSON; `step` counts its changes, of which the last ones are kept, so that they can
    be undone. `last_change` is what its page calls the last one, which is sent again if its answer was lost.
    `origin` says what it was begun from.
    """

    code = models.CharField(max_length=20, unique=True, default=item_code, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="%(class)ss")
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    game = models.SlugField(max_length=40)
    draft = models.JSONField(default=dict)
    step = models.PositiveIntegerField(default=0)
    last_change = models.CharField(max_length=40, blank=True, default="", editable=False)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.LINK)
    origin = models.CharField(max_length=120, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn = models.DateTimeField(null=True, blank=True)

    called: ClassVar[str]
    most: ClassVar[int]
    """So many one person keeps."""
    opened_at: ClassVar[str]
    made_at: ClassVar[str]
    """The names of the pages that its link opens, and on which its maker works on it."""
    listed_with: ClassVar[tuple[str, ...]] = ("versions",)
    """What a list of them shows of each."""
    changes: Any
    """Its related manager: those who make this of a work say what their changes are."""
    versions: Any
    """The same of its versions."""

    class Meta:
        abstract = True
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.title or f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse(self.opened_at, args=[self.code])

    @classmethod
    def begin(cls, owner: Person, game: str, draft: dict[str, Any], title: str = "", origin: str = "") -> Self:
        """Begin one. Raises FullShelf."""
        if cls._default_manager.filter(owner=owner).count() >= cls.most:
            raise FullShelf(cls.most, cls.called)
        title = title[:LONGEST_TITLE]
        return cls._default_manager.create(owner=owner, game=game, draft=draft, title=title, origin=origin)

    @classmethod
    def own(cls, person: Person | None, code: str) -> Self:
        """One of this person's. Raises Http404."""
        if person is None:
            raise Http404(f"There is no such {cls.called} here.")
        return get_object_or_404(cls, code=code, owner=person)

    @classmethod
    def newest_of(cls, person: Person | None) -> list[Self]:
        """Return what this person (None: nobody yet) has worked on last."""
        return (
            list(cls._default_manager.filter(owner=person).prefetch_related(*cls.listed_with)[:NEWEST])
            if person
            else []
        )

    @classmethod
    def for_everybody(cls, game: str) -> list[Self]:
        """Those of a game that their makers have published for everybody, the last ones."""
        there = cls._default_manager.filter(game=game, visibility=Visibility.PUBLIC, withdrawn=None)
        return list(there.filter(versions__isnull=False).distinct().select_related("owner__user")[:LISTED])

    @classmethod
    def export(cls, person: Person) -> list[dict[str, Any]]:
        """Return what this person has made, as JSON."""
        theirs = cls._default_manager.filter(owner=person)
        return [{"code": one.code, "title": one.title, "game": one.game, "draft": one.draft} for one in theirs]

    @property
    def news(self) -> Proof | None:
        """A long proof of it that somebody waits for, or whose end they have not seen yet."""
        return None

    @property
    def maker_url(self) -> str:
        """Where its maker works on it."""
        return reverse(self.made_at, args=[self.code])

    @property
    def played(self) -> Game[Any]:
        """The game it is about."""
        return games.get(self.game)

    def keep(self, draft: dict[str, Any], title: str | None = None) -> None:
        """Keep a changed draft; what was undone before is forgotten. To be called while the row is locked."""
        self.changes.filter(number__gte=self.step).delete()
        self.changes.create(number=self.step, draft=self.draft, title=self.title)
        self.changes.filter(number__lt=self.step - KEPT_STEPS).delete()
        self._become(draft, self.title if title is None else title, self.step + 1)

    def undo(self) -> bool:
        """Take back the last change, if there is one."""
        return self.go(self.step - 1)

    def redo(self) -> bool:
        """Make the change again that was taken back, if there is one."""
        return self.go(self.step + 1)

    def go(self, step: int) -> bool:
        """Let it be as it was at a step, or will be again, if that is kept."""
        near = 0 <= step <= self.step + KEPT_STEPS
        there = self.changes.filter(number=step).first() if near else None
        if there is None:
            return False
        self.changes.update_or_create(
            number=self.step, defaults={"draft": self.draft, "title": self.title, "at": timezone.now()}
        )
        self._become(there.draft, there.title, step)
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self.changes.filter(number=self.step - 1).exists())

    @property
    def can_redo(self) -> bool:
        return bool(self.changes.filter(number=self.step + 1).exists())

    @property
    def history(self) -> list[tuple[date, list[Any]]]:
        """The drafts that are kept, by days, one for each minute in which something was changed; the newest first."""
        minutes: dict[datetime, Any] = {}
        for one in self.changes.order_by("number").only("number", "at"):
            minutes[timezone.localtime(one.at).replace(second=0, microsecond=0)] = one
        days = groupby(sorted(minutes.items(), reverse=True), key=lambda row: row[0].date())
        return [(day, [one for _, one in rows]) for day, rows in days]

    def _become(self, draft: dict[str, Any], title: str, step: int) -> None:
        self.draft, self.title, self.step, self.changed = draft, title[:LONGEST_TITLE], step, timezone.now()
        self.save(update_fields=["draft", "title", "step", "changed"])


class WorkChange(models.Model):
    """A draft as it was before a change, or as it will be again if what was undone is done anew."""

    number = models.PositiveIntegerField()
    draft = models.JSONField()
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number}"


Made = TypeVar("Made", bound=Work)


class Item(Work):
    """A puzzle that somebody builds; its draft has the form of `core.authoring.puzzles.drafts`.

    `results` are what the engine has found out about the draft, see `core.authoring.puzzles.results`.
    """

    results = models.JSONField(default=dict, editable=False)

    called = "puzzle"
    most = 500
    opened_at, made_at = "workshop:item", "workshop:builder"
    listed_with = ("versions", "proofs")

    @property
    def news(self) -> Proof | None:
        return next((one for one in [*self.proofs.all()][:1] if not one.seen), None)

    @property
    def newest(self) -> Version | None:
        """The version that its link opens."""
        return self.versions.order_by("-number").select_related("puzzle").first()

    def publish(self, puzzle: Puzzle, proven: bool) -> Version:
        """Make the next version. To be called while the row is locked."""
        newest = self.newest
        return Version.objects.create(
            item=self, number=newest.number + 1 if newest else 1, puzzle=puzzle, title=self.title, proven=proven
        )


class Proof(models.Model):
    """A proof that takes longer than a page may wait: of what a draft asked when it was asked for.

    `asks` is the digest of that, `draft` the draft. Every allowance of the searches is `times` as large as on a page,
    and so far they have taken `steps`. In the end there is the puzzle `found`, or `said` tells why there is none.
    While it is under way, `address` is a hash of where it was asked for. While it is worked on, `silent` counts the
    seconds since its worker was heard of.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        PROVEN = "proven"
        VOID = "void"
        UNPROVEN = "unproven"

    UNDER_WAY = (State.WAITING, State.WORKING)
    AT_FIRST = 1_000
    """So many times what a page may take: about ten minutes."""
    AT_MOST = 6_000
    """About an hour."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="proofs")
    asks = models.CharField(max_length=64)
    draft = models.JSONField()
    times = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    steps = models.PositiveBigIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    found = models.JSONField(default=dict, blank=True)
    said = models.TextField(blank=True)
    asked = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=16, blank=True, default="", editable=False)
    silent = models.PositiveIntegerField(default=0, editable=False)
    seen = models.BooleanField(default=False, help_text="Whether its end was shown to who asked for it.")

    class Meta:
        ordering = ["-asked", "-pk"]
        constraints = [models.UniqueConstraint(fields=["item", "asks"], name="one_proof_of_each_question")]

    def __str__(self) -> str:
        return f"{self.item}: {self.state}"

    @property
    def under_way(self) -> bool:
        return self.state in self.UNDER_WAY

    @property
    def may_take_longer(self) -> bool:
        """Whether it ended without a proof that there may still be."""
        return self.state == self.State.UNPROVEN and self.times < self.AT_MOST

    @property
    def most(self) -> int:
        """The steps after which it is given up."""
        return self.times * PROOF

    @property
    def looked_at(self) -> str:
        """The steps that were taken, in words."""
        return f"{self.steps // MILLION} million" if self.steps >= MILLION else "less than a million"

    @property
    def bound(self) -> str:
        """The most, in words."""
        return f"{self.most // MILLION} million"

    @property
    def posed(self) -> Posed:
        """The puzzle that was proven. Raises Void if there is none, and Unproven while that is not known."""
        if self.state == self.State.PROVEN:
            return Posed.from_json(self.found)
        if self.state == self.State.VOID:
            raise Void(self.said)
        raise Unproven(TOO_MANY)


class ProofTurn(models.Model):
    """The next turn of somebody in the queue of proofs, and the turn that was served last below them; see
    `core.authoring.puzzles.proof_queue`.
    """

    key = models.CharField(max_length=60, primary_key=True)
    turn = models.PositiveBigIntegerField(default=0)
    clock = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key}: {self.turn}"


class Change(WorkChange):
    """A change of a puzzle."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="changes_are_counted")]


class Version(models.Model):
    """A puzzle as it was published: question, key and words stand in the `puzzle` and are not changed any more.

    `proven` says whether the engine has proven the key; the puzzle's own `version` is that of the game's rules.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    puzzle = models.OneToOneField(Puzzle, on_delete=models.PROTECT, related_name="built")
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    proven = models.BooleanField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["item", "number"]
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="versions_are_counted")]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"

    @property
    def work(self) -> Item:
        """What it is a version of."""
        return self.item


def version_of(puzzle: Puzzle) -> Version | None:
    """Return what a puzzle was published as; None for one that nobody has built."""
    return getattr(puzzle, "built", None)


class Report(models.Model):
    """That somebody says a puzzle is wrong, with all that it takes to look into it; nobody says who."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="reports")
    text = models.TextField(max_length=2000)
    given = models.JSONField(null=True, blank=True)
    checked = models.TextField(blank=True, help_text="What the rules said when it was looked at again.")
    at = models.DateTimeField(default=timezone.now, editable=False)
    settled = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["settled", "-at"]

    def __str__(self) -> str:
        return f"About {self.version}"


def locked(work: Made) -> Made:
    """The same as nobody else changes it now. Only within a transaction."""
    assert transaction.get_connection().in_atomic_block
    return type(work)._default_manager.select_for_update().get(pk=work.pk)

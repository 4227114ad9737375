"""Puzzles that people build: drafts with their history, published versions, long proofs, and reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any, ClassVar, Self, TypeVar

from django.db import models, transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

import games
from core.people.models import Person, generate_random_code
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.puzzle import PROOF, TOO_MANY, Unproven, VoidPuzzle
from games.engine.puzzle import Puzzle as Posed
from games.errors import RulesError

LONGEST_TITLE = 80
KEPT_STEPS = 200
"""The maximum number of changes of a draft that can be undone."""


def item_code() -> str:
    return generate_random_code(10)


MILLION = 1_000_000
NEWEST = 5
LISTED = 20
"""The maximum number of a game's public works that are listed."""


class TooManyWorks(RulesError):
    """Raised if the person already has the maximum number of puzzles or lessons."""

    def __init__(self, most: int, called: str) -> None:
        super().__init__(f"You already have {most} {called}s. Delete drafts you no longer need.")


class Visibility(models.TextChoices):
    """The people who can open the newest version of a puzzle or lesson."""

    LINK = "link", "Anyone with the link"
    PUBLIC = "public", "Everyone (listed with the game’s puzzles)"
    CLASS = "class", "Only classes it’s assigned to"


class AuthoredWork(models.Model):
    """A puzzle or lesson that a person writes in small changes and publishes in versions.

    `draft` is the current content, as JSON. `step` counts its changes, and the latest ones are stored so that they can
    be undone. `last_change` is the idempotency key of the last form, so that a double-submitted form is applied once.
    `origin` says what the work was made from, such as “a file”.
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
    """The maximum number of works per person."""
    opened_at: ClassVar[str]
    made_at: ClassVar[str]
    """The URL names of the public page (`opened_at`) and of the author's editor (`made_at`)."""
    listed_with: ClassVar[tuple[str, ...]] = ("versions",)
    """The relations to prefetch for a list of works."""
    changes: Any
    """The related manager of the changes. Each subclass defines it."""
    versions: Any
    """The related manager of the versions. Each subclass defines it."""

    class Meta:
        abstract = True
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.title or f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse(self.opened_at, args=[self.code])

    @classmethod
    def create_for(cls, owner: Person, game: str, draft: dict[str, Any], title: str = "", origin: str = "") -> Self:
        """Create a puzzle or lesson for its owner. Raises TooManyWorks."""
        if cls._default_manager.filter(owner=owner).count() >= cls.most:
            raise TooManyWorks(cls.most, cls.called)
        title = title[:LONGEST_TITLE]
        return cls._default_manager.create(owner=owner, game=game, draft=draft, title=title, origin=origin)

    @classmethod
    def get_own_work(cls, person: Person | None, code: str) -> Self:
        """Return this person's puzzle or lesson with this code. Raises Http404 if there is none."""
        if person is None:
            raise Http404(f"That {cls.called} doesn’t exist.")
        return get_object_or_404(cls, code=code, owner=person)

    @classmethod
    def list_recent_works(cls, person: Person | None) -> list[Self]:
        """Return the works that a person has changed most recently, or [] if `person` is None."""
        return (
            list(cls._default_manager.filter(owner=person).prefetch_related(*cls.listed_with)[:NEWEST])
            if person
            else []
        )

    @classmethod
    def list_public_works(cls, game: str) -> list[Self]:
        """Return at most LISTED works of a game that are listed for everyone, most recently changed first.

        These are published, public, and not withdrawn.
        """
        there = cls._default_manager.filter(game=game, visibility=Visibility.PUBLIC, withdrawn=None)
        return list(there.filter(versions__isnull=False).distinct().select_related("owner__user")[:LISTED])

    @classmethod
    def export_works(cls, person: Person) -> list[dict[str, Any]]:
        """Return the code, title, game, and draft of each of a person's works, for the data export."""
        theirs = cls._default_manager.filter(owner=person)
        return [{"code": one.code, "title": one.title, "game": one.game, "draft": one.draft} for one in theirs]

    @property
    def pending_proof(self) -> Proof | None:
        """The latest long proof (verification in the background) if the author hasn't seen its result, or else None."""
        return None

    @property
    def editor_url(self) -> str:
        """The URL of the page where the author edits the draft."""
        return reverse(self.made_at, args=[self.code])

    @property
    def engine_game(self) -> Game[Any]:
        """The engine's game for this work. Raises NoSuchGame if the site no longer has it."""
        return games.get(self.game)

    def save_draft(self, draft: dict[str, Any], title: str | None = None) -> None:
        """Save a changed draft. Without `title`, the title stays the same.

        Changes that were undone can then no longer be redone. The work's row has to be locked.
        """
        self.changes.filter(number__gte=self.step).delete()
        self.changes.create(number=self.step, draft=self.draft, title=self.title)
        self.changes.filter(number__lt=self.step - KEPT_STEPS).delete()
        self._save_draft(draft, self.title if title is None else title, self.step + 1)

    def undo(self) -> bool:
        """Undo the last change. Return whether there was one."""
        return self.restore_step(self.step - 1)

    def redo(self) -> bool:
        """Redo the last undone change. Return whether there was one."""
        return self.restore_step(self.step + 1)

    def restore_step(self, step: int) -> bool:
        """Restore the draft that the work had at this step of its history, before or after the current step.

        Returns False if that draft is no longer stored.
        """
        near = 0 <= step <= self.step + KEPT_STEPS
        there = self.changes.filter(number=step).first() if near else None
        if there is None:
            return False
        self.changes.update_or_create(
            number=self.step, defaults={"draft": self.draft, "title": self.title, "at": timezone.now()}
        )
        self._save_draft(there.draft, there.title, step)
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self.changes.filter(number=self.step - 1).exists())

    @property
    def can_redo(self) -> bool:
        return bool(self.changes.filter(number=self.step + 1).exists())

    @property
    def history(self) -> list[tuple[date, list[Any]]]:
        """Pairs of a day and the stored changes of that day, newest first.

        If there were several changes in a minute, only the last one is listed.
        """
        minutes: dict[datetime, Any] = {}
        for one in self.changes.order_by("number").only("number", "at"):
            minutes[timezone.localtime(one.at).replace(second=0, microsecond=0)] = one
        days = groupby(sorted(minutes.items(), reverse=True), key=lambda row: row[0].date())
        return [(day, [one for _, one in rows]) for day, rows in days]

    def _save_draft(self, draft: dict[str, Any], title: str, step: int) -> None:
        self.draft, self.title, self.step, self.changed = draft, title[:LONGEST_TITLE], step, timezone.now()
        self.save(update_fields=["draft", "title", "step", "changed"])


class DraftChange(models.Model):
    """Base class of stored drafts of a puzzle or lesson, which the author can restore.

    A row has the draft at one step of the work's history: before a change, or after a change that was undone.
    """

    number = models.PositiveIntegerField()
    draft = models.JSONField()
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number}"


Made = TypeVar("Made", bound=AuthoredWork)


class BuiltPuzzle(AuthoredWork):
    """A puzzle that a person builds. `core.authoring.puzzles.drafts` describes the format of its draft.

    `results` has what the engine has computed for the draft (see `core.authoring.puzzles.engine_results`).
    """

    results = models.JSONField(default=dict, editable=False)

    called = "puzzle"
    most = 500
    opened_at, made_at = "workshop:item", "workshop:builder"
    listed_with = ("versions", "proofs")
    mistakes: Sequence[str] = ()
    warnings: Sequence[str] = ()
    draft_proof: Proof | None = None
    """The draft's errors, warnings, and long proof. Only `issues.set_draft_issues` sets them."""

    @property
    def pending_proof(self) -> Proof | None:
        return next((one for one in [*self.proofs.all()][:1] if not one.seen), None)

    @property
    def newest_version(self) -> PuzzleVersion | None:
        """The version that the puzzle's link opens, or None if the puzzle was never published."""
        return self.versions.order_by("-number").select_related("puzzle").first()

    def publish(self, puzzle: Puzzle, proven: bool) -> PuzzleVersion:
        """Create the next version, with this puzzle. `proven` says whether the engine has verified its answer.

        The row of the built puzzle has to be locked.
        """
        newest = self.newest_version
        return PuzzleVersion.objects.create(
            item=self, number=newest.number + 1 if newest else 1, puzzle=puzzle, title=self.title, proven=proven
        )


class Proof(models.Model):
    """A long proof: a verification of a draft's answer that takes longer than a page can wait.

    `draft` is the draft when the proof was requested, and `asks` the digest (hash) of its question. All limits of the
    engine's searches are `times` as high as on a page, and `steps` are the search steps taken so far. The result is the
    verified puzzle `found`, or the reason `said` why there is none. While the proof is unfinished, `address` is a hash
    of the requester's IP address. While a worker runs the proof, `silent` is the number of seconds since its last
    report.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        PROVEN = "proven"
        VOID = "void"
        UNPROVEN = "unproven"

    UNDER_WAY = (State.WAITING, State.WORKING)
    AT_FIRST = 1_000
    """The first factor for a page's limits. A proof then takes about ten minutes."""
    AT_MOST = 6_000
    """The highest factor for a page's limits. A proof then takes about an hour."""

    item = models.ForeignKey(BuiltPuzzle, on_delete=models.CASCADE, related_name="proofs")
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
    def is_unfinished(self) -> bool:
        return self.state in self.UNDER_WAY

    @property
    def can_retry_with_more_steps(self) -> bool:
        """Whether the proof ended without a result, but a longer search might find one."""
        return self.state == self.State.UNPROVEN and self.times < self.AT_MOST

    @property
    def max_search_steps(self) -> int:
        """The number of steps after which the search gives up."""
        return self.times * PROOF

    @property
    def search_steps_in_words(self) -> str:
        """The number of search steps taken so far, in words."""
        return f"{self.steps // MILLION} million" if self.steps >= MILLION else "less than a million"

    @property
    def step_limit_in_words(self) -> str:
        """The number of steps after which the search gives up, in words."""
        return f"{self.max_search_steps // MILLION} million"

    @property
    def engine_puzzle(self) -> Posed:
        """The puzzle that the proof has verified.

        Raises VoidPuzzle if the question can't be asked, and Unproven if there's no result.
        """
        if self.state == self.State.PROVEN:
            return Posed.from_json(self.found)
        if self.state == self.State.VOID:
            raise VoidPuzzle(self.said)
        raise Unproven(TOO_MANY)


class ProofQueueCounter(models.Model):
    """Turn numbers for the proof queue, in which IP addresses take turns, and so do the people at each address.

    `key` stands for a tier (accounts or visitors), an address, or a person. `turn` is the number of the next turn of an
    address or person. `clock` is the last number served among the addresses in a tier, or among the people at an
    address. See `core.authoring.puzzles.proof_queue`, which explains the turns.
    """

    key = models.CharField(max_length=60, primary_key=True)
    turn = models.PositiveBigIntegerField(default=0)
    clock = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key}: {self.turn}"


class PuzzleChange(DraftChange):
    """A stored draft of a puzzle, so that its author can undo and redo changes."""

    item = models.ForeignKey(BuiltPuzzle, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="changes_are_counted")]


class PuzzleVersion(models.Model):
    """A published version of a puzzle. Its question, answer key, and texts are in `puzzle` and never change.

    `proven` says whether the engine has verified the answer key. The puzzle's own `version` is that of the game's
    rules.
    """

    item = models.ForeignKey(BuiltPuzzle, on_delete=models.PROTECT, related_name="versions")
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
    def authored_work(self) -> BuiltPuzzle:
        """The built puzzle that this is a version of."""
        return self.item


def find_published_version(puzzle: Puzzle) -> PuzzleVersion | None:
    """Return the version that was published as this puzzle, or None for the site's own puzzles."""
    return getattr(puzzle, "built", None)


class Report(models.Model):
    """A reader's report that a puzzle is wrong, with everything needed to check it. The reader stays anonymous."""

    version = models.ForeignKey(PuzzleVersion, on_delete=models.CASCADE, related_name="reports")
    text = models.TextField(max_length=2000)
    checked = models.TextField(blank=True, help_text="What the rules said when it was looked at again.")
    at = models.DateTimeField(default=timezone.now, editable=False)
    settled = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["settled", "-at"]

    def __str__(self) -> str:
        return f"About {self.version}"


def lock_row(work: Made) -> Made:
    """Load a work's row again and lock it until the end of the transaction. Works only in a transaction."""
    assert transaction.get_connection().in_atomic_block
    return type(work)._default_manager.select_for_update().get(pk=work.pk)

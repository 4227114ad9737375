"""From a draft to a version, and what is said of one."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from core.authoring.puzzles.drafts import Draft
from core.authoring.puzzles.errors import BadChange, ChangedElsewhere
from core.authoring.puzzles.issues import findings
from core.authoring.puzzles.models import LONGEST_TITLE, Item, Version, Visibility, Work, locked, version_of
from core.authoring.puzzles.results import Results
from core.http.deleted_rows import retry_deletion
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import (
    AttemptContext,
    AttemptContexts,
    PublishedPuzzle,
    PublishedPuzzles,
    PuzzleCredit,
    attempt_context,
    attempt_contexts,
    published_puzzles,
)
from core.practice.models import Puzzle, code_of
from variants.not_found import NotHere


def draft_of(item: Item) -> Draft:
    """The draft of an item, with the long proofs that were asked for, and what the engine has found out about it."""
    draft = Draft(item.draft, item.code)
    draft.results = Results(item.results, lambda kept: _keep_results(item, kept))
    draft.proofs = {proof.asks: proof for proof in item.proofs.all()}
    return draft


def _keep_results(item: Item, results: dict[str, Any]) -> None:
    Item.objects.filter(pk=item.pk).update(results=results)
    item.results = results


def publish_as(
    item: Item, title: str | None = None, visibility: str | None = None, draft: Draft | None = None
) -> Version:
    """Publish it under this title, for these people, and no longer taken back; None leaves what it has. Its draft may
    have been `checked` before.

    A title of its own it gets if it has none. Where the puzzle stays and only these are new, so does its version.
    Raises BadChange if no version can be made, but keeps the words.
    """
    before = item.visibility, item.withdrawn
    if title is not None:
        item.title = " ".join(title.split())[:LONGEST_TITLE]
    if visibility in Visibility.values:
        item.visibility = visibility
    item.title = item.title or _usual_title(item)
    item.withdrawn = None
    item.save(update_fields=["visibility", "title", "withdrawn"])
    return publish(item, draft or checked(item), again=before != (item.visibility, item.withdrawn))


def _usual_title(item: Item) -> str:
    return f"{draft_of(item).theme.title} {timezone.localdate():%-d %B}"[:LONGEST_TITLE]


def checked(item: Item) -> Draft:
    """Return the draft of an item, proven and without mistakes. No row is locked meanwhile. Raises BadChange."""
    draft = draft_of(item)
    mistakes = [one for one in findings(draft, item.title) if one.mistake]
    if mistakes:
        raise BadChange(f"It cannot be published yet. {mistakes[0].sentence}")
    return draft


@transaction.atomic
def publish(item: Item, draft: Draft, *, again: bool = False) -> Version:
    """Make a version of a checked draft; give out `again` the newest if nothing is new.

    Raises BadChange if there is nothing to do, and ChangedElsewhere if the draft was changed since it was checked.
    """
    found = locked(item)
    if found.draft != draft.content:
        raise ChangedElsewhere
    newest, posed = found.newest, draft.posed
    if newest and newest.puzzle.asked == json.loads(json.dumps(posed.to_json())) and newest.title == found.title:
        if again:
            return newest
        raise BadChange(f"Nothing has changed since version {newest.number}.")
    puzzle = Puzzle.keep(draft.game, draft.options, draft.setup, posed)
    return found.publish(puzzle, is_proven(draft))


def take_back(work: Work, away: bool = True) -> None:
    """Take what was published back, or give it out again. Raises BadChange if it never was."""
    if not work.versions.exists():
        raise BadChange("It was never published, so there is nothing to take back.")
    work.withdrawn = (work.withdrawn or timezone.now()) if away else None
    work.save(update_fields=["withdrawn"])


def delete_draft(work: Work) -> None:
    """Delete what was never published. Raises BadChange if it was."""

    def delete() -> None:
        draft = locked(work)
        if draft.versions.exists():
            raise BadChange("It was published, and its versions stay. Take it back instead.")
        draft.delete()

    retry_deletion(delete)


def is_proven(draft: Draft) -> bool:
    """Return whether the engine has proven every answer."""
    return draft["kind"] != "own-choice" or all(choice.get("check") for choice in draft["choices"])


def tried(item: Item) -> Puzzle:
    """The draft as a puzzle to try, before anybody else may. Raises HouseError."""
    draft = draft_of(item)
    posed = draft.posed
    return Puzzle.keep(draft.game, draft.options, draft.setup, posed, name=_name_of_trial(item, posed.to_json()))


def _name_of_trial(item: Item, asked: dict[str, Any] | None) -> str:
    said = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return f"trial {item.code} {said}"


@attempt_contexts.register
class WorkshopPuzzles(AttemptContexts):
    """Trials of drafts, and puzzles that aren't for everybody."""

    def for_puzzle(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """That somebody tries what they are building, and no other puzzle: nothing of it is written down."""
        person = get_person(request)
        item = Item.objects.filter(code=code, owner=person).first() if person else None
        if item is None or puzzle.code != code_of(_name_of_trial(item, puzzle.asked)):
            return None
        back = item.maker_url
        return AttemptContext(code=code, title="A trial: nothing is kept", back=back, onwards="", counts=False)

    def required_for(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Return None. Raises Http404 and NotHere as `check_access` does."""
        check_access(person, puzzle)
        return None


@published_puzzles.register
class PublishedItems(PublishedPuzzles):
    """Puzzles that people have built and published."""

    def of_game(self, game: str) -> list[PublishedPuzzle]:
        """The newest puzzles of a game that their makers have built for everybody."""
        return [
            PublishedPuzzle(item.title, item.get_absolute_url(), item.owner.called if item.owner else "")
            for item in Item.for_everybody(game)
        ]

    def credit(self, request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
        """Return what is to be said of a version; nothing of other puzzles."""
        version = version_of(puzzle)
        if version is None:
            return None
        item, newest = version.item, version.item.newest
        return PuzzleCredit(
            title=version.title,
            by=item.owner.called if item.owner else "",
            says=caveat(version),
            newer=item.get_absolute_url() if newest and newest.pk != version.pk else "",
            report=reverse("workshop:report", args=[puzzle.code]) + attempt_context(request, puzzle).query,
            oembed="" if item.visibility == Visibility.CLASS or item.withdrawn else reverse("workshop:oembed"),
        )


def caveat(version: Version) -> str:
    """Return what its solvers should know of a version; empty if nothing."""
    return "" if version.proven else "Unproven: its answers were marked by hand, and nothing has proven them."


def check_access(person: Person | None, puzzle: Puzzle) -> None:
    """Whoever was not given a puzzle sees it if its maker wants it so. Raises Http404, or NotHere if it was taken
    back.
    """
    version = version_of(puzzle)
    if version is None:
        return
    if version.item.visibility == Visibility.CLASS and (person is None or person.pk != version.item.owner_id):
        raise Http404("This puzzle is for classes.")
    if version.item.withdrawn:
        raise NotHere("Its maker has taken this puzzle back.", ("Other puzzles", reverse("practice:home")))

"""Publishing of puzzles: from a draft to a version, and what practice needs to know of versions."""

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
    """Return the draft of an item, with its long proofs and the stored results of the engine."""
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
    """Publish an item with this title and visibility, and end its withdrawal; None keeps the current value.

    `draft` is the draft if it was `checked` before. An item without a title gets one. If only title or visibility are
    new, the puzzle and its version stay. Raises BadChange if no version can be made, but saves title and visibility
    even then.
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
    """Return the title of an item that has none: the kind of puzzle and today's date."""
    return f"{draft_of(item).theme.title} {timezone.localdate():%-d %B}"[:LONGEST_TITLE]


def checked(item: Item) -> Draft:
    """Return the draft of an item if it's proven and has no mistakes; else raise BadChange. No row is locked."""
    draft = draft_of(item)
    mistakes = [one for one in findings(draft, item.title) if one.mistake]
    if mistakes:
        raise BadChange(f"It cannot be published yet. {mistakes[0].sentence}")
    return draft


@transaction.atomic
def publish(item: Item, draft: Draft, *, again: bool = False) -> Version:
    """Create a version of a checked draft. If nothing is new, return the newest version if `again` is set.

    Raises BadChange if there is nothing to do, and ChangedElsewhere if the draft has changed since the check.
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
    """Withdraw a work, or publish it again if `away` is false. Raises BadChange if it was never published."""
    if not work.versions.exists():
        raise BadChange("It was never published, so there is nothing to take back.")
    work.withdrawn = (work.withdrawn or timezone.now()) if away else None
    work.save(update_fields=["withdrawn"])


def delete_draft(work: Work) -> None:
    """Delete a work that was never published. Raises BadChange if it was."""

    def delete() -> None:
        draft = locked(work)
        if draft.versions.exists():
            raise BadChange("It was published, and its versions stay. Take it back instead.")
        draft.delete()

    retry_deletion(delete)


def is_proven(draft: Draft) -> bool:
    """Return whether the engine has proven all answers."""
    return draft["kind"] != "own-choice" or all(choice.get("check") for choice in draft["choices"])


def tried(item: Item) -> Puzzle:
    """Return the draft as a puzzle that its author can try before it's published. Raises HouseError."""
    draft = draft_of(item)
    posed = draft.posed
    return Puzzle.keep(draft.game, draft.options, draft.setup, posed, name=_name_of_trial(item, posed.to_json()))


def _name_of_trial(item: Item, asked: dict[str, Any] | None) -> str:
    """Return the name from which the code of a trial puzzle is derived."""
    said = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return f"trial {item.code} {said}"


@attempt_contexts.register
class WorkshopPuzzles(AttemptContexts):
    """Contexts for trying drafts, and for puzzles that aren't public."""

    def for_puzzle(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the context of an author who tries their own draft, which stores nothing; None for other puzzles."""
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
        """Return the newest public puzzles of a game."""
        return [
            PublishedPuzzle(item.title, item.get_absolute_url(), item.owner.called if item.owner else "")
            for item in Item.for_everybody(game)
        ]

    def credit(self, request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
        """Return the title, author, and notes of a built puzzle; None for other puzzles."""
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
    """Return a warning for solvers if a version's answers aren't proven, else ""."""
    return "" if version.proven else "Unproven: its answers were marked by hand, and nothing has proven them."


def check_access(person: Person | None, puzzle: Puzzle) -> None:
    """Check whether a person to whom a puzzle wasn't assigned may see it.

    Raises Http404 if it's for classes only, and NotHere if it was withdrawn.
    """
    version = version_of(puzzle)
    if version is None:
        return
    if version.item.visibility == Visibility.CLASS and (person is None or person.pk != version.item.owner_id):
        raise Http404("This puzzle is for classes.")
    if version.item.withdrawn:
        raise NotHere("Its maker has taken this puzzle back.", ("Other puzzles", reverse("practice:home")))

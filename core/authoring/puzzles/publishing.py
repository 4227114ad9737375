"""Publishing of puzzles: versions made from drafts, access to versions, credits, and previews of drafts."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from core.authoring.puzzles.drafts import PuzzleDraft
from core.authoring.puzzles.engine_results import DraftEngineResults
from core.authoring.puzzles.errors import BadChange, ChangedElsewhere
from core.authoring.puzzles.issues import list_issues
from core.authoring.puzzles.models import (
    LONGEST_TITLE,
    AuthoredWork,
    BuiltPuzzle,
    PuzzleVersion,
    Visibility,
    find_published_version,
    lock_row,
)
from core.http.deleted_rows import delete_with_retries
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import (
    AttemptContext,
    AttemptContextProvider,
    PublishedPuzzle,
    PublishedPuzzleProvider,
    PuzzleCredit,
    attempt_contexts,
    get_attempt_context,
    published_puzzles,
)
from core.practice.models import Puzzle, derive_code_from_name
from variants.not_found import ExplainedNotFound


def get_draft(item: BuiltPuzzle) -> PuzzleDraft:
    """Return a puzzle's draft, with its long proofs (verifications in the background) and its stored engine results."""
    draft = PuzzleDraft(item.draft, item.code)
    draft.engine_results = DraftEngineResults(item.results, lambda kept: _save_engine_results(item, kept))
    draft.proofs = {proof.asks: proof for proof in item.proofs.all()}
    return draft


def _save_engine_results(item: BuiltPuzzle, results: dict[str, Any]) -> None:
    BuiltPuzzle.objects.filter(pk=item.pk).update(results=results)
    item.results = results


def publish_built_puzzle(
    item: BuiltPuzzle, title: str | None = None, visibility: str | None = None, draft: PuzzleDraft | None = None
) -> PuzzleVersion:
    """Publish a puzzle. Set its title and visibility, unless they're None. If it was withdrawn, it's available again.

    `draft` is the draft that `check_publishable` has returned, or None if the puzzle isn't checked yet. A puzzle
    without a title gets one. Returns a new version, or the newest one if only the visibility has changed or the puzzle
    was withdrawn. Raises BadChange if nothing has changed or the draft can't be published. Title and visibility are
    saved even then.
    """
    before = item.visibility, item.withdrawn
    if title is not None:
        item.title = " ".join(title.split())[:LONGEST_TITLE]
    if visibility in Visibility.values:
        item.visibility = visibility
    item.title = item.title or _make_default_title(item)
    item.withdrawn = None
    item.save(update_fields=["visibility", "title", "withdrawn"])
    return publish_version(item, draft or check_publishable(item), again=before != (item.visibility, item.withdrawn))


def _make_default_title(item: BuiltPuzzle) -> str:
    """Return a title for a puzzle that has none: its theme and today's date."""
    return f"{get_draft(item).theme.title} {date_format(timezone.localdate(), 'F j')}"[:LONGEST_TITLE]


def check_publishable(item: BuiltPuzzle) -> PuzzleDraft:
    """Return a puzzle's draft if it can be published: if it's verified and has no mistakes. Otherwise, raise BadChange.

    The puzzle's row doesn't have to be locked.
    """
    draft = get_draft(item)
    mistakes = [one for one in list_issues(draft, item.title) if one.mistake]
    if mistakes:
        raise BadChange(f"This can’t be published yet. {mistakes[0].sentence}")
    return draft


@transaction.atomic
def publish_version(item: BuiltPuzzle, draft: PuzzleDraft, *, again: bool = False) -> PuzzleVersion:
    """Create and return a version of a puzzle. `draft` is the draft that `check_publishable` has returned.

    If nothing has changed since the newest version, returns that version if `again` is true, and raises BadChange
    otherwise. Raises ChangedElsewhere if the draft has changed since the check.
    """
    found = lock_row(item)
    if found.draft != draft.content:
        raise ChangedElsewhere
    newest, posed = found.newest_version, draft.engine_puzzle
    if newest and newest.puzzle.asked == json.loads(json.dumps(posed.to_json())) and newest.title == found.title:
        if again:
            return newest
        raise BadChange(f"Nothing has changed since version {newest.number}, so there’s nothing to publish.")
    puzzle = Puzzle.save_question_as_puzzle(draft.game, draft.house_rules, draft.puzzle_setup, posed)
    return found.publish(puzzle, has_proven_answers(draft))


def set_withdrawn(work: AuthoredWork, away: bool = True) -> None:
    """Withdraw a puzzle or lesson, or republish it if `away` is false. Raises BadChange if it was never published."""
    if not work.versions.exists():
        raise BadChange("You can’t unpublish this, because it was never published.")
    work.withdrawn = (work.withdrawn or timezone.now()) if away else None
    work.save(update_fields=["withdrawn"])


def delete_unpublished_work(work: AuthoredWork) -> None:
    """Delete a work that was never published. Raises BadChange if it was."""

    def delete_if_unpublished() -> None:
        draft = lock_row(work)
        if draft.versions.exists():
            raise BadChange("You can’t delete this, because it was published. Unpublish it instead.")
        draft.delete()

    delete_with_retries(delete_if_unpublished)


def has_proven_answers(draft: PuzzleDraft) -> bool:
    """Return whether the engine has verified all answers of a draft."""
    return draft["kind"] != "own-choice" or all(choice.get("check") for choice in draft["choices"])


def create_trial_puzzle(item: BuiltPuzzle) -> Puzzle:
    """Save the draft as a puzzle that its author can try before it's published. Raises RulesError."""
    draft = get_draft(item)
    posed = draft.engine_puzzle
    return Puzzle.save_question_as_puzzle(
        draft.game, draft.house_rules, draft.puzzle_setup, posed, name=_make_trial_name(item, posed.to_json())
    )


def _make_trial_name(item: BuiltPuzzle, asked: dict[str, Any] | None) -> str:
    """Return a name for the puzzle that an author tries before it's published. The puzzle's code is derived from it.

    `asked` is the puzzle as JSON. The same draft always gives the same name.
    """
    said = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return f"trial {item.code} {said}"


@attempt_contexts.register
class BuiltPuzzleContextProvider(AttemptContextProvider):
    """Provides the attempt context for authors who try their drafts, and checks access to built puzzles.

    An attempt context says for what purpose a puzzle is solved, and with which limits and links.
    """

    def find_attempt_context(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the attempt context for an author who tries their own draft, or None for any other puzzle.

        Under this context, no answers are stored.
        """
        person = get_person(request)
        item = BuiltPuzzle.objects.filter(code=code, owner=person).first() if person else None
        if item is None or puzzle.code != derive_code_from_name(_make_trial_name(item, puzzle.asked)):
            return None
        back = item.editor_url
        return AttemptContext(code=code, title="Preview: nothing is saved", back=back, onwards="", counts=False)

    def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Check whether the person can see the puzzle. Return None, because no attempt context is required.

        Raises Http404 or ExplainedNotFound if the person can't see it.
        """
        check_puzzle_access(person, puzzle)
        return None


@published_puzzles.register
class BuiltPuzzleProvider(PublishedPuzzleProvider):
    """Provides the practice pages with puzzles that people have built and published, and with their authors."""

    def list_published_puzzles(self, game: str) -> list[PublishedPuzzle]:
        """Return the puzzles of a game that are listed for everyone, most recently changed first."""
        return [
            PublishedPuzzle(item.title, item.get_absolute_url(), item.owner.display_name if item.owner else "")
            for item in BuiltPuzzle.list_public_works(game)
        ]

    def find_puzzle_credit(self, request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
        """Return the title, author, and links of a built puzzle, with a warning if its answer isn't verified.

        Returns None for a puzzle that the site has generated.
        """
        version = find_published_version(puzzle)
        if version is None:
            return None
        item, newest = version.item, version.item.newest_version
        return PuzzleCredit(
            title=version.title,
            by=item.owner.display_name if item.owner else "",
            says=get_unproven_warning(version),
            newer=item.get_absolute_url() if newest and newest.pk != version.pk else "",
            report=reverse("workshop:report", args=[puzzle.code]) + get_attempt_context(request, puzzle).query_string,
            oembed="" if item.visibility == Visibility.CLASS or item.withdrawn else reverse("workshop:oembed"),
        )


def get_unproven_warning(version: PuzzleVersion) -> str:
    """Return a warning for solvers if a version's answers aren't verified, or else ""."""
    return "" if version.proven else "The answers aren’t verified. The author marked them by hand."


def check_puzzle_access(person: Person | None, puzzle: Puzzle) -> None:
    """Check whether a person who doesn't have a puzzle as an assignment can see it.

    Raises Http404 if the puzzle is for classes only, and ExplainedNotFound if it was withdrawn.
    """
    version = find_published_version(puzzle)
    if version is None:
        return
    if version.item.visibility == Visibility.CLASS and (person is None or person.pk != version.item.owner_id):
        raise Http404("This puzzle is only for classes.")
    if version.item.withdrawn:
        raise ExplainedNotFound("The author has unpublished this puzzle.", ("Other puzzles", reverse("practice:home")))

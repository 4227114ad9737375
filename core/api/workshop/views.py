"""API views of puzzles that people build: imported and checked as in the builder, and published."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import PAGE, ApiView, document_operation, paginate
from core.api.fields import make_page_serializer
from core.api.workshop.serializers import (
    BuildPuzzleRequest,
    BuiltPuzzleRowSerializer,
    BuiltPuzzleSerializer,
    ProofRequest,
    PublishPuzzleRequest,
    PuzzleDraftStatusSerializer,
    PuzzleVersionSerializer,
    WithdrawRequest,
)
from core.authoring.puzzles import proofs
from core.authoring.puzzles.drafts import Draft
from core.authoring.puzzles.importing import create_puzzle_from_file, parse_puzzle_file, replace_draft
from core.authoring.puzzles.issues import list_issues
from core.authoring.puzzles.models import BuiltPuzzle, Proof, Version, lock_row
from core.authoring.puzzles.proof_queue import find_queue_place, hash_address
from core.authoring.puzzles.publishing import (
    check_publishable,
    delete_unpublished_work,
    get_draft,
    publish_built_puzzle,
    set_withdrawn,
)
from core.http.time_zone import format_utc


class BuiltPuzzleView(ApiView):
    scopes = ("puzzle:write",)

    def get_own_puzzle(self, code: str) -> BuiltPuzzle:
        """Return a puzzle that the token's person builds. Raises Http404 for anyone else's puzzle."""
        return BuiltPuzzle.get_own_work(self.person, code)


class BuiltPuzzleListView(BuiltPuzzleView):
    post_limit = "make"

    @document_operation("listBuilt", make_page_serializer(BuiltPuzzleRowSerializer), tag="workshop", query=PAGE)
    def get(self, request: Request) -> Response:
        """The puzzles that you build, the last one changed first."""
        versions = Version.objects.select_related("puzzle").only("item", "number", "puzzle__code")
        return paginate(
            request, self.person.builtpuzzles.prefetch_related(Prefetch("versions", versions)), built_puzzle_row_json
        )

    @document_operation(
        "buildPuzzle",
        PuzzleDraftStatusSerializer,
        asks=BuildPuzzleRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss list-full bad-text bad-position bad-option unanswerable too-hard",
    )
    def post(self, request: Request) -> Response:
        """Build a puzzle: send the JSON of a file from the builder. Mistakes are listed, and the draft is kept."""
        asked = self.validate_body(BuildPuzzleRequest)
        return self.respond_idempotently(
            lambda file: create_puzzle_from_file(self.person, file).code,
            lambda code: draft_status_json(self.get_own_puzzle(code)),
            201,
            prepare=lambda: parse_puzzle_file(asked),
        )


class BuiltPuzzleDetailView(BuiltPuzzleView):
    @document_operation("showBuilt", BuiltPuzzleSerializer, tag="workshop", problems="too-hard")
    def get(self, request: Request, code: str) -> Response:
        """A puzzle that you build: its draft, the draft's mistakes and warnings, and its versions."""
        item = self.get_own_puzzle(code)
        versions = [version_json(one) for one in item.versions.select_related("puzzle")]
        return Response(
            {**built_puzzle_row_json(item), "draft": item.draft, **_draft_checks_json(item), "versions": versions}
        )

    @document_operation(
        "changeBuilt",
        PuzzleDraftStatusSerializer,
        asks=BuildPuzzleRequest,
        tag="workshop",
        problems="puzzle.amiss bad-text bad-position bad-option unanswerable too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Change the draft of a puzzle: send the whole draft again. Without a title, the title stays.

        The earlier draft can be restored on the puzzle's page, and published versions stay unchanged.
        """
        asked = self.validate_body(BuildPuzzleRequest)
        return self.respond_idempotently(
            lambda file: replace_draft(self.get_own_puzzle(code), file),
            lambda _: draft_status_json(self.get_own_puzzle(code)),
            prepare=lambda: parse_puzzle_file(asked),
        )

    @document_operation("deleteBuilt", None, status=204, tag="workshop", problems="puzzle.amiss")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a draft that was never published."""
        delete_unpublished_work(self.get_own_puzzle(code))
        return Response(status=204)


class ProvePuzzleView(BuiltPuzzleView):
    limit = "make"

    @document_operation(
        "proveBuilt",
        PuzzleDraftStatusSerializer,
        asks=ProofRequest,
        tag="workshop",
        problems="puzzle.amiss proof.queue-full too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Prove a draft in the background, which takes minutes, or stop the proof.

        `proof` of the draft says how far the proof is, or its place in the queue. Ten of your proofs can wait. If you
        ask again after a proof without a result, the next proof takes up to an hour.
        """
        wanted = self.validate_body(ProofRequest)["wanted"]
        return self.respond_idempotently(
            lambda: self._start_or_stop_proof(code, wanted), lambda _: draft_status_json(self.get_own_puzzle(code))
        )

    def _start_or_stop_proof(self, code: str, wanted: bool) -> None:
        with transaction.atomic():
            item = lock_row(self.get_own_puzzle(code))
            if wanted:
                proofs.request_proof(item, get_draft(item), hash_address(self.request._request))
            else:
                proofs.stop_proofs(item)


class WithdrawPuzzleView(BuiltPuzzleView):
    @document_operation(
        "withdrawBuilt",
        BuiltPuzzleRowSerializer,
        asks=WithdrawRequest,
        tag="workshop",
        problems="puzzle.amiss",
    )
    def post(self, request: Request, code: str) -> Response:
        """Withdraw a published puzzle, or publish a withdrawn puzzle again. No answers are lost."""
        away = self.validate_body(WithdrawRequest)["withdrawn"]
        return self.respond_idempotently(
            lambda: set_withdrawn(self.get_own_puzzle(code), away),
            lambda _: built_puzzle_row_json(self.get_own_puzzle(code)),
        )


class PublishPuzzleView(BuiltPuzzleView):
    limit = "make"

    @document_operation(
        "publishBuilt",
        PuzzleVersionSerializer,
        asks=PublishPuzzleRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Publish the draft as the next version. A draft with mistakes isn't published; the error names the first."""
        visibility = self.validate_body(PublishPuzzleRequest).get("visibility")
        return self.respond_idempotently(
            lambda draft: self._publish_draft(code, visibility, draft),
            lambda made: self._get_version_json(code, made),
            201,
            prepare=lambda: check_publishable(self.get_own_puzzle(code)),
        )

    @transaction.atomic
    def _publish_draft(self, code: str, visibility: str | None, draft: Draft) -> int:
        return publish_built_puzzle(self.get_own_puzzle(code), visibility=visibility, draft=draft).number

    def _get_version_json(self, code: str, number: int) -> dict[str, Any]:
        return version_json(self.get_own_puzzle(code).versions.select_related("puzzle").get(number=number))


# -- representations ---------------------------------------------------------------------------------------------------


def built_puzzle_row_json(item: BuiltPuzzle) -> dict[str, Any]:
    """Return a puzzle that the person builds as JSON, for a list of puzzles."""
    newest = max(item.versions.all(), key=lambda one: one.number, default=None)
    return {
        "code": item.code,
        "title": item.title,
        "game": item.game,
        "visibility": item.visibility,
        "changed": format_utc(item.changed),
        "withdrawn": format_utc(item.withdrawn),
        "puzzle": newest.puzzle.code if newest else None,
        "page": item.editor_url,
    }


def draft_status_json(item: BuiltPuzzle) -> dict[str, Any]:
    """Return a puzzle's code and page, and the proof, mistakes, and warnings of its draft."""
    return {"code": item.code, "page": item.editor_url, **_draft_checks_json(item)}


def version_json(version: Version) -> dict[str, Any]:
    """Return a published version of a puzzle as JSON."""
    return {
        "number": version.number,
        "puzzle": version.puzzle.code,
        "title": version.title,
        "proven": version.proven,
        "at": format_utc(version.at),
        "page": version.puzzle.get_absolute_url(),
    }


def _proof_json(proof: Proof) -> dict[str, Any]:
    return {
        "state": proof.state,
        "place": find_queue_place(proof),
        "steps": proof.steps,
        "most": proof.max_search_steps,
    }


def _draft_checks_json(item: BuiltPuzzle) -> dict[str, Any]:
    draft = get_draft(item)
    found, proof = list_issues(draft, item.title), draft.long_proof
    return {
        "proof": _proof_json(proof) if proof else None,
        "mistakes": [one.sentence for one in found if one.mistake],
        "warnings": [one.sentence for one in found if not one.mistake],
    }

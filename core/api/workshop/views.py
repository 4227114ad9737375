"""API views for puzzles that people build: imported and checked as in the builder, and published."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import ApiViewSet, document_operation
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
from core.authoring.puzzles.drafts import PuzzleDraft
from core.authoring.puzzles.importing import create_puzzle_from_file, parse_puzzle_file, replace_draft
from core.authoring.puzzles.issues import set_draft_issues
from core.authoring.puzzles.models import BuiltPuzzle, PuzzleVersion, lock_row
from core.authoring.puzzles.proof_queue import hash_address
from core.authoring.puzzles.publishing import (
    check_publishable,
    delete_unpublished_work,
    get_draft,
    publish_built_puzzle,
    set_withdrawn,
)


class BuiltPuzzleViewSet(ListModelMixin, ApiViewSet):
    scopes = ("puzzle:write",)
    lookup_field = "code"
    serializer_class = BuiltPuzzleRowSerializer

    def get_queryset(self) -> QuerySet[BuiltPuzzle]:
        versions = PuzzleVersion.objects.select_related("puzzle")
        if self.action == "list":
            versions = versions.only("item", "number", "puzzle__code")
        return self.person.builtpuzzles.prefetch_related(Prefetch("versions", versions))

    def get_own_puzzle(self) -> BuiltPuzzle:
        """Return the puzzle in the URL. Raises Http404 if it isn't by the token's person."""
        return BuiltPuzzle.get_own_work(self.person, self.kwargs["code"])

    def serialize_draft_status(self, code: str) -> Any:
        """Return the code and builder URL of a puzzle as JSON, with the proof, mistakes, and warnings of its draft."""
        item = BuiltPuzzle.get_own_work(self.person, code)
        return PuzzleDraftStatusSerializer(set_draft_issues(item, get_draft(item))).data

    @document_operation("listBuilt", BuiltPuzzleRowSerializer, tag="workshop")
    def list(self, request: Request) -> Response:
        """Your puzzles, most recently changed first."""
        return super().list(request)

    @document_operation(
        "buildPuzzle",
        PuzzleDraftStatusSerializer,
        asks=BuildPuzzleRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss list-full bad-text bad-position bad-option unanswerable too-hard",
    )
    def create(self, request: Request) -> Response:
        """Create a puzzle: send the JSON of a file from the builder. Mistakes are listed, and the draft is kept."""
        data = self.validate_body(BuildPuzzleRequest)
        return self.respond_idempotently(
            lambda file: create_puzzle_from_file(self.person, file).code,
            self.serialize_draft_status,
            201,
            prepare=lambda: parse_puzzle_file(data),
        )

    @document_operation("showBuilt", BuiltPuzzleSerializer, tag="workshop", problems="too-hard")
    def retrieve(self, request: Request, code: str) -> Response:
        """One of your puzzles: its draft, the draft's mistakes and warnings, and its versions."""
        item = self.get_object()
        return Response(BuiltPuzzleSerializer(set_draft_issues(item, get_draft(item))).data)

    @document_operation(
        "changeBuilt",
        PuzzleDraftStatusSerializer,
        asks=BuildPuzzleRequest,
        tag="workshop",
        problems="puzzle.amiss bad-text bad-position bad-option unanswerable too-hard",
    )
    def update(self, request: Request, code: str) -> Response:
        """Change the draft of a puzzle: send the whole draft again. If you leave out the title, it stays the same.

        The earlier draft can be restored on the puzzle's page, and published versions stay unchanged.
        """
        data = self.validate_body(BuildPuzzleRequest)
        return self.respond_idempotently(
            lambda file: replace_draft(self.get_own_puzzle(), file),
            lambda _: self.serialize_draft_status(code),
            prepare=lambda: parse_puzzle_file(data),
        )

    @document_operation("deleteBuilt", None, status=204, tag="workshop", problems="puzzle.amiss")
    def destroy(self, request: Request, code: str) -> Response:
        """Delete a draft that was never published."""
        delete_unpublished_work(self.get_own_puzzle())
        return Response(status=204)

    @document_operation(
        "publishBuilt",
        PuzzleVersionSerializer,
        asks=PublishPuzzleRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss too-hard",
    )
    @action(detail=True, methods=["post"], limit="make")
    def publish(self, request: Request, code: str) -> Response:
        """Publish the draft as the next version. A draft with mistakes isn't published; the error names the first."""
        visibility = self.validate_body(PublishPuzzleRequest).get("visibility")
        return self.respond_idempotently(
            lambda draft: self._publish_draft(visibility, draft),
            self._serialize_version,
            201,
            prepare=lambda: check_publishable(self.get_own_puzzle()),
        )

    @transaction.atomic
    def _publish_draft(self, visibility: str | None, draft: PuzzleDraft) -> int:
        return publish_built_puzzle(self.get_own_puzzle(), visibility=visibility, draft=draft).number

    def _serialize_version(self, number: int) -> Any:
        version = self.get_own_puzzle().versions.select_related("puzzle").get(number=number)
        return PuzzleVersionSerializer(version).data

    @document_operation(
        "proveBuilt",
        PuzzleDraftStatusSerializer,
        asks=ProofRequest,
        tag="workshop",
        problems="puzzle.amiss proof.queue-full too-hard",
    )
    @action(detail=True, methods=["post"], url_path="proof", limit="make")
    def prove(self, request: Request, code: str) -> Response:
        """Verify a draft's answer in the background, which takes minutes, or stop the verification.

        `proof` in the response has the progress of the verification, or its place in the queue. Ten of your drafts can
        wait. If you ask again after a verification without a result, the next one takes up to an hour.
        """
        wanted = self.validate_body(ProofRequest)["wanted"]
        return self.respond_idempotently(
            lambda: self._start_or_stop_proof(wanted), lambda _: self.serialize_draft_status(code)
        )

    def _start_or_stop_proof(self, wanted: bool) -> None:
        with transaction.atomic():
            item = lock_row(self.get_own_puzzle())
            if wanted:
                proofs.request_proof(item, get_draft(item), hash_address(self.request._request))
            else:
                proofs.stop_proofs(item)

    @document_operation(
        "withdrawBuilt",
        BuiltPuzzleRowSerializer,
        asks=WithdrawRequest,
        tag="workshop",
        problems="puzzle.amiss",
    )
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, code: str) -> Response:
        """Unpublish a puzzle, or republish it. No answers are lost."""
        away = self.validate_body(WithdrawRequest)["withdrawn"]
        return self.respond_idempotently(
            lambda: set_withdrawn(self.get_own_puzzle(), away),
            lambda _: self.get_serializer(self.get_object()).data,
        )

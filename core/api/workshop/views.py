"""API views of puzzles that people build: imported and checked as in the builder, and published."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import PAGE, ApiView, api_schema, paginate
from core.api.fields import make_page_serializer
from core.api.workshop.serializers import (
    BegunSerializer,
    BuildRequest,
    BuiltRowSerializer,
    BuiltSerializer,
    ProveRequest,
    PublishRequest,
    VersionSerializer,
    WithdrawRequest,
)
from core.authoring.puzzles import proofs
from core.authoring.puzzles.drafts import Draft
from core.authoring.puzzles.importing import create_item, parse_file, replace_draft
from core.authoring.puzzles.issues import list_issues
from core.authoring.puzzles.models import Item, Proof, Version, lock_row
from core.authoring.puzzles.proof_queue import find_queue_place, hash_address
from core.authoring.puzzles.publishing import check_publishable, delete_draft, get_draft, publish_item, set_withdrawn


class BuiltPuzzleView(ApiView):
    scopes = ("puzzle:write",)

    def get_own_item(self, code: str) -> Item:
        """Return a puzzle that the token's person builds. Raises Http404 for anyone else's puzzle."""
        return Item.get_own(self.person, code)


class BuiltPuzzles(BuiltPuzzleView):
    post_limit = "make"

    @api_schema("listBuilt", make_page_serializer(BuiltRowSerializer), tag="workshop", query=PAGE)
    def get(self, request: Request) -> Response:
        """The puzzles that you build, the last one changed first."""
        versions = Version.objects.select_related("puzzle").only("item", "number", "puzzle__code")
        return paginate(request, self.person.items.prefetch_related(Prefetch("versions", versions)), row_json)

    @api_schema(
        "buildPuzzle",
        BegunSerializer,
        asks=BuildRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss list-full bad-text bad-position bad-option unanswerable too-hard",
    )
    def post(self, request: Request) -> Response:
        """Build a puzzle: send the JSON of a file from the builder. Mistakes are listed, and the draft is kept."""
        asked = self.validate_body(BuildRequest)
        return self.respond_once(
            lambda file: create_item(self.person, file).code,
            lambda code: draft_status_json(self.get_own_item(code)),
            201,
            prepare=lambda: parse_file(asked),
        )


class OneBuiltPuzzle(BuiltPuzzleView):
    @api_schema("showBuilt", BuiltSerializer, tag="workshop", problems="too-hard")
    def get(self, request: Request, code: str) -> Response:
        """A puzzle that you build: its draft, the draft's mistakes and warnings, and its versions."""
        item = self.get_own_item(code)
        versions = [version_json(one) for one in item.versions.select_related("puzzle")]
        return Response({**row_json(item), "draft": item.draft, **_draft_checks_json(item), "versions": versions})

    @api_schema(
        "changeBuilt",
        BegunSerializer,
        asks=BuildRequest,
        tag="workshop",
        problems="puzzle.amiss bad-text bad-position bad-option unanswerable too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Change the draft of a puzzle: send the whole draft again. Without a title, the title stays.

        The earlier draft can be restored on the puzzle's page, and published versions stay unchanged.
        """
        asked = self.validate_body(BuildRequest)
        return self.respond_once(
            lambda file: replace_draft(self.get_own_item(code), file),
            lambda _: draft_status_json(self.get_own_item(code)),
            prepare=lambda: parse_file(asked),
        )

    @api_schema("deleteBuilt", None, status=204, tag="workshop", problems="puzzle.amiss")
    def delete(self, request: Request, code: str) -> Response:
        """Delete a draft that was never published."""
        delete_draft(self.get_own_item(code))
        return Response(status=204)


class Prove(BuiltPuzzleView):
    limit = "make"

    @api_schema(
        "proveBuilt",
        BegunSerializer,
        asks=ProveRequest,
        tag="workshop",
        problems="puzzle.amiss proof.queue-full too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Prove a draft in the background, which takes minutes, or stop the proof.

        `proof` of the draft says how far the proof is, or its place in the queue. Ten of your proofs can wait. If you
        ask again after a proof without a result, the next proof takes up to an hour.
        """
        wanted = self.validate_body(ProveRequest)["wanted"]
        return self.respond_once(
            lambda: self._prove(code, wanted), lambda _: draft_status_json(self.get_own_item(code))
        )

    def _prove(self, code: str, wanted: bool) -> None:
        with transaction.atomic():
            item = lock_row(self.get_own_item(code))
            if wanted:
                proofs.request_proof(item, get_draft(item), hash_address(self.request._request))
            else:
                proofs.stop_proofs(item)


class Withdraw(BuiltPuzzleView):
    @api_schema(
        "withdrawBuilt",
        BuiltRowSerializer,
        asks=WithdrawRequest,
        tag="workshop",
        problems="puzzle.amiss",
    )
    def post(self, request: Request, code: str) -> Response:
        """Withdraw a published puzzle, or publish a withdrawn puzzle again. No answers are lost."""
        away = self.validate_body(WithdrawRequest)["withdrawn"]
        return self.respond_once(
            lambda: set_withdrawn(self.get_own_item(code), away), lambda _: row_json(self.get_own_item(code))
        )


class Publish(BuiltPuzzleView):
    limit = "make"

    @api_schema(
        "publishBuilt",
        VersionSerializer,
        asks=PublishRequest,
        status=201,
        tag="workshop",
        problems="puzzle.amiss too-hard",
    )
    def post(self, request: Request, code: str) -> Response:
        """Publish the draft as the next version. A draft with mistakes isn't published; the error names the first."""
        visibility = self.validate_body(PublishRequest).get("visibility")
        return self.respond_once(
            lambda draft: self._publish(code, visibility, draft),
            lambda made: self._get_version_json(code, made),
            201,
            prepare=lambda: check_publishable(self.get_own_item(code)),
        )

    @transaction.atomic
    def _publish(self, code: str, visibility: str | None, draft: Draft) -> int:
        return publish_item(self.get_own_item(code), visibility=visibility, draft=draft).number

    def _get_version_json(self, code: str, number: int) -> dict[str, Any]:
        return version_json(self.get_own_item(code).versions.select_related("puzzle").get(number=number))


# -- representations ---------------------------------------------------------------------------------------------------


def row_json(item: Item) -> dict[str, Any]:
    """Return a puzzle that the person builds as JSON, for a list of puzzles."""
    newest = max(item.versions.all(), key=lambda one: one.number, default=None)
    return {
        "code": item.code,
        "title": item.title,
        "game": item.game,
        "visibility": item.visibility,
        "changed": item.changed.isoformat(),
        "withdrawn": item.withdrawn.isoformat() if item.withdrawn else None,
        "puzzle": newest.puzzle.code if newest else None,
        "page": item.editor_url,
    }


def draft_status_json(item: Item) -> dict[str, Any]:
    """Return a puzzle's code and page, and the proof, mistakes, and warnings of its draft."""
    return {"code": item.code, "page": item.editor_url, **_draft_checks_json(item)}


def version_json(version: Version) -> dict[str, Any]:
    """Return a published version of a puzzle as JSON."""
    return {
        "number": version.number,
        "puzzle": version.puzzle.code,
        "title": version.title,
        "proven": version.proven,
        "at": version.at.isoformat(),
        "page": version.puzzle.get_absolute_url(),
    }


def _proof_json(proof: Proof) -> dict[str, Any]:
    return {"state": proof.state, "place": find_queue_place(proof), "steps": proof.steps, "most": proof.max_steps}


def _draft_checks_json(item: Item) -> dict[str, Any]:
    draft = get_draft(item)
    found, proof = list_issues(draft, item.title), draft.proof
    return {
        "proof": _proof_json(proof) if proof else None,
        "mistakes": [one.sentence for one in found if one.mistake],
        "warnings": [one.sentence for one in found if not one.mistake],
    }

"""API errors according to RFC 9457. Each has a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from core.authoring.collections.editing import CollectionError as NotCollected
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import TooManyWorks
from core.authoring.puzzles.proof_queue import QueueFull
from core.classes.enrollment import ClassroomError, NamesakesError
from core.http.error_views import TITLES
from core.play.errors import AmbiguousMove, StaleVersion, TableError, VersionAhead
from core.practice.attempt_contexts import AttemptsClosed
from core.practice.models import NoPuzzlePossible
from games import NoSuchGame
from games.engine.clause import OVER, TURN, IllegalMove, Violation
from games.engine.options import BadOption
from games.engine.work_limits import WorkExceeded
from games.errors import BadPosition, BadText, RulesError
from variants.services import NoSuchRules, RuleListFull

logger = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
DOCS = "/api/v1/docs/"

PROBLEMS: dict[str, tuple[int, str, str]] = {
    "malformed": (400, "Malformed request", "The body or a parameter can’t be read."),
    "unauthorized": (401, "Token required", "The token is missing, wrong, expired, or revoked."),
    "forbidden": (403, "Access denied", "You don’t have permission to do this."),
    "scope.missing": (403, "Missing scope", "The token doesn’t have this scope."),
    "scope.read-only": (403, "Read-only token", "You can’t change anything with a read-only token."),
    "not-found": (404, "Not found", "There’s nothing at this address, or you can’t see it."),
    "method": (
        405,
        "Wrong method",
        "You can’t use this method at this address. `Allow` lists the methods you can use.",
    ),
    "not-acceptable": (406, "Only JSON", "Responses are always JSON, but your `Accept` header rules it out."),
    "too-slow": (408, "Too slow", "The request took too long to arrive."),
    "changed": (
        412,
        "Response changed",
        "The response no longer has the `ETag` in `If-Match`. Send the request without `If-Match`.",
    ),
    "too-large": (413, "Too large", "The body is too large. It can have at most 256 KB."),
    "media-type": (415, "Only JSON", "The body must be JSON. Send it with `Content-Type: application/json`."),
    "invalid": (422, "Invalid data", "The JSON doesn’t have the documented keys and types. See `errors`."),
    "key-used": (422, "Key already used", "This idempotency key belongs to a different request."),
    "bad-text": (422, "Invalid text", "The text isn’t a card, move, position, or record."),
    "bad-position": (422, "Impossible position", "No deal can lead to this position. Check for a duplicate card."),
    "bad-option": (
        422,
        "Impossible house rules",
        "An option is unknown, a value is wrong, or two values can’t be combined.",
    ),
    "no-such-rules": (422, "Unknown house rules", "No rule set has this hash."),
    "nothing-to-ask": (422, "No puzzles", "There are no puzzles of this kind under these house rules."),
    "puzzle.given": (
        409,
        "Assigned or daily puzzle",
        "You can’t use the API to answer class puzzles or daily puzzles. Answer them on their pages.",
    ),
    "too-hard": (422, "Too complex", "Working this out would take too many steps, so there’s no answer."),
    "unanswerable": (422, "No answer", "This question doesn’t have an answer in this position."),
    "move.illegal": (
        422,
        "Illegal move",
        "The rules forbid this move. `clauses` says why, with the most relevant reason first.",
    ),
    "move.turn": (409, "Not this seat’s turn", "The table is waiting for someone else, or isn’t waiting for anyone."),
    "table.unclear": (
        422,
        "Ambiguous move",
        "The move can be read in several ways. Send one of the moves in `readings`.",
    ),
    "table.stale": (
        409,
        "Stale table",
        "The request is for a different version of the table, so nothing was changed. `version` is the current one.",
    ),
    "table.not-playing": (
        409,
        "Not in play",
        "You can’t do this now, because seats are empty, the hand isn’t over, or the match is over.",
    ),
    "table.too-late": (
        409,
        "Can’t undo",
        "You can’t undo the move, because it revealed new cards or someone has moved since.",
    ),
    "table.seat-taken": (409, "Seat taken", "This seat is already taken."),
    "table.forbidden": (403, "Access denied", "You don’t have permission to do this at the table."),
    "table.not-seated": (403, "No seat", "Only players at the table can do this."),
    "table.not-your-seat": (403, "Another player’s cards", "You can see only what your own seat sees."),
    "table.bad-seats": (422, "Invalid seats", "The game or the site doesn’t allow these seats."),
    "table.too-many": (409, "Too many tables", "You have too many unfinished tables. Finish one first."),
    "class.refused": (
        409,
        "Class unchanged",
        "The class is archived or full, or you teach the maximum number of classes.",
    ),
    "class.namesakes": (
        409,
        "Duplicate names",
        "Some names (see `errors`) are already in the class or on the list. Send `namesakes` to add or skip them.",
    ),
    "run.refused": (409, "Not in this run", "The run is over, or it’s on a different puzzle. `detail` says which."),
    "puzzle.amiss": (422, "Invalid puzzle", "The puzzle can’t be read or published. `detail` says why."),
    "proof.queue-full": (
        409,
        "Queue full",
        "Too many of your puzzles are waiting to be verified. Wait until one is done, or stop one.",
    ),
    "lesson.amiss": (422, "Invalid lesson", "The lesson can’t be read or published. `detail` says why."),
    "collection.refused": (
        422,
        "Collection unchanged",
        "The collection is full, or an item can’t be added, moved, or updated.",
    ),
    "list-full": (409, "List full", "Your list is full. Remove a rule set, or delete a draft."),
    "too-many-requests": (
        429,
        "Too many requests",
        "You’ve reached the limit that `limit` names. Wait for `Retry-After` seconds, then try again.",
    ),
    "broken": (500, TITLES[500], "Something went wrong on our side. We’ve been notified."),
    "unavailable": (
        503,
        "Temporarily unavailable",
        "The database isn’t responding, or too many requests are waiting. `Retry-After` says when to try again.",
    ),
}
"""All error codes, each with its status, its title, and a description of when it occurs."""


CODES: dict[type[Exception], str] = {
    BadPosition: "bad-position",
    NoSuchGame: "not-found",
    NoSuchRules: "no-such-rules",
    RuleListFull: "list-full",
    TooManyWorks: "list-full",
    NoPuzzlePossible: "nothing-to-ask",
    AttemptsClosed: "puzzle.given",
    ClassroomError: "class.refused",
    QueueFull: "proof.queue-full",
    BadChange: "puzzle.amiss",
    NotCollected: "collection.refused",
}
"""The error codes of exceptions whose only data is a sentence."""


class Problem(Exception):
    """An exception that becomes an error response of the API.

    `code` is a key of PROBLEMS. Without `detail`, the response has the usual sentence for this code. `more` has further
    keys for the response body.
    """

    def __init__(self, code: str, detail: str = "", headers: dict[str, str] | None = None, **more: Any) -> None:
        self.code, self.headers, self.more = code, headers or {}, more
        self.detail = detail or PROBLEMS[code][2]
        super().__init__(self.detail)


def build_problem_body(code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Build the JSON body of an error response. `code` is a key of PROBLEMS, and `detail` a sentence for people.

    `more` has further keys for the body.
    """
    status, title, _ = PROBLEMS[code]
    return {"type": f"{DOCS}#problem-{code}", "title": title, "status": status, "detail": detail, "code": code, **more}


def build_illegal_move_problem(violation: Violation) -> Problem:
    """Build the error for an illegal move, with the ids and messages of the broken clauses."""
    broken = (violation, *violation.others)
    code = "move.turn" if any(one.clause in (TURN, OVER) for one in broken) else "move.illegal"
    clauses = [{"id": one.clause.id, "text": one.sentence} for one in broken]
    return Problem(code, violation.sentence, clauses=clauses)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response for an error that the client caused, or None for other errors, which become a 500."""
    problem = convert_to_problem(error)
    if problem is None:
        return None
    body = build_problem_body(problem.code, problem.detail, **problem.more)
    headers = {**problem.headers}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def convert_to_problem(error: Exception) -> Problem | None:
    """Convert an error that the client caused to a Problem. Returns None for a fault of the site."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RulesError | NoPuzzlePossible):
        return _convert_rules_error_to_problem(error)
    if isinstance(error, WorkExceeded):
        logger.error("too_hard", kind=type(error).__name__)
        return Problem("too-hard")
    if isinstance(error, Http404):
        return Problem("not-found", str(error) if isinstance(error.__context__, RulesError) else "")
    if isinstance(error, PermissionDenied):
        return Problem("forbidden")
    if isinstance(error, exceptions.APIException):
        return _convert_drf_error_to_problem(error)
    return None


def _convert_rules_error_to_problem(error: Exception) -> Problem:
    said = str(error)
    if isinstance(error, IllegalMove):
        return build_illegal_move_problem(error.violation)
    if isinstance(error, AmbiguousMove):
        return Problem(error.code, said, readings=[str(move) for move in error.readings])
    if isinstance(error, StaleVersion):
        how = "isn’t at that version yet" if isinstance(error, VersionAhead) else "has moved on since that version"
        said = f"The table {how}: it’s at version {error.version}. Nothing was changed."
        return Problem(error.code, said, version=error.version)
    if isinstance(error, TableError):
        return Problem(error.code if error.code in PROBLEMS else "table.not-playing", said)
    if isinstance(error, NamesakesError):
        what = "This name is already in the class or on the list."
        errors = [{"where": f"/names/{place}", "what": what} for place in error.places]
        return Problem("class.namesakes", said, errors=errors)
    if isinstance(error, BadOption):
        return Problem("bad-option", said, option=error.option)
    if isinstance(error, BadText):
        return Problem("bad-text", said, what=error.what, where=error.where, wanted=error.wanted)
    return Problem(next((code for kind, code in CODES.items() if isinstance(error, kind)), "unanswerable"), said)


def _convert_drf_error_to_problem(error: exceptions.APIException) -> Problem | None:
    if isinstance(error, exceptions.ValidationError):
        return Problem(
            "invalid",
            "The body is invalid. See `errors`.",
            errors=list(_list_validation_errors(error.detail)),
        )
    if isinstance(error, exceptions.NotAuthenticated):
        return Problem(
            "unauthorized", "Send a token in the header “Authorization: Bearer …”. You can create one at /me/tokens/."
        )
    if isinstance(error, exceptions.MethodNotAllowed):
        return Problem("method", str(error.detail))
    codes = {400: "malformed", 401: "unauthorized", 403: "forbidden", 404: "not-found", 406: "not-acceptable"}
    code = {**codes, 415: "media-type"}.get(error.status_code)
    return Problem(code, str(error.detail)) if code else None


def _list_validation_errors(detail: Any, where: str = "") -> Any:
    """Yield each validation error of a body as a dict with a JSON pointer (`where`) and a sentence (`what`).

    `detail` has DRF's errors for the part of the body at the JSON pointer `where`.
    """
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _list_validation_errors(inner, f"{where}/{name}" if name != "non_field_errors" else where)
    elif isinstance(detail, list) and any(isinstance(one, dict | list) for one in detail):
        for number, inner in enumerate(detail):
            yield from _list_validation_errors(inner, f"{where}/{number}")
    else:
        for said in detail if isinstance(detail, list) else [detail]:
            yield {"where": where or "/", "what": str(said)}

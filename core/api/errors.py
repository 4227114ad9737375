"""API errors as RFC 9457 describes them: each has a code for programs and a sentence for people."""

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
    "malformed": (400, "Not readable", "The body or a parameter cannot be read at all."),
    "unauthorized": (401, "A token is needed", "No token came along, or one that is wrong, expired or revoked."),
    "forbidden": (403, "Not for you", "This is somebody else's to do."),
    "scope.missing": (403, "The token lacks a scope", "The token was not made for this."),
    "scope.read-only": (403, "The token only reads", "The token was made for reading."),
    "not-found": (404, "Nothing there", "There is nothing at this address, or nothing that you may know of."),
    "method": (405, "Wrong method", "`Allow` says which methods there are."),
    "not-acceptable": (406, "Only JSON", "Answers are JSON."),
    "too-slow": (408, "Too slow", "The request took too long to arrive."),
    "changed": (412, "Another version by now", "The answer is not the one that `If-Match` names: ask without it."),
    "too-large": (413, "Too large", "A body may have 256 KB."),
    "media-type": (415, "Only JSON", "Bodies are JSON, with `Content-Type: application/json`."),
    "invalid": (422, "Not as asked for", "The JSON has not the keys and types that are documented; see `errors`."),
    "key-used": (422, "The key was used before", "This idempotency key came with another request."),
    "bad-text": (422, "Text that says nothing", "No card, move, position or record reads like this."),
    "bad-position": (422, "An impossible position", "No deal could come to this: a card twice, too many cards."),
    "bad-option": (
        422,
        "Impossible house rules",
        "An unknown option, a wrong value, or values that exclude each other.",
    ),
    "no-such-rules": (422, "Unknown house rules", "No rule set has this address."),
    "nothing-to-ask": (422, "Nothing to ask", "These house rules leave no such puzzle."),
    "puzzle.given": (409, "Answered on a page", "It’s a class’s puzzle or a day’s, which is answered on its page."),
    "too-hard": (422, "Too much to try", "The rules would have to try too much for this position; no answer is given."),
    "unanswerable": (422, "No answer", "The rules have no answer for this position."),
    "move.illegal": (422, "The rules refuse this move", "`clauses` says why, the most telling reason first."),
    "move.turn": (409, "Not this seat's turn", "The table waits for somebody else, or for nobody any more."),
    "table.unclear": (422, "The move can mean several things", "`readings` lists them: send the one that is meant."),
    "table.stale": (409, "The table is at another version", "`version` is the table's now; nothing has changed."),
    "table.not-playing": (409, "Nothing is played", "Seats are empty, the deal is not over, or the match is."),
    "table.too-late": (409, "The move stands", "It has shown something new, or somebody has moved since."),
    "table.seat-taken": (409, "No such free seat", "Somebody sits there."),
    "table.forbidden": (403, "Not for you", "Only somebody else may do this at the table."),
    "table.not-seated": (403, "You do not sit there", "This is for those who sit at the table."),
    "table.not-your-seat": (403, "Another's cards", "Each sees what their own seat sees."),
    "table.bad-seats": (422, "Seats that cannot be filled", "The game, or the house, cannot seat these."),
    "table.too-many": (409, "Too many tables", "Finish some tables first."),
    "class.refused": (409, "The class stays as it is", "It is archived or full, or you teach as many as you may."),
    "class.namesakes": (
        409,
        "Names that are there already",
        "`errors` says which: say with `namesakes` what to do with them.",
    ),
    "run.refused": (409, "Not asked in this run", "The run is over, or it asks another puzzle; `detail` says which."),
    "puzzle.amiss": (422, "Something is amiss", "The puzzle cannot be read or published like this; `detail` says why."),
    "proof.queue-full": (409, "Too many proofs wait", "Wait for one of your proofs, or stop one, first."),
    "lesson.amiss": (422, "Something is amiss", "The lesson cannot be read or published like this; `detail` says why."),
    "collection.refused": (
        422,
        "The collection stays as it is",
        "It is full, or something cannot be collected, ordered or renewed like this.",
    ),
    "list-full": (409, "The list is full", "Strike a rule set off the list, or delete a draft, first."),
    "too-many-requests": (429, "Slower, please", "`limit` says which limit, `Retry-After` how long to wait."),
    "broken": (500, TITLES[500], "A fault of the house; it has been noted."),
    "unavailable": (
        503,
        "Not just now",
        "The database does not answer, or too many wait; `Retry-After` says when to try again.",
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
"""Problem codes of exceptions that give no data except a sentence."""


class Problem(Exception):
    """An API error; `more` has further keys for the response body."""

    def __init__(self, code: str, detail: str = "", headers: dict[str, str] | None = None, **more: Any) -> None:
        self.code, self.headers, self.more = code, headers or {}, more
        self.detail = detail or PROBLEMS[code][2]
        super().__init__(self.detail)


def build_problem_body(code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return the response body of a problem as a dict."""
    status, title, _ = PROBLEMS[code]
    return {"type": f"{DOCS}#problem-{code}", "title": title, "status": status, "detail": detail, "code": code, **more}


def build_illegal_move_problem(violation: Violation) -> Problem:
    """Return the problem for a move that breaks rules, with the ids and sentences of the broken clauses."""
    broken = (violation, *violation.others)
    code = "move.turn" if any(one.clause in (TURN, OVER) for one in broken) else "move.illegal"
    clauses = [{"id": one.clause.id, "text": one.sentence} for one in broken]
    return Problem(code, violation.sentence, clauses=clauses)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return a problem response for an error that the client caused; None for other errors, which become a 500."""
    problem = convert_to_problem(error)
    if problem is None:
        return None
    body = build_problem_body(problem.code, problem.detail, **problem.more)
    headers = {**problem.headers}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def convert_to_problem(error: Exception) -> Problem | None:
    """Return the problem for an error that the client caused; None for a fault of the site."""
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
        how = (
            "has not come to that version yet" if isinstance(error, VersionAhead) else "has moved on since that version"
        )
        said = f"The table {how}: it is at {error.version}. Nothing was done."
        return Problem(error.code, said, version=error.version)
    if isinstance(error, TableError):
        return Problem(error.code if error.code in PROBLEMS else "table.not-playing", said)
    if isinstance(error, NamesakesError):
        what = "This name is in the class or the list already."
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
            "The body is not as it should be: see errors.",
            errors=list(_list_validation_errors(error.detail)),
        )
    if isinstance(error, exceptions.NotAuthenticated):
        return Problem("unauthorized", "Send a token: “Authorization: Bearer …”. You make one under /me/tokens/.")
    if isinstance(error, exceptions.MethodNotAllowed):
        return Problem("method", str(error.detail))
    codes = {400: "malformed", 401: "unauthorized", 403: "forbidden", 404: "not-found", 406: "not-acceptable"}
    code = {**codes, 415: "media-type"}.get(error.status_code)
    return Problem(code, str(error.detail)) if code else None


def _list_validation_errors(detail: Any, where: str = "") -> Any:
    """Yield each validation error of a body as a dict with a JSON pointer (`where`) and a sentence (`what`)."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _list_validation_errors(inner, f"{where}/{name}" if name != "non_field_errors" else where)
    elif isinstance(detail, list) and any(isinstance(one, dict | list) for one in detail):
        for number, inner in enumerate(detail):
            yield from _list_validation_errors(inner, f"{where}/{number}")
    else:
        for said in detail if isinstance(detail, list) else [detail]:
            yield {"where": where or "/", "what": str(said)}

"""What all answers to programs have in common."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from core.api.errors import CONTENT_TYPE, PROBLEMS, Problem, body_of
from core.api.parsers import read_json, unchunk, whole_number
from core.authoring.puzzles.errors import ChangedElsewhere
from core.http.idempotency import KEY_LIFETIME, digest, keep_response, prepared_by, run_once
from core.people import person_of_user
from core.people.models import Person
from games.engine.game import Game
from games.engine.options import Options
from variants.services import NoSuchRules, find, rules_of

View = TypeVar("View", bound=Callable[..., Response])
Made = TypeVar("Made")
MOST_LISTED = 100
ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,40}")
TRIES = 3
KEY = re.compile(r"[!-~]{1,64}")
REPLAYED = "Idempotency-Replayed"
PROBLEMS_OF = "x-problems"
EACH_TIME = "x-each-time"
FRESH = 60
"""Seconds for which a page of reference may be reused without asking."""


class ApiView(APIView):
    """Something for those with a token good for all of `scopes`."""

    http_method_names = ["get", "head", "post", "delete"]
    scopes: Sequence[str] = ()
    limit = ""
    post_limit = "write"

    def throttle_scope(self, method: str | None) -> str:
        """Return the limit that a request counts against."""
        return self.limit or ("read" if method in SAFE_METHODS else self.post_limit if method == "POST" else "write")

    def scopes_for(self, method: str | None) -> Sequence[str]:
        """The scopes that a request needs."""
        return self.scopes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        unchunk(request._request)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "no-store"
        return answer

    @property
    def person(self) -> Person:
        """Whom the token speaks for."""
        if not hasattr(self, "_person"):
            self._person = person_of_user(self.request.user)
        return self._person

    def once(
        self,
        make: Callable[..., Any],
        show: Callable[[Any], Any] = lambda made: made,
        status: int = 200,
        *,
        keep: bool = True,
        prepare: Callable[[], Any] | None = None,
    ) -> Response:
        """Make something and show it; a request that is sent again, with the same key, makes it only once.

        What `make` returns is stored with the key, and is JSON; `show` turns it into the answer when all is stored.
        An answer that is not to be kept is said anew each time from what was made. What takes long belongs into
        `prepare`, which runs while nothing is locked; `make` gets its result. If `make` raises ChangedElsewhere, both
        run again.
        """
        request, key = self.request, self.request.headers.get("Idempotency-Key")
        if key is None:
            return Response(show(_unless_changed(lambda: make(*prepared_by(prepare)))), status=status)
        if not KEY.fullmatch(key):
            raise Problem("malformed", "An idempotency key has 1 to 64 visible ASCII characters.")
        asked = digest(json.dumps([request.method, request.path, request.data], sort_keys=True))
        row, is_new = _unless_changed(lambda: run_once(self.person, key, make, KEY_LIFETIME, asked, prepare))
        if row.request != asked:
            raise Problem("key-used", "This idempotency key came with another request before.")
        headers = {} if is_new else {REPLAYED: "true"}
        if not keep:
            return Response(show(row.result), status=status, headers=headers)
        if row.status is None:
            keep_response(row, status, show(row.result))
        return Response(row.body, status=row.status, headers=headers)

    def validated(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        """What was sent, checked."""
        return read(shape, self.request.data)


def _unless_changed(work: Callable[[], Made]) -> Made:
    """Return what `work` returns; it runs again if a draft was changed meanwhile. Raises ChangedElsewhere."""
    for _ in range(TRIES - 1):
        with suppress(ChangedElsewhere):
            return work()
    return work()


@cache
def _reader(shape: type[Serializer[Any]]) -> Serializer[Any]:
    """One reader of a shape serves all requests: it keeps nothing of what it reads, and is costly to make."""
    return shape()


def read(shape: type[Serializer[Any]], sent: Any) -> dict[str, Any]:
    """What was sent, checked by its shape."""
    return dict(_reader(shape).run_validation(sent))


class PublicView(ApiView):
    """Something for everybody: it depends on the address and the body alone, and tells nobody apart."""

    authentication_classes = ()
    permission_classes = ()


class CachedView(PublicView):
    """Something for everybody that seldom changes: it has an ETag, and may be kept for a while."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        if request.method in SAFE_METHODS and response.status_code == 200:
            patch_cache_control(response, public=True, max_age=FRESH)
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code == 200 and hasattr(answer, "add_post_render_callback"):
            answer.add_post_render_callback(lambda rendered: _tagged(request, rendered))
        return answer


def _tagged(request: HttpRequest, answer: Any) -> Any:
    from django.utils.cache import get_conditional_response

    tag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = tag
    kept = get_conditional_response(request, etag=tag, response=answer)
    if kept and kept.status_code == 412:  # where no answer is dated, RFC 9110 has us pass over `If-Unmodified-Since`
        return _changed(tag) if "If-Match" in request.headers else None
    return kept if kept is not answer else None


def _changed(tag: str) -> JsonResponse:
    body, headers = body_of("changed", PROBLEMS["changed"][2]), {"ETag": tag, "Cache-Control": "no-store"}
    return JsonResponse(body, status=412, headers=headers, content_type=CONTENT_TYPE)


# -- what is documented ------------------------------------------------------------------------------------------------


def api_schema(
    operation: str,
    answers: Any,
    *,
    tag: str,
    asks: type[Serializer[Any]] | None = None,
    status: int = 200,
    query: Iterable[OpenApiParameter] = (),
    problems: str = "",
    each_time: bool = False,
) -> Callable[[View], View]:
    """Document a method: its docstring says what it does.

    `problems` are the codes of errors that are its own; those of all of its sort need not be named. What is done
    `each_time` takes no idempotency key.
    """

    def documented(view: View) -> View:
        text = inspect.getdoc(view) or ""
        more = {PROBLEMS_OF: problems.split()} | ({EACH_TIME: True} if each_time else {})
        decorate = extend_schema(
            operation_id=operation,
            summary=re.split(r"[:.;,(]", text)[0].strip(),
            description=text,
            request=asks,
            responses={status: answers},
            parameters=list(query),
            tags=[tag],
            extensions=more,
        )
        return decorate(view)

    return documented


def parameter(name: str, said: str, kind: Any = str, **more: Any) -> OpenApiParameter:
    """A parameter of an address."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=said, **more)


RULES = (
    parameter("rules", "The hash of a rule set, or `book`."),
    parameter("options", "Instead of `rules`, house rules as a JSON object of what differs from the book."),
)
PAGE = (
    parameter("limit", f"How many to list, at most {MOST_LISTED}.", {"type": "integer", "minimum": 1, "maximum": 100}),
    parameter("offset", "How many to pass over.", {"type": "integer", "minimum": 0, "maximum": 1_000_000}),
)


# -- what is asked for -------------------------------------------------------------------------------------------------


def requested_rules(request: Request, game: Game[Any], person: Person | None = None) -> Options:
    """The house rules that an address names: those of `person`, or else the book, where it names none."""
    text = request.GET.get("options")
    return requested_options(game, read_json(text) if text is not None else None, request.GET.get("rules"), person)


def requested_options(game: Game[Any], options: Any, rules: str | None, person: Person | None = None) -> Options:
    """House rules as they are named in a question."""
    if options is not None and rules is not None:
        raise Problem("invalid", "Say “rules” or “options”, not both.")
    if options is not None:
        return game.options(options)
    if rules is not None and not ADDRESS.fullmatch(rules):
        raise NoSuchRules(rules)
    if rules is not None:
        return find(game, rules)[0]
    return rules_of(person, game).options if person else game.options()


def page(request: Request, rows: QuerySet[Any] | Sequence[Any], say: Callable[[Any], Any]) -> Response:
    """A page of a list."""
    limit = whole_number(request, "limit", 20, 1, MOST_LISTED)
    offset = whole_number(request, "offset", 0, 0, 1_000_000)
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    shown = [say(row) for row in rows[offset : offset + limit]]
    following = offset + limit if offset + limit < count else None
    return Response({"count": count, "next_offset": following, "results": shown})

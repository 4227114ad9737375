"""The parts that all API views share: idempotency, caching, documentation, house rules, and pagination."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from core.api.errors import CONTENT_TYPE, PROBLEMS, Problem, build_problem_body
from core.api.pagination import ListPagination
from core.api.parsers import buffer_chunked_body, read_json
from core.authoring.puzzles.errors import ChangedElsewhere
from core.http.idempotency import KEY_LIFETIME, compute_digest, prepare_arguments, run_once, store_response
from core.people import get_user_person
from core.people.models import Person
from games.engine.game import Game
from games.engine.options import Options
from variants.services import NoSuchRules, get_person_rules, get_rules_by_digest

View = TypeVar("View", bound=Callable[..., Response])
Made = TypeVar("Made")
ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,40}")
TRIES = 3
KEY = re.compile(r"[!-~]{1,64}")
REPLAYED = "Idempotency-Replayed"
PROBLEMS_OF = "x-problems"
EACH_TIME = "x-each-time"
FRESH = 60
"""The number of seconds that clients can reuse a response of a CachedView without revalidating it."""


class ApiView(APIView):
    """Base class of the API's views. By default, a request needs a token that has all of `scopes`."""

    http_method_names = ["get", "head", "post", "delete"]
    scopes: Sequence[str] = ()
    limit = ""

    def get_throttle_scope(self, method: str | None) -> str:
        """Return the name of the rate limit for a request with this method."""
        return self.limit or ("read" if method in SAFE_METHODS else "write")

    def get_required_scopes(self, method: str | None) -> Sequence[str]:
        """Return the token scopes that a request with this method needs."""
        return self.scopes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        buffer_chunked_body(request._request)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "no-store"
        return answer

    @property
    def person(self) -> Person:
        """The person that the token belongs to."""
        if not hasattr(self, "_person"):
            self._person = get_user_person(self.request.user)
        return self._person

    def respond_idempotently(
        self,
        make: Callable[..., Any],
        show: Callable[[Any], Any] = lambda made: made,
        status: int = 200,
        *,
        keep: bool = True,
        prepare: Callable[[], Any] | None = None,
    ) -> Response:
        """Do a request's work once, even if the request is sent again with the same idempotency key, and respond.

        `make` does the work and returns JSON, which is stored with the key. After the commit, `show` turns this JSON
        into the response body. A repeated request gets the first response's body or, if `keep` is false, a new body
        that `show` makes from the stored JSON. `status` is the HTTP status of the response.

        Slow work belongs in `prepare`, which runs before `make` while no row is locked. Its result is the argument of
        `make`. If `make` raises ChangedElsewhere, because another request has changed the draft, both run again. Raises
        Problem if the key is malformed or was used for a different request.
        """
        request, key = self.request, self.request.headers.get("Idempotency-Key")
        if key is None:
            return Response(show(_retry_if_draft_changed(lambda: make(*prepare_arguments(prepare)))), status=status)
        if not KEY.fullmatch(key):
            raise Problem("malformed", "An idempotency key must have 1 to 64 visible ASCII characters.")
        asked = compute_digest(json.dumps([request.method, request.path, request.data], sort_keys=True))
        row, is_new = _retry_if_draft_changed(lambda: run_once(self.person, key, make, KEY_LIFETIME, asked, prepare))
        if row.request != asked:
            raise Problem("key-used", "This idempotency key was already used for a different request.")
        headers = {} if is_new else {REPLAYED: "true"}
        if not keep:
            return Response(show(row.result), status=status, headers=headers)
        if row.status is None:
            store_response(row, status, show(row.result))
        return Response(row.body, status=row.status, headers=headers)

    def validate_body(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        """Validate the request's data with the serializer class `shape`, and return it. Raises ValidationError."""
        return dict(_get_shared_serializer(shape).run_validation(self.request.data))


class ApiViewSet(ApiView, GenericViewSet[Any]):
    """Base class of the API's view sets. Creating an object counts against the rate limit `make`."""

    pagination_class = ListPagination
    lookup_value_converter = "slug"

    @classmethod
    def get_extra_actions(cls) -> list[Any]:
        """Return the actions in the order of their definition, so that the documentation has the same order."""
        return sorted(super().get_extra_actions(), key=lambda action: [*vars(cls)].index(action.__name__))

    def get_throttle_scope(self, method: str | None) -> str:
        return "make" if self.action == "create" else super().get_throttle_scope(method)


def _retry_if_draft_changed(work: Callable[[], Made]) -> Made:
    """Call `work` and return its result. If it raises ChangedElsewhere, call it again.

    That error means that another request has changed the draft in the meantime. After TRIES calls, it isn't caught
    anymore.
    """
    for _ in range(TRIES - 1):
        with suppress(ChangedElsewhere):
            return work()
    return work()


@cache
def _get_shared_serializer(shape: type[Serializer[Any]]) -> Serializer[Any]:
    """Return an instance of this serializer class that all requests share.

    The instance holds no data of a request. Creating one for each request would be slow.
    """
    return shape()


class PublicView(ApiView):
    """Base class of views that need no token. The response depends only on the URL and the body."""

    authentication_classes = ()
    permission_classes = ()


class CachedView(PublicView):
    """Base class of public views whose responses rarely change.

    A response has an ETag, and clients can reuse it for FRESH seconds without asking again.
    """

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        if request.method in SAFE_METHODS and response.status_code == 200:
            patch_cache_control(response, public=True, max_age=FRESH)
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code == 200 and hasattr(answer, "add_post_render_callback"):
            answer.add_post_render_callback(lambda rendered: _add_etag(request, rendered))
        return answer


def _add_etag(request: HttpRequest, answer: Any) -> Any:
    from django.utils.cache import get_conditional_response

    tag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = tag
    kept = get_conditional_response(request, etag=tag, response=answer)
    if kept and kept.status_code == 412:  # where no answer is dated, RFC 9110 has us pass over `If-Unmodified-Since`
        return _build_precondition_failed_response(tag) if "If-Match" in request.headers else None
    return kept if kept is not answer else None


def _build_precondition_failed_response(tag: str) -> JsonResponse:
    body, headers = build_problem_body("changed", PROBLEMS["changed"][2]), {"ETag": tag, "Cache-Control": "no-store"}
    return JsonResponse(body, status=412, headers=headers, content_type=CONTENT_TYPE)


# -- documentation -----------------------------------------------------------------------------------------------------


def document_operation(
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
    """Return a decorator that describes a view method in the OpenAPI document, with its docstring as the description.

    `operation` is the operation's id. `answers` is the serializer of a successful response, and `status` its HTTP
    status. `asks` is the serializer of the request body, and `query` has the parameters in the query string. `problems`
    are the codes of the operation's own errors, separated by spaces, without those that all similar operations share.
    An operation with `each_time` doesn't take an idempotency key.
    """

    def decorate_view(view: View) -> View:
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

    return decorate_view


def build_query_parameter(name: str, said: str, kind: Any = str, **more: Any) -> OpenApiParameter:
    """Build an OpenAPI query parameter.

    `said` is its description, `kind` its type, and `more` are further arguments of `OpenApiParameter`.
    """
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=said, **more)


RULES = (
    build_query_parameter("rules", "The hash of a rule set, or `book`."),
    build_query_parameter(
        "options",
        "Instead of `rules`, house rules as a JSON object with the values that differ from the standard rules.",
    ),
)


# -- requests ----------------------------------------------------------------------------------------------------------


def get_requested_rules(request: Request, game: Game[Any], person: Person | None = None) -> Options:
    """Return the house rules that a request's query string has: as JSON (`options`), or as a digest (`rules`).

    Without both, returns the rules that `person` uses, or the standard rules if `person` is None. Raises Problem if
    both are sent or the JSON can't be parsed, BadOption for values that aren't possible, and NoSuchRules for an unknown
    digest.
    """
    text = request.GET.get("options")
    return resolve_house_rules(game, read_json(text) if text is not None else None, request.GET.get("rules"), person)


def resolve_house_rules(game: Game[Any], options: Any, rules: str | None, person: Person | None = None) -> Options:
    """Return the house rules in JSON `options`, or those of the rule set with the digest (a hash) `rules`.

    Without both, returns the rules that `person` uses, or the standard rules if `person` is None. Raises Problem if
    both are given, BadOption for values that aren't possible, and NoSuchRules for an unknown digest.
    """
    if options is not None and rules is not None:
        raise Problem("invalid", "Send “rules” or “options”, not both.")
    if options is not None:
        return game.options(options)
    if rules is not None and not ADDRESS.fullmatch(rules):
        raise NoSuchRules(rules)
    if rules is not None:
        return get_rules_by_digest(game, rules)[0]
    return get_person_rules(person, game).options if person else game.options()

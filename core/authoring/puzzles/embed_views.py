"""Published puzzles embedded in other sites: a bare page for a frame, the oEmbed response, and a picture.

These pages need no account and no cookies, and store nothing. Everything that a framed page knows about its visitor is
in its URL and its form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from csp.decorators import csp_replace
from django.core import signing
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from core.authoring.puzzles.models import BuiltPuzzle, PuzzleVersion, Visibility
from core.authoring.puzzles.publishing import check_puzzle_access, get_unproven_warning
from core.authoring.puzzles.svg_picture import build_picture
from core.http.htmx import MORPH
from core.http.untrusted_text import parse_number
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import can_reveal_with_unlimited_tries
from core.practice.models import NO_LONGER
from core.practice.puzzle_context import (
    build_puzzle_context,
    explain_unfinished_answer,
    make_move_or_explain,
    parse_submitted_answer,
)
from core.practice.puzzle_session import PuzzleSession
from games.engine.puzzle import LONGEST_ANSWER, Verdict
from games.errors import RulesError
from variants.not_found import ExplainedNotFound

WIDTH, HEIGHT = 640, 640
"""The default size of a frame, in pixels."""
SALT = "embedded puzzle"
AGE = 12 * 3600
"""The number of seconds during which a page accepts answers."""
MOST_TRIES = 999
THEMES = ("light", "dark")
LONGEST_ORIGIN = 200
_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
ORIGIN = re.compile(rf"(?:https://{_LABEL}(?:\.{_LABEL})*|http://localhost)(?::[0-9]{{1,5}})?")


class ExpiredForm(RulesError):
    """Raised for an answer from a form that wasn't made by this site, or is for a different puzzle, or is too old."""


def parse_origin(text: str) -> str:
    """Parse an origin as browsers write it: https, a host, and optionally a port.

    Raises RulesError for anything else. Only localhost doesn't need https.
    """
    found = text.strip().lower().removesuffix("/")
    if len(found) > LONGEST_ORIGIN or not ORIGIN.fullmatch(found):
        raise RulesError("Enter only the site’s address, such as https://school.example, with nothing after it.")
    return found


# -- puzzles that can be embedded ------------------------------------------------------------------


def get_embeddable_version(code: str) -> PuzzleVersion:
    """Return the published version of a puzzle with this code, if any site can embed it.

    Raises Http404 if there's none or it's for classes only, and ExplainedNotFound if the puzzle was withdrawn or can no
    longer be asked.
    """
    version = get_object_or_404(PuzzleVersion.objects.select_related("puzzle", "item__owner"), puzzle__code=code)
    check_puzzle_access(None, version.puzzle)
    if not version.puzzle.can_be_asked:
        raise ExplainedNotFound(NO_LONGER)
    return version


def _get_version_by_url(request: HttpRequest, address: str) -> PuzzleVersion:
    """Return the version of the puzzle at a URL of this site. Raises Http404."""
    try:
        parts = urlsplit(address)
        match = resolve(parts.path)
    except (ValueError, Resolver404) as nowhere:
        raise Http404("There’s no puzzle at this address.") from nowhere
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise Http404("This address belongs to a different site.")
    code = match.kwargs.get("code", "")
    if match.view_name == "workshop:item":
        item = BuiltPuzzle.objects.filter(code=code).first()
        newest = item.newest_version if item else None
        code = newest.puzzle.code if newest else ""
    elif match.view_name not in ("practice:puzzle", "workshop:embed"):
        raise Http404("There’s no puzzle at this address.")
    return get_embeddable_version(code)


# -- a page in a frame -----------------------------------------------------------------------------


@dataclass(frozen=True)
class FrameParameters:
    """The parameters in the URL of an embedded puzzle, which another site shows in a frame.

    The page reports answers to the site with this `origin`. If it's "", they aren't reported. `misnamed` says that the
    origin in the URL isn't valid. `tries` is the number of answers so far, and `moves` are the moves made.
    """

    code: str
    origin: str = ""
    misnamed: bool = False
    theme: str = ""
    tries: int = 0
    moves: tuple[str, ...] = ()

    @classmethod
    def from_request(cls, request: HttpRequest, code: str) -> FrameParameters:
        """Return the parameters in the URL of a request."""
        said = request.GET
        named, theme, tries = said.get("origin", ""), said.get("theme", ""), said.get("tries", "")
        try:
            origin = parse_origin(named) if named else ""
        except RulesError:
            origin = ""
        return cls(
            code,
            origin,
            bool(named) and not origin,
            theme if theme in THEMES else "",
            min(parse_number(tries, 0), MOST_TRIES),
            tuple(said.getlist("moved")[:LONGEST_ANSWER]),
        )

    def build_url(self, name: str) -> str:
        """Build a URL with these parameters. `name` is the URL name of the view, such as `workshop:embed`."""
        said: Mapping[str, Any] = {
            "origin": self.origin,
            "theme": self.theme,
            "tries": self.tries or "",
            "moved": self.moves,
        }
        query = urlencode({key: value for key, value in said.items() if value}, doseq=True)
        return reverse(name, args=[self.code]) + (f"?{query}" if query else "")

    @property
    def token(self) -> str:
        """A signed token for the page's forms. It shows that this site made the form for this puzzle and origin."""
        return signing.dumps([self.code, self.origin], salt=SALT)

    def check_token(self, token: str) -> None:
        """Check a form's token. Raises ExpiredForm if it wasn't made for this page or is too old."""
        try:
            made_for = signing.loads(token, salt=SALT, max_age=AGE)
        except signing.SignatureExpired:
            raise ExpiredForm("This page was open too long. Your answer is still here, so submit it again.") from None
        except signing.BadSignature:
            made_for = None
        if made_for != [self.code, self.origin]:
            raise ExpiredForm(
                "We couldn’t match this answer to its page. Your answer is still here, so submit it again."
            )


FrameView = Callable[[HttpRequest, PuzzleVersion, FrameParameters], HttpResponse]


def framed_view(view: FrameView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorate a view of a puzzle version so that any site can show its page in a frame.

    The view gets the request, the version, and the FrameParameters. Its 404 page can be shown in a frame too. The view
    has no CSRF check, because the page's forms are sent without cookies.
    """

    @wraps(view)
    def respond_in_frame(request: HttpRequest, code: str) -> HttpResponse:
        frame = FrameParameters.from_request(request, code)
        try:
            return view(request, get_embeddable_version(code), frame)
        except Http404 as gone:
            sentence = gone.sentence if isinstance(gone, ExplainedNotFound) else "That puzzle doesn’t exist."
            return render(request, "workshop/embed_gone.html", {"frame": frame, "sentence": sentence}, status=404)

    framable: Any = xframe_options_exempt(respond_in_frame)
    framable = csp_replace({"frame-ancestors": ["*"]})(framable)
    framed: Callable[[HttpRequest, str], HttpResponse] = never_cache(csrf_exempt(framable))
    return framed


@require_safe
@framed_view
def show_embedded_puzzle(request: HttpRequest, version: PuzzleVersion, frame: FrameParameters) -> HttpResponse:
    """Show the page of a puzzle that other sites embed in a frame."""
    return _render_page(request, version, frame)


@require_POST
@framed_view
def judge_answer(request: HttpRequest, version: PuzzleVersion, frame: FrameParameters) -> HttpResponse:
    """Judge an answer to an embedded puzzle and show the result, without storing anything."""
    puzzle = version.puzzle
    given = parse_submitted_answer(request.POST, puzzle, _load_session(version, frame))
    try:
        frame.check_token(request.POST.get("token", ""))
        verdict = puzzle.judge_answer(given)
    except RulesError as refused:
        unfinished = explain_unfinished_answer(puzzle.engine_puzzle, given)
        problem = "" if unfinished else str(refused)
        return _render_page(request, version, frame, given=given, problem=problem, unfinished=unfinished)
    return _render_page(request, version, replace(frame, tries=frame.tries + 1), given=given, verdict=verdict)


@require_POST
@framed_view
def make_move(request: HttpRequest, version: PuzzleVersion, frame: FrameParameters) -> HttpResponse:
    """Make a move in a puzzle that is answered with moves. The URL has the earlier moves."""
    tries = _load_session(version, frame)
    if version.puzzle.engine_puzzle.form != "play":
        raise Http404("This puzzle has no moves to make.")
    refused = make_move_or_explain(tries, request.POST.get("move", ""))
    if refused and request.htmx:
        return render(request, "learn/notice.html", refused, status=422)
    if refused:
        return _render_page(request, version, frame, problem=refused.get("message", ""), refused=refused)
    after = replace(frame, moves=tuple(tries.move_texts))
    return _render_page(request, version, after) if request.htmx else redirect(after.build_url("workshop:embed"))


def _load_session(version: PuzzleVersion, frame: FrameParameters) -> PuzzleSession:
    """Return a `PuzzleSession` in which the visitor has already made the moves that the URL lists."""
    playing = version.puzzle.engine_puzzle.form == "play"
    return PuzzleSession.from_moves(version.puzzle, list(frame.moves) if playing else [])


def _render_page(
    request: HttpRequest,
    version: PuzzleVersion,
    frame: FrameParameters,
    *,
    given: Any = None,
    verdict: Verdict | None = None,
    problem: str = "",
    unfinished: str = "",
    refused: Mapping[str, Any] | None = None,
) -> HttpResponse:
    puzzle, tries = version.puzzle, _load_session(version, frame)
    told = verdict is None or can_reveal_with_unlimited_tries(frame.tries, verdict.right)
    back = replace(frame, moves=tuple(tries.move_texts[:-1]))
    context = {
        **build_puzzle_context(
            puzzle, tries, given, verdict, told=told, move_url=frame.build_url("workshop:embed-move")
        ),
        **(refused or {}),
        "built": version,
        "frame": frame,
        "caveat": get_unproven_warning(version),
        "problem": problem,
        "unfinished": unfinished,
        "more_hints": bool(puzzle.engine_puzzle.hints),
        "answer_url": frame.build_url("workshop:embed-answer"),
        "again_url": replace(frame, moves=()).build_url("workshop:embed"),
        "back_url": back.build_url("workshop:embed"),
        "csrf_token": "",  # else the table's form would create one, and so a cookie
    }
    status = 422 if problem or unfinished or refused else 200
    if request.htmx:
        return retarget(reswap(render(request, "workshop/embed_part.html", context, status=status), MORPH), "#puzzle")
    return render(request, "workshop/embed.html", context, status=status)


# -- for other sites -------------------------------------------------------------------------------


@require_safe
def show_puzzle_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return a picture of a puzzle's question and table as SVG. It doesn't reveal the answer."""
    drawn = build_picture(get_embeddable_version(code).puzzle)
    answer = render(request, "workshop/embed_picture.svg", {"drawn": drawn}, content_type="image/svg+xml")
    answer["Content-Disposition"] = f'inline; filename="puzzle-{code}.svg"'
    return answer


@require_safe
def show_oembed(request: HttpRequest) -> HttpResponse:
    """Return the oEmbed response for a puzzle's URL, with the HTML to embed. See https://oembed.com."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("This address returns only JSON.", status=501, content_type="text/plain")
    try:
        version = _get_version_by_url(request, request.GET.get("url", ""))
    except Http404:
        return HttpResponse("There’s no puzzle to embed at this address.", status=404, content_type="text/plain")
    width, height = (
        _parse_limited_number(request, "maxwidth", WIDTH),
        _parse_limited_number(request, "maxheight", HEIGHT),
    )
    owner = version.item.owner
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "title": version.title,
            "author_name": owner.display_name if owner else "",
            "provider_name": "House Rules",
            "provider_url": request.build_absolute_uri("/"),
            "html": render_iframe(request, version, width=width, height=height),
            "width": width,
            "height": height,
        }
    )


def _parse_limited_number(request: HttpRequest, name: str, usual: int) -> int:
    """Return the number in a query parameter, but at least 1 and at most `usual`.

    Without a number, returns `usual`.
    """
    return max(1, min(parse_number(request.GET.get(name), usual), usual))


def render_iframe(
    request: HttpRequest, version: PuzzleVersion, *, width: int | str, height: int, origin: str = ""
) -> str:
    """Render the HTML of a frame that shows a version in another site and reports answers to `origin`."""
    address = request.build_absolute_uri(FrameParameters(version.puzzle.code, origin).build_url("workshop:embed"))
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        *(address, width, height, version.title),
    )


@dataclass(frozen=True)
class ShareOptions:
    """The ways to share a puzzle: HTML to embed (`code`), and the URL of a picture.

    `origin` is the other site's origin, or what the author typed if that isn't valid. `problem` is the error in it, or
    "".
    """

    code: str
    picture: str
    origin: str = ""
    problem: str = ""


def build_share_options(request: HttpRequest, item: BuiltPuzzle) -> ShareOptions | None:
    """Return the ways to share a puzzle, or None if other people can't open it."""
    newest = item.newest_version
    if newest is None or item.withdrawn or item.visibility == Visibility.CLASS:
        return None
    named, origin, problem = request.GET.get("origin", "").strip(), "", ""
    try:
        origin = parse_origin(named) if named else ""
    except RulesError as refused:
        problem = str(refused)
    code = render_iframe(request, newest, width="100%", height=HEIGHT, origin=origin)
    return ShareOptions(code, reverse("workshop:picture", args=[newest.puzzle.code]), origin or named, problem)

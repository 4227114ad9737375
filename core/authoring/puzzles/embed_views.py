"""Published puzzles in other people's pages: a bare page for a frame, what oEmbed asks for, and a picture.

None of it needs an account or a cookie, and none of it is written down. All that a page in a frame knows of its visitor
stands in its address and its form.
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

from core.authoring.puzzles.models import Item, Version, Visibility
from core.authoring.puzzles.publishing import caveat, check_access
from core.authoring.puzzles.svg_picture import drawn_of
from core.http.htmx import MORPH
from core.http.outside_text import parse_number
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import may_reveal
from core.practice.models import NO_LONGER
from core.practice.puzzle_context import given_in, moved, shown
from core.practice.puzzle_session import PuzzleSession
from games.engine.puzzle import LONGEST_ANSWER, Verdict
from games.errors import HouseError
from variants.not_found import NotHere

WIDTH, HEIGHT = 640, 640
"""How large a frame is where nobody says."""
SALT = "embedded puzzle"
AGE = 12 * 3600
"""Seconds for which a page takes answers."""
MOST_TRIES = 999
THEMES = ("light", "dark")
LONGEST_ORIGIN = 200
_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
ORIGIN = re.compile(rf"(?:https://{_LABEL}(?:\.{_LABEL})*|http://localhost)(?::[0-9]{{1,5}})?")


class TooOld(HouseError):
    """A form that was not made here, not for this puzzle, or too long ago."""


def read_origin(text: str) -> str:
    """The site that somebody names, as browsers write it: https, a host and perhaps a port, and no more.

    Raises HouseError for anything else; only a page on one's own machine may do without https.
    """
    found = text.strip().lower().removesuffix("/")
    if len(found) > LONGEST_ORIGIN or not ORIGIN.fullmatch(found):
        raise HouseError("Give the address of the site alone, such as https://school.example, without a page.")
    return found


# -- which puzzles ---------------------------------------------------------------------------------


def shared(code: str) -> Version:
    """The version of this puzzle that anybody may put into a page. Raises Http404, or NotHere if it was taken back."""
    version = get_object_or_404(Version.objects.select_related("puzzle", "item__owner"), puzzle__code=code)
    check_access(None, version.puzzle)
    if not version.puzzle.can_be_asked:
        raise NotHere(NO_LONGER)
    return version


def _meant(request: HttpRequest, address: str) -> Version:
    """The version that an address of this site shows. Raises Http404."""
    try:
        parts = urlsplit(address)
        match = resolve(parts.path)
    except (ValueError, Resolver404) as nowhere:
        raise Http404("There is no puzzle at this address.") from nowhere
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise Http404("This address is of another site.")
    code = match.kwargs.get("code", "")
    if match.view_name == "workshop:item":
        item = Item.objects.filter(code=code).first()
        newest = item.newest if item else None
        code = newest.puzzle.code if newest else ""
    elif match.view_name not in ("practice:puzzle", "workshop:embed"):
        raise Http404("There is no puzzle at this address.")
    return shared(code)


# -- a page in a frame -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """What the address of a page in a frame says: who may hear of answers (nobody if empty), and how far things are.

    `misnamed` says that somebody is named who cannot be told anything.
    """

    code: str
    origin: str = ""
    misnamed: bool = False
    theme: str = ""
    tries: int = 0
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, request: HttpRequest, code: str) -> Frame:
        """Return what the address of this request says."""
        said = request.GET
        named, theme, tries = said.get("origin", ""), said.get("theme", ""), said.get("tries", "")
        try:
            origin = read_origin(named) if named else ""
        except HouseError:
            origin = ""
        return cls(
            code,
            origin,
            bool(named) and not origin,
            theme if theme in THEMES else "",
            min(parse_number(tries, 0), MOST_TRIES),
            tuple(said.getlist("moved")[:LONGEST_ANSWER]),
        )

    def address(self, name: str) -> str:
        """Return where this page goes on, under the name of one of our views."""
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
        """What the form shows to have been made here."""
        return signing.dumps([self.code, self.origin], salt=SALT)

    def check(self, token: str) -> None:
        """Raises TooOld for a token that was not made for this page."""
        try:
            made_for = signing.loads(token, salt=SALT, max_age=AGE)
        except signing.SignatureExpired:
            raise TooOld(
                "This page has been open for very long. Your answer is still here: send it once more."
            ) from None
        except signing.BadSignature:
            made_for = None
        if made_for != [self.code, self.origin]:
            raise TooOld("This answer could not be matched to its page. It is still here: send it once more.")


FrameView = Callable[[HttpRequest, Version, Frame], HttpResponse]


def in_frames(view: FrameView) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page that any other may show in a frame, its errors too; its forms are sent without a cookie."""

    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        frame = Frame.of(request, code)
        try:
            return view(request, shared(code), frame)
        except Http404 as gone:
            sentence = gone.sentence if isinstance(gone, NotHere) else "There is no such puzzle here."
            return render(request, "workshop/embed_gone.html", {"frame": frame, "sentence": sentence}, status=404)

    framable: Any = xframe_options_exempt(answer)
    framable = csp_replace({"frame-ancestors": ["*"]})(framable)
    framed: Callable[[HttpRequest, str], HttpResponse] = never_cache(csrf_exempt(framable))
    return framed


@require_safe
@in_frames
def embed(request: HttpRequest, version: Version, frame: Frame) -> HttpResponse:
    """A puzzle to solve in somebody else's page."""
    return _page(request, version, frame)


@require_POST
@in_frames
def answer(request: HttpRequest, version: Version, frame: Frame) -> HttpResponse:
    """Judge an answer; nothing of it is kept."""
    puzzle = version.puzzle
    given = given_in(request.POST, puzzle, _tries(version, frame))
    try:
        frame.check(request.POST.get("token", ""))
        verdict = puzzle.judge(given)
    except HouseError as refused:
        return _page(request, version, frame, given=given, problem=str(refused))
    return _page(request, version, replace(frame, tries=frame.tries + 1), given=given, verdict=verdict)


@require_POST
@in_frames
def move(request: HttpRequest, version: Version, frame: Frame) -> HttpResponse:
    """Make a move on the table of a puzzle that is played: the moves made so far go along in the address."""
    tries = _tries(version, frame)
    if version.puzzle.posed.form != "play":
        raise Http404("There is no move to make in this puzzle.")
    refused = moved(tries, request.POST.get("move", ""))
    if refused and request.htmx:
        return render(request, "learn/notice.html", refused, status=422)
    if refused:
        return _page(request, version, frame, problem=refused.get("message", ""), refused=refused)
    after = replace(frame, moves=tuple(tries.lines))
    return _page(request, version, after) if request.htmx else redirect(after.address("workshop:embed"))


def _tries(version: Version, frame: Frame) -> PuzzleSession:
    playing = version.puzzle.posed.form == "play"
    return PuzzleSession.after(version.puzzle, list(frame.moves) if playing else [])


def _page(
    request: HttpRequest,
    version: Version,
    frame: Frame,
    *,
    given: Any = None,
    verdict: Verdict | None = None,
    problem: str = "",
    refused: Mapping[str, Any] | None = None,
) -> HttpResponse:
    puzzle, tries = version.puzzle, _tries(version, frame)
    told = verdict is None or may_reveal(frame.tries, verdict.right)
    back = replace(frame, moves=tuple(tries.lines[:-1]))
    context = {
        **shown(puzzle, tries, given, verdict, told=told, move_url=frame.address("workshop:embed-move")),
        **(refused or {}),
        "built": version,
        "frame": frame,
        "caveat": caveat(version),
        "problem": problem,
        "more_hints": bool(puzzle.posed.hints),
        "answer_url": frame.address("workshop:embed-answer"),
        "again_url": replace(frame, moves=()).address("workshop:embed"),
        "back_url": back.address("workshop:embed"),
        "csrf_token": "",  # the table's form would ask for one, which is kept in a cookie
    }
    status = 422 if problem or refused else 200
    if request.htmx:
        return retarget(reswap(render(request, "workshop/embed_part.html", context, status=status), MORPH), "#puzzle")
    return render(request, "workshop/embed.html", context, status=status)


# -- what other sites ask for ----------------------------------------------------------------------


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The question and its table as a picture, which tells nothing of the answer."""
    drawn = drawn_of(shared(code).puzzle)
    answer = render(request, "workshop/embed_picture.svg", {"drawn": drawn}, content_type="image/svg+xml")
    answer["Content-Disposition"] = f'inline; filename="puzzle-{code}.svg"'
    return answer


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """What to put into a page for the address of a puzzle: https://oembed.com."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON is given here.", status=501, content_type="text/plain")
    try:
        version = _meant(request, request.GET.get("url", ""))
    except Http404:
        return HttpResponse("There is no puzzle to embed at this address.", status=404, content_type="text/plain")
    width, height = _at_most(request, "maxwidth", WIDTH), _at_most(request, "maxheight", HEIGHT)
    owner = version.item.owner
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "title": version.title,
            "author_name": owner.called if owner else "",
            "provider_name": "House Rules",
            "provider_url": request.build_absolute_uri("/"),
            "html": iframe(request, version, width=width, height=height),
            "width": width,
            "height": height,
        }
    )


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    return max(1, min(parse_number(request.GET.get(name), usual), usual))


def iframe(request: HttpRequest, version: Version, *, width: int | str, height: int, origin: str = "") -> str:
    """The HTML that shows a version in another page, and tells the site at `origin` of answers."""
    address = request.build_absolute_uri(Frame(version.puzzle.code, origin).address("workshop:embed"))
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        *(address, width, height, version.title),
    )


@dataclass(frozen=True)
class Share:
    """What the maker of a puzzle passes on of it. `origin` is as it was typed, and `problem` what is wrong with it."""

    code: str
    picture: str
    origin: str = ""
    problem: str = ""


def share_of(request: HttpRequest, item: Item) -> Share | None:
    """Return what there is to pass on of an item; None if others may not open it."""
    newest = item.newest
    if newest is None or item.withdrawn or item.visibility == Visibility.CLASS:
        return None
    named, origin, problem = request.GET.get("origin", "").strip(), "", ""
    try:
        origin = read_origin(named) if named else ""
    except HouseError as refused:
        problem = str(refused)
    code = iframe(request, newest, width="100%", height=HEIGHT, origin=origin)
    return Share(code, reverse("workshop:picture", args=[newest.puzzle.code]), origin or named, problem)

"""What the editors of puzzles and of lessons do alike: change a draft while nobody else does, and take it back."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction

from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import Made, Work, locked
from core.authoring.puzzles.position_editor import sent_whole
from core.authoring.puzzles.publishing import delete_draft, take_back
from core.http.idempotency import form_fingerprint
from core.people.requests import HttpRequest
from games.errors import HouseError

HISTORY = ("undo", "redo", "back-to")
"""Changes that go back or on in the history."""


def changed(
    request: HttpRequest, own: Made, work_out: Callable[[Made], Callable[[Made], None]]
) -> tuple[Made, str, int]:
    """Make the change that was sent: what was changed, what is to be said of it, and the status of the answer. What was
    made already, and is sent again, stays as it is.

    `work_out` is called if it is none of the history, while nothing is locked; what it returns makes the change of the
    locked row. If somebody else has changed that meanwhile, it is worked out again.
    """
    once = (request.POST.get("once") or form_fingerprint(request))[:40]
    if once and once == own.last_change:
        return own, "", 200
    problem, apply = "", None
    try:
        if request.POST.get("do") not in HISTORY:
            apply = work_out(own)
    except HouseError as refused:
        return own, str(refused), 200 if _is_elsewhere(request, own) else 422
    with transaction.atomic():
        work = locked(own)
        if once and once == work.last_change:
            return work, "", 200
        elsewhere = _is_elsewhere(request, work)
        try:
            if apply is None:
                _go(work, request)
            elif work.step == own.step:
                apply(work)
            else:
                work_out(work)(work)
            work.last_change = once
            work.save(update_fields=["last_change"])
        except HouseError as refused:
            problem = str(refused)
    if elsewhere and not problem:
        problem = f"This {work.called} was changed elsewhere a moment ago; your change was made to that."
    return work, problem, 422 if problem and not elsewhere else 200


def _is_elsewhere(request: HttpRequest, work: Work) -> bool:
    """Return whether a work is at another step than on the page that sent the change."""
    return request.POST.get("step", str(work.step)) != str(work.step)


def unlaid(request: HttpRequest, status: int) -> str:
    """The cards that were typed and not laid, since `status` says that the change was refused."""
    return request.POST.get("card", "") if status == 422 else ""


def _go(work: Work, request: HttpRequest) -> None:
    """Go back or on in the history. Raises HouseError."""
    do = request.POST["do"]
    if do == "undo":
        work.undo()
    elif do == "redo":
        work.redo()
    elif not work.go(sent_whole(request.POST, "number")):
        raise BadChange("That is not kept any more.")


def withdrawn(request: HttpRequest, work: Work, kept: str) -> bool:
    """Take back what was published, of which `kept` says what stays, or give it out again if that was sent; delete
    what never was. Whether it is still there.
    """
    if not work.versions.exists():
        try:
            delete_draft(work)
        except BadChange as published:  # meanwhile
            messages.error(request, str(published))
            return True
        messages.success(request, "The draft is gone.")
        return False
    take_back(work, away="again" not in request.POST)
    said = f"It is taken back: its link says so, and {kept}."
    messages.success(request, said if work.withdrawn else "It is there again.")
    return True

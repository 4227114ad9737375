"""Functions for the editors of puzzles and of lessons: changing a draft under a lock, and withdrawing a work."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction

from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import AuthoredWork, Made, lock_row
from core.authoring.puzzles.position_editor import parse_form_integer
from core.authoring.puzzles.publishing import delete_unpublished_work, set_withdrawn
from core.http.idempotency import compute_form_fingerprint
from core.people.requests import HttpRequest
from games.errors import RulesError

HISTORY = ("undo", "redo", "back-to")
"""Changes that move through the draft's history."""


def apply_form_change(
    request: HttpRequest, own: Made, work_out: Callable[[Made], Callable[[Made], None]]
) -> tuple[Made, str, int]:
    """Apply the change in a submitted form to a puzzle or lesson (the work), and save it.

    Returns the work, an error message or "", and the HTTP status of the response. A form that is submitted twice is
    applied once. `own` is the work before the change.

    `work_out` is called with the work before its row is locked, because it can be slow. It returns a function that
    applies the change to the locked row. If another request has changed the row in the meantime, `work_out` is called
    again with the locked row. It isn't called to undo, to redo, or to restore an earlier step.
    """
    once = (request.POST.get("once") or compute_form_fingerprint(request))[:40]
    if once and once == own.last_change:
        return own, "", 200
    problem, apply = "", None
    try:
        if request.POST.get("do") not in HISTORY:
            apply = work_out(own)
    except RulesError as refused:
        return own, str(refused), 200 if _is_outdated_page(request, own) else 422
    with transaction.atomic():
        work = lock_row(own)
        if once and once == work.last_change:
            return work, "", 200
        elsewhere = _is_outdated_page(request, work)
        try:
            if apply is None:
                _go_to_history_step(work, request)
            elif work.step == own.step:
                apply(work)
            else:
                work_out(work)(work)
            work.last_change = once
            work.save(update_fields=["last_change"])
        except RulesError as refused:
            problem = str(refused)
    if elsewhere and not problem:
        problem = (
            f"This {work.called} was just changed in another tab or by someone else. "
            "Your change was added to the new version."
        )
    return work, problem, 422 if problem and not elsewhere else 200


def _is_outdated_page(request: HttpRequest, work: AuthoredWork) -> bool:
    """Return whether the work was changed after the page with the submitted form was loaded.

    The form has the number of the step (in the work's history of changes) that the page showed.
    """
    return request.POST.get("step", str(work.step)) != str(work.step)


def get_refused_card_text(request: HttpRequest, status: int) -> str:
    """Return the cards that the user has typed, if the status says that they were refused, or else "".

    The page then shows them again, so that the user can correct them.
    """
    return request.POST.get("card", "") if status == 422 else ""


def _go_to_history_step(work: AuthoredWork, request: HttpRequest) -> None:
    """Undo or redo a change of a work, or restore a step of its history. Raises RulesError."""
    do = request.POST["do"]
    if do == "undo":
        work.undo()
    elif do == "redo":
        work.redo()
    elif not work.restore_step(parse_form_integer(request.POST, "number")):
        raise BadChange("That version is no longer saved.")


def withdraw_or_delete(request: HttpRequest, work: AuthoredWork, kept: str) -> bool:
    """Withdraw a published work, or republish it if the form says so. Delete a work that was never published.

    Adds a message for the user. If the work is withdrawn, `kept` is the part of the message about what stays. Returns
    whether the work still exists.
    """
    if not work.versions.exists():
        try:
            delete_unpublished_work(work)
        except BadChange as published:  # published by another request in the meantime
            messages.error(request, str(published))
            return True
        messages.success(request, "The draft was deleted.")
        return False
    set_withdrawn(work, away="again" not in request.POST)
    message = f"It’s unpublished now, and its page says so. {kept}"
    messages.success(request, message if work.withdrawn else "It’s published again.")
    return True

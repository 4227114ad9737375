"""Proofs that take minutes: asked for in the builder, looked for in the background, watched and left."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import structlog
from celery.worker import state as worker
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.authoring.puzzles import proof_queue
from core.authoring.puzzles.drafts import Draft
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import Item, Proof
from games.engine.puzzle import Unproven
from games.engine.work import OutOfWork, patience
from games.errors import HouseError

logger = structlog.get_logger(__name__)

KEPT = 10
"""So many proofs are kept of one puzzle."""
TOLD = timedelta(seconds=1)
"""After so long it says how far it is, and looks whether it is still wanted."""
LOST = 60
"""Seconds without a word after which its worker is believed to be gone, as counted by the sweeps."""
TRIES = 3
"""Whose worker was lost so often is taken to be the reason."""
ROOM = 1 << 30
"""The bytes that a search may fill."""


class Ended(OutOfWork):
    """A search is ended from outside."""


class NotWanted(Ended):
    """Whoever asked for it has stopped it."""


class Leaving(Ended):
    """The worker is asked to end; another one begins anew."""


class NoRoom(Ended):
    """It takes too much memory."""


@transaction.atomic
def ask(item: Item, draft: Draft, address: str = "") -> None:
    """Ask for a long proof of what a draft asks, or for a longer one of what was not proven.

    Whatever else of the same puzzle is under way is stopped. `address` is a hash of where the request comes from. To
    be called while the row of the item is locked. Raises BadChange, QueueFull.
    """
    known = draft.proof
    if known is None and _proven_at_once(draft):
        raise BadChange("This is proven already.")
    if known and not known.may_take_longer:
        return
    kept = item.proofs.exclude(state__in=Proof.UNDER_WAY).values_list("pk", flat=True)[: KEPT - 1]
    item.proofs.exclude(pk__in=[*kept]).delete()
    times = Proof.AT_MOST if known else Proof.AT_FIRST
    fresh = Proof(item=item, asks=draft.asks, draft=draft.content, times=times, address=address)
    item.proofs.filter(asks=fresh.asks).delete()
    proof_queue.join(fresh, item.owner)
    transaction.on_commit(_send)


def _proven_at_once(draft: Draft) -> bool:
    """Return whether a page is enough. Raises Void or another HouseError where there is nothing to prove."""
    try:
        return bool(draft.asked_plainly)
    except Unproven:
        return False


def stop(item: Item) -> None:
    """Stop what is under way."""
    item.proofs.filter(state__in=Proof.UNDER_WAY).delete()


def _send() -> None:
    """Wake a worker. One that is busy forgets the message, and looks by itself when it's done."""
    from core.authoring.puzzles.tasks import prove

    prove.delay()


def sweep(passed: float = 0.0) -> None:
    """Let proofs whose worker is gone wait again, and wake a worker if some wait and none is worked on.

    `passed` are the seconds since the last sweep, by the clock that asks for it. The time of day may be set.
    """
    working = Proof.objects.filter(state=Proof.State.WORKING)
    if passed:
        working.update(silent=F("silent") + passed)
    working.filter(silent__gte=LOST).update(state=Proof.State.WAITING)
    if not working.exists() and not proof_queue.is_empty():
        _send()


def prove() -> None:
    """Look for the proof whose turn it is, keep what becomes of it, and wake a worker for the next."""
    proof = proof_queue.take()
    if proof is None:
        return
    try:
        found = _end(proof)
    except NotWanted:
        found = {}
    except Leaving:
        Proof.objects.filter(pk=proof.pk).update(
            state=Proof.State.WAITING, tries=proof.tries - 1, changed=timezone.now()
        )
        return
    if found:
        Proof.objects.filter(pk=proof.pk).update(**found, changed=timezone.now())
        logger.info("proof_ended", puzzle=proof.item.code, state=str(found["state"]), times=proof.times)
    if not proof_queue.is_empty():
        _send()


def _end(proof: Proof) -> dict[str, object]:
    """Return what becomes of it. Raises NotWanted, Leaving."""
    try:
        if proof.tries > TRIES:
            raise NoRoom
        with patience(proof.times, Watch(proof)):
            posed = Draft(proof.draft, proof.item.code).proven()
    except (Unproven, NoRoom, MemoryError):
        return {"state": Proof.State.UNPROVEN}
    except HouseError as refused:
        return {"state": Proof.State.VOID, "said": str(refused)}
    return {"state": Proof.State.PROVEN, "found": posed.to_json()}


class Watch:
    """Writes down now and then how far a proof is, and ends it if it must."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.next = 0.0

    def __call__(self, steps: int) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + TOLD.total_seconds()
        if worker.should_stop is not None or worker.should_terminate is not None:
            raise Leaving
        if _filled() > ROOM:
            raise NoRoom
        still = Proof.objects.filter(pk=self.proof.pk, state=Proof.State.WORKING)
        if not still.update(steps=steps, silent=0, changed=timezone.now()):
            raise NotWanted


def _filled() -> int:
    """The bytes that this process holds, where the system says so."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0

"""Long proofs: verifications of puzzles that are requested in the builder and run in a background worker."""

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
from core.authoring.puzzles.drafts import PuzzleDraft
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import BuiltPuzzle, Proof
from games.engine.puzzle import Unproven
from games.engine.work_limits import WorkExceeded, multiply_step_allowances
from games.errors import RulesError

logger = structlog.get_logger(__name__)

KEPT = 10
"""The maximum number of proofs stored for one puzzle."""
TOLD = timedelta(seconds=1)
"""The interval at which a search reports its progress and checks whether it should stop."""
LOST = 60
"""After this many seconds without a report, a worker is considered lost. `recover_lost_proofs` counts them."""
TRIES = 3
"""After this many lost workers, the proof is considered the cause."""
ROOM = 1 << 30
"""The maximum memory of the process during a search, in bytes."""


class SearchInterrupted(WorkExceeded):
    """Base class of the exceptions that end a proof's search from outside."""


class ProofStopped(SearchInterrupted):
    """Raised when the person has stopped the proof."""


class WorkerStopping(SearchInterrupted):
    """Raised when the worker has to shut down. Another worker starts the proof again."""


class OutOfMemory(SearchInterrupted):
    """Raised when the search needs too much memory."""


@transaction.atomic
def request_proof(item: BuiltPuzzle, draft: PuzzleDraft, address: str = "") -> None:
    """Request a long proof: the verification of a draft's question by a background worker.

    If an earlier proof of this question ended without a result, requests a longer one, unless it was the longest. Other
    unfinished proofs of the same puzzle are stopped. `address` is a hash of the request's IP address. The puzzle's row
    has to be locked. Raises BadChange or QueueFull.
    """
    known = draft.long_proof
    if known is None and _is_provable_now(draft):
        raise BadChange("This is already verified.")
    if known and not known.can_retry_with_more_steps:
        return
    kept = item.proofs.exclude(state__in=Proof.UNDER_WAY).values_list("pk", flat=True)[: KEPT - 1]
    item.proofs.exclude(pk__in=[*kept]).delete()
    times = Proof.AT_MOST if known else Proof.AT_FIRST
    fresh = Proof(item=item, asks=draft.question_digest, draft=draft.content, times=times, address=address)
    item.proofs.filter(asks=fresh.asks).delete()
    proof_queue.add_to_queue(fresh, item.owner)
    transaction.on_commit(_wake_worker)


def _is_provable_now(draft: PuzzleDraft) -> bool:
    """Return whether the engine can verify a draft's question within a page's limits.

    Raises VoidPuzzle or another RulesError if there's nothing to verify.
    """
    try:
        return bool(draft.proven_puzzle)
    except Unproven:
        return False


def stop_proofs(item: BuiltPuzzle) -> None:
    """Stop a puzzle's unfinished proofs."""
    item.proofs.filter(state__in=Proof.UNDER_WAY).delete()


def _wake_worker() -> None:
    """Wake up a worker. A busy worker ignores the message, and checks the queue itself when it's done."""
    from core.authoring.puzzles.tasks import run_next_long_proof

    run_next_long_proof.delay()


def recover_lost_proofs(passed: float = 0.0) -> None:
    """Put proofs back in the queue whose worker hasn't reported for a long time, for example because it was killed.

    If proofs are waiting and none is being worked on, also wakes up a worker. `passed` is the number of seconds since
    the last call. The caller measures it, because the system clock can change.
    """
    working = Proof.objects.filter(state=Proof.State.WORKING)
    if passed:
        working.update(silent=F("silent") + passed)
    working.filter(silent__gte=LOST).update(state=Proof.State.WAITING)
    if not working.exists() and not proof_queue.clean_up_and_check_empty():
        _wake_worker()


def run_next_proof() -> None:
    """Run the next proof in the queue, save the result, and wake up a worker for the one after it."""
    proof = proof_queue.take_next_proof()
    if proof is None:
        return
    try:
        found = _run_proof(proof)
    except ProofStopped:
        found = {}
    except WorkerStopping:
        Proof.objects.filter(pk=proof.pk).update(
            state=Proof.State.WAITING, tries=proof.tries - 1, changed=timezone.now()
        )
        return
    if found:
        Proof.objects.filter(pk=proof.pk).update(**found, changed=timezone.now())
        logger.info("proof_ended", puzzle=proof.item.code, state=str(found["state"]), times=proof.times)
    if not proof_queue.clean_up_and_check_empty():
        _wake_worker()


def _run_proof(proof: Proof) -> dict[str, object]:
    """Run a proof, and return its outcome as the values of `Proof` fields to save.

    Raises ProofStopped if the person has stopped it, and WorkerStopping if the worker has to shut down.
    """
    try:
        if proof.tries > TRIES:
            raise OutOfMemory
        with multiply_step_allowances(proof.times, ProofProgressMonitor(proof)):
            posed = PuzzleDraft(proof.draft, proof.item.code).prove_puzzle_now()
    except (Unproven, OutOfMemory, MemoryError):
        return {"state": Proof.State.UNPROVEN}
    except RulesError as refused:
        return {"state": Proof.State.VOID, "said": str(refused)}
    return {"state": Proof.State.PROVEN, "found": posed.to_json()}


class ProofProgressMonitor:
    """A callback of the engine's search that regularly saves a proof's progress.

    Raises WorkerStopping if the worker is shutting down, OutOfMemory if the process uses more than `ROOM` bytes, and
    ProofStopped if the proof was stopped or deleted.
    """

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.next = 0.0

    def __call__(self, steps: int) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + TOLD.total_seconds()
        if worker.should_stop is not None or worker.should_terminate is not None:
            raise WorkerStopping
        if _get_memory_use() > ROOM:
            raise OutOfMemory
        still = Proof.objects.filter(pk=self.proof.pk, state=Proof.State.WORKING)
        if not still.update(steps=steps, silent=0, changed=timezone.now()):
            raise ProofStopped


def _get_memory_use() -> int:
    """Return the memory of this process in bytes, or 0 if the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0

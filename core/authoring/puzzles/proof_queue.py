"""The queue of long proofs. Accounts come before visitors; then IP addresses, and people at each address, take turns.

Each address has a turn number, and so has each person at an address. The lowest number is served next, and is then
replaced with the number after it. An address or person that joins the queue gets the number after the last one served.
So a new address waits until each waiting address has been served once, but it's served before any of them is served
twice. Likewise, a new person waits for the other people at the address.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import Proof, ProofQueueCounter
from core.people.models import Person
from variants.allauth_internals import get_ip

MOST_OF_VISITOR = 3
MOST_OF_ADDRESS = 6
"""The limit for all visitors at one address, because they could be one visitor with many sessions."""
MOST_OF_ACCOUNT = 10
ACCOUNTS, VISITORS = "accounts", "visitors"
LOCK = "lock"


class QueueFull(BadChange):
    """Raised if the person or address has the maximum number of waiting proofs."""


@dataclass(frozen=True)
class WaitingProof:
    """A long proof (verification of a built puzzle) that waits in the queue, and the person who requested it.

    `pk` is the primary key of the `Proof`, and `address` is a hash of the person's IP address.
    """

    pk: int
    person: int | None
    address: str
    has_account: bool

    @property
    def queue_keys(self) -> tuple[str, str, str]:
        """The keys of this proof's counters in the queue, from general to specific.

        They're for its tier (accounts or visitors), for its IP address in this tier, and for its person at this
        address.
        """
        tier = ACCOUNTS if self.has_account else VISITORS
        return tier, f"{tier}/{self.address}", f"{tier}/{self.address}/{self.person}"


def hash_address(request: HttpRequest) -> str:
    """Return a hash of a request's IP address that doesn't reveal it."""
    return salted_hmac("core.authoring.puzzles.proof_queue", get_ip(request)).hexdigest()[:16]


# -- the order ---------------------------------------------------------------------------------------------------------


def sort_by_turn(waiting: Iterable[WaitingProof], turns: Mapping[str, int]) -> list[WaitingProof]:
    """Return the proofs in the order in which they'll be served if no others join.

    `turns` has the number of the next turn of each address and person. Its keys are those of `queue_keys`.
    """
    addresses: dict[str, dict[str, list[WaitingProof]]] = {}
    for proof in sorted(waiting, key=lambda proof: proof.pk):
        _, address, person = proof.queue_keys
        addresses.setdefault(address, {}).setdefault(person, []).append(proof)
    at_address = {
        address: _merge_queues((turns.get(person, 0), proofs) for person, proofs in people.items())
        for address, people in addresses.items()
    }
    return [
        proof
        for tier in (ACCOUNTS, VISITORS)
        for proof in _merge_queues(
            (turns.get(address, 0), proofs) for address, proofs in at_address.items() if proofs[0].queue_keys[0] == tier
        )
    ]


def _merge_queues(queues: Iterable[tuple[int, Sequence[WaitingProof]]]) -> list[WaitingProof]:
    """Merge several queues of proofs into one, so that they take turns.

    Each queue is a pair of the number of its next turn and its proofs. A proof with a lower number comes first. If
    numbers are equal, the older proof comes first.
    """
    numbered = [(turn + count, proof.pk, proof) for turn, proofs in queues for count, proof in enumerate(proofs)]
    return [proof for _, _, proof in sorted(numbered, key=lambda entry: entry[:2])]


def list_waiting_proofs() -> list[WaitingProof]:
    """Return all proofs that wait in the queue, the last requested first."""
    rows = Proof.objects.filter(state=Proof.State.WAITING).values_list(
        "pk", "item__owner", "address", "item__owner__user"
    )
    return [WaitingProof(pk, person, address, user is not None) for pk, person, address, user in rows]


def list_proofs_in_queue_order() -> list[WaitingProof]:
    """Return the waiting proofs in the order in which they're served."""
    return sort_by_turn(list_waiting_proofs(), dict(ProofQueueCounter.objects.values_list("key", "turn")))


def find_queue_place(proof: Proof | None) -> int | None:
    """Return the place of a proof in the queue, starting from 1, or None if it isn't waiting."""
    if proof is None or proof.state != Proof.State.WAITING:
        return None
    places = {entry.pk: place for place, entry in enumerate(list_proofs_in_queue_order(), 1)}
    return places.get(proof.pk)


# -- joining and being served ------------------------------------------------------------------------------------------


def add_to_queue(proof: Proof, person: Person | None) -> None:
    """Save a proof at the end of its person's queue. This requires a transaction. Raises QueueFull."""
    _lock_queue()
    entry = WaitingProof(0, person.pk if person else None, proof.address, bool(person and person.user_id))
    waiting = list_waiting_proofs()
    _check_queue_limits(entry, waiting)
    tier, address, owner = entry.queue_keys
    for level, (parent, key) in enumerate([(tier, address), (address, owner)], 1):
        if not any(other.queue_keys[level] == key for other in waiting):
            ProofQueueCounter.objects.update_or_create(key=key, defaults={"turn": _get_last_served_turn(parent) + 1})
    proof.save()


def _check_queue_limits(entry: WaitingProof, waiting: Sequence[WaitingProof]) -> None:
    """Raise QueueFull if the person or address of `entry` already has the maximum number of proofs in `waiting`."""
    own = sum(other.person == entry.person for other in waiting)
    if entry.has_account:
        if own >= MOST_OF_ACCOUNT:
            raise QueueFull(f"{own} of your puzzles are waiting to be verified. Wait until one is done, or stop one.")
        return
    if own >= MOST_OF_VISITOR:
        raise QueueFull(
            f"{own} of your puzzles are waiting to be verified. Wait until one is done, stop one, or create an account."
        )
    of_address = sum(other.address == entry.address and not other.has_account for other in waiting)
    if of_address >= MOST_OF_ADDRESS:
        raise QueueFull(
            f"{of_address} puzzles from your network are waiting to be verified. Wait until one is done, or sign in."
        )


@transaction.atomic
def take_next_proof() -> Proof | None:
    """Mark the next proof in the queue as being worked on, and return it, or None if no proof is waiting."""
    _lock_queue()
    for entry in list_proofs_in_queue_order():
        waiting = Proof.objects.filter(pk=entry.pk, state=Proof.State.WAITING)
        if waiting.update(state=Proof.State.WORKING, tries=F("tries") + 1, steps=0, silent=0, changed=timezone.now()):
            tier, address, person = entry.queue_keys
            for parent, key in ((tier, address), (address, person)):
                turn = ProofQueueCounter.objects.get_or_create(key=key)[0].turn
                ProofQueueCounter.objects.update_or_create(key=parent, defaults={"clock": turn})
                ProofQueueCounter.objects.filter(key=key).update(turn=turn + 1)
            return Proof.objects.select_related("item").get(pk=entry.pk)
    return None


@transaction.atomic
def clean_up_and_check_empty() -> bool:
    """Return whether no proof is waiting, and clean up if there's nothing to do at all.

    If no proof is waiting and none is being worked on, it deletes all turn numbers and all hashes of IP addresses.
    """
    _lock_queue()
    if Proof.objects.filter(state__in=Proof.UNDER_WAY).exists():
        return not Proof.objects.filter(state=Proof.State.WAITING).exists()
    ProofQueueCounter.objects.exclude(key=LOCK).delete()
    Proof.objects.exclude(address="").update(address="")
    return True


def _get_last_served_turn(key: str) -> int:
    """Return the last turn number served in a tier (accounts or visitors) or at an address, or 0 if there is none.

    `key` is the tier or address, see `WaitingProof.queue_keys`.
    """
    return ProofQueueCounter.objects.filter(key=key).values_list("clock", flat=True).first() or 0


def _lock_queue() -> None:
    """Lock the queue until the transaction ends, so that no one else joins or is served."""
    ProofQueueCounter.objects.get_or_create(key=LOCK)
    ProofQueueCounter.objects.select_for_update().get(key=LOCK)

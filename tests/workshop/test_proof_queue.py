"""The queue of proofs: who is served next, how many may wait, and the place that people read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client, RequestFactory
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from core.authoring.puzzles import proof_queue, proofs, tasks
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Proof, ProofQueueCounter
from core.authoring.puzzles.proof_queue import (
    MOST_OF_ACCOUNT,
    MOST_OF_ADDRESS,
    MOST_OF_VISITOR,
    QueueFull,
    WaitingProof,
    clean_up_and_check_empty,
    find_queue_place,
    hash_address,
    sort_by_turn,
)
from core.people.models import Person
from tests.conftest import HTMX
from tests.racing import at_once

State = Proof.State
GAME = games.get("chinese-ten")

# -- the order, whoever asks -------------------------------------------------------------------------------------------

ASKERS = [(person, address, person < 4) for person in range(8) for address in "ab"]
queues = st.lists(st.sampled_from(ASKERS), max_size=24).map(
    lambda askers: [WaitingProof(pk, *asker) for pk, asker in enumerate(askers)]
)
numbers = st.dictionaries(
    st.sampled_from([key for asker in ASKERS for key in WaitingProof(0, *asker).queue_keys]),
    st.just(1),
)


@given(queues, numbers)
def test_everybody_is_served_once_and_accounts_first(waiting: list[WaitingProof], turns: dict[str, int]) -> None:
    order = sort_by_turn(waiting, turns)
    assert sorted(proof.pk for proof in order) == [proof.pk for proof in waiting]
    assert [proof.has_account for proof in order] == sorted((proof.has_account for proof in order), reverse=True)


@given(queues, numbers)
def test_somebodys_own_proofs_keep_their_order(waiting: list[WaitingProof], turns: dict[str, int]) -> None:
    order = sort_by_turn(waiting, turns)
    for proof, other in pairwise(sorted(order, key=lambda proof: (proof.queue_keys[-1], proof.pk))):
        if proof.queue_keys == other.queue_keys:
            assert order.index(proof) < order.index(other)


@pytest.mark.slow
@given(queues, numbers, st.sampled_from([1, 2]))
def test_nobody_is_served_twice_more_often_than_another_who_waits(
    waiting: list[WaitingProof], turns: dict[str, int], level: int
) -> None:
    """Neither an address (1) among addresses, nor a person (2) among those at one address."""
    order = sort_by_turn(waiting, turns)
    left = Counter(proof.queue_keys for proof in order)
    remaining = Counter(proof.queue_keys[level] for proof in order)
    served: Counter[str] = Counter()
    for proof in order:
        parent = proof.queue_keys[level - 1]
        rivals = {keys[level] for keys in left if keys[level - 1] == parent and remaining[keys[level]]}
        served[proof.queue_keys[level]] += 1
        least = min(served[key] for key in rivals)
        assert served[proof.queue_keys[level]] <= least + 2
        remaining[proof.queue_keys[level]] -= 1


# -- as people come and go ---------------------------------------------------------------------------------------------


class House:
    """People who ask for proofs, and the worker that serves them; nothing is proven."""

    def __init__(self) -> None:
        for model in (Proof, ProofQueueCounter, BuiltPuzzle, Person, User):
            model.objects.all().delete()
        self.people: dict[int, Person] = {}

    def person(self, name: int) -> Person:
        if name not in self.people:
            user = User.objects.create_user(f"user{name}") if name < 4 else None
            self.people[name] = Person.objects.create(user=user)
        return self.people[name]

    def ask(self, name: int, address: str) -> Proof:
        item = BuiltPuzzle.create_for(self.person(name), GAME.slug, build_blank_content(GAME, GAME.options(), 2))
        proof = Proof(item=item, asks="any", draft={}, times=1, address=address)
        proof_queue.add_to_queue(proof, item.owner)
        return proof

    def serve(self) -> Proof | None:
        proof = proof_queue.take_next_proof()
        if proof:
            Proof.objects.filter(pk=proof.pk).update(state=State.PROVEN)
            clean_up_and_check_empty()
        return proof


@pytest.fixture
def house(db: None) -> House:
    return House()


steps = st.lists(
    st.one_of(st.tuples(st.integers(0, 7), st.sampled_from("abc")), st.none(), st.just("stop")), min_size=5, max_size=30
)


@pytest.mark.slow
@pytest.mark.django_db
@settings(max_examples=15)
@given(steps)
def test_while_somebody_waits_nobody_else_is_served_more_than_twice(steps: list[tuple[int, str] | str | None]) -> None:
    """Neither another address while an address waits, nor another person there: however many come, and stop again."""
    house, served_since = House(), dict[str, Counter[str]]()
    for step in [*steps, *[None] * len(steps)]:
        if isinstance(step, tuple):
            with suppress(QueueFull):
                house.ask(*step)
        elif step == "stop":
            Proof.objects.filter(pk__in=Proof.objects.filter(state=State.WAITING).order_by("-pk")[:1]).delete()
        elif proof := house.serve():
            parents = dict(pairwise(reversed(_keys(proof))))
            for key, parent in parents.items():
                served_since.pop(key, None)
                for other, counts in served_since.items():
                    if other.rpartition("/")[0] == parent:
                        counts[key] += 1
                        assert counts[key] <= 2, (other, counts)
        else:
            assert not Proof.objects.filter(state=State.WAITING).exists()
        waiting = {key for entry in proof_queue.list_waiting_proofs() for key in entry.queue_keys[1:]}
        served_since = {key: served_since.get(key, Counter()) for key in waiting}


def _keys(proof: Proof) -> tuple[str, ...]:
    person = proof.item.owner
    assert person
    return WaitingProof(proof.pk, person.pk, proof.address, bool(person.user_id)).queue_keys


@pytest.mark.slow
@pytest.mark.django_db
@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from("abc")), min_size=1, max_size=20))
def test_the_place_is_the_number_of_those_served_before(askers: list[tuple[int, str]]) -> None:
    house = House()
    for asker in askers:
        with suppress(QueueFull):
            house.ask(*asker)
    house.serve()
    places = {proof.pk: find_queue_place(proof) for proof in Proof.objects.filter(state=State.WAITING)}
    served = [proof.pk for proof in iter(house.serve, None)]
    assert {pk: place for place, pk in enumerate(served, 1)} == places


def test_a_late_second_person_does_not_wait_for_ten_proofs_of_the_first(house: House) -> None:
    """Neither in the same school, nor in another."""
    for _ in range(MOST_OF_ACCOUNT):
        house.ask(0, "school")
    house.serve()
    late = [house.ask(1, "school"), house.ask(2, "home")]
    assert max(place for proof in late if (place := find_queue_place(proof))) <= 4


def test_many_addresses_that_come_anew_keep_nobody_waiting(house: House) -> None:
    """Whoever was served stays in the queue with a second proof, and others come without end."""
    house.ask(0, "home")
    second = house.ask(0, "home")
    house.serve()
    for number in range(9):
        house.ask(1 + number % 3, f"elsewhere {number}")
        if house.serve() == second:
            break
    assert number < 3


def test_accounts_are_served_before_visitors_who_came_earlier(house: House) -> None:
    visitor, account = house.ask(5, "a"), house.ask(0, "b")
    assert [find_queue_place(visitor), find_queue_place(account)] == [2, 1]


def test_when_nothing_is_under_way_no_address_is_remembered(house: House) -> None:
    house.ask(0, "a")
    house.ask(5, "b")
    assert ProofQueueCounter.objects.count() > 1
    assert Proof.objects.exclude(address="").count() == 2
    house.serve()
    house.serve()
    assert [row.key for row in ProofQueueCounter.objects.all()] == [proof_queue.LOCK]
    assert not Proof.objects.exclude(address="").exists()


# -- how many may wait -------------------------------------------------------------------------------------------------


def outcomes(asks: list[Callable[[], object]]) -> Iterator[str]:
    """Yield the refusal of each request, or "" for one that is taken."""
    for ask in asks:
        try:
            ask()
        except QueueFull as full:
            yield str(full)
        else:
            yield ""


@pytest.mark.parametrize("beyond", [-1, 0, 1], ids=["below", "at", "above"])
@pytest.mark.parametrize(
    ("askers", "most", "says"),
    [
        (
            [0] * 20,
            MOST_OF_ACCOUNT,
            "10 of your puzzles are waiting to be verified. Wait until one is done, or stop one.",
        ),
        ([5] * 20, MOST_OF_VISITOR, "3 of your puzzles are waiting to be verified. Wait until one is done, stop one"),
        (
            [5, 6, 7, 8, 9, 5, 6, 7],
            MOST_OF_ADDRESS,
            "6 puzzles from your network are waiting to be verified. Wait until one is done, or sign",
        ),
    ],
    ids=["account", "visitor", "address"],
)
def test_so_many_proofs_may_wait(house: House, askers: list[int], most: int, says: str, beyond: int) -> None:
    number = most + beyond
    refusals = [*outcomes([partial(house.ask, name, "a") for name in askers[:number]])]
    assert refusals[:most] == [""] * min(most, number)
    assert all(sentence.startswith(says) for sentence in refusals[most:])
    assert Proof.objects.count() == min(most, number)


def test_a_proof_that_is_worked_on_takes_no_place(house: House) -> None:
    for _ in range(MOST_OF_VISITOR):
        house.ask(5, "a")
    proof_queue.take_next_proof()
    house.ask(5, "a")
    with pytest.raises(QueueFull):
        house.ask(5, "a")


def test_visitors_elsewhere_and_accounts_are_not_held_back_by_a_full_address(house: House) -> None:
    for name in (5, 5, 6, 6, 7, 7):
        house.ask(name, "a")
    house.ask(8, "b")
    house.ask(0, "a")
    with pytest.raises(QueueFull):
        house.ask(8, "a")


@pytest.mark.django_db(transaction=True)
def test_no_more_may_wait_though_all_are_asked_for_at_once() -> None:
    house = House()
    house.person(5)
    asks = [partial(atomically, house.ask, 5, "a") for _ in range(MOST_OF_VISITOR + 5)]
    refused = [answer for answer in at_once(*asks, refused=QueueFull) if isinstance(answer, QueueFull)]
    assert (len(refused), Proof.objects.count()) == (5, MOST_OF_VISITOR)


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_the_same_proof() -> None:
    house = House()
    for name in range(4):
        atomically(house.ask, name, f"{name}")
    taken = at_once(*[proof_queue.take_next_proof] * 6)
    assert sorted(proof.pk for proof in taken if proof) == sorted(Proof.objects.values_list("pk", flat=True))


def atomically(ask: Callable[..., object], *values: object) -> object:
    with transaction.atomic():
        return ask(*values)


# -- what people read --------------------------------------------------------------------------------------------------


@pytest.fixture
def builders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each draft takes more than a page may, and no worker comes."""
    monkeypatch.setattr(tasks.run_next_long_proof, "delay", lambda: None)
    monkeypatch.setattr(proofs, "_is_provable_now", lambda draft: False)


def prove(client: Client, address: str = "10.0.0.1") -> str:
    """Begin a puzzle and ask for its proof; the page."""
    response = client.post("/teach/puzzles/new/", {"game": GAME.slug}, REMOTE_ADDR=address)
    change = f"{response['Location']}change/"
    return client.post(change, {"do": "prove"}, headers=HTMX, REMOTE_ADDR=address).text


@pytest.mark.slow
def test_a_page_says_the_place_or_what_to_wait_for(builders: None, client_of: Callable[..., Client]) -> None:
    visitors = [client_of(None) for _ in range(3)]
    assert "number 1 in line" in prove(visitors[0])
    assert "number 2 in line" in prove(visitors[1])
    for _ in range(2):
        prove(visitors[0])
    assert "3 of your puzzles are waiting to be verified" in prove(visitors[0])
    for _ in range(2):
        prove(visitors[1])
    assert "6 puzzles from your network are waiting" in prove(visitors[2])
    assert "number 2 in line" in prove(visitors[2], "10.0.0.2")
    assert Proof.objects.count() == 7


def test_an_address_is_kept_so_that_nobody_can_read_it() -> None:
    names = [hash_address(RequestFactory(REMOTE_ADDR=address).get("/")) for address in ("10.0.0.1", "10.0.0.2")]
    assert len(set(names)) == 2
    assert not any("10" in name and "." in name for name in names)

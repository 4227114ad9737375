"""What a page makes and sends again, since the answer was lost, is made once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, models
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse, HttpResponseRedirect
from django.test import Client, RequestFactory
from django.utils import timezone

from core import tasks
from core.api.models import Token
from core.authoring.collections.models import Collection
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles.models import BuiltPuzzle
from core.http import idempotency
from core.http.idempotency import FORM_LIFETIME, KEY_LIFETIME, claim_key, compute_form_fingerprint, idempotent, run_once
from core.models import IdempotencyKey
from core.people.forms import SignupForm
from core.play.models import Table
from tests.racing import at_once

GAME = {"game": "court-piece"}
TOKEN = {"name": "A bot", "scopes": "play", "days": "7"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "form", "kind"),
    [
        ("/play/now/", GAME, Table),
        ("/teach/puzzles/new/", GAME, BuiltPuzzle),
        ("/teach/lessons/new/", GAME, Lesson),
        ("/teach/collections/", {"title": "For Friday"}, Collection),
        ("/me/tokens/", TOKEN, Token),
    ],
)
def test_what_a_page_sends_again_is_made_once(
    as_anna: Client, address: str, form: dict[str, str], kind: type[models.Model]
) -> None:
    for page, number in (("a", 1), ("b", 2)):
        first, second = (as_anna.post(address, {**form, "csrfmiddlewaretoken": page}) for _ in range(2))
        assert kind._default_manager.count() == number
        assert first.status_code == second.status_code
        assert first.get("Location") == second.get("Location")


@pytest.mark.django_db
def test_what_is_gone_already_was_not_in_vain(as_anna: Client) -> None:
    made = as_anna.post("/teach/collections/", {"title": "For Friday"})
    ends = [as_anna.post(f"{made['Location']}delete/", {"csrfmiddlewaretoken": "a"}) for _ in range(2)]
    assert [one["Location"] for one in ends] == ["/teach/collections/"] * 2


@pytest.mark.django_db
def test_whoever_was_not_known_yet_is_led_to_nothing_that_they_may_not_see(client_of: Any) -> None:
    for _ in range(2):
        stranger = client_of(None)
        made = stranger.post("/play/now/", {**GAME, "csrfmiddlewaretoken": "a"})
        assert stranger.get(made["Location"]).status_code == 200


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "form", "kind"),
    [
        ("/play/now/", GAME, Table),
        ("/teach/puzzles/new/", GAME, BuiltPuzzle),
        ("/teach/lessons/new/", GAME, Lesson),
        ("/teach/collections/", {"title": "For Friday"}, Collection),
        ("/me/tokens/", TOKEN, Token),
    ],
)
def test_twenty_equal_forms_at_once_make_one(
    anna: User, client_of: Any, address: str, form: dict[str, str], kind: type[models.Model]
) -> None:
    sent = {**form, "csrfmiddlewaretoken": "a"}
    clients = [client_of(anna) for _ in range(20)]
    answers = at_once(*[partial(client.post, address, sent) for client in clients])
    assert kind._default_manager.count() == 1
    assert len({(answer.status_code, answer.get("Location")) for answer in answers}) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_the_second_waits_and_what_came_to_nothing_is_done_again(anna: User) -> None:
    started, go_on, calls = Event(), Event(), list[str]()

    @idempotent
    def make(request: Any) -> HttpResponse:
        calls.append(request.POST["csrfmiddlewaretoken"])
        if calls[-1] == "refused":
            return HttpResponse(status=422)
        started.set()
        assert go_on.wait(5)
        return HttpResponseRedirect(f"/made/{len(calls)}/")

    assert [make(form(anna, "refused")).status_code for _ in range(2)] == [422, 422]
    calls.clear()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(on_a_connection_of_its_own, make, form(anna, "a"))
        assert started.wait(5)
        second = threads.submit(on_a_connection_of_its_own, make, form(anna, "a"))
        go_on.set()
        assert first.result()["Location"] == second.result()["Location"] == "/made/1/"
    assert calls == ["a"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_that_wait_for_a_process_that_died_one_takes_over(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "PATIENCE", 0.2)
    calls = list[int]()

    @idempotent
    def make(request: Any) -> HttpResponse:
        calls.append(1)
        return HttpResponseRedirect("/made/")

    claim_key(anna.person, compute_form_fingerprint(form(anna, "a")), FORM_LIFETIME)
    answers = at_once(*[partial(make, form(anna, "a"))] * 6)
    assert (len(calls), {answer["Location"] for answer in answers}) == (1, {"/made/"})


@pytest.mark.django_db
def test_what_a_slow_request_makes_is_undone_if_another_has_taken_over(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = list[IdempotencyKey]()

    def overtaken(*args: Any) -> tuple[IdempotencyKey, bool]:
        row, is_mine = claim_key(*args)
        if not claimed:  # another one takes the first for dead
            IdempotencyKey.objects.update(attempt=2, is_complete=True, result="by the other")
        claimed.append(row)
        return row, is_mine

    monkeypatch.setattr(idempotency, "claim_key", overtaken)
    make = partial(Collection.objects.create, owner=anna.person, title="For Friday")
    row, is_new = run_once(anna.person, "key", lambda: make() and "by this one", KEY_LIFETIME)
    assert (row.result, is_new, Collection.objects.count()) == ("by the other", False, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("sign", [1, -1], ids=["later", "after the clock was set back"])
@pytest.mark.parametrize(("beyond", "number"), [(-2.0, 1), (2.0, 2)], ids=["within its time", "over its time"])
def test_a_page_that_is_sent_much_later_makes_another_one(
    as_anna: Client, sign: int, beyond: float, number: int
) -> None:
    sent = {"title": "For Friday", "csrfmiddlewaretoken": "a"}
    as_anna.post("/teach/collections/", sent)
    IdempotencyKey.objects.update(created=timezone.now() - sign * (FORM_LIFETIME + timedelta(seconds=beyond)))
    as_anna.post("/teach/collections/", sent)
    assert Collection.objects.count() == number


@pytest.mark.django_db
def test_keys_that_nobody_may_use_any_more_are_forgotten(anna: User) -> None:
    for name, age in (("old", 1), ("young", -1)):
        IdempotencyKey.objects.create(key=name, created=timezone.now() - KEY_LIFETIME - timedelta(seconds=age))
    tasks.delete_old_idempotency_keys()
    assert [row.key for row in IdempotencyKey.objects.all()] == ["young"]


def form(user: User, token: str) -> Any:
    """A form that a page of this person has sent."""
    request: Any = RequestFactory().post("/make/", {"csrfmiddlewaretoken": token})
    request.person = user.person
    return request


def on_a_connection_of_its_own(view: Any, request: Any) -> Any:
    try:
        return view(request)
    finally:
        connections.close_all()


SIGN_UP = {"username": "dora", "password1": "seven of hearts", "name": "Dora", "csrfmiddlewaretoken": "a"}


@pytest.fixture
def both_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of two sign-ups is stored before both have been found good."""
    barrier, store = Barrier(2), SignupForm.try_save

    def together(form: SignupForm, request: Any) -> Any:
        if not form.made_already:
            barrier.wait(10)
        return store(form, request)

    monkeypatch.setattr(SignupForm, "try_save", together)


@pytest.mark.django_db(transaction=True)
def test_a_sign_up_that_is_sent_twice_at_once_makes_one_account_and_both_are_in(both_are_checked: None) -> None:
    answers = at_once(*[lambda: Client().post("/account/signup/", SIGN_UP)] * 2)
    assert [answer.status_code for answer in answers] == [302] * 2
    assert User.objects.filter(username="dora").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_a_name_at_once_one_gets_it_and_the_other_reads_that_it_is_taken(
    both_are_checked: None,
) -> None:
    other = {**SIGN_UP, "password1": "eight of hearts", "csrfmiddlewaretoken": "b"}
    answers = at_once(*[partial(Client().post, "/account/signup/", sent) for sent in (SIGN_UP, other)])
    assert User.objects.filter(username="dora").count() == 1
    [refused] = [answer for answer in answers if answer.status_code != 302]
    assert (refused.status_code, "already exists" in refused.text) == (200, True)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_keys_that_programs_have_used_still_hold_after_an_upgrade() -> None:
    before = [("api", "0002_answers_know_what_they_made"), ("core", "0002_heartbeat_of_each_queue")]
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    apps: Any = executor.loader.project_state([*before, ("people", "0001_person")]).apps
    person = apps.get_model("people", "Person").objects.create(code="before")
    values = {"asked": "a digest", "made": None, "status": 201, "body": {"code": "x"}}
    apps.get_model("api", "Answer").objects.create(person=person, key="mine", **values)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    row = IdempotencyKey.objects.get()
    assert (row.person_id, row.key, row.request, row.is_complete) == (person.pk, "mine", "a digest", True)
    assert (row.result, row.status, row.body) == (None, 201, {"code": "x"})
    same, is_mine = claim_key(row.person, "mine", KEY_LIFETIME, "a digest")
    assert (same, is_mine) == (row, False)

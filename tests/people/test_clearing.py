"""Visitors and sessions that nobody comes back for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from core.learn.models import StepDone
from core.people import tasks
from core.people.models import NOBODYS_NAME, Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _days(settings: Any) -> None:
    settings.KEEP_VISITORS_DAYS, settings.KEEP_SESSIONS_DAYS = 20, 100


def visitor(days: int, name: str = "") -> Person:
    """Somebody without an account who was here last so many days ago."""
    return Person.objects.create(name=name, seen=timezone.now() - timedelta(days=days))


def left() -> set[Person]:
    tasks.delete_old_visitors()
    return set(Person.objects.all())


def test_a_visitor_without_traces_is_removed_after_the_stated_time() -> None:
    gone, stays = visitor(21), visitor(19)
    assert left() == {stays}
    assert gone not in left()


def test_whoever_has_a_name_or_did_something_stays() -> None:
    named, learner = visitor(30, "Vera"), visitor(30)
    StepDone.objects.create(person=learner, game="any", step="first")
    assert left() == {named, learner}


def test_whoever_cannot_come_back_is_removed_with_what_they_did() -> None:
    learner = visitor(102)
    StepDone.objects.create(person=learner, game="any", step="first")
    assert left() == set()
    assert not StepDone.objects.exists()


def test_whoever_has_an_account_stays_whatever_happens(anna: User) -> None:
    Person.objects.update(seen=timezone.now() - timedelta(days=4000))
    assert left() == {anna.person}


def test_a_session_that_has_run_out_is_removed(as_anna: Client, as_ben: Client) -> None:
    kept, old = as_anna.session.session_key, as_ben.session.session_key
    Session.objects.filter(pk=old).update(expire_date=timezone.now() - timedelta(minutes=1))
    tasks.delete_old_visitors()
    assert [one.pk for one in Session.objects.all()] == [kept]


def test_an_admin_takes_away_a_name_that_others_see(admin: Client, anna: User) -> None:
    anna.person.name = "Something rude"
    anna.person.save()
    page = admin.post(
        "/admin/people/person/", {"action": "reset_display_names", "_selected_action": [anna.person.pk]}, follow=True
    )
    assert "1 name removed." in page.text
    anna.refresh_from_db()
    assert anna.person.display_name == NOBODYS_NAME


def test_an_account_name_is_hidden_from_others_without_locking_anybody_out(admin: Client, anna: User) -> None:
    assert anna.person.display_name == "anna"
    admin.post("/admin/people/person/", {"action": "reset_display_names", "_selected_action": [anna.person.pk]})
    assert Person.objects.get(user=anna).display_name == NOBODYS_NAME
    assert User.objects.get(pk=anna.pk).username == "anna"

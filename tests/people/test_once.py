"""What a page makes and sends again, since the answer was lost, is made once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import models
from django.http import HttpResponse, HttpResponseRedirect
from django.test import Client, RequestFactory

from core.api.models import Token
from core.collections.models import Collection
from core.lessons.models import Lesson
from core.people import once
from core.play.models import Table
from core.workshop.models import Item

GAME = {"game": "court-piece"}
TOKEN = {"name": "A bot", "scopes": "play", "days": "7"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "form", "kind"),
    [
        ("/play/now/", GAME, Table),
        ("/teach/puzzles/new/", GAME, Item),
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


def test_of_two_at_once_the_second_waits_and_what_came_to_nothing_is_done_again(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once, "person_of", lambda request: SimpleNamespace(pk=1))
    begun, go_on, made = Event(), Event(), list[int]()

    @once.once
    def make(request: Any) -> HttpResponse:
        made.append(len(made))
        if request.POST["csrfmiddlewaretoken"] == "refused":
            return HttpResponse(status=422)
        begun.set()
        assert go_on.wait(5)
        return HttpResponseRedirect(f"/made/{len(made)}/")

    def send(page: str) -> HttpResponse:
        return make(RequestFactory().post("/make/", {"csrfmiddlewaretoken": page}))

    assert [send("refused").status_code for _ in range(2)] == [422, 422]
    with ThreadPoolExecutor(2) as both:
        first = both.submit(send, "a")
        assert begun.wait(5)
        second = both.submit(send, "a")
        go_on.set()
        assert first.result()["Location"] == second.result()["Location"] == "/made/3/"
    assert len(made) == 3

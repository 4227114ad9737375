"""A character that no text has gets nowhere: neither into the database nor into an answer."""

from __future__ import annotations

import pytest
from django.test import Client

from core.lessons.models import Lesson
from core.workshop.models import Item
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db


def test_no_form_brings_it_in(as_anna: Client) -> None:
    as_anna.post("/teach/lessons/new/", {"game": "guts\0"})
    lesson = Lesson.objects.get()
    sent = {"do": "step", "at": "0", "text": "Loo\0k.", "done\0": "x"}
    assert as_anna.post(f"/teach/lesson/{lesson.code}/change/", sent, headers=HTMX).status_code == 200
    lesson.refresh_from_db()
    assert lesson.draft["steps"][0]["text"] == "Look."
    as_anna.post("/teach/puzzles/new/", {"game": "guts"})
    item = Item.objects.get()
    as_anna.post(f"/teach/puzzle/{item.code}/change/", {"do": "title", "title": "A\0B"}, headers=HTMX)
    item.refresh_from_db()
    assert item.title == "AB"


@pytest.mark.parametrize("address", ["/games/?q=a%00b", "/teach/?%00=1", "/games/guts/rules/ask/?q=%00"])
def test_no_address_brings_it_in(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert b"\0" not in answer.content

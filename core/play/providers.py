"""Adds a box (“card”) to the home page: the table where the reader has a seat."""

from __future__ import annotations

from collections.abc import Iterator

from core.learn.home_cards import HomeCard, HomeCardProvider, home_cards
from core.people import get_person
from core.people.requests import HttpRequest
from core.play.lobby_context import build_table_row
from core.play.models import Table


@home_cards.register
class LastTableCardProvider(HomeCardProvider):
    """Provides a box for the home page that shows the table where the reader has a seat, until its match is over.

    If there are several such tables, it's the one that changed last.
    """

    def list_home_cards(self, request: HttpRequest) -> Iterator[HomeCard]:
        person = get_person(request)
        table = Table.objects.with_seated_person(person).unfinished().first()
        if table:
            yield HomeCard("play/table_card.html", build_table_row(table, person), is_personal=True)

"""Parts of tables are cached for everyone, but each person still sees only their own view, and it's up to date."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.play import board_cache, seating, table_context
from core.play.models import Table

GAME = next(game.slug for game in games.all_games().values() if game.decides)
"""What is remembered, and by what, is the same for all games; `test_secrecy` asks them all."""

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("game", [GAME], indirect=True)]

TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.text


def drawn_anew(client: Client, address: str) -> str:
    """Return the page without any caches."""
    table_context._build_screen_context.cache_clear()
    board_cache.clear_boards()
    return page(client, address)


def plain(text: str) -> str:
    return TOKEN.sub("", text)


@pytest.fixture
def lookers(shared: Table, anna: User, as_anna: Client, as_ben: Client, stranger: Client) -> list[tuple[Client, str]]:
    """Two players at a table and a spectator, each with the URL where they see it."""
    seating.set_spectator_link(shared, anna.person, True)
    shared.refresh_from_db()
    own = shared.get_absolute_url()
    return [(as_anna, own), (as_ben, own), (stranger, f"/play/watch/{shared.watch}/")]


def test_each_sees_the_same_as_if_nobody_had_looked_before(lookers: list[tuple[Client, str]]) -> None:
    alone = [plain(drawn_anew(*looker)) for looker in lookers]
    beside = [plain(page(*looker)) for looker in (*lookers, *reversed(lookers))]
    assert beside == [*alone, *reversed(alone)]
    assert len(set(alone)) == len(alone)


def test_what_somebody_prefers_is_theirs_at_once(lookers: list[tuple[Client, str]], anna: User) -> None:
    before = [plain(page(*looker)) for looker in lookers]
    anna.person.save_preferences(four_colour=True, pace="gentle")
    mine, *others = [plain(page(*looker)) for looker in lookers]
    assert 'data-four-colour="on" data-pace="gentle"' in mine
    assert others == before[1:]


def test_a_new_name_is_seen_at_once(lookers: list[tuple[Client, str]], anna: User) -> None:
    assert "Annabel" not in page(*lookers[1])
    anna.person.name = "Annabel"
    anna.person.save()
    assert "Annabel" in page(*lookers[1])

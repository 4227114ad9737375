"""Whoever may look at a table may watch it change, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.live import LiveRequest, kinds
from core.play.models import Table
from core.play.watching import may_watch, versions

pytestmark = pytest.mark.django_db


def asks(client: Client, table: Table, **more: Any) -> LiveRequest:
    return LiveRequest(
        **{"session_key": client.session.session_key, "authorization": None, "ident": table.code, **more}
    )


def test_tables_can_be_watched() -> None:
    assert kinds["table"].may_watch is may_watch
    assert kinds["table"].versions is versions


def test_players_watch_their_table(shared: Table, as_anna: Client, as_ben: Client) -> None:
    assert may_watch(asks(as_anna, shared))
    assert may_watch(asks(as_ben, shared))


def test_who_has_left_still_watches(shared: Table, as_ben: Client, ben: User) -> None:
    shared.leave(ben.person)
    assert may_watch(asks(as_ben, shared))


def test_strangers_do_not(solo: Table, as_ben: Client, stranger: Client) -> None:
    assert not may_watch(asks(as_ben, solo))
    assert not may_watch(asks(stranger, solo))


@pytest.mark.parametrize("forged", [None, "", "forged", "x" * 200, "\x00"])
def test_a_forged_session_sees_nothing(solo: Table, stranger: Client, forged: str | None) -> None:
    assert not may_watch(asks(stranger, solo, session_key=forged))


def test_a_table_that_is_not_there(solo: Table, as_anna: Client) -> None:
    assert not may_watch(asks(as_anna, solo, ident="nosuchtable"))
    assert versions(["nosuchtable"]) == {}


def test_every_change_is_a_new_version(shared: Table, ben: User) -> None:
    before = versions([shared.code])[shared.code]
    shared.leave(ben.person)
    after = versions([shared.code])[shared.code]
    assert after > before

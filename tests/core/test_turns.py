"""Quick pages are answered one by one, and nobody waits for a slow one."""

import asyncio

import pytest

from core import turns
from core.turns import Turns


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is ever quick enough to be waited for."""
    monkeypatch.setattr(turns, "ALONE", 0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is quick."""
    monkeypatch.setattr(turns, "ALONE", 1000)


def test_the_next_begins_when_the_last_has_ended(quick: None) -> None:
    async def story() -> None:
        given = Turns(3)
        first = await given.take()
        waiting = [asyncio.ensure_future(given.take()) for _ in range(2)]
        await asyncio.sleep(0)
        assert not given.at_hand
        assert [one.done() for one in waiting] == [False, False]
        first.end()
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert [one.done() for one in waiting] == [True, False]
        waiting[0].result().end()
        (await waiting[1]).end()
        assert given.at_hand

    asyncio.run(story())


def test_nobody_waits_for_who_takes_long_until_all_do(slow: None) -> None:
    async def story() -> None:
        given = Turns(3)
        taken = [await asyncio.wait_for(given.take(), 10) for _ in range(3)]
        fourth = asyncio.ensure_future(given.take())
        await asyncio.sleep(0.01)
        assert not given.at_hand
        assert not fourth.done()
        taken.pop().end()
        taken.append(await asyncio.wait_for(fourth, 10))
        for turn in taken:
            turn.end()
        assert given.at_hand

    asyncio.run(story())


def test_who_goes_away_while_waiting_keeps_nobody_from_a_turn(slow: None) -> None:
    async def story() -> None:
        given = Turns(1)
        first = await given.take()
        for _ in range(3):
            gone = asyncio.ensure_future(given.take())
            await asyncio.sleep(0.01)
            gone.cancel()
        await asyncio.sleep(0)
        first.end()
        (await asyncio.wait_for(given.take(), 10)).end()
        assert given.at_hand

    asyncio.run(story())

"""A bad line between four browsers and the house: requests are lost, late, slow, refused or sent twice, streams break.

`python -m tests.pages.dropped --times 200` plays until so many requests have gone wrong, and says how long the tables
took to be right again.
"""

from __future__ import annotations

import argparse
import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

import games
from games.engine.view import View
from tests.house import House
from tests.pages.chromium import launched
from tests.pages.hands import build

GAME = games.get("court-piece")
PLAYERS = 4
LIVE = ("/play/", "/live/")
FATES = ("lost", "unanswered", "late", "slow", "twice", "refused")
STREAM_FATES = ("lost", "refused", "silent")
SHOWN = "document.querySelector('[data-busy]') ? -1 : Number(document.querySelector('#table').dataset.version)"
HELD = 6.0
"""Seconds for which a slow request is held: longer than any page waits for its first try."""


@dataclass
class Line:
    """A proxy that spoils what goes through it. Each request is a connection of its own."""

    house: int
    rng: Random
    share: float = 0.0
    port: int = 0
    spoilt: Counter[str] = field(default_factory=Counter)
    down: bool = False
    last: tuple[float, str] = (0.0, "")
    """When a request went wrong, or the line came back, for the last time, and how."""

    @contextmanager
    def running(self) -> Iterator[Line]:
        ready = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)), daemon=True)
        thread.start()
        ready.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._over.set)
            thread.join()

    async def _run(self, ready: threading.Event) -> None:
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any] | None] = set()
        self._streams: dict[asyncio.StreamWriter, str] = {}
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._over.wait()

    def cut(self) -> None:
        """The whole line is down: nothing goes through, and what was open is closed."""
        self.down = True
        self._loop.call_soon_threadsafe(lambda: [writer.close() for writer in self._open])

    def mend(self) -> None:
        self.down, self.last = False, (time.monotonic(), "outage")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)  # the loop alone would forget it
        self._open.add(writer)
        try:
            if not self.down:
                with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                    await self._pass_on(await _request(reader), writer)
        finally:
            self._open.discard(writer)
            self._tasks.discard(task)
            writer.close()

    async def _pass_on(self, request: bytes, writer: asyncio.StreamWriter) -> None:
        path = request.split(b" ", 2)[1].decode()
        fate = self._fate(path)
        if fate == "refused":
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        elif fate != "lost" and path.startswith("/live/"):
            await self._stream(request, writer, fate)
        elif fate != "lost":
            await self._exchange(request, writer, fate)

    async def _exchange(self, request: bytes, writer: asyncio.StreamWriter, fate: str) -> None:
        if fate == "slow":
            await asyncio.sleep(HELD)
        if fate == "twice":
            await self._answer(request)
        answer = await self._answer(request)
        if fate == "late":
            await asyncio.sleep(HELD)
        if fate != "unanswered":
            writer.write(answer)
            await writer.drain()

    def _fate(self, path: str) -> str:
        if not path.startswith(LIVE) or self.rng.random() >= self.share:
            return ""
        fate = self.rng.choice(STREAM_FATES if path.startswith("/live/") else FATES)
        self._note(f"{'stream' if path.startswith('/live/') else 'request'} {fate}")
        return fate

    def _note(self, trouble: str) -> None:
        self.spoilt[trouble] += 1
        self.last = time.monotonic(), trouble

    async def _answer(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.house)
        writer.write(request)
        try:
            return await reader.read()
        finally:
            writer.close()

    async def _stream(self, request: bytes, writer: asyncio.StreamWriter, fate: str) -> None:
        reader, upstream = await asyncio.open_connection("127.0.0.1", self.house)
        upstream.write(request)
        self._streams[writer] = fate
        try:
            while chunk := await reader.read(65536):
                if self._streams[writer] == "silent":
                    continue
                writer.write(chunk)
                await writer.drain()
        finally:
            del self._streams[writer]
            upstream.close()

    def trip(self) -> None:
        """A stream that flows breaks off, or falls silent."""
        self._loop.call_soon_threadsafe(self._trip)

    def _trip(self) -> None:
        flowing = [writer for writer, fate in self._streams.items() if not fate]
        if not flowing:
            return
        fate, writer = self.rng.choice(("cut", "cut", "silent")), self.rng.choice(flowing)
        self._streams[writer] = fate
        self._note(f"stream {fate}")
        if fate == "cut":
            writer.close()


async def _request(reader: asyncio.StreamReader) -> bytes:
    """A request as it came, but that the connection is closed after its answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n")[:-2] if not line.lower().startswith(b"connection:")]
    long = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0)
    return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + await reader.readexactly(long)


# -- a match over it ---------------------------------------------------------------------------------------------------


@dataclass
class Match:
    """Four people at one table, each in a browser of their own, over a bad line."""

    house: House
    line: Line
    pages: Sequence[Page]
    rng: Random
    waits: list[tuple[float, str]] = field(default_factory=list)
    """How long it took until all saw a change after it was made and the last request went wrong, and which that was."""

    def sit_down(self) -> None:
        owner = self.pages[0]
        owner.goto(f"/play/?game={GAME.slug}")
        for seat in range(2, PLAYERS + 1):
            owner.get_by_label(f"Seat {seat}", exact=True).select_option("link")
        owner.get_by_role("button", name="Create table").click()
        self.code = owner.url.split("/")[-2]
        invitation = owner.locator("[data-copy]").first.get_attribute("data-copy")
        for page in self.pages[1:]:
            page.goto(invitation or "")
            page.get_by_role("button", name="Join").first.click()
        for page in self.pages:
            expect(page.locator(".dock button.card").first).to_be_visible()

    def version(self) -> int:
        return int(self._row("version"))

    def seat_to_move(self) -> int | None:
        """Return whose turn it is; None if the next hand is to be dealt."""
        found = [int(seat) for seat in str(self._row("waits_for")).strip("[]").split(",") if seat.strip()]
        return found[0] if found else None

    def _row(self, column: str) -> Any:
        return self.house.rows(f"SELECT {column} FROM play_table WHERE code = %s", self.code)[0][0]

    def go_on(self) -> None:
        """One move by hand, as a learner would make it; then all must come to see it."""
        seat, before = self.seat_to_move(), self.version()
        page = self.pages[seat or 0]
        if seat is None:
            page.locator("#deal-next").click()
        else:
            build(page, GAME, self._choice(page, seat))
        self.all_see(before)

    def _choice(self, page: Page, seat: int) -> str:
        """Return what to play, asked for past the bad line."""
        known = page.context.request.get(f"{self.house.url}/play/{self.code}/record.json").json()
        view = View(GAME.slug, seat, known["position"])
        return str(GAME.bots["learner"].choose_move(view, self.rng).move)

    def all_see(self, before: int) -> None:
        """The table changes, and every page shows it as it is, and is busy no more."""
        self._until(lambda: self.version() > before)
        changed = time.monotonic()
        self._until(lambda: self._seen() == {self.version()})
        since, trouble = max((changed, ""), self.line.last)
        self.waits.append((time.monotonic() - since, trouble))

    def _seen(self) -> set[int]:
        return {page.evaluate(SHOWN) for page in self.pages}

    def _until(self, holds: Callable[[], bool]) -> None:
        ends = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < ends, [page.locator("#board").inner_text() for page in self.pages]
            self.pages[0].wait_for_timeout(30)

    def spoil(self, times: int, share: float) -> int:
        """Play on until so many requests have gone wrong; how many moves that were."""
        moves = 0
        while self.line.spoilt.total() < times:
            self.line.share = share
            if self.rng.random() < share:
                self.line.trip()
            self.go_on()
            moves += 1
            if moves % 10 == 0:
                self.line.share = 0.0
                self.outage(3)
                self.hands_are_right()
        return moves

    def hands_are_right(self) -> None:
        """What is on each page is what its seat holds."""
        for seat, page in enumerate(self.pages):
            known = page.context.request.get(f"{self.house.url}/play/{self.code}/").text()
            shown = page.locator(".dock .card").evaluate_all("all => all.map(one => one.id).sort()")
            assert shown
            assert all(f'id="{card}"' in known for card in shown), seat

    def outage(self, seconds: float) -> None:
        """Nothing goes through for a while, during which somebody moves; then all must come to see it."""
        seat, before = self.seat_to_move(), self.version()
        if seat is None:
            return
        page = self.pages[seat]
        choice = self._choice(page, seat)
        self.line.cut()
        build(page, GAME, choice)
        page.wait_for_timeout(seconds * 1000)
        self.line.mend()
        self.all_see(before)
        self.line.spoilt["outage"] += 1


@contextmanager
def match(browser: Browser, house: House, seed: int, **context: Any) -> Iterator[Match]:
    """A match that has begun over a line that is still good."""
    rng = Random(seed)
    with Line(house.port, Random(seed)).running() as line:
        contexts = [
            browser.new_context(**{**context, "base_url": f"http://127.0.0.1:{line.port}"}) for _ in range(PLAYERS)
        ]
        found = Match(house, line, [one.new_page() for one in contexts], rng)
        try:
            found.sit_down()
            yield found
        finally:
            for one in contexts:
                one.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how many requests go wrong")
    parser.add_argument("--share", type=float, default=0.25, help="how many of all requests do")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    expect.set_options(timeout=60_000)
    with House() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launched())
        with match(browser, house, asked.seed, reduced_motion="reduce") as played:
            begun = time.monotonic()
            moves = played.spoil(asked.times, asked.share)
            print(f"{moves} moves in {time.monotonic() - begun:.0f} s; went wrong: {dict(played.line.spoilt)}")
            tell("all", [wait for wait, _ in played.waits])
            for trouble in sorted({trouble for _, trouble in played.waits}):
                tell(trouble or "nothing", [wait for wait, one in played.waits if one == trouble])


def tell(after: str, waits: list[float]) -> None:
    """How long it took until all was right again after one kind of trouble."""
    waits.sort()
    middle, late = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
    soon = sum(wait <= 3 for wait in waits)
    print(f"{after}: {soon} of {len(waits)} within 3 s; middle {middle:.2f} s, 95 % {late:.2f}, most {waits[-1]:.2f}")


if __name__ == "__main__":
    main()

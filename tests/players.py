"""People who play on the real site over HTTP, and what is stored about their tables."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import games
from games.engine.record import Record, parse_record
from games.engine.table import Table as Board
from games.engine.view import View
from tests.house import House

GAME = next(iter(games.all_games().values()))
BOTS = ["steady"] * (2 if 3 in GAME.seats else GAME.seats[0] - 1)
BROKEN = (urllib.error.URLError, ConnectionError, TimeoutError, http.client.HTTPException)
PATIENCE = 60.0
KEPT = """
    SELECT version, number, seat, text, by FROM play_table JOIN play_move ON table_id = play_table.id
    WHERE code = %s ORDER BY number
"""


class Visitor:
    """A person with a browser without JavaScript, who tries again if there's no response."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.failed: Counter[str] = Counter()
        self.slowest = 0.0
        self.ask("/play/")

    def ask(self, path: str, sent: dict[str, Any] | None = None, patience: float = PATIENCE) -> tuple[int, str, str]:
        """Request a page until there's a response, and return its status, text, and URL."""
        deadline = time.monotonic() + patience
        while True:
            start = time.monotonic()
            try:
                return self.once(path, sent)
            except BROKEN as error:
                self.failed[str(error)] += 1
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            finally:
                self.slowest = max(self.slowest, time.monotonic() - start)

    def once(self, path: str, sent: dict[str, Any] | None = None) -> tuple[int, str, str]:
        request = urllib.request.Request(self.url + path)
        if sent is not None:
            token = next((cookie.value for cookie in self.jar if cookie.name == "csrftoken"), "")
            request.data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **sent}, doseq=True).encode()
        try:
            with self.opener.open(request, timeout=10) as answer:
                return answer.status, answer.read().decode(), answer.url.removeprefix(self.url)
        except urllib.error.HTTPError as refused:
            if refused.code >= 500:
                raise ConnectionError(f"{refused.code} at {path}") from refused
            return refused.code, refused.read().decode(), path

    def sit_down(self, *others: str) -> str:
        """Create a table for this person and others, and return its URL."""
        return self.set_up("me", *others)

    def set_up(self, *players: str) -> str:
        seats = {f"seat-{number}": who for number, who in enumerate(players, 1)}
        sent = {"game": GAME.slug, "rules": "in-force", "pace": "at-once", **seats}
        status, text, address = self.ask("/play/new/", sent)
        assert status == 200, text
        return address


@dataclass
class Player:
    """A person who plays any legal moves, and remembers which ones were confirmed."""

    visitor: Visitor
    address: str
    rng: Random = field(default_factory=lambda: Random(11))
    sent: list[tuple[int, str, bool]] = field(default_factory=list)
    """The version that was seen, the move, and whether it was confirmed."""
    seen: int = 0
    over: bool = False

    @property
    def code(self) -> str:
        """The table's code, as it's stored."""
        return self.address.strip("/").split("/")[-1]

    def go_on(self, moves: int) -> None:
        """Make this number of moves."""
        aim = len(self.sent) + moves
        deadline = time.monotonic() + 180
        while len(self.sent) < aim and not self.over:
            assert time.monotonic() < deadline, f"stuck at version {self.seen}"
            if not self.step():
                time.sleep(0.02)

    def step(self) -> bool:
        """Make the move that the table waits for, if it's this player's turn."""
        view, position = self.look()
        assert view >= self.seen, "a table never goes back"
        self.seen = view
        state = GAME.load_position(position)
        self.over = state.waiting == ()
        if position["phase"] == "between" or state.is_between_deals:
            self.visitor.ask(f"{self.address}deal/", {"version": view})
        elif 0 in state.waiting:
            self.move(view, position)
        else:
            return False
        return True

    def look(self) -> tuple[int, dict[str, Any]]:
        _, text, _ = self.visitor.ask(f"{self.address}record.json")
        found = json.loads(text)
        if "position" in found:
            return found["version"], found["position"]
        return self.seen, GAME.build_position(Board.replay_record(parse_record(found)).state)

    def move(self, version: int, position: dict[str, Any]) -> None:
        imagined = GAME.sample_possible_state(View(GAME.slug, 0, position), self.rng)
        text = str(GAME.draw_random_move(imagined, 0, self.rng))
        status, page, _ = self.visitor.ask(f"{self.address}move/", {"move": text, "version": version})
        assert status in (200, 409), page
        self.sent.append((version, text, status == 200))


@dataclass
class Kept:
    """The stored state of a table."""

    version: int
    rows: list[tuple[Any, ...]]
    """Number, seat, text and by whom, of each move."""

    @classmethod
    def of(cls, house: House, address: str) -> Kept:
        rows = house.rows(KEPT, address.strip("/").split("/")[-1])
        return cls(rows[0][0], [row[1:] for row in rows])

    def check(self, player: Player | None = None) -> None:
        """Check that numbers have no gaps, the rules accept the record, and it has each of the player's moves once."""
        assert [number for number, *_ in self.rows] == list(range(1, self.version + 1))
        seats = 1 + max(seat for _, seat, *_ in self.rows)
        Board.replay_record(Record(GAME.slug, GAME.options(), seats, [(seat, text) for _, seat, text, _ in self.rows]))
        if player:
            self._compare(player)

    def _compare(self, player: Player) -> None:
        """Check that confirmed moves are stored once and in order, and that there are no others.

        If the response was “The table has changed”, the move may be stored or not: an earlier try may have been stored
        without a response, or another player who could also move may have been faster.
        """
        sent = iter(player.sent)
        for number, seat, text, _ in self.rows:
            if seat != 0:
                continue
            for version, move, confirmed in sent:
                if move == text and version < number:
                    break
                assert not confirmed, f"“{move}”, seen at version {version}, is not stored"
            else:
                raise AssertionError(f"“{text}”, stored as {number}, was never sent, or stored twice")
        lost = [move for _, move, confirmed in sent if confirmed]
        assert not lost, f"{lost} are not stored"

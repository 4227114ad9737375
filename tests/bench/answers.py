"""How long a person waits for a bot on the real site: from sending a move until the page could show the answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlencode

import games
from games.engine.state import State
from tests.bench.measuring import Effort, Row, ms, percentile, say
from tests.house import House

GOAL = 0.3
MOST_MOVES = 2000
PATIENCE = 30.0
_COOKIE = re.compile(r"([^=;,\s]+)=([^;]*)")


class Visitor:
    """Somebody with a browser, no account, and one table."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))

    def ask(self, method: str, path: str, **fields: object) -> tuple[HTTPResponse, str]:
        """A request and its answer, with the cookies kept. That the table has moved on is no failure."""
        headers = {"Cookie": self.cookie, "X-CSRFToken": self.cookies.get("csrftoken", ""), "HX-Request": "true"}
        body = urlencode(fields, doseq=True) if method == "POST" else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for given in answer.headers.get_all("Set-Cookie") or ():
            name, value = _COOKIE.match(given).groups()  # type: ignore[union-attr]
            self.cookies[name] = value
        assert answer.status < 400 or answer.status == 409, f"{path} answers {answer.status}: {text[:300]}"
        return answer, text

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


class Match:
    """One visitor at a table with steady bots, and a stream that tells of the table's versions."""

    def __init__(
        self, port: int, pace: str, game: str = "vazhushal", bots: int = 1, address: str = "127.0.0.1"
    ) -> None:
        self.game = games.get(game)
        self.visitor = Visitor(port, address)
        self.visitor.ask("GET", f"/play/?game={game}")
        level = "steady" if self.game.decides else self.game.automatic_player_levels[0]
        seats = {"seat-1": "me", **{f"seat-{number}": level for number in range(2, bots + 2)}}
        answer, _ = self.visitor.ask("POST", "/play/new/", game=game, pace=pace, rules="in-force", **seats)
        self.path = answer.headers["Location"]
        self.stream = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))
        code = self.path.strip("/").split("/")[-1]
        self.stream.request("GET", f"/live/table/{code}/", headers={"Cookie": self.visitor.cookie})
        self.events = self.stream.getresponse()
        assert self.events.status == 200, f"the stream answers {self.events.status}"

    def close(self) -> None:
        self.stream.close()
        self.visitor.connection.close()

    def look(self) -> tuple[int, State]:
        """The table's version and what the visitor knows of it."""
        seen = json.loads(self.visitor.ask("GET", f"{self.path}record.json")[1])
        return seen["version"], self.game.load_position(seen["position"])

    def over(self) -> bool:
        return "position" not in json.loads(self.visitor.ask("GET", f"{self.path}record.json")[1])

    def told(self) -> int:
        """The next version that the stream tells of."""
        while not (line := self.events.readline().decode()).startswith("data:"):
            assert line, "the stream has ended"
        return int(line[5:])

    def play(self, version: int, move: str) -> str:
        """Make a move. Returns the page that answers it."""
        return self.visitor.ask("POST", f"{self.path}move/", version=version, move=move)[1]

    def answered(self, version: int, move: str, whole_turn: bool) -> float:
        """Make a move after which it is the bot's turn. Seconds until its first move, or its last, is on the page."""
        start = time.perf_counter()
        self.play(version, move)
        while True:
            if self.told() <= version + 1:
                continue
            _, page = self.visitor.ask("GET", f"{self.path}board/")
            if not whole_turn or _my_turn(page):
                return time.perf_counter() - start


def _my_turn(page: str) -> bool:
    return "Your turn." in page or "result" in page


def measure(effort: Effort) -> Iterator[Row]:
    """One row for the bot's first move at the usual pace, one for its whole turn where bots do not wait."""
    with House() as house:
        house.wait_for("/health/ready", patience=120)
        for pace, whole_turn, turns, what in (
            ("brisk", False, effort(25, 5), "A person’s move to the bot’s answer on the page (p95)"),
            ("at-once", True, effort(75, 15), "   to the end of the bot’s turn, at the fastest pace (p95)"),
        ):
            took = _times(house.port, pace, whole_turn, turns)
            late = percentile(took, 0.95)
            say(
                f"  {what.strip()}: {len(took)} turns, median {ms(percentile(took, 0.5))}, p95 {ms(late)}, "
                f"worst {ms(max(took))}"
            )
            yield Row(what, ms(late), "", "", ms(GOAL), late <= GOAL)


def _times(port: int, pace: str, whole_turn: bool, wanted: int) -> list[float]:
    found: list[float] = []
    while len(found) < wanted:
        match = Match(port, pace)
        try:
            found += _turns(match, whole_turn, wanted - len(found))
        finally:
            match.close()
    return found


def _turns(match: Match, whole_turn: bool, wanted: int) -> list[float]:
    """Plays draws and discards until there are enough turns, or the match is over."""
    found: list[float] = []
    for _ in range(MOST_MOVES):
        if len(found) >= wanted or match.over():
            return found
        version, state = match.look()
        if state.is_between_deals:
            match.visitor.ask("POST", f"{match.path}deal/", version=version)
        elif 0 not in state.waiting:
            match.told()
        else:
            move = _plain_move(state)
            ends = move.startswith("discard") and len(state.stock) > 1  # type: ignore[attr-defined]
            if ends:
                found.append(match.answered(version, move, whole_turn))
            else:
                match.play(version, move)
    raise AssertionError("The match does not end.")


def _plain_move(state: Any) -> str:
    """Draws from the stock and throws away what it drew."""
    if state.phase == "draw":
        return "take" if state.forced else "stock"
    return {"table": f"discard {state.hands[0][-1].code}", "final": "done", "redeal": "keep"}[state.phase]

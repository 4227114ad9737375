"""The site inside this process, with a visitor in the middle of a match, called as a WSGI server calls it."""

from __future__ import annotations

import atexit
import io
import json
import os
import shutil
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

SETTINGS = "tests.bench.settings"
LINE, HAND = 12, 8
PER_ADDRESS = 1000
"""So many requests come from one address: fewer than the limits allow in a minute."""


class Inside:
    """A site with a data folder of its own. There is one for each process."""

    def __init__(self) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="house-bench-"))
        atexit.register(shutil.rmtree, self.data, ignore_errors=True)
        self.environment = {
            "HOUSE_DATA": str(self.data),
            "STATIC_ROOT": str(self.data / "static"),
            "LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": SETTINGS,
        }
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ.update(self.environment)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from core.wsgi import application

        self.pages: Any = application
        self.asked = 0
        self._begin_match()

    def _begin_match(self) -> None:
        """A visitor sits down with two bots; all play at random until the visitor has to discard over a long line."""
        from django.test import Client

        from core.play import shuffles
        from core.play.models import Table
        from core.play.moves import TableUpdate
        from games.engine.state import DEALER

        rng = Random(11)
        shuffles._chance = rng  # type: ignore[assignment]
        visitor = Client(headers={"host": "localhost"})
        assert visitor.post("/play/now/").status_code == 302
        table = Table.objects.get()
        step = TableUpdate(table)
        state: Any = step.board.state
        while not (state.phase == "table" and state.waiting == (0,) and state.melds[0] and _long(state)):
            seat = state.waiting[0]
            if seat == DEALER:
                step.add_dealer_moves()
            else:
                step.add_player_move(seat, str(table.engine_game.draw_random_move(state, seat, rng)))
            state = step.board.state
        assert step.save_update()
        table.refresh_from_db()
        self.table = table
        visitor.get(table.get_absolute_url())  # gives the cookie against forged requests, as a browser has it
        self.cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in visitor.cookies.items())

    @cached_property
    def requests(self) -> dict[str, tuple[str, str, bytes]]:
        """What is asked: method, path and body."""
        game, state = self.table.engine_game, self.table.board.state
        lesson = game.lessons[3]
        step = lesson.list_valid_steps(game, game.options())[0]
        question = {"position": game.build_view(state, 0).position, "seat": 0}
        oracle = f"/api/v1/games/{game.slug}/oracle"
        card = state.hands[0][0].code
        return {
            "empty": ("GET", "/empty/", b""),
            "table": ("GET", self.table.get_absolute_url(), b""),
            "step": ("GET", f"/games/{game.slug}/course/{lesson.slug}/{step.id}/", b""),
            "check": ("POST", f"{oracle}/check/", _json({**question, "move": f"discard {card}"})),
            "legal": ("POST", f"{oracle}/legal/", _json(question)),
        }

    def ask(self, method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
        """One request, by the visitor or whoever has this cookie; the body of its answer, which must be a good one."""
        answers: list[str] = []
        answer = self.pages(self._environ(method, path, body, cookie), lambda status, headers: answers.append(status))
        try:
            content = b"".join(answer)
        finally:
            answer.close()
        assert answers[0].startswith("200"), f"{path} answers {answers[0]}"
        return content

    def _environ(self, method: str, path: str, body: bytes, cookie: str) -> dict[str, Any]:
        self.asked += 1
        number = self.asked // PER_ADDRESS
        return {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": f"10.0.{number // 250}.{number % 250}",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": cookie or self.cookie,
            "CONTENT_TYPE": "application/json" if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


def _long(state: Any) -> bool:
    return len(state.line) >= LINE and len(state.hands[0]) >= HAND


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


_inside: list[Inside] = []


def inside() -> Inside:
    """The site of this process."""
    if not _inside:
        _inside.append(Inside())
    return _inside[0]

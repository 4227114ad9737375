"""A published puzzle in somebody else's page, in the frames that such pages make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

from tests.house import House

PUBLISH = """
from core.people.models import Person
from core.practice.models import Puzzle
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Visibility
import games
game = games.get("{slug}")
puzzle = Puzzle.generate_puzzle(game, game.options(), theme="{theme}", name="in a frame {theme}")
draft = build_blank_content(game, game.options(), game.usual_seats)
owner = Person.objects.create(name="Builder")
item = BuiltPuzzle.objects.create(owner=owner, game="{slug}", title="Framed", draft=draft, visibility=Visibility.PUBLIC)
print("CODE", item.publish(puzzle, proven=True).puzzle.code)
"""
FRAMES = {
    "plain": "",
    "sandboxed": 'sandbox="allow-scripts allow-forms"',
    "sandboxed without scripts": 'sandbox="allow-forms"',
}


@cache
def published(house: House, slug: str, theme: str) -> str:
    """Publish a puzzle once, and return its code."""
    told = str(house.manage("shell", "-c", PUBLISH.format(slug=slug, theme=theme)))
    return told.split("CODE ")[1].split()[0]


def only_scripts_are_missed(page: Page, frame: str) -> None:
    """Check that the browser complains of nothing else than of scripts that a frame doesn't allow."""
    if frame == "sandboxed without scripts":
        complaints = page.complaints  # type: ignore[attr-defined]
        complaints[:] = [complaint for complaint in complaints if "Blocked script execution" not in complaint]


class Elsewhere(BaseHTTPRequestHandler):
    """Another site, whose only page shows an address in a frame: `/?attributes|address`."""

    def do_GET(self) -> None:
        attributes, _, address = unquote(self.path.partition("?")[2]).partition("|")
        frame = f'<iframe {attributes} src="{address}" width=640 height=640></iframe>' if address else ""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Elsewhere</title>{frame}".encode())

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """The address of another site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("frame", FRAMES)
def test_an_answer_is_judged_in_every_frame(
    page: Page, house: House, base_url: str, elsewhere: str, frame: str
) -> None:
    code = published(house, "beggar-my-neighbor", "still-owed")
    page.goto(f"{elsewhere}?{quote(FRAMES[frame])}|{base_url}/embed/{code}/")
    puzzle = page.frame_locator("iframe").locator("#puzzle")
    for _ in range(2):
        puzzle.locator("[name=answer]").fill("77")
        puzzle.get_by_role("button", name="Submit").click()
        expect(puzzle.locator(".notice-title")).to_have_text("Incorrect")
        puzzle.get_by_role("link", name="Try again").click()
        expect(puzzle.locator(".notice-title")).to_have_count(0)
    expect(page.frame_locator("iframe").locator("body")).not_to_contain_text("No connection")
    only_scripts_are_missed(page, frame)

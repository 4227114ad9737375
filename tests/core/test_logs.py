"""No line of the log holds what would open something."""

import json
import logging
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest
import structlog
from django.conf import settings as django_settings
from django.test import Client, RequestFactory
from django.urls import resolve

from core.infra.logs import RequestMiddleware, remove_secrets
from tests.house import House, eventually

KEY = "3-cpq1x5-0123456789abcdef0123456789abcdef"
INVITE = "k4m7n2p9q3r8s5t6"
TOKEN = "9c1f" * 16


@pytest.mark.parametrize(
    ("line", "cleaned"),
    [
        (f"No such page: /account/password/reset/key/{KEY}/", "No such page: /account/password/reset/key/…/"),
        (f"/teach/invite/{INVITE}/ has ended", "/teach/invite/…/ has ended"),
        (f"https://rules.example.org/play/join/{INVITE}/ is full", "https://rules.example.org/play/join/…/ is full"),
        (f'{{"error": "Token {TOKEN}"}}', '{"error": "Token …"}'),
        ("authorization: bearer abc.def", "authorization: bearer …"),
        ("cookie: sessionid=abc; theme=dark", "cookie: sessionid=…; theme=dark"),
        ("/me/?next=/play/&key=abc", "/me/?…"),
        ("redis://:secret@redis:6379/0 is away", "redis://:…@redis:6379/0 is away"),
        (f"duplicate key: (invite)=({INVITE})", "duplicate key: (invite)=(…)"),
        ("request_id=550e8400-e29b-41d4-a716-446655440000", "request_id=550e8400-e29b-41d4-a716-446655440000"),
        ("2026-11-22T09:18:56.123456Z bots_overdue tables=3", "2026-11-22T09:18:56.123456Z bots_overdue tables=3"),
    ],
)
def test_a_line_is_cleaned(line: str, cleaned: str) -> None:
    assert remove_secrets(None, "info", line) == cleaned


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (f"/play/join/{INVITE}/?from={TOKEN}", "GET /play/join/<invite>/"),
        ("/play/abcdefghij/move/", "GET /play/abcdefghij/move/"),
        ("/games/vazhushal/rules/", "GET /games/vazhushal/rules/"),
    ],
)
def test_a_request_is_told_by_what_the_urls_call_it(address: str, told: str) -> None:
    request = RequestFactory().get(address)
    assert KEY not in RequestMiddleware.format_request(request)
    request.resolver_match = resolve(request.path)
    assert RequestMiddleware.format_request(request) == told


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What would be written, as it would be written."""
    found: list[str] = []
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=django_settings.LOGGING["formatters"]["house"]["foreign_pre_chain"],
        processors=django_settings.LOGGING["formatters"]["house"]["processors"],
    )
    handler = logging.Handler()
    handler.emit = lambda record: found.append(formatter.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


def test_an_error_does_not_say_it_either(lines: list[str]) -> None:
    try:
        raise ValueError(f"/account/password/reset/key/{KEY}/ by {TOKEN}")
    except ValueError:
        structlog.get_logger("house").exception("failed", link=f"/play/join/{INVITE}/")
    (line,) = lines
    assert "ValueError" in line
    assert not [secret for secret in (KEY, INVITE, TOKEN) if secret in line]


def test_a_mail_without_server_is_a_file_that_others_cannot_read(
    stranger: Client, anna: object, settings: object, tmp_path: object, lines: list[str]
) -> None:
    folder = tmp_path / "mail"
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "core.infra.file_mail.FileEmailBackend", str(folder)
    stranger.post("/account/password/reset/", {"email": "anna@example.org"})
    (kept,) = folder.iterdir()
    assert re.search(r"/account/password/reset/key/\S+", kept.read_text())
    assert folder.stat().st_mode & 0o077 == 0


class Visitor:
    """Somebody with cookies, who sends the forms of pages."""

    def __init__(self, house: House) -> None:
        self.house, self.jar = house, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, **headers: str) -> str:
        return self._ask(urllib.request.Request(f"{self.house.url}{path}", headers=headers))

    def post(self, path: str, **fields: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path))
        form = urlencode({"csrfmiddlewaretoken": found[1] if found else "", **fields}).encode()
        return self._ask(urllib.request.Request(f"{self.house.url}{path}", form))

    def _ask(self, request: urllib.request.Request) -> str:
        try:
            with self.opener.open(request, timeout=30) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()


@pytest.mark.processes
def test_every_line_of_a_real_site(open_house: Callable[..., House]) -> None:
    house = open_house(LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    visitor = Visitor(house)
    visitor.post("/account/signup/", username="vera", email="vera@example.org", password1="a pack of cards")
    token = re.search(r"\b\w{64}\b", visitor.post("/me/tokens/", name="bot", scopes="play", days="30"))[0]
    assert "vera" in visitor.get("/api/v1/me/", Authorization=f"Token {token}")
    visitor.get(f"/api/v1/games/?key={token}")
    visitor.get(f"/live/table/{INVITE}/", Authorization=f"Token {token}")
    sessions = [cookie.value for cookie in visitor.jar]
    stranger = Visitor(house)
    stranger.get(f"/play/join/{INVITE}/?key={KEY}")
    stranger._ask(urllib.request.Request(f"{house.url}/play/join/{INVITE}/", b"without=token"))
    stranger.post("/account/password/reset/", email="vera@example.org")
    (mail,) = (house.data / "mail").iterdir()
    key = re.search(r"/account/password/reset/key/([\w-]+)/", mail.read_text())[1]
    assert "Choose a new password" in stranger.get(f"/account/password/reset/key/{key}/")
    stranger.get(f"/account/password/reset/key/{key}x/")
    stranger.get(f"/account/password/reset/kez/{key}/")
    sessions += [cookie.value for cookie in stranger.jar]
    stranger.get("/about/")
    eventually(lambda: "GET /about/" in house.log.read_text())  # a line takes a moment to come
    log = house.log.read_text()
    assert len(sessions) >= 3
    assert '"request": "POST /account/signup/"' in log
    assert "mail_not_sent_but_kept" in log
    secrets = [token, INVITE, KEY, key, key.split("-")[-1], "a pack of cards", "vera@example.org", *sessions]
    assert not [line for line in log.splitlines() for secret in secrets if secret in line]
    told = [line.partition("| ")[2] for line in log.splitlines() if line.startswith("web")]
    assert all(json.loads(line) for line in told)

"""What every page has in common: parts, errors, headers, health."""

import errno
import os
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from core.http import error_views
from core.http.htmx import render_page_or_part
from core.infra import health
from core.models import Heartbeat
from core.play.models import Table
from games.engine.work_limits import WorkAllowance, spend_steps

PAGE = "{% load partials %}<html>{% partialdef hand inline %}<p>{{ card }}</p>{% endpartialdef %}</html>"


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


def endless(request: HttpRequest) -> HttpResponse:
    with WorkAllowance(1 << 60):
        while True:
            spend_steps()


urlpatterns = [
    path("broken", broken),
    path("endless", endless),
    path("api/broken", broken),
    path("", include("core.urls")),
]
handler400, handler403 = error_views.bad_request, error_views.forbidden
handler404, handler500 = error_views.not_found, error_views.server_error


@pytest.fixture
def hand(tmp_path: Path, settings: Any) -> str:
    """A template with a part called "hand"."""
    (tmp_path / "hand.html").write_text(PAGE)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    return "hand.html"


def _asked(**headers: str) -> HttpRequest:
    request = RequestFactory().get("/", headers=headers)
    request.htmx = HtmxDetails(request)
    return request


def test_a_browser_gets_the_page(hand: str) -> None:
    response = render_page_or_part(_asked(), hand, "hand", {"card": "QS"})
    assert response.content == b"<html><p>QS</p></html>"
    assert response["Vary"] == "HX-Request"


def test_htmx_gets_the_part_and_the_status(hand: str) -> None:
    response = render_page_or_part(_asked(**{"HX-Request": "true"}), hand, "hand", {"card": "QS"}, status=422)
    assert (response.content, response.status_code) == (b"<p>QS</p>", 422)
    assert response["Vary"] == "HX-Request"


@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_a_boosted_link_and_the_way_back_get_the_page(hand: str, header: str) -> None:
    response = render_page_or_part(_asked(**{"HX-Request": "true", header: "true"}), hand, "hand")
    assert response.content.startswith(b"<html>")


def test_a_missing_page(stranger: Client, as_anna: Client) -> None:
    """It may be there for somebody who was signed in a moment ago, or with another account."""
    response = stranger.get("/class/nothing-here/?at=1")
    assert response.status_code == 404
    assert "/account/login/?next=%2Fclass%2Fnothing-here%2F%3Fat%3D1" in response.text
    assert "signed in with a different account" in as_anna.get("/class/nothing-here/").text


def test_a_missing_page_for_programs(stranger: Client) -> None:
    response = stranger.get("/api/there/is/nothing/here/")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert (response.json()["status"], response.json()["code"]) == (404, "not-found")


@override_settings(ROOT_URLCONF=__name__)
def test_an_error_of_ours_asks_nothing_more_of_the_database() -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    assert client.get("/broken").status_code == 500  # without the database fixture, a query would raise
    told = client.get("/api/broken").json()
    assert (told["title"], told["code"]) == (error_views.TITLES[500], "broken")


def test_a_stale_form_is_told_so() -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", {})
    assert response.status_code == 403
    assert "expired" in response.content.decode()


def test_other_hosts_are_refused(stranger: Client) -> None:
    assert stranger.get("/health/live", headers={"Host": "evil.example"}).status_code in {200, 400}
    assert stranger.get("/account/login/", headers={"Host": "evil.example"}).status_code == 400


def test_a_form_sent_to_an_address_without_its_slash_is_still_a_form(stranger: Client) -> None:
    """301 would have most clients ask for the page instead, and nobody would know that nothing was done."""
    moved = stranger.post("/play/now", {"game": "vazhushal"})
    assert (moved.status_code, moved["Location"]) == (308, "/play/now/")
    done = stranger.post("/play/now", {"game": "vazhushal"}, follow=True)
    assert done.redirect_chain[0] == ("/play/now/", 308)
    assert Table.objects.count() == 1
    assert stranger.get("/play", follow=True).redirect_chain == [("/play/", 308)]
    assert stranger.post("/no/such/page").status_code == 404


def test_pages_forbid_foreign_and_inline_scripts(stranger: Client) -> None:
    policy = stranger.get("/account/login/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_pages_come_compressed(stranger: Client) -> None:
    page = stranger.get("/about/", headers={"Accept-Encoding": "gzip, deflate"})
    assert page["Content-Encoding"] == "gzip"
    assert len(page.content) < len(stranger.get("/about/").content) / 2


def test_alive(stranger: Client) -> None:
    assert stranger.get("/health/live").content == b"ok\n"


WELL = {"database": "ok", "queue": "ok", "disk": "ok", "bots": "ok", "background": "ok"}


def test_ready_needs_a_clock_that_every_worker_hears(stranger: Client) -> None:
    response = stranger.get("/health/ready")
    assert (response.status_code, response.json()["bots"]) == (503, "not heard yet")
    for queue in health.SILENCE:
        assert stranger.get("/health/ready").status_code == 503
        Heartbeat.record_heartbeat(queue)
    response = stranger.get("/health/ready")
    assert (response.status_code, response.json()) == (200, WELL)


@pytest.mark.parametrize("queue", health.SILENCE)
@pytest.mark.parametrize(
    ("beyond", "says"), [(-1.0, "ok"), (1.0, "silent for")], ids=["just within its time", "just over its time"]
)
def test_ready_says_which_worker_is_silent(stranger: Client, queue: str, beyond: float, says: str) -> None:
    for name in health.SILENCE:
        Heartbeat.record_heartbeat(name)
    Heartbeat.objects.filter(name=queue).update(at=timezone.now() - health.SILENCE[queue] - timedelta(seconds=beyond))
    response = stranger.get("/health/ready")
    assert response.status_code == (200 if says == "ok" else 503)
    assert response.json()[queue].startswith(says)
    assert {**response.json(), queue: "ok"} == WELL


@pytest.mark.parametrize("queue", health.SILENCE)
def test_ready_is_not_deceived_by_a_clock_that_was_set_back(stranger: Client, queue: str) -> None:
    for name in health.SILENCE:
        Heartbeat.record_heartbeat(name)
    Heartbeat.objects.filter(name=queue).update(at=timezone.now() + timedelta(hours=1))
    response = stranger.get("/health/ready")
    assert (response.status_code, "set back" in response.json()[queue]) == (503, True)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_ready_says_that_the_disk_is_full(stranger: Client, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    for name in health.SILENCE:
        Heartbeat.record_heartbeat(name)

    class Full(BytesIO):
        def write(self, content: Any) -> int:
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(health.tempfile, "TemporaryFile", lambda dir: Full())
    response = stranger.get("/health/ready")
    embedded = connection.vendor == "sqlite"
    assert (response.status_code, response.json()["disk"]) == ((503, "full") if embedded else (200, "ok"))


@pytest.mark.slow
def test_ready_says_which_part_is_gone(stranger: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health.app.conf, "broker_url", settings.REDIS_URL)
        response = stranger.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["queue"].startswith("unreachable")


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_page_with_too_much_to_try_ends_in_a_sentence(
    client: Client, htmx: dict[str, str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """What was sent may have been kept before the time was up."""
    monkeypatch.setattr("core.http.middleware.SECONDS", 0.01)
    answer = client.generic(method, "/endless")
    assert answer.status_code == 422
    assert "That’s too complex" in answer.text
    assert ("may have been saved" in answer.text) is (method == "post")
    assert "Nothing was changed" not in answer.text
    assert client.generic(method, "/endless", headers=htmx)["HX-Retarget"] == "body"

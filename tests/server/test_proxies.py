"""The site behind Caddy and behind nginx, configured as `docker/` ships it, on free ports and without root."""

from __future__ import annotations

import http.client
import json
import os
import re
import ssl
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.bench.answers import Visitor
from tests.conftest import needs_program
from tests.house import IN_HASTE, ROOT, House, eventually
from tests.services import PROXY_PACKAGES, find_program, free_port

pytestmark = pytest.mark.processes

NAME = "rules.example.org"
ORACLE = "/api/v1/games/vazhushal/oracle/legal/"
QUESTION = json.dumps({"position": {}, "seat": 0})
ORACLE_PER_MINUTE = 5
NGINX = """
daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    {temporary}
    include {folder}/site.conf;
}}
"""
"""The configuration around a site, with all files in a folder of the test."""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Proxy:
    """A proxy that is running, and two addresses of clients that ask it alone."""

    port: int
    clients: tuple[str, str]
    tls: ssl.SSLContext | None = None

    def connect(self, address: str) -> http.client.HTTPConnection:
        client = {"timeout": 60, "source_address": (address, 0)}
        if self.tls:
            return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.tls, **client)
        return http.client.HTTPConnection("127.0.0.1", self.port, **client)

    def ask(
        self, path: str, body: bytes | str | None = None, address: str = "127.0.0.1", **headers: str
    ) -> tuple[int, Any, bytes]:
        """Ask for a page, or send `body` to it; the status, headers, and content of the response."""
        connection = self.connect(address)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            method = "GET" if body is None else "POST"
            connection.request(method, path, body, {"Host": NAME, **named})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


@pytest.fixture(scope="module")
def site() -> Iterator[House]:
    environment = {"PROXIES": "1", "HTTPS": "1", "ALLOWED_HOSTS": NAME, "API_ORACLE_PER_MINUTE": str(ORACLE_PER_MINUTE)}
    with House(**environment, **IN_HASTE) as house:
        yield house


@pytest.fixture(scope="module", params=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, site: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    needs_program(request.param, PROXY_PACKAGES[request.param])
    start = {"caddy": start_caddy, "nginx": start_nginx}[request.param]
    with start(tmp_path_factory.mktemp(request.param), site.port) as proxy:
        yield proxy


@contextmanager
def start_caddy(folder: Path, site_port: int) -> Iterator[Proxy]:
    """The Caddyfile as it is. Without TLS, since a certificate needs a public name."""
    port, admin_port = free_port(), free_port()
    environment = {
        **os.environ,
        "HOST": f"http://{NAME}:{port}",
        "WEB": f"127.0.0.1:{site_port}",
        "CADDY_ADMIN": f"127.0.0.1:{admin_port}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(ROOT / "docker" / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, environment, folder, Proxy(port, ("127.0.0.2", "127.0.0.3"))) as proxy:
        yield proxy


@contextmanager
def start_nginx(folder: Path, site_port: int) -> Iterator[Proxy]:
    """The site and its snippet, with the names put in that docker/README.md puts in, and with ports of its own."""
    port = free_port()
    make_certificate(folder / "live" / NAME)
    (folder / "snippets").mkdir()
    snippet = (ROOT / "docker" / "nginx.conf").read_text().replace("web:8000", f"127.0.0.1:{site_port}")
    (folder / "snippets" / "house.conf").write_text(snippet)
    site = (ROOT / "docker" / "nginx-site.conf").read_text().replace("/etc/letsencrypt", str(folder))
    site = re.sub(r"\n *listen \[::\].*", "", site)  # the machine may have no IPv6
    site = site.replace("listen 80;", f"listen {free_port()};").replace("listen 443 ", f"listen {port} ")
    (folder / "site.conf").write_text(site)
    temporary = "\n    ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, temporary=temporary))
    tls = ssl.create_default_context(cafile=folder / "live" / NAME / "fullchain.pem")
    tls.check_hostname = False
    command = [find_program("nginx") or "nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    with running(command, dict(os.environ), folder, Proxy(port, ("127.0.0.4", "127.0.0.5"), tls)) as proxy:
        yield proxy


def make_certificate(folder: Path) -> None:
    folder.mkdir(parents=True)
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run(["openssl", "req", "-x509", *key, *subject, *files], check=True, capture_output=True)


@contextmanager
def running(command: list[str], environment: dict[str, str], folder: Path, proxy: Proxy) -> Iterator[Proxy]:
    """Start a proxy, wait until it passes requests on, and end it."""
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=out, stderr=out)

    def is_up() -> bool:
        assert process.poll() is None, log.read_text()
        with suppress(OSError, http.client.HTTPException):
            return proxy.ask("/health/live")[0] == 200
        return False

    try:
        eventually(is_up)
        yield proxy
    finally:
        process.terminate()
        try:
            process.wait(30)
        finally:
            process.kill()


def test_a_page_and_its_styles_come_compressed(proxy: Proxy, site: House) -> None:
    status, headers, content = proxy.ask("/games/", Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert b"<title>" in zlib.decompress(content, wbits=31)
    status, headers, _ = proxy.ask(site.style(), Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in headers["Cache-Control"]


def test_a_stream_arrives_while_it_is_open(proxy: Proxy, site: House) -> None:
    """With the compression that browsers ask for. A proxy that buffers would hold back the few bytes of an event."""
    player = Visitor(site.port)
    player.ask("GET", "/play/")
    response, _ = player.ask("POST", "/play/now/")
    code = response.headers["Location"].strip("/").split("/")[-1]
    connection = proxy.connect("127.0.0.1")
    headers = {"Host": NAME, "Cookie": player.cookie, "Accept-Encoding": "gzip, deflate, br, zstd"}
    connection.request("GET", f"/live/table/{code}/", headers=headers)
    stream = connection.getresponse()
    try:
        assert stream.status == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.readline() == b"event: version\n"
        assert stream.readline().startswith(b"data: ")
    finally:
        connection.close()


@pytest.mark.parametrize("size", [1_200_000, 2_200_000])
def test_a_body_over_the_limit_is_refused(proxy: Proxy, size: int) -> None:
    """The site refuses the smaller one with a sentence; nginx refuses the larger one itself."""
    status, _, content = proxy.ask(ORACLE, b" " * size, Content_Type="application/json")
    assert status == 413
    assert size > 2_000_000 or b"The request is too large" in content


def test_limits_count_each_address_and_believe_no_other(proxy: Proxy) -> None:
    def ask(number: int, address: str) -> int:
        claimed = {"X_Forwarded_For": f"192.0.2.{number}", "Content_Type": "application/json"}
        return proxy.ask(ORACLE, QUESTION, address, **claimed)[0]

    greedy, modest = proxy.clients
    # In one of two minutes there are more than the limit.
    assert 429 in [ask(number, greedy) for number in range(2 * ORACLE_PER_MINUTE + 1)]
    assert ask(0, modest) == 200

"""The environment is read once, and nonsense is refused in words."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from core import settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("yes", True), (" On ", True), ("0", False), ("false", False), ("", False)]
)
def test_flag(text: str, value: bool) -> None:
    assert settings.read_bool("DEBUG", env={"DEBUG": text}) is value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (settings.read_bool, "maybe"),
        (lambda name, env: settings.read_number(name, 0, env=env), "-1"),
        (lambda name, env: settings.read_number(name, 0, env=env), "two"),
        (lambda name, env: settings.read_choice(name, "plain", {"plain", "json"}, env=env), "xml"),
        (settings.read_origins, "rules.example.org"),
        (settings.read_origins, "https://rules.example.org/path"),
        (settings.read_origins, "https://rules.example.org/"),
        (settings.read_origins, "https://rules.example.org?page"),
        (settings.read_origins, "https://rules.example.org#page"),
        (settings.read_origins, "https://ann@rules.example.org"),
        (settings.read_origins, "https://:443"),
        (settings.read_origins, "https://["),
        (settings.read_origins, "https://rules.example.org:port"),
        (settings.read_redis_url, "redis://"),
        (settings.read_redis_url, "redis://["),
        (settings.read_redis_url, "redis://cache.example:port/0"),
        (settings.read_redis_url, "redis://cache.example/house"),
        (settings.read_redis_url, "redis://:p#ss@cache.example/0"),
        (lambda name, env: settings.read_url(name, {"redis"}, env=env), "localhost:6379"),
        (lambda name, env: settings.read_url(name, {"redis"}, env=env), "http://localhost"),
        (lambda name, env: settings.read_folder(name, Path("/unused"), env=env), "/dev/null/house"),
    ],
)
def test_nonsense_is_refused_and_named(read: Callable[..., object], text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SETTING"):
        read("SETTING", env={"SETTING": text})


def test_lists_and_addresses() -> None:
    env = {"HOSTS": "a.example, b.example,", "ORIGINS": "https://a.example,http://b.example:8000"}
    assert settings.read_list("HOSTS", env=env) == ["a.example", "b.example"]
    assert settings.read_origins("ORIGINS", env=env) == ["https://a.example", "http://b.example:8000"]
    assert settings.read_origins("ORIGINS", env={"ORIGINS": "HTTPS://A.Example"}) == ["https://a.example"]
    address = "redis://:p%23ss@cache.example:6379/3?health_check_interval=5"
    assert settings.read_redis_url("REDIS", env={"REDIS": address}) == address
    assert settings.read_redis_url("REDIS", env={}) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "postgresql://ann%40home:se%2Fcret@db.example:5433/house?sslmode=require",
            ("ann@home", "se/cret", "db.example", "5433", "house"),
        ),
        ("postgresql:///house?host=/run/postgresql", ("", "", "/run/postgresql", "", "house")),
        ("postgresql://ann@%2Fvar%2Frun%2FPostgreSQL/house", ("ann", "", "/var/run/PostgreSQL", "", "house")),
        ("postgresql://ann@%2Frun%2Fpostgresql:5433/house", ("ann", "", "/run/postgresql", "5433", "house")),
        ("postgres://ann:a+b%2B@Db.Example/our%20house", ("ann", "a+b+", "Db.Example", "", "our house")),
        ("postgresql://[2001:db8::1]:5433/house", ("", "", "2001:db8::1", "5433", "house")),
        ("postgresql://ann:se#cret@db.example/house", ("ann", "se#cret", "db.example", "", "house")),
        ("postgresql://one:1,two:2/house", ("", "", "one,two", "1,2", "house")),
    ],
)
def test_an_address_of_postgresql_is_read_as_postgresql_reads_it(
    text: str, expected: tuple[str, ...], tmp_path: Path
) -> None:
    database = settings.build_database_settings(text, tmp_path)
    assert tuple(str(database[name]) for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")) == expected
    assert database["CONN_HEALTH_CHECKS"]
    assert {"host", "port", "user", "password", "dbname"}.isdisjoint(database["OPTIONS"])


def test_options_of_postgresql_are_passed_on(tmp_path: Path) -> None:
    text = "postgresql://db.example/house?sslmode=require&connect_timeout=9&options=-c%20search_path%3Da+b"
    options = settings.build_database_settings(text, tmp_path)["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["connect_timeout"] == "9"
    assert options["options"] == "-c search_path=a+b"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sqlite:////srv/rules.sqlite3", "/srv/rules.sqlite3"),
        ("sqlite:////srv/our%20rules%3F.sqlite3", "/srv/our rules?.sqlite3"),
        ("sqlite:///rules.sqlite3", "rules.sqlite3"),
    ],
)
def test_sqlite_is_in_the_data_folder_unless_told_otherwise(text: str, name: str, tmp_path: Path) -> None:
    assert settings.build_database_settings("", tmp_path)["NAME"] == f"{tmp_path}/house.sqlite3"
    assert settings.build_database_settings(text, tmp_path)["NAME"] == name


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://db.example",
        "postgresql://db.example:port/house",
        "postgresql://db.example:0/house",
        "postgresql://db.example:65536/house",
        "postgresql://ann:s3same%zz@db.example/house",
        "postgresql://ann:s3same@[::1/house",
        "postgresql://ann:s3same@db.example/house?nothing=1",
        "sqlite://",
        "sqlite:///",
        "sqlite://rules.sqlite3",
        "sqlite:////srv/rules.sqlite3?mode=ro",
    ],
)
def test_broken_database_address(text: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refused:
        settings.build_database_settings(text, tmp_path)
    assert "s3same" not in str(refused.value)


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    key = settings.read_secret_key(tmp_path, may_make=True, env={})
    assert len(key) > 40
    assert settings.read_secret_key(tmp_path, may_make=True, env={}) == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


def test_a_short_or_missing_secret_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="too short"):
        settings.read_secret_key(tmp_path, may_make=True, env={"SECRET_KEY": "hearts"})
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is needed"):
        settings.read_secret_key(tmp_path, may_make=False, env={})


def test_mail(tmp_path: Path) -> None:
    assert settings.build_email_settings("", tmp_path)["EMAIL_FILE_PATH"] == f"{tmp_path}/mail"
    found = settings.build_email_settings("smtp://ann:secret@mail.example.org", tmp_path)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (587, True, False)
    assert settings.build_email_settings("smtps://mail.example.org", tmp_path)["EMAIL_PORT"] == 465
    found = settings.build_email_settings("smtp://ann%40home:a%23b%2F@mail.example.org/", tmp_path)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("ann@home", "a#b/")


@pytest.mark.parametrize(
    "text",
    [
        "smtp://",
        "smtp://[",
        "smtp://mail.example.org:port",
        "smtp://mail.example.org:99999",
        "smtp://ann:s3same#x@mail.example.org",
        "smtp://ann:7#s3same@mail.example.org",
        "smtp://mail.example.org/folder",
        "smtp://mail.example.org?tls=1",
    ],
)
def test_broken_mail_address(text: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refused:
        settings.build_email_settings(text, tmp_path)
    assert "s3same" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"DATABASE_URL": "mysql://db/house"}, "DATABASE_URL must start with"),
        ({"DATABASE_URL": "postgresql://db/house"}, "set REDIS_URL too"),
        ({"REDIS_URL": "redis://localhost:1/0"}, "SECRET_KEY is needed"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
    ],
)
def test_the_site_does_not_start_with_nonsense(environment: dict[str, str], message: str, tmp_path: Path) -> None:
    ours = {"PATH": os.environ["PATH"], "HOUSE_DATA": str(tmp_path), **environment}
    done = subprocess.run(
        [sys.executable, "-c", "import core.settings"], cwd=ROOT, env=ours, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert message in done.stderr


def _pinned(name: str) -> dict[str, set[str]]:
    """Package and version to hashes, from a requirements file."""
    pins: dict[str, set[str]] = {}
    for entry in (ROOT / name).read_text().replace("\\\n", "").splitlines():
        pin, *hashes = re.sub(r"\[.*\]|;.*?(?=--hash|$)", "", entry).split("--hash=")
        pins[pin.strip()] = {each.strip() for each in hashes}
    return pins


LOCK = tomllib.loads((ROOT / "uv.lock").read_text())
FILES = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt", "requirements-production.txt")


@pytest.mark.parametrize("name", FILES)
def test_requirements_are_those_of_the_lock(name: str) -> None:
    locked = {
        f"{package['name']}=={package['version']}": {
            file["hash"] for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        }
        for package in LOCK["package"]
        if "version" in package
    }
    for pin, hashes in _pinned(name).items():
        assert hashes, pin
        assert hashes <= locked[pin], pin


def test_the_lock_names_the_public_index_alone() -> None:
    sources = [package["source"] for package in LOCK["package"] if "registry" in package["source"]]
    assert {source["registry"] for source in sources} == {"https://pypi.org/simple"}

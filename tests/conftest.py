"""Fixtures for users and clients: Anna and Ben have accounts, and the stranger has none."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from hypothesis import HealthCheck, settings

import games
from core.celery import app
from core.infra.circuit_breaker import redis_link
from core.people.models import Person
from core.play import shuffles
from core.practice import models as puzzles
from tests import sampling
from tests.house import IN_HASTE, House
from tests.services import find_program, redis_server

# Tests draw the same examples on every run, and hold no stopwatch.
settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("explore", settings.get_profile("house"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

PASSWORD = "seven of hearts"
HTMX = {"HX-Request": "true"}
ON_SERVICES = {"db", "transactional_db", "house", "open_house"}
"""Fixtures of tests that use the database and the queue which the environment names."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "services: uses the database or the queue; run on PostgreSQL and Redis too")
    config.addinivalue_line("markers", "sqlite: says something of SQLite alone")
    sampling.seed = config.getoption("sample") or ""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-budgets", action="store_true", help="write tests/budgets.toml from what is counted")
    parser.addoption("--sample", metavar="SEED", help="of the tests marked slow run one in five, chosen by this seed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Turn off garbage collection while tests are collected, and ignore the collected objects from then on."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Exclude objects that a file's tests have cached from later garbage collections, which would slow requests."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that use the database or the queue, based on their fixtures and markers.

    All games are the same to a database, so tests that run for each game use the services for the first game only.
    """
    others = [*games.all_games()][1:]
    for item in items:
        asked_of = map(str, item.callspec.params.values()) if hasattr(item, "callspec") else ()
        if set(others).intersection(asked_of) or item.get_closest_marker("sqlite"):
            continue
        if item.get_closest_marker("django_db") or ON_SERVICES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("services")
    sampling.mark_repetitions_slow(items)
    sampling.deselect_unsampled_tests(config, items)


@pytest.fixture(autouse=True)
def _fresh_limits(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear the caches, the counted requests, and the “Redis is down” flag after each test."""
    yield
    redis_link.lost = False
    if {"db", "transactional_db"} & set(request.fixturenames):
        for cache in caches.all():
            cache.clear()


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make shuffles and puzzles the same in every run of a test, no matter what ran before it."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(shuffles, "_chance", luck)
    monkeypatch.setattr(puzzles, "SystemRandom", lambda: Random(luck.random()))


def _account(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    Person.objects.create(user=user, name=name)
    return user


@pytest.fixture
def anna(db: None) -> User:
    """A user with an account and a person (`anna.person`)."""
    return _account("anna")


@pytest.fixture
def ben(db: None) -> User:
    """A user with an account and a person (`ben.person`)."""
    return _account("ben")


@pytest.fixture
def client_of(db: None) -> Callable[[User | None], Client]:
    """Return a logged-in client: `client_of(anna)`. `client_of(None)` is another stranger's client."""

    def opened(user: User | None) -> Client:
        client = Client()
        if user:
            client.force_login(user)
        return client

    return opened


@pytest.fixture
def as_anna(anna: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(anna)


@pytest.fixture
def as_ben(ben: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(ben)


@pytest.fixture
def stranger(db: None) -> Client:
    """A client that has never visited the site."""
    return Client()


@pytest.fixture
def admin(db: None, client_of: Callable[[User], Client]) -> Client:
    """A client of an administrator."""
    return client_of(User.objects.create_superuser("admin", "admin@example.org", PASSWORD))


@pytest.fixture
def htmx() -> dict[str, str]:
    """Headers of a request from htmx: `client.get(url, headers=htmx)`."""
    return dict(HTMX)


def needs_program(name: str, package: str = "") -> None:
    """Skip the test if a program isn't installed, or fail it if no tests may be skipped."""
    if not find_program(name):
        say = pytest.fail if os.environ.get("HOUSE_TEST_REQUIRE") else pytest.skip
        say(f"{name} is not installed: apt-get install {package or name}")


@pytest.fixture
def redis_url(settings: Any) -> Iterator[str]:
    """A Redis server just for this test, and settings that point to it."""
    needs_program("redis-server")
    with redis_server() as url:
        settings.REDIS_URL = url
        yield url


@pytest.fixture
def open_house() -> Iterator[Callable[..., House]]:
    """Start real sites just for this test, and stop them afterward: `open_house(LOG_LEVEL="DEBUG")`."""
    with ExitStack() as stack:
        yield lambda **environment: stack.enter_context(House(**{**IN_HASTE, **environment}))


@pytest.fixture
def eager() -> Iterator[None]:
    """Run background tasks immediately, in the test itself."""
    before = app.conf.task_always_eager, app.conf.task_eager_propagates
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    yield
    app.conf.task_always_eager, app.conf.task_eager_propagates = before

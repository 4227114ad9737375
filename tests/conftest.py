"""The cast, and how they come to the site: Anna and Ben have accounts, the stranger has none."""

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
from tests.house import IN_HASTE, House
from tests.sampling import deselect_unsampled_tests
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-budgets", action="store_true", help="write tests/budgets.toml from what is counted")
    parser.addoption("--sample", metavar="SEED", help="of the tests marked slow run one in five, chosen by this seed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, so nobody looks through it for waste, neither meanwhile nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Leave what a file's tests have put into caches out of later collections, which count as time of a request."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What uses the database or the queue is marked by what it asks for, not by hand.

    To a database all games are alike: what is asked of each of them is asked on the services of the first alone.
    """
    others = [*games.all_games()][1:]
    for item in items:
        asked_of = map(str, item.callspec.params.values()) if hasattr(item, "callspec") else ()
        if set(others).intersection(asked_of) or item.get_closest_marker("sqlite"):
            continue
        if item.get_closest_marker("django_db") or ON_SERVICES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("services")
    if seed := config.getoption("sample"):
        deselect_unsampled_tests(config, items, seed)


@pytest.fixture(autouse=True)
def _fresh_limits(request: pytest.FixtureRequest) -> Iterator[None]:
    """What one test has counted against a limit, cached or found away, is not held against the next."""
    yield
    redis_link.lost = False
    if {"db", "transactional_db"} & set(request.fixturenames):
        for cache in caches.all():
            cache.clear()


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffles and puzzles are the same each time a test is run, whatever ran before it."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(shuffles, "_chance", luck)
    monkeypatch.setattr(puzzles, "SystemRandom", lambda: Random(luck.random()))


def _account(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    Person.objects.create(user=user, name=name)
    return user


@pytest.fixture
def anna(db: None) -> User:
    """Has an account, and a person (`anna.person`)."""
    return _account("anna")


@pytest.fixture
def ben(db: None) -> User:
    """Has an account, and a person (`ben.person`)."""
    return _account("ben")


@pytest.fixture
def client_of(db: None) -> Callable[[User | None], Client]:
    """A browser with somebody logged in: `client_of(anna)`; `client_of(None)` is one more stranger."""

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
    """A browser that was never here."""
    return Client()


@pytest.fixture
def admin(db: None, client_of: Callable[[User], Client]) -> Client:
    """A browser of somebody who looks after the site."""
    return client_of(User.objects.create_superuser("admin", "admin@example.org", PASSWORD))


@pytest.fixture
def htmx() -> dict[str, str]:
    """Headers of a request that htmx makes: `client.get(url, headers=htmx)`."""
    return dict(HTMX)


def needs_program(name: str, package: str = "") -> None:
    """Skip the test where a program is not installed; fail it where nothing may be skipped."""
    if not find_program(name):
        say = pytest.fail if os.environ.get("HOUSE_TEST_REQUIRE") else pytest.skip
        say(f"{name} is not installed: apt-get install {package or name}")


@pytest.fixture
def redis_url(settings: Any) -> Iterator[str]:
    """A Redis of this test's own, and settings that point to it."""
    needs_program("redis-server")
    with redis_server() as url:
        settings.REDIS_URL = url
        yield url


@pytest.fixture
def open_house() -> Iterator[Callable[..., House]]:
    """Starts real sites of this test's own, and ends them: `open_house(LOG_LEVEL="DEBUG")`."""
    with ExitStack() as stack:
        yield lambda **environment: stack.enter_context(House(**{**IN_HASTE, **environment}))


@pytest.fixture
def eager() -> Iterator[None]:
    """Background work is done at once, in the test itself."""
    before = app.conf.task_always_eager, app.conf.task_eager_propagates
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    yield
    app.conf.task_always_eager, app.conf.task_eager_propagates = before

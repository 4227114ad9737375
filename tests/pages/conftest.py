"""Journeys in a real browser on the real site. No test here may touch the ORM; `house.manage(...)` runs commands."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.house import IN_HASTE, House
from tests.pages.chromium import PATIENCE, installed, launched, watched

expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent
LOG = 4000
PHONE = {"width": 360, "height": 800}
DESK = {"width": 1280, "height": 800}
AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("pages")
            item.add_marker("slow")


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """The site, shared by all journeys. It tells of each request, for when one of them fails."""
    with House(**IN_HASTE, LOG_LEVEL="INFO") as house:
        yield house


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    house = getattr(item, "funcargs", {}).get("house")
    if report.failed and house and house.log.exists():
        report.sections.append(("The end of the site’s log", house.log.read_text()[-LOG:]))
    return report


@pytest.fixture(scope="session")
def base_url(house: House) -> str:
    return house.url


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if not installed():
        say = pytest.fail if os.environ.get("HOUSE_TEST_REQUIRE") else pytest.skip
        say("Chromium is not installed: apt-get install chromium")
    return launched()


@pytest.fixture(scope="session")
def browser_context_args(base_url: str) -> dict[str, Any]:
    return {"base_url": base_url, "viewport": DESK, "reduced_motion": "reduce", "service_workers": "block"}


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page on a small phone that is touched, which must not complain either."""
    with browser.new_context(**{**browser_context_args, "viewport": PHONE, "has_touch": True}) as context:
        page = watched(context.new_page())
        yield page
        assert not page.complaints, page.complaints


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must not complain: an error on the console, such as one of the content policy, fails the test."""
    page = watched(context.new_page())
    yield page
    assert not page.complaints, page.complaints


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Asserts that the page, when what was sent is answered, has no barrier that axe knows of (WCAG 2.2 AA)."""

    def check(page: Page) -> None:
        page.wait_for_load_state()
        expect(page.locator("[data-sent], .htmx-request")).to_have_count(0)
        found = Axe().run(page, options=AXE)
        assert found.violations_count == 0, found.generate_report()

    return check

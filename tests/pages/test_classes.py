"""A teacher makes a class from a pasted list and prints slips; a student joins on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.chromium import watched
from tests.pages.conftest import PHONE

LIST = f"""1. Aarav Nair
Dubois, Amélie
Ben Okafor
Ben Okafor
=cmd|calc
Клара {"Ш" * 54}
12345"""
NAME = f"7b {'M' * 50}"
SIZES = ((320, 700), (360, 800), (820, 1180), (1280, 800))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_from_a_list_to_the_first_student(
    browser: Browser, browser_context_args: dict[str, Any], axe: Callable[[Page], None], scheme: str
) -> None:
    def looked_at(page: Page) -> None:
        axe(page)
        before = page.viewport_size
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)
        assert before
        page.set_viewport_size(before)

    with (
        browser.new_context(**browser_context_args, color_scheme=scheme) as desk,
        browser.new_context(**{**browser_context_args, "viewport": PHONE}, color_scheme=scheme) as pocket,
    ):
        teacher, student = watched(desk.new_page()), watched(pocket.new_page())
        teacher.goto("/account/signup/?next=/teach/")
        teacher.get_by_label("Username").fill(f"teacher-{scheme}")
        teacher.get_by_label("Password").fill("seven of hearts")
        teacher.get_by_role("button", name="Create account").click()
        teacher.get_by_role("link", name="New class").click()
        teacher.get_by_label("Class name").fill(NAME)
        teacher.get_by_label("Students, one per line").fill(LIST)
        expect(teacher.get_by_text("Two students?")).to_be_visible()
        looked_at(teacher)
        teacher.get_by_text("Both").click()
        teacher.get_by_role("button", name="Create class of 5").click()
        looked_at(teacher)
        teacher.get_by_role("button", name="Make slips").first.click()
        expect(teacher.locator(".handout")).to_have_count(5)
        looked_at(teacher)
        code = teacher.locator(".handout", has_text="Amélie Dubois").locator(".code").inner_text()

        student.goto("/join/")
        student.get_by_label("Code from your slip").fill(code)
        student.get_by_role("button", name="Continue").click()
        expect(student.get_by_text("as Amélie Dubois")).to_be_visible()
        looked_at(student)
        student.get_by_label("Choose a password").fill("maple syrup 9")
        student.get_by_role("button", name="Join").click()
        expect(student.get_by_text(f"You’re in {NAME}.")).to_be_visible()

        teacher.get_by_role("link", name="Done").click()
        expect(teacher.get_by_text("5 students, 1 joined")).to_be_visible()
        looked_at(teacher)
        for link in (
            "Amélie Dubois",
            "House rules for this class",
            "Class settings",
            "Add students",
            "New assignment",
        ):
            teacher.get_by_role("link", name=link).click()
            looked_at(teacher)
            teacher.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name=NAME).click()
        assert not teacher.complaints
        assert not student.complaints


def test_names_that_are_typed_before_the_scripts_are_there_are_shown(page: Page) -> None:
    page.goto("/account/signup/?next=/teach/class/new/")
    page.get_by_label("Username").fill("quick-teacher")
    page.get_by_label("Password").fill("seven of hearts")
    page.add_init_script("""document.addEventListener("readystatechange", () => {
        const names = document.getElementById("names");
        if (names && document.readyState === "interactive") names.value = "Ada\\nBen";
    })""")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("button", name="Create class")).to_be_visible()


def test_two_columns_of_a_spreadsheet_become_names(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/account/signup/?next=/teach/class/new/")
    page.get_by_label("Username").fill("sheet-teacher")
    page.get_by_label("Password").fill("seven of hearts")
    page.get_by_role("button", name="Create account").click()
    names = page.get_by_label("Students, one per line")
    names.fill("Dubois\tAmélie\nOkafor\tBen")
    expect(page.get_by_text("Which column is which?")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Column 1").select_option(label="Last name")
    page.get_by_label("Column 2").select_option(label="First name")
    expect(page.get_by_role("cell", name="Amélie Dubois", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Create class")).to_be_visible()
    names.fill("First name\tSurname\nAmélie\tDubois\nBen\tOkafor\nCleo\tDiaz")
    expect(page.get_by_text("These are headings.")).to_be_visible()
    expect(page.get_by_role("cell", name="Cleo Diaz", exact=True)).to_be_visible()
    page.get_by_text("A name", exact=True).click()
    expect(page.get_by_role("button", name="Create class of 4")).to_be_visible()
    page.get_by_text("Headings", exact=True).click()
    page.get_by_label("Class name").fill("7c")
    page.get_by_role("button", name="Create class of 3").click()
    expect(page.get_by_text("Cleo Diaz")).to_be_visible()

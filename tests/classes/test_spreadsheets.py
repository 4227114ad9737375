"""Names pasted from a spreadsheet: which column is which, the line of headings, and names that are there already."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.classes import enrollment
from core.classes.models import Classroom, Student
from core.classes.roster import TAKE, compute_fingerprint, list_namesake_positions, parse_roster, parse_sheet
from core.classes.spreadsheets import FIRST, FULL, LAST, MOST_COLUMNS, SKIP, find_column_role

pytestmark = pytest.mark.django_db
NEW = "/teach/class/new/"
TWO = "Dubois\tAmélie\nOkafor\tBen\nde Vries\tAnouk"


def answers(text: str, *roles: str, heading: str = "") -> dict[str, str]:
    """Return what a form says of the columns of this list, and of its first line."""
    sheet = parse_sheet(text)
    said = {column.field: role for column, role in zip(sheet.columns, roles, strict=False)}
    return said | ({sheet.heading_field: heading} if heading else {})


def names(text: str, *roles: str, heading: str = "") -> list[str]:
    """The names that a list comes to."""
    sheet = parse_sheet(text, answers(text, *roles, heading=heading))
    return [line.name for line in parse_roster(text, (), sheet) if not line.refused]


def roles(text: str) -> list[str]:
    return [column.role for column in parse_sheet(text).columns]


def form(text: str, **more: str) -> dict[str, str]:
    """The form, for which the teacher has seen what comes of it."""
    seen = compute_fingerprint(parse_roster(text, (), parse_sheet(text, more)))
    return {"name": "7b", "names": text, "seed": "s", "seen": seen, "make": "1", **more}


# -- columns -----------------------------------------------------------------------------------------------------------


def test_of_two_columns_it_is_asked_which_is_which() -> None:
    assert roles(TWO) == ["", ""]
    assert "Choose what each column is" in parse_sheet(TWO).column_role_problem
    assert names(TWO) == []
    assert names(TWO, LAST, FIRST) == ["Amélie Dubois", "Ben Okafor", "Anouk de Vries"]
    assert names(TWO, FIRST, LAST)[0] == "Dubois Amélie"
    assert names(TWO, SKIP, FULL) == ["Amélie", "Ben", "Anouk"]


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Last name\tFirst name", [LAST, FIRST]),
        ("FIRST NAME\tSURNAME", [FIRST, LAST]),
        ("first_name\tlast_name", [FIRST, LAST]),
        ("Ｆｉｒｓｔ ｎａｍｅ\tＬａｓｔ ｎａｍｅ", [FIRST, LAST]),
        ("Name\tVorname", [LAST, FIRST]),
        ("Nachname\tVorname:", [LAST, FIRST]),
        ("Nom\tPrénom", [LAST, FIRST]),
        ("Nombre\tApellidos", [FIRST, LAST]),
        ("Фамилия\tИмя", [LAST, FIRST]),
        ("Student\tHouse", [FULL, SKIP]),
    ],
)
def test_a_line_of_headings_says_which_is_which(heading: str, found: list[str]) -> None:
    text = f"{heading}\n{TWO}"
    assert roles(text) == found
    lines = parse_roster(text)
    assert lines[0].refused == "These are headings."
    assert len([line for line in lines if not line.refused]) == 3


def test_no_heading_becomes_a_student_even_of_a_single_column() -> None:
    assert names("Name\nAnna\nBen") == ["Anna", "Ben"]
    assert names("Students\nAnna") == ["Anna"]
    assert names("Name\nAnna", heading="no") == ["Name", "Anna"]


def test_a_heading_in_another_language_can_be_said_to_be_one() -> None:
    text = "Etunimi-x\tSukunimi-x\nAino\tKorhonen"
    assert names(text, FIRST, LAST) == ["Etunimi-x Sukunimi-x", "Aino Korhonen"]
    assert names(text, FIRST, LAST, heading="yes") == ["Aino Korhonen"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3\tBen Okafor\t7b\n4\tAnna Berg\t7b", [SKIP, FULL, SKIP]),
        ("Ben Okafor\tben@example.org", [FULL, SKIP]),
        ("Ben Okafor\tm\t12.03.2011", [FULL, SKIP, SKIP]),
        ("\tBen Okafor\n\tAnna Berg", [SKIP, FULL]),
        ("1.\tDubois\tAmélie", [SKIP, "", ""]),
        ("Ben Okafor\tLions\nAnna Berg\tLions\nCleo Diaz\tLions", [FULL, SKIP]),
        ("李\t伟\n王\t芳", ["", ""]),
    ],
)
def test_what_cannot_be_a_name_is_skipped_without_asking(text: str, found: list[str]) -> None:
    assert roles(text) == found


def test_numbers_quotation_marks_and_commas_go_as_in_other_lists() -> None:
    assert names('1. "Dubois"\t"Amélie"', LAST, FIRST) == ["Amélie Dubois"]
    assert names('"Dubois, Amélie"\t7b') == ["Amélie Dubois"]
    assert names("Ben\nDubois\tAmélie", LAST, FIRST) == ["Ben", "Amélie Dubois"]
    assert names("Dubois\t\n\tBen", LAST, FIRST) == ["Dubois", "Ben"]


def test_where_the_last_name_stands_first_it_stays_there() -> None:
    assert names("姓\t名\n山田\t太郎\n김\t민준") == ["山田 太郎", "김 민준"]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ((FULL, FULL), "Choose one column with full names"),
        ((FULL, FIRST), "Choose one column with full names"),
        ((SKIP, SKIP), "Choose the column with the names"),
        (("nonsense", FIRST), "Choose what each column is"),
    ],
)
def test_columns_that_make_no_names_are_told_so(as_anna: Client, chosen: tuple[str, str], said: str) -> None:
    assert said in parse_sheet(TWO, answers(TWO, *chosen)).column_role_problem
    answer = as_anna.post(NEW, form(TWO, **answers(TWO, *chosen)))
    assert answer.status_code == 422
    assert said in answer.text
    assert "de Vries\tAnouk" in answer.text
    assert not Classroom.objects.exists()


def test_a_wide_table_has_so_many_columns_and_no_more() -> None:
    assert len(roles("\t".join(["Anna"] * 100))) == MOST_COLUMNS
    assert parse_sheet("\t" * 500).column_role_problem == ""


def test_headings_are_known_by_role() -> None:
    assert [find_column_role(one) for one in ("Vorname", " NACHNAME ", "full  name", "Class", "", "Anna")] == [
        FIRST,
        LAST,
        "",
        "",
        "",
        "",
    ]
    assert find_column_role("Full name") == FULL


# -- the form ----------------------------------------------------------------------------------------------------------


def test_the_result_is_shown_before_anything_is_made(as_anna: Client, htmx: dict[str, str]) -> None:
    sent = {"name": "7b", "names": f"Surname\tFirst name\n{TWO}", "seed": "s"}
    page = as_anna.post(NEW, sent, headers=htmx)
    assert page.status_code == 200
    assert "Which column is which?" in page.text
    for shown in ("Amélie Dubois", "Line 1: These are headings. Skipped.", "Dubois, Okafor, de Vries"):
        assert shown in page.text
    assert not Classroom.objects.exists()
    assert as_anna.post(NEW, {**sent, "make": "1"}).status_code == 422
    assert as_anna.post(NEW, form(sent["names"])).status_code == 302
    assert {one.name for one in Student.objects.all()} == {"Amélie Dubois", "Ben Okafor", "Anouk de Vries"}


def test_while_it_is_asked_nothing_is_made(as_anna: Client) -> None:
    look = as_anna.post(NEW, {"name": "7b", "names": TWO, "seed": "s"})
    assert look.status_code == 200
    assert "Choose what each column is" in look.text
    assert as_anna.post(NEW, form(TWO)).status_code == 422
    assert not Classroom.objects.exists()
    assert as_anna.post(NEW, form(TWO, **answers(TWO, LAST, FIRST))).status_code == 302
    assert Student.objects.filter(name="Amélie Dubois").exists()


def test_another_order_is_shown_again_before_it_is_made(as_anna: Client) -> None:
    sent = form(TWO, **answers(TWO, LAST, FIRST))
    turned = as_anna.post(NEW, {**sent, **answers(TWO, FIRST, LAST)})
    assert turned.status_code == 422
    assert "The list has changed" in turned.text


def test_another_list_is_asked_about_anew(as_anna: Client) -> None:
    """The page sends along what was chosen for the list that stood there before."""
    sent = {"name": "7b", "names": TWO, "seed": "s", **answers(TWO, LAST, FIRST, heading="no")}
    assert "Amélie Dubois" in as_anna.post(NEW, sent).text
    more = as_anna.post(NEW, {**sent, "names": f"{TWO}\nDiaz\tCleo"})
    assert "Cleo Diaz" in more.text
    other = as_anna.post(NEW, {**sent, "names": f"First name\tSurname\n{TWO}"})
    assert "These are headings" in other.text
    assert "Dubois Amélie" in other.text


def test_more_students_come_from_a_spreadsheet_too(as_anna: Client, anna: User) -> None:
    classroom = enrollment.create_class(anna.person, "7b", ["Ben Okafor"], "s")
    at = reverse("classes:add", args=[classroom.code])
    known = ["Ben Okafor"]
    lines = parse_roster(TWO, known, parse_sheet(TWO, answers(TWO, LAST, FIRST)))
    sent: dict[str, Any] = {
        **form(TWO, **answers(TWO, LAST, FIRST)),
        "seen": compute_fingerprint(lines),
        lines[1].decision_field_name: TAKE,
    }
    assert (
        "This name is on the list twice"
        in as_anna.post(at, {**sent, "make": "", lines[1].decision_field_name: ""}).text
    )
    assert as_anna.post(at, sent).status_code == 302
    assert classroom.students.filter(name="Ben Okafor").count() == 2


def test_code_in_a_column_is_text(as_anna: Client) -> None:
    text = "<b>Dubois\t<script>alert(1)</script>\nOkafor\tBen"
    page = as_anna.post(NEW, {"name": "7b", "names": text, "seed": "s"}).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


# -- names that are there already --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BEN OKAFOR", "ben okafor", "Ｂｅｎ Ｏｋａｆｏｒ", "Ben\u00a0Okafor", "Ben  Okafor"])
def test_a_name_is_the_same_in_whatever_letters(name: str) -> None:
    assert parse_roster(f"Ben Okafor\n{name}")[1].asks == "twice"
    assert parse_roster(name, ["Ben Okafor"])[0].asks == "twice"
    assert list_namesake_positions([" ".join(name.split())], ["Ben Okafor"]) == [0]


def test_namesakes_are_told_apart_in_whatever_letters(anna: User) -> None:
    from core.classes.results import list_students

    classroom = enrollment.create_class(anna.person, "7b", ["Ben Okafor", "BEN OKAFOR", "Zoe"], "s")
    assert [one.has_namesake for one in list_students(classroom)] == [True, True, False]


@pytest.mark.parametrize("typed", ["{0}", "{1}", "{2}", " {1} ", "{1}."])
def test_a_code_may_be_typed_in_full_width_letters(stranger: Client, anna: User, typed: str) -> None:
    classroom = enrollment.create_class(anna.person, "7b", ["Zoe"], "s")
    [slip] = enrollment.create_slips(classroom, [classroom.students.get().pk])
    for code in (slip.code, classroom.joining):
        wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
        sent = typed.format(code, wide, wide.upper())
        answer = stranger.post("/join/", {"code": sent})
        assert answer.url == reverse("classes:join_with", args=[code]), sent
        assert stranger.get(reverse("classes:join_with", args=[wide])).status_code == 200

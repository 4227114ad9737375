"""A field that is refused says why to those who don't see the page: it is described by the words about it."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.authoring.collections import editing
from core.classes import enrollment
from core.classes.models import Classroom

pytestmark = pytest.mark.django_db
Form = tuple[str, dict[str, str]]


class Fields(HTMLParser):
    """Collects what each refused field is described by, and the text of every element with an id."""

    VOID = frozenset({"input", "link", "meta", "br", "img", "hr", "col", "use", "source", "wbr"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.refused: dict[str, list[str]] = {}
        self.texts: dict[str, str] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if named.get("aria-invalid") == "true":
            self.refused[named["id"]] = named.get("aria-describedby", "").split()
        if "id" in named:
            self.texts[named["id"]] = ""
        if tag not in self.VOID:
            self._open.append((tag, named.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _, id in self._open:
            if id:
                self.texts[id] += data


@pytest.fixture
def classroom(anna: User) -> Classroom:
    return enrollment.create_class(anna.person, "7b", ["Ben Okafor"], "seed")


def add_to_collection(anna: User, classroom: Classroom) -> Form:
    return f"/teach/collection/{editing.create_collection(anna.person, 'Tricks').code}/add/", {"thing": "nonsense!"}


def rename_collection(anna: User, classroom: Classroom) -> Form:
    return f"/teach/collection/{editing.create_collection(anna.person, 'Tricks').code}/rename/", {"title": "x" * 81}


def make_class(anna: User, classroom: Classroom) -> Form:
    return "/teach/class/new/", {"name": "", "names": "", "make": "1"}


def fill_class(anna: User, classroom: Classroom) -> Form:
    return f"{classroom.get_absolute_url()}add/", {"names": "", "make": "1"}


def rename_class(anna: User, classroom: Classroom) -> Form:
    return f"{classroom.get_absolute_url()}rename/", {"name": ""}


def rename_student(anna: User, classroom: Classroom) -> Form:
    return f"{classroom.get_absolute_url()}roster/{classroom.students.get().pk}/rename/", {"name": ""}


def type_code(anna: User, classroom: Classroom) -> Form:
    return "/join/", {"code": "nothing"}


def choose_password(anna: User, classroom: Classroom) -> Form:
    [slip] = enrollment.create_slips(classroom, [classroom.students.get().pk])
    return f"/join/{slip.code}/", {"password": "short"}


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (add_to_collection, "Paste the link to a puzzle or lesson"),
        (rename_collection, "A title can have at most 80 characters"),
        (make_class, ""),
        (fill_class, ""),
        (rename_class, ""),
        (rename_student, ""),
        (type_code, ""),
        (choose_password, "too short"),
    ],
)
def test_a_refused_field_is_described_by_what_is_wrong(
    as_anna: Client, anna: User, classroom: Classroom, form: Callable[[User, Classroom], Form], said: str
) -> None:
    address, sent = form(anna, classroom)
    answer = as_anna.post(address, sent)
    assert answer.status_code == 422
    fields = Fields(answer.text)
    assert fields.refused
    for field, ids in fields.refused.items():
        assert [id for id in ids if not fields.texts.get(id, "").strip()] == [], field
        about = " ".join(fields.texts[id] for id in ids)
        assert said in about, field
        assert any(id.endswith("problem") for id in ids), field

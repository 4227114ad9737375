"""Lessons as files, in the form of the site's own."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tomli_w
from django.http import HttpResponse
from django.utils.text import slugify

from core.authoring.lessons.drafts import LessonDraft
from core.http.responses import kept_as


def as_toml(said: Mapping[str, Any]) -> str:
    """Return what a file says, as its text."""
    return tomli_w.dumps(said, multiline_strings=True)


def in_toml(draft: LessonDraft) -> str:
    """The lesson as a file."""
    return as_toml(draft.written)


def lesson_file(draft: LessonDraft, code: str) -> HttpResponse:
    """The file, called like its lesson, or by this code where that has no title."""
    return kept_as(f"{_name(draft, code)}.toml", HttpResponse(in_toml(draft), "application/toml; charset=utf-8"))


def course_file(game: str, lessons: Sequence[tuple[LessonDraft, str]]) -> HttpResponse:
    """Lessons of a game, each with its code, as a course: a folder such as the site's games have, in this order."""
    packed, names, ids = io.BytesIO(), list(_names(lessons)), set[str]()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("lessons/course.toml", as_toml({"lessons": names}))
        for name, (draft, _) in zip(names, lessons, strict=True):
            apart = draft.apart_from(ids)
            ids |= {step["id"] for step in apart.steps}
            folder.writestr(f"lessons/{name}.toml", in_toml(apart))
    return kept_as(f"{game}-course.zip", HttpResponse(packed.getvalue(), "application/zip"))


def _names(lessons: Sequence[tuple[LessonDraft, str]]) -> Iterator[str]:
    """Yield what each is called as a file: no two alike."""
    seen: set[str] = {"course"}
    for draft, code in lessons:
        name = _name(draft, code)
        name = f"{name}-{code}" if name in seen else name
        seen.add(name)
        yield name


def _name(draft: LessonDraft, code: str) -> str:
    return slugify(draft.title) or code

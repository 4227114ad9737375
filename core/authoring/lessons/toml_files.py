"""Lessons as TOML files, in the format of the site's own."""

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
    """Return the content of a file as TOML text."""
    return tomli_w.dumps(said, multiline_strings=True)


def in_toml(draft: LessonDraft) -> str:
    """Return a lesson as TOML text."""
    return as_toml(draft.written)


def lesson_file(draft: LessonDraft, code: str) -> HttpResponse:
    """Return a download of the lesson, named after its title, or after its code if the title is empty."""
    return kept_as(f"{_name(draft, code)}.toml", HttpResponse(in_toml(draft), "application/toml; charset=utf-8"))


def course_file(game: str, lessons: Sequence[tuple[LessonDraft, str]]) -> HttpResponse:
    """Return a download of several lessons as a course: a zip file with the folder that the site's games have.

    `lessons` are pairs of a draft and its code, in the order of the course.
    """
    packed, names, ids = io.BytesIO(), list(_names(lessons)), set[str]()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("lessons/course.toml", as_toml({"lessons": names}))
        for name, (draft, _) in zip(names, lessons, strict=True):
            apart = draft.apart_from(ids)
            ids |= {step["id"] for step in apart.steps}
            folder.writestr(f"lessons/{name}.toml", in_toml(apart))
    return kept_as(f"{game}-course.zip", HttpResponse(packed.getvalue(), "application/zip"))


def _names(lessons: Sequence[tuple[LessonDraft, str]]) -> Iterator[str]:
    """Yield a different file name for each lesson."""
    seen: set[str] = {"course"}
    for draft, code in lessons:
        name = _name(draft, code)
        name = f"{name}-{code}" if name in seen else name
        seen.add(name)
        yield name


def _name(draft: LessonDraft, code: str) -> str:
    return slugify(draft.title) or code

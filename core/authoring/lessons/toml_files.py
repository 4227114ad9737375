"""Lessons as TOML files, in the format of the site's own lessons."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tomli_w
from django.http import HttpResponse
from django.utils.text import slugify

from core.authoring.lessons.drafts import LessonDraft
from core.http.responses import mark_as_download


def dump_toml(said: Mapping[str, Any]) -> str:
    """Convert a mapping to TOML text. Strings with line breaks are written as multiline strings."""
    return tomli_w.dumps(said, multiline_strings=True)


def dump_lesson(draft: LessonDraft) -> str:
    """Return a lesson as TOML text."""
    return dump_toml(draft.file_content)


def download_lesson(draft: LessonDraft, code: str) -> HttpResponse:
    """Return a download of the lesson. The file is named after its title, or after its code if it has no title."""
    return mark_as_download(
        f"{_get_file_name(draft, code)}.toml", HttpResponse(dump_lesson(draft), "application/toml; charset=utf-8")
    )


def download_course(game: str, lessons: Sequence[tuple[LessonDraft, str]]) -> HttpResponse:
    """Return a download of several lessons as a course: a zip file with the layout of a game's folder.

    `lessons` are pairs of a draft and the lesson's code, in the course's order.
    """
    packed, names, ids = io.BytesIO(), list(_list_file_names(lessons)), set[str]()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("lessons/course.toml", dump_toml({"lessons": names}))
        for name, (draft, _) in zip(names, lessons, strict=True):
            apart = draft.replace_clashing_step_ids(ids)
            ids |= {step["id"] for step in apart.steps}
            folder.writestr(f"lessons/{name}.toml", dump_lesson(apart))
    return mark_as_download(f"{game}-course.zip", HttpResponse(packed.getvalue(), "application/zip"))


def _list_file_names(lessons: Sequence[tuple[LessonDraft, str]]) -> Iterator[str]:
    """Yield a file name without extension for each lesson. All names are different."""
    seen: set[str] = {"course"}
    for draft, code in lessons:
        name = _get_file_name(draft, code)
        name = f"{name}-{code}" if name in seen else name
        seen.add(name)
        yield name


def _get_file_name(draft: LessonDraft, code: str) -> str:
    return slugify(draft.title) or code

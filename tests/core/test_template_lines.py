"""Templates are read line by line: none is longer than a screen shows, and none adds a space to a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

LONGEST = 200


def lines() -> Iterator[tuple[str, str]]:
    for folder in settings.TEMPLATES[0]["DIRS"]:
        for path in Path(folder).rglob("*.html"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield f"{path.name}:{number}", line


def test_no_line_of_a_template_is_too_long() -> None:
    assert [*lines()]
    assert not [place for place, line in lines() if len(line) > LONGEST]


def test_no_tag_goes_over_the_end_of_a_line() -> None:
    """To Django, such a tag is text."""
    assert not [place for place, line in lines() if re.search(r"\{%(?!.*%\})|\{\{(?!.*\}\})", line)]


def test_no_space_comes_before_the_end_of_a_sentence() -> None:
    assert not [place for place, line in lines() if re.match(r"\s*[.,;:!?](\s|<|$)", line)]


def test_dates_and_times_are_written_as_americans_write_them() -> None:
    """November 27 and 10:00 PM, not 27 November and 22:00."""
    assert not [place for place, line in lines() if re.search(r'date:"([^"]*\bj F|[^"]*j M|[^"]*H:i)', line)]
    scripts = Path(settings.BASE_DIR, "core/static/js").glob("*.js")
    assert not [path.name for path in scripts if "en-GB" in path.read_text(encoding="utf-8")]
    modules = Path(settings.BASE_DIR).glob("*/**/*.py")
    assert not [path.name for path in modules if re.search(r":%-?d %[Bb]", path.read_text(encoding="utf-8"))]

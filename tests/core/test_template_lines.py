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


def test_no_space_comes_before_the_end_of_a_sentence() -> None:
    assert not [place for place, line in lines() if re.match(r"\s*[.,;:!?](\s|<|$)", line)]

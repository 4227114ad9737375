"""Templates are read and compared line by line: no line is longer than a screen shows."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

LONGEST = 200


def test_no_line_of_a_template_is_too_long() -> None:
    files = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in Path(folder).rglob("*.html")]
    assert files
    long = [
        f"{path.name}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long

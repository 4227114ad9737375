"""The page for teachers calls everything what it is called where it stands."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
GUIDE = TEMPLATES / "classes" / "guide.html"
OTHERS = [path.read_text() for path in TEMPLATES.rglob("*.html") if path != GUIDE]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"<b>([^<]*)</b>", GUIDE.read_text()))))
def test_what_the_guide_tells_to_press_is_there(name: str) -> None:
    assert any(name in text for text in OTHERS)

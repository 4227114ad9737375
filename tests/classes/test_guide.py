"""The page for teachers calls everything what it is called where it stands."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
GUIDE = HOUSE / "templates" / "classes" / "guide.html"
OTHERS = [
    path.read_text() for path in (*HOUSE.glob("templates/**/*.html"), *HOUSE.glob("core/**/*.py")) if path != GUIDE
]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"<b>([^<]*)</b>", GUIDE.read_text()))))
def test_what_the_guide_tells_to_press_is_there(name: str) -> None:
    assert any(name in text for text in OTHERS)

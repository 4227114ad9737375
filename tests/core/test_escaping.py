"""What people type is escaped where it is shown: only markup that the site itself makes is left as it is."""

from __future__ import annotations

import re
from pathlib import Path

from core.templatetags.text import breakable

ROOT = Path(__file__).resolve().parents[2]
LEFT_AS_IT_IS = re.compile(r"[^{}]*\|\s*safe(?:seq)?\b|\{%\s*autoescape\b")
HELP_OF_A_FIELD = "{{ field.help_text|safe"
"""Django's own forms leave it as it is: forms write it, and escape what they put in."""
MAKES_MARKUP = {
    "core/api/docs.py",
    "core/api/reference/record_guide_views.py",
    "core/classes/views/assignments.py",
    "core/rendering/markdown.py",
    "core/rendering/qr_code.py",
    "core/templatetags/cards.py",
}
"""The modules that put markup together from cards, from the API's own document, or from text that they escape."""


def test_no_template_shows_text_as_it_is() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0][-60:]}"
        for path in (ROOT / "templates").rglob("*.*")
        for number, line in enumerate(path.read_text(encoding="utf-8").replace(HELP_OF_A_FIELD, "").splitlines(), 1)
        if (match := LEFT_AS_IT_IS.search(line))
    ]
    assert not found, found


def test_markup_is_made_in_few_modules() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("core", "variants", "games")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\b(mark_safe|SafeString)\(", path.read_text(encoding="utf-8"))
    }
    assert found == MAKES_MARKUP


def test_an_address_breaks_between_words_and_is_escaped() -> None:
    shown = breakable("http://here:80/play/<b>?rules=a1&seat=two")
    assert shown == "http://<wbr>here:80/<wbr>play/<wbr>&lt;b&gt;?<wbr>rules=<wbr>a1&amp;<wbr>seat=<wbr>two<wbr>"
    assert shown.replace("<wbr>", "") == "http://here:80/play/&lt;b&gt;?rules=a1&amp;seat=two"

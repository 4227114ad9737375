"""The check of the English that people read finds what it should find, and nothing in plain sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import english

PLAIN = "If you pass, you're out until the next round. Draw at least one card, and follow suit if you can."


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("templates/page.html", "<p>{{ title }}</p>\n<p>Whoever passes waits.</p>"),
        ("templates/page.html", '<p>All</p>\n<a title="What you may\ndo">?</a>'),
        ("core/play/moves.py", 'raise Refused(\n    f"{seat} need not answer.")'),
        ("games/guts/options.py", '"""A rule."""\nFLAG = "Everybody pays one chip."'),
        ("games/guts/rulebook.md", "# Guts\nThe cards lie on the table."),
        ("games/guts/lessons/in.toml", 'title = "In"\ntext = "There is no pack: go on."'),
        ("README.md", "# House Rules\nSomebody has practised."),
    ],
)
def test_a_planted_phrase_is_found_in_its_line(name: str, source: str) -> None:
    hits, words = english.find_hits(Path(name), source)
    assert {hit.line for hit in hits} == {2}
    assert words > 2
    assert english.get_area(Path(name)) in english.LIMITS


def test_plain_sentences_codes_and_docstrings_pass() -> None:
    for name, source in [
        ("templates/page.html", f"<p>{PLAIN}</p><code>whoever</code>{{# whoever #}}"),
        ("core/play/moves.py", f'def play() -> str:\n    """Whoever."""\n    return "{PLAIN} `you may`"'),
        ("README.md", f"{PLAIN}\n\n    whoever --you-may\n"),
    ]:
        assert english.find_hits(Path(name), source)[0] == []


def test_an_area_over_its_limit_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text(f"<p>{PLAIN}</p>", encoding="utf-8")
    assert english.main([], tmp_path) == 0
    page.write_text(f"<p>{PLAIN}</p><p>You may leave.</p>", encoding="utf-8")
    assert english.main([], tmp_path) == 1
    assert "templates/page.html:1: “you may”" in capsys.readouterr().out


def test_words_that_people_type_are_left_out() -> None:
    assert all((english.ROOT / name).exists() for name in english.NOT_READ)
    assert english.get_area(Path(english.NOT_READ[0])) is None


@pytest.mark.slow
def test_apostrophes_are_curly_wherever_players_read() -> None:
    straight = re.compile(r"[A-Za-z]'(?:s|t|re|ve|ll|d|m)\b")
    hits = [
        f"{path}:{line}: {text[match.start() - 20 : match.end() + 20]}"
        for folder in ("games", "templates", "core", "variants")
        for path in (english.ROOT / folder).rglob("*")
        if english.get_area(path.relative_to(english.ROOT)) not in (None, "docs")
        for line, text in english.list_texts(path, path.read_text(encoding="utf-8"))
        for match in straight.finditer(text)
    ]
    assert hits == []

"""The tree is as ARCHITECTURE.md says: nothing loose at the top of core, and every path that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
TOP = {
    *("__init__.py", "admin.py", "apps.py", "asgi.py", "celery.py", "models.py"),
    *("registry.py", "settings.py", "tasks.py", "urls.py", "wsgi.py"),
}
PATHS = re.findall(r"`((?:core|games|variants|templates|tests|docker)/[\w./<>*-]*)`", TEXT)

GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docker/README.md", "games/README.md")
NAME = re.compile(r"`(?:[a-z_]+\.)*(_?[A-Z][a-z]+[A-Z]\w*|[a-z]+_\w+|[a-z_]+(?=\())(?:\([^`]*\))?`")
"""A name of Python in a guide: a class in two words, a function with its brackets, or anything with an underscore."""

EMPTY = re.compile(r"^\w+(: [^=\n]+)? = (\[\]|\{\}|(set|dict|list)\(\)|defaultdict\(.*\))$", re.MULTILINE)
CACHES = {"core/api/throttling.py", "core/live/topics.py"}
"""These count requests, and hold connections."""


def test_the_top_of_core_holds_what_django_looks_for_there() -> None:
    assert {path.name for path in (ROOT / "core").glob("*.py")} == TOP


def test_apps_answer_each_other_by_providers_and_signals() -> None:
    """A module that begins with an empty container is filled from elsewhere, as a home-made list of callbacks is."""
    sources = [path for folder in ("core", "variants") for path in (ROOT / folder).rglob("*.py")]
    filled = {str(path.relative_to(ROOT)) for path in sources if EMPTY.search(path.read_text(encoding="utf-8"))}
    assert filled == CACHES


@pytest.mark.parametrize("path", sorted({*PATHS}))
def test_a_path_that_is_named_is_there(path: str) -> None:
    assert list(ROOT.glob(re.sub("<\\w+>", "*", path).rstrip("/"))), path


def test_every_folder_of_core_is_named() -> None:
    """But those that Django looks for."""
    folders = {path.name for path in (ROOT / "core").iterdir() if (path / "__init__.py").exists()}
    assert all(f"      {name}/" in TEXT for name in folders - {"management", "migrations", "templatetags"})


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_a_name_that_a_guide_gives_is_in_the_code(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    sources = [
        path for folder in ("core", "games", "variants", "tests", "docker") for path in (ROOT / folder).rglob("*.py")
    ]
    words = {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    named = set(NAME.findall(prose))
    assert named - words == set()

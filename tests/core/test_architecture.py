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


def test_the_top_of_core_holds_what_django_looks_for_there() -> None:
    assert {path.name for path in (ROOT / "core").glob("*.py")} == TOP


@pytest.mark.parametrize("path", sorted({*PATHS}))
def test_a_path_that_is_named_is_there(path: str) -> None:
    assert list(ROOT.glob(path.replace("<game>", "*").rstrip("/"))), path


def test_every_folder_of_core_is_named() -> None:
    """But those that Django looks for."""
    folders = {path.name for path in (ROOT / "core").iterdir() if (path / "__init__.py").exists()}
    assert all(f"      {name}/" in TEXT for name in folders - {"management", "migrations", "templatetags"})

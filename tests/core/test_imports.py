"""Which way imports run: games → variants → core apps → core.api, never back; and no game is named elsewhere."""

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/rulebook.md"))
PROGRAM_IMPORT = re.compile(r"^from ((?:core|games|variants|tests)[\w.]*) import ([\w, ]+)$", re.MULTILINE)
APPS = ("people", "learn", "practice", "workshop", "lessons", "collections", "classes", "play", "api")


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def imports(file: Path) -> Iterator[str]:
    """Everything that `file` imports, as dotted names, wherever in the file it does."""
    package = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text(), str(file))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def assert_none(files: list[Path], *forbidden: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}: {name}" for file in files for name in imports(file) if within(name, *forbidden)
    ]
    assert not found, found


@pytest.mark.slow
def test_games_need_the_standard_library_alone() -> None:
    for file in sources("games"):
        for name in imports(file):
            assert within(name, "games") or name.partition(".")[0] in sys.stdlib_module_names, f"{file}: {name}"


@pytest.mark.slow
def test_what_a_library_keeps_to_itself_is_imported_in_one_file() -> None:
    own = ("core", "games", "variants", "tests", "__future__")
    private = {
        str(file.relative_to(ROOT))
        for folder in ("core", "games", "variants")
        for file in sources(folder)
        for name in imports(file)
        if not within(name, *own) and re.search(r"(^|\.)(_\w+|internals?)(\.|$)", name)
    }
    assert private == {"variants/allauth_internals.py"}


def list_imports_in_texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each import in a program that stands in `file` as a text."""
    for node in ast.walk(ast.parse(file.read_text(), str(file))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for module, names in PROGRAM_IMPORT.findall(node.value):
                yield from ((module, name.split(" as ")[0].strip()) for name in names.split(","))


@pytest.mark.slow
def test_programs_in_texts_import_what_there_is() -> None:
    """Neither a type checker nor a renaming reads them."""
    imported = {name for file in sources("tests") for name in list_imports_in_texts(file)}
    assert ("core.people", "get_user_person") in imported
    for module, name in sorted(imported):
        assert hasattr(importlib.import_module(module), name), f"{module} has no {name}"


def test_the_engine_knows_neither_kit_nor_game() -> None:
    assert_none(sources("games/engine"), "games.kit", *(f"games.{game}" for game in GAMES))


def test_the_kit_knows_no_game() -> None:
    assert_none(sources("games/kit"), *(f"games.{game}" for game in GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other(game: str) -> None:
    assert_none(sources(f"games/{game}"), *(f"games.{other}" for other in GAMES if other != game))


def test_house_rules_know_nothing_of_the_site() -> None:
    assert_none(sources("variants"), "core")


@pytest.mark.parametrize("app", [app for app in APPS if app != "api"])
def test_an_app_knows_nothing_of_the_api(app: str) -> None:
    assert_none(sources(f"core/{app}"), "core.api")


def test_people_know_nothing_of_what_they_do() -> None:
    assert_none(sources("core/people"), *(f"core.{app}" for app in APPS if app != "people"))


def test_what_apps_share_knows_no_app() -> None:
    shared = [*(ROOT / "core").glob("*.py"), *sources("core/http"), *sources("core/templatetags")]
    assert_none(shared, *(f"core.{app}" for app in APPS))


@pytest.mark.parametrize("game", GAMES)
def test_no_game_is_named_outside_its_folder(game: str) -> None:
    word = re.compile(rf"(?i)(?<![a-z]){game.replace('_', '[ _-]')}(?![a-z])")
    places = ("core", "variants", "templates", "games/engine", "games/kit")
    files = [
        file for place in places for file in (ROOT / place).rglob("*") if file.suffix in {".py", ".html", ".js", ".css"}
    ]
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if word.search(line)
    ]
    assert not found, found


@pytest.mark.slow
def test_background_work_loads_no_pages(tmp_path: Path) -> None:
    """All that a worker knows without being asked to answer anybody."""
    script = "from core.celery import app; app.loader.import_default_modules(); import sys; print(*sys.modules)"
    environment = {**os.environ, "CELERY_SKIP_CHECKS": "true", "HOUSE_DATA": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "core.settings"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "core.play.tasks" in loaded
    assert not loaded & {"core.urls", "core.api.auth", "rest_framework.views"}

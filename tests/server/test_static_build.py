"""Scripts and styles as they are served: small, joined, and all of them there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

from core.server.static_build import JOINED, collect_static, list_static_urls, minify
from tests.bench.weight import MOST

BESIDE = ["js/early.js", "django_htmx/htmx-2.min.js"]
"""What a page loads besides what is joined."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Where a file lies when all are collected."""
    folder = tmp_path_factory.mktemp("static")
    collect_static(folder)
    names = json.loads((folder / "staticfiles.json").read_text())["paths"]
    return lambda name: folder / names[name]


@pytest.mark.slow
def test_what_a_page_loads_is_light(collected: Callable[[str], Path]) -> None:
    files = [collected(name) for name in [*JOINED, *BESIDE]]
    assert sum(Path(f"{file}.gz").stat().st_size for file in files) <= MOST


def test_joined_files_hold_all_their_parts_in_order(collected: Callable[[str], Path]) -> None:
    for joined, parts in JOINED.items():
        text = collected(joined).read_text()
        ends = [text.find(minify(name, Path(str(find(name))).read_text())[-200:]) for name in parts]
        assert ends == sorted(ends)
        assert ends[0] >= 0


def test_styles_name_fonts_as_they_are_collected(collected: Callable[[str], Path]) -> None:
    assert collected("fonts/aleo.woff2").name in collected("css/house.css").read_text()


def test_texts_and_sums_keep_their_spaces() -> None:
    assert "`a  b`" in minify("js/a.js", "// why\nconst a = `a  b`; /* c */")
    small = minify("css/a.css", "/* why */\n.a { width: calc(1px + 2px); }\n.a .b:not(.c) > .d { margin: 0 auto; }")
    assert small == ".a{width:calc(1px + 2px)}.a .b:not(.c)>.d{margin:0 auto}"


def test_where_nothing_is_collected_each_part_is_loaded(client: Client, db: None) -> None:
    page = client.get("/games/").content.decode()
    places = [page.find(f'"{address}"') for joined in JOINED for address in list_static_urls(joined)]
    assert places == sorted(places)
    assert places[0] > 0

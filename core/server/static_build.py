"""Builds the static files: scripts and styles are minified, and those that every page loads are joined.

Without STATIC_ROOT, as with DEBUG, nothing is built, and each file is served from its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

JOINED: Mapping[str, Iterable[str]] = {
    "css/house.css": [
        f"css/{name}.css" for name in ("base", "controls", "content", "cards", "table", "play", "places", "states")
    ],
    "js/house.js": [
        "js/idiomorph-ext.min.js",
        *(f"js/{name}.js" for name in ("shared", "looks", "control", "drag", "swaps", "motion", "live")),
    ],
}
"""The joined files that every page loads, each with its parts in order."""
OWN = ("css/", "js/")
"""The folders of the project's own scripts and styles. Files of Django and other packages aren't minified."""

Paths = Mapping[str, tuple[Any, str]]
"""The files for `collectstatic`, by name: the storage that has the file, and its path there."""


def list_static_urls(joined: str) -> list[str]:
    """Return the URLs to load for a joined file: the file's URL or, if nothing is built, the URLs of its parts."""
    collected = isinstance(staticfiles_storage, MinifyingStaticStorage)
    return [staticfiles_storage.url(name) for name in ([joined] if collected else JOINED[joined])]


def collect_static(folder: Path) -> None:
    """Run `collectstatic` into a folder, after clearing it."""
    command = collectstatic.Command()
    command.storage = MinifyingStaticStorage(location=folder)
    call_command(command, interactive=False, clear=True, verbosity=0)


class MinifyingStaticStorage(CompressedManifestStaticFilesStorage):
    """The storage for `collectstatic`. Files are minified, joined, compressed, and named by a hash of their content."""

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[Any]:
        joined = {name: (MinifiedStorage(paths, parts), name) for name, parts in JOINED.items()}
        small = {name: (MinifiedStorage(paths, [name]), name) for name in paths if name.startswith(OWN)}
        yield from super().post_process({**paths, **small, **joined}, *args, **options)


class MinifiedStorage:
    """A read-only storage with one file, made by minifying and joining files of other storages."""

    def __init__(self, paths: Paths, parts: Iterable[str]) -> None:
        self.paths, self.parts = paths, parts

    def open(self, name: str) -> ContentFile[bytes]:
        return ContentFile("\n".join(map(self._minify_file, self.parts)).encode())

    def _minify_file(self, name: str) -> str:
        storage, path = self.paths[name]
        with storage.open(path) as file:
            return minify(name, file.read().decode())


def minify(name: str, text: str) -> str:
    """Return the text of a CSS or JavaScript file minified, depending on the extension of `name`."""
    if name.endswith(".css"):
        return str(rcssmin.cssmin(text))
    return text if name.endswith(".min.js") else f"{rjsmin.jsmin(text)};"

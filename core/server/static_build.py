"""Static files as they are served: scripts and styles made small, and those of every page joined.

Where nothing is collected, as with DEBUG, each file is served as it is written.
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
        f"css/{name}.css" for name in ("base", "controls", "content", "cards", "table", "play", "low", "states")
    ],
    "js/house.js": [
        "js/idiomorph-ext.min.js",
        *(f"js/{name}.js" for name in ("shared", "looks", "control", "drag", "swaps", "motion", "live")),
    ],
}
"""What every page loads, in this order, by the name that it has together."""
OWN = ("css/", "js/")
"""Where our own scripts and styles lie; those of Django and its like stay as they came."""

Paths = Mapping[str, tuple[Any, str]]
"""As `collectstatic` has them: by name, the storage that a file is read from, and its path there."""


def addresses(joined: str) -> list[str]:
    """Return what to load for a joined file: itself or, where nothing is collected, each of its parts."""
    collected = isinstance(staticfiles_storage, Collected)
    return [staticfiles_storage.url(name) for name in ([joined] if collected else JOINED[joined])]


def collect(folder: Path) -> None:
    """What `collectstatic` does, into a folder that holds nothing else."""
    command = collectstatic.Command()
    command.storage = Collected(location=folder)
    call_command(command, interactive=False, clear=True, verbosity=0)


class Collected(CompressedManifestStaticFilesStorage):
    """Where `collectstatic` puts the files: small, joined, compressed, and named by what is in them."""

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[Any]:
        joined = {name: (Small(paths, parts), name) for name, parts in JOINED.items()}
        small = {name: (Small(paths, [name]), name) for name in paths if name.startswith(OWN)}
        yield from super().post_process({**paths, **small, **joined}, *args, **options)


class Small:
    """Stands for a storage in which lies one file: some others, made small and joined."""

    def __init__(self, paths: Paths, parts: Iterable[str]) -> None:
        self.paths, self.parts = paths, parts

    def open(self, name: str) -> ContentFile[bytes]:
        return ContentFile("\n".join(map(self._made_small, self.parts)).encode())

    def _made_small(self, name: str) -> str:
        storage, path = self.paths[name]
        with storage.open(path) as file:
            return made_small(name, file.read().decode())


def made_small(name: str, text: str) -> str:
    """A script or a style without comments and indentation."""
    if name.endswith(".css"):
        return str(rcssmin.cssmin(text))
    return text if name.endswith(".min.js") else f"{rjsmin.jsmin(text)};"

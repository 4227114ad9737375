"""What a browser loads for a table: all scripts and styles, as they come over the wire."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

from tests.bench.inside import inside
from tests.bench.measuring import Effort, Row, say

MOST = 60 * 1024
_LOADED = re.compile(r'<script[^>]*\ssrc="([^"]+)"|<link\b(?=[^>]*rel="stylesheet")[^>]*\shref="([^"]+)"')


def measure(effort: Effort) -> Iterator[Row]:
    """One row: the sum of the files, each compressed by gzip."""
    site = inside()
    page = site.ask(*site.requests["table"])
    paths = sorted({script or style for script, style in _LOADED.findall(page.decode())})
    sizes = {path: len(gzip.compress(site.ask("GET", path), 9)) for path in paths}
    whole = sum(sizes.values())
    say(f"  the table page itself {len(gzip.compress(page, 9)) / 1024:.1f} KB")
    for path, size in sizes.items():
        say(f"  {path} {size / 1024:.1f} KB")
    yield Row(
        "Scripts and styles of a table page, gzip",
        f"{whole / 1024:.1f} KB",
        goal=f"{MOST // 1024} KB",
        met=whole <= MOST,
    )

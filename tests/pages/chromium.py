"""Which browser the pages are looked at in, and how it is launched."""

from __future__ import annotations

import os
import shutil
from typing import Any


def installed() -> str | None:
    """Return where Chromium is: the one without windows, which takes two thirds of the time, or else the whole one."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def launched() -> dict[str, Any]:
    """Return what Playwright's `launch` is given. Chromium's sandbox refuses to be root's."""
    return {"executable_path": installed(), "args": [] if os.geteuid() else ["--no-sandbox"]}

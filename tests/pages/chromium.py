"""Which browser the pages are looked at in, and how it is launched."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page

PATIENCE = 90_000
"""Milliseconds. Nothing takes nearly so long, but for a machine that stands still for a while."""


def installed() -> str | None:
    """Return where Chromium is: the one without windows, which takes two thirds of the time, or else the whole one."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def launched() -> dict[str, Any]:
    """Return what Playwright's `launch` is given. Chromium's sandbox refuses to be root's."""
    return {"executable_path": installed(), "args": [] if os.geteuid() else ["--no-sandbox"]}


SAME_ID = """document.addEventListener("htmx:afterSettle", () => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const same = ids.filter((id, before) => ids.indexOf(id) !== before);
  if (same.length) console.error(`Several elements have the same id: ${[...new Set(same)].slice(0, 9).join(", ")}`);
});"""
"""A part of a page that is put inside itself, and not in its own place, has its ids twice."""


def watched(page: Page) -> Page:
    """A page that keeps what it complains of, and waits as long as it takes."""
    page.set_default_timeout(PATIENCE)
    page.add_init_script(SAME_ID)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda said: page.complaints.append(said.text) if _is_complaint(said) else None)
    return page


def _is_complaint(said: ConsoleMessage) -> bool:
    """A refused move is an answer with status 422, and no fault of the page."""
    return said.type == "error" and "status of 4" not in said.text

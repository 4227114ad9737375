"""What is too small to be touched: `python -m tests.pages.targets --url URL [PATH …]` lists it, page by page.

A finger needs 44 pixels. A card that lies half under the next has the height of any other, and a third of its width. A
link among words is as high as they are, and 24 is the least for anything.
"""

from __future__ import annotations

import argparse
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.pages.chromium import launched

FINGER, LEAST, OVERLAP = 44, 24, 33
PRESSED = "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']:not([role=region])"
SMALL = """([pressed, finger, least, overlap]) => {
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  const amongWords = (node) => node.matches("a, .link-button, summary")
    && getComputedStyle(node).display.startsWith("inline")
    && [...node.parentNode.childNodes].some((one) => one !== node && one.textContent.trim());
  const room = (node) => {
    const label = node.closest("label") || (node.id && document.querySelector(`label[for="${CSS.escape(node.id)}"]`));
    const boxes = [node, label].filter(Boolean).map((one) => one.getBoundingClientRect());
    return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))].map(Math.round);
  };
  const wanted = (node) => amongWords(node) ? [least, least]
    : [node.matches(".card, .spot > .place") ? overlap : finger, finger];
  const name = (node) => (node.getAttribute("aria-label") || node.innerText || node.id || node.className).trim();
  const found = [];
  for (const node of document.querySelectorAll(pressed)) {
    if (!shown(node) || node.closest(".skip, .visually-hidden")) continue;
    const [width, height] = room(node), [wide, high] = wanted(node);
    if (width > 1 && (width < wide || height < high)) found.push(`${name(node).slice(0, 40)} ${width}×${height}`);
  }
  return found;
}"""


def too_small(page: Page, finger: int = FINGER) -> list[str]:
    """Return what on a page is smaller than a finger needs, each with its size."""
    found: list[str] = page.evaluate(SMALL, [PRESSED, finger, min(finger, LEAST), min(finger, OVERLAP)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pages.targets", description=__doc__)
    parser.add_argument("--url", required=True, help="a site that runs")
    parser.add_argument("--desk", action="store_true", help="by mouse on a large window, where 24 are enough")
    parser.add_argument("paths", nargs="+")
    asked = parser.parse_args()
    device: dict[str, Any] = {"viewport": {"width": 360, "height": 800}, "has_touch": True, "is_mobile": True}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launched())
        page = browser.new_page(base_url=asked.url, **({} if asked.desk else device))
        for path in asked.paths:
            page.goto(path)
            print(path, *too_small(page, LEAST if asked.desk else FINGER), sep="\n    ")
        browser.close()


if __name__ == "__main__":
    main()

"""Renders Markdown, with card codes drawn as cards."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

import nh3
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from core.templatetags.cards import add_suits_to_colors, render_cards_in_sentence
from games.cards import parse_cards
from games.errors import BadText

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_TAGS = {
    "p",
    "ul",
    "ol",
    "li",
    "em",
    "strong",
    "code",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "br",
    "a",
}
LONGEST = 4_000
MOST_BARS = 40
"""The maximum number of vertical bars in a line, because every line of a table gets as many cells as the first one."""
_CODE = re.compile(r"<code>([^<]*)</code>([.,;:!?)]*)")


@lru_cache(maxsize=4096)
def render_markdown(text: str) -> SafeString:
    """Render Markdown as HTML. Code spans that contain only cards are drawn as cards."""
    if _is_too_complex(text):
        return _render_plain(text)
    return mark_safe(_CODE.sub(_render_cards, add_suits_to_colors(_render_html(text))))


def render_markdown_with_card_codes(text: str) -> SafeString:
    """Render Markdown as HTML for programmers. Cards stay codes."""
    return _render_plain(text) if _is_too_complex(text) else mark_safe(_render_html(text))


def _is_too_complex(text: str) -> bool:
    """Return whether Markdown is too long to parse, or has too many vertical bars in a line.

    The length is limited because the time for parsing nested brackets grows with the square of their number.
    """
    return len(text) > LONGEST or any(line.count("|") > MOST_BARS for line in text.splitlines())


def _render_plain(text: str) -> SafeString:
    return format_html("<p>{}</p>", text)


def _render_html(text: str) -> str:
    return nh3.clean(_MARKDOWN.render(text), tags=_TAGS, attributes={"a": {"href"}}, link_rel="noopener")


def _render_cards(found: re.Match[str]) -> str:
    codes = unescape(found.group(1)).split()
    try:
        parse_cards(" ".join(codes))
    except BadText:
        return found.group(0)
    if not codes:
        return found.group(0)
    return render_cards_in_sentence(" ".join(codes), found.group(2), "minis")

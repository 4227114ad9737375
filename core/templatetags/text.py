"""Template filters for the text of lessons, puzzles, and rulebooks."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from core.rendering import markdown
from games.engine.game import Game
from games.engine.options import Option
from variants.not_found import list_options_changing_clauses

register = template.Library()

register.filter("rendered", markdown.render_markdown)


@register.filter
def clause_title(id: str, game: Game[Any]) -> str:
    """Return the title of the rule with this id in the game's rulebook."""
    return game.rulebook.get_clause_title(id)


@register.filter
def options_changing(id: str, game: Game[Any]) -> list[Option[Any]]:
    """Return the game's house-rule options that change the rule with this id in the rulebook."""
    return list_options_changing_clauses(game, [id])


@register.filter
def one_per_line(texts: list[str] | str | None) -> str:
    """Join a list of texts with line breaks, for a text area.

    A single text is returned unchanged. None becomes "".
    """
    return "\n".join(texts) if isinstance(texts, list) else texts or ""


@register.filter
def breakable(address: str) -> SafeString:
    """Render a URL so that a line can break after its punctuation, and not inside a word."""
    return format_html_join(
        "", "{}<wbr>", ((part,) for part in re.findall(r"[^/?&=._-]*[/?&=._-]+|[^/?&=._-]+", address))
    )

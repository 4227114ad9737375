"""Parts of pages that hang on nothing but what they are given: each is drawn once, and remembered by that.

What such a part is given is all that it can see, and also what its drawing is known by. No request, visitor or hour
reaches it: one that asks for more fails, and so does one that is given something that may change. So whoever is given
the same sees the same, and nobody is shown what was drawn for somebody who was given something else. What is new each
time stands in the drawing as a mark, and is filled in afterwards: the token of its forms and, at a table, some more.
A whole page may be such a part, too: `core.drawn` answers with it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import is_dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

from django import template
from django.template.loader import get_template, render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

ROOM = 2000
"""How many drawings a process remembers, of a few KB each."""
ROOM_FOR_PAGES = 250
"""How many pages, of up to 60 KB each."""

TABLE = (
    "marks",
    "missed",
    "move_url",
    "names",
    "own_moves",
    "screen",
    "so_far",
    "standing",
    "table_id",
    "table_label",
    "ticks",
    "undo_url",
    "version",
)
"""What `parts/table.html` is given of a page's context."""

PLAIN = (str, int, float, bool, type(None))


class New(NamedTuple):
    """What is new each time: the values of a context that it shows, which are for that alone, and how."""

    shown: tuple[str, ...]
    fill: Callable[[Mapping[str, Any]], str]


def _part(name: str, *shown: str, more: tuple[str, ...] = (), once: bool = False) -> New:
    """A small part that is there only if one of the values that it shows is; drawn `once` if all are plain."""

    def fill(context: Mapping[str, Any]) -> str:
        if not any(context.get(one) for one in shown):
            return ""
        given = {one: context.get(one) for one in (*shown, *more)}
        return _drawn(name, NOTHING, tuple(given.items())) if once else render_to_string(name, given)

    return New(shown, fill)


class Kept(dict[Any, Any]):
    """A mapping that does not change, and is known by what it holds."""

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.items()))

    def __hash__(self) -> int:  # type: ignore[override]
        return self._hash


NOTHING = Kept()


def _refusal(context: Mapping[str, Any]) -> str:
    """Return why what a step is about is refused, once somebody has tried it."""
    shown = {"violation": context.get("refused"), "rules_url": context.get("rules_url")}
    return render_to_string("parts/violation.html", shown) if shown["violation"] else ""


def _in_force(context: Mapping[str, Any]) -> str:
    """By which house rules somebody reads, which they may change where they read it."""
    if not context.get("rules"):
        return ""
    return render_to_string("variants/in_force.html", {**context, "folded": True}, context["request"])


TOKEN = "csrf_token"
NEW_EACH_TIME: Mapping[str, New] = {
    "clock": _part("parts/clock.html", "clock", more=("between",)),
    "notice": _part("parts/for_now.html", "violation", "readings", "legal", "advice", more=("rules_url", "show_url")),
    "coach": _part("play/ask_coach.html", "ask_coach", more=("coach_url",), once=True),
    "refusal": New(("refused",), _refusal),
    "in_force": New(("rules",), _in_force),
}
"""What a page shows for a moment, or to one visitor alone."""
FOR_NOW = frozenset(name for new in NEW_EACH_TIME.values() for name in new.shown)
MARKS: dict[str, Any] = {name: f"mark{secrets.token_hex(12)}" for name in (TOKEN, *NEW_EACH_TIME)}
NAMES = {mark: name for name, mark in MARKS.items()}
MARK = re.compile(f"({'|'.join(NAMES)})")

Drawing = tuple[str, ...]
"""What was drawn, cut at its marks: text, the name of a mark, text, and so on."""


@register.simple_tag(takes_context=True)
def draw_table(context: template.Context, **more: Any) -> SafeString:
    """The table that `core.rendering.table_context.dress` has put into the context."""
    here: dict[str, Any] = {**cast("Mapping[str, Any]", context.flatten()), **more}
    given: dict[str, Any] = {name: here.get(name) for name in TABLE}
    html = drawn(context, "parts/table.html", **MARKS, **given)
    return html if isinstance(context, Given) else filled(_cut(html), here)


def drawn_page(template_name: str, context: Mapping[str, Any], of: Kept = NOTHING) -> Drawing:
    """A whole page, or what htmx asks for of it, drawn of plain things; its marks are still to be filled in."""
    return _drawn_page(template_name, of, tuple({**kept(context), **MARKS}.items()))


def kept(context: Mapping[str, Any]) -> Kept:
    """Return what pages are drawn of again and again, without what is new each time."""
    return Kept({name: _kept(value) for name, value in context.items() if name not in FOR_NOW})


def filled(drawing: Drawing, context: Mapping[str, Any], token: str = "") -> SafeString:
    """A drawing with what is new each time in the places of its marks."""
    pieces = list(drawing)
    for at in range(1, len(pieces), 2):
        name = pieces[at]
        pieces[at] = escape(token) if name == TOKEN else NEW_EACH_TIME[name].fill(context)
    return mark_safe("".join(pieces))


@register.simple_tag(takes_context=True)
def drawn(context: template.Context, template_name: str, of: Mapping[str, Any] = NOTHING, **given: Any) -> SafeString:
    """A part of a page, drawn of what is given alone, one by one or as a mapping that holds plain things.

    All that it takes of the page is the token of its forms.
    """
    given[TOKEN] = MARKS[TOKEN]
    html: SafeString = _drawn(template_name, Kept(of), tuple((name, _kept(value)) for name, value in given.items()))
    if MARKS[TOKEN] not in html:
        return html
    return mark_safe(html.replace(MARKS[TOKEN], escape(context.get(TOKEN) or "")))


def _draw(template_name: str, of: Kept, given: tuple[tuple[str, Hashable], ...]) -> SafeString:
    for name, value in (*of.items(), *given):
        if not _lasts(value):
            raise MayChange(f"{template_name} is given “{name}”, which may change.")
    part: Any = get_template(template_name)
    html: str = part.template.render(Given({**of, **dict(given)}))
    return mark_safe(html)


def _cut(html: str) -> Drawing:
    return tuple(NAMES.get(piece, piece) for piece in MARK.split(html))


_drawn = lru_cache(maxsize=ROOM)(_draw)


@lru_cache(maxsize=ROOM_FOR_PAGES)
def _drawn_page(template_name: str, of: Kept, given: tuple[tuple[str, Hashable], ...]) -> Drawing:
    return _cut(_draw(template_name, of, given))


class Given(template.Context):
    """A context that fails where a part asks for what it was not given."""

    def __getitem__(self, key: Any) -> Any:
        try:
            return super().__getitem__(key)
        except KeyError:
            raise NotGiven(f"“{key}” is not given to {self.template and self.template.name}.") from None

    def get(self, key: Any, otherwise: Any = None) -> Any:
        return self[key]


class NotGiven(Exception):
    """A part that is drawn once hangs on something that it is not remembered by."""


class MayChange(Exception):
    """A part that is drawn once would be remembered by something that does not stay what it is."""


def _kept(value: Any) -> Hashable:
    """The value as something to be known by. What a template says itself is HTML to it; here it is text like others."""
    if type(value) in PLAIN:
        return cast("Hashable", value)
    if isinstance(value, SafeString):
        return str.__str__(value)
    if isinstance(value, dict):
        return Kept(value)
    return tuple(value) if isinstance(value, list) else value


def _lasts(value: object) -> bool:
    """Whether a value is made of plain things that stay as they are. Text is plain: none that passes for HTML."""
    kind = type(value)
    if kind in PLAIN:
        return True
    if isinstance(value, tuple | frozenset):
        return all(map(_lasts, value))
    if isinstance(value, Kept):
        return all(map(_lasts, value.values()))
    return is_dataclass(kind) and kind.__hash__ is not object.__hash__ and all(map(_lasts, vars(value).values()))

"""What is drawn once: alike for who is given the same, another for everybody else, and never more than was given."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Engine, Template
from django.utils.safestring import mark_safe

from core.play.table_context import Countdown
from core.rendering.table_context import screen_context
from core.templatetags import drawing
from games.engine.view import Action, Screen, SeatNote, Zone


def shown(seat: int, hand: str, names: list[str], **more: Any) -> str:
    zones = (
        Zone("h0", "fan", "Hand", tuple(hand.split()) if seat == 0 else ("?", "?"), owner=0),
        Zone("h1", "fan", "Hand", tuple(hand.split()) if seat == 1 else ("?", "?"), owner=1),
    )
    screen = Screen(seat, zones, (SeatNote(0), SeatNote(1)), "Your turn.", (Action("pass", "Pass", "Pass."),))
    given = {"move_url": "/move/", "csrf_token": "own-token", **more}
    context = Context(screen_context(None, screen, names, seat, **given))  # type: ignore[arg-type]
    return Template("{% load drawing %}{% draw_table %}").render(context)


def test_the_same_table_is_drawn_once_and_each_visitor_gets_their_own_token() -> None:
    drawing._drawn.cache_clear()
    one = shown(0, "7C 8C", ["Ann", "Ben"], csrf_token="token-of-ann")
    drawn = drawing._drawn.cache_info().misses
    other = shown(0, "7C 8C", ["Ann", "Ben"], csrf_token="token-of-eve")
    assert drawing._drawn.cache_info().misses == drawn
    assert "token-of-ann" in one
    assert other == one.replace("token-of-ann", "token-of-eve")
    assert not any(mark in one for mark in drawing.MARKS.values())


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"hand": "7C 9C"},
        {"names": ["Ann", "Eve"]},
        {"version": 8},
        {"move_url": ""},
        {"undo_url": "/back/"},
        {"marks": {"8C": "legal"}},
        {"table_label": "Another table"},
        {"missed": [], "standing": "Ben holds two cards."},
        {"clock": Countdown(12.0, 30, "Ben", True), "between": False},
    ],
)
def test_whoever_is_given_something_else_sees_something_else(change: dict[str, Any]) -> None:
    usual = {"seat": 0, "hand": "7C 8C", "names": ["Ann", "Ben"], "version": 7}
    assert shown(**{**usual, **change}) != shown(**usual)
    assert shown(**usual) == shown(**usual)


def test_a_clock_goes_on_in_a_drawing_that_is_remembered() -> None:
    early = shown(0, "7C", ["Ann", "Ben"], clock=Countdown(20.0, 30, "Ben", False))
    late = shown(0, "7C", ["Ann", "Ben"], clock=Countdown(10.0, 30, "Ben", False))
    assert "0:20" in early
    assert "0:10" in late


def test_what_may_change_or_passes_for_html_is_not_remembered() -> None:
    for given in ({"place": object()}, {"names": [["Ann"]]}, {"names": (mark_safe("<b>"),)}):
        with pytest.raises((drawing.MayChange, TypeError)):
            drawing.drawn(Context(), "play/sheet_head.html", id="log", title="Log", **given)
    assert "&lt;b&gt;" in drawing.drawn(Context(), "play/sheet_head.html", id="log", title=mark_safe("<b>"))


def test_what_is_given_as_a_mapping_counts_like_what_is_given_by_itself() -> None:
    one, other = ({"id": "log", "title": title} for title in ("Log", "<b>"))
    plain = drawing.drawn(Context(), "play/sheet_head.html", **one)
    assert drawing.drawn(Context(), "play/sheet_head.html", of=one) == plain
    assert "&lt;b&gt;" in drawing.drawn(Context(), "play/sheet_head.html", of=other)
    for title in (mark_safe("<i>"), object()):
        with pytest.raises(drawing.MayChange):
            drawing.drawn(Context(), "play/sheet_head.html", of={**one, "title": title})


def test_a_part_that_asks_for_more_than_it_is_given_fails() -> None:
    part = Engine.get_default().from_string("{{ name }}{{ request }}")
    with pytest.raises(drawing.NotGiven, match="request"):
        part.render(drawing.Given({"name": "Ann"}))

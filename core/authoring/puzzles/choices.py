"""The choices that the builder offers: places and cards, house rules, facts, and goals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from core.authoring.puzzles.position_editor import PositionDraft
from core.people.models import Person
from games.cards import RANKS
from games.engine import phrasing
from games.engine.asking import Fact
from games.engine.building import BACK
from games.engine.custom_questions import CAN_BE_ASKED
from games.engine.game import Game
from games.engine.options import Options
from variants.addresses import index_by_digest, list_playable, list_titled_standards
from variants.models import RuleSet

GAP = "…"
"""The placeholder for a part of a question that isn't filled in yet."""


KEYS = (
    ("7h 10s * ?", "Cards: rank and suit, a joker, an open card; on a card or on the pack they may be typed too"),
    ("Enter", "To the next place; with Shift, to the one before"),
    ("Backspace", "Take the last card back"),
    ("← → ↑ ↓", "Over the pack; Space lays a card"),
    ("Delete", "A card goes back to the pack"),
    ("F6", "Table, pack, question; with Shift, the other way"),
    ("Ctrl Z", "Undo; with Shift, do it again"),
    ("Alt 1 … 4", "The tabs"),
    ("Alt C", "The first cure of what is amiss"),
    ("Ctrl Enter", "Publish"),
)
"""The builder's keyboard shortcuts, each with its description, see `builder-keys.js`."""


def build_table_context(laid: PositionDraft) -> dict[str, Any]:
    """Return the template context of a table in the position editor."""
    building, place = laid.building, laid.place
    return {
        "places": building.list_places(),
        "filling": place.id,
        "far": bool(place.seat) or (place.rest and not place.known_count),
        "pack": _list_deck_rows(laid),
        "left": building.remaining_counts.total(),
        "whole": building.deck_counts.total(),
        "sayings": building.list_settings(),
        "keys": KEYS,
        "seats_now": building.seats,
        "seats": laid.game.list_seat_counts(laid.options),
    }


def _list_deck_rows(laid: PositionDraft) -> list[list[dict[str, Any]]]:
    """Return the deck as rows of card buttons, a row for each suit; each button has the number of cards left."""
    left, whole = laid.building.remaining_counts, laid.building.deck_counts
    rows = [
        [
            {"code": rank + suit, "left": left[rank + suit], "of": whole[rank + suit]}
            for rank in RANKS
            if whole[rank + suit]
        ]
        for suit in "SHDC"
    ]
    extra = [{"code": "*", "left": left["*"], "of": whole["*"]}] if whole["*"] else []
    more = [*extra, {"code": BACK, "left": 99, "of": 99}]
    return [row + more[at : at + 1] for at, row in enumerate(row for row in rows if row)]


def list_rule_sets(person: Person | None, game: Game[Any], now: Options) -> list[tuple[str, str, bool]]:
    """Return the sets of house rules to choose from: values as JSON, name, and whether a set is the current one."""
    listed = list_playable(game, RuleSet.objects.of_game(game).listed_for(person))
    named = [("The book", game.options()), *list_titled_standards(game), *listed, ("As they are here", now)]
    return [(json.dumps(one.dump_saved()), name, one == now) for name, one in index_by_digest(named).values()]


def list_questions(game: Game[Any], seats: int) -> list[tuple[str, str]]:
    """Return the facts to ask about, as pairs of the fact's text and its question.

    A fact about one seat is listed for each seat.
    """
    can_be = [one for one in game.all_facts.values() if one.kind in CAN_BE_ASKED]
    return [asked for fact in can_be for asked in _list_fact_questions(game, fact, seats)]


def _list_fact_questions(game: Game[Any], fact: Fact, seats: int) -> Iterator[tuple[str, str]]:
    """Yield the choices for one fact: one for each seat if it's about a seat, else a single one."""
    if [one.annotation for one in fact.takes] != ["Seat"]:
        yield fact.name, replace_placeholders(fact.question)
        return
    for seat in map(str, range(seats)):
        yield f"{fact.name} {seat}", phrasing.phrase_question(game, fact, [seat], seats)


def list_goals(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the goals to choose from, as pairs of name and sentence."""
    return [(one.name, replace_placeholders(one.sentence)) for one in game.all_goals.values()]


def replace_placeholders(text: str) -> str:
    """Return a text in which each `{name}` is replaced by `GAP`."""
    return re.sub(r"\{\w+\}", GAP, text)

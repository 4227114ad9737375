"""The choices that the puzzle builder offers: zones and cards, house rules, facts, and goals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from core.authoring.puzzles.position_editor import PositionDraft
from core.people.models import Person
from games.cards import RANKS
from games.engine import phrasing
from games.engine.custom_questions import CAN_BE_ASKED
from games.engine.facts_and_goals import Fact
from games.engine.game import Game
from games.engine.options import Options
from games.engine.position_builder import BACK
from variants.models import RuleSet
from variants.rules_by_digest import index_rules_by_digest, list_playable_saved_rules, list_unsaved_rules_with_titles

GAP = "…"
"""The placeholder for an unfilled part of a question."""


KEYS = (
    ("7h 10s * ?", "Type a card: rank and suit, a joker, or a face-down card, also on a card or in the deck"),
    ("Enter", "Next zone; with Shift, the previous zone"),
    ("Backspace", "Remove the last card"),
    ("← → ↑ ↓", "Move in the deck; Space places a card"),
    ("Delete", "Return a card to the deck"),
    ("F6", "Table, deck, question; with Shift, backward"),
    ("Ctrl+Z", "Undo; with Shift, redo"),
    ("Alt+1 … 4", "The tabs"),
    ("Alt+C", "Apply the first fix"),
    ("Ctrl+Enter", "Publish"),
)
"""The builder's keyboard shortcuts, each with its description (see `builder-keys.js`)."""


def build_position_editor_context(laid: PositionDraft) -> dict[str, Any]:
    """Build the template context of the position editor, in which authors put cards on a table.

    `laid` is the draft with the position that is being edited.
    """
    building, place = laid.position_builder, laid.current_place
    return {
        "places": building.list_card_places(),
        "filling": place.id,
        "far": bool(place.seat) or (place.rest and not place.face_up_card_count),
        "pack": _list_deck_rows(laid),
        "left": building.remaining_counts_by_card.total(),
        "whole": building.deck_counts_by_card.total(),
        "sayings": building.list_position_settings(),
        "keys": KEYS,
        "seats_now": building.seats,
        "seats": laid.game.list_seat_counts(laid.house_rules),
    }


def _list_deck_rows(laid: PositionDraft) -> list[list[dict[str, Any]]]:
    """Return rows of buttons for the deck's cards, one row per suit. Each button is a dict.

    It says how many of these cards aren't on the table yet (99 for the face-down card), and how many the deck has. The
    joker and the face-down card are at the ends of the first rows.
    """
    left, whole = laid.position_builder.remaining_counts_by_card, laid.position_builder.deck_counts_by_card
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


def list_rule_set_choices(person: Person | None, game: Game[Any], now: Options) -> list[tuple[str, str, bool]]:
    """Return the house rules that the author can choose from, with `now` (the current ones) among them.

    Each choice is a tuple: the options as JSON, the name, and whether it's the current choice.
    """
    listed = list_playable_saved_rules(game, RuleSet.objects.of_game(game).of_site_or_person(person))
    named = [("Standard rules", game.options()), *list_unsaved_rules_with_titles(game), *listed, ("Current rules", now)]
    return [
        (json.dumps(one.dump_values_to_store()), name, one == now)
        for name, one in index_rules_by_digest(named).values()
    ]


def list_fact_choices(game: Game[Any], seats: int) -> list[tuple[str, str]]:
    """Return the facts that a puzzle can ask about. A fact is something that the engine can compute, such as a score.

    Each is a pair: the fact in code, and its question in words. The code is the fact's name. A fact about one seat is
    listed for each seat, with the seat after the name.
    """
    can_be = [one for one in game.all_facts.values() if one.kind in CAN_BE_ASKED]
    return [asked for fact in can_be for asked in _list_choices_of_fact(game, fact, seats)]


def _list_choices_of_fact(game: Game[Any], fact: Fact, seats: int) -> Iterator[tuple[str, str]]:
    """Yield the choices for one fact: one per seat if it's about a seat, or else just one."""
    if [one.annotation for one in fact.takes] != ["Seat"]:
        yield fact.name, replace_placeholders(fact.question)
        return
    for seat in map(str, range(seats)):
        yield f"{fact.name} {seat}", phrasing.phrase_question(game, fact, [seat], seats)


def list_goal_choices(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the goals that an author can choose for a puzzle or a lesson's step, such as “You have captured …”

    Each is a pair of the goal's name and its sentence.
    """
    return [(one.name, replace_placeholders(one.sentence)) for one in game.all_goals.values()]


def replace_placeholders(text: str) -> str:
    """Replace each placeholder in braces, such as `{cards}`, with an ellipsis (`GAP`)."""
    return re.sub(r"\{\w+\}", GAP, text)

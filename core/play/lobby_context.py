"""The template contexts of the lobby and of its list of tables."""

from __future__ import annotations

from typing import Any

import games
from core.people.models import Person
from core.people.requests import HttpRequest
from core.play.models import Table
from core.play.opponents import OPPONENTS, get_chosen_level
from core.rendering.table_context import isolate_right_to_left_text
from games.words import join_words


def build_lobby_context(request: HttpRequest) -> dict[str, Any]:
    """Build the template context of the lobby. Tables where it's the reader's turn come first."""
    tables = Table.objects.visible_to(request.person).select_related("owner")
    rows = [build_table_row(table, request.person) for table in tables[:60]]
    under_way = sorted((row for row in rows if not row["table"].is_over), key=lambda row: not row["your_turn"])
    return {
        "active": "play",
        "all_games": list(games.all_games().values()),
        "with_friends": "friends" in request.GET,
        "opponents": OPPONENTS,
        "chosen": get_chosen_level(request),
        "under_way": under_way,
        "finished": [row for row in rows if row["table"].is_over][:12],
    }


def build_table_row(table: Table, person: Person | None) -> dict[str, Any]:
    """Build the template context of a table in a list: the other players, and whose turn it is."""
    places = table.list_seats()
    own = next((place for place in places if person and place.person_id == person.pk), None)
    names = [isolate_right_to_left_text(name) for name in table.list_player_names(places)]
    waited = [name for place, name in zip(places, names, strict=True) if table.is_waiting_for(place.number)]
    return {
        "table": table,
        "title": table.engine_game.title,
        "others": [name for place, name in zip(places, names, strict=True) if place is not own],
        "place": own,
        "your_turn": table.is_waiting_for(own.number if own else None),
        "waited": join_words(waited) if waited else "",
    }

"""Tables as JSON, with no more than the person's own seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.http.time_zone import format_utc
from core.people.models import Person
from core.play.match_log import MatchLog
from core.play.models import Move, Seat, Table
from core.rendering.table_context import fill_in_screen_names, summarize_deal
from games.engine.event import Event
from games.engine.game import Game


def seat_json(table: Table, place: Seat, name: str, person: Person) -> dict[str, Any]:
    """Return a seat as JSON: who sits there, whether it's their turn, and their score."""
    match = table.board.state.match
    return {
        "number": place.number,
        "name": name,
        "kind": "free" if place.is_free else "bot" if place.bot else "person",
        "level": place.bot,
        "you": place.person_id == person.pk,
        "to_move": table.status == Table.Status.PLAYING and place.number in table.waits_for,
        "away": table.is_player_away(place),
        "stood_in": place.stood_in,
        "score": match.scores[place.number],
        "won": place.number in match.winners,
    }


def table_row_json(table: Table, person: Person, places: Sequence[Seat] | None = None) -> dict[str, Any]:
    """Return a table as JSON, for a list of tables."""
    places = places or table.list_seats()
    own = find_own_seat(places, person)
    names = table.list_player_names(places)
    return {
        "code": table.code,
        "game": table.game,
        "rules": table.rules,
        "status": table.status,
        "closed": table.closed,
        "version": table.version,
        "seats": [seat_json(table, place, name, person) for place, name in zip(places, names, strict=True)],
        "seat": own.number if own else None,
        "your_turn": bool(own and table.status == Table.Status.PLAYING and own.number in table.waits_for),
        "changed": format_utc(table.changed),
    }


def find_own_seat(places: Sequence[Seat], person: Person) -> Seat | None:
    """Return the seat of a person; None if they don't sit at the table."""
    return next((place for place in places if place.person_id == person.pk), None)


def table_json(table: Table, person: Person) -> dict[str, Any]:
    """Return a table as JSON, as seen from the person's seat, or by a spectator if the person has no seat."""
    places = table.list_seats()
    own = find_own_seat(places, person)
    seat = own.number if own else None
    board, names = table.board, table.list_player_names(places)
    match, coming, deadline = board.state.match, table.find_next_shuffle(), table.get_wait_deadline(places)
    screen = fill_in_screen_names(board.build_screen(seat), names, seat)
    return {
        **table_row_json(table, person, places),
        "options": table.house_rules.dump_values_for_record(),
        "pace": table.pace,
        "patience": table.patience,
        "forced_moves": table.forced_moves,
        "turning": table.turning,
        "deadline": format_utc(deadline),
        "owner": table.owner_id == person.pk,
        "invite": table.invite if own or table.owner_id == person.pk else None,
        "watch": table.watch if own or table.owner_id == person.pk else None,
        "waiting": list(table.waits_for),
        "may_take_back": seat is not None and table.back == seat,
        "between": table.is_between_deals,
        "winners": list(match.winners),
        "position": board.build_view(seat).position,
        "screen": screen.to_json(),
        "result": _deal_result_json(table, names, seat),
        "sealed": coming.digest if coming else None,
        "opened": [{"digest": one.digest, "salt": one.salt, "text": one.text} for one in table.list_revealed_deals()],
        "live": f"/live/table/{table.code}/",
        "page": table.get_absolute_url(),
    }


def _deal_result_json(table: Table, names: Sequence[str], seat: int | None) -> dict[str, Any] | None:
    results = table.board.state.match.results
    if not results:
        return None
    count = summarize_deal(table.engine_game, results[-1], names, seat)
    said = {"sentence": count.sentence, "heads": list(count.heads), "rows": [list(row) for row in count.rows]}
    return {**results[-1].to_json(), **said}


def moves_json(table: Table, person: Person, since: int, limit: int) -> dict[str, Any]:
    """Return at most `limit` moves after version `since`, with the sentences that describe them to the person's seat.

    The text of another seat's move might name hidden cards, so only the texts of the person's own moves are included.
    """
    places = table.list_seats()
    own = find_own_seat(places, person)
    log = MatchLog(table, own.number if own else None, table.list_player_names(places))
    moves = list(table.moves.filter(number__lte=table.version).order_by("number"))
    rows = zip(moves, table.board.events, strict=True)
    found = [(move, events) for move, events in rows if move.number > since]
    shown = found[:limit]
    return {
        "version": shown[-1][0].number if len(shown) < len(found) else table.version,
        "rewound": table.rewound,
        "moves": [_move_json(move, events, log) for move, events in shown],
        "more": len(shown) < len(found),
    }


def event_json(game: Game[Any], event: Event) -> dict[str, Any]:
    """Return an event as JSON, with a sentence in which `{0}` stands for the name of seat 0."""
    return {**event.to_json(), "text": game.describe_event(event)}


def _move_json(move: Move, events: Any, log: MatchLog) -> dict[str, Any]:
    return {
        "number": move.number,
        "seat": move.seat,
        "by": _get_visible_move_maker(move, log),
        "text": move.text if move.seat == log.seat else None,
        "events": [event_json(log.table.engine_game, event.for_seat(log.seat)) for event in events],
        "told": log.list_move_lines(move.number, move.seat, move.by, events),
    }


def _get_visible_move_maker(move: Move, log: MatchLog) -> str:
    """Return who made a move, as far as the seat can know.

    Another player's forced move counts as made by a person: a sign that the player had no other move would reveal
    something of their hand.
    """
    forced = move.by == Move.MoverKind.ITSELF and log.table.engine_game.decides
    return Move.MoverKind.PERSON.value if forced and move.seat != log.seat else move.by

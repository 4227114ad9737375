"""Tables: matches being played. A `Table` keeps the state, the record, and the events of a match."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.clause import IllegalMove
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.record import Record
from games.engine.state import DEALER, State
from games.engine.view import Screen, View


class Table:
    """A match being played: its state, the record of moves that led to it, and their events.

    `events` has a list of events for each move in the record. A table can also be set up from a position
    (`from_state`). Its record then has only the moves made since.
    """

    def __init__(self, game: Game[Any], options: Options, seats: int) -> None:
        self._set_up_with_state(game, game.start_match(options, seats))

    def _set_up_with_state(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.state = state
        self.record = Record(game.slug, state.options, state.seats)
        self.events: list[list[Event]] = []

    @classmethod
    def from_state(cls, game: Game[Any], state: State) -> Table:
        """Return a table with a copy of this state."""
        table = cls.__new__(cls)
        table._set_up_with_state(game, state.copy())
        return table

    @classmethod
    def replay_record(cls, record: Record, moves: int | None = None) -> Table:
        """Replay a record's moves, or only the first `moves` of them, and return the table.

        Raises IllegalMove or BadText for a bad move.
        """
        import games

        table = cls(games.get(record.game), record.options, record.seats)
        for seat, text in record.moves[:moves]:
            table.play_move(seat, text)
        return table

    def copy(self) -> Table:
        """Return an independent table with the same state, record, and events."""
        new = Table.__new__(Table)
        new.game, new.state = self.game, self.state.copy()
        new.record = Record(self.record.game, self.record.options, self.record.seats, self.record.moves[:])
        new.events = self.events[:]
        return new

    @property
    def is_over(self) -> bool:
        return not self.state.waiting

    def list_move_readings(self, seat: int, text: str) -> list[Move]:
        """Return the complete moves that the text of a move can mean in this state.

        If it's complete, or can't mean any legal move, returns just the move as written. Raises BadText.
        """
        move = self.game.parse_move(text)
        return self.game.list_move_readings(self.state, seat, move) or [move]

    def play_move(self, seat: int, move: Move | str) -> list[Event]:
        """Make a move and return its events. Raises IllegalMove or BadText, leaving the table unchanged."""
        parsed = self._resolve_move(seat, move)
        events = self.game.play_move(self.state, seat, parsed)
        self.record.moves.append((seat, str(parsed)))
        self.events.append(events)
        return events

    def list_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat that can move now.

        For verbs with many card combinations, these are only examples (see `Game.list_moves`).
        """
        return self.game.list_moves(self.state, seat)

    def find_violation(self, seat: int, move: Move | str) -> IllegalMove | None:
        """Return the error that this move would raise, or None if it's legal."""
        violation = self.game.find_violation(self.state, seat, self._resolve_move(seat, move))
        return IllegalMove(violation) if violation else None

    def _resolve_move(self, seat: int, move: Move | str) -> Move:
        """Return the move, or its only possible meaning if it's incomplete. Raises BadText."""
        parsed = self.game.parse_move(move) if isinstance(move, str) else move
        readings = self.game.list_move_readings(self.state, seat, parsed)
        return readings[0] if len(readings) == 1 else parsed

    def can_move_be_undone(self, seat: int, move: Move | str) -> bool:
        """Return whether a legal move can be undone: it reveals nothing to its seat, and nothing new to others.

        The deal must also continue after the move. To check what the move reveals, it's made on a copy of the table and
        on a table with only what its seat knows. The seat must then see the same on both and get the same events.
        """
        here, known = self.copy(), Table.from_state(self.game, self.game.load_position(self.build_view(seat).position))
        events = here.play_move(seat, move)
        if here.is_over or here.state.match.deals > self.state.match.deals:
            return False
        if any(event.seen_by is not None and seat not in event.seen_by for event in events):
            return False  # another seat has got a card that this one can't see
        told = [event.for_seat(seat) for event in events]
        try:
            as_known = [event.for_seat(seat) for event in known.play_move(seat, move)]
        except Exception:
            return False  # it depends on a card that the seat doesn't know
        return told == as_known and here.build_view(seat) == known.build_view(seat)

    def play_dealer_moves(self, rng: Random, next_deal: bool = True) -> list[Event]:
        """Make the dealer's moves until it's a player's turn. With `next_deal=False`, don't start a new deal."""
        events: list[Event] = []
        while self.state.waiting == (DEALER,) and (next_deal or not self.state.is_between_deals):
            events += self.play_move(DEALER, self.game.draw_dealer_move(self.state, rng))
        return events

    def export_match(self) -> dict[str, Any]:
        """Return the record as JSON, with the result of each deal and of the match."""
        match = self.state.match
        results = [result.to_json() for result in match.results]
        return {**self.record.to_json(), "results": results, "scores": match.scores, "winners": list(match.winners)}

    def build_view(self, seat: int | None) -> View:
        """Build the view of what this seat can know. The seat of a spectator is None."""
        return self.game.build_view(self.state, seat)

    def build_screen(self, seat: int | None) -> Screen:
        """Build the screen to draw for this seat. The seat of a spectator is None."""
        return self.game.build_screen(self.build_view(seat))

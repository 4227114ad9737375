"""Records: the house rules and moves of a match, which describe it completely.

    {
      "format": "house-rules/1", "game": "hearts", "options": {}, "seats": 4,
      "moves": [[-1, "dealer 1"], [-1, "deal 8S …"], [0, "play QS"], …]
    }

Seat -1 is the dealer, whose moves contain everything random, so a replay is deterministic: start with an empty table
under these house rules and make the moves in order. A record can have further keys with the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.options import Options
from games.errors import BadText

FORMAT = "house-rules/1"


@dataclass
class Record:
    """A match as it was played. Each move is a seat and a string."""

    game: str
    options: Options
    seats: int
    moves: list[tuple[int, str]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game,
            "options": self.options.dump_values_for_record(),
            "seats": self.seats,
            "moves": [[seat, text] for seat, text in self.moves],
        }


def parse_record(data: Mapping[str, Any]) -> Record:
    """Parse a record from JSON without playing its moves. Raises BadText, BadOption, or NoSuchGame."""
    import games

    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadText(
            "not a record",
            data.get("format") if isinstance(data, Mapping) else data,
            f"an object with “format”: “{FORMAT}”",
        )
    game = games.get(str(data.get("game")))
    options = game.options.load_saved_options({} if data.get("options") is None else data["options"])
    seats = data.get("seats")
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise BadText("not a number of seats", seats, "a whole number")
    game.check_seat_count(options, seats)
    moves = data.get("moves")
    if not isinstance(moves, list):
        raise BadText("not a list of moves", moves, "a list of [seat, text] pairs")
    for number, move in enumerate(moves):
        if not (
            isinstance(move, (list, tuple)) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)
        ):
            raise BadText(f"not a move (index {number} in “moves”)", move, "a seat and a string")
    return Record(game.slug, options, seats, [(seat, text) for seat, text in moves])

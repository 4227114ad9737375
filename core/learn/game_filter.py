"""The filter on the page that lists all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import games
from core.http.untrusted_text import parse_number
from games.engine.game import Game


@dataclass(frozen=True)
class GameFilter:
    """A filter for games by number of players, family, and words. A field that's empty doesn't filter."""

    players: int | None = None
    family: str = ""
    words: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> GameFilter:
        """Build the filter from a query string, ignoring invalid values."""
        number = parse_number(query.get("players"), None)
        return cls(number, query.get("family", ""), " ".join(query.get("words", "").split())[:60])

    def matches_game(self, game: Game[Any]) -> bool:
        """Return whether a game passes the filter. Each word must occur in the game's title, family, or tagline."""
        if self.players and self.players not in game.seats:
            return False
        if self.family and self.family != game.family:
            return False
        said = f"{game.title} {game.family} {game.tagline}".lower()
        return all(word in said for word in self.words.lower().split())


def list_families() -> list[str]:
    """Return the families that games belong to, such as “Rummy”, sorted."""
    return sorted({game.family for game in games.all_games().values()})


def list_player_counts() -> list[int]:
    """Return the numbers of players with which any of the games can be played, sorted."""
    return sorted({seats for game in games.all_games().values() for seats in game.seats})

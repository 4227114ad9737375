"""The shelf: which games there are for what somebody looks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import games
from core.http.outside_text import parse_number
from games.engine.game import Game


@dataclass(frozen=True)
class GameFilter:
    """What is looked for: so many players, a family of games, some words; nothing of it if empty."""

    players: int | None = None
    family: str = ""
    words: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> GameFilter:
        """The wish of a form; what makes no sense is passed over."""
        number = parse_number(query.get("players"), None)
        return cls(number, query.get("family", ""), " ".join(query.get("words", "").split())[:60])

    def fits(self, game: Game[Any]) -> bool:
        """Return whether a game is what was looked for: every word occurs in what it says of itself."""
        if self.players and self.players not in game.seats:
            return False
        if self.family and self.family != game.family:
            return False
        said = f"{game.title} {game.family} {game.tagline}".lower()
        return all(word in said for word in self.words.lower().split())


def families() -> list[str]:
    """The families of all games."""
    return sorted({game.family for game in games.all_games().values()})


def numbers_of_players() -> list[int]:
    """Return how many can play some game."""
    return sorted({seats for game in games.all_games().values() for seats in game.seats})

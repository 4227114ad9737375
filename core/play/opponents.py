"""The opponents that the lobby offers: a bot with a face for each level, and the reader's choice."""

from __future__ import annotations

from dataclasses import dataclass

from core.people.requests import HttpRequest
from core.play.player_names import NAMESAKES
from core.play.seating import FAVOURITE

SESSION_KEY = "opponent"


@dataclass(frozen=True)
class Opponent:
    """A kind of bot that the reader can choose as an opponent.

    It has a level, the level's name on pages, and a description of how it plays.
    """

    level: str
    strength: str
    manner: str

    @property
    def name(self) -> str:
        return NAMESAKES[self.level]


OPPONENTS = (
    Opponent("learner", "Beginner", "Makes mistakes"),
    Opponent("steady", "Steady", "Plays soundly"),
    Opponent("strong", "Strong", "Looks ahead"),
)


def get_chosen_level(request: HttpRequest) -> str:
    """Return the opponents' level that the reader chose last, or the default level."""
    return str(request.session.get(SESSION_KEY, FAVOURITE))


def remember_chosen_level(request: HttpRequest, level: str) -> None:
    """Store in the session which level of opponents the reader has chosen, if the lobby offers it."""
    if any(opponent.level == level for opponent in OPPONENTS) and level != get_chosen_level(request):
        request.session[SESSION_KEY] = level

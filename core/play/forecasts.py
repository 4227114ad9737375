"""Forecasts: in a game without decisions, players guess what will happen, and later moves show who is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction

from core.play import board_cache
from core.play.errors import NotPlaying
from core.play.models import Seat, Table
from games.engine.forecast import NOBODY, Forecast
from games.engine.table import Table as Board

MOST = 200
"""The maximum number of forecasts stored for a seat. The oldest are deleted."""


@dataclass(frozen=True)
class ForecastQuestion:
    """A question to a player about what will happen next, such as who will win: its name, its text, and the answers.

    Each answer is a tuple of a seat's number and the name to show. `said` is the seat number in the player's forecast,
    or None if they haven't made one yet. `right` is the number of their correct forecasts, out of `settled` ones whose
    outcome is known.
    """

    name: str
    question: str
    answers: tuple[tuple[int, str], ...]
    said: int | None
    right: int
    settled: int


def find_forecast_question(table: Table, place: Seat, names: Sequence[str]) -> ForecastQuestion | None:
    """Return the forecast question to show to the player in a seat, or None if there's nothing worth asking.

    If the player has made a forecast whose outcome isn't known yet, it's that question. Otherwise, it's a new one.
    `names` are the players' names by seat.
    """
    board = table.board
    game, open_one, outcomes = board.game, None, []
    for name, outcome, said in _list_outcomes(board, tuple(map(tuple, place.forecasts))):
        if outcome is None:
            open_one = (name, said)
        else:
            outcomes.append(outcome == said)
    now = open_one[0] if open_one else game.find_forecast_to_ask(board.build_view(place.number))
    if not now:
        return None
    forecast = game.forecasts[now]
    out = {note.seat for note in board_cache.get_screen_for_seat(board, place.number).seats if note.out} - {
        open_one and open_one[1]
    }
    answers = [(seat, "You" if seat == place.number else name) for seat, name in enumerate(names) if seat not in out]
    return ForecastQuestion(
        now,
        forecast.question,
        (*answers, (NOBODY, "Nobody")) if forecast.nobody else tuple(answers),
        open_one[1] if open_one else None,
        sum(outcomes),
        len(outcomes),
    )


def save_forecast(table: Table, place: Seat, said: int, version: int) -> None:
    """Save a player's forecast of what will happen, such as who will win. `said` is the seat number that they chose.

    The player saw the table at `version`. Nothing changes if the outcome of the seat's earlier forecast isn't known
    yet, or if the right answer is already known. Raises NotPlaying if the match isn't in progress, or if `said` isn't
    one of the possible answers.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        place.refresh_from_db()
        now = find_forecast_question(table, place, [""] * table.seats)
        if table.status != Table.Status.PLAYING or now is None or said not in dict(now.answers):
            raise NotPlaying("You can’t make that forecast now.")
        after = table.moves.filter(number__lte=version).count()
        if now.said is not None or _find_outcome(table.board, now.name, after) is not None:
            return
        place.forecasts = [*place.forecasts, [now.name, after, said]][-MOST:]
        place.save(update_fields=["forecasts"])


@lru_cache(maxsize=board_cache.ROOM)
def _list_outcomes(board: Board, forecasts: tuple[tuple[str, int, int], ...]) -> list[tuple[str, int | None, int]]:
    """Return a tuple for each forecast of a seat: the question's name, the right answer, and the player's answer.

    The right answer is None while the outcome isn't known. A forecast is a tuple of the question's name, the number of
    moves before it, and the player's answer. The result is cached.
    """
    return [(name, _find_outcome(board, name, after), said) for name, after, said in forecasts]


def _find_outcome(board: Board, name: str, after: int) -> int | None:
    """Return the right answer to the forecast question with this name, or None while the outcome isn't known.

    `after` is the number of moves that had been made when the question was asked.
    """
    forecast: Forecast | None = board.game.forecasts.get(name)
    return forecast.settle(board.events[after:]) if forecast else None

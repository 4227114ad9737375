"""Forecasts: in a game without decisions, players guess what will happen, and the next moves give the answer."""

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
    """A question about what will happen next, with its name, its text, and the possible answers.

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
    """Return the forecast question to show to a seat, or None if nothing is worth asking.

    It's the question that the seat has answered and whose outcome is still open, or else a new question.
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
    """Save `said` as a seat's forecast, made when the player saw the table at `version`.

    Nothing changes if an earlier forecast by the seat is still open, or if the right answer is already known. Raises
    NotPlaying if the match isn't in progress, or if `said` isn't an answer to the question for this seat.
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
    """Return a tuple for each forecast: the question's name, the right answer, and the player's answer.

    The right answer is None while the outcome isn't known. `forecasts` are as in `Seat`. The result is cached.
    """
    return [(name, _find_outcome(board, name, after), said) for name, after, said in forecasts]


def _find_outcome(board: Board, name: str, after: int) -> int | None:
    """Return the right answer to a question that was asked after `after` moves, or None while it's undecided."""
    forecast: Forecast | None = board.game.forecasts.get(name)
    return forecast.settle(board.events[after:]) if forecast else None

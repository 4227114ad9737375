"""Forecasts at a table where nobody decides: players guess what will happen, and the next moves give the answer."""

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
"""The most forecasts that a seat stores; the oldest are deleted."""


@dataclass(frozen=True)
class ForecastQuestion:
    """A forecast question: its name and text, the seats that can be named, and the seat `said` by this player.

    `right` of the `settled` forecasts of this player were correct so far.
    """

    name: str
    question: str
    answers: tuple[tuple[int, str], ...]
    said: int | None
    right: int
    settled: int


def get_question(table: Table, place: Seat, names: Sequence[str]) -> ForecastQuestion | None:
    """Return the question that is open at this seat, or a new one; None if nothing is worth asking."""
    board = table.board
    game, open_one, outcomes = board.game, None, []
    for name, outcome, said in _list_outcomes(board, tuple(map(tuple, place.forecasts))):
        if outcome is None:
            open_one = (name, said)
        else:
            outcomes.append(outcome == said)
    now = open_one[0] if open_one else game.find_forecast(board.view(place.number))
    if not now:
        return None
    forecast = game.forecasts[now]
    out = {note.seat for note in board_cache.get_screen(board, place.number).seats if note.out} - {
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
    """Save a seat's forecast, made for `version`, the table that it saw.

    If an earlier forecast is open, or the answer is known already, nothing changes. Raises NotPlaying.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        place.refresh_from_db()
        now = get_question(table, place, [""] * table.seats)
        if table.status != Table.Status.PLAYING or now is None or said not in dict(now.answers):
            raise NotPlaying("There is nothing to forecast like that now.")
        after = table.moves.filter(number__lte=version).count()
        if now.said is not None or _find_outcome(table.board, now.name, after) is not None:
            return
        place.forecasts = [*place.forecasts, [now.name, after, said]][-MOST:]
        place.save(update_fields=["forecasts"])


@lru_cache(maxsize=board_cache.ROOM)
def _list_outcomes(board: Board, forecasts: tuple[tuple[str, int, int], ...]) -> list[tuple[str, int | None, int]]:
    """Return each forecast of a seat as its name, the right answer or None, and the seat named; cached by board."""
    return [(name, _find_outcome(board, name, after), said) for name, after, said in forecasts]


def _find_outcome(board: Board, name: str, after: int) -> int | None:
    """Return the seat that answers a question asked after `after` moves; None while it's open."""
    forecast: Forecast | None = board.game.forecasts.get(name)
    return forecast.settle(board.events[after:]) if forecast else None

"""Questions that a table of Beggar My Neighbor asks its players about what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from games.beggar_my_neighbor.state import BeggarState
from games.engine.forecast import NOBODY, Forecast, Happened

SOON = 8
"""The question `soon` asks who wins within this number of turned cards."""


def _find_pile_taker(happened: Happened) -> int | None:
    """Return the seat that took the first pile since a question was asked, or None if no pile has been taken.

    `happened` has the events of each move since the question.
    """
    return next((event.seat for event in chain(*happened) if event.kind == "trick"), None)


def _find_winner_within_limit(happened: Happened) -> int | None:
    """Return the seat that won within `SOON` cards since a question was asked, or NOBODY if none did.

    If it isn't known yet, the result is None. `happened` has the events of each move since the question.
    """
    turned = 0
    for event in chain(*happened):
        turned += event.kind == "turn"
        if event.kind == "result":
            return event.facts["winners"][0] if event.facts["winners"] else NOBODY
        if turned > SOON:
            return NOBODY
    return NOBODY if turned == SOON else None


FORECASTS: Mapping[str, Forecast] = {
    "pile": Forecast("pile", "Who takes this pile?", _find_pile_taker),
    "soon": Forecast("soon", f"Who wins within the next {SOON} cards?", _find_winner_within_limit, nobody=True),
}


def choose_forecast_question(state: BeggarState) -> str:
    """Return the name of the question to ask the players now, or "" if no player has to flip a card.

    It's mostly `pile`: who takes this pile? Near the end of a two-player game, it's `soon`: who wins within the next
    `SOON` cards? The end is near if a stack that isn't empty has at most half as many cards as `SOON`.
    """
    if state.phase != "play":
        return ""
    short = min((len(stack) for stack in state.hands if stack), default=0) <= SOON // 2
    return "soon" if short and state.seats == 2 else "pile"

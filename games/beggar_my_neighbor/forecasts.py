"""What a table of Beggar My Neighbor asks of those who watch it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from games.beggar_my_neighbor.state import BeggarState
from games.engine.forecast import NOBODY, Forecast, Happened

SOON = 8
"""Within so many cards."""


def _taker(happened: Happened) -> int | None:
    """Whoever takes a pile first."""
    return next((event.seat for event in chain(*happened) if event.kind == "trick"), None)


def _winner(happened: Happened) -> int | None:
    """Whoever wins within so many cards."""
    turned = 0
    for event in chain(*happened):
        turned += event.kind == "turn"
        if event.kind == "result":
            return event.facts["winners"][0] if event.facts["winners"] else NOBODY
        if turned > SOON:
            return NOBODY
    return NOBODY if turned == SOON else None


FORECASTS: Mapping[str, Forecast] = {
    "pile": Forecast("pile", "Who takes this pile?", _taker),
    "soon": Forecast("soon", f"Who wins within the next {SOON} cards?", _winner, nobody=True),
}


def worth_asking(state: BeggarState) -> str:
    """Towards the end of a game who wins soon, before that who takes the pile."""
    if state.phase != "play":
        return ""
    short = min((len(stack) for stack in state.hands if stack), default=0) <= SOON // 2
    return "soon" if short and state.seats == 2 else "pile"

"""The verbs of Guts: declare in, declare out, and deal."""

from __future__ import annotations

from games.engine.verb import Verb, Verbs
from games.guts import judging, playing
from games.guts.state import IN, OUT, GutsState
from games.kit.dealer import FIRST_DEALER, dealing
from games.words import many


def _at_stake(state: GutsState, seat: int) -> str:
    return f"Play for {many(state.options.prize(state.pot), 'chip')}, or pay if another hand is better."


def _put_away(state: GutsState, seat: int) -> str:
    unless = ", unless all are out" if state.options.all_out == "best-pays" else ""
    return f"Put the cards away. This hand costs you nothing more{unless}."


SAY_IN = Verb[GutsState](
    *(IN, "say in", playing.declare, ("declare",)),
    when=GutsState.covers,
    clause="declare.in-or-out",
    not_now=judging.not_in,
    label="In",
    sentence=_at_stake,
    said=lambda move: "In",
)
SAY_OUT = Verb[GutsState](
    *(OUT, "say out", playing.declare, ("declare",)),
    clause="declare.out-discards",
    not_now=judging.not_now,
    label="Out",
    sentence=_put_away,
    said=lambda move: "Out",
)
VERBS = Verbs(
    *(SAY_IN, SAY_OUT, FIRST_DEALER),
    dealing(playing.deal, "deal the cards"),
)

"""The verbs (kinds of moves) of Guts: declare in, declare out, and deal."""

from __future__ import annotations

from games.engine.verb import Verb, Verbs
from games.guts import legality, playing
from games.guts.state import IN, OUT, GutsState
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.words import spell_count


def _describe_going_in(state: GutsState, seat: int) -> str:
    return (
        f"Play for {spell_count(state.options.compute_winnable_chips(state.pot), 'chip')}. If another hand is "
        "better, you pay."
    )


def _describe_staying_out(state: GutsState, seat: int) -> str:
    unless = ", unless everyone is out" if state.options.all_out == "best-pays" else ""
    return f"Put your cards away. You won’t pay anything else this hand{unless}."


SAY_IN = Verb[GutsState](
    *(IN, "go in", playing.declare, ("declare",)),
    when=GutsState.can_go_in,
    clause="declare.in-or-out",
    not_now=legality.check_going_in,
    label="I’m in",
    sentence=_describe_going_in,
    said=lambda move: "I’m in",
)
SAY_OUT = Verb[GutsState](
    *(OUT, "stay out", playing.declare, ("declare",)),
    clause="declare.out-discards",
    not_now=legality.check_declaration_timing,
    label="I’m out",
    sentence=_describe_staying_out,
    said=lambda move: "I’m out",
)
VERBS = Verbs(
    *(SAY_IN, SAY_OUT, FIRST_DEALER),
    build_deal_verb(playing.deal, "deal the cards"),
)

"""The verbs (kinds of moves) of Lórum: play a card, flip a hidden one, pass, choose the first dealer, and deal."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.kit.single_card_verbs import build_card_field, describe_play
from games.kit.tricks import build_play_move
from games.lorum import legality, playing
from games.lorum.state import LorumState

Own = Verb[LorumState]


def _list_turn_up_moves(state: LorumState, seat: int) -> Iterable[Move]:
    return (Move(TURN_UP.name, place) for place in range(1, len(state.hands[seat]) + 1))


def _build_place_field(state: LorumState, seat: int) -> tuple[Field, ...]:
    return (Field("place", "place", "Pick a card to flip", (f"hand-{seat}",)),)


def _get_target_zone(state: LorumState, seat: int) -> str:
    """Return the zone of the table that a played card goes to, or "" in a phase where the card determines its place."""
    return {"play": "trick", "train": "train"}.get(state.phase, "")


def _list_pass_moves(state: LorumState, seat: int) -> list[Move]:
    return [PASS.bare_move] if legality.can_pass(state, state.list_fitting_cards(seat)) else []


PLAY = Own(
    *("play", "play a card", playing.play_card, ("play", "train", "quart", "domino")),
    clause="trick.follow-suit",
    parts=("groups",),
    judge=legality.check_card_play,
    not_now=legality.check_play_timing,
    when=lambda state, seat: bool(legality.list_playable_cards(state, seat)),
    moves=lambda state, seat: map(build_play_move, legality.list_playable_cards(state, seat)),
    label="Play",
    sentence="Play a card from your hand.",
    said=describe_play,
    fields=build_card_field("The card to play"),
    at=_get_target_zone,
)
TURN_UP = Own(
    *("turn-up", "flip one of your cards", playing.turn_up_card, ("blind",)),
    clause="ape.blind-any-position",
    parts=("number",),
    judge=legality.check_turn_up,
    not_now=legality.check_turn_timing,
    moves=_list_turn_up_moves,
    label="Flip",
    sentence="Flip one of your hidden cards.",
    fields=_build_place_field,
    at="trick",
    said=lambda move: f"Flip card {move.number}" if move.number else "",
)
PASS = Own(
    *("pass", "pass", playing.pass_in_domino, ("domino",)),
    clause="domino.pass",
    judge=legality.check_pass,
    not_now=legality.check_pass_timing,
    moves=_list_pass_moves,
    label="Pass",
    sentence="Pass this turn.",
)
VERBS = Verbs(
    *(PLAY, TURN_UP, PASS, FIRST_DEALER),
    build_deal_verb(playing.deal, "deal the cards"),
)

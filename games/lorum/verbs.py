"""The verbs of Lórum: play a card, turn one up, pass, and deal."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing
from games.kit.of_hand import one_card, play_in_words
from games.kit.tricks import play
from games.lorum import judging, playing
from games.lorum.state import LorumState

Own = Verb[LorumState]


def _places(state: LorumState, seat: int) -> Iterable[Move]:
    return (Move(TURN_UP.name, place) for place in range(1, len(state.hands[seat]) + 1))


def _one_place(state: LorumState, seat: int) -> tuple[Field, ...]:
    return (Field("place", "place", "The card to turn up", (f"hand-{seat}",)),)


def _where(state: LorumState, seat: int) -> str:
    """Return the zone that a played card goes to, or "" where each card has its own place."""
    return {"play": "trick", "train": "train"}.get(state.phase, "")


def _passing(state: LorumState, seat: int) -> list[Move]:
    return [PASS.alone] if judging.may_pass(state, state.fitting(seat)) else []


PLAY = Own(
    *("play", "play a card", playing.play, ("play", "train", "quart", "domino")),
    clause="trick.follow-suit",
    parts=("groups",),
    judge=judging.play,
    not_now=judging.no_play,
    when=lambda state, seat: bool(judging.playable(state, seat)),
    moves=lambda state, seat: map(play, judging.playable(state, seat)),
    label="Play",
    sentence="Play a card of your hand.",
    said=play_in_words,
    fields=one_card("The card to play"),
    at=_where,
)
TURN_UP = Own(
    *("turn-up", "turn up one of your cards", playing.turn_up, ("blind",)),
    clause="ape.blind-any-position",
    parts=("number",),
    judge=judging.turn_up,
    not_now=judging.not_my_turn,
    moves=_places,
    label="Turn up",
    sentence="Turn up one of your hidden cards: choose its place.",
    fields=_one_place,
    at="trick",
    said=lambda move: f"Turn up your card at place {move.number}" if move.number else "",
)
PASS = Own(
    *("pass", "pass", playing.pass_by, ("domino",)),
    clause="domino.pass",
    judge=judging.pass_by,
    not_now=judging.no_pass,
    moves=_passing,
    label="Pass",
    sentence="Play nothing in this turn.",
)
VERBS = Verbs(
    *(PLAY, TURN_UP, PASS, FIRST_DEALER),
    dealing(playing.deal, "deal the cards"),
)

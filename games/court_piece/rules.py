"""The rules of Court Piece: what may be done, as its verbs say, and what is seen of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.cards import UNKNOWN, codes
from games.court_piece.judging import playable
from games.court_piece.options import CourtPieceOptions
from games.court_piece.scoring import count_hand, next_dealer
from games.court_piece.screen import draw
from games.court_piece.state import KEYS, SEATS, SWEEP, CourtPieceState, imagine, load_position, position_of
from games.court_piece.verbs import VERBS, play
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.view import Position, Screen, View


class CourtPiece(Game[CourtPieceState]):
    """Court Piece, also called Rang: partners, five cards to call trumps on, and courts. Source: rulebook.md."""

    slug = "court-piece"
    title = "Court Piece"
    family = "Tricks and partners"
    tagline = "Call trumps on five cards, and take the first seven tricks with your partner."
    minutes = "30–60 minutes"
    seats = range(SEATS, SEATS + 1)
    shelf = 20
    showcase = ("trick", "KD AD 2S 5D")
    seating = "Partners sit opposite each other: seats 1 and 3, seats 2 and 4."
    options = CourtPieceOptions
    verbs = VERBS
    version = 3
    position_keys = KEYS
    ordered_keys = ("trick", "tricks", "stock")
    shows = ("rest",)

    # -- a match ---------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> CourtPieceState:
        assert isinstance(options, CourtPieceOptions)
        self.check_seats(options, seats)
        return CourtPieceState(options)

    # -- legality --------------------------------------------------------------------------------

    def moves(self, state: CourtPieceState, seat: int) -> list[Move]:
        """What the verbs list; where nothing but a card can be played, it is that."""
        if state.phase == "play" and not state.options.claimable:
            return [play(card) for card in playable(state, seat)]
        return super().moves(state, seat)

    def random_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        if state.phase == "play" and not state.options.claimable:
            return play(rng.choice(playable(state, seat)))
        return rng.choice(self.moves(state, seat))

    # -- what is seen ----------------------------------------------------------------------------

    def position(self, state: CourtPieceState, seat: int | None = None, whole: bool = True) -> Position:
        return position_of(state, seat, whole)

    def load(self, position: Mapping[str, Any]) -> CourtPieceState:
        return load_position(position)

    def imagine(self, view: View, rng: Random) -> CourtPieceState:
        return imagine(view.position, rng)

    def draw(self, state: CourtPieceState, seat: int | None) -> Screen:
        return draw(state, seat)

    def truths(self, state: CourtPieceState, seat: int) -> Mapping[str, Any]:
        """`taken` by side, the `caller`, the `taker` of the last trick, who leads, and what the hand would come to.

        `won`, `courts` and `deals_next` are those of the hand, were it over now; only after the seventh trick.
        """
        taken = state.taken()
        found: dict[str, Any] = {
            "taken": list(taken),
            "taker": state.tricks[-1].winner if state.tricks else None,
            "aside": list(state.aside),
            "playable": codes(playable(state, seat)) if state.phase == "play" and seat >= 0 else "",
        }
        if state.match.dealer is not None:
            found["caller"] = state.caller
            if len(state.tricks) >= SWEEP and UNKNOWN not in state.stock:
                count = count_hand(state)
                found |= {"won": count.winner, "courts": count.courts, "deals_next": next_dealer(state, count)}
        return found

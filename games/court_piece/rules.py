"""The rules of Court Piece, assembled from verbs, options, state, and screen."""

from __future__ import annotations

from random import Random

from games.court_piece import position_shorthand, screen
from games.court_piece.narration import NARRATION, SHEET
from games.court_piece.options import CourtPieceOptions
from games.court_piece.state import SEATS, CourtPieceState
from games.court_piece.verbs import VERBS
from games.engine.game import Game
from games.engine.move import Move
from games.kit.tricks import build_play_move, find_permitting_clause


class CourtPieceRules(Game[CourtPieceState]):
    """The rules of Court Piece, a game of two pairs of partners, with trump chosen on five cards.

    Source: rulebook.md.
    """

    slug = "court-piece"
    title = "Court Piece"
    family = "Tricks and partners"
    tagline = "Choose trump from five cards, and win the first seven tricks with your partner."
    minutes = "30–60 minutes"
    seats = range(SEATS, SEATS + 1)
    large_hands = seats
    shelf = 20
    showcase = ("trick", "KD AD 2S 5D")
    seating = "Partners sit opposite each other: seats 1 and 3, seats 2 and 4."
    options = CourtPieceOptions
    short = {"match-hands": 1}
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    complete_position, mirror_position = (
        staticmethod(position_shorthand.add_default_tricks),
        staticmethod(position_shorthand.mirror_position),
    )
    version = 3
    state = CourtPieceState
    narration = NARRATION
    sheet = SHEET
    shows = ("rest",)
    constants = {
        "three four five eight two": "players, and the packets that the value of the option names",
        "seven 13": "tricks for a team to win, and all tricks of a hand",
        "ten": "the rank that the value of the option names",
        "twice": "redeals in succession at most, under any value",
    }

    # -- legality --------------------------------------------------------------------------------

    def list_moves(self, state: CourtPieceState, seat: int) -> list[Move]:
        """Return the legal moves of a seat. If it can only play a card, a faster function lists the playable cards."""
        if state.phase == "play" and state.must_follow:
            return [build_play_move(card) for card in state.list_playable_cards(seat)]
        return super().list_moves(state, seat)

    def get_permitting_clause(self, state: CourtPieceState, seat: int, move: Move) -> str:
        if state.phase == "play" and move.verb == "play":
            return find_permitting_clause(state, move.cards[0])
        return super().get_permitting_clause(state, seat, move)

    def draw_random_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        if state.phase == "play" and state.must_follow:
            return build_play_move(rng.choice(state.list_playable_cards(seat)))
        return rng.choice(self.list_moves(state, seat))


RULES = CourtPieceRules()

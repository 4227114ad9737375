"""Puzzles about a single trick: the cards that can be played to it, and who takes it."""

from __future__ import annotations

from random import Random

from games.court_piece.puzzles.common import POSING, deal_random_hand, name_seat, play_until
from games.court_piece.state import CourtPieceState
from games.engine.options import Options
from games.kit.trick_puzzles import TrickPuzzles


def _make_midway_state(rng: Random, options: Options) -> CourtPieceState | None:
    return play_until(deal_random_hand(rng, options), rng.randint(2, 8), until=0)


THEMES = TrickPuzzles(
    POSING, _make_midway_state, names=lambda seat, seats: name_seat(seat), partners=True
).build_themes()

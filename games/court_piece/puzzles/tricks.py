"""Puzzles about a single trick: the cards that can be played to it, and who takes it."""

from games.court_piece.puzzles.common import POSING, name_seat, play_random_hand
from games.kit.trick_puzzles import TrickPuzzles

THEMES = TrickPuzzles(
    POSING,
    midway=lambda rng, options: play_random_hand(rng, options, until=0),
    names=lambda seat, seats: name_seat(seat),
    partners=True,
).build_themes()

"""Puzzle themes of Commune. Puzzles are generated at random, and their answers are computed."""

from games.commune.puzzles import calls, declaration_ladder, hand_presence

THEMES = (*hand_presence.THEMES, *declaration_ladder.THEMES, *calls.THEMES)

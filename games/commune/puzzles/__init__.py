"""Puzzle themes of Commune. Puzzles are generated, and the rules prove their answers."""

from games.commune.puzzles import calls, declaration_ladder, hand_presence

THEMES = (*hand_presence.THEMES, *declaration_ladder.THEMES, *calls.THEMES)

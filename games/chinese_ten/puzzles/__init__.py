"""The puzzle themes of Chinese Ten, whose puzzles are generated at random and verified by the rules."""

from games.chinese_ten.puzzles import counting, planning, table

THEMES = (*table.THEMES, *counting.THEMES, *planning.THEMES)

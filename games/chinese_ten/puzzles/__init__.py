"""The puzzle themes (types of puzzles) of Chinese Ten. Puzzles are random, and their answers are computed."""

from games.chinese_ten.puzzles import counting, planning, table

THEMES = (*table.THEMES, *counting.THEMES, *planning.THEMES)

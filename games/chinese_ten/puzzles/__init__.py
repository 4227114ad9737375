"""The puzzle themes of Chinese Ten. Puzzles are generated at random, and their answers are computed."""

from games.chinese_ten.puzzles import counting, planning, table

THEMES = (*table.THEMES, *counting.THEMES, *planning.THEMES)

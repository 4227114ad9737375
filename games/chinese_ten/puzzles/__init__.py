"""Puzzles of Chinese Ten, made fresh and proven by the rules."""

from games.chinese_ten.puzzles import counting, planning, table

THEMES = (*table.THEMES, *counting.THEMES, *planning.THEMES)

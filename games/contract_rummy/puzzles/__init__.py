"""Puzzles of Contract Rummy. They're generated at random, and their answers are computed."""

from games.contract_rummy.puzzles import contracts, may_i, table

THEMES = (*contracts.THEMES, *may_i.THEMES, *table.THEMES)
"""Every theme, in the order of the course."""

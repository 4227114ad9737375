"""Puzzles of Contract Rummy, generated at random and proven by the engine."""

from games.contract_rummy.puzzles import contracts, may_i, table

THEMES = (*contracts.THEMES, *may_i.THEMES, *table.THEMES)
"""Every theme, in the order of the course."""

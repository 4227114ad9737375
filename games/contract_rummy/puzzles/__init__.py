"""Puzzles of Contract Rummy, generated at random and proven by the engine."""

from games.contract_rummy.puzzles import asking, contracts, counting, table

THEMES = (
    *contracts.THEMES,
    *asking.THEMES,
    *table.THEMES,
    *counting.THEMES,
)
"""Every theme, in the order of the course."""

"""Puzzles of Contract Rummy: thirteen kinds, made fresh and proven by the engine."""

from games.contract_rummy.puzzles import asking, claims, contracts, counting, judging, table

THEMES = (
    *contracts.THEMES,
    *asking.THEMES,
    *table.THEMES,
    *counting.THEMES,
    *judging.THEMES,
    *claims.THEMES,
)
"""Every theme, in the order of the course."""

"""Puzzles of Vazhushal. They're made from positions in simulated deals, and their answers are computed."""

from games.vazhushal.puzzles import broken_rules, cards, counting, discard_safety, doubles, regrouping, wipes

THEMES = (
    *wipes.THEMES,
    *cards.THEMES,
    *regrouping.THEMES,
    *broken_rules.THEMES,
    *counting.THEMES,
    *doubles.THEMES,
    *discard_safety.THEMES,
)

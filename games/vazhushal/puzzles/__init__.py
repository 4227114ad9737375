"""Puzzles of Vazhushal, generated from positions of play and proven by the engine."""

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

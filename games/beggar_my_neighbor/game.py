"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.beggar_my_neighbor import facts as asked
from games.beggar_my_neighbor.puzzles import THEMES
from games.beggar_my_neighbor.rules import BeggarMyNeighbor
from games.engine.asking import facts_in


class TaughtBeggarMyNeighbor(BeggarMyNeighbor):
    """The rules with course and puzzles. Nobody decides, so there are no hints and no bots."""

    facts = facts_in(asked)
    puzzles = THEMES


GAME = TaughtBeggarMyNeighbor()

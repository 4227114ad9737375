"""The game object: the rules of Beggar My Neighbor with its facts and puzzles."""

from __future__ import annotations

from games.beggar_my_neighbor import facts as asked
from games.beggar_my_neighbor.puzzles import THEMES
from games.beggar_my_neighbor.rules import BeggarMyNeighbor
from games.engine.asking import collect_facts


class TaughtBeggarMyNeighbor(BeggarMyNeighbor):
    """The rules with course and puzzles. There are no decisions, so there are no hints and no bots."""

    facts = collect_facts(asked)
    puzzles = THEMES


GAME = TaughtBeggarMyNeighbor()

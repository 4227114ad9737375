"""The game object: the rules of Beggar My Neighbor with its facts and puzzles."""

from __future__ import annotations

from games.beggar_my_neighbor import facts as asked
from games.beggar_my_neighbor.puzzles import THEMES
from games.beggar_my_neighbor.rules import BeggarMyNeighborRules
from games.engine.facts_and_goals import collect_facts


class BeggarMyNeighborGame(BeggarMyNeighborRules):
    """The rules of Beggar My Neighbor with facts and puzzles. Nobody decides anything, so no bots or hints exist."""

    facts = collect_facts(asked)
    puzzles = THEMES


GAME = BeggarMyNeighborGame()

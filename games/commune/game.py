"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.commune import facts as asked
from games.commune.bots import BOTS
from games.commune.hints import hint_for
from games.commune.puzzles import THEMES
from games.commune.rules import Commune
from games.engine.asking import facts_in, goals_in
from games.engine.hint import Hint
from games.engine.view import View


class TaughtCommune(Commune):
    """The rules with course, puzzles, hints and bots."""

    facts = facts_in(asked)
    goals = goals_in(asked)
    puzzles = THEMES
    bots = BOTS

    def hint(self, view: View) -> Hint:
        return hint_for(view)


GAME = TaughtCommune()

"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.engine.asking import facts_in
from games.engine.hint import Hint
from games.engine.view import View
from games.guts import facts as asked
from games.guts.bots import BOTS
from games.guts.hints import hint_for
from games.guts.puzzles import THEMES
from games.guts.rules import Guts


class TaughtGuts(Guts):
    """The rules with course, puzzles, hints and bots."""

    facts, puzzles, bots = facts_in(asked), THEMES, BOTS

    def hint(self, view: View) -> Hint:
        """What the steady bot would say, in four steps."""
        return hint_for(view)


GAME = TaughtGuts()

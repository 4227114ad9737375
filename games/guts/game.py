"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.engine.asking import facts_in
from games.guts import facts as asked
from games.guts.bots import BOTS
from games.guts.hints import hint_for
from games.guts.puzzles import THEMES
from games.guts.rules import Guts


class TaughtGuts(Guts):
    """The rules with course, puzzles, hints and bots."""

    facts, puzzles, bots = facts_in(asked), THEMES, BOTS
    hint = staticmethod(hint_for)


GAME = TaughtGuts()

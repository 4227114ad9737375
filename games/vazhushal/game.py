"""The registered game: the rules with everything that teaches them."""

from __future__ import annotations

from games.engine.asking import facts_in, goals_in
from games.vazhushal import facts as asked
from games.vazhushal.bots import BOTS
from games.vazhushal.hints import hint_for
from games.vazhushal.puzzles import THEMES
from games.vazhushal.rules import Vazhushal


class TaughtVazhushal(Vazhushal):
    """The rules with facts, goals, puzzles, hints, and bots."""

    facts = facts_in(asked)
    goals = goals_in(asked)
    puzzles = THEMES
    bots = BOTS
    hint = staticmethod(hint_for)


GAME = TaughtVazhushal()

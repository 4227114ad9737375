"""Daifugo as the site offers it: its rules together with what teaches them."""

from __future__ import annotations

from games.daifugo import facts as asked
from games.daifugo.bots import BOTS
from games.daifugo.hints import hint_for
from games.daifugo.puzzles import THEMES
from games.daifugo.rules import Daifugo
from games.engine.asking import facts_in, goals_in


class TaughtDaifugo(Daifugo):
    """The rules of Daifugo with facts, goals, puzzles, hints, and bots."""

    facts, goals, bots = facts_in(asked), goals_in(asked), BOTS
    puzzles = THEMES
    hint = staticmethod(hint_for)


GAME = TaughtDaifugo()

"""Lórum as the site offers it: its rules together with what teaches them."""

from __future__ import annotations

from random import Random

from games.engine.asking import facts_in
from games.engine.hint import Hint, advise
from games.engine.view import View
from games.lorum import facts as asked
from games.lorum.bots import BOTS, steady
from games.lorum.puzzles import THEMES
from games.lorum.reasons import ADVICE
from games.lorum.rules import Lorum


class TaughtLorum(Lorum):
    """The rules of Lórum with facts, puzzles, hints, and bots."""

    facts, puzzles, bots = facts_in(asked), THEMES, BOTS

    def hint(self, view: View) -> Hint:
        """Return a hint in four steps that leads to the steady bot's move."""
        state, seat = self.seen(view)
        return advise(ADVICE, state, seat, steady(state, seat, Random(0)))


GAME = TaughtLorum()

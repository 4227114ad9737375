"""The game object of Lórum: its rules with facts, puzzles, hints, and bots."""

from __future__ import annotations

from random import Random

from games.engine.facts_and_goals import collect_facts
from games.engine.hint import Hint, build_hint
from games.engine.view import View
from games.lorum import facts as asked
from games.lorum.bots import BOTS, choose_steady_move
from games.lorum.puzzles import THEMES
from games.lorum.reasons import ADVICE
from games.lorum.rules import LorumRules


class LorumGame(LorumRules):
    """The rules of Lórum with facts, puzzles, hints, and bots."""

    facts, puzzles, bots = collect_facts(asked), THEMES, BOTS

    def build_hint(self, view: View) -> Hint:
        """Return a hint in four steps that leads to the steady bot's move."""
        state, seat = self.load_view(view)
        return build_hint(ADVICE, state, seat, choose_steady_move(state, seat, Random(0)))


GAME = LorumGame()

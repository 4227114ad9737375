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
    """Lórum as the site uses it: the rules, plus the facts, puzzles, hints, and bots that teach the game."""

    facts, puzzles, bots = collect_facts(asked), THEMES, BOTS

    def build_hint(self, view: View) -> Hint:
        """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and a good move."""
        state, seat = self.load_view(view)
        return build_hint(ADVICE, state, seat, choose_steady_move(state, seat, Random(0)))


GAME = LorumGame()
